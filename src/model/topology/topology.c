/// Nodes, fields, ties and connections of a whole model.
#include "model/topology/topology.h"

#include <math.h>
#include <string.h>

/// Replace an array of the topology by a longer copy.
static int grow(const gb_topology *t, void *array, size_t old, size_t capacity, size_t size,
                gb_error *error) {
  char *first, *more;
  memcpy(&first, array, sizeof first);
  GB_TRY(gb_arena_allocate(t->from->arena, capacity, size, &more, error));
  memcpy(more, first, old * size);
  memcpy(array, &more, sizeof more);
  return GB_OK;
}

/// Allocate memory for one more node with the largest number of vectors.
static int make_room(gb_topology *t, gb_error *error) {
  const size_t nodes = (size_t)t->nodes, vectors = (size_t)t->first[nodes];
  const size_t own = nodes - (size_t)t->from->mesh->nodes;
  if ((own & (own - 1)) != 0) return GB_OK; // the memory is used up if `own` is 0 or a power of two
  const size_t capacity = nodes + (own ? own : 1),
               most = vectors + GB_NODE_FIELDS * (capacity - nodes);
  GB_TRY(grow(t, &t->fields, nodes, capacity, sizeof *t->fields, error));
  GB_TRY(grow(t, &t->rows, nodes, capacity, sizeof *t->rows, error));
  GB_TRY(grow(t, &t->id, nodes, capacity, sizeof *t->id, error));
  GB_TRY(grow(t, &t->result_node, nodes, capacity, sizeof *t->result_node, error));
  GB_TRY(grow(t, &t->first, nodes + 1, capacity + 1, sizeof *t->first, error));
  GB_TRY(grow(t, &t->reference, vectors, most, sizeof *t->reference, error));
  return grow(t, &t->tie, vectors, most, sizeof *t->tie, error);
}

static void set_reference(gb_topology *t, int32_t node, unsigned field, const double value[3]) {
  if (t->fields[node] & field)
    memcpy(t->reference[gb_topology_vector(t, node, field)], value, 3 * sizeof *value);
}

static void lay_mesh(gb_topology *t, const unsigned char fields[]) {
  const gb_mesh *mesh = t->from->mesh;
  t->nodes = mesh->nodes;
  for (int32_t n = 0; n < mesh->nodes; n++) {
    t->fields[n] = fields[n];
    t->first[n + 1] = t->first[n] + gb_field_count(fields[n]);
    t->id[n] = mesh->node_id[n];
    if (t->id[n] >= t->origins->first_id) t->origins->first_id = t->id[n] + 1;
    t->result_node[n] = fields[n] ? n : -1;
  }
  if (t->from->subdomain) t->origins->first_id = t->from->subdomain->whole->largest_node + 1;
}

static void place_mesh(gb_topology *t) {
  const gb_shells *shells = t->shells;
  for (int32_t i = 0; i < t->first[t->nodes]; i++) t->tie[i].first = -1;
  for (int32_t n = 0; n < t->nodes; n++) {
    set_reference(t, n, GB_POSITION, t->from->mesh->position[n]);
    set_reference(t, n, GB_DIRECTOR_1, shells->director[n]);
  }
  for (int i = 0; i < shells->folds; i++) {
    set_reference(t, shells->fold[i].node, GB_DIRECTOR_2, shells->fold[i].axis[1]);
    set_reference(t, shells->fold[i].node, GB_DIRECTOR_3, shells->fold[i].axis[2]);
  }
}

int gb_topology_create(const gb_definition *from, const gb_shells *shells,
                       const unsigned char fields[], gb_topology **out, gb_error *error) {
  const size_t nodes = (size_t)from->mesh->nodes;
  gb_topology *t;
  GB_TRY(GB_TAKE(from->arena, t, 1, error));
  t->from = from;
  t->shells = shells;
  GB_TRY(GB_TAKE(from->arena, t->fields, nodes, error));
  GB_TRY(GB_TAKE(from->arena, t->at_element, nodes, error));
  GB_TRY(GB_TAKE(from->arena, t->rows, nodes, error));
  GB_TRY(GB_TAKE(from->arena, t->first, nodes + 1, error));
  GB_TRY(GB_TAKE(from->arena, t->id, nodes, error));
  GB_TRY(GB_TAKE(from->arena, t->result_node, nodes, error));
  GB_TRY(GB_TAKE(from->kept, t->origins, 1, error));
  t->origins->first_id = 1;
  lay_mesh(t, fields);
  const size_t vectors = (size_t)t->first[nodes];
  GB_TRY(GB_TAKE(from->arena, t->reference, vectors, error));
  GB_TRY(GB_TAKE(from->arena, t->tie, vectors, error));
  place_mesh(t);
  *out = t;
  return GB_OK;
}

/// Append a node with its fields; its references are zero.
static int append(gb_topology *t, unsigned fields, int64_t id, int32_t shown, int32_t *out,
                  gb_error *error) {
  GB_TRY(make_room(t, error));
  const int32_t node = t->nodes++;
  t->fields[node] = (unsigned char)fields;
  t->first[node + 1] = t->first[node] + gb_field_count(fields);
  t->id[node] = id;
  t->result_node[node] = shown;
  for (int32_t i = t->first[node]; i < t->first[node + 1]; i++) t->tie[i].first = -1;
  *out = node;
  return GB_OK;
}

/// Set the position of a node and, unless axis is NULL, its directors.
static void set_references(gb_topology *t, int32_t node, const double at[3],
                           const double axis[3][3]) {
  if (at) set_reference(t, node, GB_POSITION, at);
  for (int k = 0; axis && k < 3; k++) set_reference(t, node, (unsigned)GB_DIRECTOR_1 << k, axis[k]);
}

int gb_topology_add(gb_topology *t, const gb_new_node *new, int32_t *out, gb_error *error) {
  gb_origin_set *origins = t->origins;
  const int64_t id = origins->first_id + origins->count;
  GB_TRY(append(t, new->fields, id, new->hidden ? -1 : t->nodes, out, error));
  GB_TRY(gb_arena_add(t->from->kept, &origins->origin, &origins->count, sizeof new->origin,
                      &new->origin, error));
  t->rows[*out] = (unsigned char)new->rows;
  set_references(t, *out, new->position, (const double(*)[3]) new->axis);
  return GB_OK;
}

void gb_topology_set_frame(gb_topology *t, int32_t node, const double axis[3][3]) {
  for (int k = 0; k < 3; k++) set_reference(t, node, (unsigned)GB_DIRECTOR_1 << k, axis[k]);
  t->rows[node] = 0x3f;
}

int gb_topology_add_patch(gb_topology *t, const gb_fold_patch *patch, int32_t *out,
                          gb_error *error) {
  const int32_t node = t->shells->fold[patch->fold].node;
  gb_tie_term term[3];
  GB_TRY(append(t, GB_SHELL, t->id[node], t->result_node[node], out, error));
  set_reference(t, *out, GB_POSITION, gb_topology_position(t, node));
  set_reference(t, *out, GB_DIRECTOR_1, patch->director);
  for (int k = 0; k < 3; k++)
    term[k] = (gb_tie_term){node, (unsigned)GB_DIRECTOR_1 << k, patch->weight[k]};
  GB_TRY(gb_topology_tie_to_node(t, *out, node, error));
  return gb_topology_tie(t, *out, GB_DIRECTOR_1, 3, term, error);
}

int gb_topology_add_frame(gb_topology *t, int32_t beside, const double at[3],
                          const double axis[3][3], int32_t *out, gb_error *error) {
  GB_TRY(append(t, GB_FRAME, t->id[beside], beside, out, error));
  set_references(t, *out, at, axis);
  return gb_topology_tie_to_frame(t, *out, beside, error);
}

int32_t gb_topology_beside(const gb_topology *t, int32_t node) {
  const int32_t shown = t->result_node[node], mesh_nodes = t->from->mesh->nodes;
  return node >= mesh_nodes && shown < mesh_nodes ? shown : -1;
}

int gb_topology_patch_of(const gb_topology *t, int32_t node) {
  if (node < t->from->mesh->nodes || t->shells->patches == 0) return -1;
  const int32_t i = node - gb_topology_find(t, &t->shells->patch[0]); // the others follow it
  return i >= 0 && i < t->shells->patches ? i : -1;
}

int gb_topology_tie(gb_topology *t, int32_t node, unsigned field, int terms,
                    const gb_tie_term term[], gb_error *error) {
  gb_tie *tie = &t->tie[gb_topology_vector(t, node, field)];
  *tie = (gb_tie){.first = t->terms.count};
  for (int k = 0; k < terms; k++) {
    GB_TRY(gb_arena_add(t->from->arena, &t->terms.term, &t->terms.count, sizeof *term, &term[k],
                        error));
    tie->terms++;
  }
  return GB_OK;
}

int gb_topology_tie_equation(gb_topology *t, int32_t node, unsigned field, int terms,
                             const gb_tie_term term[], gb_error *error) {
  GB_TRY(gb_topology_tie(t, node, field, terms, term, error));
  t->tie[gb_topology_vector(t, node, field)].of_equation = true;
  return GB_OK;
}

/// Tie a vector to a frame: to its directors and, if the vector is a position (`place`), to its
/// position.
static int tie_to_frame(gb_topology *t, int32_t node, unsigned field, int32_t frame,
                        gb_error *error) {
  const double *value = gb_topology_reference(t, node, field);
  const double *origin = gb_topology_reference(t, frame, GB_POSITION);
  const bool place = field == GB_POSITION;
  gb_tie_term term[4] = {{frame, GB_POSITION, place}};
  for (int k = 0; k < 3; k++) {
    const double *axis = gb_topology_reference(t, frame, (unsigned)GB_DIRECTOR_1 << k);
    double weight = 0;
    for (int i = 0; i < 3; i++) weight += (value[i] - (place ? origin[i] : 0)) * axis[i];
    term[1 + k] = (gb_tie_term){frame, (unsigned)GB_DIRECTOR_1 << k, weight};
  }
  return gb_topology_tie(t, node, field, 4, term, error);
}

/// Tie the position and directors of a node to a frame; frame -1: to the ground.
static int tie_all(gb_topology *t, int32_t node, int32_t frame, gb_error *error) {
  for (unsigned field = GB_POSITION; field <= GB_DIRECTOR_3; field <<= 1) {
    if (!(t->fields[node] & field)) continue;
    GB_TRY(frame < 0 ? gb_topology_tie(t, node, field, 0, NULL, error)
                     : tie_to_frame(t, node, field, frame, error));
  }
  return GB_OK;
}

int gb_topology_tie_to_body(gb_topology *t, int32_t node, int body, gb_error *error) {
  return tie_all(t, node, body < 0 ? -1 : gb_topology_body(t, body), error);
}

int gb_topology_tie_to_frame(gb_topology *t, int32_t node, int32_t frame, gb_error *error) {
  return tie_all(t, node, frame, error);
}

int gb_topology_tie_to_node(gb_topology *t, int32_t node, int32_t master, gb_error *error) {
  return gb_topology_tie(t, node, GB_POSITION, 1, &(gb_tie_term){master, GB_POSITION, 1}, error);
}

int gb_topology_connect(gb_topology *t, const gb_connection_kind *kind, int entry, int32_t first,
                        int32_t second, gb_error *error) {
  const gb_connection pair = {kind, entry, {first, second}};
  return gb_arena_add(t->from->arena, &t->connections.pair, &t->connections.count, sizeof pair,
                      &pair, error);
}

static gb_node_mark *mark_of(const gb_node_marks *marks, const void *key) {
  const size_t mask = (size_t)marks->capacity - 1;
  size_t slot = ((size_t)key >> 3) * 0x9e3779b97f4a7c15ULL >> 16 & mask;
  while (marks->mark[slot].key && marks->mark[slot].key != key) slot = (slot + 1) & mask;
  return &marks->mark[slot];
}

static int enlarge(gb_topology *t, gb_error *error) {
  const gb_node_marks old = t->marks;
  t->marks.capacity = old.capacity ? 2 * old.capacity : 64;
  GB_TRY(gb_arena_allocate(t->from->arena, (size_t)t->marks.capacity, sizeof *old.mark,
                           &t->marks.mark, error));
  for (int i = 0; i < old.capacity; i++)
    if (old.mark[i].key) *mark_of(&t->marks, old.mark[i].key) = old.mark[i];
  return GB_OK;
}

static int add_mark(gb_topology *t, const gb_node_mark *new, gb_error *error) {
  if (2 * t->marks.count >= t->marks.capacity) GB_TRY(enlarge(t, error));
  gb_node_mark *mark = mark_of(&t->marks, new->key);
  t->marks.count += !mark->key;
  *mark = *new;
  return GB_OK;
}

int gb_topology_mark(gb_topology *t, const void *key, int32_t node, gb_error *error) {
  return add_mark(t, &(gb_node_mark){key, node, false}, error);
}

int gb_topology_mark_position(gb_topology *t, const double at[3], int32_t node, gb_error *error) {
  return add_mark(t, &(gb_node_mark){at, node, true}, error);
}

int32_t gb_topology_find(const gb_topology *t, const void *key) {
  if (t->marks.count == 0) return -1;
  const gb_node_mark *mark = mark_of(&t->marks, key);
  return mark->key ? mark->node : -1;
}

int32_t gb_topology_find_position(const gb_topology *t, const double at[3]) {
  if (t->marks.count == 0) return -1;
  const gb_node_mark *mark = mark_of(&t->marks, at);
  return mark->key && mark->position ? mark->node : -1;
}

int gb_topology_attach(gb_topology *t, int body, const double at[3], gb_error *error) {
  const gb_new_node new = {
      .fields = GB_POSITION, .position = at, .origin = {.kind = "a place on a body"}};
  int32_t node;
  GB_TRY(gb_topology_add(t, &new, &node, error));
  GB_TRY(gb_topology_mark_position(t, at, node, error));
  return gb_topology_tie_to_body(t, node, body, error);
}

bool gb_topology_is_at(const gb_topology *t, int32_t node, const double at[3], double size) {
  const double *X = gb_topology_position(t, node);
  double off = 0;
  for (int i = 0; i < 3; i++) {
    off = fmax(off, fabs(at[i] - X[i]));
    size = fmax(size, fabs(X[i]));
  }
  return off <= 1e-9 * size;
}

int gb_topology_check_end(const gb_topology *t, const char *where, const char *end, int32_t node,
                          gb_error *error) {
  if (node < 0 || t->fields[node]) return GB_OK;
  return gb_fail(error, GB_LOOSE_NODE,
                 "%s.between: node %lld of %s belongs to no shell, beam, solid or link", where,
                 (long long)t->id[node], end);
}

int32_t gb_topology_body(const gb_topology *t, int body) {
  const int end = body - t->from->problem->bodies.count;
  if (end >= 0) return gb_topology_find(t, &t->from->problem->beams.entry[end / 2].ends[end % 2]);
  return gb_topology_find(t, t->from->problem->bodies.entry[body].at);
}

int gb_topology_body_of(const gb_topology *t, int32_t node) {
  const int bodies = t->from->problem->bodies.count;
  const int32_t first = bodies > 0 ? gb_topology_body(t, 0) : 0;
  return node >= first && node < first + bodies ? node - first
                                                : -1; // nodes of bodies are consecutive
}

int32_t gb_topology_master(const gb_topology *t, int32_t node) {
  while (gb_topology_is_tied(t, node)) {
    const gb_tie tie = t->tie[t->first[node]];
    if (tie.terms == 0) return -1;
    node = t->terms.term[tie.first].node;
  }
  return node;
}

void gb_topology_find_elements(gb_topology *t) {
  const gb_mesh *mesh = t->from->mesh;
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e]; gb_topology_uses(t, e) && p < mesh->start[e + 1]; p++)
      t->at_element[mesh->node[p]] = true;
  for (int32_t n = 0; n < mesh->nodes; n++)
    if (gb_topology_is_beam(t, n)) t->at_element[n] = true; // a bar may end beside its node
}

int gb_topology_check_group(const gb_topology *t, const char *where, const gb_group *group,
                            gb_error *error) {
  int32_t loose = 0, first = -1;
  if (t->from->subdomain) return GB_OK; // rank 0 has the whole group
  for (int32_t i = 0; i < group->nodes; i++) {
    const int32_t node = group->node[i];
    if (!gb_topology_has_element(t, node) && loose++ == 0) first = node;
  }
  if (loose == 0) return GB_OK;
  const long long id = (long long)t->from->mesh->node_id[first];
  if (loose == group->nodes)
    return gb_fail(error, GB_LOOSE_NODE,
                   "%s: no node of group '%s' belongs to a shell, beam or solid (the first: %lld)",
                   where, group->name, id);
  gb_warn(t->from,
          "%s: %d of %d nodes of group '%s' belong to no shell, beam or solid (the first: %lld)",
          where, (int)loose, (int)group->nodes, group->name, id);
  return GB_OK;
}
