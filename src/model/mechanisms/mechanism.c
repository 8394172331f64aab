/// The search for rigid motions that nothing holds. A rigid motion about a part's centre c is u = v
/// + w x (X - c), delta = w x D. The supports hold those for which the sum of squares of the fixed
/// displacements and director changes is positive, a connection those that it resists. Parts that
/// these join are searched together, unless they are too many.
#include "model/mechanisms/mechanism.h"

#include "base/length.h"
#include "model/constraints/rigid_rows.h"
#include "model/mechanisms/drilling.h"
#include "model/mechanisms/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
  MOTIONS = GB_RIGID_MOTIONS,
  SEARCHED = 60 ///< most parts that are searched together
};

/// The quadratic form of what holds the parts that are searched, and the free motion found.
typedef struct search {
  const gb_parts *parts;
  gb_mechanism *found;
  bool whole; ///< only connections with the ground count: others do not resist common motions
  double (*fixed)[MOTIONS][MOTIONS]; ///< of each part, by supports
  int n;                             ///< motions of all parts that are searched
  double form[MOTIONS * SEARCHED * MOTIONS * SEARCHED], motion[MOTIONS * SEARCHED];
} search;

/// The columns of a node by the rigid motions of its part, of which a point has no rotation.
static void node_columns(const gb_topology *t, const gb_model_part *p, int32_t node, unsigned field,
                         double column[3][MOTIONS]) {
  gb_rigid_node_columns(t, node, field, p->center, p->size, column);
  for (int i = 0; !p->turns && i < 3; i++) memset(column[i] + 3, 0, 3 * sizeof *column[i]);
}

/// form += row row^T for a row by the motions of two parts; part -1: the ground.
static void add_row(search *s, const int32_t part[2], double row[2][MOTIONS]) {
  for (int k = 0; k < 2; k++)
    for (int l = 0; l < 2; l++) {
      if (part[k] < 0 || part[l] < 0) continue;
      const gb_model_part *one = &s->parts->all[part[k]], *two = &s->parts->all[part[l]];
      for (int i = 0; i < MOTIONS; i++)
        for (int j = 0; j < MOTIONS; j++)
          s->form[s->n * (MOTIONS * one->index + i) + MOTIONS * two->index + j] +=
              row[k][i] * row[l][j];
    }
}

/// Add the motions of a node that supports fix. Changes of directors count times the part's size.
static void add_fixed(const gb_parts *parts, int32_t node, double fixed[MOTIONS][MOTIONS]) {
  const gb_topology *t = parts->t;
  for (unsigned field = GB_POSITION; field <= GB_DIRECTOR_3; field <<= 1) {
    double column[3][MOTIONS], direction[3][3];
    if (!(t->fields[node] & field)) continue;
    const bool grounded = gb_topology_is_fixed(t, node);
    const int count = grounded ? 0 : gb_free_directions(parts->supports, node, field, direction);
    const gb_model_part *p = &parts->all[parts->of[node]];
    const double scale = field == GB_POSITION ? 1 : p->size;
    if (count == 3) continue;
    node_columns(t, p, node, field, column);
    for (int i = 0; i < 3; i++) { // the projection on what is fixed
      double row[MOTIONS] = {0};
      for (int j = 0; j < 3; j++) {
        double part = i == j;
        for (int k = 0; k < count; k++) part -= direction[k][i] * direction[k][j];
        for (int m = 0; m < MOTIONS; m++) row[m] += scale * part * column[j][m];
      }
      for (int m = 0; m < MOTIONS; m++)
        for (int l = 0; l < MOTIONS; l++) fixed[m][l] += row[m] * row[l];
    }
  }
}

/// Add the rows of supports, which hold parts without other parts.
static void add_supports(search *s, const gb_model_part *first) {
  for (const gb_model_part *p = first; p; p = gb_parts_next(s->parts, p)) {
    const int start = MOTIONS * p->index;
    for (int i = 0; i < MOTIONS; i++)
      for (int j = 0; j < MOTIONS; j++)
        s->form[s->n * (start + i) + start + j] += s->fixed[p - s->parts->all][i][j];
    for (int i = 3; !p->turns && i < MOTIONS; i++) s->form[(s->n + 1) * (start + i)] = 1;
    for (int i = 0; p->turns && i < 3; i++) // a turn that moves nothing
      for (int j = 0; j < 3; j++)
        s->form[s->n * (start + 3 + i) + start + 3 + j] += p->line[i] * p->line[j];
  }
}

/// Columns of the motions of one end: force . velocity + moment . angular velocity.
static void end_row(const gb_model_part *p, const double X[3], const double force[3],
                    const double moment[3], double row[MOTIONS]) {
  double arm[3], turn[3];
  for (int i = 0; i < 3; i++) arm[i] = X[i] - p->center[i];
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    turn[i] = moment[i] + arm[j] * force[k] - arm[k] * force[j];
    row[i] = force[i];
    row[3 + i] = p->turns ? turn[i] / p->size : 0;
  }
}

/// Rows are divided by their length, so that no unit of stiffness or length counts.
static void add_resistance(search *s, const gb_part_pair *pair, const gb_resistance *r) {
  double row[2][MOTIONS] = {{0}}, square = 0;
  for (int end = 0; end < 2; end++) {
    const double *X = gb_topology_position(s->parts->t, pair->connection->node[end]);
    if (pair->part[end] >= 0)
      end_row(&s->parts->all[pair->part[end]], X, r->force[end], r->moment[end], row[end]);
    for (int m = 0; m < MOTIONS; m++) square += row[end][m] * row[end][m];
  }
  for (int k = 0; k < 2 * MOTIONS && square > 0; k++) row[k / MOTIONS][k % MOTIONS] /= sqrt(square);
  add_row(s, pair->part, row);
}

static void add_connections(search *s, const gb_model_part *first) {
  for (int32_t i = first->pair; i >= 0; i = s->parts->pair[i].next) {
    const gb_part_pair *pair = &s->parts->pair[i];
    gb_resistance resistance[GB_RESISTANCES];
    if (s->whole && pair->part[0] >= 0 && pair->part[1] >= 0) continue;
    const int count = pair->connection->kind->resist(s->parts->t, pair->connection, resistance);
    for (int k = 0; k < count; k++) add_resistance(s, pair, &resistance[k]);
  }
}

/// The row of an equation by the motions of parts, while it is put together: row[n].
typedef struct equation_row {
  const search *s;
  double *row;
} equation_row;

static void add_equation_part(void *context, const gb_equation_part *part) {
  const equation_row *at = context;
  const gb_parts *parts = at->s->parts;
  double column[3][MOTIONS];
  if (parts->of[part->node] < 0) return;
  const gb_model_part *p = &parts->all[parts->of[part->node]];
  node_columns(parts->t, p, part->node, part->field, column);
  for (int m = 0; m < MOTIONS; m++)
    at->row[MOTIONS * p->index + m] += part->weight * column[part->axis][m];
}

static void add_equations(search *s, const gb_model_part *first) {
  for (int32_t n = first->equation; n >= 0; n = s->parts->equation[n]) {
    equation_row at = {s, s->motion};
    memset(s->motion, 0, sizeof s->motion);
    gb_equation_visit(s->parts->t, n, add_equation_part, &at);
    double square = 0;
    for (int i = 0; i < s->n; i++) square += s->motion[i] * s->motion[i];
    for (int i = 0; i < s->n; i++)
      for (int j = 0; s->motion[i] != 0 && j < s->n; j++)
        s->form[s->n * i + j] += s->motion[i] * s->motion[j] / square;
  }
}

/// Without the round-off that would be printed.
static double tidy(double value, double scale) {
  return fabs(value) < 1e-9 * scale ? 0 : value;
}

/// "moving along (1, 0, 0)" or "turning about the axis (0, 1, 0) through (0, 1, 0)".
static void describe(const gb_model_part *p, const double motion[MOTIONS], size_t size,
                     char *text) {
  const double *v = motion, *w = motion + 3;
  double speed = gb_length(v), turn = gb_length(w), a[3], through[3];
  bool turns = turn > 1e-9 * speed;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    a[i] = tidy(turns ? w[i] / turn : v[i] / speed, 1);
    through[i] = p->center[i];
    if (turns) through[i] += p->size * (w[j] * v[k] - w[k] * v[j]) / (turn * turn);
    through[i] = tidy(through[i], p->size);
  }
  int used = snprintf(text, size, "%s (%.4g, %.4g, %.4g)",
                      turns ? "turning about the axis" : "moving along", a[0], a[1], a[2]);
  if (turns && used > 0 && (size_t)used < size)
    snprintf(text + used, size - (size_t)used, " through (%.6g, %.6g, %.6g)", through[0],
             through[1], through[2]);
}

/// The part that moves most in a motion of joined parts.
static const gb_model_part *most_moved(const search *s, const gb_model_part *first) {
  const gb_model_part *most = NULL;
  double largest = -1;
  for (const gb_model_part *p = first; p; p = gb_parts_next(s->parts, p))
    for (int i = 0; i < MOTIONS; i++)
      if (fabs(s->motion[MOTIONS * p->index + i]) > largest) {
        largest = fabs(s->motion[MOTIONS * p->index + i]);
        most = p;
      }
  return most;
}

/// The kinds of entries that could hold a part, for a message: "no support, no joint and no
/// spring".
static void name_holders(const gb_parts *s, const gb_model_part *first, size_t size, char *text) {
  bool springs = false, joints = false;
  for (int32_t i = first->pair; i >= 0; i = s->pair[i].next) {
    const bool elastic = s->pair[i].connection->kind->elastic;
    springs = springs || elastic;
    joints = joints || !elastic;
  }
  const char *names[] = {"support", "joint", "spring", "equation"};
  const bool there[] = {true, joints, springs, first->equation >= 0};
  int left = 1 + joints + springs + (first->equation >= 0);
  *text = 0;
  for (int k = 0; k < 4; k++) {
    const size_t used = strlen(text);
    if (!there[k]) continue;
    left--;
    snprintf(text + used, size - used, "%sno %s",
             k == 0      ? ""
             : left == 0 ? " and "
                         : ", ",
             names[k]);
  }
}

static void report(search *s, const gb_model_part *first, int count, int of) {
  const gb_topology *t = s->parts->t;
  const gb_model_part *p = most_moved(s, first);
  char words[200], part[300], holders[80], *text = s->found->mechanism;
  const size_t room = sizeof s->found->mechanism;
  gb_parts_words(s->parts, p, sizeof part, part);
  name_holders(s->parts, first, sizeof holders, holders);
  describe(p, s->motion + MOTIONS * p->index, sizeof words, words);
  int used = snprintf(text, room, "%s keeps %s from %s", holders, part, words);
  if (count > 1 && (size_t)used < room)
    used +=
        snprintf(text + used, room - (size_t)used, " (%d of %d rigid motions are free)", count, of);
  if (s->parts->count > 1 && t->nodes == t->from->mesh->nodes && (size_t)used < room)
    snprintf(text + used, room - (size_t)used, "; the mesh has %d parts that share no node",
             (int)s->parts->count);
}

/// Find the form of the parts that are joined to the first one. @return false: they are too many
static bool find_form(search *s, gb_model_part *first) {
  int count = 0;
  for (gb_model_part *p = first; p; p = gb_parts_next(s->parts, p)) p->index = count++;
  if (count > SEARCHED) return false;
  s->n = MOTIONS * count;
  memset(s->form, 0, (size_t)(s->n * s->n) * sizeof *s->form);
  add_supports(s, first);
  add_connections(s, first);
  add_equations(s, first);
  return true;
}

/// Search the parts that are joined to the first one. @return whether they can move
static bool find_mechanism(search *s, gb_model_part *first) {
  bool used[MOTIONS * SEARCHED];
  int count, possible = 0;
  if (!find_form(s, first)) return false; // left to the solver
  for (gb_model_part *p = first; p; p = gb_parts_next(s->parts, p))
    possible += !p->turns ? 3 : gb_length(p->line) > 0 ? MOTIONS - 1 : MOTIONS;
  count = gb_rigid_free_motions(s->n, s->form, used, s->motion);
  if (count > 0) report(s, first, count, possible);
  return count > 0;
}

/// Whether a support or a connection ties one of the parts to the ground.
static bool is_attached(const gb_parts *s, const gb_model_part *first) {
  for (const gb_model_part *p = first; p; p = gb_parts_next(s, p))
    if (p->supported) return true;
  for (int32_t i = first->pair; i >= 0; i = s->pair[i].next)
    if (s->pair[i].part[0] < 0 || s->pair[i].part[1] < 0) return true;
  return false;
}

/// Name the parts that nothing attaches to the ground, directly or by others: one of each group.
static void list_loose(const gb_parts *s, gb_mechanism *found) {
  const size_t room = sizeof found->loose;
  for (int32_t p = 0; p < s->count; p++) {
    const size_t used = strlen(found->loose);
    char words[300], others[60] = "";
    int more = -1;
    if (!s->all[p].first || is_attached(s, &s->all[p])) continue;
    for (const gb_model_part *q = &s->all[p]; q; q = gb_parts_next(s, q)) more++;
    if (more > 0)
      snprintf(others, sizeof others, " and %d that hang%s on it", more, more > 1 ? "" : "s");
    gb_parts_words(s, &s->all[p], sizeof words, words);
    if (used + strlen(words) + strlen(others) + 10 < room)
      snprintf(found->loose + used, room - used, "%s%s%s", used ? ", " : "", words, others);
    else if (used > 3 && used + 6 < room && strcmp(found->loose + used - 3, "..."))
      strcat(found->loose, ", ...");
  }
}

/// Find the parts, and the motions of each that supports fix.
static int open_search(const gb_supports *supports, gb_arena *scratch, gb_parts *parts,
                       search **out, gb_error *error) {
  GB_TRY(gb_parts_find(supports, parts, error));
  GB_TRY(GB_TAKE(scratch, *out, 1, error));
  GB_TRY(GB_TAKE(scratch, (*out)->fixed, (size_t)parts->count, error));
  (*out)->parts = parts;
  for (int32_t n = 0; n < parts->t->nodes; n++)
    if (parts->of[n] >= 0 && (supports->fixed[n] || gb_topology_is_fixed(parts->t, n)))
      add_fixed(parts, n, (*out)->fixed[parts->of[n]]);
  return GB_OK;
}

/// Find the motions of a part in those of the whole model: column[i][j] is motion i of the part,
/// v + w x arm or w, in motion j of the whole.
static void part_columns(const gb_whole *whole, const gb_model_part *p,
                         double column[MOTIONS][MOTIONS]) {
  double arm[3];
  for (int i = 0; i < 3; i++) arm[i] = p->center[i] - whole->center[i];
  gb_rigid_columns(arm, true, whole->size, column);
  memset(column[3], 0, 3 * sizeof column[0]);
  for (int i = 0; p->turns && i < 3; i++) // a rotation about the line of a part moves nothing
    for (int j = 0; j < 3; j++)
      column[3 + i][3 + j] = ((i == j) - p->line[i] * p->line[j]) * p->size / whole->size;
}

int gb_mechanism_of_whole(const gb_supports *supports, gb_whole *whole, gb_error *error) {
  gb_parts parts;
  search *s = NULL;
  gb_model_part *first = NULL;
  GB_SCRATCH(scratch);
  *whole = (gb_whole){0};
  GB_TRY(open_search(supports, &scratch, &parts, &s, error));
  for (int32_t p = parts.count; p-- > 0;)
    if (parts.all[p].first) first = &parts.all[p], whole->groups++;
  if (whole->groups != 1) return GB_OK;
  s->whole = true;
  if (!find_form(s, first))
    return gb_fail(error, GB_TOO_LARGE,
                   "inertia relief: the model has %d parts that joints, springs or equations join; "
                   "accepted: at most %d",
                   (int)parts.count, SEARCHED);
  memcpy(whole->center, first->center, sizeof whole->center);
  for (const gb_model_part *p = first; p; p = gb_parts_next(&parts, p)) {
    double arm[3];
    for (int i = 0; i < 3; i++) arm[i] = p->center[i] - whole->center[i];
    whole->size = fmax(whole->size, gb_length(arm) + (p->turns ? p->size : 0));
  }
  for (const gb_model_part *p = first; p; p = gb_parts_next(&parts, p))
    for (const gb_model_part *q = first; q; q = gb_parts_next(&parts, q)) {
      double a[MOTIONS][MOTIONS], b[MOTIONS][MOTIONS];
      part_columns(whole, p, a);
      part_columns(whole, q, b);
      for (int i = 0; i < MOTIONS; i++)
        for (int j = 0; j < MOTIONS; j++)
          for (int k = 0; k < MOTIONS * MOTIONS; k++)
            whole->form[k / MOTIONS][k % MOTIONS] +=
                a[i][k / MOTIONS] * b[j][k % MOTIONS] *
                s->form[s->n * (MOTIONS * p->index + i) + MOTIONS * q->index + j];
    }
  return GB_OK;
}

int gb_mechanism_find(const gb_supports *supports, gb_mechanism *found, gb_error *error) {
  gb_parts parts;
  search *s = NULL;
  GB_SCRATCH(scratch);
  memset(found, 0, sizeof *found);
  GB_TRY(open_search(supports, &scratch, &parts, &s, error));
  s->found = found;
  for (int32_t p = 0; p < parts.count; p++)
    if (parts.all[p].first && find_mechanism(s, &parts.all[p])) break;
  list_loose(&parts, found);
  if (found->mechanism[0]) return GB_OK;
  return gb_drilling_find(supports, sizeof found->mechanism, found->mechanism, error);
}
