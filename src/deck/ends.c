/// Bodies and free nodes that stand for nodes of the mesh.
#include "deck/ends.h"
#include "deck/joint.h"

#include <string.h>

gb_deck_body *gb_deck_body_at(const gb_deck *deck, int32_t node) {
  GB_EACH(body, deck->made.bodies)
    if (body->node == node) return body;
  return NULL;
}

const char *gb_deck_body_name(const gb_deck *deck, int32_t node) {
  const gb_deck_body *body = gb_deck_body_at(deck, node);
  return body ? deck->problem->bodies.entry[body->body].name : NULL;
}

int gb_deck_add_body(gb_deck *deck, int32_t node, const char *name, int32_t line, const char *word,
                     gb_deck_body **out, gb_error *error) {
  const gb_deck_body own = {
      .node = node, .body = deck->problem->bodies.count, .line = line, .word = word};
  gb_body *body;
  GB_TRY(GB_PROBLEM_APPEND(deck->problem, bodies, &body, error));
  *body = (gb_body){.name = name, .axis = {0, 0, 1}};
  memcpy(body->at, deck->mesh->position[node], sizeof body->at);
  GB_TRY(gb_deck_where(deck, line, word, &body->where, error));
  GB_TRY(GB_ARENA_ADD(deck->arena, deck->made.bodies, own, error));
  *out = gb_deck_body_at(deck, node);
  return GB_OK;
}

int gb_deck_add_joint(gb_deck *deck, const gb_joint_entry *like, unsigned free, int32_t node,
                      bool *done, gb_error *error) {
  gb_joint_entry *joint, found = *like;
  *done = gb_deck_free_joint(free, NULL, &found);
  if (!*done) return GB_OK;
  GB_TRY(GB_PROBLEM_APPEND(deck->problem, joints, &joint, error));
  *joint = found;
  for (int end = 0; end < 2; end++)
    memcpy(joint->at[end], deck->mesh->position[node], sizeof joint->at[end]);
  return GB_OK;
}

int gb_deck_fix_body(gb_deck *deck, const gb_deck_body *body, unsigned fixed, const char *where,
                     const char *word, bool *done, gb_error *error) {
  gb_joint_entry joint = {.where = where,
                          .between = {"ground", gb_deck_body_name(deck, body->node)}};
  GB_TRY(gb_arena_text(deck->problem->arena, &joint.name, error, "%s %lld", word,
                       (long long)deck->mesh->node_id[body->node]));
  return gb_deck_add_joint(deck, &joint, GB_ALL_COMPONENTS & ~fixed, body->node, done, error);
}

gb_point_mass *gb_deck_free_at(const gb_deck *deck, int32_t node) {
  GB_EACH(point, deck->made.frees)
    if (point->node == node) return &deck->problem->masses.entry[point->mass];
  return NULL;
}

int gb_deck_add_free(gb_deck *deck, int32_t node, const char *name, gb_error *error) {
  const gb_deck_free own = {node, deck->problem->masses.count};
  gb_point_mass *mass;
  GB_TRY(GB_PROBLEM_APPEND(deck->problem, masses, &mass, error));
  *mass = (gb_point_mass){.where = name, .name = name};
  memcpy(mass->at, deck->mesh->position[node], sizeof mass->at);
  return GB_ARENA_ADD(deck->arena, deck->made.frees, own, error);
}

int gb_deck_add_group(gb_deck *deck, const char *name, int32_t count, const int32_t node[],
                      gb_error *error) {
  const gb_group_members members = {
      .name = name, .number = -1, .nodes = true, .count = count, .index = node};
  return gb_mesh_add_group(deck->mesh, &members, error);
}

int gb_deck_name_node(gb_deck *deck, int32_t node, const char *name, gb_error *error) {
  const gb_group *known = gb_mesh_group(deck->mesh, name, 0);
  if (known && !strcmp(known->name, name)) return GB_OK;
  return gb_deck_add_group(deck, name, 1, &node, error);
}

int gb_deck_name_end(gb_deck *deck, int32_t node, const char *const prefix[2], bool taken,
                     const char **end, gb_error *error) {
  const gb_point_mass *point = gb_deck_free_at(deck, node);
  const char *name = gb_deck_body_name(deck, node);
  if (!name && point) name = point->name;
  *end = name;
  if (name) return GB_OK;
  GB_TRY(gb_arena_text(deck->problem->arena, &name, error, "%s %lld", prefix[taken],
                       (long long)deck->mesh->node_id[node]));
  GB_TRY(gb_deck_name_node(deck, node, name, error));
  *end = name;
  return taken ? gb_arena_text(deck->problem->arena, end, error, "group:%s", name)
               : gb_deck_add_free(deck, node, name, error);
}
