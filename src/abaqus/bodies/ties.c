/// *TIE of an .inp deck whose surfaces have nodes at the same places, and TIE of *MPC: these become
/// one node, so that they move and turn together. A node of the second surface of *TIE replaces the
/// node of the first surface at its place in elements, sets and lines; the second node of *MPC
/// replaces the first. Source: Abaqus Keywords Reference Guide, *TIE, *MPC.
#include "abaqus/entries/body.h"

#include <math.h>

/// Largest distance of two nodes at one position, relative to the largest coordinate of both
/// surfaces.
static const double APART = 1e-6;

/// A node with the coordinate by which nodes are sorted.
typedef struct placed {
  double x;
  int32_t node;
} placed;

typedef GB_LIST_OF(placed) place_list;

static int compare_places(const void *a, const void *b) {
  const placed *s = a, *t = b;
  if (s->x != t->x) return s->x < t->x ? -1 : 1;
  return (s->node > t->node) - (s->node < t->node);
}

/// Find the nodes of a surface that the deck gives, by ascending x.
/// @param[in,out] solids  becomes false where the surface has no solids
static int find_nodes(gb_inp *inp, const gb_inp_data *data, int entry, place_list *out,
                      bool *solids, gb_error *error) {
  const gb_mesh *mesh = inp->mesh;
  const gb_deck_text name = gb_field(&data->is, entry);
  const gb_inp_surface *surface = gb_inp_surface_of(inp, data->call->scope, name);
  bool *seen;
  GB_REFUSE_AS_IF(!surface, GB_UNDEFINED_NUMBER, &data->is, error,
                  "'%.*s' is no surface; accepted: the name of a *SURFACE", GB_SHOWN(name));
  GB_TRY(GB_TAKE(inp->arena, seen, (size_t)mesh->nodes, error));
  *solids = *solids && !surface->nodes &&
            gb_inp_has_solids(inp, surface->members.entry, surface->members.count);
  for (int i = 0; i < surface->members.count; ++i) {
    gb_inp_facet facet;
    gb_inp_find_facet(inp, surface, i, &facet);
    for (int a = 0; a < facet.nodes; ++a)
      seen[facet.node[a]] = mesh->node_id[facet.node[a]] <= inp->elements->last_node;
  }
  for (int32_t n = 0; n < mesh->nodes; ++n) {
    const placed new = {mesh->position[n][0], n};
    if (seen[n]) GB_TRY(GB_ARENA_ADD(inp->arena, *out, new, error));
  }
  gb_deck_sort(out->entry, out->count, sizeof *out->entry, compare_places);
  return GB_OK;
}

/// @return the node that stands for a node
static int32_t root_of(const gb_inp *inp, int32_t node) {
  while (inp->elements->tied[node] != node) node = inp->elements->tied[node];
  return node;
}

/// @return the largest of a number and the coordinates of nodes
static double largest_of(const gb_mesh *mesh, const place_list *all, double largest) {
  GB_EACH(node, *all)
    for (int k = 0; k < 3; ++k) largest = fmax(largest, fabs(mesh->position[node->node][k]));
  return largest;
}

/// @return the nearest sorted node within a distance along each axis, or -1
static int32_t find_partner(const gb_mesh *mesh, const place_list *all, const double x[3],
                            double within) {
  const placed key = {x[0] - within, -1};
  int32_t found = -1;
  double least = within;
  for (int64_t i = gb_deck_lower(&key, all->entry, all->count, sizeof key, compare_places);
       i < all->count && all->entry[i].x <= x[0] + within; ++i) {
    const double *y = mesh->position[all->entry[i].node];
    double apart = 0;
    for (int k = 0; k < 3; ++k) apart = fmax(apart, fabs(x[k] - y[k]));
    if (apart > least) continue;
    least = apart;
    found = all->entry[i].node;
  }
  return found;
}

/// Read a line: the surface whose nodes are tied, and the one to which they are.
static int read_pair(gb_inp *inp, const gb_inp_data *data, gb_error *error) {
  place_list slaves = {0}, masters = {0};
  gb_dialect dialect;
  int32_t *tied = inp->elements->tied;
  bool solids = true;
  GB_TRY(find_nodes(inp, data, 0, &slaves, &solids, error));
  GB_TRY(find_nodes(inp, data, 1, &masters, &solids, error));
  if (!solids)
    GB_TRY(gb_inp_need_dialect(data, "nodes that move and turn together",
                               "the faces of shells expanded to solids", &dialect, error));
  GB_REFUSE_IF(!solids && dialect == GB_DIALECT_CALCULIX, &data->is, error,
               "a tie of CalculiX joins faces of shells expanded to solids, which are not there; "
               "accepted: shells that share nodes, and surfaces of solids");
  GB_TRY(gb_expect_end(&data->is, 2, error));
  const double within = APART * largest_of(inp->mesh, &slaves, largest_of(inp->mesh, &masters, 0));
  GB_EACH(slave, slaves) {
    const int32_t partner =
        find_partner(inp->mesh, &masters, inp->mesh->position[slave->node], within);
    GB_REFUSE_IF(partner < 0, &data->is, error,
                 "node %lld of '%.*s' is at no node of the other surface; accepted: surfaces with "
                 "a node at each place of the first, as a *SURFACE of TYPE=NODE",
                 gb_inp_number(inp, inp->mesh->node_id[slave->node]),
                 GB_SHOWN(gb_field(&data->is, 0)));
    const int32_t of = root_of(inp, slave->node), to = root_of(inp, partner);
    if (of != to) tied[of] = to;
  }
  return GB_OK;
}

/// Let each node stand for itself, before the first tie.
static int begin_ties(gb_inp *inp, gb_error *error) {
  const int32_t nodes = inp->mesh->nodes;
  if (inp->elements->tied) return GB_OK;
  GB_TRY(GB_TAKE(inp->arena, inp->elements->tied, (size_t)nodes, error));
  for (int32_t n = 0; n < nodes; ++n) inp->elements->tied[n] = n;
  return GB_OK;
}

/// Refuse elements of which two nodes have become one.
static int check_elements(const gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  const gb_mesh *mesh = inp->mesh;
  for (int32_t e = 0; e < mesh->elements; ++e)
    for (int32_t k = mesh->start[e]; k < mesh->start[e + 1]; ++k)
      for (int32_t i = mesh->start[e]; i < k; ++i)
        GB_REFUSE_IF(root_of(inp, mesh->node[i]) == root_of(inp, mesh->node[k]), &call->is, error,
                     "element %lld has two of the nodes that are tied to each other; accepted: "
                     "ties of nodes of different elements",
                     gb_inp_number(inp, mesh->element_id[e]));
  return GB_OK;
}

int gb_inp_tie(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  GB_TRY(begin_ties(inp, error));
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);)
    GB_TRY(read_pair(inp, &data, error));
  return check_elements(inp, call, error);
}

int gb_inp_mpc_tie(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) {
    gb_inp_members ends;
    int32_t node;
    if (!gb_inp_same(gb_field(&data.is, 0), "TIE")) continue;
    GB_TRY(gb_inp_read_mpc(&data, false, &ends, &node, error));
    GB_TRY(begin_ties(inp, error));
    for (int32_t i = 0; i < ends.count; ++i) {
      const int32_t of = root_of(inp, ends.entry[i]), to = root_of(inp, node);
      if (of != to) inp->elements->tied[of] = to;
    }
  }
  return inp->elements->tied ? check_elements(inp, call, error) : GB_OK;
}

/// Let elements of the mesh and point elements have the nodes that stand for theirs.
static void change_elements(gb_inp *inp) {
  gb_mesh *mesh = inp->mesh;
  const int32_t *tied = inp->elements->tied;
  for (int32_t k = 0; k < mesh->start[mesh->elements]; ++k) {
    inp->elements->taken[mesh->node[k]] = false;
    mesh->node[k] = tied[mesh->node[k]];
  }
  for (int32_t k = 0; k < mesh->start[mesh->elements]; ++k)
    inp->elements->taken[mesh->node[k]] = true;
  GB_EACH(p, inp->elements->points)
    for (int a = 0; a < p->type->nodes; ++a) {
      const int32_t n = gb_lower_index(mesh->node_id, mesh->nodes, p->node[a]);
      if (p->node[a]) p->node[a] = mesh->node_id[tied[n]];
    }
}

int gb_inp_settle_ties(gb_inp *inp, gb_error *error) {
  int32_t *tied = inp->elements->tied, count = 0, first = -1;
  if (!tied) return GB_OK;
  for (int32_t n = 0; n < inp->mesh->nodes; ++n) tied[n] = root_of(inp, n);
  for (int32_t n = inp->mesh->nodes - 1; n >= 0; --n)
    if (tied[n] != n) first = n, ++count;
  if (!count) return GB_OK;
  change_elements(inp);
  // a set keeps its order, for pairs of *EQUATION, and both of two nodes, for loads on each
  GB_EACH(set, inp->elements->sets)
    for (int i = 0; !set->elements && i < set->members.count; ++i)
      set->members.entry[i] = tied[set->members.entry[i]];
  GB_EACH(surface, inp->elements->surfaces)
    for (int i = 0; surface->nodes && i < surface->members.count; ++i)
      surface->members.entry[i] = tied[surface->members.entry[i]];
  return gb_deck_note(
      inp->deck, -1, error,
      "*TIE or *MPC: %d node%s replaced by those at the same places, node %lld by %lld", (int)count,
      count > 1 ? "s are" : " is", gb_inp_number(inp, inp->mesh->node_id[first]),
      gb_inp_number(inp, inp->mesh->node_id[tied[first]]));
}
