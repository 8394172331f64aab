/// Files for the states of snapshots that are on disk. The files have no names after their
/// creation.
#ifndef GB_RESTART_STATE_FILE_H
#define GB_RESTART_STATE_FILE_H

#include "solve/system.h"

typedef struct gb_state_file gb_state_file;

/// Create files for `capacity` states of this size; `directory` is borrowed. Collective.
/// errors: GB_FILE
int gb_state_file_create(MPI_Comm comm, int64_t capacity, const gb_state_size *size,
                         const char *directory, gb_state_file **out, gb_error *error);
/// Close and free the file; *file may be NULL. Local.
void gb_state_file_destroy(gb_state_file **file);
/// Write or read the components and multipliers of the state with this index. Collective.
/// errors: GB_FILE
int gb_state_file_transfer(gb_state_file *file, int64_t index, const gb_state *state, bool write,
                           gb_error *error);

#endif
