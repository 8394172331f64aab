/// Choose the reader of a mesh file by the extension of its name.
#ifndef GB_INPUT_READER_H
#define GB_INPUT_READER_H

#include "deck/reader.h"

/// All readers, NULL-terminated.
extern const gb_reader *const gb_readers[];

/// Whether the files of this extension have a physical description, too. Local.
bool gb_mesh_file_is_deck(const char *file);
/// Read by extension. Local, on rank 0. errors: GB_USAGE for an unknown extension, listing the
/// known ones, and for a choice where the format has no sets.
int gb_mesh_read(const char *file, const gb_deck_choice *deck, gb_mesh **mesh, gb_problem **problem,
                 gb_error *error);

#endif
