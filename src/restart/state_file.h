/// The disk tier of checkpoints: states of stages in files that have lost their names.
#ifndef GB_RESTART_STATE_FILE_H
#define GB_RESTART_STATE_FILE_H

#include "solve/system.h"

typedef struct gb_state_file gb_state_file;

/// Room for so many states of this size; the directory is borrowed. Collective. errors: GB_FILE
int gb_state_file_create(MPI_Comm comm, int64_t capacity, const gb_state_size *size,
                         const char *directory, gb_state_file **out, gb_error *error);
void gb_state_file_destroy(gb_state_file **file);
/// Write or read the state of this index (components and multiplier). Collective.
/// errors: GB_FILE
int gb_state_file_transfer(gb_state_file *file, int64_t index, const gb_state *state, bool write,
                           gb_error *error);

#endif
