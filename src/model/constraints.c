/// Whether the rows of joints contradict or repeat each other at the start. A body moves as v, w
/// there, so that the gradient of a row has six columns a body; each prescribed motion has a column
/// of its own for its rate, and what supports hold of a node has columns beside those that are
/// free. Gaussian elimination in the case's order, prescribed motions last, leaves nothing of the
/// columns that are free where a row is redundant. Source: docs/theory.md, the section on redundant
/// rows.
#include "model/build.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOTIONS = 6,   ///< v, then w times the model's size
  SEARCHED = 400 ///< most bodies
};
static const double negligible = 1e-8; ///< of a row that is left by elimination, relative to it

/// All rows so far, reduced; each is 1 at its pivot.
typedef struct elimination {
  gb_build *b;
  int bodies; ///< with columns
  int others; ///< mesh nodes and points with columns, after the bodies
  int32_t *other;
  int drives, width, rank, room;
  int rows, seen; ///< of all joints, and of these those that were opened
  double size;    ///< of the model
  double *row;    ///< [room][width]: motions, rates, what supports hold of the others
  float *blend;   ///< [room + 1][rows]: of which rows a reduced one is made, the present one last
  int *joint;     ///< of each row, [rows]
  int *pivot;     ///< [room]
  double *rate;   ///< of each prescribed motion at the start, [drives]
} elimination;

/// Columns of motions, before those of prescribed motions.
static int columns_of(const elimination *s) {
  return MOTIONS * (s->bodies + s->others);
}

/// The place of the columns of a joint's end; -1: the ground.
static int mover_of(const elimination *s, int joint, int end) {
  const int32_t first = gb_build_body_node(s->b, 0, 0);
  const int32_t node = gb_build_master(s->b, gb_build_end_node(s->b, joint, end, 0));
  if (node < 0 || (node >= first && node < first + s->bodies)) return node < 0 ? -1 : node - first;
  int k = 0;
  while (k < s->others && s->other[k] != node) k++;
  return s->bodies + k;
}

/// Give the mesh nodes and points that joints hold columns of their own.
static int list_others(elimination *s, gb_error *error) {
  const size_t most = 2 * (size_t)s->b->problem->joints.count;
  GB_TRY(gb_allocate(most, sizeof *s->other, &s->other, error));
  for (int j = 0; j < s->b->problem->joints.count; j++)
    for (int end = 0; end < 2; end++)
      if (mover_of(s, j, end) == s->bodies + s->others) {
        const int32_t node = gb_build_master(s->b, gb_build_end_node(s->b, j, end, 0));
        s->other[s->others++] = node;
        if (s->b->kind[node] != GB_NODE_UNUSED) continue;
        return gb_fail(error, GB_MODEL, "%s.between: node %lld of %s belongs to no shell",
                       s->b->problem->joints.entry[j].where,
                       (long long)gb_build_node_id(s->b, node),
                       s->b->problem->joints.entry[j].between[end]);
      }
  return GB_OK;
}

/// The columns of what supports hold of the other movers, three each.
static double *held_columns(const elimination *s, double row[], int other) {
  return &row[columns_of(s) + s->drives + 3 * other];
}

/// Move what supports hold of a gradient by a node's displacement to the columns for it.
static void part_held(const elimination *s, int other, double row[]) {
  double direction[3][3], *all = &row[MOTIONS * (s->bodies + other)], sum[3] = {0};
  double *held = held_columns(s, row, other);
  const int count = gb_build_free_directions(s->b, s->other[other], 0, direction);
  for (int k = 0; k < count; k++) {
    double along = 0;
    for (int i = 0; i < 3; i++) along += direction[k][i] * all[i];
    for (int i = 0; i < 3; i++) sum[i] += along * direction[k][i];
  }
  for (int i = 0; i < 3; i++) {
    held[i] = all[i] - sum[i];
    all[i] = sum[i];
  }
}

/// The gradient of a row by the motions of bodies and nodes: row[width].
static void open_row(elimination *s, const gb_build_row *r, double row[]) {
  const gb_build *b = s->b;
  float *blend = &s->blend[(size_t)s->room * (size_t)s->rows];
  memset(row, 0, (size_t)s->width * sizeof *row);
  memset(blend, 0, (size_t)s->rows * sizeof *blend);
  s->joint[s->seen] = r->joint;
  blend[s->seen++] = 1;
  for (int end = 0; end < 2; end++) {
    const int mover = mover_of(s, r->joint, end);
    if (mover < 0) continue;
    const double *center =
        gb_build_position(b, gb_build_master(b, gb_build_end_node(b, r->joint, end, 0)));
    double gradient[MOTIONS];
    gb_build_row_gradient(b, r, end, center, s->size, gradient);
    for (int m = 0; m < MOTIONS; m++) row[MOTIONS * mover + m] += gradient[m];
    if (mover >= s->bodies) part_held(s, mover - s->bodies, row);
  }
  if (r->drive >= 0) row[columns_of(s) + r->drive] = -1;
}

static double largest(const double row[], int count, int *place) {
  double found = 0;
  for (int i = 0; i < count; i++)
    if (fabs(row[i]) > found) {
      found = fabs(row[i]);
      *place = i;
    }
  return found;
}

/// Reduce a row by those before it and keep it. @return whether it is redundant
static bool eliminate(elimination *s, double row[]) {
  const int columns = columns_of(s);
  const size_t rows = (size_t)s->rows;
  float *blend = &s->blend[(size_t)s->room * rows];
  int pivot = 0;
  const double before =
      fmax(largest(row, columns, &pivot), largest(held_columns(s, row, 0), 3 * s->others, &pivot));
  for (int k = 0; k < s->rank; k++) {
    const double factor = row[s->pivot[k]];
    const double *other = &s->row[(size_t)k * (size_t)s->width];
    if (factor == 0) continue;
    for (int i = 0; i < s->width; i++) row[i] -= factor * other[i];
    for (int i = 0; i < s->seen; i++) blend[i] -= (float)factor * s->blend[(size_t)k * rows + i];
    row[s->pivot[k]] = 0;
  }
  const double left = largest(row, columns, &pivot);
  if (left <= negligible * before) return true;
  double *kept = &s->row[(size_t)s->rank * (size_t)s->width];
  for (int i = 0; i < s->width; i++)
    kept[i] = fabs(row[i]) < 1e-14 * left ? 0 : row[i] / row[pivot];
  for (int i = 0; i < s->seen; i++)
    s->blend[(size_t)s->rank * rows + i] = (float)(blend[i] / row[pivot]);
  s->pivot[s->rank++] = pivot;
  return false;
}

static void name_joint(const elimination *s, int joint, size_t size, char *text) {
  const gb_joint_entry *entry = &s->b->problem->joints.entry[joint];
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
  const float *blend = &s->blend[(size_t)s->room * (size_t)s->rows];
  for (int i = 0, last = -1; i < s->seen; i++) {
    const gb_joint_entry *entry = &s->b->problem->joints.entry[s->joint[i]];
    if (s->joint[i] == own || s->joint[i] == last || fabsf(blend[i]) < 1e-5F) continue;
    last = s->joint[i];
    if (entry->name)
      add_name(list, "joint '", entry->name, "'");
    else
      add_name(list, "", entry->where, "");
  }
}

static bool is_member(const gb_group *group, int32_t node) {
  for (int32_t i = 0; group && i < group->nodes; i++)
    if (group->node[i] == node) return true;
  return false;
}

/// Whether supports carry a part of a reduced row at one of the other movers.
static bool is_carried(const elimination *s, double row[], int other) {
  int at;
  return largest(held_columns(s, row, other), 3, &at) > negligible;
}

/// The supports that carry a part of a redundant row: entries of `supports`, and points that have
/// their own.
static void list_supports(const elimination *s, double row[], name_list *list) {
  const gb_build *b = s->b;
  for (int k = 0; k < s->others; k++) {
    const int32_t point = s->other[k] - b->mesh->nodes;
    if (!is_carried(s, row, k)) continue;
    if (point >= 0 && point < b->model->entries->points) {
      const gb_point_mass *entry = b->point[point].entry;
      add_name(list, "", entry->where, entry->motion[0] ? ".motion" : ".fix");
    }
    for (int i = 0; point < 0 && i < b->problem->supports.count; i++) {
      const gb_support *support = &b->problem->supports.entry[i];
      if (is_member(gb_mesh_group(b->mesh, support->group, -1), s->other[k]))
        add_name(list, "", support->where, "");
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
static int check_given(elimination *s, const gb_build_row *r, double row[], gb_error *error) {
  char name[300];
  for (int k = 0; k < s->others; k++) {
    const int32_t point = s->other[k] - s->b->mesh->nodes;
    if (point < 0 || point >= s->b->model->entries->points) continue;
    const gb_point_mass *entry = s->b->point[point].entry;
    if (!entry->motion[0] || !is_carried(s, row, k)) continue;
    name_joint(s, r->joint, sizeof name, name);
    return gb_fail(error, GB_MODEL,
                   "%s: point '%s' has a given motion, which this joint and the other joints and "
                   "supports leave no room for (%.200s); accepted: joints that do",
                   name, entry->name, entry->where);
  }
  return GB_OK;
}

/// A redundant row leaves sum c_d s_d' = 0 of the rates of prescribed motions.
static int check_conflict(elimination *s, const gb_build_row *r, double row[], gb_error *error) {
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
    return gb_fail(error, GB_MODEL,
                   "%s: %s leave it no motion of its own (found %s, an expression "
                   "of t); accepted: no prescribed motion",
                   name, others_text, r->left == GB_JOINT_GAP ? "distance" : "angle");
  if (others > 0 && fabs(rate) > 1e-6 * scale)
    return gb_fail(error, GB_MODEL,
                   "%s: the other prescribed motions already give it another rate at t = 0 (found "
                   "%g, theirs %g), with %s; accepted: one of them",
                   name, s->rate[r->drive], s->rate[r->drive] + rate, others_text);
  return check_given(s, r, row, error);
}

/// A row that repeats others is left out: it has no multiplier.
static void leave_out(elimination *s, const gb_build_row *r, double row[]) {
  int32_t node[5];
  char name[300], words[100], others[800];
  gb_build_joint_nodes(s->b, r->joint, node);
  s->b->frame[node[4] - gb_build_body_node(s->b, 0, 0)].rows &= ~(1u << r->place);
  s->b->model->checks->redundant_rows++;
  name_joint(s, r->joint, sizeof name, name);
  gb_build_row_words(s->b, r, sizeof words, words);
  name_others(s, r->joint, row, sizeof others, others);
  gb_build_warn(s->b, "%s: %s already keep it from %s: that row is redundant and left out", name,
                others, words);
}

/// The initial velocities of bodies must meet the row's rate; the worst is described.
static void check_rate(const elimination *s, const gb_build_row *r, const double row[],
                       double *worst) {
  double sum = 0, scale = 0;
  if (mover_of(s, r->joint, 0) >= s->bodies || mover_of(s, r->joint, 1) >= s->bodies) return;
  for (int i = 0; i < s->bodies; i++) {
    const gb_body *body = &s->b->problem->bodies.entry[i];
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
  const gb_joint_entry *joint = &s->b->problem->joints.entry[r->joint];
  char name[300], words[100];
  *worst = fabs(sum);
  name_joint(s, r->joint, sizeof name, name);
  gb_build_row_words(s->b, r, sizeof words, words);
  snprintf(
      s->b->model->checks->inconsistent, sizeof s->b->model->checks->inconsistent,
      "%s: the initial velocities of %s and %s break it: %s, at a rate of %g; all are moved to "
      "the nearest that the joints allow",
      name, joint->between[0], joint->between[1], words, sum);
}

/// Prescribed motions start from the places that the case gives.
static int open_drive(elimination *s, const gb_build_row *r, gb_error *error) {
  double motion[3];
  char name[300];
  gb_expression_taylor(r->motion, 0, motion);
  s->rate[r->drive] = motion[1];
  if (fabs(motion[0]) <= 1e-12) return GB_OK;
  name_joint(s, r->joint, sizeof name, name);
  return gb_fail(error, GB_MODEL,
                 "%s: the %s is %g at t = 0, where the case gives places for 0; accepted: an "
                 "expression that is 0 at t = 0",
                 name, r->left == GB_JOINT_GAP ? "distance" : "angle", motion[0]);
}

static int search(elimination *s, double row[], gb_error *error) {
  double worst = 0;
  for (int pass = 0, drives = 0; pass < 2; pass++)
    for (int j = 0; j < s->b->problem->joints.count; j++) {
      gb_build_row rows[GB_JOINT_ROWS];
      const int count = gb_build_joint_rows(s->b, j, pass == 1, &drives, rows);
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

/// The largest arm of a joint at a body.
static double size_of(const gb_build *b) {
  double size = 0;
  for (int j = 0; j < b->problem->joints.count; j++)
    for (int end = 0; end < 2; end++) {
      const int32_t node = gb_build_end_node(b, j, end, 0), master = gb_build_master(b, node);
      for (int i = 0; master >= 0 && i < 3; i++)
        size = fmax(size, fabs(gb_build_position(b, node)[i] - gb_build_position(b, master)[i]));
    }
  return size > 0 ? size : 1;
}

static int allocate(elimination *s, double **row, gb_error *error) {
  GB_TRY(list_others(s, error));
  s->width = columns_of(s) + s->drives + 3 * s->others;
  s->rows = s->room;
  if (s->room > columns_of(s)) s->room = columns_of(s); // no more are independent
  const size_t room = (size_t)s->room, width = (size_t)s->width;
  GB_TRY(gb_allocate(room * width, sizeof *s->row, &s->row, error));
  GB_TRY(gb_allocate((room + 1) * (size_t)s->rows, sizeof *s->blend, &s->blend, error));
  GB_TRY(gb_allocate((size_t)s->rows, sizeof *s->joint, &s->joint, error));
  GB_TRY(gb_allocate(room, sizeof *s->pivot, &s->pivot, error));
  GB_TRY(gb_allocate((size_t)s->drives, sizeof *s->rate, &s->rate, error));
  return gb_allocate(width, sizeof **row, row, error);
}

int gb_build_constraints(gb_build *b, gb_error *error) {
  elimination s = {.b = b, .bodies = b->problem->bodies.count, .size = size_of(b)};
  double *row = NULL;
  if (b->problem->joints.count == 0 || s.bodies > SEARCHED) return GB_OK;
  for (int j = 0; j < b->problem->joints.count; j++) {
    const gb_joint joint = gb_build_joint(b, j);
    s.room += gb_joint_rows(&joint);
    s.drives += joint.angle + joint.distance;
  }
  int status = allocate(&s, &row, error);
  if (status == GB_OK) status = search(&s, row, error);
  free(row);
  free(s.other);
  free(s.row);
  free(s.blend);
  free(s.joint);
  free(s.pivot);
  free(s.rate);
  return status;
}
