/// Entities, nodes and elements of gmsh's format 4.1, where physical groups belong to entities.
/// Source: Gmsh reference manual, "MSH file format" (version 4.1).
#include "base/list.h"
#include "gmsh/gmsh_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  /// largest number of groups of an entity; its elements are members of all of them
  MOST_GROUPS = 1000,
  SHOWN = 8 ///< largest number of entities in a message
};

typedef struct entity {
  int64_t tag, first, count; ///< physical tags first..first+count
  int dimension;
  bool used; ///< the file has elements of the entity
} entity;

struct gb_gmsh_entities {
  gb_arena *arena; ///< owns the lists
  GB_LIST_OF(entity) entries;
  GB_LIST_OF(int64_t) physicals;
};

static int read_entity(gb_gmsh_file *file, int dimension, gb_gmsh_entities *entities,
                       gb_error *error) {
  entity entry = {.dimension = dimension, .first = entities->physicals.count};
  int64_t boundary, tag;
  double skipped;
  GB_TRY(gb_gmsh_int(file, "an entity's tag", &entry.tag, error));
  for (int i = 0; i < (dimension ? 6 : 3); ++i) // a box, or a point's position
    GB_TRY(gb_gmsh_real(file, "an entity's coordinate", &skipped, error));
  GB_TRY(gb_gmsh_count(file, "an entity's number of physical tags", 1, &entry.count, error));
  const char *at = gb_gmsh_here(file);
  if (entry.count > MOST_GROUPS)
    return gb_gmsh_fail(file, at, error, "entity %lld is in %lld physical groups; read are %d",
                        (long long)entry.tag, (long long)entry.count, MOST_GROUPS);
  for (int64_t i = 0; i < entry.count; ++i) {
    GB_TRY(gb_gmsh_int(file, "a physical tag", &tag, error));
    GB_TRY(GB_ARENA_ADD(entities->arena, entities->physicals, tag, error));
    const int64_t first = entities->physicals.entry[entry.first];
    if ((tag < 0) != (first < 0))
      return gb_gmsh_fail(file, at, error,
                          "entity %lld is in physical groups %lld and %lld of opposite "
                          "orientation; one element has one normal",
                          (long long)entry.tag, (long long)first, (long long)tag);
  }
  if (dimension) {
    GB_TRY(gb_gmsh_count(file, "an entity's number of boundaries", 1, &boundary, error));
    for (int64_t i = 0; i < boundary; ++i)
      GB_TRY(gb_gmsh_int(file, "a boundary's tag", &tag, error));
  }
  return GB_ARENA_ADD(entities->arena, entities->entries, entry, error);
}

static int compare_entities(const void *a, const void *b) {
  const entity *x = a, *y = b;
  if (x->dimension != y->dimension) return x->dimension - y->dimension;
  return (x->tag > y->tag) - (x->tag < y->tag);
}

int gb_gmsh4_entities(gb_gmsh_file *file, gb_arena *arena, gb_gmsh_entities **out,
                      gb_error *error) {
  static const char *const names[] = {"the number of points", "the number of curves",
                                      "the number of surfaces", "the number of volumes"};
  if (*out) return gb_gmsh_fail(file, file->cursor, error, "a second $Entities section");
  GB_TRY(gb_arena_allocate(arena, 1, sizeof **out, out, error));
  (*out)->arena = arena;
  int64_t count[4];
  for (int d = 0; d < 4; ++d) GB_TRY(gb_gmsh_count(file, names[d], 5, &count[d], error));
  for (int d = 0; d < 4; ++d)
    for (int64_t i = 0; i < count[d]; ++i) GB_TRY(read_entity(file, d, *out, error));
  const size_t entries = (size_t)(*out)->entries.count;
  if (entries) qsort((*out)->entries.entry, entries, sizeof(entity), compare_entities);
  return GB_OK;
}

/// Read the nodes of an entity: all numbers, then all positions. Parametric coordinates are
/// skipped.
static int read_node_block(gb_gmsh_file *file, int64_t *left, gb_error *error) {
  int64_t dimension, entity_tag, parametric, nodes, id,
      first = gb_mesh_builder_nodes(file->builder);
  const char *at = gb_gmsh_here(file);
  GB_TRY(gb_gmsh_int(file, "a block's dimension", &dimension, error));
  GB_TRY(gb_gmsh_int(file, "a block's entity", &entity_tag, error));
  GB_TRY(gb_gmsh_int(file, "a block's parametric flag", &parametric, error));
  GB_TRY(gb_gmsh_count(file, "a block's number of nodes", 4, &nodes, error));
  if (dimension < 0 || dimension > 3 || parametric < 0 || parametric > 1 || nodes > *left)
    return gb_gmsh_fail(file, at, error,
                        "a block of %lld nodes, dimension %lld, parametric flag %lld; accepted are "
                        "at most %lld nodes, dimensions 0 to 3, flags 0 and 1",
                        (long long)nodes, (long long)dimension, (long long)parametric,
                        (long long)*left);
  *left -= nodes;
  for (int64_t n = 0; n < nodes; ++n) {
    const double unknown[3] = {0, 0, 0};
    int64_t start = gb_gmsh_here(file) - file->bytes;
    GB_TRY(gb_gmsh_size(file, "a node's number", &id, error));
    GB_TRY(gb_mesh_builder_node(file->builder, id, unknown, start, error));
  }
  for (int64_t n = 0; n < nodes; ++n) {
    double position[3], parameter;
    GB_TRY(gb_gmsh_position(file, position, error));
    for (int64_t p = 0; parametric && p < dimension; ++p)
      GB_TRY(gb_gmsh_real(file, "a node's parameter", &parameter, error));
    gb_mesh_builder_move(file->builder, first + n, position);
  }
  return GB_OK;
}

/// Read the four sizes at the start of $Nodes and $Elements.
static int read_header(gb_gmsh_file *file, int64_t *blocks, int64_t *entries, gb_error *error) {
  int64_t smallest, largest;
  GB_TRY(gb_gmsh_count(file, "the number of blocks", 4, blocks, error));
  GB_TRY(gb_gmsh_count(file, "the number of entries", 2, entries, error));
  GB_TRY(gb_gmsh_size(file, "the smallest number", &smallest, error));
  return gb_gmsh_size(file, "the largest number", &largest, error);
}

static int check_left(const gb_gmsh_file *file, const char *what, int64_t left, gb_error *error) {
  if (!left) return GB_OK;
  return gb_gmsh_fail(file, file->cursor, error, "the blocks hold %lld %s fewer than announced",
                      (long long)left, what);
}

int gb_gmsh4_nodes(gb_gmsh_file *file, gb_error *error) {
  int64_t blocks, left;
  GB_TRY(read_header(file, &blocks, &left, error));
  for (int64_t b = 0; b < blocks; ++b) GB_TRY(read_node_block(file, &left, error));
  return check_left(file, "nodes", left, error);
}

/// Reverse the orientation of an element by reordering its nodes.
static void reverse(gb_shape shape, int64_t *node) {
  const char *order = gb_shape_types[shape].reversed;
  int64_t old[GB_SHAPE_NODES];
  int count = gb_shape_nodes(shape);
  for (int a = 0; a < count; ++a) old[a] = node[a];
  for (int a = 0; a < count; ++a) node[a] = old[gb_shape_listed(order, a)];
}

/// Add an element and its memberships; a negative physical tag reverses the element.
static int read_element(gb_gmsh_file *file, const gb_gmsh_type *type, int64_t entity_tag,
                        int64_t physicals, const int64_t *physical, gb_error *error) {
  int64_t id, nodes[GB_SHAPE_NODES], start = gb_gmsh_here(file) - file->bytes;
  nodes[8] = GB_MIDDLE_NODE;
  GB_TRY(gb_gmsh_size(file, "an element's number", &id, error));
  for (int a = 0; a < type->nodes; ++a)
    GB_TRY(gb_gmsh_size(file, "a node of an element", &nodes[a], error));
  if (physicals && physical[0] < 0) reverse(type->shape, nodes);
  GB_TRY(gb_mesh_builder_element(file->builder, id, type->shape, (int32_t)entity_tag, nodes, start,
                                 error));
  for (int64_t i = 0; i < physicals; ++i)
    GB_TRY(
        gb_mesh_builder_join(file->builder, physical[i] < 0 ? -physical[i] : physical[i], error));
  return GB_OK;
}

static int read_element_block(gb_gmsh_file *file, gb_gmsh_entities *entities, int64_t *left,
                              gb_error *error) {
  int64_t dimension, entity_tag, number, elements;
  gb_gmsh_type type;
  const char *at = gb_gmsh_here(file);
  GB_TRY(gb_gmsh_int(file, "a block's dimension", &dimension, error));
  GB_TRY(gb_gmsh_int(file, "a block's entity", &entity_tag, error));
  GB_TRY(gb_gmsh_int(file, "a block's element type", &number, error));
  GB_TRY(gb_gmsh_count(file, "a block's number of elements", 2, &elements, error));
  if (elements > *left)
    return gb_gmsh_fail(file, at, error, "a block of %lld elements where %lld are left",
                        (long long)elements, (long long)*left);
  *left -= elements;
  if (!elements) return GB_OK;
  gb_gmsh_file ahead = *file; // the first number, for the message of a refused type
  int64_t id;
  GB_TRY(gb_gmsh_size(&ahead, "an element's number", &id, error));
  GB_TRY(gb_gmsh_find_type(file, at, number, id, &type, error));
  if (gb_shape_dimension(type.shape) != dimension)
    return gb_gmsh_fail(file, at, error, "a %s in a block of dimension %lld",
                        gb_shape_name(type.shape), (long long)dimension);
  entity key = {.tag = entity_tag, .dimension = (int)dimension};
  entity *of = NULL;
  if (entities && entities->entries.count)
    of = bsearch(&key, entities->entries.entry, (size_t)entities->entries.count, sizeof key,
                 compare_entities);
  if (of) of->used = true;
  for (int64_t e = 0; e < elements; ++e)
    GB_TRY(read_element(file, &type, entity_tag, of ? of->count : 0,
                        of ? entities->physicals.entry + of->first : NULL, error));
  return GB_OK;
}

int gb_gmsh4_elements(gb_gmsh_file *file, gb_gmsh_entities *entities, gb_error *error) {
  int64_t blocks, left;
  GB_TRY(read_header(file, &blocks, &left, error));
  for (int64_t b = 0; b < blocks; ++b) GB_TRY(read_element_block(file, entities, &left, error));
  return check_left(file, "elements", left, error);
}

int gb_gmsh4_missing(const gb_gmsh_entities *entities, const char *name, gb_arena *arena,
                     char **out, gb_error *error) {
  char list[120] = "";
  int missing = 0, used = 0, dimension = 2;
  for (int i = 0; entities && i < entities->entries.count; ++i)
    if (entities->entries.entry[i].dimension == 3 && entities->entries.entry[i].used) dimension = 3;
  for (int i = 0; entities && i < entities->entries.count; ++i) {
    const entity *e = &entities->entries.entry[i];
    const size_t length = strlen(list);
    if (e->dimension != dimension) continue;
    used += e->used;
    if (e->used || missing++ >= SHOWN) continue;
    snprintf(list + length, sizeof list - length, "%s%lld", length ? ", " : "", (long long)e->tag);
  }
  if (!missing || !used) return GB_OK;
  return gb_arena_text(arena, out, error,
                       "%s: no elements are in it of %d of its %s (%s%s), as gmsh leaves out "
                       "what is in no physical group while others are: the model is without them",
                       name, missing, dimension == 3 ? "volumes" : "surfaces", list,
                       missing > SHOWN ? ", ..." : "");
}
