/// Datasets of doubles, a complex number being two: components [capacity][components][unknowns],
/// multipliers [capacity][multipliers].
#include "restart/state_file.h"

#include <errno.h>
#include <fcntl.h>
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { PATH = 1024 };

struct gb_state_file {
  MPI_Comm comm;
  int64_t capacity;
  gb_state_size size;
  int64_t global[2], first[2]; ///< unknowns and multipliers of all ranks, and before this one
  char path[PATH];             ///< empty: none
  bool named;                  ///< rank 0: the file has its name still
  hid_t file, transfer, dataset[2];
};

/// Refuse a disk that is too full now, for a file that fills it cannot be closed in order either.
static int check_space(const gb_state_file *store, const char *directory, gb_error *error) {
  struct statvfs disk;
  const double stage =
      (double)store->size.components * (double)store->global[0] + (double)store->global[1];
  const double needed = stage * (double)sizeof(gb_scalar) * (double)store->capacity;
  if (statvfs(directory, &disk)) return GB_OK; // making the file tells the reason
  const double space = (double)disk.f_bavail * (double)disk.f_frsize;
  if (needed <= space) return GB_OK;
  return gb_fail(error, GB_FILE,
                 "checkpoint.directory: '%s' has %.4g MB left, the states need %.4g MB; accepted: "
                 "another directory, or checkpoint.disk below what is left",
                 directory, space / 1e6, needed / 1e6);
}

/// A name that no other run in the directory has, common to all ranks.
static int choose_path(gb_state_file *store, const char *directory, gb_error *error) {
  int rank, status = GB_OK;
  MPI_Comm_rank(store->comm, &rank);
  if (rank == 0) status = check_space(store, directory, error);
  if (rank == 0 && status == GB_OK) {
    const int length = snprintf(store->path, PATH, "%s/gimbal-checkpoint-XXXXXX.tmp", directory);
    const int file = length < PATH ? mkstemps(store->path, 4) : -1;
    if (file < 0) {
      status = gb_fail(error, GB_FILE, "checkpoint.directory: no file can be made in '%s': %s",
                       directory, strerror(length < PATH ? errno : ENAMETOOLONG));
      store->path[0] = 0;
    } else {
      close(file);
      store->named = true;
    }
  }
  GB_TRY(gb_agree(store->comm, status, error));
  MPI_Bcast(store->path, PATH, MPI_CHAR, 0, store->comm);
  return GB_OK;
}

static hid_t create_dataset(const gb_state_file *store, const char *name, int rank,
                            const hsize_t shape[]) {
  const hid_t space = H5Screate_simple(rank, shape, NULL), list = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY);
  H5Pset_fill_time(list, H5D_FILL_TIME_NEVER);
  const hid_t dataset =
      H5Dcreate2(store->file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, list, H5P_DEFAULT);
  H5Pclose(list);
  H5Sclose(space);
  return dataset;
}

static void create_file(gb_state_file *store) {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_mpio(access, store->comm, MPI_INFO_NULL);
  store->file = H5Fcreate(store->path, H5F_ACC_TRUNC, H5P_DEFAULT, access);
  H5Pclose(access);
  store->transfer = H5Pcreate(H5P_DATASET_XFER);
  H5Pset_dxpl_mpio(store->transfer, H5FD_MPIO_COLLECTIVE);
  if (store->file < 0) return;
  const hsize_t components[3] = {(hsize_t)store->capacity, (hsize_t)store->size.components,
                                 (hsize_t)store->global[0] * GB_PARTS};
  const hsize_t multipliers[2] = {(hsize_t)store->capacity, (hsize_t)store->global[1] * GB_PARTS};
  store->dataset[0] = create_dataset(store, "components", 3, components);
  if (store->global[1]) store->dataset[1] = create_dataset(store, "multipliers", 2, multipliers);
}

/// Rank 0: take the disk's blocks for the whole file, which is a hole so far: a disk that other
/// programs fill meanwhile could not end the march, which HDF5 under MPI may not survive. Without
/// space the file becomes short again, so that it can be closed in order.
static int reserve_blocks(const gb_state_file *store, gb_error *error) {
  hsize_t size = 0;
  const int file = open(store->path, O_RDWR);
  int failure = file < 0 || H5Fget_filesize(store->file, &size) < 0 ? EIO : EINTR;
  while (failure == EINTR) failure = posix_fallocate(file, 0, (off_t)size);
  const bool full = failure == ENOSPC || failure == EDQUOT || failure == EFBIG;
  if (full && ftruncate(file, 0)) failure = errno;
  if (file >= 0) close(file);
  if (!full) return GB_OK; // a file system may know nothing of reserving
  return gb_fail(error, GB_FILE, "checkpoint: no room for the file '%s': %s", store->path,
                 strerror(failure));
}

/// On one machine, an open file lives on without its name: nothing stays behind when the program
/// is killed. Other machines would lose the file.
static void drop_name(gb_state_file *store) {
  MPI_Comm machine;
  int ranks, here;
  MPI_Comm_split_type(store->comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  MPI_Comm_size(store->comm, &ranks);
  MPI_Comm_size(machine, &here);
  MPI_Comm_free(&machine);
  if (here == ranks && store->named) store->named = unlink(store->path) != 0;
}

static int open_file(gb_state_file *store, const char *directory, gb_error *error) {
  GB_TRY(choose_path(store, directory, error));
  H5E_BEGIN_TRY create_file(store);
  H5E_END_TRY
  int status = GB_OK;
  if (store->file < 0 || store->dataset[0] < 0 || (store->global[1] && store->dataset[1] < 0))
    status = gb_fail(error, GB_FILE, "checkpoint: the file '%s' cannot be made; is the disk full?",
                     store->path);
  else if (store->named) // on rank 0 alone
    status = reserve_blocks(store, error);
  GB_TRY(gb_agree(store->comm, status, error));
  drop_name(store);
  return GB_OK;
}

int gb_state_file_create(MPI_Comm comm, int64_t capacity, const gb_state_size *size,
                         const char *directory, gb_state_file **out, gb_error *error) {
  gb_state_file *store = NULL;
  *out = NULL;
  int status = gb_agree(comm, GB_ALLOCATE(store, 1, error), error);
  if (status != GB_OK) {
    free(store);
    return status;
  }
  *store = (gb_state_file){.comm = comm, .capacity = capacity, .size = *size};
  store->file = store->transfer = store->dataset[0] = store->dataset[1] = H5I_INVALID_HID;
  const int64_t own[2] = {size->n, size->m};
  MPI_Allreduce(own, store->global, 2, MPI_INT64_T, MPI_SUM, comm);
  MPI_Exscan(own, store->first, 2, MPI_INT64_T, MPI_SUM, comm);
  status = open_file(store, directory, error);
  if (status != GB_OK) gb_state_file_destroy(&store);
  *out = store;
  return status;
}

void gb_state_file_destroy(gb_state_file **out) {
  gb_state_file *store = *out;
  if (!store) return;
  for (int i = 0; i < 2; i++)
    if (store->dataset[i] >= 0) H5Dclose(store->dataset[i]);
  if (store->transfer >= 0) H5Pclose(store->transfer);
  if (store->file >= 0) H5Fclose(store->file);
  if (store->named) unlink(store->path);
  free(store);
  *out = NULL;
}

/// Write or read this rank's part of one row of a dataset. A rank without unknowns takes part too.
static int transfer_row(gb_state_file *store, int which, const hsize_t row[], int rank, void *data,
                        bool write) {
  const hid_t dataset = store->dataset[which];
  const int32_t own = which ? store->size.m : store->size.n;
  hsize_t start[3] = {row[0], row[1], 0}, count[3] = {1, 1, 1};
  start[rank - 1] = (hsize_t)store->first[which] * GB_PARTS;
  count[rank - 1] = (hsize_t)own * GB_PARTS;
  const hid_t space = H5Dget_space(dataset);
  const hsize_t length = own ? (hsize_t)own * GB_PARTS : 1;
  const hid_t memory = H5Screate_simple(1, &length, NULL);
  if (own) {
    H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL);
  } else {
    H5Sselect_none(space);
    H5Sselect_none(memory);
  }
  const hid_t type = H5T_NATIVE_DOUBLE;
  const herr_t status = write ? H5Dwrite(dataset, type, memory, space, store->transfer, data)
                              : H5Dread(dataset, type, memory, space, store->transfer, data);
  H5Sclose(memory);
  H5Sclose(space);
  return status < 0;
}

static int transfer_state(gb_state_file *store, int64_t index, const gb_state *state, bool write,
                          gb_error *error) {
  gb_scalar none = 0;
  int failures = 0;
  H5E_BEGIN_TRY
  for (int i = 0; i < store->size.components; i++) {
    const hsize_t row[2] = {(hsize_t)index, (hsize_t)i};
    failures += transfer_row(store, 0, row, 3, store->size.n ? state->component[i] : &none, write);
  }
  if (store->global[1]) {
    const hsize_t row[2] = {(hsize_t)index, 0};
    failures += transfer_row(store, 1, row, 2, store->size.m ? state->multiplier : &none, write);
  }
  H5E_END_TRY
  int status = GB_OK;
  if (failures)
    status = gb_fail(error, GB_FILE, "checkpoint: a state at t = %g cannot be %s '%s'%s", state->t,
                     write ? "written to" : "read from", store->path,
                     write ? "; is the disk full?" : "");
  return gb_agree(store->comm, status, error);
}

int gb_state_file_write(gb_state_file *file, int64_t index, const gb_state *state,
                        gb_error *error) {
  return transfer_state(file, index, state, true, error);
}

int gb_state_file_read(gb_state_file *file, int64_t index, gb_state *state, gb_error *error) {
  return transfer_state(file, index, state, false, error);
}
