/// Links of bodies and terms of equations, from ties of decks.
#include "deck/ties.h"
#include "base/length.h"
#include "base/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int32_t gb_deck_merge_ends(gb_deck_end end[], int32_t count) {
  int32_t left = 0;
  if (count) qsort(end, (size_t)count, sizeof *end, gb_deck_compare_indices);
  for (int32_t i = 0; i < count; ++i)
    if (left && end[left - 1].node == end[i].node)
      end[left - 1].weight += end[i].weight;
    else
      end[left++] = end[i];
  return left;
}

int gb_deck_add_link(gb_deck *deck, const gb_deck_tie *tie, const char *name, int body,
                     int32_t count, const gb_deck_end end[], gb_error *error) {
  const bool mean = tie->kind == GB_TIE_MEAN;
  gb_link *link;
  int32_t *node;
  double *weight, sum = 0;
  GB_TRY(GB_PROBLEM_APPEND(deck->problem, links, &link, error));
  GB_TRY(gb_deck_where(deck, tie->line, tie->card, &link->where, error));
  link->group = name;
  link->body = deck->problem->bodies.entry[body].name;
  link->type = mean ? GB_LINK_AVERAGE : GB_LINK_RIGID;
  GB_TRY(GB_TAKE(deck->problem->arena, weight, (size_t)count, error));
  GB_TRY(GB_TAKE(deck->arena, node, (size_t)count, error));
  for (int32_t i = 0; i < count; ++i) sum += end[i].weight;
  for (int32_t i = 0; i < count; ++i) {
    node[i] = end[i].node;
    weight[i] = end[i].weight / sum;
  }
  link->weight = mean ? weight : NULL;
  link->weights = mean ? (int)count : 0;
  return gb_deck_add_group(deck, name, count, node, error);
}

/// The nodes of a body with shells, while those along one normal are sought.
typedef struct turning {
  int32_t first; ///< index in the mesh; -1: none yet
  bool several;  ///< there are nodes that are not on the normal of the first, or it is left out
} turning;

/// Find the normals of faces at the nodes of the mesh, which need no length; zero without a face.
static int find_normals(const gb_deck *deck, double (**out)[3], gb_error *error) {
  const gb_mesh *mesh = deck->mesh;
  double area[3];
  GB_TRY(GB_TAKE(deck->arena, *out, (size_t)mesh->nodes, error));
  for (int32_t e = 0; e < mesh->elements; ++e)
    for (int32_t k = mesh->start[e]; k < mesh->start[e + 1]; ++k) {
      double *sum = (*out)[mesh->node[k]];
      if (gb_shape_dimension((gb_shape)mesh->shape[e]) != 2) continue;
      gb_mesh_area_vector(mesh, e, k - mesh->start[e], area);
      const double sign = gb_dot(sum, area) < 0 ? -1 : 1;
      for (int i = 0; i < 3; ++i) sum[i] += sign * area[i];
    }
  return GB_OK;
}

static void add_turning(const gb_mesh *mesh, const double normal[][3], int32_t node, turning *of) {
  double arm[3], off[3];
  if (gb_length(normal[node]) == 0) return;
  if (of->first < 0) of->first = node;
  const double *n = normal[of->first];
  for (int i = 0; i < 3; ++i) arm[i] = mesh->position[node][i] - mesh->position[of->first][i];
  gb_cross(n, arm, off);
  of->several = of->several || gb_length(off) > 1e-6 * gb_length(n) * gb_length(arm);
}

/// @return the body of a link; -1: none. The search begins at the body of the link before, which is
/// often the same one.
static int body_of(const gb_problem *problem, const gb_link *link, int before) {
  const int bodies = problem->bodies.count;
  for (int k = 0; k < bodies; ++k) {
    const int body = (before + k) % bodies;
    if (!strcmp(problem->bodies.entry[body].name, link->body)) return body;
  }
  return -1;
}

int gb_deck_hold_turns(gb_deck *deck, double part, const bool but[], int *held, gb_error *error) {
  const int bodies = deck->problem->bodies.count;
  double(*normal)[3];
  turning *all;
  int *of, body = 0, l = 0;
  *held = 0;
  if (bodies == 0) return GB_OK;
  GB_TRY(find_normals(deck, &normal, error));
  GB_TRY(GB_TAKE(deck->arena, all, (size_t)bodies, error));
  GB_TRY(GB_TAKE(deck->arena, of, (size_t)deck->problem->links.count, error));
  for (int i = 0; i < bodies; ++i) all[i].first = -1;
  GB_EACH(link, deck->problem->links) {
    const gb_group *group = gb_mesh_group(deck->mesh, link->group, 0);
    const int found = body_of(deck->problem, link, body);
    of[l++] = found;
    if (found < 0) continue;
    body = found;
    for (int32_t k = 0; group && link->type == GB_LINK_RIGID && k < group->nodes; ++k)
      add_turning(deck->mesh, (const double(*)[3])normal, group->node[k], &all[body]);
  }
  for (int i = 0; i < bodies; ++i) {
    all[i].several = all[i].several || all[i].first < 0 || but[i];
    *held += !all[i].several;
  }
  l = 0;
  GB_EACH(link, deck->problem->links) {
    const int found = of[l++];
    if (found >= 0 && !all[found].several && link->type == GB_LINK_RIGID) link->drilling = part;
  }
  return GB_OK;
}

int gb_deck_add_equation(gb_deck *deck, int32_t line, const char *word, gb_equation **out,
                         gb_error *error) {
  GB_TRY(GB_PROBLEM_APPEND(deck->problem, equations, out, error));
  return gb_deck_where(deck, line, word, &(*out)->where, error);
}

int gb_deck_add_component(const gb_deck *deck, gb_equation *equation, const gb_deck_component *of,
                          double factor, gb_error *error) {
  const gb_point_mass *point = gb_deck_free_at(deck, of->node);
  const int k = of->component - 1;
  gb_equation_term term = {.where = equation->where, .body = gb_deck_body_name(deck, of->node)};
  for (int i = 0; i < 3; ++i) {
    term.at[i] = term.body ? deck->mesh->position[of->place][i] : NAN;
    term.coefficient[i + k / 3 * 3] = factor * of->axis[k % 3][i];
  }
  if (!term.body && point) term.mass = point->name;
  if (!term.body && !point) term.node_id = deck->mesh->node_id[of->node];
  return GB_ARENA_ADD(deck->problem->arena, equation->terms, term, error);
}
