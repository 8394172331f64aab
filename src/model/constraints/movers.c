/// The motions of bodies and nodes (movers) as columns of constraint rows, and the rows in a pose.
/// In a pose each mover has moved by x from its reference position, and its frame and the arms to
/// the ends of its joints have turned.
#include "model/constraints/movers.h"

#include "base/length.h"
#include "model/constraints/rigid_rows.h"

#include <string.h>

int gb_movers_free(int mover) {
  return GB_MOVER_COLUMNS * mover;
}

int gb_movers_fixed(const gb_movers *m, int mover) {
  return GB_MOVER_COLUMNS * (m->count + mover);
}

int gb_movers_end(const gb_movers *m, int joint, int end) {
  const int32_t node = gb_topology_master(m->t, gb_joint_end(m->t, joint, end));
  return node < 0 ? -1 : m->place[node];
}

static void list_mover(gb_movers *m, int32_t node) {
  if (node < 0 || m->place[node] >= 0) return;
  m->place[node] = m->count;
  m->node[m->count++] = node;
}

static void list_part(void *context, const gb_equation_part *part) {
  list_mover(context, part->node);
}

int gb_movers_create(const gb_supports *supports, gb_movers *m, gb_error *error) {
  const gb_topology *t = supports->topology;
  const size_t nodes = (size_t)t->nodes;
  const double arm = gb_joint_arm(t);
  *m = (gb_movers){.supports = supports, .t = t, .size = arm > 0 ? arm : 1};
  GB_TRY(GB_TAKE(t->from->arena, m->node, nodes, error));
  GB_TRY(GB_TAKE(t->from->arena, m->place, nodes, error));
  for (size_t n = 0; n < nodes; n++) m->place[n] = -1;
  for (int j = 0; j < t->from->problem->joints.count; j++)
    for (int end = 0; end < 2; end++) list_mover(m, gb_topology_master(t, gb_joint_end(t, j, end)));
  for (int32_t n = 0; n < t->nodes; n++)
    if (gb_topology_is_equation(t, n)) gb_equation_visit(t, n, list_part, m);
  return GB_OK;
}

/// Add a gradient by a vector of a node, of which supports fix a part, to the columns that begin at
/// `first` among the node's.
static void add_vector(const gb_movers *m, int mover, unsigned field, int first,
                       const double gradient[3], gb_accumulator *out) {
  double direction[3][3], moves[3] = {0};
  const int count = gb_free_directions(m->supports, m->node[mover], field, direction);
  for (int k = 0; k < count; k++) {
    double along = 0;
    for (int i = 0; i < 3; i++) along += direction[k][i] * gradient[i];
    for (int i = 0; i < 3; i++) moves[i] += along * direction[k][i];
  }
  for (int i = 0; i < 3; i++) {
    const double stays = gradient[i] - moves[i];
    if (moves[i] != 0) gb_accumulator_add(out, gb_movers_free(mover) + first + i, moves[i]);
    if (stays != 0) gb_accumulator_add(out, gb_movers_fixed(m, mover) + first + i, stays);
  }
}

/// The same by the rotation of a frame.
static void add_turn(const gb_movers *m, int mover, const double gradient[3], gb_accumulator *out) {
  const unsigned turns = gb_supports_fixed_turns(m->supports, m->node[mover]);
  for (int i = 0; i < 3; i++) {
    if (gradient[i] == 0) continue;
    const int from = turns >> i & 1 ? gb_movers_fixed(m, mover) : gb_movers_free(mover);
    gb_accumulator_add(out, from + 3 + i, gradient[i]);
  }
}

/// Turn a vector with a mover's frame.
static void turn(const gb_movers *m, int mover, double vector[3]) {
  double old[3];
  if (mover < 0 || !m->x) return;
  memcpy(old, vector, sizeof old);
  for (int i = 0; i < 3; i++) vector[i] = gb_dot(m->turn[mover][i], old);
}

/// Where a mover is.
static void place(const gb_movers *m, int mover, double at[3]) {
  for (int i = 0; i < 3; i++)
    at[i] = gb_topology_position(m->t, m->node[mover])[i] + (m->x ? m->x[mover][i] : 0);
}

/// The pose of a joint: its ends move with their movers.
static void open_pose(const gb_movers *m, int joint, gb_joint_pose *pose) {
  for (int end = 0; end < 2; end++) {
    const int32_t node = gb_joint_end(m->t, joint, end);
    const int mover = gb_movers_end(m, joint, end);
    const double *at = gb_topology_position(m->t, node);
    memcpy(pose->at[end], at, sizeof pose->at[end]);
    for (int k = 0; k < 3; k++) {
      memcpy(pose->axis[end][k], gb_topology_reference(m->t, node, (unsigned)GB_DIRECTOR_1 << k),
             sizeof pose->axis[end][k]);
      turn(m, mover, pose->axis[end][k]);
    }
    if (mover < 0 || !m->x) continue;
    const double *center = gb_topology_position(m->t, m->node[mover]);
    for (int i = 0; i < 3; i++) pose->at[end][i] = at[i] - center[i];
    turn(m, mover, pose->at[end]);
    for (int i = 0; i < 3; i++) pose->at[end][i] += center[i] + m->x[mover][i];
  }
}

/// The gradient of a joint's row by the motions of bodies and nodes.
static void add_joint(const gb_movers *m, const gb_joint_row *row, gb_accumulator *out) {
  gb_joint_pose pose;
  open_pose(m, row->joint, &pose);
  for (int end = 0; end < 2; end++) {
    const int mover = gb_movers_end(m, row->joint, end);
    double center[3], gradient[GB_RIGID_MOTIONS];
    if (mover < 0) continue;
    place(m, mover, center);
    gb_joint_row_gradient_at(row, &pose, end, center, m->size, gradient);
    add_vector(m, mover, GB_POSITION, 0, gradient, out);
    add_turn(m, mover, gradient + 3, out);
  }
}

/// A sum over the parts of an equation.
typedef struct part_sum {
  const gb_movers *m;
  gb_accumulator *row;
  double value;
} part_sum;

static int column_of(unsigned field) {
  return field == GB_POSITION ? 0 : field == GB_DIRECTOR_1 ? 3 : field == GB_DIRECTOR_2 ? 6 : 9;
}

/// An equation's part: of a frame's directors by its rotation, delta = w x D.
static void add_part(void *context, const gb_equation_part *part) {
  const part_sum *s = context;
  const int mover = s->m->place[part->node];
  double gradient[3] = {0}, row[3];
  gradient[part->axis] = part->weight;
  if (part->field != GB_POSITION) gradient[part->axis] /= s->m->size;
  if (part->field == GB_POSITION || !gb_topology_is_frame(s->m->t, part->node)) {
    add_vector(s->m, mover, part->field, column_of(part->field), gradient, s->row);
    return;
  }
  double director[3];
  memcpy(director, gb_topology_reference(s->m->t, part->node, part->field), sizeof director);
  turn(s->m, mover, director);
  gb_cross(director, gradient, row);
  add_turn(s->m, mover, row, s->row);
}

static void sum_part(void *context, const gb_equation_part *part) {
  part_sum *s = context;
  const int mover = s->m->place[part->node], column = column_of(part->field) + part->axis;
  if (part->field == GB_POSITION || !gb_topology_is_frame(s->m->t, part->node)) {
    const double unit = part->field == GB_POSITION ? 1 : s->m->size;
    s->value += part->weight * s->m->x[mover][column] / unit;
    return;
  }
  const double *director = gb_topology_reference(s->m->t, part->node, part->field);
  double now[3];
  memcpy(now, director, sizeof now);
  turn(s->m, mover, now);
  s->value += part->weight * (now[part->axis] - director[part->axis]);
}

void gb_movers_add_row(const gb_movers *m, const gb_mover_row *row, gb_accumulator *out) {
  part_sum sum = {.m = m, .row = out};
  if (row->equation >= 0)
    gb_equation_visit(m->t, row->equation, add_part, &sum);
  else
    add_joint(m, &row->joint, out);
}

double gb_movers_value(const gb_movers *m, const gb_mover_row *row) {
  part_sum sum = {.m = m};
  gb_joint_pose pose;
  if (row->equation >= 0) {
    gb_equation_visit(m->t, row->equation, sum_part, &sum);
    return sum.value;
  }
  open_pose(m, row->joint.joint, &pose);
  return gb_joint_row_value(&row->joint, m->t, &pose);
}
