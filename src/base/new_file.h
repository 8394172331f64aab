/// Files that are written under a name of their own first: never through a link, into a device, or
/// over what another program has open.
#ifndef GB_BASE_NEW_FILE_H
#define GB_BASE_NEW_FILE_H

#include "base/error.h"

#include <stdio.h>

/// Whether this name may be given to an output: nothing has it, or a regular file. Local.
/// errors: GB_FILE naming what has it
int gb_new_file_check(const char *path, gb_error *error);
/// Make a file that did not exist; a regular one of this name, which a run that was ended left
/// behind, is removed first. Local. errors: GB_FILE
int gb_new_file_open(const char *path, FILE **out, gb_error *error);
/// Flush and close; the stream is gone in any case. Local. @return 0, or the errno of the first
/// failure since it was opened
int gb_new_file_close(FILE *stream);
/// Flush, close, and rename to the name that it shall have; on an error the temporary file is gone.
/// Local. errors: GB_FILE
int gb_new_file_finish(FILE *stream, const char *temporary, const char *path, gb_error *error);

#endif
