/// A whole file in memory, so that readers can check every count against the size.
#include "base/platform/file_contents.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int read_all(FILE *file, const char *path, char **bytes, size_t *length, gb_error *error) {
  struct stat status;
  if (fstat(fileno(file), &status))
    return gb_fail(error, GB_MISSING_FILE, "%s: cannot be read: %s", path, strerror(errno));
  if (!S_ISREG(status.st_mode))
    return gb_fail(error, GB_UNREADABLE_FILE, "%s: is %s, not a file", path,
                   S_ISDIR(status.st_mode) ? "a folder" : "a device or a pipe");
  size_t size = (size_t)status.st_size;
  GB_TRY(gb_allocate(size + 1, 1, bytes, error));
  *length = fread(*bytes, 1, size, file);
  if (*length == size) return GB_OK;
  free(*bytes);
  *bytes = NULL;
  return gb_fail(error, GB_UNREADABLE_FILE, "%s: %zu of %zu bytes could be read", path, *length,
                 size);
}

int gb_file_contents(const char *path, char **bytes, size_t *length, gb_error *error) {
  // A pipe without a writer would keep a blocking open waiting for ever.
  const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "rb");
  if (!file && descriptor >= 0) close(descriptor);
  if (!file)
    return gb_fail(error, GB_MISSING_FILE, "%s: cannot be opened: %s", path, strerror(errno));
  int status = read_all(file, path, bytes, length, error);
  fclose(file);
  return status;
}
