/// A gmsh file in memory and the reading of its numbers, written as text or as bytes.
#ifndef GB_GMSH_GMSH_FILE_H
#define GB_GMSH_GMSH_FILE_H

#include "mesh/mesh_builder.h"

typedef struct gb_gmsh_file {
  const char *name; ///< path as the user wrote it
  char *bytes;      ///< the whole file and a zero byte
  const char *cursor, *end;
  bool binary, swapped; ///< swapped: the file has the other byte order than this machine
  double version;
  gb_mesh_builder *builder;
} gb_gmsh_file;

/// Fail at a position: "plate.msh:12: ..." or, in a binary file, "plate.msh: byte 345: ...".
int gb_gmsh_fail(const gb_gmsh_file *file, const char *at, gb_error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/// Write a position as text. The context is the gb_gmsh_file; a position is the distance from the
/// first byte.
void gb_gmsh_where(const void *context, int64_t position, size_t size, char *text);

/// @return the position of the next number; blanks before it are skipped in a text file
const char *gb_gmsh_here(gb_gmsh_file *file);
/// Read the next number; `what` is its name in messages. An int has 4 bytes in a binary file, a
/// size 8.
/// errors: GB_MODEL with the position: the file has no number there, or ends
int gb_gmsh_int(gb_gmsh_file *file, const char *what, int64_t *value, gb_error *error);
int gb_gmsh_size(gb_gmsh_file *file, const char *what, int64_t *value, gb_error *error);
int gb_gmsh_real(gb_gmsh_file *file, const char *what, double *value, gb_error *error);
/// Read an integer that is text in binary files too.
int gb_gmsh_word(gb_gmsh_file *file, const char *what, int64_t *value, gb_error *error);
/// Read a count. It must not be negative, and the rest of the file must be long enough for at least
/// `numbers` numbers per item.
int gb_gmsh_count(gb_gmsh_file *file, const char *what, int numbers, int64_t *value,
                  gb_error *error);
/// Check a count that has been read already, in the same way.
int gb_gmsh_check_count(const gb_gmsh_file *file, const char *what, int numbers, int64_t value,
                        gb_error *error);
int gb_gmsh_position(gb_gmsh_file *file, double position[3], gb_error *error);

/// An element type of gmsh: the shape of its elements in the mesh, and how many nodes of each the
/// file has.
typedef struct gb_gmsh_type {
  gb_shape shape;
  int nodes;
} gb_gmsh_type;

/// Find the type with gmsh's number. errors: GB_MODEL for a type that is not read; the message
/// names the element and says what to do.
int gb_gmsh_find_type(const gb_gmsh_file *file, const char *at, int64_t number, int64_t element,
                      gb_gmsh_type *type, gb_error *error);

/// Read a section of either version. The cursor is after the line with the name of the section.
int gb_gmsh2_nodes(gb_gmsh_file *file, gb_error *error);
int gb_gmsh2_elements(gb_gmsh_file *file, gb_error *error);

typedef struct gb_gmsh_entities gb_gmsh_entities; ///< physical groups of each entity
/// @param arena owns the memory
int gb_gmsh4_entities(gb_gmsh_file *file, gb_arena *arena, gb_gmsh_entities **out, gb_error *error);
int gb_gmsh4_nodes(gb_gmsh_file *file, gb_error *error);
/// @param entities may be NULL: no groups
int gb_gmsh4_elements(gb_gmsh_file *file, gb_gmsh_entities *entities, gb_error *error);
/// Make a note of the volumes without elements, if other volumes have elements, or else of such
/// surfaces. The arena owns
/// the note, which is unchanged if there is nothing to report. @param entities  NULL: none
int gb_gmsh4_missing(const gb_gmsh_entities *entities, const char *name, gb_arena *arena,
                     char **out, gb_error *error);

/// Read a gmsh file under another name for messages (a temporary file made from the user's).
int gb_gmsh_read(const char *path, const char *name, gb_mesh **mesh, gb_error *error);

#endif
