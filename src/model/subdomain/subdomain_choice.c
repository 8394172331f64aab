/// Members of subdomains: the elements of the rank, what their nodes and the entries of the case
/// need, and all elements at these nodes.
#include "model/subdomain/subdomain_choice.h"

#include "base/order.h"
#include "model/blocks/selection.h"
#include "model/contact/contact_bodies.h"
#include "model/dofs/initial.h"
#include "model/probes/quantities.h"
#include "model/subdomain/subdomain_designs.h"

#include <stdlib.h>
#include <string.h>

/// Indices of nodes or elements.
typedef struct index_list {
  int32_t count;
  int32_t *entry; ///< [count]
} index_list;

/// Nodes or elements of the whole mesh that belong to the subdomain of a rank.
typedef struct members {
  int32_t *rank; ///< the last rank to which each was added, [of the whole mesh]
  index_list list;
  int32_t *index; ///< index of each member in the sorted list, [of the whole mesh]
} members;

struct gb_subdomain_chooser {
  const gb_topology *t;
  const gb_partition *partition;
  const gb_design_set *designs;
  gb_arena *arena;
  gb_elements_around around; ///< elements at each node
  struct {
    int32_t *start, *element;
  } of_rank; ///< elements of the model on each rank, one rank after another
  int rank;  ///< the rank whose subdomain is chosen
  members *nodes, *elements;
  members *inner;            ///< nodes all of whose elements belong to the subdomain
  members *common;           ///< nodes that are inner ones of every subdomain
  GB_LIST_OF(int32_t) extra; ///< elements that belong to every subdomain
  gb_whole_mesh *whole;
};

typedef struct gb_subdomain_chooser chooser;

static void add(members *m, int32_t i, int rank) {
  if (m->rank[i] == rank) return;
  m->rank[i] = rank;
  m->list.entry[m->list.count++] = i;
}

static void add_nodes(const gb_mesh *mesh, int32_t element, int rank, members *nodes) {
  for (int32_t p = mesh->start[element]; p < mesh->start[element + 1]; p++)
    add(nodes, mesh->node[p], rank);
}

/// All subdomains need a node.
static void name_node(chooser *c, int32_t node) {
  add(c->common, node, 1);
}

/// All subdomains need the groups of this name.
static void name_group(chooser *c, const char *name) {
  const gb_mesh *mesh = c->t->from->mesh;
  for (int dimension = 0; name && dimension <= 3; dimension++) {
    const gb_group *group = gb_mesh_group(mesh, name, dimension);
    for (int32_t k = 0; group && k < group->nodes; k++) name_node(c, group->node[k]);
  }
}

static void name_end(chooser *c, const char *end) {
  if (end) name_group(c, gb_group_of_end(end));
}

/// Name the ends of the beams along points.
static void name_beams(chooser *c) {
  const gb_definition *from = c->t->from;
  for (int i = 0; i < from->problem->beams.count; i++) {
    const gb_beam *beam = &from->problem->beams.entry[i];
    const gb_group *group = beam->group ? NULL : gb_mesh_group(from->mesh, beam->name, 1);
    if (!group) continue;
    name_node(c, group->node[0]);
    name_node(c, group->node[group->nodes - 1]);
  }
}

/// Name the groups that contacts search, all of which every rank has.
static void name_contacts(chooser *c) {
  const gb_problem *problem = c->t->from->problem;
  for (int i = 0; i < problem->contacts.count; i++) {
    const gb_contact *contact = &problem->contacts.entry[i];
    name_group(c, contact->group);
    if (gb_contact_is_of_elements(contact)) name_group(c, contact->on);
  }
}

/// Name the ends of connections, and the groups of entries with a value for each of their nodes.
static void name_groups(chooser *c) {
  const gb_problem *problem = c->t->from->problem;
  for (int i = 0; i < problem->links.count; i++) name_group(c, problem->links.entry[i].group);
  for (int end = 0; end < 2; end++) {
    for (int i = 0; i < problem->joints.count; i++)
      name_end(c, problem->joints.entry[i].between[end]);
    for (int i = 0; i < problem->springs.count; i++)
      name_end(c, problem->springs.entry[i].between[end]);
    for (int i = 0; i < problem->bushings.count; i++)
      name_end(c, problem->bushings.entry[i].between[end]);
    for (int i = 0; i < problem->matrices.count; i++)
      name_end(c, problem->matrices.entry[i].between[end]);
  }
  for (int i = 0; i < problem->supports.count; i++)
    if (gb_motion_is_given(&problem->supports.entry[i].motion))
      name_group(c, problem->supports.entry[i].group);
  for (int i = 0; i < problem->loads.count; i++)
    if (problem->loads.entry[i].own.count > 0) name_group(c, problem->loads.entry[i].group);
  for (int i = 0; i < problem->initials.count; i++)
    if (problem->initials.entry[i].own.count > 0) name_group(c, problem->initials.entry[i].group);
  for (int i = 0; i < problem->designs.count; i++)
    if (gb_design_is_coordinates(&problem->designs.entry[i]))
      name_group(c, problem->designs.entry[i].shape.group);
  for (int i = 0; i < problem->temperatures.count; i++)
    if (gb_heating_differs(c->t->from, i)) name_group(c, problem->temperatures.entry[i].group);
}

static int name_terms(chooser *c, gb_error *error) {
  const gb_definition *from = c->t->from;
  for (int i = 0; i < from->problem->equations.count; i++)
    for (int k = 0; k < from->problem->equations.entry[i].terms.count; k++) {
      const gb_equation_term *term = &from->problem->equations.entry[i].terms.entry[k];
      int32_t node;
      name_group(c, term->group);
      if (term->node_id == 0) continue;
      GB_TRY(gb_find_node(from, term->where, term->node_id, &node, error));
      name_node(c, node);
    }
  return GB_OK;
}

static int name_probes(chooser *c, gb_error *error) {
  const gb_problem *problem = c->t->from->problem;
  for (int i = 0; i < problem->probes.count; i++) {
    const gb_probe *probe = &problem->probes.entry[i];
    int32_t found;
    name_group(c, probe->reaction);
    if (gb_probe_is_point(probe)) {
      GB_TRY(gb_probe_find_node(c->t, probe, &found, error));
      if (found < c->t->from->mesh->nodes) name_node(c, found);
    } else if (probe->place == GB_PROBE_ELEMENT || probe->place == GB_PROBE_ELEMENT_AT) {
      GB_TRY(gb_probe_find_element(c->t, probe, &found, error));
      GB_TRY(GB_ARENA_ADD(c->arena, c->extra, found, error));
    }
  }
  return GB_OK;
}

static int open_members(gb_arena *arena, int32_t count, members **out, gb_error *error) {
  GB_TRY(gb_arena_allocate(arena, 1, sizeof **out, out, error));
  GB_TRY(GB_TAKE(arena, (*out)->rank, (size_t)count, error));
  GB_TRY(GB_TAKE(arena, (*out)->list.entry, (size_t)count, error));
  return GB_TAKE(arena, (*out)->index, (size_t)count, error);
}

/// List the elements of the model on each rank.
static int list_of_ranks(chooser *c, gb_error *error) {
  const gb_mesh *mesh = c->t->from->mesh;
  GB_TRY(GB_TAKE(c->arena, c->of_rank.start, (size_t)c->t->from->ranks + 2, error));
  GB_TRY(GB_TAKE(c->arena, c->of_rank.element, (size_t)mesh->elements, error));
  int32_t *next = c->of_rank.start + 1;
  for (int32_t e = 0; e < mesh->elements; e++)
    if (gb_topology_uses(c->t, e)) next[c->partition->part[e] + 1]++;
  for (int r = 0; r < c->t->from->ranks; r++) next[r + 1] += next[r];
  for (int32_t e = 0; e < mesh->elements; e++)
    if (gb_topology_uses(c->t, e)) c->of_rank.element[next[c->partition->part[e]]++] = e;
  return GB_OK;
}

static void describe(chooser *c) {
  const gb_topology *t = c->t;
  const gb_mesh *mesh = t->from->mesh;
  const gb_shells *shells = t->shells;
  int32_t entry_nodes = 0;
  for (int32_t n = mesh->nodes; n < t->nodes; n++) entry_nodes += gb_topology_beside(t, n) < 0;
  *c->whole = (gb_whole_mesh){.largest_element = gb_largest_element(t->from),
                              .largest_node = t->origins->first_id - 1,
                              .size = gb_mesh_size(t->from),
                              .shells = shells->count,
                              .area = shells->area,
                              .mass = shells->mass,
                              .plies = shells->plies,
                              .indexed = shells->indexed,
                              .fails = shells->fails,
                              .entry_nodes = entry_nodes,
                              .in_results = c->partition->in_results};
  const gb_solids *solids = t->from->solids;
  c->whole->beams.count = gb_beams_count(t->beams);
  c->whole->beams.mass = gb_beams_mass(t->beams);
  c->whole->beams.fails = t->beams && t->beams->fails;
  c->whole->solids.count = gb_solids_count(solids);
  c->whole->solids.mass = gb_solids_mass(solids);
  c->whole->solids.fails = solids && solids->fails;
}

int gb_subdomain_chooser_create(const gb_topology *t, const gb_partition *partition,
                                const gb_design_set *designs, gb_arena *arena, chooser **out,
                                gb_error *error) {
  const gb_mesh *mesh = t->from->mesh;
  chooser *c;
  GB_TRY(GB_TAKE(arena, c, 1, error));
  GB_TRY(GB_TAKE(arena, c->whole, 1, error));
  *out = c;
  c->t = t;
  c->partition = partition;
  c->designs = designs;
  c->arena = arena;
  GB_TRY(open_members(c->arena, mesh->nodes, &c->nodes, error));
  GB_TRY(open_members(c->arena, mesh->nodes, &c->inner, error));
  GB_TRY(open_members(c->arena, mesh->nodes, &c->common, error));
  GB_TRY(open_members(c->arena, mesh->elements, &c->elements, error));
  GB_TRY(gb_elements_around_find(mesh, NULL, NULL, c->arena, &c->around, error));
  GB_TRY(list_of_ranks(c, error));
  describe(c);
  name_beams(c);
  name_contacts(c);
  name_groups(c);
  GB_TRY(name_terms(c, error));
  return name_probes(c, error);
}

/// Add to the inner nodes those that an inner node needs: the nodes to which it is tied, and the
/// nodes of elements without section at it that belong to the rank, on which loads may act.
static void follow(chooser *c, int32_t node) {
  const gb_topology *t = c->t;
  const gb_mesh *mesh = t->from->mesh;
  for (int32_t k = c->around.start[node]; k < c->around.start[node + 1]; k++) {
    const int32_t e = c->around.element[k];
    if (!gb_topology_uses(t, e) && c->partition->owner[mesh->node[mesh->start[e]]] == c->rank)
      add_nodes(mesh, e, c->rank, c->inner);
  }
  for (int32_t i = t->first[node]; i < t->first[node + 1]; i++)
    for (int k = 0; t->tie[i].first >= 0 && k < t->tie[i].terms; k++) {
      const int32_t other = t->terms.term[t->tie[i].first + k].node;
      if (other < mesh->nodes) add(c->inner, other, c->rank);
    }
}

static void sort(members *m) {
  qsort(m->list.entry, (size_t)m->list.count, sizeof *m->list.entry, gb_deck_compare_indices);
  for (int32_t i = 0; i < m->list.count; i++) m->index[m->list.entry[i]] = i;
}

/// Add the elements at an inner node, and at beams the elements at their other nodes, from which
/// the tangents of beams at the node follow.
static void surround(chooser *c, int32_t node) {
  const gb_mesh *mesh = c->t->from->mesh;
  for (int32_t i = c->around.start[node]; i < c->around.start[node + 1]; i++) {
    const int32_t e = c->around.element[i];
    const bool beam = gb_beams_entry(c->t->beams, e) >= 0;
    add(c->elements, e, c->rank);
    for (int32_t p = mesh->start[e]; beam && p < mesh->start[e + 1]; p++)
      for (int32_t k = c->around.start[mesh->node[p]]; k < c->around.start[mesh->node[p] + 1]; k++)
        if (gb_beams_entry(c->t->beams, c->around.element[k]) >= 0)
          add(c->elements, c->around.element[k], c->rank);
  }
}

/// Choose the nodes and elements of a rank's subdomain.
static void choose(chooser *c, int rank) {
  const gb_mesh *mesh = c->t->from->mesh;
  c->rank = rank;
  c->nodes->list.count = c->inner->list.count = c->elements->list.count = 0;
  for (int32_t k = c->of_rank.start[rank]; k < c->of_rank.start[rank + 1]; k++)
    add_nodes(mesh, c->of_rank.element[k], rank, c->inner);
  for (int32_t k = 0; k < c->common->list.count; k++) add(c->inner, c->common->list.entry[k], rank);
  for (int32_t k = 0; k < c->inner->list.count; k++) follow(c, c->inner->list.entry[k]);
  for (int32_t k = 0; k < c->inner->list.count; k++) {
    const int32_t n = c->inner->list.entry[k];
    add(c->nodes, n, rank);
    surround(c, n);
  }
  for (int k = 0; k < c->extra.count; k++) add(c->elements, c->extra.entry[k], rank);
  for (int32_t k = 0; k < c->elements->list.count; k++)
    add_nodes(mesh, c->elements->list.entry[k], rank, c->nodes);
  sort(c->nodes);
  sort(c->elements);
}

/// Copy the members of a list by their indices in the subdomain.
static int copy_members(const members *m, int rank, index_list of, gb_arena *arena, index_list *out,
                        gb_error *error) {
  *out = (index_list){0};
  for (int32_t i = 0; i < of.count; i++) out->count += m->rank[of.entry[i]] == rank;
  GB_TRY(GB_TAKE(arena, out->entry, (size_t)out->count, error));
  for (int32_t i = 0, next = 0; i < of.count; i++)
    if (m->rank[of.entry[i]] == rank) out->entry[next++] = m->index[of.entry[i]];
  return GB_OK;
}

/// Copy the members of a group.
static int copy_group(const chooser *c, const gb_group *of, gb_arena *arena, gb_group *out,
                      gb_error *error) {
  index_list elements, nodes;
  GB_TRY(copy_members(c->elements, c->rank, (index_list){of->elements, of->element}, arena,
                      &elements, error));
  GB_TRY(copy_members(c->nodes, c->rank, (index_list){of->nodes, of->node}, arena, &nodes, error));
  *out = (gb_group){.number = of->number,
                    .dimension = of->dimension,
                    .sideless = of->sideless,
                    .elements = elements.count,
                    .element = elements.entry,
                    .nodes = nodes.count,
                    .node = nodes.entry};
  return gb_arena_text(arena, &out->name, error, "%s", of->name);
}

static int copy_groups(const chooser *c, gb_mesh *mesh, gb_error *error) {
  const gb_mesh *whole = c->t->from->mesh;
  mesh->groups = whole->groups;
  GB_TRY(GB_TAKE(mesh->arena, mesh->group, (size_t)mesh->groups, error));
  for (int g = 0; g < mesh->groups; g++)
    GB_TRY(copy_group(c, &whole->group[g], mesh->arena, &mesh->group[g], error));
  return GB_OK;
}

static int copy_nodes(const chooser *c, gb_subdomain *s, gb_error *error) {
  const gb_mesh *whole = c->t->from->mesh;
  gb_mesh *mesh = s->mesh;
  const size_t nodes = (size_t)c->nodes->list.count;
  mesh->nodes = c->nodes->list.count;
  GB_TRY(GB_TAKE(mesh->arena, mesh->node_id, nodes, error));
  GB_TRY(GB_TAKE(mesh->arena, mesh->position, nodes, error));
  GB_TRY(GB_TAKE(mesh->arena, s->node, nodes, error));
  GB_TRY(GB_TAKE(mesh->arena, s->complete, nodes, error));
  for (int32_t i = 0; i < mesh->nodes; i++) {
    const int32_t n = c->nodes->list.entry[i];
    s->node[i] = n;
    s->complete[i] = c->inner->rank[n] == c->rank;
    mesh->node_id[i] = whole->node_id[n];
    memcpy(mesh->position[i], c->t->from->original_mesh->position[n], sizeof *mesh->position);
  }
  return GB_OK;
}

static int copy_elements(const chooser *c, gb_subdomain *s, gb_error *error) {
  const gb_mesh *whole = c->t->from->mesh;
  gb_mesh *mesh = s->mesh;
  const size_t elements = (size_t)c->elements->list.count;
  size_t places = 0;
  mesh->elements = c->elements->list.count;
  for (size_t i = 0; i < elements; i++)
    places += (size_t)gb_shape_nodes((gb_shape)whole->shape[c->elements->list.entry[i]]);
  GB_TRY(GB_TAKE(mesh->arena, mesh->element_id, elements, error));
  GB_TRY(GB_TAKE(mesh->arena, mesh->shape, elements, error));
  GB_TRY(GB_TAKE(mesh->arena, mesh->property, elements, error));
  GB_TRY(GB_TAKE(mesh->arena, mesh->start, elements + 1, error));
  GB_TRY(GB_TAKE(mesh->arena, mesh->node, places, error));
  GB_TRY(GB_TAKE(mesh->arena, s->rank, elements, error));
  GB_TRY(GB_TAKE(mesh->arena, s->order, elements, error));
  for (size_t i = 0; i < elements; i++) {
    const int32_t e = c->elements->list.entry[i], from = whole->start[e], to = mesh->start[i];
    const int32_t count = whole->start[e + 1] - from;
    s->rank[i] = c->partition->part[e];
    s->order[i] = c->t->from->selections->order[e];
    mesh->element_id[i] = whole->element_id[e];
    mesh->shape[i] = whole->shape[e];
    mesh->property[i] = whole->property[e];
    mesh->start[i + 1] = to + count;
    for (int32_t a = 0; a < count; a++) mesh->node[to + a] = c->nodes->index[whole->node[from + a]];
  }
  return GB_OK;
}

int gb_subdomain_choose(chooser *c, int rank, gb_subdomain *s, gb_error *error) {
  choose(c, rank);
  *s = (gb_subdomain){.whole = c->whole, .selected = c->t->from->selections->count};
  GB_TRY(gb_mesh_create(&s->mesh, error));
  GB_TRY(gb_arena_text(s->mesh->arena, &s->mesh->file, error, "%s", c->t->from->mesh->file));
  GB_TRY(copy_nodes(c, s, error));
  GB_TRY(copy_elements(c, s, error));
  GB_TRY(gb_mesh_designs_choose(c->designs, c->elements->list.count, c->elements->list.entry,
                                s->mesh->arena, &s->designs, error));
  return copy_groups(c, s->mesh, error);
}
