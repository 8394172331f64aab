/// Create files exclusively (open(2), O_EXCL). If another process has created a file of the same
/// name after the check, the call fails and that file is not overwritten.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // lstat, fdopen
#endif
#include "base/platform/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISLNK(mode)) return "a symbolic link";
  return S_ISFIFO(mode) || S_ISSOCK(mode) ? "a pipe" : "a device";
}

int gb_new_file_check(const char *path, gb_error *error) {
  struct stat found;
  if (lstat(path, &found) != 0) {
    if (errno == ENOENT && *path) return GB_OK;
    return gb_fail(error, GB_CANNOT_WRITE, "cannot write %s: %s", *path ? path : "''",
                   strerror(errno));
  }
  if (S_ISREG(found.st_mode)) return GB_OK;
  return gb_fail(error, GB_CANNOT_WRITE,
                 "cannot write %s: it is no file but %s; accepted: a new name, or a file's", path,
                 kind_of(found.st_mode));
}

int gb_new_file_open(const char *path, FILE **out, gb_error *error) {
  *out = NULL;
  GB_TRY(gb_new_file_check(path, error));
  int file = -1;
  if (unlink(path) == 0 || errno == ENOENT)
    file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file >= 0) *out = fdopen(file, "wb");
  if (*out) return GB_OK;
  const int reason = errno;
  if (file >= 0) {
    close(file);
    unlink(path);
  }
  return gb_fail(error, GB_CANNOT_WRITE, "cannot write %s: %s", path, strerror(reason));
}

int gb_new_file_close(FILE *stream) {
  int reason = 0;
  errno = 0;
  if (fflush(stream) != 0 || ferror(stream)) reason = errno ? errno : EIO;
  if (fclose(stream) != 0 && !reason) reason = errno;
  return reason;
}

int gb_new_file_finish(FILE *stream, const char *temporary, const char *path, gb_error *error) {
  int reason = gb_new_file_close(stream);
  if (!reason && rename(temporary, path) != 0) reason = errno;
  if (!reason) return GB_OK;
  remove(temporary);
  return gb_fail(error, GB_CANNOT_WRITE, "cannot write %s: %s", path, strerror(reason));
}
