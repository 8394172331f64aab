/// Two tiers of point states: one block of memory for the first points, one parallel HDF5 file for
/// the others (datasets of doubles: slots [points][slots][unknowns], multipliers
/// [points][multipliers], a complex number being two doubles).
#include "solve/checkpoint.h"

#include <errno.h>
#include <hdf5.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { PATH = 1024 };

struct gb_checkpoint {
  MPI_Comm comm;
  int64_t points, in_memory;
  int32_t n, m;
  int slots;
  int64_t global[2], first[2]; ///< unknowns and multipliers of all ranks, and before this one
  gb_scalar *memory;           ///< [in_memory][slots * n + m]
  char path[PATH];             ///< of the file; empty: none
  bool named;                  ///< rank 0: the file has its name still
  hid_t file, transfer, dataset[2];
};

/// Bytes of one point over all ranks.
static double point_bytes(const gb_checkpoint *store) {
  return (double)sizeof(gb_scalar) *
         ((double)store->slots * (double)store->global[0] + (double)store->global[1]);
}

/// "1.5 GiB" for a number of bytes.
static const char *bytes_text(double bytes, size_t size, char *text) {
  static const char *const unit[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  int i = 0;
  while (bytes >= 1024 && i < 4) bytes /= 1024, i++;
  snprintf(text, size, "%.4g %s", bytes, unit[i]);
  return text;
}

/// How many points go to memory. The least budgets that would do are rounded up so that they do
/// when typed back.
static int divide(gb_checkpoint *store, const gb_checkpoint_settings *settings, gb_error *error) {
  const double each = point_bytes(store), all = each * (double)store->points;
  double fit = each > 0 ? floor(settings->memory / each) : (double)store->points;
  if (!(fit > 0)) fit = 0;
  store->in_memory = fit < (double)store->points ? (int64_t)fit : store->points;
  const double on_disk = each * (double)(store->points - store->in_memory);
  if (on_disk <= settings->disk) return GB_OK;
  double disk_fit = floor(settings->disk / each);
  if (!(disk_fit > 0)) disk_fit = 0;
  char text[5][32];
  return gb_fail(
      error, GB_USAGE,
      "checkpoint: the states of %lld time points need %s, but memory (%s) and disk (%s) "
      "hold fewer; the least that would do is checkpoint.memory: %s or checkpoint.disk: "
      "%s",
      (long long)store->points, bytes_text(all, sizeof text[0], text[0]),
      bytes_text(settings->memory, sizeof text[1], text[1]),
      bytes_text(settings->disk, sizeof text[2], text[2]),
      bytes_text(1.001 * (all - disk_fit * each), sizeof text[3], text[3]),
      bytes_text(1.001 * on_disk, sizeof text[4], text[4]));
}

/// Refuse a disk without room now, for a file that fills it cannot be closed in order either.
static int check_room(const gb_checkpoint *store, const char *directory, gb_error *error) {
  struct statvfs disk;
  const double needed = point_bytes(store) * (double)(store->points - store->in_memory);
  if (statvfs(directory, &disk)) return GB_OK; // making the file will tell what is wrong
  const double room = (double)disk.f_bavail * (double)disk.f_frsize;
  char text[2][32];
  if (needed <= room) return GB_OK;
  return gb_fail(error, GB_FILE, "checkpoint.directory: '%s' has %s left, the states need %s",
                 directory, bytes_text(room, sizeof text[0], text[0]),
                 bytes_text(needed, sizeof text[1], text[1]));
}

/// A name that no other run in the directory has, common to all ranks.
static int choose_path(gb_checkpoint *store, const char *directory, gb_error *error) {
  int rank, status = GB_OK;
  MPI_Comm_rank(store->comm, &rank);
  if (rank == 0) status = check_room(store, directory, error);
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

static hid_t create_dataset(const gb_checkpoint *store, const char *name, int rank,
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

static void create_file(gb_checkpoint *store) {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_mpio(access, store->comm, MPI_INFO_NULL);
  store->file = H5Fcreate(store->path, H5F_ACC_TRUNC, H5P_DEFAULT, access);
  H5Pclose(access);
  store->transfer = H5Pcreate(H5P_DATASET_XFER);
  H5Pset_dxpl_mpio(store->transfer, H5FD_MPIO_COLLECTIVE);
  if (store->file < 0) return;
  const hsize_t points = (hsize_t)(store->points - store->in_memory);
  const hsize_t slots[3] = {points, (hsize_t)store->slots, (hsize_t)store->global[0] * GB_PARTS};
  const hsize_t multipliers[2] = {points, (hsize_t)store->global[1] * GB_PARTS};
  store->dataset[0] = create_dataset(store, "slots", 3, slots);
  if (store->global[1]) store->dataset[1] = create_dataset(store, "multipliers", 2, multipliers);
}

/// On one machine, an open file lives on without its name: nothing stays behind when the program
/// is killed. Other machines would lose the file.
static void drop_name(gb_checkpoint *store) {
  MPI_Comm machine;
  int ranks, here;
  MPI_Comm_split_type(store->comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  MPI_Comm_size(store->comm, &ranks);
  MPI_Comm_size(machine, &here);
  MPI_Comm_free(&machine);
  if (here == ranks && store->named) store->named = unlink(store->path) != 0;
}

static int open_disk(gb_checkpoint *store, const char *directory, gb_error *error) {
  if (store->in_memory == store->points) return GB_OK;
  GB_TRY(choose_path(store, directory, error));
  H5E_BEGIN_TRY create_file(store);
  H5E_END_TRY
  int status = GB_OK;
  if (store->file < 0 || store->dataset[0] < 0 || (store->global[1] && store->dataset[1] < 0))
    status = gb_fail(error, GB_FILE, "checkpoint: the file '%s' cannot be made; is the disk full?",
                     store->path);
  GB_TRY(gb_agree(store->comm, status, error));
  drop_name(store);
  return GB_OK;
}

int gb_checkpoint_create(MPI_Comm comm, int64_t points, int32_t n, int32_t m, int slots,
                         const gb_checkpoint_settings *settings, gb_checkpoint **out,
                         gb_error *error) {
  gb_checkpoint *store = NULL;
  *out = NULL;
  int status = gb_agree(comm, gb_allocate(1, sizeof *store, &store, error), error);
  if (status != GB_OK) {
    free(store);
    return status;
  }
  *store = (gb_checkpoint){.comm = comm, .points = points, .n = n, .m = m, .slots = slots};
  store->file = store->transfer = store->dataset[0] = store->dataset[1] = H5I_INVALID_HID;
  const int64_t own[2] = {n, m};
  MPI_Allreduce(own, store->global, 2, MPI_INT64_T, MPI_SUM, comm);
  MPI_Exscan(own, store->first, 2, MPI_INT64_T, MPI_SUM, comm);
  status = divide(store, settings, error);
  if (status == GB_OK) {
    const size_t length = (size_t)slots * (size_t)n + (size_t)m;
    status = gb_allocate((size_t)store->in_memory * length, sizeof *store->memory, &store->memory,
                         error);
  }
  status = gb_agree(comm, status, error);
  if (status == GB_OK)
    status = open_disk(store, settings->directory ? settings->directory : ".", error);
  if (status != GB_OK) gb_checkpoint_destroy(&store);
  *out = store;
  return status;
}

void gb_checkpoint_destroy(gb_checkpoint **out) {
  gb_checkpoint *store = *out;
  if (!store) return;
  for (int i = 0; i < 2; i++)
    if (store->dataset[i] >= 0) H5Dclose(store->dataset[i]);
  if (store->transfer >= 0) H5Pclose(store->transfer);
  if (store->file >= 0) H5Fclose(store->file);
  if (store->named) unlink(store->path);
  free(store->memory);
  free(store);
  *out = NULL;
}

/// Write or read this rank's part of one row of a dataset. A rank without unknowns takes part too.
static int transfer_row(gb_checkpoint *store, int which, const hsize_t row[], int rank, void *data,
                        bool write) {
  const hid_t dataset = store->dataset[which];
  const int32_t own = which ? store->m : store->n;
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

static int transfer_point(gb_checkpoint *store, int64_t k, const gb_state *state, bool write,
                          gb_error *error) {
  const hsize_t place = (hsize_t)(k - store->in_memory);
  gb_scalar none = 0;
  int failures = 0;
  H5E_BEGIN_TRY
  for (int i = 0; i < store->slots; i++) {
    const hsize_t row[2] = {place, (hsize_t)i};
    failures += transfer_row(store, 0, row, 3, store->n ? state->slot[i] : &none, write);
  }
  if (store->global[1]) {
    const hsize_t row[2] = {place, 0};
    failures += transfer_row(store, 1, row, 2, store->m ? state->multiplier : &none, write);
  }
  H5E_END_TRY
  int status = GB_OK;
  if (failures)
    status = gb_fail(error, GB_FILE, "checkpoint: time point %lld cannot be %s '%s'%s",
                     (long long)k, write ? "written to" : "read from", store->path,
                     write ? "; is the disk full?" : "");
  return gb_agree(store->comm, status, error);
}

int gb_checkpoint_put(gb_checkpoint *store, int64_t k, const gb_state *state, gb_error *error) {
  if (k >= store->in_memory) return transfer_point(store, k, state, true, error);
  const size_t n = (size_t)store->n, m = (size_t)store->m, slots = (size_t)store->slots;
  gb_scalar *to = store->memory + (size_t)k * (slots * n + m);
  for (size_t i = 0; i < slots; i++) memcpy(to + i * n, state->slot[i], n * sizeof *to);
  if (m) memcpy(to + slots * n, state->multiplier, m * sizeof *to);
  return GB_OK;
}

int gb_checkpoint_get(gb_checkpoint *store, int64_t k, gb_state *state, gb_error *error) {
  if (k >= store->in_memory) return transfer_point(store, k, state, false, error);
  const size_t n = (size_t)store->n, m = (size_t)store->m, slots = (size_t)store->slots;
  const gb_scalar *from = store->memory + (size_t)k * (slots * n + m);
  for (size_t i = 0; i < slots; i++) memcpy(state->slot[i], from + i * n, n * sizeof *from);
  if (m) memcpy(state->multiplier, from + slots * n, m * sizeof *from);
  return GB_OK;
}

void gb_checkpoint_bytes(const gb_checkpoint *store, double *memory, double *disk) {
  *memory = point_bytes(store) * (double)store->in_memory;
  *disk = point_bytes(store) * (double)(store->points - store->in_memory);
}
