/// Locks by flock(2), which belong to the open file and exclude all other processes of all users.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // flock, O_CLOEXEC
#endif
#include "base/platform/file_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct gb_file_lock {
  int file;
  char path[];
};

/// Whether the path names the file that is open; another process may have removed that file.
static bool path_is_open_file(const gb_file_lock *l, struct stat *open) {
  struct stat there;
  return fstat(l->file, open) == 0 && lstat(l->path, &there) == 0 && there.st_dev == open->st_dev &&
         there.st_ino == open->st_ino;
}

/// Remove the file if it is empty; a file with contents belongs to somebody else.
static void remove_file(const gb_file_lock *l) {
  struct stat open;
  if (path_is_open_file(l, &open) && S_ISREG(open.st_mode) && open.st_size == 0) unlink(l->path);
}

/// @return 0, EWOULDBLOCK if another process has the lock, or another errno if locking is
/// impossible
static int try_lock(gb_file_lock *l) {
  enum { TRIES = 100 };
  struct stat ignored;
  int reason = ENOLCK;
  for (int i = 0; i < TRIES; i++) {
    l->file = open(l->path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    if (l->file < 0) return errno;
    const bool locked = flock(l->file, LOCK_EX | LOCK_NB) == 0;
    reason = locked ? ENOLCK : errno;
    if (locked && path_is_open_file(l, &ignored)) return 0;
    if (!locked && reason != EWOULDBLOCK) remove_file(l);
    close(l->file);
    if (!locked && reason != EINTR)
      return reason; // otherwise the former owner removed the file: try again
  }
  return reason;
}

int gb_file_lock_take(const char *path, gb_file_lock **lock, bool *busy, gb_error *error) {
  const size_t size = strlen(path) + 1;
  *busy = false;
  *lock = malloc(sizeof **lock + size);
  if (!*lock) return gb_fail(error, GB_OUT_OF_MEMORY, "no memory for a lock");
  memcpy((*lock)->path, path, size);
  const int reason = try_lock(*lock);
  if (reason == 0) return GB_OK;
  *busy = reason == EWOULDBLOCK;
  free(*lock);
  *lock = NULL;
  return GB_OK;
}

void gb_file_unlock(gb_file_lock **lock) {
  gb_file_lock *l = *lock;
  *lock = NULL;
  if (!l) return;
  remove_file(l);
  close(l->file);
  free(l);
}
