/// The search for redundant rows. A body moves as v, w at the start, so that the gradient of a row
/// has six columns a body; each prescribed motion and each value of an equation has a column of its
/// own, and what supports fix of a node has columns beside those that are free. Gaussian
/// elimination in the case's order, prescribed motions after the other rows of joints, then
/// equations, leaves nothing of the columns that are free where a row is redundant.
#include "model/constraints/redundancy.h"

#include "base/length.h"
#include "model/constraints/joint_rows.h"
#include "model/constraints/rigid_rows.h"
#include "model/constraints/row_reduction.h"
#include "problem/controls.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
  MOTIONS = GB_RIGID_MOTIONS,
  COLUMNS = 12 ///< of a node: these, or three of its displacement and of each director
};
static const double negligible = 1e-8; ///< of a row that is left by elimination, relative to it

/// The origin of a row, and the value that it prescribes.
typedef struct row_owner {
  int joint;        ///< -1: an equation
  int32_t equation; ///< its node
} row_owner;

/// A prescribed motion of a joint, or the value of an equation.
typedef struct drive {
  const gb_expression *value;
  double scale, rate; ///< factor of the value; the rate at the start
} drive;

/// A list in words, four at most.
typedef struct name_list {
  int count;
  char text[600];
} name_list;

/// The warning of the rows that are left out: the first in a sentence, and the entries of the
/// others.
typedef struct warning {
  char first[1400];
  name_list more;
  int last; ///< the entry that was listed last, joints before equations; -1: none
} warning;

typedef struct elimination {
  const gb_supports *supports;
  const gb_topology *t;
  const gb_problem *problem;
  gb_redundancy *found;
  int movers;             ///< nodes with columns
  int32_t *mover, *place; ///< these, and the place of each node among them, -1: none
  int rows, seen;         ///< of all joints and equations, and of these those that were opened
  row_owner *owner;       ///< of each row, [rows]
  int drives;
  drive *drive; ///< [drives]
  double size;  ///< of the model
  gb_row_reduction *made;
  warning *warning;
} elimination;

/// The columns of a node that may move.
static int free_columns(const elimination *s, int mover) {
  (void)s;
  return COLUMNS * mover;
}

/// @return the first column of the components that supports fix of a mover
static int fixed_columns(const elimination *s, int mover) {
  return COLUMNS * (s->movers + mover);
}

static int drive_column(const elimination *s, int number) {
  return 2 * COLUMNS * s->movers + number;
}

/// The place of a joint's end among the movers; -1: the ground.
static int mover_of(const elimination *s, int joint, int end) {
  const int32_t node = gb_topology_master(s->t, gb_joint_end(s->t, joint, end));
  return node < 0 ? -1 : s->place[node];
}

static void list_mover(elimination *s, int32_t node) {
  if (node < 0 || s->place[node] >= 0) return;
  s->place[node] = s->movers;
  s->mover[s->movers++] = node;
}

static void list_part(void *context, const gb_equation_part *part) {
  list_mover(context, part->node);
}

/// Give the nodes that joints and equations hold columns of their own.
static int list_movers(elimination *s, gb_error *error) {
  const size_t nodes = (size_t)s->t->nodes;
  GB_TRY(GB_TAKE(s->t->from->arena, s->mover, nodes, error));
  GB_TRY(GB_TAKE(s->t->from->arena, s->place, nodes, error));
  for (size_t n = 0; n < nodes; n++) s->place[n] = -1;
  for (int j = 0; j < s->problem->joints.count; j++)
    for (int end = 0; end < 2; end++)
      list_mover(s, gb_topology_master(s->t, gb_joint_end(s->t, j, end)));
  for (int32_t n = 0; n < s->t->nodes; n++)
    if (gb_topology_is_equation(s->t, n)) gb_equation_visit(s->t, n, list_part, s);
  return GB_OK;
}

/// Add a gradient by a vector of a node, of which supports fix a part, to the columns that begin at
/// `first` among the node's.
static void add_vector(const elimination *s, int mover, unsigned field, int first,
                       const double gradient[3]) {
  double direction[3][3], moves[3] = {0};
  const int count = gb_free_directions(s->supports, s->mover[mover], field, direction);
  for (int k = 0; k < count; k++) {
    double along = 0;
    for (int i = 0; i < 3; i++) along += direction[k][i] * gradient[i];
    for (int i = 0; i < 3; i++) moves[i] += along * direction[k][i];
  }
  for (int i = 0; i < 3; i++) {
    const double stays = gradient[i] - moves[i];
    if (moves[i] != 0)
      gb_accumulator_add(&s->made->row, free_columns(s, mover) + first + i, moves[i]);
    if (stays != 0) gb_accumulator_add(&s->made->row, fixed_columns(s, mover) + first + i, stays);
  }
}

/// The same by the rotation of a frame.
static void add_turn(const elimination *s, int mover, const double gradient[3]) {
  const unsigned turns = gb_supports_fixed_turns(s->supports, s->mover[mover]);
  for (int i = 0; i < 3; i++) {
    if (gradient[i] == 0) continue;
    const int from = turns >> i & 1 ? fixed_columns(s, mover) : free_columns(s, mover);
    gb_accumulator_add(&s->made->row, from + 3 + i, gradient[i]);
  }
}

static void add_drive(const elimination *s, int number, double factor) {
  gb_accumulator_add(&s->made->row, drive_column(s, number), -factor);
}

static void open_row(elimination *s, row_owner owner) {
  s->owner[s->seen] = owner;
  gb_row_reduction_open(s->made, s->seen++);
}

/// The gradient of a joint's row by the motions of bodies and nodes.
static void open_joint_row(elimination *s, const gb_joint_row *r) {
  open_row(s, (row_owner){.joint = r->joint, .equation = -1});
  for (int end = 0; end < 2; end++) {
    const int mover = mover_of(s, r->joint, end);
    if (mover < 0) continue;
    const int32_t node = gb_joint_end(s->t, r->joint, end);
    const double *center = gb_topology_position(s->t, s->mover[mover]);
    double gradient[MOTIONS];
    gb_joint_row_gradient(r, s->t, node, end, center, s->size, gradient);
    add_vector(s, mover, GB_POSITION, 0, gradient);
    add_turn(s, mover, gradient + 3);
  }
  if (r->drive >= 0) add_drive(s, r->drive, 1);
}

/// An equation's part: of a frame's directors by its rotation, delta = w x D.
static void add_part(void *context, const gb_equation_part *part) {
  const elimination *s = context;
  const int mover = s->place[part->node];
  double gradient[3] = {0}, row[MOTIONS];
  gradient[part->axis] = part->weight;
  if (part->field == GB_POSITION) {
    add_vector(s, mover, part->field, 0, gradient);
    return;
  }
  if (gb_topology_is_frame(s->t, part->node)) {
    gb_rigid_equation_part(s->t, part, gb_topology_position(s->t, part->node), s->size, row);
    add_turn(s, mover, row + 3);
    return;
  }
  gradient[part->axis] /= s->size;
  const int first = part->field == GB_DIRECTOR_1 ? 3 : part->field == GB_DIRECTOR_2 ? 6 : 9;
  add_vector(s, mover, part->field, first, gradient);
}

static void open_equation_row(elimination *s, int32_t node, int number) {
  open_row(s, (row_owner){.joint = -1, .equation = node});
  gb_equation_visit(s->t, node, add_part, s);
  if (number >= 0) add_drive(s, number, 1);
}

static double row_value(const elimination *s, int column) {
  return s->made->row.value[column];
}

/// Reduce the row by those before it and keep it, unless it is redundant.
static int eliminate(elimination *s, bool *redundant, gb_error *error) {
  return gb_row_reduction_close(s->made, drive_column(s, 0), negligible, redundant, error);
}

static void name_row(const elimination *s, row_owner of, size_t size, char *text) {
  if (of.joint < 0) {
    gb_equation_words(s->t, gb_equation_entry(s->t, of.equation), size, text);
    return;
  }
  const gb_joint_entry *entry = &s->problem->joints.entry[of.joint];
  snprintf(text, size, "%s%s%s%s", entry->where, entry->name ? ": joint '" : "",
           entry->name ? entry->name : "", entry->name ? "'" : "");
}

static void add_name(name_list *list, const char *kind, const char *name, const char *end) {
  const size_t used = strlen(list->text), room = sizeof list->text - used;
  if (list->count < 4)
    snprintf(list->text + used, room, "%s%s%.120s%s", list->count ? ", " : "", kind, name, end);
  else if (list->count == 4)
    snprintf(list->text + used, room, ", ...");
  list->count++;
}

/// An entry by its name, or by its place in the file.
static void add_entry(name_list *list, const char *kind, const char *name, const char *where) {
  if (name)
    add_name(list, kind, name, "'");
  else
    add_name(list, "", where, "");
}

/// The joints, or equations, other than its own whose rows make up a redundant one.
static int list_rows(const elimination *s, row_owner own, bool joints, name_list *list) {
  const gb_accumulator *blend = &s->made->blend;
  const int before = list->count;
  for (int i = 0, last = -1; i < s->seen; i++) {
    const row_owner of = s->owner[i];
    if ((of.joint >= 0) != joints || !blend->there[i] || fabs(blend->value[i]) < 1e-5) continue;
    const int entry = joints ? of.joint : gb_equation_entry(s->t, of.equation);
    if ((joints ? of.joint == own.joint : of.equation == own.equation) || entry == last) continue;
    last = entry;
    if (joints)
      add_entry(list, "joint '", s->problem->joints.entry[entry].name,
                s->problem->joints.entry[entry].where);
    else
      add_entry(list, "equation '", s->problem->equations.entry[entry].name,
                s->problem->equations.entry[entry].where);
  }
  return list->count - before;
}

/// Whether supports carry a part of a reduced row at one of the movers.
static bool is_carried(const elimination *s, int mover) {
  for (int i = 0; i < COLUMNS; i++)
    if (fabs(row_value(s, fixed_columns(s, mover) + i)) > negligible) return true;
  return false;
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
static int list_supports(const elimination *s, name_list *list) {
  const int before = list->count;
  for (int k = 0; k < s->movers && list->count < 6; k++) {
    if (!is_carried(s, k)) continue;
    const gb_point_mass *entry = free_node_at(s, s->mover[k]);
    if (entry)
      add_name(list, "", entry->where, gb_motion_is_given(&entry->motion) ? ".motion" : ".fix");
    for (int i = 0; !entry && i < s->problem->supports.count; i++) {
      const gb_support *support = &s->problem->supports.entry[i];
      if (gb_support_fixes(s->t, support, s->mover[k])) add_name(list, "", support->where, "");
    }
  }
  return list->count - before;
}

/// "the other joints and the supports (joint 'a', plate.yaml:8: supports[0])": what makes up a
/// redundant row.
static void name_others(const elimination *s, row_owner own, size_t size, char *text) {
  name_list list = {0};
  const char *kind[3];
  int kinds = 0;
  if (list_rows(s, own, true, &list) > 0) kind[kinds++] = own.joint < 0 ? "joints" : "other joints";
  if (list_rows(s, own, false, &list) > 0)
    kind[kinds++] = own.joint < 0 ? "other equations" : "equations";
  if (list_supports(s, &list) > 0) kind[kinds++] = "supports";
  if (kinds == 0) kind[kinds++] = own.joint < 0 ? "other equations" : "other joints";
  *text = 0;
  for (int k = 0; k < kinds; k++) {
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%sthe %s",
             k == 0           ? ""
             : k == kinds - 1 ? " and "
                              : ", ",
             kind[k]);
  }
  const size_t used = strlen(text);
  if (list.count > 0) snprintf(text + used, size - used, " (%s)", list.text);
}

/// Check points with a given motion: supports prescribe how they move.
static int check_given(elimination *s, row_owner own, gb_error *error) {
  char name[320];
  for (int k = 0; k < s->movers; k++) {
    if (!s->supports->motion[s->mover[k]] || !is_carried(s, k)) continue;
    const gb_point_mass *entry = free_node_at(s, s->mover[k]);
    char node[300];
    name_row(s, own, sizeof name, name);
    gb_origin_words(s->t->origins, s->t->id[s->mover[k]], sizeof node, node);
    return gb_fail(error, GB_MOTION_CONFLICT,
                   "%s: %s has a given motion, which this %s and the other joints%s and supports "
                   "leave no room for%s%.200s%s; accepted: %s that do",
                   name, node, own.joint < 0 ? "equation" : "joint",
                   s->problem->equations.count > 0 ? ", equations" : "", entry ? " (" : "",
                   entry ? entry->where : "", entry ? ")" : "",
                   own.joint < 0 ? "equations" : "joints");
  }
  return GB_OK;
}

/// A redundant equation leaves sum c_d s_d = 0 of the values of all: at some times, where controls
/// and functions of time that are alike cancel.
static int check_value(elimination *s, row_owner own, gb_error *error) {
  static const double times[] = {0, 0.125, 1, 2.75};
  for (int k = 0; k < 4; k++) {
    double sum[3] = {0}, scale[3] = {0};
    for (int d = 0; d < s->drives; d++) {
      const double c = row_value(s, drive_column(s, d)) * s->drive[d].scale;
      double taylor[3];
      if (fabs(c) <= 1e-12) continue;
      gb_problem_motion(s->problem, s->drive[d].value, times[k], taylor);
      for (int i = 0; i < 3; i++) {
        if (!isfinite(taylor[i])) continue;
        sum[i] += c * taylor[i];
        scale[i] += fabs(c * taylor[i]);
      }
    }
    for (int i = 0; i < 2; i++) {
      static const char *const of[] = {"value", "rate of its value"};
      if (fabs(sum[i]) <= 1e-9 * scale[i]) continue;
      char name[320], others[800];
      name_row(s, own, sizeof name, name);
      name_others(s, own, sizeof others, others);
      return gb_fail(error, GB_MOTION_CONFLICT,
                     "%s: it contradicts %s, which already say what it says with another %s (off "
                     "by %g at t = %g); accepted: one of them, or values that agree",
                     name, others, of[i], fabs(sum[i]) / gb_equation_scale(s->t, own.equation),
                     times[k]);
    }
  }
  return check_given(s, own, error);
}

/// A redundant row leaves sum c_d s_d' = 0 of the rates of prescribed motions.
static int check_conflict(elimination *s, const gb_joint_row *r, gb_error *error) {
  const row_owner own = {.joint = r->joint, .equation = -1};
  char name[320], others_text[800];
  double rate = 0, scale = 0;
  int others = 0;
  for (int d = 0; d < s->drives; d++) {
    const double c = row_value(s, drive_column(s, d));
    rate += c * s->drive[d].rate;
    scale += fabs(c * s->drive[d].rate);
    others += d != r->drive && fabs(c) > negligible;
  }
  if (r->drive < 0) return check_given(s, own, error);
  name_row(s, own, sizeof name, name);
  name_others(s, own, sizeof others_text, others_text);
  if (others == 0 && !gb_expression_is_constant(r->motion))
    return gb_fail(error, GB_MOTION_CONFLICT,
                   "%s: %s leave it no motion of its own (found %s, an expression "
                   "of t); accepted: no prescribed motion",
                   name, others_text, r->left == GB_JOINT_GAP ? "distance" : "angle");
  if (others > 0 && fabs(rate) > 1e-6 * scale)
    return gb_fail(error, GB_MOTION_CONFLICT,
                   "%s: the other prescribed motions already give it another rate at t = 0 (found "
                   "%g, theirs %g), with %s; accepted: one of them",
                   name, s->drive[r->drive].rate, s->drive[r->drive].rate + rate, others_text);
  return check_given(s, own, error);
}

/// The entry of a row that is left out beside the first.
static void list_more(elimination *s, row_owner own) {
  const gb_problem *p = s->problem;
  const int equation = own.joint < 0 ? gb_equation_entry(s->t, own.equation) : -1;
  const int entry = own.joint < 0 ? p->joints.count + equation : own.joint;
  if (entry == s->warning->last) return;
  s->warning->last = entry;
  if (equation < 0)
    add_entry(&s->warning->more, "joint '", p->joints.entry[own.joint].name,
              p->joints.entry[own.joint].where);
  else
    add_entry(&s->warning->more, "equation '", p->equations.entry[equation].name,
              p->equations.entry[equation].where);
}

/// A row that repeats others is left out: it has no multiplier, but under a penalty.
static void leave_out(elimination *s, row_owner own, const gb_joint_row *r) {
  const int32_t node = r ? gb_joint_end(s->t, r->joint, 0) : own.equation;
  char name[320], words[100], others[800];
  s->found->count++;
  if (s->problem->constraints->enforce == GB_ENFORCE_PENALTY) return; // which shares the force
  s->found->left_out[node] |= (unsigned char)(1u << (r ? r->index : 0));
  if (s->found->left++ > 0) {
    list_more(s, own);
    return;
  }
  name_row(s, own, sizeof name, name);
  name_others(s, own, sizeof others, others);
  if (r) gb_joint_row_words(r, s->t, sizeof words, words);
  if (r)
    snprintf(s->warning->first, sizeof s->warning->first,
             "%s: %s already keep it from %s: that row is redundant and left out", name, others,
             words);
  else
    snprintf(s->warning->first, sizeof s->warning->first,
             "%s: %s already say it: it is redundant and left out", name, others);
}

/// One warning of all rows that are left out.
static void warn(const elimination *s) {
  const int more = s->found->left - 1;
  if (more > 0)
    gb_warn(s->t->from, "%s, as %d more row%s of %s %s", s->warning->first, more,
            more > 1 ? "s" : "", s->warning->more.text, more > 1 ? "are" : "is");
  else if (more == 0)
    gb_warn(s->t->from, "%s", s->warning->first);
}

/// The free body at an end of a joint; NULL: there is none.
static const gb_body *free_body_at(const elimination *s, int joint, int end) {
  const int mover = mover_of(s, joint, end);
  const int body = mover < 0 ? -1 : gb_topology_body_of(s->t, s->mover[mover]);
  const bool held = body >= 0 && s->supports->fixed[s->mover[mover]];
  return body < 0 || held ? NULL : &s->problem->bodies.entry[body];
}

/// The initial velocities of bodies must meet the row's rate; the worst is described.
static void check_rate(const elimination *s, const gb_joint_row *r, double *worst) {
  double sum = 0, scale = 0;
  for (int end = 0; end < 2; end++) {
    const int mover = mover_of(s, r->joint, end);
    const gb_body *body = free_body_at(s, r->joint, end);
    if (mover >= 0 && !body) return;
    // both ends of one body make one row
    for (int k = 0; body && (end == 0 || mover != mover_of(s, r->joint, 0)) && k < MOTIONS; k++) {
      const double rate = row_value(s, free_columns(s, mover) + k) *
                          (k < 3 ? body->velocity[k] : s->size * body->angular_velocity[k - 3]);
      sum += rate;
      scale += fabs(rate);
    }
  }
  if (r->drive >= 0) {
    sum -= s->drive[r->drive].rate;
    scale += fabs(s->drive[r->drive].rate);
  }
  if (fabs(sum) <= 1e-6 * scale || fabs(sum) <= *worst) return;
  const gb_joint_entry *joint = &s->problem->joints.entry[r->joint];
  char name[320], words[100];
  *worst = fabs(sum);
  name_row(s, (row_owner){.joint = r->joint}, sizeof name, name);
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
  char name[320];
  gb_problem_motion(s->problem, r->motion, 0, motion);
  s->drive[r->drive] = (drive){r->motion, 1, motion[1]};
  if (fabs(motion[0]) <= 1e-12 * (r->left == GB_JOINT_GAP ? s->size : 1)) return GB_OK;
  name_row(s, (row_owner){.joint = r->joint}, sizeof name, name);
  return gb_fail(error, GB_MOTION_CONFLICT,
                 "%s: the %s is %g at t = 0, where the case gives places for 0; accepted: an "
                 "expression that is 0 at t = 0",
                 name, r->left == GB_JOINT_GAP ? "distance" : "angle", motion[0]);
}

static int search_joints(elimination *s, gb_error *error) {
  double worst = 0;
  for (int pass = 0, drives = 0; pass < 2; pass++)
    for (int j = 0; j < s->problem->joints.count; j++) {
      gb_joint_row rows[GB_JOINT_ROWS];
      const int count = gb_joint_list_rows(s->problem, j, pass == 1, &drives, rows);
      for (int k = 0; k < count; k++) {
        bool redundant;
        if (pass == 1) GB_TRY(open_drive(s, &rows[k], error));
        open_joint_row(s, &rows[k]);
        check_rate(s, &rows[k], &worst);
        GB_TRY(eliminate(s, &redundant, error));
        if (!redundant) continue;
        GB_TRY(check_conflict(s, &rows[k], error));
        leave_out(s, (row_owner){.joint = j, .equation = -1}, &rows[k]);
      }
    }
  return GB_OK;
}

/// The value of an equation of a node, which is not 0 at all times. @return its number, -1: it is 0
static int open_value(elimination *s, int32_t node) {
  const gb_expression *value = s->problem->equations.entry[gb_equation_entry(s->t, node)].value;
  double motion[3] = {0};
  if (!value) return -1;
  gb_problem_motion(s->problem, value, 0, motion);
  if (gb_expression_is_constant(value) && motion[0] == 0) return -1;
  const double scale = gb_equation_scale(s->t, node);
  s->drive[s->drives] = (drive){value, scale, scale * motion[1]};
  return s->drives++;
}

static int search_equations(elimination *s, gb_error *error) {
  for (int32_t n = s->t->from->mesh->nodes; n < s->t->nodes; n++) {
    const row_owner own = {.joint = -1, .equation = n};
    bool redundant;
    if (!gb_topology_is_equation(s->t, n)) continue;
    open_equation_row(s, n, open_value(s, n));
    GB_TRY(eliminate(s, &redundant, error));
    if (!redundant) continue;
    GB_TRY(check_value(s, own, error));
    leave_out(s, own, NULL);
  }
  return GB_OK;
}

static int allocate(elimination *s, gb_error *error) {
  gb_arena *arena = s->t->from->arena;
  int equations = 0;
  for (int32_t n = 0; n < s->t->nodes; n++) equations += gb_topology_is_equation(s->t, n);
  GB_TRY(list_movers(s, error));
  GB_TRY(GB_TAKE(arena, s->warning, 1, error));
  s->warning->last = -1;
  s->rows += equations;
  GB_TRY(GB_TAKE(arena, s->owner, (size_t)s->rows, error));
  GB_TRY(GB_TAKE(arena, s->drive, (size_t)(s->drives + equations), error));
  return gb_row_reduction_create(arena, COLUMNS * s->movers, drive_column(s, s->drives + equations),
                                 s->rows, &s->made, error);
}

int gb_redundancy_find(const gb_supports *supports, gb_redundancy **out, gb_error *error) {
  const gb_topology *t = supports->topology;
  const double arm = gb_joint_arm(t);
  gb_redundancy *found;
  GB_TRY(GB_TAKE(t->from->arena, found, 1, error));
  GB_TRY(GB_TAKE(t->from->arena, found->left_out, (size_t)t->nodes, error));
  *out = found;
  elimination s = {.supports = supports,
                   .t = t,
                   .problem = t->from->problem,
                   .found = found,
                   .size = arm > 0 ? arm : 1};
  if (s.problem->joints.count + s.problem->equations.count == 0) return GB_OK;
  for (int j = 0; j < s.problem->joints.count; j++) {
    const gb_joint joint = gb_joint_of(s.problem, j);
    s.rows += gb_joint_rows(&joint);
    s.drives += joint.angle + joint.distance;
  }
  GB_TRY(allocate(&s, error));
  GB_TRY(search_joints(&s, error));
  GB_TRY(search_equations(&s, error));
  warn(&s);
  return GB_OK;
}
