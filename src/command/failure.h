/// The error in the file of --json, where a verb fails before it has written results.
#ifndef GB_COMMAND_FAILURE_H
#define GB_COMMAND_FAILURE_H

#include "command/options.h"

#include <sys/stat.h>

/// The identity of a file, by which a later replacement is recognised.
typedef struct gb_file_state {
  bool exists;
  struct stat is;
} gb_file_state;

/// @return the state of the file at a path; NULL: no file. Local.
gb_file_state gb_file_state_of(const char *path);

/// Write the error to the file of --json, where one is asked for and the verb has written none
/// since `before`. A file that is an input, or no JSON, stays; what cannot be written is left. Rank
/// 0 alone.
void gb_failure_write(const gb_options *options, const gb_file_state *before,
                      const gb_error *error);

#endif
