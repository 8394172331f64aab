/// Collecting nodes, elements and memberships, then sorting and resolving them into a mesh.
#include "mesh/mesh_builder.h"

#include "base/count.h"
#include "base/list.h"
#include "base/order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct node_entry {
  int64_t id, at;
  double position[3];
} node_entry;

typedef struct element_entry {
  int64_t id, at, first;   ///< first index among node_ids
  int64_t group;           ///< of the first membership, for copies; -1: none
  int32_t property, order; ///< order of adding
  unsigned char shape;
} element_entry;

typedef struct membership {
  int64_t number;
  int32_t element, dimension; ///< element by order of adding
} membership;

typedef struct name_entry {
  int64_t number;
  int32_t dimension, order;
  const char *text;
} name_entry;

struct gb_mesh_builder {
  gb_arena *arena; ///< of the names
  const char *file;
  gb_position_text *position_text;
  const void *context;
  gb_list nodes, elements, node_ids, memberships, names;
  bool bare; ///< there may be nodes alone
};

void gb_mesh_builder_allow_bare(gb_mesh_builder *builder) {
  builder->bare = true;
}

/// Append an entry to a list. Indices of entries are int32_t; those in node_ids are checked at the
/// end.
static int append(gb_list *list, size_t size, const void *entry, gb_error *error) {
  if (list->count >= GB_LARGEST_COUNT - 1 && size > sizeof(int64_t))
    return gb_fail(error, GB_TOO_LARGE,
                   "the mesh has more than %d nodes, elements or members of groups",
                   GB_LARGEST_COUNT - 1);
  return gb_list_add(list, size, entry, error);
}

int gb_mesh_builder_create(const char *file, gb_position_text *position_text, const void *context,
                           gb_mesh_builder **out, gb_error *error) {
  GB_TRY(gb_allocate(1, sizeof **out, out, error));
  **out = (gb_mesh_builder){.file = file, .position_text = position_text, .context = context};
  return gb_arena_create(&(*out)->arena, error);
}

void gb_mesh_builder_destroy(gb_mesh_builder **builder) {
  gb_mesh_builder *b = *builder;
  if (!b) return;
  free(b->names.data);
  free(b->nodes.data);
  free(b->elements.data);
  free(b->node_ids.data);
  free(b->memberships.data);
  gb_arena_destroy(&b->arena);
  free(b);
  *builder = NULL;
}

int64_t gb_mesh_builder_nodes(const gb_mesh_builder *builder) {
  return builder->nodes.count;
}

int gb_mesh_builder_node(gb_mesh_builder *builder, int64_t id, const double position[3], int64_t at,
                         gb_error *error) {
  node_entry entry = {id, at, {position[0], position[1], position[2]}};
  return append(&builder->nodes, sizeof entry, &entry, error);
}

void gb_mesh_builder_move(gb_mesh_builder *builder, int64_t index, const double position[3]) {
  node_entry *nodes = builder->nodes.data;
  memcpy(nodes[index].position, position, sizeof nodes[index].position);
}

int gb_mesh_builder_element(gb_mesh_builder *builder, int64_t id, gb_shape shape, int32_t property,
                            const int64_t *nodes, int64_t at, gb_error *error) {
  element_entry entry = {.id = id,
                         .at = at,
                         .first = builder->node_ids.count,
                         .group = -1,
                         .property = property,
                         .order = (int32_t)builder->elements.count,
                         .shape = (unsigned char)shape};
  GB_TRY(append(&builder->elements, sizeof entry, &entry, error));
  for (int a = 0; a < gb_shape_nodes(shape); ++a) {
    int64_t node = nodes[a];
    GB_TRY(append(&builder->node_ids, sizeof node, &node, error));
  }
  return GB_OK;
}

const int64_t *gb_mesh_builder_element_nodes(const gb_mesh_builder *builder, int64_t *count) {
  *count = builder->node_ids.count;
  return builder->node_ids.data;
}

int gb_mesh_builder_join(gb_mesh_builder *builder, int64_t number, gb_error *error) {
  int64_t last = builder->elements.count - 1;
  element_entry *element = (element_entry *)builder->elements.data + last;
  membership entry = {number, (int32_t)last, gb_shape_dimension(element->shape)};
  if (element->group < 0) element->group = number;
  return append(&builder->memberships, sizeof entry, &entry, error);
}

int gb_mesh_builder_name(gb_mesh_builder *builder, int dimension, int64_t number, const char *name,
                         size_t length, gb_error *error) {
  name_entry entry = {number, dimension, (int32_t)builder->names.count, NULL};
  GB_TRY(gb_arena_text(builder->arena, &entry.text, error, "%.*s", (int)length, name));
  return append(&builder->names, sizeof entry, &entry, error);
}

static int compare_numbers(int64_t a, int64_t b) {
  return (a > b) - (a < b);
}

static int compare_nodes(const void *a, const void *b) {
  const node_entry *x = a, *y = b;
  return x->id != y->id ? compare_numbers(x->id, y->id) : compare_numbers(x->at, y->at);
}

static int compare_elements(const void *a, const void *b) {
  const element_entry *x = a, *y = b;
  return x->id != y->id ? compare_numbers(x->id, y->id) : compare_numbers(x->order, y->order);
}

/// Compare by group in the order of the mesh, then by the order of adding.
static int compare_memberships(const void *a, const void *b) {
  const membership *x = a, *y = b;
  if (x->dimension != y->dimension) return y->dimension - x->dimension;
  if (x->number != y->number) return compare_numbers(x->number, y->number);
  return compare_numbers(x->element, y->element);
}

static int compare_names(const void *a, const void *b) {
  const name_entry *x = a, *y = b;
  if (x->dimension != y->dimension) return y->dimension - x->dimension;
  if (x->number != y->number) return compare_numbers(x->number, y->number);
  return x->order - y->order;
}

static int fail_twice(const gb_mesh_builder *builder, const char *what, int64_t id, int64_t first,
                      int64_t second, gb_error *error) {
  char here[300], there[300];
  builder->position_text(builder->context, first, sizeof there, there);
  builder->position_text(builder->context, second, sizeof here, here);
  return gb_fail(error, GB_DUPLICATE_NUMBER, "%s: %s %lld is defined twice, here and at %s", here,
                 what, (long long)id, there);
}

/// An element as a key that sorts copies to neighbouring positions: by shape, nodes, group and
/// number.
typedef struct copy {
  const int64_t *nodes;
  int64_t group;
  int32_t index; ///< in the sorted elements, so ascending by number
  int shape;
} copy;

static int compare_contents(const copy *x, const copy *y) {
  if (x->shape != y->shape) return x->shape - y->shape;
  for (int a = 0; a < gb_shape_nodes(x->shape); ++a)
    if (x->nodes[a] != y->nodes[a]) return compare_numbers(x->nodes[a], y->nodes[a]);
  return 0;
}

static int compare_copies(const void *a, const void *b) {
  const copy *x = a, *y = b;
  int order = compare_contents(x, y);
  if (order) return order;
  if (x->group != y->group) return compare_numbers(x->group, y->group);
  return x->index - y->index;
}

/// Four corners of a quadrilateral, ascending.
typedef struct corners {
  int64_t node[4];
} corners;

static corners sort_corners(const int64_t node[], const char *face, int step) {
  corners out;
  for (int k = 0; k < 4; ++k) {
    const int64_t own = node[face ? gb_shape_listed(face, step * k) : k];
    int at = k;
    for (; at > 0 && out.node[at - 1] > own; --at) out.node[at] = out.node[at - 1];
    out.node[at] = own;
  }
  return out;
}

static int compare_corners(const void *a, const void *b) {
  const corners *x = a, *y = b;
  for (int k = 0; k < 4; ++k)
    if (x->node[k] != y->node[k]) return compare_numbers(x->node[k], y->node[k]);
  return 0;
}

/// List the faces with eight nodes of all solids; only count them if `all` is NULL.
static int64_t list_faces(const gb_mesh_builder *builder, corners all[]) {
  const element_entry *entry = builder->elements.data;
  const int64_t *ids = builder->node_ids.data;
  int64_t count = 0;
  for (int64_t e = 0; e < builder->elements.count; ++e) {
    const gb_shape_type *shape = &gb_shape_types[entry[e].shape];
    if (entry[e].shape != GB_HEXAHEDRON20 && entry[e].shape != GB_WEDGE15) continue;
    for (int f = 0; f < GB_SHAPE_FACES && shape->face[f]; ++f) {
      if (strlen(shape->face[f]) != 8) continue;
      if (all) all[count] = sort_corners(ids + entry[e].first, shape->face[f], 2);
      ++count;
    }
  }
  return count;
}

/// Quadrilaterals that wait for a node in their middle keep their eight nodes where they are faces
/// of solids without such a node.
static int keep_faces(gb_mesh_builder *builder, gb_error *error) {
  element_entry *entry = builder->elements.data;
  const int64_t *ids = builder->node_ids.data;
  const size_t count = (size_t)list_faces(builder, NULL);
  corners *all;
  GB_SCRATCH(scratch);
  if (count == 0) return GB_OK;
  GB_TRY(GB_TAKE(&scratch, all, count, error));
  list_faces(builder, all);
  qsort(all, count, sizeof *all, compare_corners);
  for (int64_t e = 0; e < builder->elements.count; ++e) {
    if (entry[e].shape != GB_QUAD9 || ids[entry[e].first + 8] != GB_MIDDLE_NODE) continue;
    const corners key = sort_corners(ids + entry[e].first, NULL, 1);
    if (bsearch(&key, all, count, sizeof key, compare_corners)) entry[e].shape = GB_QUAD8;
  }
  return GB_OK;
}

/// Count the elements that need a node in their middle, and list them in `all`, copies next to each
/// other, unless it is NULL.
static int64_t list_middles(const gb_mesh_builder *builder, copy all[]) {
  const element_entry *entry = builder->elements.data;
  const int64_t *ids = builder->node_ids.data;
  int64_t count = 0;
  for (int64_t e = 0; e < builder->elements.count; ++e) {
    if (entry[e].shape != GB_QUAD9 || ids[entry[e].first + 8] != GB_MIDDLE_NODE) continue;
    if (all) all[count] = (copy){ids + entry[e].first, 0, (int32_t)e, GB_QUAD9};
    ++count;
  }
  if (all) qsort(all, (size_t)count, sizeof *all, compare_copies);
  return count;
}

/// Compute the position of the node in the middle. @return false: a node is not defined, which is
/// reported later
static bool find_middle(const gb_mesh_builder *builder, const int64_t node[8], double middle[3]) {
  const node_entry *all = builder->nodes.data;
  for (int a = 0; a < 8; ++a) {
    const node_entry key = {.id = node[a], .at = INT64_MAX};
    const int64_t low = gb_deck_lower(&key, all, builder->nodes.count, sizeof key, compare_nodes);
    if (low == 0 || all[low - 1].id != node[a]) return false;
    for (int i = 0; i < 3; ++i) middle[i] += (a < 4 ? -0.25 : 0.5) * all[low - 1].position[i];
  }
  return true;
}

/// Add the nodes in the middle of elements, with numbers in the order of the elements.
static int add_middles(gb_mesh_builder *builder, gb_error *error) {
  const element_entry *entry = builder->elements.data;
  int64_t *ids = builder->node_ids.data;
  const size_t count = (size_t)list_middles(builder, NULL);
  copy *all;
  int32_t *first; // of its copies, by elements
  GB_SCRATCH(scratch);
  if (count == 0) return GB_OK;
  gb_deck_sort(builder->nodes.data, builder->nodes.count, sizeof(node_entry), compare_nodes);
  const int64_t last = ((node_entry *)builder->nodes.data)[builder->nodes.count - 1].id;
  GB_TRY(GB_TAKE(&scratch, all, count, error));
  GB_TRY(GB_TAKE(&scratch, first, (size_t)builder->elements.count, error));
  list_middles(builder, all);
  for (size_t i = 0; i < count; ++i)
    first[all[i].index] =
        i && !compare_contents(&all[i - 1], &all[i]) ? first[all[i - 1].index] : all[i].index;
  int64_t number = last;
  for (int32_t e = 0; e < builder->elements.count; ++e) {
    int64_t *node = ids + entry[e].first;
    double middle[3] = {0};
    if (entry[e].shape != GB_QUAD9 || node[8] != GB_MIDDLE_NODE) continue;
    if (first[e] < e) node[8] = ids[entry[first[e]].first + 8];
    if (first[e] < e || !find_middle(builder, node, middle)) continue;
    if (number == INT64_MAX)
      return gb_fail(error, GB_TOO_LARGE,
                     "%s: no number is left for a node in the middle of element %lld",
                     builder->file, (long long)entry[e].id);
    node[8] = ++number;
    GB_TRY(gb_mesh_builder_node(builder, number, middle, entry[e].at, error));
  }
  return GB_OK;
}

static int add_nodes(gb_mesh_builder *builder, gb_mesh *mesh, gb_error *error) {
  node_entry *entry = builder->nodes.data;
  mesh->nodes = (int32_t)builder->nodes.count;
  const size_t count = (size_t)mesh->nodes;
  GB_TRY(GB_TAKE(mesh->arena, mesh->node_id, count, error));
  GB_TRY(GB_TAKE(mesh->arena, mesh->position, count, error));
  for (int32_t n = 0; n < mesh->nodes; ++n) {
    mesh->node_id[n] = entry[n].id;
    memcpy(mesh->position[n], entry[n].position, sizeof mesh->position[n]);
  }
  return GB_OK;
}

/// Find for each element the copy that stays in the mesh. A second copy within one group is not
/// merged, because it is a mistake that the check of the mesh reports.
static int find_copies(const gb_mesh_builder *builder, int32_t *stands_for, gb_error *error) {
  const element_entry *entry = builder->elements.data;
  const int64_t *ids = builder->node_ids.data;
  int32_t count = (int32_t)builder->elements.count;
  copy *all;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, all, (size_t)count, error));
  for (int32_t e = 0; e < count; ++e)
    all[e] = (copy){ids + entry[e].first, entry[e].group, e, entry[e].shape};
  qsort(all, (size_t)count, sizeof *all, compare_copies);
  for (int32_t i = 0, end; i < count; i = end) {
    int32_t smallest = all[i].index;
    for (end = i + 1; end < count && !compare_contents(&all[i], &all[end]); ++end)
      if (all[end].group != all[end - 1].group && all[end].index < smallest)
        smallest = all[end].index;
    for (int32_t k = i; k < end; ++k)
      if (k == i || all[k].group != all[k - 1].group) stands_for[all[k].index] = smallest;
  }
  return GB_OK;
}

static int fail_undefined(const gb_mesh_builder *builder, const element_entry *entry, int64_t node,
                          gb_error *error) {
  char here[300];
  builder->position_text(builder->context, entry->at, sizeof here, here);
  return gb_fail(error, GB_UNDEFINED_NUMBER,
                 "%s: element %lld names node %lld, which is not defined", here,
                 (long long)entry->id, (long long)node);
}

static int allocate_elements(const gb_mesh_builder *builder, gb_mesh *mesh, gb_error *error) {
  size_t count = (size_t)builder->elements.count;
  if (builder->node_ids.count > GB_LARGEST_COUNT)
    return gb_fail(error, GB_TOO_LARGE, "%s: the elements name more than %d nodes", builder->file,
                   GB_LARGEST_COUNT);
  gb_arena *arena = mesh->arena;
  GB_TRY(GB_TAKE(arena, mesh->element_id, count, error));
  GB_TRY(GB_TAKE(arena, mesh->shape, count, error));
  GB_TRY(GB_TAKE(arena, mesh->property, count, error));
  GB_TRY(GB_TAKE(arena, mesh->start, count + 1, error));
  return GB_TAKE(arena, mesh->node, (size_t)builder->node_ids.count, error);
}

/// Add the elements to the mesh.
/// @param node indices of the nodes of all elements, in the order of adding
/// @param stands_for indices of sorted elements; on return, the mesh's elements instead
/// @param element_of on return, the mesh's element of each element by order of adding
static int add_elements(const gb_mesh_builder *builder, gb_mesh *mesh, const int32_t node[],
                        int32_t *stands_for, int32_t *element_of, gb_error *error) {
  const element_entry *entry = builder->elements.data;
  GB_TRY(allocate_elements(builder, mesh, error));
  for (int32_t e = 0; e < builder->elements.count; ++e) {
    const int nodes = gb_shape_nodes(entry[e].shape);
    if (stands_for[e] == e) {
      int32_t k = mesh->elements++;
      mesh->element_id[k] = entry[e].id;
      mesh->shape[k] = entry[e].shape;
      mesh->property[k] = entry[e].property;
      mesh->start[k + 1] = mesh->start[k] + nodes;
      memcpy(&mesh->node[mesh->start[k]], &node[entry[e].first], (size_t)nodes * sizeof *node);
      stands_for[e] = k;
    } else {
      stands_for[e] = stands_for[stands_for[e]]; // a smaller number: done already
    }
    element_of[entry[e].order] = stands_for[e];
  }
  return GB_OK;
}

/// Put the surfaces of each property into a group, when the file has no groups.
static int join_by_property(gb_mesh_builder *builder, gb_error *error) {
  const element_entry *entry = builder->elements.data;
  for (int64_t e = 0; e < builder->elements.count; ++e) {
    membership m = {entry[e].property, entry[e].order, gb_shape_dimension(entry[e].shape)};
    if (m.dimension >= 2) GB_TRY(append(&builder->memberships, sizeof m, &m, error));
  }
  return GB_OK;
}

/// Add one group to the mesh, from its memberships.
static int add_group(const gb_mesh_builder *builder, gb_mesh *mesh, const membership *first,
                     int64_t count, const int32_t *element_of, gb_error *error) {
  int32_t *member, members = 0;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, member, (size_t)count, error));
  for (int64_t i = 0; i < count; ++i) member[i] = element_of[first[i].element];
  gb_deck_sort(member, count, sizeof *member, gb_deck_compare_indices);
  for (int64_t i = 0; i < count; ++i)
    if (!i || member[i] != member[i - 1]) member[members++] = member[i];
  name_entry key = {first->number, first->dimension, -1, NULL};
  const name_entry *names = builder->names.data;
  const int64_t low = gb_deck_lower(&key, names, builder->names.count, sizeof key, compare_names);
  bool named = low < builder->names.count && names[low].number == key.number &&
               names[low].dimension == key.dimension;
  char number[24];
  snprintf(number, sizeof number, "%lld", (long long)first->number);
  const gb_group_members group = {.name = named ? names[low].text : number,
                                  .number = first->number,
                                  .dimension = first->dimension,
                                  .count = members,
                                  .index = member};
  return gb_mesh_add_group(mesh, &group, error);
}

static int compare_group_names(const void *a, const void *b) {
  const gb_group *x = *(const gb_group *const *)a, *y = *(const gb_group *const *)b;
  return x->dimension != y->dimension ? x->dimension - y->dimension : strcmp(x->name, y->name);
}

int gb_mesh_find_equal_names(const gb_mesh *mesh, const gb_group *equal[2], gb_error *error) {
  const gb_group **all;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, all, (size_t)mesh->groups, error));
  for (int g = 0; g < mesh->groups; ++g) all[g] = &mesh->group[g];
  gb_deck_sort(all, mesh->groups, sizeof *all, compare_group_names);
  equal[0] = equal[1] = NULL;
  for (int g = 1; g < mesh->groups && !equal[0]; ++g)
    if (!compare_group_names(&all[g - 1], &all[g])) memcpy(equal, &all[g - 1], 2 * sizeof *equal);
  return GB_OK;
}

static int refuse_equal_names(const gb_mesh *mesh, gb_error *error) {
  const gb_group *equal[2];
  GB_TRY(gb_mesh_find_equal_names(mesh, equal, error));
  if (!equal[0]) return GB_OK;
  return gb_fail(error, GB_DUPLICATE_NUMBER, "%s: groups %lld and %lld are both named '%s'",
                 mesh->file, (long long)equal[0]->number, (long long)equal[1]->number,
                 equal[0]->name);
}

static int add_groups(gb_mesh_builder *builder, gb_mesh *mesh, const int32_t *element_of,
                      gb_error *error) {
  if (!builder->memberships.count) GB_TRY(join_by_property(builder, error));
  membership *all = builder->memberships.data;
  int64_t count = builder->memberships.count;
  gb_deck_sort(all, count, sizeof *all, compare_memberships);
  gb_deck_sort(builder->names.data, builder->names.count, sizeof(name_entry), compare_names);
  for (int64_t i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && all[end].number == all[i].number; ++end)
      if (all[end].dimension != all[i].dimension) break;
    GB_TRY(add_group(builder, mesh, &all[i], end - i, element_of, error));
  }
  return refuse_equal_names(mesh, error);
}

/// Add an error to the list for each number that comes twice in sorted entries of `size` bytes,
/// which begin with a number and its position in the file.
static void list_twice(const gb_mesh_builder *builder, const char *what, const gb_list *all,
                       size_t size, gb_error *list) {
  const char *entry = all->data;
  for (int64_t i = 1; i < all->count; ++i) {
    const int64_t *one = (const void *)(entry + size * (size_t)i),
                  *before = one - size / sizeof *one;
    gb_error own = {0};
    if (one[0] != before[0]) continue;
    fail_twice(builder, what, one[0], before[1], one[1], &own);
    gb_error_move(list, &own);
  }
}

int gb_mesh_builder_numbers(const gb_mesh_builder *builder, int dimension, gb_arena *arena,
                            int64_t **id, int32_t *count, gb_error *error) {
  const element_entry *elements = builder->elements.data;
  GB_TRY(GB_TAKE(arena, *id, (size_t)builder->elements.count, error));
  *count = 0;
  for (int64_t e = 0; e < builder->elements.count; ++e)
    if (gb_shape_dimension((gb_shape)elements[e].shape) == dimension)
      (*id)[(*count)++] = elements[e].id;
  gb_deck_sort(*id, *count, sizeof **id, gb_deck_compare_numbers);
  return GB_OK;
}

void gb_mesh_builder_defects(gb_mesh_builder *builder, gb_refused_node *refused,
                             const void *context, int32_t index[], gb_error *list) {
  const node_entry *nodes = builder->nodes.data;
  const element_entry *elements = builder->elements.data;
  const int64_t *ids = builder->node_ids.data;
  gb_deck_sort(builder->nodes.data, builder->nodes.count, sizeof *nodes, compare_nodes);
  gb_deck_sort(builder->elements.data, builder->elements.count, sizeof *elements, compare_elements);
  list_twice(builder, "node", &builder->nodes, sizeof *nodes, list);
  list_twice(builder, "element", &builder->elements, sizeof *elements, list);
  for (int64_t e = 0; e < builder->elements.count; ++e)
    for (int a = 0; a < gb_shape_nodes(elements[e].shape); ++a) {
      const int64_t k = elements[e].first + a;
      const node_entry key = {.id = ids[k], .at = INT64_MIN};
      const int64_t low =
          gb_deck_lower(&key, nodes, builder->nodes.count, sizeof key, compare_nodes);
      gb_error own = {0};
      if (index) index[k] = (int32_t)low;
      if (ids[k] == GB_MIDDLE_NODE || (low < builder->nodes.count && nodes[low].id == ids[k]))
        continue;
      if (refused && refused(context, ids[k])) continue;
      fail_undefined(builder, &elements[e], ids[k], &own);
      gb_error_move(list, &own);
    }
}

static int fill(gb_mesh_builder *builder, bool merge_copies, gb_mesh *mesh, int32_t *node,
                int32_t *map, gb_error *error) {
  int32_t *stands_for = map, *element_of = map + builder->elements.count;
  gb_error defects = {0};
  GB_TRY(gb_arena_text(mesh->arena, &mesh->file, error, "%s", builder->file));
  GB_TRY(keep_faces(builder, error));
  GB_TRY(add_middles(builder, error));
  gb_mesh_builder_defects(builder, NULL, NULL, node, &defects);
  const int status = defects.status;
  if (status != GB_OK) gb_error_move(error, &defects);
  if (status != GB_OK) return status;
  GB_TRY(add_nodes(builder, mesh, error));
  for (int32_t e = 0; e < builder->elements.count; ++e) stands_for[e] = e;
  if (merge_copies) GB_TRY(find_copies(builder, stands_for, error));
  GB_TRY(add_elements(builder, mesh, node, stands_for, element_of, error));
  return add_groups(builder, mesh, element_of, error);
}

int gb_mesh_builder_finish(gb_mesh_builder *builder, bool merge_copies, gb_mesh **out,
                           gb_error *error) {
  size_t elements = (size_t)builder->elements.count;
  if (!builder->nodes.count)
    return gb_fail(error, GB_BAD_MESH_FILE, "%s: the file defines no nodes", builder->file);
  if (!elements && !builder->bare)
    return gb_fail(error, GB_BAD_MESH_FILE, "%s: the file defines no elements", builder->file);
  int32_t *map, *node;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, map, 2 * elements, error));
  GB_TRY(GB_TAKE(&scratch, node, (size_t)builder->node_ids.count, error));
  GB_TRY(gb_mesh_create(out, error));
  const int status = fill(builder, merge_copies, *out, node, map, error);
  if (status != GB_OK) gb_mesh_destroy(out);
  return status;
}

/// Set the nodes of a group, ascending, from its elements.
static int gather_nodes(const gb_mesh *mesh, gb_group *group, gb_error *error) {
  int32_t *found, count = 0;
  size_t most = 0;
  GB_SCRATCH(scratch);
  for (int32_t i = 0; i < group->elements; ++i)
    most += (size_t)gb_shape_nodes(mesh->shape[group->element[i]]);
  GB_TRY(GB_TAKE(&scratch, found, most, error));
  for (int32_t i = 0; i < group->elements; ++i)
    for (int32_t k = mesh->start[group->element[i]]; k < mesh->start[group->element[i] + 1]; ++k)
      found[count++] = mesh->node[k];
  qsort(found, (size_t)count, sizeof *found, gb_deck_compare_indices);
  for (int32_t i = 0; i < count; ++i)
    if (!i || found[i] != found[group->nodes - 1]) found[group->nodes++] = found[i];
  GB_TRY(GB_TAKE(mesh->arena, group->node, (size_t)group->nodes, error));
  memcpy(group->node, found, (size_t)group->nodes * sizeof *found);
  return GB_OK;
}

int gb_mesh_add_group(gb_mesh *mesh, const gb_group_members *members, gb_error *error) {
  const size_t count = (size_t)members->count;
  gb_group *group;
  int32_t *index;
  GB_TRY(gb_arena_append(mesh->arena, &mesh->group, &mesh->groups, sizeof *group, &group, error));
  group->number = members->number;
  group->dimension = members->dimension;
  GB_TRY(gb_arena_text(mesh->arena, &group->name, error, "%s", members->name));
  GB_TRY(GB_TAKE(mesh->arena, index, count, error));
  memcpy(index, members->index, count * sizeof *index);
  if (members->nodes) {
    group->nodes = members->count;
    group->node = index;
    return GB_OK;
  }
  group->elements = members->count;
  group->element = index;
  return gather_nodes(mesh, group, error);
}
