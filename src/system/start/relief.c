/// Rigid motions of the present configuration, orthonormal in the mass, and their products.
#include "system/start/relief.h"
#include "system/nodal_values/cross.h"

#include <math.h>
#include <string.h>

enum { MOTIONS = GB_RELIEF_MOTIONS };

/// A motion is without inertia if its mass, divided by the sum of the squares of its nodal values,
/// is below this share of the largest such quotient of the motions before.
static const double NEGLIGIBLE = 1e-12;

struct gb_relief {
  const gb_model *model;
  const gb_relief_motions *free;
  gb_assembly *assembly;
  gb_arena *arena;
  size_t size; ///< number of nodal values
  bool known;  ///< whether the following data are those of t and q, and of the present loads
  double t;
  gb_scalar *q;
  const gb_scalar *shift;       ///< part of q by which designs change the reference; NULL: none
  gb_scalar *zero;              ///< zeros, [size]
  gb_scalar motion[MOTIONS][6]; ///< v and w of each r_k
  gb_scalar *r, *Mr;            ///< r_k and this rank's share of M r_k, [motions][size]
  gb_scalar power[MOTIONS];     ///< r_k . R
  gb_scalar *a, *balanced;      ///< acceleration; this rank's share of R + M a, [size]
  int capacity;
  gb_scalar *work; ///< [2][capacity][size]
};

int gb_relief_create(const gb_model *model, gb_assembly *assembly, gb_arena *arena, gb_relief **out,
                     gb_error *error) {
  gb_relief *s;
  const size_t size = gb_node_values(model->nodes), count = (size_t)model->relief->count;
  GB_TRY(GB_TAKE(arena, s, 1, error));
  *s = (gb_relief){
      .model = model, .free = model->relief, .assembly = assembly, .arena = arena, .size = size};
  GB_TRY(GB_TAKE(arena, s->q, size, error));
  GB_TRY(GB_TAKE(arena, s->zero, size, error));
  GB_TRY(GB_TAKE(arena, s->r, count * size, error));
  GB_TRY(GB_TAKE(arena, s->Mr, count * size, error));
  GB_TRY(GB_TAKE(arena, s->a, size, error));
  GB_TRY(GB_TAKE(arena, s->balanced, size, error));
  *out = s;
  return GB_OK;
}

static int make_room(gb_relief *s, int count, gb_error *error) {
  if (count <= s->capacity) return GB_OK;
  const int status = GB_TAKE(s->arena, s->work, 2 * (size_t)count * s->size, error);
  s->capacity = status == GB_OK ? count : 0;
  return gb_agree(s->model->comm, status, error);
}

/// Loop over the positions and directors of all nodes, which are vectors of the nodal values; the
/// multipliers of frames are not among them.
#define FOR_VECTORS(s, n, value)                                                                   \
  for (int32_t n = 0; n < (s)->model->nodes->count; n++)                                           \
    for (int32_t value = (s)->model->nodes->first[n],                                              \
                 end_ = value + gb_field_values((s)->model->nodes->fields[n] & GB_FRAME);          \
         value < end_; value += 3)

/// out[size] += the rates of the present nodal vectors in a rigid motion.
static void add_motion(const gb_relief *s, const gb_scalar motion[6], gb_scalar out[]) {
  const gb_node_set *nodes = s->model->nodes;
  FOR_VECTORS(s, n, value) {
    const bool moves = value == nodes->first[n] && gb_node_has(nodes, n, GB_POSITION);
    gb_scalar arm[3];
    for (int i = 0; i < 3; i++) {
      arm[i] = nodes->reference[value + i] + s->q[value + i];
      if (moves) arm[i] -= s->free->center[i];
      if (moves) out[value + i] += motion[i];
    }
    gb_add_cross(1, motion + 3, arm, out + value);
  }
}

/// out[size] += factor w x z for all positions and directors z.
static void add_turn(const gb_relief *s, const gb_scalar w[3], double factor, const gb_scalar z[],
                     gb_scalar out[]) {
  const gb_scalar by[3] = {factor * w[0], factor * w[1], factor * w[2]};
  FOR_VECTORS(s, n, value) gb_add_cross(1, by, z + value, out + value);
}

/// Copy the positions and directors of a nodal vector.
static void copy_vectors(const gb_relief *s, const gb_scalar z[], gb_scalar out[]) {
  FOR_VECTORS(s, n, value) memcpy(out + value, z + value, 3 * sizeof *out);
}

static gb_scalar dot(const gb_relief *s, const gb_scalar x[], const gb_scalar y[]) {
  gb_scalar sum = 0;
  for (size_t i = 0; i < s->size; i++) sum += x[i] * y[i];
  return sum;
}

static void add_up(const gb_relief *s, int count, gb_scalar sums[]) {
  MPI_Allreduce(MPI_IN_PLACE, sums, count, GB_MPI_SCALAR, MPI_SUM, s->model->comm);
}

/// y[count][size] += M x of this rank's elements. Collective.
static int add_inertia(const gb_relief *s, int count, const gb_scalar x[], gb_scalar y[],
                       gb_error *error) {
  static const double mass[3] = {0, 0, 1};
  const gb_nodal_state state = {.form = GB_FORM_EQUILIBRIUM,
                                .q = s->shift,
                                .increment = s->shift ? s->zero : NULL,
                                .reference_change = s->shift};
  const int status = gb_assembly_product(s->assembly, &(gb_nodal_operator){mass, &state, false},
                                         count, x, y, error);
  return gb_agree(s->model->comm, status, error);
}

/// Make the motions orthonormal in the mass by Gram and Schmidt's method.
static int orthonormalise(gb_relief *s, gb_error *error) {
  const int count = s->free->count;
  double largest = 0;
  for (int k = 0; k < count; k++) {
    gb_scalar *r = s->r + (size_t)k * s->size, *Mr = s->Mr + (size_t)k * s->size, sums[MOTIONS + 1];
    for (int pass = 0; pass < 2; pass++) {
      for (int l = 0; l < k; l++) sums[l] = dot(s, r, s->Mr + (size_t)l * s->size);
      add_up(s, k, sums);
      for (int l = 0; l < k; l++) {
        for (size_t i = 0; i < s->size; i++) {
          r[i] -= sums[l] * s->r[(size_t)l * s->size + i];
          Mr[i] -= sums[l] * s->Mr[(size_t)l * s->size + i];
        }
        for (int i = 0; i < 6; i++) s->motion[k][i] -= sums[l] * s->motion[l][i];
      }
    }
    sums[0] = dot(s, r, Mr);
    sums[1] = dot(s, r, r);
    add_up(s, 2, sums);
    const double share = gb_real(sums[0]) / gb_real(sums[1]);
    largest = fmax(largest, share);
    if (!(share > NEGLIGIBLE * largest))
      return gb_fail(error, GB_MASSLESS,
                     "%s: inertia relief: the model has a free rigid motion without inertia; "
                     "accepted: masses that resist accelerations in all of them",
                     s->free->where);
    const gb_scalar scale = 1 / gb_sqrt(sums[0]);
    for (size_t i = 0; i < s->size; i++) r[i] *= scale, Mr[i] *= scale;
    for (int i = 0; i < 6; i++) s->motion[k][i] *= scale;
  }
  return GB_OK;
}

static int find_motions(gb_relief *s, gb_error *error) {
  const size_t count = (size_t)s->free->count;
  memset(s->r, 0, count * s->size * sizeof *s->r);
  memset(s->Mr, 0, count * s->size * sizeof *s->Mr);
  for (size_t k = 0; k < count; k++) {
    for (int i = 0; i < 6; i++) s->motion[k][i] = s->free->motion[k][i];
    add_motion(s, s->motion[k], s->r + k * s->size);
  }
  GB_TRY(add_inertia(s, (int)count, s->r, s->Mr, error));
  return orthonormalise(s, error);
}

int gb_relief_find(gb_relief *s, const gb_nodal_state *at, gb_error *error) {
  const size_t bytes = s->size * sizeof *s->q;
  gb_nodal_state still = *at;
  int same = s->known && s->t == at->t && !memcmp(s->q, at->q, bytes);
  MPI_Allreduce(MPI_IN_PLACE, &same, 1, MPI_INT, MPI_MIN, s->model->comm);
  if (same) return GB_OK;
  s->known = false;
  s->shift = at->reference_change;
  memcpy(s->q, at->q, bytes);
  GB_TRY(find_motions(s, error));
  still.a = NULL;
  still.turning = GB_TURNING_KEPT;
  still.unheated = 0;
  memset(s->balanced, 0, bytes);
  gb_assembly_residual(s->assembly, &still, s->balanced);
  for (int k = 0; k < s->free->count; k++)
    s->power[k] = dot(s, s->r + (size_t)k * s->size, s->balanced);
  add_up(s, s->free->count, s->power);
  memset(s->a, 0, bytes);
  for (size_t k = 0; k < (size_t)s->free->count; k++)
    for (size_t i = 0; i < s->size; i++) {
      s->a[i] -= s->power[k] * s->r[k * s->size + i];
      s->balanced[i] -= s->power[k] * s->Mr[k * s->size + i];
    }
  s->t = at->t;
  s->known = true;
  return GB_OK;
}

void gb_relief_forget(gb_relief *s) {
  s->known = false;
}

const gb_scalar *gb_relief_acceleration(const gb_relief *s) {
  return s->a;
}

/// w[3] = sum_k weight[k] w_k.
static void sum_turns(const gb_relief *s, const gb_scalar weight[], gb_scalar w[3]) {
  for (int i = 0; i < 3; i++) {
    w[i] = 0;
    for (int k = 0; k < s->free->count; k++) w[i] += weight[k] * s->motion[k][3 + i];
  }
}

int gb_relief_direction(gb_relief *s, int count, const gb_scalar dz[], gb_scalar y[],
                        gb_error *error) {
  const size_t length = (size_t)count * s->size, motions = (size_t)s->free->count;
  gb_scalar w[3];
  GB_TRY(make_room(s, count, error));
  sum_turns(s, s->power, w);
  memset(s->work, 0, length * sizeof *s->work);
  for (size_t c = 0; dz && c < (size_t)count; c++)
    add_turn(s, w, -1, dz + c * s->size, s->work + c * s->size);
  if (dz) GB_TRY(add_inertia(s, count, s->work, y, error));
  for (size_t c = 0; c < (size_t)count; c++) {
    gb_scalar sums[MOTIONS], *out = y + c * s->size;
    for (size_t k = 0; k < motions; k++) {
      sums[k] = dot(s, s->r + k * s->size, out);
      if (!dz) continue;
      memset(s->work, 0, s->size * sizeof *s->work);
      add_turn(s, s->motion[k] + 3, 1, dz + c * s->size, s->work);
      sums[k] += dot(s, s->work, s->balanced);
    }
    add_up(s, (int)motions, sums);
    for (size_t k = 0; k < motions; k++)
      for (size_t i = 0; i < s->size; i++) out[i] -= sums[k] * s->Mr[k * s->size + i];
  }
  return GB_OK;
}

/// bar += the derivatives by z of psi . M a with the arms of a: psi . M (-w x dz) = (w x M psi) .
/// dz. Uses the memory that make_room provides.
static int add_inertia_bars(const gb_relief *s, int count, const gb_scalar psi[], gb_scalar bar[],
                            gb_error *error) {
  gb_scalar *Mpsi = s->work + (size_t)count * s->size, w[3];
  memset(s->work, 0, 2 * (size_t)count * s->size * sizeof *s->work);
  for (size_t c = 0; c < (size_t)count; c++)
    copy_vectors(s, psi + c * s->size, s->work + c * s->size);
  GB_TRY(add_inertia(s, count, s->work, Mpsi, error));
  sum_turns(s, s->power, w);
  for (size_t c = 0; c < (size_t)count; c++)
    add_turn(s, w, 1, Mpsi + c * s->size, bar + c * s->size);
  return GB_OK;
}

int gb_relief_product(gb_relief *s, int count, gb_scalar psi[], gb_scalar bar[], gb_error *error) {
  const size_t motions = (size_t)s->free->count;
  gb_scalar w[3];
  GB_TRY(make_room(s, count, error));
  for (size_t c = 0; c < (size_t)count; c++) {
    gb_scalar sums[MOTIONS], *of = psi + c * s->size;
    for (size_t k = 0; k < motions; k++) sums[k] = dot(s, s->Mr + k * s->size, of);
    add_up(s, (int)motions, sums);
    for (size_t k = 0; k < motions; k++)
      for (size_t i = 0; i < s->size; i++) of[i] -= sums[k] * s->r[k * s->size + i];
    sum_turns(s, sums, w);
    // -(w x dz) . R = (w x R) . dz
    if (bar) add_turn(s, w, 1, s->balanced, bar + c * s->size);
  }
  if (!bar) return GB_OK;
  return add_inertia_bars(s, count, psi, bar, error);
}

int gb_relief_weigh(gb_relief *s, int count, const gb_scalar bar_a[], gb_scalar psi[],
                    gb_scalar bar[], gb_error *error) {
  const size_t motions = (size_t)s->free->count;
  gb_scalar w[3];
  GB_TRY(make_room(s, count, error));
  memset(psi, 0, (size_t)count * s->size * sizeof *psi);
  for (size_t c = 0; c < (size_t)count; c++) {
    gb_scalar sums[MOTIONS];
    for (size_t k = 0; k < motions; k++) sums[k] = dot(s, s->r + k * s->size, bar_a + c * s->size);
    add_up(s, (int)motions, sums);
    for (size_t k = 0; k < motions; k++)
      for (size_t i = 0; i < s->size; i++) psi[c * s->size + i] -= sums[k] * s->r[k * s->size + i];
    sum_turns(s, sums, w);
    add_turn(s, w, 1, s->balanced, bar + c * s->size);
    sum_turns(s, s->power, w);
    add_turn(s, w, 1, bar_a + c * s->size, bar + c * s->size);
  }
  return add_inertia_bars(s, count, psi, bar, error);
}

void gb_relief_write(const gb_relief *s, double mass, gb_relief_report *report) {
  const gb_node_set *nodes = s->model->nodes;
  gb_scalar force[3] = {0}, w[3];
  for (int k = 0; k < s->free->count; k++)
    for (int32_t n = 0; n < nodes->count; n++)
      for (int i = 0; gb_node_has(nodes, n, GB_POSITION) && i < 3; i++)
        force[i] -=
            s->power[k] * s->Mr[(size_t)k * s->size + gb_node_displacement(nodes, n) + (size_t)i];
  add_up(s, 3, force);
  sum_turns(s, s->power, w);
  report->active = true;
  for (int i = 0; i < 3; i++) {
    report->acceleration[i] = gb_real(force[i]) / mass;
    report->angular[i] = 0 - gb_real(w[i]);
  }
}
