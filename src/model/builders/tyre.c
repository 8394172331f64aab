/// Tyres: elements on the frames of their wheels, and connections to the ground that resist
/// vertical motions in the search for mechanisms.
#include "elements/contact/tyre.h"
#include "model/builders/builder.h"

#include <math.h>

static int find_wheel(const gb_topology *t, const gb_tyre *tyre, int32_t *node, gb_error *error) {
  int body;
  GB_TRY(gb_need_body(t->from, tyre->where, tyre->wheel, &body, error));
  *node = gb_topology_body(t, body);
  return GB_OK;
}

static int ties(gb_topology *t, gb_error *error) {
  for (int i = 0; i < t->from->problem->tyres.count; i++) {
    const gb_tyre *tyre = &t->from->problem->tyres.entry[i];
    int32_t wheel, road;
    GB_TRY(find_wheel(t, tyre, &wheel, error));
    const gb_new_node new = {.fields = GB_POSITION,
                             .position =
                                 isnan(tyre->at[0]) ? gb_topology_position(t, wheel) : tyre->at,
                             .origin = {"the road under a tyre", tyre->name, i + 1},
                             .hidden = true};
    GB_TRY(gb_topology_add(t, &new, &road, error));
    GB_TRY(gb_topology_mark(t, tyre, road, error));
    GB_TRY(gb_topology_tie_to_body(t, road, -1, error));
  }
  return GB_OK;
}

static int resist(const gb_topology *t, const gb_connection *connection,
                  gb_resistance out[GB_RESISTANCES]) {
  const gb_tyre *tyre = &t->from->problem->tyres.entry[connection->entry];
  const double *X = gb_topology_position(t, connection->node[0]);
  out[0] = (gb_resistance){.force = {{0, 0, -1}, {0, 0, 1}}};
  if (isnan(tyre->at[0])) return 1;
  out[0].moment[0][0] = X[1] - tyre->at[1]; // moment of the force about the wheel's node
  out[0].moment[0][1] = tyre->at[0] - X[0];
  return 1;
}

static const gb_connection_kind kind = {.elastic = true, .resist = resist};

static int connect(gb_topology *t, gb_error *error) {
  for (int i = 0; i < t->from->problem->tyres.count; i++) {
    const gb_tyre *tyre = &t->from->problem->tyres.entry[i];
    int32_t wheel;
    GB_TRY(find_wheel(t, tyre, &wheel, error));
    GB_TRY(gb_topology_connect(t, &kind, i, wheel, gb_topology_find(t, tyre), error));
  }
  return GB_OK;
}

/// Set the position of the wheel's centre relative to the body, which may vary too.
static int set_offset(const gb_draft *draft, const gb_tyre *tyre, int32_t wheel, gb_block *block,
                      gb_error *error) {
  const int32_t capacity = draft->t->from->problem->tyres.count;
  const double *X = gb_topology_position(draft->t, wheel);
  if (isnan(tyre->at[0])) return GB_OK;
  for (int i = 0; i < 3; i++) {
    GB_TRY(gb_draft_own_parameter(draft, block, capacity, GB_TYRE_OFFSET + i, &tyre->at[i], error));
    gb_draft_own(block)[GB_TYRE_OFFSET + i] -= X[i];
  }
  for (int m = 0; m < draft->shape->count; m++) {
    const gb_shape_slope *shape = &draft->shape->slope[m];
    if (shape->node != wheel || shape->field != GB_POSITION) continue;
    for (int i = 0; i < 3; i++)
      if (shape->value[i] != 0)
        GB_TRY(gb_draft_vary(block, capacity, GB_TYRE_OFFSET + i, shape->design, -shape->value[i],
                             error));
  }
  return GB_OK;
}

static int add(const gb_draft *draft, const gb_tyre *tyre, gb_block *block, gb_error *error) {
  const int32_t capacity = draft->t->from->problem->tyres.count;
  const double *number[GB_TYRE_AXIS] = {&tyre->radius,     &tyre->stiffness,     &tyre->damping,
                                        &tyre->friction,   &tyre->side_friction, &tyre->slip,
                                        &tyre->slip_angle, &tyre->slip_speed};
  int32_t wheel;
  GB_TRY(find_wheel(draft->t, tyre, &wheel, error));
  if (!gb_draft_has(draft, wheel)) return GB_OK;
  for (int k = 0; k < GB_TYRE_AXIS; k++)
    GB_TRY(gb_draft_own_parameter(draft, block, capacity, k, number[k], error));
  for (int i = 0; i < 3; i++)
    GB_TRY(gb_draft_own_parameter(draft, block, capacity, GB_TYRE_AXIS + i, &tyre->axis[i], error));
  for (int i = 0; i < 3; i++)
    GB_TRY(gb_draft_own_parameter(draft, block, capacity, GB_TYRE_ROAD + i,
                                  &draft->t->from->problem->road.number[i], error));
  GB_TRY(set_offset(draft, tyre, wheel, block, error));
  block->node[block->elements++] = wheel;
  return GB_OK;
}

/// Check that the two rounded edges of a step meet at half its height.
static int check_step(const gb_road_entry *road, gb_error *error) {
  const double h = road->number[1], r = road->number[2];
  if (!road->step || (r > 0 && 4 * r >= 2 * fabs(h))) return GB_OK;
  return gb_fail(error, GB_WRONG_VALUE,
                 "%s.step: too steep (found a height of %g, a radius of %g); accepted: a radius > "
                 "0, at least half the height",
                 road->where, h, r);
}

static int blocks(gb_draft *draft, gb_error *error) {
  const gb_problem *problem = draft->t->from->problem;
  const int32_t capacity = problem->tyres.count;
  gb_block *block;
  gb_road *road;
  if (capacity == 0) return GB_OK;
  GB_TRY(check_step(&problem->road, error));
  GB_TRY(gb_draft_block(draft, GB_ELEMENT_TYRE, 1, capacity, &block, error));
  GB_TRY(gb_draft_make_own(block, capacity, error));
  GB_TRY(GB_TAKE(block->arena, road, 1, error));
  *road = (gb_road){.height = problem->road.height,
                    .vertical = problem->road.normal == GB_ROAD_VERTICAL};
  block->joint->law = road;
  for (int i = 0; i < capacity; i++) GB_TRY(add(draft, &problem->tyres.entry[i], block, error));
  return GB_OK;
}

const gb_builder gb_builder_tyre = {.ties = ties, .connect = connect, .blocks = blocks};
