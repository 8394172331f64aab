/// Nodes and elements of gmsh's format 2.2, which writes an element once for each of its physical
/// groups. Source: Gmsh reference manual, "MSH file format version 2 (Legacy)".
#include "gmsh/gmsh_file.h"

/// Read the count at the start of a section, a line of text in binary files too.
static int section_count(gb_gmsh_file *file, const char *what, int numbers, int64_t *value,
                         gb_error *error) {
  GB_TRY(gb_gmsh_word(file, what, value, error));
  GB_TRY(gb_gmsh_check_count(file, what, numbers, *value, error));
  if (file->binary && file->cursor < file->end) ++file->cursor; // the end of that line
  return GB_OK;
}

int gb_gmsh2_nodes(gb_gmsh_file *file, gb_error *error) {
  int64_t nodes;
  GB_TRY(section_count(file, "the number of nodes", 4, &nodes, error));
  for (int64_t n = 0; n < nodes; ++n) {
    int64_t id, at = gb_gmsh_here(file) - file->bytes;
    double position[3];
    GB_TRY(gb_gmsh_int(file, "a node's number", &id, error));
    GB_TRY(gb_gmsh_position(file, position, error));
    GB_TRY(gb_mesh_builder_node(file->builder, id, position, at, error));
  }
  return GB_OK;
}

/// Read the tags and nodes of an element of known number and type. The first tag is the physical
/// group (0: none), the second the elementary entity; further tags are partitions.
static int read_element(gb_gmsh_file *file, const char *at, int64_t id, const gb_gmsh_type *type,
                        int64_t tags, gb_error *error) {
  int64_t tag[2] = {0, 0}, other, nodes[GB_SHAPE_NODES];
  nodes[8] = GB_MIDDLE_NODE;
  for (int64_t t = 0; t < tags; ++t)
    GB_TRY(gb_gmsh_int(file, "an element's tag", t < 2 ? &tag[t] : &other, error));
  for (int a = 0; a < type->nodes; ++a)
    GB_TRY(gb_gmsh_int(file, "a node of an element", &nodes[a], error));
  GB_TRY(gb_mesh_builder_element(file->builder, id, type->shape, (int32_t)tag[1], nodes,
                                 at - file->bytes, error));
  if (!tag[0]) return GB_OK;
  return gb_mesh_builder_join(file->builder, tag[0] < 0 ? -tag[0] : tag[0], error);
}

/// Read an element of a text file, which contains its type.
static int read_line(gb_gmsh_file *file, gb_error *error) {
  int64_t id, number, tags;
  gb_gmsh_type type;
  GB_TRY(gb_gmsh_int(file, "an element's number", &id, error));
  const char *at = gb_gmsh_here(file);
  GB_TRY(gb_gmsh_int(file, "an element's type", &number, error));
  GB_TRY(gb_gmsh_find_type(file, at, number, id, &type, error));
  GB_TRY(gb_gmsh_int(file, "an element's number of tags", &tags, error));
  GB_TRY(gb_gmsh_check_count(file, "an element's number of tags", 1, tags, error));
  return read_element(file, at, id, &type, tags, error);
}

/// Read a header of a binary file and the elements of one type after it. *read = their number
static int read_block(gb_gmsh_file *file, int64_t left, int64_t *read, gb_error *error) {
  const char *at = gb_gmsh_here(file);
  int64_t number, tags, id;
  gb_gmsh_type type = {0};
  GB_TRY(gb_gmsh_int(file, "a block's element type", &number, error));
  GB_TRY(gb_gmsh_int(file, "a block's number of elements", read, error));
  GB_TRY(gb_gmsh_int(file, "a block's number of tags", &tags, error));
  if (*read < 1 || *read > left)
    return gb_gmsh_fail(file, at, error, "a block of %lld elements where 1 to %lld are left",
                        (long long)*read, (long long)left);
  GB_TRY(gb_gmsh_check_count(file, "a block's number of tags", 1, tags, error));
  for (int64_t e = 0; e < *read; ++e) {
    const char *element = gb_gmsh_here(file);
    GB_TRY(gb_gmsh_int(file, "an element's number", &id, error));
    if (e == 0) GB_TRY(gb_gmsh_find_type(file, at, number, id, &type, error));
    GB_TRY(read_element(file, element, id, &type, tags, error));
  }
  return GB_OK;
}

int gb_gmsh2_elements(gb_gmsh_file *file, gb_error *error) {
  int64_t elements, read = 1;
  GB_TRY(section_count(file, "the number of elements", 4, &elements, error));
  for (; elements > 0; elements -= read) {
    if (file->binary)
      GB_TRY(read_block(file, elements, &read, error));
    else
      GB_TRY(read_line(file, error));
  }
  return GB_OK;
}
