/// Initial velocities of nodes, and nodes of probes.
#include "model/dofs/initial.h"

#include "base/length.h"

#include <float.h>
#include <string.h>

/// Data shared by the functions that set velocities.
typedef struct work {
  const gb_locals *locals;
  const gb_topology *t;
  const gb_design_set *designs;
  const gb_shape_set *shape;
  gb_initial_state *state;
} work;

static int add_slope(const work *w, int design, int32_t value, double factor, gb_error *error) {
  const gb_initial_slope new = {design, value, factor};
  gb_initial_state *s = w->state;
  return gb_arena_add(w->t->from->kept, &s->slope, &s->slopes, sizeof new, &new, error);
}

/// Add factor times a number of the problem to a nodal value, with the derivative if the number is
/// a design.
static int add(const work *w, int32_t value, double factor, const double *number, gb_error *error) {
  const int design = gb_design_of(w->designs, number);
  w->state->value[value] += factor * *number;
  return design < 0 ? GB_OK : add_slope(w, design, value, factor, error);
}

/// Add omega x r to three values.
static int add_turn(const work *w, int32_t value, const double omega[3], const double r[3],
                    gb_error *error) {
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    GB_TRY(add(w, value + i, r[k], &omega[j], error));
    GB_TRY(add(w, value + i, -r[j], &omega[k], error));
  }
  return GB_OK;
}

/// Add the derivatives of omega x r by designs of the mesh's shape that change r.
static int add_turn_slopes(const work *w, int32_t node, unsigned field, const double omega[3],
                           gb_error *error) {
  const gb_shape_set *shape = w->shape;
  const int32_t n = w->locals->local[node], value = gb_node_value(w->locals->nodes, n, field);
  for (int m = shape->last[gb_topology_vector(w->t, node, field)]; m >= 0; m = shape->next[m]) {
    double change[3];
    gb_cross(omega, shape->slope[m].value, change);
    if (m < shape->count - shape->of_mesh || gb_length(change) == 0) continue;
    for (int i = 0; i < 3; i++)
      GB_TRY(add_slope(w, shape->slope[m].design, value + i, change[i], error));
  }
  return GB_OK;
}

/// Set a node in motion: v += velocity + omega x arm, rates of directors += omega x D.
static int set_in_motion(const work *w, int32_t node, const double velocity[3],
                         const double omega[3], const double arm[3], gb_error *error) {
  const gb_node_set *nodes = w->locals->nodes;
  const int32_t n = w->locals->local[node];
  if (n < 0 || nodes->tied[n]) return GB_OK; // a tied node moves with other nodes
  for (int i = 0; i < 3; i++) GB_TRY(add(w, nodes->first[n] + i, 1, &velocity[i], error));
  if (arm) GB_TRY(add_turn(w, nodes->first[n], omega, arm, error));
  if (!omega) return GB_OK;
  GB_EACH_FIELD(field, nodes->fields[n] & GB_FRAME)
    GB_TRY(add_turn_slopes(w, node, field, omega, error));
  GB_EACH_FIELD(field, nodes->fields[n] & GB_DIRECTORS)
    GB_TRY(add_turn(w, gb_node_value(nodes, n, field), omega, gb_node_reference(nodes, n, field),
                    error));
  return GB_OK;
}

static int set_group(const work *w, const gb_initial_motion *motion, gb_error *error) {
  const gb_definition *from = w->t->from;
  const gb_group *group;
  GB_TRY(gb_find_group(from, motion->where, motion->group, -1, &group, error));
  GB_TRY(gb_topology_check_group(w->t, motion->where, group, error));
  if (motion->own.count > 0)
    GB_TRY(gb_check_each(motion->where, "velocities", group, motion->own.count, error));
  for (int32_t k = 0; k < group->nodes; k++) {
    const int32_t node = group->node[k];
    double arm[3];
    if (motion->own.count > 0)
      GB_TRY(set_in_motion(w, node, motion->own.entry[k], NULL, NULL, error));
    for (int i = 0; i < 3; i++) arm[i] = from->mesh->position[node][i] - motion->about[i];
    GB_TRY(set_in_motion(w, node, motion->velocity, motion->angular_velocity, arm, error));
  }
  return GB_OK;
}

int gb_initial_state_create(const gb_locals *locals, const gb_design_set *designs,
                            const gb_shape_set *shape, gb_initial_state **out, gb_error *error) {
  const gb_definition *from = locals->t->from;
  const gb_problem *problem = from->problem;
  gb_initial_state *s;
  GB_TRY(GB_TAKE(from->kept, s, 1, error));
  GB_TRY(GB_TAKE(from->kept, s->value, gb_node_values(locals->nodes), error));
  *out = s;
  const work w = {locals, locals->t, designs, shape, s};
  for (int i = 0; i < problem->initials.count; i++)
    GB_TRY(set_group(&w, &problem->initials.entry[i], error));
  for (int i = 0; i < problem->masses.count; i++) {
    const gb_point_mass *mass = &problem->masses.entry[i];
    if (gb_is_free_node(mass))
      GB_TRY(set_in_motion(&w, gb_topology_find(w.t, mass->at), mass->velocity, NULL, NULL, error));
  }
  GB_EACH(state, problem->states) {
    const int32_t n = locals->local[gb_topology_find(w.t, &state->initial)];
    if (n >= 0)
      GB_TRY(add(&w, gb_node_value(locals->nodes, n, GB_STATE), 1, &state->initial, error));
  }
  for (int i = 0; i < problem->bodies.count; i++)
    GB_TRY(set_in_motion(&w, gb_topology_body(w.t, i), problem->bodies.entry[i].velocity,
                         problem->bodies.entry[i].angular_velocity, NULL, error));
  return GB_OK;
}

/// @return the nearest node of the results, at the positions before designs changed the mesh
static int32_t nearest_node(const gb_topology *t, const double at[3]) {
  double least = DBL_MAX;
  int32_t nearest = -1;
  for (int32_t n = 0; n < t->nodes; n++) {
    if (t->result_node[n] != n) continue;
    const gb_mesh *drawn = t->from->original_mesh;
    const double *X = n < drawn->nodes ? drawn->position[n] : gb_topology_position(t, n);
    double d = 0;
    for (int i = 0; i < 3; i++) d += (X[i] - at[i]) * (X[i] - at[i]);
    if (d < least) {
      least = d;
      nearest = n;
    }
  }
  return nearest;
}

int gb_probe_find_node(const gb_topology *t, const gb_probe *probe, int32_t *node,
                       gb_error *error) {
  if (probe->place == GB_PROBE_AT) {
    *node = nearest_node(t, probe->at);
    return GB_OK;
  }
  if (probe->place == GB_PROBE_BODY) {
    *node = gb_topology_find(t, probe->at);
    return GB_OK;
  }
  if (probe->place == GB_PROBE_MASS) {
    int mass;
    GB_TRY(gb_need_free_node(t->from, probe->where, probe->mass, &mass, error));
    *node = gb_topology_find(t, t->from->problem->masses.entry[mass].at);
    return GB_OK;
  }
  if (probe->place == GB_PROBE_GROUP) {
    GB_TRY(gb_find_group_node(t->from, probe->where, probe->group,
                              "a probe watches one (use at: or node:)", node, error));
  } else {
    GB_TRY(gb_find_node(t->from, probe->where, probe->node_id, node, error));
  }
  if (!t->fields[*node])
    return gb_fail(
        error, GB_LOOSE_NODE,
        "%s: node %lld belongs to no shell or beam; accepted: `mass: NAME` of a free node "
        "(of a deck GRID %lld), or `body: NAME` with `at`",
        probe->where, (long long)t->from->mesh->node_id[*node],
        (long long)t->from->mesh->node_id[*node]);
  return GB_OK;
}

/// List the nodes of measured groups that shells, beams or points use.
static int list_groups(const gb_locals *locals, gb_probe_set *set, gb_error *error) {
  const gb_topology *t = locals->t;
  const gb_problem *problem = t->from->problem;
  GB_TRY(GB_TAKE(t->from->kept, set->group, (size_t)problem->measured.count, error));
  for (int k = 0; k < problem->measured.count; k++) {
    const gb_measured *m = &problem->measured.entry[k];
    gb_node_list *list = &set->group[k];
    const gb_group *group;
    bool any = false;
    if (m->kind != GB_MEASURED_NODES) continue;
    GB_TRY(gb_find_group(t->from, m->where, m->name, -1, &group, error));
    GB_TRY(GB_TAKE(t->from->kept, list->node, (size_t)group->nodes, error));
    for (int32_t i = 0; i < group->nodes; i++) {
      const int32_t node = group->node[i];
      any = any || t->fields[node];
      if (t->fields[node] && gb_partition_has(locals->partition, node))
        list->node[list->count++] = locals->local[node];
    }
    if (!any && !t->from->subdomain)
      return gb_fail(error, GB_LOOSE_NODE, "%s: no node of group '%s' belongs to a shell or beam",
                     m->where, m->name);
  }
  return GB_OK;
}

int gb_probe_set_create(const gb_locals *locals, gb_probe_set **out, gb_error *error) {
  const gb_topology *t = locals->t;
  const gb_problem *problem = t->from->problem;
  const size_t count = (size_t)problem->probes.count;
  gb_probe_set *set;
  GB_TRY(GB_TAKE(t->from->kept, set, 1, error));
  GB_TRY(GB_TAKE(t->from->kept, set->probe, count, error));
  *out = set;
  for (int i = 0; i < problem->probes.count; i++) {
    if (!gb_probe_is_point(&problem->probes.entry[i])) continue;
    gb_model_probe *probe = &set->probe[set->count++];
    int32_t node = -1;
    GB_TRY(gb_probe_find_node(t, &problem->probes.entry[i], &node, error));
    probe->name = problem->probes.entry[i].name;
    probe->node = gb_partition_has(locals->partition, node) ? locals->local[node] : -1;
    probe->node_id = t->id[node];
    memcpy(probe->position, gb_topology_position(t, node), sizeof probe->position);
  }
  return list_groups(locals, set, error);
}
