/// Each rank has its own file, which contains its part of all states one after the other.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // mkstemps
#endif
#include "restart/state_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

struct gb_state_file {
  MPI_Comm comm;
  gb_state_size size;
  const char *directory;
  int file; ///< -1: none
};

/// Size in bytes of this rank's part of a state.
static double part_bytes(const gb_state_file *store) {
  const double entries =
      (double)store->size.components * store->size.n + store->size.m + store->size.memory;
  return entries * (double)sizeof(gb_scalar);
}

/// Check that the disk has enough free space.
static int check_space(const gb_state_file *store, double needed, gb_error *error) {
  struct statvfs disk;
  if (statvfs(store->directory, &disk)) return GB_OK; // creating the file will report the reason
  const double space = (double)disk.f_bavail * (double)disk.f_frsize;
  if (needed <= space) return GB_OK;
  return gb_fail(error, GB_NO_ROOM,
                 "checkpoint.directory: '%s' has %.4g MB left, the states need %.4g MB; accepted: "
                 "another directory, or checkpoint.disk below what is left",
                 store->directory, space / 1e6, needed / 1e6);
}

/// Create the file and remove its name: the file exists until it is closed, and nothing remains if
/// the program is killed. All its disk space is reserved now, so that the march does not fail when
/// other programs fill the disk.
static int make_file(gb_state_file *store, double bytes, gb_error *error) {
  char path[PATH_MAX];
  const int length =
      snprintf(path, sizeof path, "%s/gimbal-checkpoint-XXXXXX.tmp", store->directory);
  errno = ENAMETOOLONG;
  if (length < PATH_MAX) store->file = mkstemps(path, 4);
  if (store->file < 0)
    return gb_fail(error, GB_CANNOT_WRITE, "checkpoint.directory: no file can be made in '%s': %s",
                   store->directory, strerror(errno));
  unlink(path);
  int failure = EINTR;
  while (failure == EINTR && bytes > 0) failure = posix_fallocate(store->file, 0, (off_t)bytes);
  if (failure != ENOSPC && failure != EDQUOT && failure != EFBIG)
    return GB_OK; // some file systems cannot reserve space
  return gb_fail(error, GB_NO_ROOM, "checkpoint: no space for the states in '%s': %s",
                 store->directory, strerror(failure));
}

int gb_state_file_create(MPI_Comm comm, int64_t capacity, const gb_state_size *size,
                         const char *directory, gb_state_file **out, gb_error *error) {
  gb_state_file *store;
  int rank;
  *out = NULL;
  GB_TRY(gb_agree(comm, GB_ALLOCATE(store, 1, error), error));
  *store = (gb_state_file){.comm = comm, .size = *size, .directory = directory, .file = -1};
  MPI_Comm_rank(comm, &rank);
  const double bytes = part_bytes(store) * (double)capacity;
  double all = bytes;
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_DOUBLE, MPI_SUM, comm);
  int status = gb_agree(comm, rank == 0 ? check_space(store, all, error) : GB_OK, error);
  if (status == GB_OK) status = gb_agree(comm, make_file(store, bytes, error), error);
  if (status != GB_OK) gb_state_file_destroy(&store);
  *out = store;
  return status;
}

void gb_state_file_destroy(gb_state_file **store) {
  if (!*store) return;
  if ((*store)->file >= 0) close((*store)->file);
  free(*store);
  *store = NULL;
}

/// Write or read so many bytes at *offset, and advance *offset. @return whether it succeeded
static bool transfer(int file, off_t *offset, size_t bytes, void *data, bool write) {
  for (char *next = data; bytes > 0;) {
    const ssize_t done =
        write ? pwrite(file, next, bytes, *offset) : pread(file, next, bytes, *offset);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    next += done;
    *offset += done;
    bytes -= (size_t)done;
  }
  return true;
}

int gb_state_file_transfer(gb_state_file *store, int64_t index, const gb_state *state, bool write,
                           gb_error *error) {
  const size_t component = (size_t)store->size.n * sizeof(gb_scalar);
  off_t offset = (off_t)(part_bytes(store) * (double)index);
  bool done = true;
  for (int i = 0; done && i < store->size.components; i++)
    done = transfer(store->file, &offset, component, state->component[i], write);
  done = done && transfer(store->file, &offset, (size_t)store->size.m * sizeof(gb_scalar),
                          state->multiplier, write);
  const size_t memory = (size_t)store->size.memory * sizeof(gb_scalar);
  if (state->memory) done = done && transfer(store->file, &offset, memory, state->memory, write);
  int status = GB_OK;
  if (!done)
    status = gb_fail(error, GB_NO_ROOM, "checkpoint: a state at t = %g cannot be %s '%s'%s",
                     state->t, write ? "written to" : "read from", store->directory,
                     write ? "; is the disk full?" : "");
  return gb_agree(store->comm, status, error);
}
