/// Mesh files by format. A reader gives the mesh and, where the format has it, the physical
/// description.
#ifndef GB_INPUT_READER_H
#define GB_INPUT_READER_H

#include "mesh/mesh.h"
#include "problem/problem.h"

/// The program whose meaning an .inp deck has, where the two differ.
typedef enum gb_dialect { GB_DIALECT_AUTO, GB_DIALECT_ABAQUS, GB_DIALECT_CALCULIX } gb_dialect;

/// What a case says of a file that has sets of supports and loads; 0: not given.
typedef struct gb_deck_choice {
  const char *where;                  ///< NULL: nothing
  int subcase, spc, load, dload, mpc; ///< of Nastran's
  int step;                           ///< of Abaqus's, from 1
  int dialect;                        ///< gb_dialect
  int designs;                        ///< whether those of the file are wanted
  bool shell;                         ///< geometries may run programs
} gb_deck_choice;

typedef struct gb_reader {
  const char *name;              ///< "gmsh", "nastran", "inp", "geometry"
  const char *const *extensions; ///< NULL-terminated: ".msh"
  bool sets, steps;              ///< of which a choice says those that act
  /// Local, on rank 0. problem: NULL out where the format has none.
  /// errors: GB_MODEL with file, line (or byte) and reason; GB_FILE when it cannot be
  /// opened.
  int (*read)(const char *file, const gb_deck_choice *deck, gb_mesh **mesh, gb_problem **problem,
              gb_error *error);
} gb_reader;

/// All readers, NULL-terminated (reader.c).
extern const gb_reader *const gb_readers[];

/// Whether the files of this extension have a physical description, too. Local.
bool gb_mesh_file_is_deck(const char *file);
/// Read by extension. Local, on rank 0. errors: GB_USAGE for an unknown extension, listing the
/// known ones, and for a choice where the format has no sets.
int gb_mesh_read(const char *file, const gb_deck_choice *deck, gb_mesh **mesh, gb_problem **problem,
                 gb_error *error);

#endif
