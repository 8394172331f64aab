/// The element for the damping of the material of solids, by its coefficients a and b: stresses b C
/// E' of the rates E' of Green's strains, with the stiffness C for small strains, and forces a M v.
/// Source: docs/theory.md, section 12.
#include "elements/solid/solid_point.h"

enum { POINTS = GB_SOLID_POINTS, STRAINS = GB_SOLID_STRAINS };

/// An element at a state: gradients F of the position and H of the velocity, and viscous stresses.
typedef struct damped {
  gb_solid_points at;
  gb_solid_stress law;
  gb_pack mass, stiffness; ///< a and b
  gb_pack F[POINTS][3][3], H[POINTS][3][3], S[POINTS][STRAINS];
} damped;

static void find(const gb_element_input *in, const gb_element_state *state,
                 const gb_solid_section *section, damped *d) {
  const gb_pack *own = in->parameter + gb_layup_damping(in->layup, 0);
  const int points = ((const gb_solid_table *)in->table)->points;
  gb_pack E[POINTS][STRAINS];
  d->mass = own[0] * section->mass;
  d->stiffness = own[1];
  gb_solid_points_find(in, &d->at);
  gb_solid_stress_find(in, &d->at, section, true, &d->law);
  gb_solid_deform(in, state, NULL, &d->at, d->F, E);
  gb_solid_gradients(in, &d->at, state->v, d->H);
  for (int g = 0; g < points; g++)
    gb_solid_symmetric((const gb_pack(*)[3])d->F[g], (const gb_pack(*)[3])d->H[g], E[g]);
  d->law.form->respond(&d->law, (const gb_pack(*)[STRAINS])E);
  d->law.form->forces(&d->law, d->S);
  for (int g = 0; g < points; g++)
    for (int i = 0; i < STRAINS; i++) d->S[g][i] *= d->stiffness;
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  static const double none[3] = {0};
  gb_section own;
  damped d;
  find(in, state, &gb_input_section(in, &own)->solid, &d);
  gb_solid_add_forces(in, &d.at, (const gb_pack(*)[3][3])d.F, (const gb_pack(*)[STRAINS])d.S, r);
  gb_solid_add_inertia(in, &d.at, d.mass, none, state->v, r);
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  const int points = ((const gb_solid_table *)in->table)->points;
  gb_pack G[POINTS][3][3];
  gb_section own;
  damped d;
  find(in, state, &gb_input_section(in, &own)->solid, &d);
  for (int g = 0; g < points; g++)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        G[g][i][j] = d.stiffness * (sigma[1] * d.F[g][i][j] + sigma[0] * d.H[g][i][j]);
  gb_solid_add_matrix(in, &d.law, (const gb_pack(*)[3][3])d.F, (const gb_pack(*)[3][3])G,
                      (const gb_pack(*)[STRAINS])d.S, sigma[0], J);
  gb_solid_add_mass(in, &d.at, sigma[1] * d.mass, J);
}

const gb_element gb_solid_damping = {.name = "damping of solids",
                                     .fields = {GB_POSITION},
                                     .damped = true,
                                     .uses_reference = true,
                                     .metric_size = gb_solid_metric_size,
                                     .metric = gb_solid_metric,
                                     .residual = residual,
                                     .jacobian = jacobian};
