/// Whether the rows of joints contradict or repeat each other at the start. A body moves as v, w
/// there, so that the gradient of a row has six columns a body; each prescribed motion has a column
/// of its own for its rate. Gaussian elimination in the case's order, prescribed motions last,
/// leaves nothing of the columns of bodies where a row is redundant. Source: docs/theory.md, the
/// section on redundant rows.
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
  int others; ///< mesh nodes with columns, after the bodies
  int32_t *other;
  int drives, width, rank, room;
  double size;  ///< of the model
  double *row;  ///< [room][width]
  int *pivot;   ///< [room]
  double *rate; ///< of each prescribed motion at the start, [drives]
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

/// Give the mesh nodes that joints hold columns of their own.
static int list_others(elimination *s, gb_error *error) {
  const size_t most = 2 * (size_t)s->b->deck->joints;
  GB_TRY(gb_allocate(most, sizeof *s->other, &s->other, error));
  for (int j = 0; j < s->b->deck->joints; j++)
    for (int end = 0; end < 2; end++)
      if (mover_of(s, j, end) == s->bodies + s->others)
        s->other[s->others++] = gb_build_master(s->b, gb_build_end_node(s->b, j, end, 0));
  return GB_OK;
}

/// The gradient of a row by the motions of bodies and nodes: row[width].
static void open_row(const elimination *s, const gb_build_row *r, double row[]) {
  const gb_build *b = s->b;
  memset(row, 0, (size_t)s->width * sizeof *row);
  for (int end = 0; end < 2; end++) {
    const int mover = mover_of(s, r->joint, end);
    if (mover < 0) continue;
    const double *center =
        gb_build_position(b, gb_build_master(b, gb_build_end_node(b, r->joint, end, 0)));
    double gradient[MOTIONS];
    gb_build_row_gradient(b, r, end, center, s->size, gradient);
    for (int m = 0; m < MOTIONS; m++) row[MOTIONS * mover + m] += gradient[m];
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
  int pivot = 0;
  const double before = largest(row, columns, &pivot);
  for (int k = 0; k < s->rank; k++) {
    const double factor = row[s->pivot[k]];
    const double *other = &s->row[(size_t)k * (size_t)s->width];
    if (factor == 0) continue;
    for (int i = 0; i < s->width; i++) row[i] -= factor * other[i];
    row[s->pivot[k]] = 0;
  }
  const double left = largest(row, columns, &pivot);
  if (left <= negligible * before) return true;
  double *kept = &s->row[(size_t)s->rank * (size_t)s->width];
  for (int i = 0; i < s->width; i++)
    kept[i] = fabs(row[i]) < 1e-14 * left ? 0 : row[i] / row[pivot];
  s->pivot[s->rank++] = pivot;
  return false;
}

static void name_joint(const elimination *s, int joint, size_t size, char *text) {
  const gb_joint_entry *entry = &s->b->deck->joint[joint];
  snprintf(text, size, "%s%s%s%s", entry->where, entry->name ? ": joint '" : "",
           entry->name ? entry->name : "", entry->name ? "'" : "");
}

/// A redundant row leaves sum c_d s_d' = 0 of the rates of prescribed motions.
static int check_conflict(const elimination *s, const gb_build_row *r, const double row[],
                          gb_error *error) {
  const double *c = &row[columns_of(s)];
  char name[300];
  double rate = 0, scale = 0;
  int others = 0;
  for (int d = 0; d < s->drives; d++) {
    rate += c[d] * s->rate[d];
    scale += fabs(c[d] * s->rate[d]);
    others += d != r->drive && fabs(c[d]) > negligible;
  }
  if (r->drive < 0) return GB_OK;
  name_joint(s, r->joint, sizeof name, name);
  if (others == 0 && !gb_expression_is_constant(r->motion))
    return gb_fail(error, GB_MODEL,
                   "%s: the other joints leave it no motion of its own (found %s, an expression "
                   "of t); accepted: no prescribed motion",
                   name, r->left == GB_JOINT_GAP ? "distance" : "angle");
  if (others > 0 && fabs(rate) > 1e-6 * scale)
    return gb_fail(error, GB_MODEL,
                   "%s: the other prescribed motions already give it another rate at t = 0 (found "
                   "%g, theirs %g); accepted: one of them",
                   name, s->rate[r->drive], s->rate[r->drive] + rate);
  return GB_OK;
}

/// A row that repeats others is left out: it has no multiplier.
static void leave_out(elimination *s, const gb_build_row *r) {
  int32_t node[5];
  char name[300], words[100];
  gb_build_joint_nodes(s->b, r->joint, node);
  s->b->frame[node[4] - gb_build_body_node(s->b, 0, 0)].rows &= ~(1u << r->place);
  s->b->model->redundant_rows++;
  name_joint(s, r->joint, sizeof name, name);
  gb_build_row_words(s->b, r, sizeof words, words);
  gb_build_warn(s->b,
                "%s: the other joints already keep it from %s: that row is redundant and left out",
                name, words);
}

/// The initial velocities of bodies must meet the row's rate; the worst is described.
static void check_rate(const elimination *s, const gb_build_row *r, const double row[],
                       double *worst) {
  double sum = 0, scale = 0;
  if (mover_of(s, r->joint, 0) >= s->bodies || mover_of(s, r->joint, 1) >= s->bodies) return;
  for (int i = 0; i < s->bodies; i++) {
    const gb_body *body = &s->b->deck->body[i];
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
  const gb_joint_entry *joint = &s->b->deck->joint[r->joint];
  char name[300], words[100];
  *worst = fabs(sum);
  name_joint(s, r->joint, sizeof name, name);
  gb_build_row_words(s->b, r, sizeof words, words);
  snprintf(
      s->b->model->inconsistent, sizeof s->b->model->inconsistent,
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
    for (int j = 0; j < s->b->deck->joints; j++) {
      gb_build_row rows[GB_JOINT_ROWS];
      const int count = gb_build_joint_rows(s->b, j, pass == 1, &drives, rows);
      for (int k = 0; k < count; k++) {
        if (pass == 1) GB_TRY(open_drive(s, &rows[k], error));
        open_row(s, &rows[k], row);
        check_rate(s, &rows[k], row, &worst);
        if (!eliminate(s, row)) continue;
        GB_TRY(check_conflict(s, &rows[k], row, error));
        leave_out(s, &rows[k]);
      }
    }
  return GB_OK;
}

/// The largest arm of a joint at a body.
static double size_of(const gb_build *b) {
  double size = 0;
  for (int j = 0; j < b->deck->joints; j++)
    for (int end = 0; end < 2; end++) {
      const int32_t node = gb_build_end_node(b, j, end, 0), master = gb_build_master(b, node);
      for (int i = 0; master >= 0 && i < 3; i++)
        size = fmax(size, fabs(gb_build_position(b, node)[i] - gb_build_position(b, master)[i]));
    }
  return size > 0 ? size : 1;
}

static int allocate(elimination *s, double **row, gb_error *error) {
  GB_TRY(list_others(s, error));
  s->width = columns_of(s) + s->drives;
  if (s->room > columns_of(s)) s->room = columns_of(s); // no more are independent
  const size_t room = (size_t)s->room, width = (size_t)s->width;
  GB_TRY(gb_allocate(room * width, sizeof *s->row, &s->row, error));
  GB_TRY(gb_allocate(room, sizeof *s->pivot, &s->pivot, error));
  GB_TRY(gb_allocate((size_t)s->drives, sizeof *s->rate, &s->rate, error));
  return gb_allocate(width, sizeof **row, row, error);
}

int gb_build_constraints(gb_build *b, gb_error *error) {
  elimination s = {.b = b, .bodies = b->deck->bodies, .size = size_of(b)};
  double *row = NULL;
  if (b->deck->joints == 0 || s.bodies > SEARCHED) return GB_OK;
  for (int j = 0; j < b->deck->joints; j++) {
    const gb_joint joint = gb_build_joint(b, j);
    s.room += gb_joint_rows(&joint);
    s.drives += joint.angle + joint.distance;
  }
  int status = allocate(&s, &row, error);
  if (status == GB_OK) status = search(&s, row, error);
  free(row);
  free(s.other);
  free(s.row);
  free(s.pivot);
  free(s.rate);
  return status;
}
