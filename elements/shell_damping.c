/// The damping of the materials of shells, beside the shell itself: stresses b C E' by the rates of
/// its strains, and forces a M v. Sections are those of the damping's laws, which have b and a in
/// them. Source: docs/theory.md, section 4.
#include "elements/shell_point.h"

#include <string.h>

enum { NODES = GB_BASIS_NODES, SIZE = GB_ELEMENT_UNKNOWNS };

/// An element at a state: its present vectors v, their rates, and what its section needs.
typedef struct damping {
  const gb_shell_table *table;
  const gb_section *strained, *section; ///< of strains, and of stresses: that or its derivative
  gb_shell_geometry geometry;
  gb_shell_vectors s;
  gb_pack rate[GB_VECTORS][3];
  gb_geometry metric[GB_ELEMENT_METRIC], M[NODES * NODES], A[NODES];
  gb_section own, own_by;
} damping;

/// @param strained the section of which the strains are
static void open(const gb_element_input *in, const gb_element_state *state,
                 const gb_section *strained, damping *d) {
  d->table = in->table;
  d->strained = d->section = strained;
  gb_shell_geometry_of(in, strained, d->metric, &d->geometry);
  gb_shell_gather(in, state, &d->s);
  gb_shell_split(in->nodes, state->v, d->rate);
  for (int a = in->nodes - 1; a >= 0; a--)
    for (int i = 0; i < 3; i++) d->rate[a][i] -= d->rate[0][i];
  gb_shell_areas(d->table, &d->geometry, d->M, d->A);
}

/// Weights of the pairs for the stresses of the strains' change along x at the vectors v.
static void find_weights(const damping *d, const gb_pack v[][3], const gb_pack x[][3],
                         gb_pack W[GB_PAIRS]) {
  gb_pack G[GB_PAIRS];
  gb_kernel_gram_product(&d->table->form, v, x, G);
  gb_shell_stress_weights(d->table, &d->geometry, d->strained, d->section, G, W);
}

static void add_forces(const gb_element_input *in, const gb_element_state *state, const damping *d,
                       gb_pack r[]) {
  const gb_pack(*v)[3] = (const gb_pack(*)[3])d->s.v;
  gb_pack W[GB_PAIRS], R[GB_VECTORS][3];
  memset(R, 0, (size_t)d->table->form.vectors * sizeof R[0]);
  find_weights(d, v, (const gb_pack(*)[3])d->rate, W);
  gb_kernel_forces(&d->table->form, W, v, R);
  gb_shell_merge(in->nodes, (const gb_pack(*)[3])R, r);
  gb_shell_add_inertia(in->nodes, d->section, d->M, state->v, r);
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  damping d;
  open(in, state, gb_input_section(in, &d.own), &d);
  add_forces(in, state, &d, r);
}

/// A section without damping, whose strains are not known, is a limit of those along `by`.
static void parameter_residual(const gb_element_input *in, const gb_element_state *state, int k,
                               gb_pack r[]) {
  damping d;
  const gb_section *by = gb_input_section_by(in, k, &d.own_by);
  gb_section strained = *gb_input_section(in, &d.own);
  for (int lane = 0; lane < GB_LANES; lane++) {
    if (gb_lanes(&strained.membrane[0][0])[lane] != 0) continue;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        gb_lanes(&strained.membrane[i][j])[lane] = gb_lanes((gb_pack *)&by->membrane[i][j])[lane];
        gb_lanes(&strained.coupling[i][j])[lane] = gb_lanes((gb_pack *)&by->coupling[i][j])[lane];
      }
  }
  open(in, state, &strained, &d);
  d.section = by;
  add_forces(in, state, &d, r);
}

/// A state's Jacobian: strains change by sigma1 v and sigma0 v' along a direction, and the stresses
/// act along v; W are the stresses' weights times sigma0.
typedef struct linear {
  damping d;
  gb_pack along[GB_VECTORS][3], W[GB_PAIRS];
  double sigma[3];
} linear;

static void open_operator(const gb_element_input *in, const gb_element_state *state,
                          const double sigma[3], linear *o) {
  open(in, state, gb_input_section(in, &o->d.own), &o->d);
  memcpy(o->sigma, sigma, sizeof o->sigma);
  const gb_form *form = &o->d.table->form;
  find_weights(&o->d, (const gb_pack(*)[3])o->d.s.v, (const gb_pack(*)[3])o->d.rate, o->W);
  for (int p = 0; p < form->pairs; p++) o->W[p] *= sigma[0];
  for (int a = 0; a < form->vectors; a++)
    for (int i = 0; i < 3; i++)
      o->along[a][i] = sigma[1] * o->d.s.v[a][i] + sigma[0] * o->d.rate[a][i];
}

/// y += J x or its transpose, which exchanges where strains change and where stresses act.
static void apply(const gb_element_input *in, const linear *o, bool transpose, const gb_pack x[],
                  gb_pack y[]) {
  const gb_form *form = &o->d.table->form;
  const gb_pack(*v)[3] = (const gb_pack(*)[3])o->d.s.v;
  const gb_pack(*along)[3] = (const gb_pack(*)[3])o->along;
  gb_pack X[GB_VECTORS][3], Y[GB_VECTORS][3], W[GB_PAIRS], inertia[SIZE];
  gb_shell_split(in->nodes, x, X);
  memset(Y, 0, (size_t)form->vectors * sizeof Y[0]);
  find_weights(&o->d, transpose ? v : along, (const gb_pack(*)[3])X, W);
  gb_kernel_forces(form, W, transpose ? along : v, Y);
  gb_kernel_forces(form, o->W, (const gb_pack(*)[3])X, Y);
  gb_shell_merge(in->nodes, (const gb_pack(*)[3])Y, y);
  memset(inertia, 0, (size_t)(6 * in->nodes) * sizeof *inertia);
  gb_shell_add_inertia(in->nodes, o->d.section, o->d.M, x, inertia);
  for (int i = 0; i < 6 * in->nodes; i++) y[i] += o->sigma[1] * inertia[i];
}

static void product(const gb_element_input *in, const gb_element_state *state,
                    const double sigma[3], bool transpose, int count, const gb_pack x[],
                    gb_pack y[]) {
  const int size = 6 * in->nodes;
  linear o;
  open_operator(in, state, sigma, &o);
  for (int c = 0; c < count; c++) apply(in, &o, transpose, x + size * c, y + size * c);
}

/// Row by row, by the transpose.
static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  const int size = 6 * in->nodes;
  gb_pack x[SIZE];
  linear o;
  open_operator(in, state, sigma, &o);
  memset(x, 0, (size_t)size * sizeof *x);
  for (int i = 0; i < size; i++) {
    x[i] = (gb_pack){0} + 1.0;
    apply(in, &o, true, x, J + size * i);
    x[i] = (gb_pack){0};
  }
}

const gb_element gb_shell_damping = {.name = "damping of shells",
                                     .fields = {GB_SHELL},
                                     .damped = true,
                                     .uses_reference = true,
                                     .metric_size = gb_shell_metric_size,
                                     .metric = gb_shell_metric,
                                     .residual = residual,
                                     .jacobian = jacobian,
                                     .product = product,
                                     .parameter_residual = parameter_residual};
