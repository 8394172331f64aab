/// What the harnesses share: inputs of libFuzzer as files in memory, and what every reader
/// promises: a status of its own and, where it fails, a message.
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE // memfd_create; include this header first
#endif

#include "base/error.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// A path of a regular file that holds these bytes. @return the descriptor to close
static inline int fuzz_file(const uint8_t *data, size_t size, size_t room, char *path) {
  const int file = memfd_create("input", 0);
  if (file < 0 || write(file, data, size) != (ssize_t)size) abort();
  snprintf(path, room, "/proc/self/fd/%d", file);
  return file;
}

/// A file of this ending that holds these bytes, to be unlinked: for readers that want a real path.
static inline void fuzz_named_file(const uint8_t *data, size_t size, const char *ending,
                                   size_t room, char *path) {
  const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
  snprintf(path, room, "%s/gimbal-fuzz-%ld.%s", folder, (long)getpid(), ending);
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) abort();
}

/// A reader that fails says why, in a message without the bytes of the input as they are.
static inline void fuzz_check(int status, const gb_error *error) {
  const int known =
      status == GB_OK || status == GB_USAGE || status == GB_MODEL || status == GB_FILE;
  if (!known || (status == GB_OK) != (error->message[0] == 0)) abort();
}

#endif
