/// Results of contacts, one element after another.
#include "elements/contact/contact_lanes.h"

#include "elements/tangents.h"
#define GB_JET_SLOPES 1
#include "elements/jet.h"

#include <string.h>

void gb_contact_find_place(int dimension, int nodes, const gb_geometry (*X)[3], int lane, int point,
                           gb_contact_place *at) {
  gb_quadrature_point rule[GB_SURFACE_POINTS];
  gb_shape_values shape;
  gb_geometry G1[3], G2[3], normal[3];
  *at = (gb_contact_place){.weight = {1}, .area = 1};
  if (dimension == 0) return;
  const gb_basis *basis = gb_basis_of(dimension, nodes);
  gb_basis_quadrature(basis, rule);
  gb_basis_shape(basis, rule[point].xi, rule[point].eta, &shape);
  gb_basis_tangents(nodes, &shape, X, G1, G2);
  gb_geometry area =
      dimension == 1 ? gb_pack_sqrt(gb_dot(G1, G1)) : gb_geometry_cross(G1, G2, normal);
  at->area = rule[point].weight * gb_reference_of(&area, lane);
  memcpy(at->weight, shape.N, sizeof at->weight);
}

int gb_contact_count_places(int dimension, int nodes) {
  return dimension == 0 ? 1 : gb_basis_of(dimension, nodes)->points;
}

void gb_contact_note(int point, bool slopes, gb_contact_answer *out) {
  const size_t bytes = (size_t)out->size * sizeof *out->r;
  if (!out->touching) memset(out->r, 0, bytes);
  if (!out->touching) memset(out->kept, 0, sizeof out->kept);
  if (!out->touching) out->spent = 0;
  for (int i = 0; !out->touching && slopes && i < 2 * out->size; i++)
    memset(out->J[i % 2][i / 2], 0, bytes);
  out->touching |= (uint64_t)1 << point;
}

/// Compute the answers of all lanes.
/// @param put adds the answer of a lane to the results
static void solve(const gb_contact_kernel *kernel, int size, const gb_element_input *in,
                  const gb_element_state *state, bool slopes,
                  void (*put)(const gb_element_state *state, int lane,
                              const gb_contact_answer *from, void *results),
                  void *results) {
  gb_contact_answer out;
  out.size = size;
  for (int lane = 0; lane < GB_LANES; lane++) {
    if (!gb_lane_repeats(in, state, size, lane)) {
      out.touching = 0;
      kernel->solve(in, state, lane, slopes, &out);
    }
    put(state, lane, &out, results);
  }
}

static void put_residual(const gb_element_state *state, int lane, const gb_contact_answer *from,
                         void *r) {
  for (int i = 0; from->touching && i < from->size; i++) {
    gb_scalar *to = &gb_lanes(&((gb_pack *)r)[i])[lane];
    *to += from->r[i];
    for (int j = 0; state->linear && j < from->size; j++)
      *to += from->J[0][i][j] * gb_lane_of(&state->q[j], lane);
  }
}

void gb_contact_residual(const gb_contact_kernel *kernel, int size, const gb_element_input *in,
                         const gb_element_state *state, gb_pack r[]) {
  solve(kernel, size, in, state, false, put_residual, r);
}

static void put_kept(const gb_element_state *state, int lane, const gb_contact_answer *from,
                     void *kept) {
  (void)state;
  for (int i = 0; i < GB_ELEMENT_KEPT; i++)
    gb_lanes(&((gb_pack *)kept)[i])[lane] = from->touching ? from->kept[i] : 0;
}

void gb_contact_remember(const gb_contact_kernel *kernel, int size, const gb_element_input *in,
                         const gb_element_state *state, int keeps, gb_pack kept[]) {
  gb_pack all[GB_ELEMENT_KEPT];
  solve(kernel, size, in, state, false, put_kept, all);
  memcpy(kept, all, (size_t)keeps * sizeof *kept);
}

static void put_spent(const gb_element_state *state, int lane, const gb_contact_answer *from,
                      void *energy) {
  (void)state;
  if (from->touching) gb_lanes((gb_pack *)energy)[lane] += from->spent;
}

void gb_contact_spend(const gb_contact_kernel *kernel, int size, const gb_element_input *in,
                      const gb_element_state *state, gb_pack *energy) {
  solve(kernel, size, in, state, false, put_spent, energy);
}

/// The matrix to which a Jacobian is added.
typedef struct matrix {
  const double *sigma;
  gb_pack *J;
} matrix;

static void put_jacobian(const gb_element_state *state, int lane, const gb_contact_answer *from,
                         void *results) {
  const matrix *to = results;
  (void)state;
  for (int i = 0; from->touching && i < from->size; i++)
    for (int j = 0; j < from->size; j++)
      gb_lanes(&to->J[from->size * i + j])[lane] +=
          to->sigma[0] * from->J[0][i][j] + to->sigma[1] * from->J[1][i][j];
}

void gb_contact_jacobian(const gb_contact_kernel *kernel, int size, const gb_element_input *in,
                         const gb_element_state *state, const double sigma[3], gb_pack J[]) {
  solve(kernel, size, in, state, true, put_jacobian, &(matrix){sigma, J});
}

static void put_kinks(const gb_element_state *state, int lane, const gb_contact_answer *from,
                      void *side) {
  (void)state;
  ((uint64_t *)side)[lane] = from->touching;
}

void gb_contact_kinks(const gb_contact_kernel *kernel, int size, const gb_element_input *in,
                      const gb_element_state *state, uint64_t side[]) {
  solve(kernel, size, in, state, false, put_kinks, side);
}

/// Compute a field in all lanes, one after another, and hand each to `put`.
static void sample_lanes(const gb_contact_kernel *kernel, int size, const gb_element_input *in,
                         const gb_element_state *state, gb_field field, bool slopes,
                         void (*put)(int lane, const gb_contact_samples *from, void *results),
                         void *results) {
  gb_contact_samples out;
  for (int lane = 0; lane < GB_LANES; lane++) {
    if (!gb_lane_repeats(in, state, size, lane)) {
      memset(&out, 0, slopes || state->linear ? sizeof out : offsetof(gb_contact_samples, slope));
      out.size = size;
      kernel->sample(in, state, lane, field, slopes, &out);
    }
    put(lane, &out, results);
  }
}

/// Arrays of a field's samples.
typedef struct sample_arrays {
  gb_pack *f;
  gb_geometry *area;
} sample_arrays;

static void put_samples(int lane, const gb_contact_samples *from, void *results) {
  const sample_arrays *to = results;
  for (int i = 0; i < from->count; i++) {
    gb_lanes(&to->f[i])[lane] = from->f[i];
    gb_lanes((gb_pack *)&to->area[i])[lane] = from->area[i];
  }
}

void gb_contact_sample(const gb_contact_kernel *kernel, int size, const gb_element_input *in,
                       const gb_element_state *state, gb_field field, gb_pack f[],
                       gb_geometry area[]) {
  sample_lanes(kernel, size, in, state, field, false, put_samples, &(sample_arrays){f, area});
}

/// Vectors to which derivatives of a field are added.
typedef struct sample_slopes {
  int count;
  const gb_pack *g;
  gb_pack *bar;
} sample_slopes;

static void put_slopes(int lane, const gb_contact_samples *from, void *results) {
  const sample_slopes *to = results;
  for (int c = 0; c < to->count; c++)
    for (int k = 0; k < from->count; k++)
      for (int i = 0; i < from->size; i++)
        gb_lanes(&to->bar[from->size * c + i])[lane] +=
            gb_lane_of(&to->g[from->count * c + k], lane) * from->slope[k][i];
}

void gb_contact_sample_product(const gb_contact_kernel *kernel, int size,
                               const gb_element_input *in, const gb_element_state *state,
                               gb_field field, int count, const gb_pack g[], gb_pack bar[]) {
  sample_lanes(kernel, size, in, state, field, true, put_slopes, &(sample_slopes){count, g, bar});
}
