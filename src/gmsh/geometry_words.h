/// Words of gmsh's geometries by which gmsh runs programs.
#ifndef GB_GMSH_GEOMETRY_WORDS_H
#define GB_GMSH_GEOMETRY_WORDS_H

#include "base/error.h"

/// Refuse a geometry that could make gmsh run a program: it, a file FILE.opt beside it, which gmsh
/// reads too, or a file that these include or merge has such a word outside of comments and texts,
/// or names a file that cannot be known before gmsh runs. Local.
/// errors: GB_SHELL_COMMAND with file and line; GB_FILE (memory)
int gb_geometry_check_words(const char *file, gb_error *error);

#endif
