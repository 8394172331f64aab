/// The search for redundant rows. A body moves as v, w at the start, so that the gradient of a row
/// has six columns a body; each prescribed motion has a column of its own for its rate, and what
/// supports fix of a node has columns beside those that are free. Gaussian elimination in the
/// case's order, prescribed motions last, leaves nothing of the columns that are free where a row
/// is redundant.
#include "model/redundancy.h"

#include "model/joint_rows.h"
#include "problem/controls.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
  MOTIONS = 6,   ///< v, then w times the model's size
  SEARCHED = 400 ///< most bodies
};
static const double negligible = 1e-8; ///< of a row that is left by elimination, relative to it

/// The rows so far, reduced: each is 1 at its pivot.
typedef struct reduced {
  int rank, room;
  double *row;  ///< [room][width]: motions, rates, what supports fix of the others
  float *blend; ///< [room + 1][rows]: of which rows a reduced one is made, the present one last
  int *pivot;   ///< [room]
} reduced;

typedef struct elimination {
  const gb_supports *supports;
  const gb_topology *t;
  const gb_problem *problem;
  gb_redundancy *found;
  int bodies; ///< with columns
  int others; ///< other nodes with columns, after the bodies: bodies that supports hold too
  int32_t *other;
  int drives, width;
  int rows, seen; ///< of all joints, and of these those that were opened
  double size;    ///< of the model
  int *joint;     ///< of each row, [rows]
  double *rate;   ///< of each prescribed motion at the start, [drives]
  reduced made;
} elimination;

/// Columns of motions, before those of prescribed motions.
static int columns_of(const elimination *s) {
  return MOTIONS * (s->bodies + s->others);
}

/// The index of the columns of a joint's end; -1: the ground.
static int mover_of(const elimination *s, int joint, int end) {
  const int32_t node = gb_topology_master(s->t, gb_joint_end(s->t, joint, end));
  if (node < 0) return -1;
  const int body = gb_topology_body_of(s->t, node);
  if (body >= 0 && !s->supports->fixed[node]) return body;
  int k = 0;
  while (k < s->others && s->other[k] != node) k++;
  return s->bodies + k;
}

/// Give the mesh nodes, free nodes and held bodies that joints hold columns of their own.
static int list_others(elimination *s, gb_error *error) {
  const size_t most = 2 * (size_t)s->problem->joints.count;
  GB_TRY(GB_TAKE(s->t->from->arena, s->other, most, error));
  for (int j = 0; j < s->problem->joints.count; j++)
    for (int end = 0; end < 2; end++)
      if (mover_of(s, j, end) == s->bodies + s->others)
        s->other[s->others++] = gb_topology_master(s->t, gb_joint_end(s->t, j, end));
  return GB_OK;
}

/// The columns of what supports fix of the other movers, as many as their motions.
static double *fixed_columns(const elimination *s, double row[], int other) {
  return &row[columns_of(s) + s->drives + MOTIONS * other];
}

/// Move what supports fix of a gradient by a node's displacement, or a frame's rotation, to the
/// columns for it.
static void part_fixed(const elimination *s, int other, double row[]) {
  double direction[3][3], *all = &row[MOTIONS * (s->bodies + other)], sum[3] = {0};
  double *fixed = fixed_columns(s, row, other);
  const int count = gb_free_directions(s->supports, s->other[other], GB_POSITION, direction);
  for (int k = 0; k < count; k++) {
    double along = 0;
    for (int i = 0; i < 3; i++) along += direction[k][i] * all[i];
    for (int i = 0; i < 3; i++) sum[i] += along * direction[k][i];
  }
  for (int i = 0; i < 3; i++) {
    fixed[i] = all[i] - sum[i];
    all[i] = sum[i];
  }
  if (!gb_topology_is_frame(s->t, s->other[other])) return;
  const unsigned turns = gb_supports_fixed_turns(s->supports, s->other[other]);
  for (int i = 3; i < MOTIONS; i++) {
    if (!(turns >> (i - 3) & 1)) continue;
    fixed[i] = all[i];
    all[i] = 0;
  }
}

/// The gradient of a row by the motions of bodies and nodes: row[width].
static void open_row(elimination *s, const gb_joint_row *r, double row[]) {
  float *blend = &s->made.blend[(size_t)s->made.room * (size_t)s->rows];
  memset(row, 0, (size_t)s->width * sizeof *row);
  memset(blend, 0, (size_t)s->rows * sizeof *blend);
  s->joint[s->seen] = r->joint;
  blend[s->seen++] = 1;
  for (int end = 0; end < 2; end++) {
    const int mover = mover_of(s, r->joint, end);
    if (mover < 0) continue;
    const int32_t node = gb_joint_end(s->t, r->joint, end);
    const double *center = gb_topology_position(s->t, gb_topology_master(s->t, node));
    double gradient[MOTIONS];
    gb_joint_row_gradient(r, s->t, node, end, center, s->size, gradient);
    for (int m = 0; m < MOTIONS; m++) row[MOTIONS * mover + m] += gradient[m];
    if (mover >= s->bodies) part_fixed(s, mover - s->bodies, row);
  }
  if (r->drive >= 0) row[columns_of(s) + r->drive] = -1;
}

static double largest(const double row[], int count, int *index) {
  double found = 0;
  for (int i = 0; i < count; i++)
    if (fabs(row[i]) > found) {
      found = fabs(row[i]);
      *index = i;
    }
  return found;
}

/// Reduce a row by those before it and keep it. @return whether it is redundant
static bool eliminate(elimination *s, double row[]) {
  const int columns = columns_of(s);
  const size_t rows = (size_t)s->rows;
  float *blend = &s->made.blend[(size_t)s->made.room * rows];
  int pivot = 0;
  const double before = fmax(largest(row, columns, &pivot),
                             largest(fixed_columns(s, row, 0), MOTIONS * s->others, &pivot));
  for (int k = 0; k < s->made.rank; k++) {
    const double factor = row[s->made.pivot[k]];
    const double *other = &s->made.row[(size_t)k * (size_t)s->width];
    if (factor == 0) continue;
    for (int i = 0; i < s->width; i++) row[i] -= factor * other[i];
    for (int i = 0; i < s->seen; i++)
      blend[i] -= (float)factor * s->made.blend[(size_t)k * rows + i];
    row[s->made.pivot[k]] = 0;
  }
  const double left = largest(row, columns, &pivot);
  if (left <= negligible * before) return true;
  double *kept = &s->made.row[(size_t)s->made.rank * (size_t)s->width];
  for (int i = 0; i < s->width; i++)
    kept[i] = fabs(row[i]) < 1e-14 * left ? 0 : row[i] / row[pivot];
  for (int i = 0; i < s->seen; i++)
    s->made.blend[(size_t)s->made.rank * rows + i] = (float)(blend[i] / row[pivot]);
  s->made.pivot[s->made.rank++] = pivot;
  return false;
}

static void name_joint(const elimination *s, int joint, size_t size, char *text) {
  const gb_joint_entry *entry = &s->problem->joints.entry[joint];
  snprintf(text, size, "%s%s%s%s", entry->where, entry->name ? ": joint '" : "",
           entry->name ? entry->name : "", entry->name ? "'" : "");
}

/// A list in words, four at most.
typedef struct name_list {
  int count;
  char text[600];
} name_list;

static void add_name(name_list *list, const char *kind, const char *name, const char *end) {
  const size_t used = strlen(list->text), room = sizeof list->text - used;
  if (list->count < 4)
    snprintf(list->text + used, room, "%s%s%.120s%s", list->count ? ", " : "", kind, name, end);
  else if (list->count == 4)
    snprintf(list->text + used, room, ", ...");
  list->count++;
}

/// The joints other than its own whose rows make up a redundant one.
static void list_joints(const elimination *s, int own, name_list *list) {
  const float *blend = &s->made.blend[(size_t)s->made.room * (size_t)s->rows];
  for (int i = 0, last = -1; i < s->seen; i++) {
    const gb_joint_entry *entry = &s->problem->joints.entry[s->joint[i]];
    if (s->joint[i] == own || s->joint[i] == last || fabsf(blend[i]) < 1e-5F) continue;
    last = s->joint[i];
    if (entry->name)
      add_name(list, "joint '", entry->name, "'");
    else
      add_name(list, "", entry->where, "");
  }
}

/// Whether supports carry a part of a reduced row at one of the other movers.
static bool is_carried(const elimination *s, double row[], int other) {
  int at;
  return largest(fixed_columns(s, row, other), MOTIONS, &at) > negligible;
}

/// The entry of a free node; NULL: the node is another.
static const gb_point_mass *free_node_at(const elimination *s, int32_t node) {
  for (int i = 0; i < s->problem->masses.count; i++)
    if (gb_is_free_node(&s->problem->masses.entry[i]) &&
        gb_topology_find(s->t, s->problem->masses.entry[i].at) == node)
      return &s->problem->masses.entry[i];
  return NULL;
}

/// The supports that carry a part of a redundant row: entries of `supports`, and free nodes that
/// have their own.
static void list_supports(const elimination *s, double row[], name_list *list) {
  for (int k = 0; k < s->others; k++) {
    const gb_point_mass *entry = free_node_at(s, s->other[k]);
    if (!is_carried(s, row, k)) continue;
    if (entry)
      add_name(list, "", entry->where, gb_motion_is_given(&entry->motion) ? ".motion" : ".fix");
    for (int i = 0; !entry && i < s->problem->supports.count; i++) {
      const gb_support *support = &s->problem->supports.entry[i];
      if (gb_support_holds(s->t, support, s->other[k])) add_name(list, "", support->where, "");
    }
  }
}

/// "the other joints and the supports (joint 'a', plate.yaml:8: supports[0])": what makes up a
/// redundant row.
static void name_others(const elimination *s, int own, double row[], size_t size, char *text) {
  name_list list = {0};
  list_joints(s, own, &list);
  const int joints = list.count;
  list_supports(s, row, &list);
  const bool supports = list.count > joints;
  snprintf(text, size, "%s%s%s%s%s%s", joints || !supports ? "the other joints" : "",
           joints && supports ? " and " : "", supports ? "the supports" : "",
           list.count ? " (" : "", list.text, list.count ? ")" : "");
}

/// What supports hold moves by itself where a point has a given motion.
static int check_given(elimination *s, const gb_joint_row *r, double row[], gb_error *error) {
  char name[300];
  for (int k = 0; k < s->others; k++) {
    if (!s->supports->motion[s->other[k]] || !is_carried(s, row, k)) continue;
    const gb_point_mass *entry = free_node_at(s, s->other[k]);
    char node[300];
    name_joint(s, r->joint, sizeof name, name);
    gb_origin_words(s->t->origins, s->t->id[s->other[k]], sizeof node, node);
    return gb_fail(error, GB_MOTION_CONFLICT,
                   "%s: %s has a given motion, which this joint and the other joints and supports "
                   "leave no room for%s%.200s%s; accepted: joints that do",
                   name, node, entry ? " (" : "", entry ? entry->where : "", entry ? ")" : "");
  }
  return GB_OK;
}

/// A redundant row leaves sum c_d s_d' = 0 of the rates of prescribed motions.
static int check_conflict(elimination *s, const gb_joint_row *r, double row[], gb_error *error) {
  const double *c = &row[columns_of(s)];
  char name[300], others_text[800];
  double rate = 0, scale = 0;
  int others = 0;
  for (int d = 0; d < s->drives; d++) {
    rate += c[d] * s->rate[d];
    scale += fabs(c[d] * s->rate[d]);
    others += d != r->drive && fabs(c[d]) > negligible;
  }
  if (r->drive < 0) return check_given(s, r, row, error);
  name_joint(s, r->joint, sizeof name, name);
  name_others(s, r->joint, row, sizeof others_text, others_text);
  if (others == 0 && !gb_expression_is_constant(r->motion))
    return gb_fail(error, GB_MOTION_CONFLICT,
                   "%s: %s leave it no motion of its own (found %s, an expression "
                   "of t); accepted: no prescribed motion",
                   name, others_text, r->left == GB_JOINT_GAP ? "distance" : "angle");
  if (others > 0 && fabs(rate) > 1e-6 * scale)
    return gb_fail(error, GB_MOTION_CONFLICT,
                   "%s: the other prescribed motions already give it another rate at t = 0 (found "
                   "%g, theirs %g), with %s; accepted: one of them",
                   name, s->rate[r->drive], s->rate[r->drive] + rate, others_text);
  return check_given(s, r, row, error);
}

/// A row that repeats others is left out: it has no multiplier, but under a penalty.
static void leave_out(elimination *s, const gb_joint_row *r, double row[]) {
  char name[300], words[100], others[800];
  s->found->count++;
  if (s->problem->constraints.enforce == GB_ENFORCE_PENALTY) return; // which shares the force
  s->found->left_out[r->joint] |= (unsigned char)(1u << r->index);
  s->found->left++;
  name_joint(s, r->joint, sizeof name, name);
  gb_joint_row_words(r, s->t, sizeof words, words);
  name_others(s, r->joint, row, sizeof others, others);
  gb_warn(s->t->from, "%s: %s already keep it from %s: that row is redundant and left out", name,
          others, words);
}

/// The initial velocities of bodies must meet the row's rate; the worst is described.
static void check_rate(const elimination *s, const gb_joint_row *r, const double row[],
                       double *worst) {
  double sum = 0, scale = 0;
  if (mover_of(s, r->joint, 0) >= s->bodies || mover_of(s, r->joint, 1) >= s->bodies) return;
  for (int i = 0; i < s->bodies; i++) {
    const gb_body *body = &s->problem->bodies.entry[i];
    for (int k = 0; k < MOTIONS; k++) {
      const double rate = row[MOTIONS * i + k] *
                          (k < 3 ? body->velocity[k] : s->size * body->angular_velocity[k - 3]);
      sum += rate;
      scale += fabs(rate);
    }
  }
  if (r->drive >= 0) {
    sum -= s->rate[r->drive];
    scale += fabs(s->rate[r->drive]);
  }
  if (fabs(sum) <= 1e-6 * scale || fabs(sum) <= *worst) return;
  const gb_joint_entry *joint = &s->problem->joints.entry[r->joint];
  char name[300], words[100];
  *worst = fabs(sum);
  name_joint(s, r->joint, sizeof name, name);
  gb_joint_row_words(r, s->t, sizeof words, words);
  snprintf(
      s->found->inconsistent, sizeof s->found->inconsistent,
      "%s: the initial velocities of %s and %s break it: %s, at a rate of %g; all are moved to "
      "the nearest that the joints allow",
      name, joint->between[0], joint->between[1], words, sum);
}

/// Prescribed motions start from the places that the case gives.
static int open_drive(elimination *s, const gb_joint_row *r, gb_error *error) {
  double motion[3];
  char name[300];
  gb_problem_motion(s->problem, r->motion, 0, motion);
  s->rate[r->drive] = motion[1];
  if (fabs(motion[0]) <= 1e-12) return GB_OK;
  name_joint(s, r->joint, sizeof name, name);
  return gb_fail(error, GB_MOTION_CONFLICT,
                 "%s: the %s is %g at t = 0, where the case gives places for 0; accepted: an "
                 "expression that is 0 at t = 0",
                 name, r->left == GB_JOINT_GAP ? "distance" : "angle", motion[0]);
}

static int search(elimination *s, double row[], gb_error *error) {
  double worst = 0;
  for (int pass = 0, drives = 0; pass < 2; pass++)
    for (int j = 0; j < s->problem->joints.count; j++) {
      gb_joint_row rows[GB_JOINT_ROWS];
      const int count = gb_joint_list_rows(s->problem, j, pass == 1, &drives, rows);
      for (int k = 0; k < count; k++) {
        if (pass == 1) GB_TRY(open_drive(s, &rows[k], error));
        open_row(s, &rows[k], row);
        check_rate(s, &rows[k], row, &worst);
        if (!eliminate(s, row)) continue;
        GB_TRY(check_conflict(s, &rows[k], row, error));
        leave_out(s, &rows[k], row);
      }
    }
  return GB_OK;
}

static int allocate(elimination *s, double **row, gb_error *error) {
  gb_arena *arena = s->t->from->arena;
  reduced *made = &s->made;
  GB_TRY(list_others(s, error));
  s->width = columns_of(s) + s->drives + MOTIONS * s->others;
  made->room = s->rows < columns_of(s) ? s->rows : columns_of(s); // no more are independent
  const size_t room = (size_t)made->room, width = (size_t)s->width;
  GB_TRY(GB_TAKE(arena, made->row, room * width, error));
  GB_TRY(GB_TAKE(arena, made->blend, (room + 1) * (size_t)s->rows, error));
  GB_TRY(GB_TAKE(arena, made->pivot, room, error));
  GB_TRY(GB_TAKE(arena, s->joint, (size_t)s->rows, error));
  GB_TRY(GB_TAKE(arena, s->rate, (size_t)s->drives, error));
  return gb_arena_allocate(arena, width, sizeof **row, row, error);
}

int gb_redundancy_find(const gb_supports *supports, gb_redundancy **out, gb_error *error) {
  const gb_topology *t = supports->topology;
  const size_t joints = (size_t)t->from->problem->joints.count;
  const double arm = gb_joint_arm(t);
  gb_redundancy *found;
  double *row;
  GB_TRY(GB_TAKE(t->from->arena, found, 1, error));
  GB_TRY(GB_TAKE(t->from->arena, found->left_out, joints, error));
  *out = found;
  elimination s = {.supports = supports,
                   .t = t,
                   .problem = t->from->problem,
                   .found = found,
                   .bodies = t->from->problem->bodies.count,
                   .size = arm > 0 ? arm : 1};
  if (joints == 0 || s.bodies > SEARCHED) return GB_OK;
  for (int j = 0; j < s.problem->joints.count; j++) {
    const gb_joint joint = gb_joint_of(s.problem, j);
    s.rows += gb_joint_rows(&joint);
    s.drives += joint.angle + joint.distance;
  }
  GB_TRY(allocate(&s, &row, error));
  return search(&s, row, error);
}
