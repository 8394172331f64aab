/// A whole file in memory.
#ifndef GB_BASE_PLATFORM_FILE_CONTENTS_H
#define GB_BASE_PLATFORM_FILE_CONTENTS_H

#include "base/error.h"

/// Read a regular file; a zero byte follows its last. Local. *bytes is the caller's to free.
/// errors: GB_FILE when it cannot be opened, is a folder or a device, or cannot be read.
int gb_file_contents(const char *path, char **bytes, size_t *length, gb_error *error);

#endif
