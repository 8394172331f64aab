/// Elements for the damping of the materials of shells and beams: stresses b C E' of the strain
/// rates, and forces a M v. Strains are linear in dot products of the vectors. The sections of
/// these elements are viscosities, which include b and a. Source: docs/theory.md, section 4.
#include "elements/beam/beam_point.h"
#include "elements/shell/shell_point.h"

#include <string.h>

enum { SIZE = GB_ELEMENT_UNKNOWNS };

/// The beam of an element of a line.
typedef struct beam_memory {
  const gb_beam_line *line;
  gb_beam_line own_line; ///< `line`, unless the batch of the beam keeps it
  gb_section soft;       ///< the section for the strains of the line
  gb_beam_axial axial;
} beam_memory;

/// An element at a state: its present vectors v, their rates, and the reference vectors.
typedef struct damping {
  const gb_element_input *in;
  const gb_form *form;
  const beam_memory *beam; ///< NULL: the element is a shell
  gb_pack v[GB_VECTORS][3], rate[GB_VECTORS][3];
  /// section for the strains; section for the stresses, the same or its derivative
  const gb_section *strained, *section;
  struct {
    gb_shell_geometry geometry;
    /// of the geometry; then the areas of an element that is not tapered
    gb_geometry memory[GB_SHELL_MEMORY + GB_SURFACE_NODES * GB_SURFACE_NODES];
  } shell;
} damping;

static void open_shell(const gb_element_state *state, damping *d) {
  const gb_element_input *in = d->in;
  const gb_shell_table *table = in->table;
  gb_geometry A[GB_SURFACE_NODES];
  gb_shell_vectors s;
  gb_shell_geometry_of(in, state, d->strained, d->shell.memory, &d->shell.geometry);
  if (!in->layup->tapered)
    gb_shell_areas(in, &d->shell.geometry, d->strained, 0, NULL, d->shell.memory + GB_SHELL_MEMORY,
                   A);
  gb_shell_gather(in, state, &s);
  memcpy(d->v, s.v, sizeof d->v);
  gb_shell_split(in->nodes, state->v, d->rate);
  for (int a = in->nodes - 1; a >= 0; a--)
    for (int i = 0; i < 3; i++) d->rate[a][i] -= d->rate[0][i];
  d->form = &table->form;
}

static void open_beam(const gb_element_state *state, beam_memory *beam, damping *d) {
  gb_beam_vectors s;
  beam->line = gb_beam_line_of(d->in, &beam->own_line);
  gb_beam_gather(d->in, &(gb_element_state){.q = state->v}, &s);
  memcpy(d->rate, s.U, sizeof d->rate);
  gb_beam_gather(d->in, state, &s);
  memcpy(d->v, s.v, sizeof d->v);
  d->form = &((const gb_beam_table *)d->in->table)->form;
  gb_pack G[GB_PAIRS], E[GB_BEAM_PLACES][GB_BEAM_STRAINS];
  gb_kernel_gram(d->form, (const gb_pack(*)[3])s.V, (const gb_pack(*)[3])s.U,
                 (const gb_pack(*)[3])s.v, G);
  gb_beam_strains(d->in->table, beam->line, G, E);
  gb_beam_stretch(d->in->table, beam->line, &d->strained->beam, s.linear, E, &beam->axial);
  d->beam = beam;
  d->section = gb_beam_soft_section(d->in, beam->line, d->section, &beam->soft);
}

/// @param strained the section for the strains
/// @param section the section for the stresses, the same or its derivative
/// @param beam memory for a beam; NULL: the element is a shell
static void open(const gb_element_input *in, const gb_element_state *state,
                 const gb_section *strained, const gb_section *section, beam_memory *beam,
                 damping *d) {
  d->in = in;
  d->beam = NULL;
  d->strained = strained;
  d->section = section;
  if (gb_section_laws[in->layup->kind]->beam)
    open_beam(state, beam, d);
  else
    open_shell(state, d);
}

/// Compute the weights of pairs for the stresses of the change of strains in the direction x at the
/// vectors v.
static void find_weights(const damping *d, const gb_pack v[][3], const gb_pack x[][3],
                         gb_pack W[GB_PAIRS]) {
  const void *table = d->in->table;
  gb_pack G[GB_PAIRS];
  gb_kernel_gram_product(d->form, v, x, G);
  if (d->beam)
    gb_beam_stress_weights(table, d->beam->line, &d->section->beam, &d->beam->axial, NULL, G, W);
  else
    gb_shell_stress_weights(d->in, &d->shell.geometry, d->strained, d->section, G, W);
}

/// Add forces on vectors to the element's values.
static void merge(const damping *d, const gb_pack R[][3], gb_pack r[]) {
  if (!d->beam) gb_shell_merge(d->in->nodes, R, r);
  for (int a = 0; d->beam && a < d->form->vectors; a++)
    for (int i = 0; i < 3; i++) r[3 * a + i] += R[a][i];
}

/// y += factor a M x.
static void add_inertia(const damping *d, double factor, const gb_pack x[], gb_pack y[]) {
  gb_pack M[GB_BEAM_VECTORS][GB_BEAM_VECTORS], scaled[SIZE];
  gb_geometry areas[GB_SURFACE_NODES * GB_SURFACE_NODES], A[GB_SURFACE_NODES];
  gb_section own;
  if (d->beam) {
    gb_beam_masses(&d->section->beam, M);
    gb_beam_add_inertia(d->beam->line, d->in->nodes, (const gb_pack(*)[GB_BEAM_VECTORS])M, factor,
                        x, y);
    return;
  }
  for (int i = 0; i < 6 * d->in->nodes; i++) scaled[i] = factor * x[i];
  if (!d->in->layup->tapered)
    gb_shell_add_inertia(d->in->nodes, d->section, d->shell.memory + GB_SHELL_MEMORY, scaled, y);
  for (int part = 0; d->in->layup->tapered && part < gb_shell_parts(d->in); part++) {
    const gb_section *of =
        gb_shell_areas(d->in, &d->shell.geometry, d->section, part, &own, areas, A);
    gb_shell_add_inertia(d->in->nodes, of, areas, scaled, y);
  }
}

static void add_forces(const gb_element_state *state, const damping *d, gb_pack r[]) {
  gb_pack W[GB_PAIRS], R[GB_VECTORS][3];
  memset(R, 0, (size_t)d->form->vectors * sizeof R[0]);
  find_weights(d, d->v, d->rate, W);
  gb_kernel_forces(d->form, W, d->v, R);
  merge(d, (const gb_pack(*)[3])R, r);
  add_inertia(d, 1, state->v, r);
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  damping d;
  gb_section own[GB_SHELL_SECTIONS];
  beam_memory beam;
  const gb_section *section = gb_shell_sections(in, own);
  open(in, state, section, section, &beam, &d);
  add_forces(state, &d, r);
}

/// A section of a shell without damping does not determine the assumed strains: take the limit of
/// damped sections in the direction `by`.
static void take_limit(const gb_section *by, gb_section *section) {
  for (int lane = 0; lane < GB_LANES; lane++) {
    if (gb_lanes(&section->membrane[0][0])[lane] != 0) continue;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        gb_lanes(&section->membrane[i][j])[lane] = gb_lanes((gb_pack *)&by->membrane[i][j])[lane];
        gb_lanes(&section->coupling[i][j])[lane] = gb_lanes((gb_pack *)&by->coupling[i][j])[lane];
      }
  }
}

static void parameter_residual(const gb_element_input *in, const gb_element_state *state, int k,
                               gb_pack r[]) {
  damping d;
  gb_section own[GB_SHELL_SECTIONS], strained[GB_SHELL_SECTIONS], own_by[GB_SHELL_SECTIONS];
  const gb_section *section = gb_shell_sections(in, own), *by = gb_shell_sections_by(in, k, own_by);
  const int count = in->layup->tapered ? 1 + ((const gb_shell_table *)in->table)->points : 1;
  for (int s = 0; s < count; s++) {
    strained[s] = section[s];
    take_limit(&by[s], &strained[s]);
  }
  open(in, state, strained, by, NULL, &d);
  add_forces(state, &d, r);
}

/// Data of the Jacobian of an element at a state. Strain rates change by sigma1 v and sigma0 v' in
/// a direction, and the stresses act in the direction v; W are the weights of the stresses times
/// sigma0.
typedef struct linear {
  const damping *d;
  gb_pack along[GB_VECTORS][3], W[GB_PAIRS];
  double mass; ///< sigma1
  /// of beams: the change of the axial strain's rate by the strains, and the axial viscous force,
  /// both times sigma0
  gb_pack rate[GB_BEAM_PLACES][GB_BEAM_STRAINS], force[GB_BEAM_PLACES];
} linear;

static void open_operator(const damping *d, const double sigma[3], linear *o) {
  o->d = d;
  o->mass = sigma[1];
  find_weights(d, d->v, d->rate, o->W);
  for (int p = 0; p < d->form->pairs; p++) o->W[p] *= sigma[0];
  for (int a = 0; a < d->form->vectors; a++)
    for (int i = 0; i < 3; i++) o->along[a][i] = sigma[1] * d->v[a][i] + sigma[0] * d->rate[a][i];
  if (!d->beam) return;
  const gb_beam_table *t = d->in->table;
  gb_pack G[GB_PAIRS], E[GB_BEAM_PLACES][GB_BEAM_STRAINS], S[GB_BEAM_STRAINS];
  gb_kernel_gram_product(d->form, d->v, d->rate, G);
  gb_beam_strains(t, d->beam->line, G, E);
  for (int g = 0; g < t->points; g++) {
    gb_pack stretched = {0};
    for (int i = 0; i < GB_BEAM_STRAINS; i++) {
      o->rate[g][i] = (gb_pack){0};
      for (int j = 0; j < GB_BEAM_STRAINS; j++)
        o->rate[g][i] += sigma[0] * d->beam->axial.second[g][i][j] * E[g][j];
      stretched += d->beam->axial.slope[g][i] * E[g][i];
    }
    E[g][GB_BEAM_AXIAL] = stretched;
    gb_beam_stress(&d->section->beam, E[g], S);
    o->force[g] = sigma[0] * S[GB_BEAM_AXIAL];
  }
}

/// Y += J X or J^T X of a beam's strains, whose axial strain is no product of vectors.
static void apply_beam(const linear *o, bool transpose, const gb_pack X[][3], gb_pack Y[][3]) {
  const damping *d = o->d;
  const gb_beam_table *t = d->in->table;
  const gb_pack(*along)[3] = (const gb_pack(*)[3])o->along;
  gb_pack G[GB_PAIRS], W[GB_PAIRS], by_v[GB_BEAM_PLACES][GB_BEAM_STRAINS];
  gb_pack E[GB_BEAM_PLACES][GB_BEAM_STRAINS], S[GB_BEAM_PLACES][GB_BEAM_STRAINS];
  gb_pack other[GB_BEAM_PLACES][GB_BEAM_STRAINS];
  gb_kernel_gram_product(d->form, d->v, X, G);
  gb_beam_strains(t, d->beam->line, G, by_v);
  if (!transpose) gb_kernel_gram_product(d->form, along, X, G);
  gb_beam_strains(t, d->beam->line, G, E);
  memset(other, 0, sizeof other);
  for (int g = 0; g < t->points; g++) {
    gb_pack stretched = {0};
    for (int i = 0; i < GB_BEAM_STRAINS; i++) {
      stretched += d->beam->axial.slope[g][i] * E[g][i];
      if (!transpose) stretched += o->rate[g][i] * by_v[g][i];
    }
    E[g][GB_BEAM_AXIAL] = stretched;
    gb_beam_stress(&d->section->beam, E[g], S[g]);
    for (int i = 0; i < GB_BEAM_STRAINS; i++) {
      for (int j = 0; j < GB_BEAM_STRAINS; j++)
        other[g][i] += o->force[g] * d->beam->axial.second[g][i][j] * by_v[g][j];
      if (transpose) other[g][i] += o->rate[g][i] * S[g][GB_BEAM_AXIAL];
    }
    gb_beam_conjugate(&d->beam->axial, g, S[g], S[g]);
  }
  gb_beam_weights(t, d->beam->line, (const gb_pack(*)[GB_BEAM_STRAINS])S, W);
  gb_kernel_forces(d->form, W, transpose ? along : d->v, Y);
  gb_beam_weights(t, d->beam->line, (const gb_pack(*)[GB_BEAM_STRAINS])other, W);
  gb_kernel_forces(d->form, W, d->v, Y);
}

/// y += J x or J^T x; the transpose exchanges the directions of strains and stresses.
static void apply(const linear *o, bool transpose, const gb_pack x[], gb_pack y[]) {
  const damping *d = o->d;
  const gb_pack(*along)[3] = (const gb_pack(*)[3])o->along;
  gb_pack X[GB_VECTORS][3], Y[GB_VECTORS][3], W[GB_PAIRS];
  if (d->beam)
    gb_beam_relative(d->in->nodes, x, X);
  else
    gb_shell_split(d->in->nodes, x, X);
  memset(Y, 0, (size_t)d->form->vectors * sizeof Y[0]);
  if (d->beam)
    apply_beam(o, transpose, (const gb_pack(*)[3])X, Y);
  else {
    find_weights(d, transpose ? d->v : along, (const gb_pack(*)[3])X, W);
    gb_kernel_forces(d->form, W, transpose ? along : d->v, Y);
  }
  gb_kernel_forces(d->form, o->W, (const gb_pack(*)[3])X, Y);
  merge(d, (const gb_pack(*)[3])Y, y);
  add_inertia(d, o->mass, x, y);
}

static void product(const gb_element_input *in, const gb_element_state *state,
                    const double sigma[3], bool transpose, int count, const gb_pack x[],
                    gb_pack y[]) {
  damping d;
  linear o;
  gb_section own[GB_SHELL_SECTIONS];
  beam_memory beam;
  const gb_section *section = gb_shell_sections(in, own);
  open(in, state, section, section, &beam, &d);
  open_operator(&d, sigma, &o);
  const int size = 3 * d.form->vectors;
  for (int c = 0; c < count; c++) apply(&o, transpose, x + size * c, y + size * c);
}

/// Compute the Jacobian by rows, by products with the transpose.
static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  gb_pack x[SIZE];
  damping d;
  linear o;
  gb_section own[GB_SHELL_SECTIONS];
  beam_memory beam;
  const gb_section *section = gb_shell_sections(in, own);
  open(in, state, section, section, &beam, &d);
  open_operator(&d, sigma, &o);
  const int size = 3 * d.form->vectors;
  memset(x, 0, (size_t)size * sizeof *x);
  for (int i = 0; i < size; i++) {
    x[i] = (gb_pack){0} + 1.0;
    apply(&o, true, x, J + size * i);
    x[i] = (gb_pack){0};
  }
}

#define DAMPING .damped = true, .residual = residual, .jacobian = jacobian, .product = product

const gb_element gb_shell_damping = {.name = "damping of shells",
                                     .fields = {GB_SHELL},
                                     .uses_reference = true,
                                     .parameter_residual = parameter_residual,
                                     .metric_size = gb_shell_metric_size,
                                     .metric = gb_shell_metric,
                                     DAMPING};
const gb_element gb_beam_damping = {.name = "damping of beams",
                                    .fields = {GB_FRAME},
                                    .metric_size = gb_beam_metric_size,
                                    .metric = gb_beam_metric,
                                    DAMPING};
