/// Stiffnesses about the normals of shells: a body that is linked to a node of shells follows their
/// mean rotation about the normal there, of which a director does not tell. Source: docs/theory.md,
/// (3.12a).
#include "model/builders/builder.h"
#include "model/builders/fold.h"

#include <string.h>

/// The links with a stiffness, by the nodes that they have.
typedef struct holding {
  const gb_draft *draft;
  int *link; ///< [mesh nodes] of links with a stiffness; -1: none
} holding;

static int find_links(holding *h, gb_error *error) {
  const gb_definition *from = h->draft->t->from;
  GB_TRY(GB_TAKE(from->arena, h->link, (size_t)from->mesh->nodes, error));
  for (int32_t n = 0; n < from->mesh->nodes; n++) h->link[n] = -1;
  for (int i = 0; i < from->problem->links.count; i++) {
    const gb_link *link = &from->problem->links.entry[i];
    const gb_group *group;
    if (!(link->drilling > 0)) continue;
    GB_TRY(gb_find_group(from, link->where, link->group, -1, &group, error));
    for (int32_t k = 0; k < group->nodes; k++) h->link[group->node[k]] = i;
  }
  return GB_OK;
}

/// Whether shells meet at an angle at a node, where they resist rotations about all axes.
static bool resists(const gb_shells *shells, int32_t node) {
  const int at = shells->fold_at[node];
  const int first = at < 0 ? shells->patches : shells->fold[at].first;
  return first < shells->patches && shells->patch[first].fold == at;
}

/// List the nodes of a share: the frame, the node, and the corners of the element in order from
/// there. @return their number; 0: there is none of the element at the node
static int list(const holding *h, int32_t e, int32_t p, int32_t node[]) {
  const gb_topology *t = h->draft->t;
  const gb_mesh *mesh = t->from->mesh;
  const int32_t own = mesh->node[p], first = mesh->start[e];
  const int corners = gb_shape_corners((gb_shape)mesh->shape[e]);
  int count = 2, body;
  gb_error unused = {0};
  if (h->link[own] < 0 || !gb_shells_bend(t->from, t->shells, e) || resists(t->shells, own))
    return 0;
  const gb_link *link = &t->from->problem->links.entry[h->link[own]];
  if (gb_need_body(t->from, link->where, link->body, &body, &unused) != GB_OK) return 0;
  node[0] = gb_topology_body(t, body);
  node[1] = own;
  for (int k = 1; k <= corners; k++) { // a node amid an edge lies behind the first corner of it
    const int32_t corner = mesh->node[first + (p - first + k) % corners];
    if (corner != own) node[count++] = corner;
  }
  return count;
}

/// Add the shares of an entry of shells with a number of nodes.
static int add(const holding *h, gb_draft *draft, int entry, int nodes, gb_shares *shares,
               gb_error *error) {
  const gb_mesh *mesh = draft->t->from->mesh;
  const gb_element_list here =
      gb_selected_entry(&draft->here, draft->t->from->problem, GB_OF_SHELLS, entry);
  int32_t capacity = 0, node[GB_ELEMENT_NODES];
  for (int32_t i = 0; i < here.count; i++)
    for (int32_t e = here.element[i], p = mesh->start[e]; p < mesh->start[e + 1]; p++)
      capacity += list(h, e, p, node) == nodes;
  if (capacity == 0) return GB_OK;
  GB_TRY(gb_shares_create(draft, entry, GB_ELEMENT_DRILLING, nodes, capacity, shares, error));
  for (int32_t i = 0; i < here.count; i++)
    for (int32_t e = here.element[i], p = mesh->start[e]; p < mesh->start[e + 1]; p++) {
      if (list(h, e, p, node) != nodes) continue;
      const gb_link *link = &draft->t->from->problem->links.entry[h->link[mesh->node[p]]];
      memcpy(&shares->block->node[nodes * shares->block->elements], node,
             (size_t)nodes * sizeof *node);
      GB_TRY(gb_shares_add(draft, shares, e, p, link->drilling, error));
    }
  return GB_OK;
}

static int blocks(gb_draft *draft, gb_error *error) {
  holding h = {.draft = draft};
  gb_shares shares = {0};
  bool holds = false;
  for (int i = 0; i < draft->t->from->problem->links.count; i++)
    holds = holds || draft->t->from->problem->links.entry[i].drilling > 0;
  if (!holds) return GB_OK;
  GB_TRY(find_links(&h, error));
  for (int entry = 0; entry < draft->t->from->problem->shells.count; entry++)
    for (int nodes = 4; nodes <= 6; nodes++) GB_TRY(add(&h, draft, entry, nodes, &shares, error));
  return GB_OK;
}

const gb_builder gb_builder_drilling = {.blocks = blocks};
