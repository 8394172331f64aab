/// Mesh files by format. A reader gives the mesh and, where the format has it, the physical
/// description.
#ifndef GB_INPUT_READER_H
#define GB_INPUT_READER_H

#include "mesh/mesh.h"
#include "problem/problem.h"

typedef struct gb_reader {
  const char *name;              ///< "gmsh", "nastran", "geometry"
  const char *const *extensions; ///< NULL-terminated: ".msh"
  /// Local, on rank 0. problem: NULL out where the format has none.
  /// errors: GB_MODEL with file, line (or byte) and reason; GB_FILE when it cannot be
  /// opened.
  int (*read)(const char *file, gb_mesh **mesh, gb_problem **problem, gb_error *error);
} gb_reader;

/// All readers, NULL-terminated (reader.c).
extern const gb_reader *const gb_readers[];

/// Read by extension. Local, on rank 0. errors: GB_USAGE for an unknown extension, listing the
/// known ones.
int gb_mesh_read(const char *file, gb_mesh **mesh, gb_problem **problem, gb_error *error);

#endif
