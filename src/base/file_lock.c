/// flock(2): a lock of the open file, which no other process of any user shares.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // flock, O_CLOEXEC
#endif
#include "base/file_lock.h"

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

/// Whether the path still leads to the file that is open.
static bool is_there(const gb_file_lock *l, struct stat *open) {
  struct stat there;
  return fstat(l->file, open) == 0 && lstat(l->path, &there) == 0 && there.st_dev == open->st_dev &&
         there.st_ino == open->st_ino;
}

/// Remove the file unless it is somebody else's, with contents.
static void remove_file(const gb_file_lock *l) {
  struct stat open;
  if (is_there(l, &open) && S_ISREG(open.st_mode) && open.st_size == 0) unlink(l->path);
}

/// @return 0, EWOULDBLOCK where another program has the lock, or an errno where there are no locks
static int try_lock(gb_file_lock *l) {
  enum { TRIES = 100 };
  struct stat ignored;
  int reason = ENOLCK;
  for (int i = 0; i < TRIES; i++) {
    l->file = open(l->path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    if (l->file < 0) return errno;
    const bool locked = flock(l->file, LOCK_EX | LOCK_NB) == 0;
    reason = locked ? ENOLCK : errno;
    if (locked && is_there(l, &ignored)) return 0;
    if (!locked && reason != EWOULDBLOCK) remove_file(l);
    close(l->file);
    if (!locked && reason != EINTR) return reason; // else whoever had it removed the file
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
