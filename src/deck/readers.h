/// Choose the reader of a mesh file by the extension of its name.
#ifndef GB_DECK_READERS_H
#define GB_DECK_READERS_H

#include "deck/reader.h"

/// All readers; the last pointer is NULL.
extern const gb_reader *const gb_readers[];

/// Whether files with this extension may have a physical description of the model. Local.
bool gb_mesh_file_is_deck(const char *file);
/// Read a mesh file by its extension. Local, on rank 0. errors: GB_USAGE: the extension is unknown
/// (the message lists the known ones), or a choice is given for a format without sets
int gb_mesh_read(const char *file, const gb_deck_choice *deck, gb_mesh **mesh, gb_problem **problem,
                 gb_error *error);

#endif
