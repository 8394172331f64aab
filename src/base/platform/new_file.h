/// Output files. A file is written under a temporary name and then renamed, never through a link,
/// into a device, or over a file that another process has open.
#ifndef GB_BASE_PLATFORM_NEW_FILE_H
#define GB_BASE_PLATFORM_NEW_FILE_H

#include "base/error.h"

#include <stdio.h>

/// Check that an output may have this name: it does not exist or is a regular file. Local.
/// errors: GB_FILE: the name belongs to a folder, link, pipe or device
int gb_new_file_check(const char *path, gb_error *error);
/// Create a file. A regular file of this name, for example from an aborted run, is removed first.
/// Local. errors: GB_FILE
int gb_new_file_open(const char *path, FILE **out, gb_error *error);
/// Flush and close a file; the stream is invalid afterwards, also after an error. Local.
/// @return 0, or the errno of a failed write, flush or close
int gb_new_file_close(FILE *stream);
/// Flush and close a file and rename it from `temporary` to `path`. After an error the temporary
/// file is removed. Local. errors: GB_FILE
int gb_new_file_finish(FILE *stream, const char *temporary, const char *path, gb_error *error);

#endif
