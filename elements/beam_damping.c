/// The damping of the materials of beams, beside the beam itself: stresses b C E' by the rates of
/// its strains, and forces a M v. Sections are those of the damping's laws, which have b and a in
/// them. Source: docs/theory.md, section 4.
#include "elements/beam_point.h"

#include <string.h>

enum { SIZE = 3 * GB_BEAM_VECTORS * GB_BEAM_NODES };

/// An element at a state: its present vectors v, their rates, and what its section needs.
typedef struct damping {
  const gb_beam_table *table;
  const gb_beam_line *line;
  const gb_beam_section *section;
  gb_beam_vectors s, rate; ///< rates are its increments U
  gb_pack M[GB_BEAM_VECTORS][GB_BEAM_VECTORS];
  gb_beam_line own_line;
  gb_section own;
} damping;

static void open(const gb_element_input *in, const gb_element_state *state, damping *d) {
  d->table = in->table;
  d->line = gb_beam_line_of(in, &d->own_line);
  gb_beam_gather(in, state, &d->s);
  gb_beam_gather(in, &(gb_element_state){.q = state->v}, &d->rate);
}

/// Weights of the pairs for the stresses of the strains' change along x at the vectors v.
static void find_weights(const damping *d, const gb_pack v[][3], const gb_pack x[][3],
                         gb_pack W[GB_PAIRS]) {
  gb_pack G[GB_PAIRS];
  gb_kernel_gram_product(&d->table->form, v, x, G);
  gb_beam_stress_weights(d->table, d->line, d->section, G, W);
}

static void add_inertia(const damping *d, double factor, const gb_pack x[], gb_pack y[]) {
  gb_beam_add_inertia(d->line, d->table->nodes, d->M, factor, x, y);
}

/// Linear in the section: with its derivative that of the residual.
static void add_forces(const gb_element_state *state, damping *d, gb_pack r[]) {
  const gb_pack(*v)[3] = (const gb_pack(*)[3])d->s.v;
  gb_pack W[GB_PAIRS];
  gb_beam_masses(d->section, d->M);
  find_weights(d, v, (const gb_pack(*)[3])d->rate.U, W);
  gb_kernel_forces(&d->table->form, W, v, (gb_pack(*)[3])r);
  add_inertia(d, 1, state->v, r);
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  damping d;
  open(in, state, &d);
  d.section = gb_beam_section_of(in, &d.own);
  add_forces(state, &d, r);
}

static void parameter_residual(const gb_element_input *in, const gb_element_state *state, int k,
                               gb_pack r[]) {
  damping d;
  open(in, state, &d);
  d.section = gb_beam_section_by(in, k, &d.own);
  add_forces(state, &d, r);
}

/// A state's Jacobian: strains change by sigma1 v and sigma0 v' along a direction, and the stresses
/// act along v; W are the stresses' weights times sigma0.
typedef struct linear {
  damping d;
  gb_pack along[GB_VECTORS][3], W[GB_PAIRS];
  double mass; ///< sigma1
} linear;

static void open_operator(const gb_element_input *in, const gb_element_state *state,
                          const double sigma[3], linear *o) {
  open(in, state, &o->d);
  o->d.section = gb_beam_section_of(in, &o->d.own);
  gb_beam_masses(o->d.section, o->d.M);
  o->mass = sigma[1];
  const gb_form *form = &o->d.table->form;
  find_weights(&o->d, (const gb_pack(*)[3])o->d.s.v, (const gb_pack(*)[3])o->d.rate.U, o->W);
  for (int p = 0; p < form->pairs; p++) o->W[p] *= sigma[0];
  for (int a = 0; a < form->vectors; a++)
    for (int i = 0; i < 3; i++)
      o->along[a][i] = sigma[1] * o->d.s.v[a][i] + sigma[0] * o->d.rate.U[a][i];
}

/// y += J x or its transpose, which exchanges where strains change and where stresses act.
static void apply(const linear *o, bool transpose, const gb_pack x[], gb_pack y[]) {
  const gb_form *form = &o->d.table->form;
  const gb_pack(*v)[3] = (const gb_pack(*)[3])o->d.s.v, (*X)[3] = (const gb_pack(*)[3])x;
  const gb_pack(*along)[3] = (const gb_pack(*)[3])o->along;
  gb_pack W[GB_PAIRS];
  find_weights(&o->d, transpose ? v : along, X, W);
  gb_kernel_forces(form, W, transpose ? along : v, (gb_pack(*)[3])y);
  gb_kernel_forces(form, o->W, X, (gb_pack(*)[3])y);
  add_inertia(&o->d, o->mass, x, y);
}

static void product(const gb_element_input *in, const gb_element_state *state,
                    const double sigma[3], bool transpose, int count, const gb_pack x[],
                    gb_pack y[]) {
  const int size = 3 * GB_BEAM_VECTORS * in->nodes;
  linear o;
  open_operator(in, state, sigma, &o);
  for (int c = 0; c < count; c++) apply(&o, transpose, x + size * c, y + size * c);
}

/// Row by row, by the transpose.
static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  const int size = 3 * GB_BEAM_VECTORS * in->nodes;
  gb_pack x[SIZE];
  linear o;
  open_operator(in, state, sigma, &o);
  memset(x, 0, (size_t)size * sizeof *x);
  for (int i = 0; i < size; i++) {
    x[i] = (gb_pack){0} + 1.0;
    apply(&o, true, x, J + size * i);
    x[i] = (gb_pack){0};
  }
}

const gb_element gb_beam_damping = {.name = "damping of beams",
                                    .fields = {GB_FRAME},
                                    .damped = true,
                                    .metric_size = gb_beam_metric_size,
                                    .metric = gb_beam_metric,
                                    .residual = residual,
                                    .jacobian = jacobian,
                                    .product = product,
                                    .parameter_residual = parameter_residual};
