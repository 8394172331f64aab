/// Components of nodes that supports fix, and the remaining free directions.
#include "model/constraints/supports.h"

#include "base/length.h"
#include "problem/controls.h"
#include "problem/numbers.h"

#include <math.h>
#include <string.h>

enum { FIXED_SYMMETRY = 7 }; ///< bit of a symmetry plane normal to x; y and z follow

/// Model nodes on which a support acts.
typedef struct held_nodes {
  const gb_group *group; ///< NULL: the support acts on a body
  int32_t count, own;
  const int32_t *node; ///< [count]; NULL: only the node `own`
} held_nodes;

static int32_t held_node(const held_nodes *held, int32_t i) {
  return held->node ? held->node[i] : held->own;
}

/// Find the nodes of a support. Local. errors: those of its group or body
static int find_held(const gb_topology *t, const gb_support *support, held_nodes *out,
                     gb_error *error) {
  int body;
  *out = (held_nodes){.count = 1};
  if (support->body) {
    GB_TRY(gb_need_body(t->from, support->where, support->body, &body, error));
    out->own = gb_topology_body(t, body);
    return GB_OK;
  }
  GB_TRY(gb_find_group(t->from, support->where, support->group, -1, &out->group, error));
  out->node = out->group->node;
  out->count = out->group->nodes;
  return GB_OK;
}

bool gb_support_fixes(const gb_topology *t, const gb_support *support, int32_t node) {
  held_nodes held;
  gb_error none = {0};
  bool found = false;
  if (find_held(t, support, &held, &none) != GB_OK) return false;
  for (int32_t i = 0; i < held.count; i++) found = found || held_node(&held, i) == node;
  return found;
}

/// Refuse supports at linked nodes, which have no unknowns.
static int check_linked(const gb_topology *t, const gb_support *support, int32_t node,
                        gb_error *error) {
  char words[200];
  if (!gb_topology_is_tied(t, node)) return GB_OK;
  const int32_t master = gb_topology_master(t, node);
  const int body = master < 0 ? -1 : gb_topology_body_of(t, master);
  gb_origin_words(t->origins, t->id[node], sizeof words, words);
  return gb_fail(error, GB_LINK_CONFLICT,
                 "%s: %s%s%s is linked to %s%s%s; accepted: nodes that are not; hold a body by an "
                 "entry with body, or a joint with ground",
                 support->where, words, support->group ? " of group " : "",
                 support->group ? support->group : "", body < 0 ? "another node" : "body '",
                 body < 0 ? "" : t->from->problem->bodies.entry[body].name, body < 0 ? "" : "'");
}

/// @return the components that a motion prescribes, as bits
static unsigned given_bits(const gb_motion *motion) {
  unsigned bits = motion->angle ? GB_FIX_ALL : gb_motion_is_own(motion) ? 7 : 0;
  for (int i = 0; i < 3; i++)
    if (motion->displacement[i]) bits |= (unsigned)GB_FIX_X << i;
  return bits;
}

/// @return the components of a node's displacement and directors that a support fixes, as bits
static unsigned bits_of(const gb_support *support) {
  unsigned bits = support->fix | given_bits(&support->motion);
  if (support->symmetry >= 0) bits |= 1u << (FIXED_SYMMETRY + support->symmetry);
  return bits;
}

/// Check that no other support fixes a displacement or rotation that this support prescribes, and
/// that the node has no other prescribed motion.
static int check_given(const gb_supports *s, const gb_support *support, int32_t node,
                       gb_error *error) {
  const gb_definition *from = s->topology->from;
  unsigned given = given_bits(&support->motion) | 7u << FIXED_SYMMETRY;
  if (support->motion.angle) given |= GB_FIX_RX | GB_FIX_RY | GB_FIX_RZ;
  if (!(s->fixed[node] & given) && !s->motion[node]) return GB_OK;
  const gb_support *other = from->problem->supports.entry;
  while (other == support || (!(bits_of(other) & given) && !gb_motion_is_given(&other->motion)) ||
         !gb_support_fixes(s->topology, other, node))
    other++; // one of them fixes the node
  char words[200];
  gb_origin_words(s->topology->origins, s->topology->id[node], sizeof words, words);
  return gb_fail(error, GB_MOTION_CONFLICT,
                 "%s: %s has a given motion, which %s prevents; accepted: one of them for a node "
                 "(fix: rotation goes with motion)",
                 support->where, words, other->where);
}

/// Check that the initial velocity of a body, if not zero, agrees with that of its support.
static int check_start(const gb_topology *t, const gb_support *support, gb_error *error) {
  const int index = gb_find_body(t->from, support->body);
  const gb_motion *motion = &support->motion;
  if (index >= t->from->problem->bodies.count) return GB_OK; // an end of a beam
  const gb_body *body = &t->from->problem->bodies.entry[index];
  double rate[2][3] = {{0}}, turn[3] = {0}, taylor[3], largest = 0;
  const double size = gb_length(motion->axis);
  if (motion->angle) gb_problem_motion(t->from->problem, motion->angle, 0, turn);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    if (motion->displacement[i]) {
      gb_problem_motion(t->from->problem, motion->displacement[i], 0, taylor);
      rate[0][i] = taylor[1];
    }
    if (!motion->angle) continue;
    rate[1][i] = turn[1] * motion->axis[i] / size;
    rate[0][i] += turn[1] / size *
                  (motion->axis[j] * (body->at[k] - motion->about[k]) -
                   motion->axis[k] * (body->at[j] - motion->about[j]));
  }
  const unsigned bits = bits_of(support);
  const double *const own[2] = {body->velocity, body->angular_velocity};
  for (int m = 0; m < 2; m++) {
    for (int i = 0; i < 3; i++) largest = fmax(gb_length(own[m]), gb_length(rate[m]));
    for (int i = 0; i < 3 && gb_length(own[m]) > 0; i++) {
      const unsigned held =
          m ? GB_FIX_ROTATION | (unsigned)GB_FIX_RX << i : (unsigned)GB_FIX_X << i;
      if (!(bits & held) || fabs(own[m][i] - rate[m][i]) <= 1e-6 * largest) continue;
      return gb_fail(error, GB_MOTION_CONFLICT,
                     "%s: body '%s' starts with %s %g %s %c, where this support gives it %g; "
                     "accepted: %s of the body that agrees, or none",
                     support->where, body->name, m ? "an angular velocity of" : "a velocity of",
                     own[m][i], m ? "about" : "along", "xyz"[i], rate[m][i],
                     m ? "angular_velocity" : "velocity");
    }
  }
  return GB_OK;
}

/// Apply a support to its nodes. Supports with prescribed motion are applied after all others.
static int fix(gb_supports *s, const gb_support *support, gb_error *error) {
  const gb_topology *t = s->topology;
  const bool given = gb_motion_is_given(&support->motion);
  held_nodes held;
  GB_TRY(find_held(t, support, &held, error));
  for (int32_t i = 0; i < held.count; i++)
    GB_TRY(check_linked(t, support, held_node(&held, i), error));
  for (int k = 0; k < GB_MOTION_ORDERS; k++)
    if (support->motion.own[k].count > 0)
      GB_TRY(gb_check_each(support->where, gb_motion_keys[k], held.group,
                           support->motion.own[k].count, error));
  for (int32_t i = 0; given && i < held.count; i++) {
    GB_TRY(check_given(s, support, held_node(&held, i), error));
    s->motion[held_node(&held, i)] = &support->motion;
    s->index[held_node(&held, i)] = i;
  }
  for (int32_t i = 0; i < held.count; i++)
    s->fixed[held_node(&held, i)] |= (unsigned short)bits_of(support);
  return held.group ? gb_topology_check_group(t, support->where, held.group, error)
                    : check_start(t, support, error);
}

/// Check folds with some fixed rotations. These are fixed director by director, which requires each
/// director to be along or across the remaining axes.
static int check_fold(const gb_supports *s, const gb_fold_frame *fold, gb_error *error) {
  const gb_definition *from = s->topology->from;
  const unsigned fixed = s->fixed[fold->node];
  for (int k = 0; k < fold->axes && fold->axes > 1 && !fold->beams; k++)
    for (int a = 0; a < 3; a++)
      for (int w = 0; w < 3; w++) {
        const double *axis = fold->axis[k];
        if (!(fixed & (unsigned)(GB_FIX_RX << a)) || fixed & (unsigned)(GB_FIX_RX << w)) continue;
        if (fabs(axis[a] * axis[w]) < 1e-6 || fixed & GB_FIX_ROTATION) continue;
        return gb_fail(error, GB_FOLDED_SHELL,
                       "%s: the supports hold some rotations of node %lld, where the shells have a "
                       "fold whose normals are oblique to their axes; accepted: rotation or all",
                       from->problem->file, (long long)from->mesh->node_id[fold->node]);
      }
  return GB_OK;
}

int gb_supports_create(const gb_topology *t, bool relieved, gb_supports **out, gb_error *error) {
  const gb_problem *problem = t->from->problem;
  gb_supports *s;
  gb_arena *arena = t->from->arena;
  GB_TRY(GB_TAKE(arena, s, 1, error));
  GB_TRY(GB_TAKE(arena, s->fixed, (size_t)t->nodes, error));
  GB_TRY(GB_TAKE(arena, s->motion, (size_t)t->nodes, error));
  GB_TRY(GB_TAKE(arena, s->index, (size_t)t->nodes, error));
  s->topology = t;
  *out = s;
  for (int given = 0; given < 2; given++)
    for (int i = 0; i < problem->supports.count; i++)
      if (gb_motion_is_given(&problem->supports.entry[i].motion) == given &&
          (relieved || !problem->supports.entry[i].relieved))
        GB_TRY(fix(s, &problem->supports.entry[i], error));
  for (int i = 0; i < t->shells->folds; i++) GB_TRY(check_fold(s, &t->shells->fold[i], error));
  for (int i = 0; i < problem->masses.count; i++) {
    const gb_point_mass *mass = &problem->masses.entry[i];
    if (!gb_is_free_node(mass)) continue;
    const int32_t node = gb_topology_find(t, mass->at);
    const bool given = gb_motion_is_given(&mass->motion);
    s->fixed[node] = (unsigned short)(given ? GB_FIX_ALL : mass->fix);
    s->motion[node] = given ? &mass->motion : NULL;
  }
  return GB_OK;
}

/// Remove from v its components along the first `count` orthonormal directions and normalise it.
/// @return false if (nearly) nothing remains
static bool orthonormalise(int count, const double direction[][3], double v[3]) {
  double before = gb_length(v);
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < count; k++) {
      const double along = gb_dot(v, direction[k]);
      for (int i = 0; i < 3; i++) v[i] -= along * direction[k][i];
    }
  double size = gb_length(v);
  if (before == 0 || size < 1e-6 * before) return false;
  for (int i = 0; i < 3; i++) v[i] /= size;
  return true;
}

/// Smallest squared component of the axis of a fixed rotation across a shell's director, relative
/// to the director's length. Below it the rotation is drilling and is not fixed: fixing it would
/// instead fix rotations about axes across the director.
static const double across = 0.499;

/// Find the orthonormal directions that supports fix. A rotation about axis a is fixed by delta .
/// (a x D) = 0. A director along the normal of a plane of symmetry is fixed, and so is one of
/// length zero.
static int fixed_directions(const gb_supports *s, int32_t node, unsigned field,
                            double direction[3][3]) {
  const unsigned bits = s->fixed[node];
  int count = 0;
  const double *D = field == GB_POSITION ? NULL : gb_topology_reference(s->topology, node, field);
  // the third director of a frame with two directors is zero
  bool fixed = D && D[0] == 0 && D[1] == 0 && D[2] == 0;
  for (int axis = 0; D && axis < 3; axis++)
    fixed |= bits >> (FIXED_SYMMETRY + axis) & 1 && fabs(D[axis]) > 1 - 1e-6;
  for (int axis = 0; axis < 3; axis++) {
    bool along = fixed || bits >> (FIXED_SYMMETRY + axis) & 1;
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
    if (gb_dot(turn, turn) < across * gb_dot(D, D)) continue;
    if (orthonormalise(count, direction, turn)) memcpy(direction[count++], turn, sizeof turn);
  }
  return count;
}

unsigned gb_supports_fixed_turns(const gb_supports *s, int32_t node) {
  const unsigned bits = s->fixed[node];
  unsigned axes = bits / GB_FIX_RX & 7;
  for (int k = 0; k < 3; k++)
    if (bits >> (FIXED_SYMMETRY + k) & 1) axes |= 7 & ~(1u << k);
  return bits & GB_FIX_ROTATION ? 7 : axes;
}

bool gb_supports_fix_frame(const gb_supports *s, int32_t node) {
  return gb_supports_fixed_turns(s, node) == 7;
}

/// Find the fixed directions of a director of a frame with multipliers. The three directors
/// together have as many fixed directions as rotations are fixed; otherwise the rows of the
/// multipliers would be redundant. If one rotation axis is free, the components along this axis of
/// the two directors farthest from it are fixed, for any rotation; if only one rotation is fixed,
/// the director that it moves most remains in a plane.
static int frame_directions(const gb_supports *s, int32_t node, unsigned field,
                            double direction[3][3]) {
  const unsigned axes = gb_supports_fixed_turns(s, node);
  const int count = (int)(axes & 1) + (int)(axes >> 1 & 1) + (int)(axes >> 2 & 1);
  int axis = 0, most = 0, own = 0;
  double largest = -1, turn[3][3];
  if (count == 3) memcpy(direction, (double[3][3]){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, sizeof turn);
  if (count == 0 || count == 3) return count;
  while ((axes >> axis & 1) != (count == 1)) axis++; // the fixed one, or the free one
  for (int k = 0; k < 3; k++) {
    const double *D = gb_topology_reference(s->topology, node, (unsigned)GB_DIRECTOR_1 << k);
    const int j = (axis + 1) % 3, i = (axis + 2) % 3;
    turn[k][axis] = 0;
    turn[k][j] = -D[i];
    turn[k][i] = D[j];
    const double size = count == 1 ? gb_dot(turn[k], turn[k]) : D[axis] * D[axis];
    if (size > largest + 1e-9) {
      largest = size;
      most = k;
    }
    if (field == (unsigned)GB_DIRECTOR_1 << k) own = k;
  }
  if ((own == most) != (count == 1)) return 0;
  for (int i = 0; i < 3; i++)
    direction[0][i] = count == 1 ? turn[own][i] / sqrt(largest) : i == axis;
  return 1;
}

int gb_free_directions(const gb_supports *s, int32_t node, unsigned field, double direction[3][3]) {
  const gb_topology *t = s->topology;
  if (!(t->fields[node] & field & GB_FRAME) || gb_topology_tie_of(t, node, field).first >= 0)
    return 0;
  double all[6][3];
  const bool frame = field != GB_POSITION && gb_topology_is_frame(t, node);
  const int fixed =
      frame ? frame_directions(s, node, field, all) : fixed_directions(s, node, field, all);
  int count = fixed;
  for (int axis = 0; axis < 3 && count < 3; axis++) {
    double unit[3] = {axis == 0, axis == 1, axis == 2};
    if (orthonormalise(count, all, unit)) memcpy(all[count++], unit, sizeof unit);
  }
  memcpy(direction, all[fixed], (size_t)(count - fixed) * sizeof direction[0]);
  return count - fixed;
}

bool gb_supports_stay(const gb_supports *s, int32_t node, unsigned field, const double change[3]) {
  const unsigned bits = s->fixed[node];
  const double *D = gb_topology_reference(s->topology, node, field);
  double direction[3][3];
  const int count = gb_free_directions(s, node, field, direction);
  for (int axis = 0; axis < 3; axis++) {
    const double unit[3] = {axis == 0, axis == 1, axis == 2};
    double turn[3];
    if (bits >> (FIXED_SYMMETRY + axis) & 1 && fabs(D[axis]) > 1 - 1e-6) return false;
    if (!(bits & (unsigned)(GB_FIX_RX << axis)) || 1 - D[axis] * D[axis] < across) continue;
    gb_cross(unit, change, turn);
    for (int k = 0; k < count; k++)
      if (fabs(gb_dot(turn, direction[k])) > 1e-12 * gb_length(change)) return false;
  }
  return true;
}
