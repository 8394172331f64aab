/// Mesh files of gmsh, formats 2.2 and 4.1, as text or binary: the sections of the file.
/// Source: Gmsh reference manual, "MSH file format".
#include "base/platform/file_contents.h"
#include "deck/readers.h"
#include "gmsh/gmsh_file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sections {
  bool nodes, elements;
  gb_gmsh_entities *entities;
  gb_arena memory; ///< owns the lists
} sections;

static void skip_blanks(gb_gmsh_file *file) {
  while (file->cursor < file->end && isspace((unsigned char)*file->cursor)) ++file->cursor;
}

/// Move to the start of the next line.
static void skip_line(gb_gmsh_file *file) {
  const char *end = memchr(file->cursor, '\n', (size_t)(file->end - file->cursor));
  file->cursor = end ? end + 1 : file->end;
}

/// Read the name of the section that starts at the cursor, and move to the next line.
static int open_section(gb_gmsh_file *file, char name[40], gb_error *error) {
  const char *at = file->cursor;
  int length = 0;
  if (*at == '$')
    while (length < 39 && at + 1 + length < file->end && isalnum((unsigned char)at[1 + length]))
      ++length;
  if (!length)
    return gb_gmsh_fail(file, at, error,
                        "a section as $Nodes is expected here; is this a gmsh file?");
  memcpy(name, at + 1, (size_t)length);
  name[length] = 0;
  skip_line(file);
  return GB_OK;
}

/// Expect the section's end at the cursor.
static int close_section(gb_gmsh_file *file, const char *name, gb_error *error) {
  char wanted[48];
  int length = snprintf(wanted, sizeof wanted, "$End%s", name);
  skip_blanks(file);
  if (file->end - file->cursor < length)
    return gb_gmsh_fail(file, file->cursor, error, "the file ends before %s: it is truncated",
                        wanted);
  if (strncmp(file->cursor, wanted, (size_t)length))
    return gb_gmsh_fail(file, file->cursor, error,
                        "%s is expected: section $%s holds more than it announces", wanted, name);
  skip_line(file);
  return GB_OK;
}

/// Skip a section that is not used, such as results, periodicity and comments.
static int skip_section(gb_gmsh_file *file, const char *name, gb_error *error) {
  char wanted[48];
  int length = snprintf(wanted, sizeof wanted, "$End%s", name);
  const char *at = file->cursor;
  for (; file->end - at >= length; ++at) {
    at = memchr(at, '$', (size_t)(file->end - at));
    if (!at || file->end - at < length) break;
    if (strncmp(at, wanted, (size_t)length)) continue;
    file->cursor = at;
    skip_line(file);
    return GB_OK;
  }
  return gb_gmsh_fail(file, file->cursor, error, "section $%s has no %s: the file is truncated",
                      name, wanted);
}

static int read_format(gb_gmsh_file *file, gb_error *error) {
  char name[40];
  if (file->end - file->cursor >= 3 && !memcmp(file->cursor, "\xEF\xBB\xBF", 3))
    file->cursor += 3; // the mark that some editors put before UTF-8
  skip_blanks(file);
  const char *at = file->cursor;
  if (at == file->end) return gb_gmsh_fail(file, at, error, "the file is empty");
  GB_TRY(open_section(file, name, error));
  if (strcmp(name, "MeshFormat"))
    return gb_gmsh_fail(file, at, error, "$MeshFormat is expected first, $%s was found", name);
  int64_t type, size;
  GB_TRY(gb_gmsh_real(file, "the format's version", &file->version, error));
  GB_TRY(gb_gmsh_word(file, "the file type", &type, error));
  GB_TRY(gb_gmsh_word(file, "the data size", &size, error));
  bool known = (file->version >= 2 && file->version < 2.25) || file->version == 4.1;
  if (!known || type < 0 || type > 1 || size != 8)
    return gb_gmsh_fail(file, at, error,
                        "version %g, file type %lld, data size %lld; read are versions 2.2 and 4.1 "
                        "of types 0 and 1 and size 8: convert with gmsh -0 -format msh41",
                        file->version, (long long)type, (long long)size);
  if (type == 1) {
    int64_t one;
    skip_line(file);
    file->binary = true;
    GB_TRY(gb_gmsh_int(file, "the byte order's mark", &one, error));
    file->swapped = one == 0x01000000;
    if (one != 1 && !file->swapped)
      return gb_gmsh_fail(file, at, error, "the byte order's mark is %lld instead of 1",
                          (long long)one);
  }
  return close_section(file, name, error);
}

/// Read the names of physical groups: lines of dimension, number and "name", as text in binary
/// files too.
static int read_names(gb_gmsh_file *file, gb_error *error) {
  int64_t count, dimension, number;
  GB_TRY(gb_gmsh_word(file, "the number of physical names", &count, error));
  GB_TRY(gb_gmsh_check_count(file, "the number of physical names", 1, count, error));
  for (int64_t i = 0; i < count; ++i) {
    GB_TRY(gb_gmsh_word(file, "a physical group's dimension", &dimension, error));
    GB_TRY(gb_gmsh_word(file, "a physical group's number", &number, error));
    const char *at = file->cursor;
    skip_line(file);
    const char *open = memchr(at, '"', (size_t)(file->cursor - at)), *close = file->cursor - 1;
    while (open && close > open && *close != '"') --close;
    if (!open || close == open)
      return gb_gmsh_fail(file, at, error, "physical group %lld has no name in quotes",
                          (long long)number);
    if (dimension < 0 || dimension > 3)
      return gb_gmsh_fail(file, at, error, "physical group %lld has dimension %lld",
                          (long long)number, (long long)dimension);
    if (close > open + 1)
      GB_TRY(gb_mesh_builder_name(file->builder, (int)dimension, number, open + 1,
                                  (size_t)(close - open - 1), error));
  }
  return GB_OK;
}

/// Read the content of a section, without its end.
static int read_content(gb_gmsh_file *file, const char *name, sections *have, gb_error *error) {
  bool four = file->version > 4;
  const char *at = file->cursor;
  if (!strcmp(name, "Nodes")) {
    have->nodes = true;
    return four ? gb_gmsh4_nodes(file, error) : gb_gmsh2_nodes(file, error);
  }
  if (!strcmp(name, "Elements")) {
    have->elements = true;
    return four ? gb_gmsh4_elements(file, have->entities, error) : gb_gmsh2_elements(file, error);
  }
  if (!strcmp(name, "Entities") && have->elements)
    return gb_gmsh_fail(file, at, error, "$Entities must stand before $Elements");
  return gb_gmsh4_entities(file, &have->memory, &have->entities, error);
}

static int read_section(gb_gmsh_file *file, sections *have, gb_error *error) {
  char name[40];
  const char *at = file->cursor;
  GB_TRY(open_section(file, name, error));
  bool ours = !strcmp(name, "Nodes") || !strcmp(name, "Elements") ||
              (!strcmp(name, "Entities") && file->version > 4);
  if (!strcmp(name, "PartitionedEntities"))
    return gb_gmsh_fail(file, at, error, "the mesh is partitioned; save it without partitions");
  if (!strcmp(name, "PhysicalNames"))
    GB_TRY(read_names(file, error));
  else if (ours)
    GB_TRY(read_content(file, name, have, error));
  else
    return skip_section(file, name, error);
  return close_section(file, name, error);
}

static int read_sections(gb_gmsh_file *file, sections *have, gb_error *error) {
  GB_TRY(read_format(file, error));
  for (skip_blanks(file); file->cursor < file->end; skip_blanks(file))
    GB_TRY(read_section(file, have, error));
  if (have->nodes && have->elements) return GB_OK;
  return gb_gmsh_fail(file, file->end, error, "the file has no $%s section",
                      have->nodes ? "Elements" : "Nodes");
}

int gb_gmsh_read(const char *path, const char *name, gb_mesh **mesh, gb_error *error) {
  char shown[400];
  snprintf(shown, sizeof shown, "%s%s", name, path == name ? "" : " (its mesh)");
  gb_gmsh_file file = {.name = shown};
  sections have = {0};
  size_t length = 0;
  GB_TRY(gb_file_contents(path, &file.bytes, &length, error));
  file.cursor = file.bytes;
  file.end = file.bytes + length;
  int status = gb_mesh_builder_create(name, gb_gmsh_where, &file, &file.builder, error);
  if (status == GB_OK) status = read_sections(&file, &have, error);
  // An element of several groups is written once for each in format 2.2 only.
  if (status == GB_OK) status = gb_mesh_builder_finish(file.builder, file.version < 4, mesh, error);
  if (status == GB_OK) {
    status = gb_gmsh4_missing(have.entities, shown, (*mesh)->arena, &(*mesh)->notes, error);
    if (status != GB_OK) gb_mesh_destroy(mesh);
  }
  gb_arena_free(&have.memory);
  gb_mesh_builder_destroy(&file.builder);
  free(file.bytes);
  return status;
}

static int read_gmsh(const char *path, const gb_deck_choice *deck, gb_mesh **mesh,
                     gb_problem **problem, gb_error *error) {
  (void)deck;
  *problem = NULL;
  return gb_gmsh_read(path, path, mesh, error);
}

static const char *const extensions[] = {".msh", NULL};
const gb_reader gb_reader_gmsh = {.name = "gmsh", .extensions = extensions, .read = read_gmsh};
