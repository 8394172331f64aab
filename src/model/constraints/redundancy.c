/// The search for redundant rows. A body moves as v, w at the start, so that the gradient of a row
/// has six columns a body; each prescribed motion and each value of an equation has a column of its
/// own, and what supports fix of a node has columns beside those that are free. Gaussian
/// elimination in the case's order, prescribed motions after the other rows of joints, then
/// equations, leaves nothing of the columns that are free where a row is redundant.
#include "model/constraints/redundancy.h"

#include "base/length.h"
#include "model/constraints/movers.h"
#include "model/constraints/rigid_rows.h"
#include "problem/controls.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
  gb_movers movers; ///< nodes with columns
  int rows, seen;   ///< of all joints and equations, and of these those that were opened
  gb_mover_row
      *row;         ///< those that are not given, then given ones of joints, then equations, [rows]
  row_owner *owner; ///< of each row that was opened, [rows]
  int drives;
  drive *drive; ///< [drives]
  gb_row_reduction *made;
  warning *warning;
} elimination;

/// @return the column of a prescribed motion or value; these columns follow the columns of the
/// movers
static int drive_column(const elimination *s, int number) {
  return 2 * GB_MOVER_COLUMNS * s->movers.count + number;
}

/// Begin a row, whose motion or value has this number among the drives; -1: it has none.
static void open_row(elimination *s, const gb_mover_row *row, int given) {
  s->owner[s->seen] =
      (row_owner){.joint = row->equation < 0 ? row->joint.joint : -1, .equation = row->equation};
  gb_row_reduction_open(s->made, s->seen++);
  gb_movers_add_row(&s->movers, row, &s->made->row);
  if (given >= 0) gb_accumulator_add(&s->made->row, drive_column(s, given), -1);
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
  for (int i = 0; i < GB_MOVER_COLUMNS; i++)
    if (fabs(row_value(s, gb_movers_fixed(&s->movers, mover) + i)) > negligible) return true;
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
  for (int k = 0; k < s->movers.count && list->count < 6; k++) {
    if (!is_carried(s, k)) continue;
    const gb_point_mass *entry = free_node_at(s, s->movers.node[k]);
    if (entry)
      add_name(list, "", entry->where, gb_motion_is_given(&entry->motion) ? ".motion" : ".fix");
    for (int i = 0; !entry && i < s->problem->supports.count; i++) {
      const gb_support *support = &s->problem->supports.entry[i];
      if (gb_support_fixes(s->t, support, s->movers.node[k]))
        add_name(list, "", support->where, "");
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
  for (int k = 0; k < s->movers.count; k++) {
    if (!s->supports->motion[s->movers.node[k]] || !is_carried(s, k)) continue;
    const gb_point_mass *entry = free_node_at(s, s->movers.node[k]);
    char node[300];
    name_row(s, own, sizeof name, name);
    gb_origin_words(s->t->origins, s->t->id[s->movers.node[k]], sizeof node, node);
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

/// A redundant row must leave nothing of the values of all drives, and of their rates, at a time.
/// @return the first that does not, and how far it is off; -1: both vanish
static int differ(const elimination *s, double t, double *off) {
  double sum[2] = {0}, scale[2] = {0};
  for (int d = 0; d < s->drives; d++) {
    const double c = row_value(s, drive_column(s, d)) * s->drive[d].scale;
    double taylor[3];
    if (fabs(c) <= 1e-12) continue;
    gb_problem_motion(s->problem, s->drive[d].value, t, taylor);
    for (int i = 0; i < 2; i++) {
      if (!isfinite(taylor[i])) continue;
      sum[i] += c * taylor[i];
      scale[i] += fabs(c * taylor[i]);
    }
  }
  for (int i = 0; i < 2; i++) {
    *off = fabs(sum[i]);
    if (*off > 1e-9 * scale[i]) return i;
  }
  return -1;
}

/// Find where drives first differ: at times within the steps of the march, then between the last of
/// these at which they agree and the first at which they do not; `off` is of the latter. @return
/// see differ
static int find_difference(const elimination *s, double *t, double *off) {
  enum { LEAST = 1000, MOST = 40000 };
  static const double alone[] = {0, 0.125, 1, 2.75}; // where there is no march
  const gb_march_times *times = &s->t->from->times;
  const int wanted = times->steps > MOST / 4 ? MOST : 4 * times->steps;
  const int count = wanted > LEAST ? wanted : LEAST;
  const double end = times->step * times->steps;
  int which = -1;
  for (int k = 0; !(end > 0) && which < 0 && k < 4; k++) which = differ(s, *t = alone[k], off);
  for (int k = 0; end > 0 && which < 0 && k <= count; k++)
    which = differ(s, *t = end * k / count, off);
  if (which < 0 || !(end > 0) || *t == 0) return which;
  double agree = *t - end / count;
  for (int k = 0; k < 40; k++) {
    double here;
    const double middle = 0.5 * (agree + *t);
    if (differ(s, middle, &here) < 0)
      agree = middle;
    else
      *t = middle;
  }
  if (*t < 1e-9 * end) *t = 0;
  return which;
}

/// A redundant equation leaves sum c_d s_d = 0 of the values of all, also of controls and functions
/// of time that are alike.
static int check_value(elimination *s, row_owner own, gb_error *error) {
  static const char *const of[] = {"value", "rate of its value"};
  double t, off;
  const int which = find_difference(s, &t, &off);
  if (which < 0) return check_given(s, own, error);
  char name[320], others[800];
  name_row(s, own, sizeof name, name);
  name_others(s, own, sizeof others, others);
  return gb_fail(error, GB_MOTION_CONFLICT,
                 "%s: it contradicts %s, which already say what it says with another %s (off by %g "
                 "at t = %g); accepted: one of them, or values that agree",
                 name, others, of[which], off / gb_equation_scale(s->t, own.equation), t);
}

/// Whether a redundant row is made up by joints of the same two bodies, so that what it leaves of
/// prescribed motions holds in any position.
static bool is_of_one_pair(const elimination *s, int joint) {
  const gb_accumulator *blend = &s->made->blend;
  for (int i = 0; i < s->seen; i++) {
    if (!blend->there[i] || fabs(blend->value[i]) < 1e-5) continue;
    const int other = s->owner[i].joint;
    if (other < 0) return false;
    for (int end = 0; end < 2; end++)
      if (gb_movers_end(&s->movers, other, end) != gb_movers_end(&s->movers, joint, end))
        return false;
  }
  return true;
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
  double t, off;
  if (others > 0 && is_of_one_pair(s, r->joint) && find_difference(s, &t, &off) >= 0)
    return gb_fail(
        error, GB_MOTION_CONFLICT,
        "%s: the other prescribed motions give it another %s from t = %g on (off by %g), "
        "with %s; accepted: one of them",
        name, r->left == GB_JOINT_GAP ? "distance" : "angle", t, off, others_text);
  return check_given(s, own, error);
}

/// @return the index of a row's joint, or of its equation after all joints
static int entry_of(const elimination *s, row_owner own) {
  return own.joint < 0 ? s->problem->joints.count + gb_equation_entry(s->t, own.equation)
                       : own.joint;
}

/// The entry of a row that is left out beside the first.
static void list_more(elimination *s, row_owner own) {
  const gb_problem *p = s->problem;
  const int entry = entry_of(s, own), equation = entry - p->joints.count;
  if (entry == s->warning->last) return;
  s->warning->last = entry;
  if (own.joint >= 0)
    add_entry(&s->warning->more, "joint '", p->joints.entry[own.joint].name,
              p->joints.entry[own.joint].where);
  else
    add_entry(&s->warning->more, "equation '", p->equations.entry[equation].name,
              p->equations.entry[equation].where);
}

/// Keep what already says a row, for the first of its entry.
static void keep_entry(elimination *s, row_owner own, const char *others) {
  gb_redundancy *found = s->found;
  const int entry = entry_of(s, own);
  for (int i = 0; i < found->entries; i++)
    if (found->entry[i].entry == entry) return;
  if (found->entries == GB_LEFT_OUT_ENTRIES) return;
  gb_left_out_entry *kept = &found->entry[found->entries++];
  kept->entry = entry;
  snprintf(kept->others, sizeof kept->others, "%.230s", others);
}

/// A row that repeats others is left out: it has no multiplier, but under a penalty.
static void leave_out(elimination *s, row_owner own, const gb_joint_row *r) {
  const int32_t node = r ? gb_joint_end(s->t, r->joint, 0) : own.equation;
  char name[320], words[100], others[800];
  s->found->count++;
  if (s->problem->constraints->enforce == GB_ENFORCE_PENALTY) return; // which shares the force
  s->found->left_out[node] |= (unsigned char)(1u << (r ? r->index : 0));
  name_others(s, own, sizeof others, others);
  keep_entry(s, own, others);
  if (s->found->left++ > 0) {
    list_more(s, own);
    return;
  }
  name_row(s, own, sizeof name, name);
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
  const int mover = gb_movers_end(&s->movers, joint, end);
  const int body = mover < 0 ? -1 : gb_topology_body_of(s->t, s->movers.node[mover]);
  const bool held = body >= 0 && s->supports->fixed[s->movers.node[mover]];
  return body < 0 || held ? NULL : &s->problem->bodies.entry[body];
}

/// The initial velocities of bodies must meet the row's rate; the worst is described.
static void check_rate(const elimination *s, const gb_joint_row *r, double *worst) {
  double sum = 0, scale = 0;
  for (int end = 0; end < 2; end++) {
    const int mover = gb_movers_end(&s->movers, r->joint, end);
    const gb_body *body = free_body_at(s, r->joint, end);
    if (mover >= 0 && !body) return;
    // both ends of one body make one row
    for (int k = 0; body && (end == 0 || mover != gb_movers_end(&s->movers, r->joint, 0)) &&
                    k < GB_RIGID_MOTIONS;
         k++) {
      const double rate =
          row_value(s, gb_movers_free(mover) + k) *
          (k < 3 ? body->velocity[k] : s->movers.size * body->angular_velocity[k - 3]);
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
  if (fabs(motion[0]) <= 1e-12 * (r->left == GB_JOINT_GAP ? s->movers.size : 1)) return GB_OK;
  name_row(s, (row_owner){.joint = r->joint}, sizeof name, name);
  return gb_fail(error, GB_MOTION_CONFLICT,
                 "%s: the %s is %g at t = 0, where the case gives places for 0; accepted: an "
                 "expression that is 0 at t = 0",
                 name, r->left == GB_JOINT_GAP ? "distance" : "angle", motion[0]);
}

/// Eliminate a row again, with what is told about it; one that is redundant is left out, unless it
/// stays.
static int look(elimination *s, const gb_mover_row *row, int given, double *worst,
                gb_error *error) {
  const bool equation = row->equation >= 0;
  bool redundant;
  open_row(s, row, given);
  const row_owner own = s->owner[s->seen - 1];
  if (!equation) check_rate(s, &row->joint, worst);
  GB_TRY(eliminate(s, &redundant, error));
  if (!redundant) return GB_OK;
  GB_TRY(equation ? check_value(s, own, error) : check_conflict(s, &row->joint, error));
  if (!row->stays) leave_out(s, own, equation ? NULL : &row->joint);
  s->found->singular += row->stays;
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

/// List all rows: of joints, of their prescribed motions, of equations.
static void list_rows_of_all(elimination *s) {
  s->rows = 0;
  for (int pass = 0, drives = 0; pass < 2; pass++)
    for (int j = 0; j < s->problem->joints.count; j++) {
      gb_joint_row rows[GB_JOINT_ROWS];
      const int count = gb_joint_list_rows(s->problem, j, pass == 1, &drives, rows);
      for (int k = 0; k < count; k++)
        s->row[s->rows++] = (gb_mover_row){.joint = rows[k], .equation = -1, .given = pass == 1};
    }
  for (int32_t n = s->t->from->mesh->nodes; n < s->t->nodes; n++) {
    if (!gb_topology_is_equation(s->t, n)) continue;
    const gb_expression *value = s->problem->equations.entry[gb_equation_entry(s->t, n)].value;
    const bool given = value && !gb_expression_is_constant(value);
    s->row[s->rows++] = (gb_mover_row){.equation = n, .given = given};
  }
}

/// Eliminate all rows in silence to find those that are redundant, and of these those that stay.
static int search(elimination *s, gb_error *error) {
  int count = 0;
  GB_SCRATCH(scratch);
  GB_TRY(gb_row_reduction_create(&scratch, GB_MOVER_COLUMNS * s->movers.count, drive_column(s, 0),
                                 s->rows, &s->made, error));
  for (int k = 0; k < s->rows; k++) {
    open_row(s, &s->row[k], -1);
    GB_TRY(eliminate(s, &s->row[k].redundant, error));
    count += s->row[k].redundant;
  }
  s->seen = 0;
  return count > 0 ? gb_movers_test_nearby(&s->movers, s->rows, s->row, error) : GB_OK;
}

static int tell(elimination *s, gb_error *error) {
  double worst = 0;
  for (int k = 0; k < s->rows; k++) {
    const gb_mover_row *row = &s->row[k];
    const int given = row->equation < 0 ? row->joint.drive : open_value(s, row->equation);
    if (row->equation < 0 && row->given) GB_TRY(open_drive(s, &row->joint, error));
    GB_TRY(look(s, row, given, &worst, error));
  }
  return GB_OK;
}

/// Allocate the arrays of rows and drives, in which the rows of joints come first.
static int allocate(elimination *s, gb_error *error) {
  gb_arena *arena = s->t->from->arena;
  int rows = 0;
  for (int32_t n = 0; n < s->t->nodes; n++) rows += gb_topology_is_equation(s->t, n);
  const int drives = s->drives + rows;
  for (int j = 0; j < s->problem->joints.count; j++) {
    const gb_joint joint = gb_joint_of(s->problem, j);
    rows += gb_joint_rows(&joint);
  }
  GB_TRY(gb_movers_create(s->supports, &s->movers, error));
  GB_TRY(GB_TAKE(arena, s->warning, 1, error));
  s->warning->last = -1;
  GB_TRY(GB_TAKE(arena, s->row, (size_t)rows, error));
  GB_TRY(GB_TAKE(arena, s->owner, (size_t)rows, error));
  GB_TRY(GB_TAKE(arena, s->drive, (size_t)drives, error));
  list_rows_of_all(s);
  GB_TRY(search(s, error));
  return gb_row_reduction_create(arena, GB_MOVER_COLUMNS * s->movers.count, drive_column(s, drives),
                                 rows, &s->made, error);
}

int gb_redundancy_find(const gb_supports *supports, gb_redundancy **out, gb_error *error) {
  const gb_topology *t = supports->topology;
  gb_redundancy *found;
  GB_TRY(GB_TAKE(t->from->arena, found, 1, error));
  GB_TRY(GB_TAKE(t->from->arena, found->left_out, (size_t)t->nodes, error));
  *out = found;
  elimination s = {.supports = supports, .t = t, .problem = t->from->problem, .found = found};
  if (s.problem->joints.count + s.problem->equations.count == 0) return GB_OK;
  for (int j = 0; j < s.problem->joints.count; j++) {
    const gb_joint joint = gb_joint_of(s.problem, j);
    s.drives += joint.angle + joint.distance;
  }
  GB_TRY(allocate(&s, error));
  GB_TRY(tell(&s, error));
  warn(&s);
  return GB_OK;
}
