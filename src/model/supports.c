/// Supports as directions that a node's displacement and director may not take. They are
/// eliminated: a held direction has no unknown. Source: docs/theory.md, section 2 (ties).
#include "base/length.h"
#include "model/build.h"

#include <math.h>
#include <string.h>

/// A linked node has no unknowns that could be held.
static int check_linked(const gb_build *b, const gb_support *support, const gb_group *group,
                        gb_error *error) {
  for (int32_t i = 0; i < group->nodes; i++) {
    const int32_t node = group->node[i];
    if (b->kind[node] == GB_NODE_TIED)
      return gb_fail(error, GB_MODEL,
                     "%s: node %lld of group '%s' is linked to body '%s'; accepted: nodes that are "
                     "not; hold the body by a joint with ground",
                     support->where, (long long)gb_build_node_id(b, node), support->group,
                     b->problem->bodies.entry[gb_build_body_of(b, b->tie[node].term[0].node)].name);
  }
  return GB_OK;
}

static int hold(gb_build *b, const gb_support *support, gb_error *error) {
  const gb_group *group;
  GB_TRY(gb_build_group(b, support->where, support->group, -1, &group, error));
  GB_TRY(check_linked(b, support, group, error));
  unsigned bits = support->fix;
  if (support->symmetry >= 0) bits |= 1u << (GB_HOLD_SYMMETRY + support->symmetry);
  for (int32_t i = 0; i < group->nodes; i++) b->held[group->node[i]] |= (unsigned short)bits;
  return gb_build_check_group(b, support->where, group, error);
}

/// Some but not all rotations of a frame are held director by director, which asks each director
/// to be along or across the axes that are left.
static int check_frame(const gb_build *b, int32_t node, int32_t second, gb_error *error) {
  const unsigned held = b->held[node] & (GB_FIX_RX | GB_FIX_RY | GB_FIX_RZ);
  const double *const axis[3] = {b->director[node], gb_build_axis(b, second, 0),
                                 gb_build_axis(b, second, 1)};
  for (int k = 0; k < 3; k++)
    for (int a = 0; a < 3; a++)
      for (int w = 0; w < 3; w++) {
        if (!(held & (unsigned)(GB_FIX_RX << a)) || held & (unsigned)(GB_FIX_RX << w)) continue;
        if (fabs(axis[k][a] * axis[k][w]) < 1e-6 || b->held[node] & GB_FIX_ROTATION) continue;
        return gb_fail(error, GB_MODEL,
                       "%s: the supports hold some rotations of node %lld, where the shells have a "
                       "kink whose normals are oblique to their axes; accepted: rotation or all",
                       b->problem->file, (long long)b->mesh->node_id[node]);
      }
  return GB_OK;
}

/// What holds a node at a kink holds both halves of its frame.
static int hold_kinks(gb_build *b, gb_error *error) {
  const int32_t first = gb_build_kink_node(b, 0);
  for (int i = 0; i < b->kinks; i++) {
    const int32_t node = b->kink[i].mesh_node;
    b->held[first + i] = b->held[node];
    if (b->second[node] == first + i) GB_TRY(check_frame(b, node, first + i, error));
  }
  return GB_OK;
}

int gb_build_supports(gb_build *b, gb_error *error) {
  for (int i = 0; i < b->problem->supports.count; i++)
    GB_TRY(hold(b, &b->problem->supports.entry[i], error));
  GB_TRY(hold_kinks(b, error));
  for (int p = 0; p < b->model->entries->points; p++) {
    const gb_point_mass *entry = b->point[p].entry;
    bool given = !entry || entry->motion[0]; // the ground, or a motion in place of unknowns
    b->held[b->mesh->nodes + p] = (unsigned short)(given ? GB_FIX_ALL : entry->fix);
  }
  return GB_OK;
}

/// Remove from v its part along the first `count` orthonormal directions and normalise.
/// @return false when (nearly) nothing is left
static bool orthonormalise(int count, const double direction[][3], double v[3]) {
  double before = gb_length(v);
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < count; k++) {
      double along = v[0] * direction[k][0] + v[1] * direction[k][1] + v[2] * direction[k][2];
      for (int i = 0; i < 3; i++) v[i] -= along * direction[k][i];
    }
  double size = gb_length(v);
  if (before == 0 || size < 1e-6 * before) return false;
  for (int i = 0; i < 3; i++) v[i] /= size;
  return true;
}

/// Directions that supports hold, orthonormal. A rotation about axis a is held by delta.(a x D) =
/// 0. A director along the normal of a plane of symmetry stays.
static int held_directions(const gb_build *b, int32_t node, int vector, double direction[3][3]) {
  unsigned bits = b->held[node];
  int count = 0;
  const double *D = gb_build_axis(b, node, vector);
  bool fixed = D && D[0] == 0 && D[1] == 0 && D[2] == 0; // a frame of two directors
  for (int axis = 0; D && axis < 3; axis++)
    fixed |= bits >> (GB_HOLD_SYMMETRY + axis) & 1 && fabs(D[axis]) > 1 - 1e-6;
  for (int axis = 0; axis < 3; axis++) {
    bool along = fixed || bits >> (GB_HOLD_SYMMETRY + axis) & 1;
    along |= !D ? bits & (unsigned)(GB_FIX_X << axis) : bits & GB_FIX_ROTATION;
    if (!along) continue;
    double unit[3] = {axis == 0, axis == 1, axis == 2};
    if (orthonormalise(count, direction, unit)) memcpy(direction[count++], unit, sizeof unit);
  }
  for (int axis = 0; D && axis < 3 && count < 3; axis++) {
    if (!(bits & (unsigned)(GB_FIX_RX << axis))) continue;
    double turn[3] = {0};
    turn[(axis + 1) % 3] = -D[(axis + 2) % 3];
    turn[(axis + 2) % 3] = D[(axis + 1) % 3];
    if (turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] < 1e-12) continue; // drilling
    if (orthonormalise(count, direction, turn)) memcpy(direction[count++], turn, sizeof turn);
  }
  return count;
}

/// Multipliers lie in the places of a node's displacement, then its director.
static int axes_of_rows(unsigned rows, int vector, double direction[3][3]) {
  int count = 0;
  for (int k = 0; k < 3; k++) {
    if (!(rows >> (3 * vector + k) & 1)) continue;
    for (int i = 0; i < 3; i++) direction[count][i] = i == k;
    count++;
  }
  return count;
}

int gb_build_free_directions(const gb_build *b, int32_t node, int vector, double direction[3][3]) {
  const gb_node_kind kind = (gb_node_kind)b->kind[node];
  if (kind == GB_NODE_UNUSED || kind == GB_NODE_TIED || (kind == GB_NODE_POINT && vector == 1))
    return 0;
  if (kind == GB_NODE_MULTIPLIER)
    return axes_of_rows(gb_build_frame(b, node)->rows, vector, direction);
  double all[6][3];
  int held = held_directions(b, node, vector, all), count = held;
  for (int axis = 0; axis < 3 && count < 3; axis++) {
    double unit[3] = {axis == 0, axis == 1, axis == 2};
    if (orthonormalise(count, all, unit)) memcpy(all[count++], unit, sizeof unit);
  }
  memcpy(direction, all[held], (size_t)(count - held) * sizeof direction[0]);
  return count - held;
}
