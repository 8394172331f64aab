/// Write datasets and attributes collectively with parallel HDF5; one rank alone writes without
/// MPI, which creates files of its own and waits for the disk at each flush. Source: HDF5 1.10
/// reference manual.
#define _GNU_SOURCE // fallocate
#include "output/hdf5_file.h"

#include "base/platform/new_file.h"
#include "base/timer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/// Seconds in which flushes of one rank do not wait for the disk; closing the file does.
static const double LONGEST_UNSETTLED = 1;

static herr_t deepest(unsigned depth, const H5E_error2_t *record, void *data) {
  const char **description = data;
  if (depth == 0 && record->desc) *description = record->desc;
  return 0;
}

/// Return `done`. After a failure store the message of HDF5, which the next call would overwrite.
static bool noted(gb_hdf5 *file, bool done) {
  const char *description = "no reason given";
  if (done || *file->reason) return done;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, deepest, &description);
  snprintf(file->reason, sizeof file->reason, "%s", description);
  return false;
}

/// Make the result of an operation common to all ranks. The error names the file, the object and
/// the message of HDF5.
static int agree(const gb_hdf5 *file, bool done, const char *object, gb_error *error) {
  int status = GB_OK;
  if (!done)
    status = gb_fail(error, GB_CANNOT_WRITE, "cannot write %s%s%s: %s", file->path,
                     *object ? ", " : "", object, file->reason);
  return gb_agree(file->comm, status, error);
}

/// Try to create the file before MPI and HDF5 do, to get a clear message from the operating system.
static int try_writing(const char *path, gb_error *error) {
  FILE *stream;
  GB_TRY(gb_new_file_open(path, &stream, error));
  fclose(stream);
  return GB_OK;
}

static int open_file(gb_hdf5 *file, bool again, gb_error *error) {
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  // Close the file even if handles remained open after an error.
  bool done = (file->alone ? H5Pset_file_locking(access, false, true)
                           : H5Pset_fapl_mpio(access, file->comm, MPI_INFO_NULL)) >= 0 &&
              H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) >= 0;
  if (done && again) file->file = H5Fopen(file->path, H5F_ACC_RDWR, access);
  if (done && !again) file->file = H5Fcreate(file->path, H5F_ACC_TRUNC, H5P_DEFAULT, access);
  noted(file, file->file >= 0);
  file->transfer = H5Pcreate(H5P_DATASET_XFER);
  done = done && file->file >= 0 &&
         (file->alone || H5Pset_dxpl_mpio(file->transfer, H5FD_MPIO_COLLECTIVE) >= 0);
  int status = agree(file, done, "", error);
  H5Pclose(access);
  return status;
}

static int try_opening(const char *path, gb_error *error) {
  GB_TRY(gb_new_file_check(path, error));
  if (access(path, R_OK | W_OK) == 0) return GB_OK;
  return gb_fail(error, GB_CANNOT_WRITE, "cannot write on in %s: %s", path, strerror(errno));
}

int gb_hdf5_start(MPI_Comm comm, const char *path, bool again, gb_hdf5 **out, gb_error *error) {
  *out = NULL;
  gb_hdf5 *file = NULL;
  int ranks;
  GB_TRY(gb_agree(comm, GB_ALLOCATE(file, 1, error), error));
  *file = (gb_hdf5){.comm = comm, .path = path, .file = -1, .transfer = -1};
  MPI_Comm_rank(comm, &file->rank);
  MPI_Comm_size(comm, &ranks);
  file->alone = ranks == 1;
  file->settled = gb_timer_now();
  int status = GB_OK;
  if (file->rank == 0) status = again ? try_opening(path, error) : try_writing(path, error);
  status = gb_agree(comm, status, error);
  if (status == GB_OK) {
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    status = open_file(file, again, error);
    if (status != GB_OK && file->rank == 0 && !again) remove(path);
  }
  if (status != GB_OK) gb_hdf5_destroy(&file);
  *out = file;
  return status;
}

int gb_hdf5_group(gb_hdf5 *file, const char *name, gb_error *error) {
  hid_t group = H5Lexists(file->file, name, H5P_DEFAULT) > 0
                    ? H5Gopen2(file->file, name, H5P_DEFAULT)
                    : H5Gcreate2(file->file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  bool done = noted(file, group >= 0);
  if (done) H5Gclose(group);
  return agree(file, done, name, error);
}

/// Write this rank's rows of `slabs` slabs into an open dataset, after its first `before` rows.
static bool write_rows(gb_hdf5 *file, hid_t dataset, const gb_slab *slab, int slabs,
                       hsize_t before) {
  if (slab->rows == 0) return true;
  int dimensions = slab->columns > 0 ? 2 : 1;
  hsize_t start[2] = {before + (hsize_t)slab->first, 0};
  hsize_t stride[2] = {(hsize_t)slab->rows, 1}, count[2] = {(hsize_t)slabs, 1};
  hsize_t block[2] = {(hsize_t)slab->count, (hsize_t)slab->columns};
  hsize_t size[2] = {count[0] * block[0], block[1]};
  hid_t space = H5Dget_space(dataset), memory = H5Screate_simple(dimensions, size, NULL);
  bool done = space >= 0 && memory >= 0;
  if (done && slab->count > 0)
    done = H5Sselect_hyperslab(space, H5S_SELECT_SET, start, stride, count, block) >= 0;
  else if (done)
    done = H5Sselect_none(space) >= 0 && H5Sselect_none(memory) >= 0;
  // The write is collective: a rank with an error must take part, without rows.
  static const char nothing = 0;
  const void *values = slab->count > 0 ? slab->values : &nothing;
  bool written = H5Dwrite(dataset, slab->type, memory, space, file->transfer, values) >= 0;
  done = noted(file, written) && done;
  if (memory >= 0) H5Sclose(memory);
  if (space >= 0) H5Sclose(space);
  return done;
}

/// Create a dataset. @param chunk 0: fixed size, contiguous; otherwise the dataset can grow, and
/// has no rows yet @return handle, or < 0 after an error
static hid_t create_dataset(gb_hdf5 *file, const char *name, const gb_slab *slab, int64_t chunk) {
  int dimensions = slab->columns > 0 ? 2 : 1;
  hsize_t columns = (hsize_t)slab->columns, rows = chunk ? 0 : (hsize_t)slab->rows;
  hsize_t size[2] = {rows, columns}, limit[2] = {chunk ? H5S_UNLIMITED : rows, columns};
  hsize_t chunks[2] = {(hsize_t)chunk, columns};
  hid_t space = H5Screate_simple(dimensions, size, limit);
  hid_t create = H5Pcreate(H5P_DATASET_CREATE), link = H5Pcreate(H5P_LINK_CREATE);
  hid_t dataset = -1;
  // All rows will be written; filling the chunks before would write everything twice.
  bool done = H5Pset_create_intermediate_group(link, 1) >= 0 &&
              H5Pset_fill_time(create, H5D_FILL_TIME_NEVER) >= 0;
  if (done && chunk) done = H5Pset_chunk(create, dimensions, chunks) >= 0;
  if (done) dataset = H5Dcreate2(file->file, name, slab->type, space, link, create, H5P_DEFAULT);
  noted(file, dataset >= 0);
  H5Pclose(link);
  H5Pclose(create);
  H5Sclose(space);
  return dataset;
}

/// Whether an object with this path (less than 512 bytes) exists. HDF5 requires that every group of
/// the path is checked first.
static bool exists(const gb_hdf5 *file, const char *name) {
  char part[512];
  for (const char *end = strchr(name + 1, '/');; end = strchr(end + 1, '/')) {
    snprintf(part, sizeof part, "%.*s", end ? (int)(end - name) : (int)strlen(name), name);
    if (H5Lexists(file->file, part, H5P_DEFAULT) <= 0) return false;
    if (!end) return true;
  }
}

int gb_hdf5_write(gb_hdf5 *file, const char *name, const gb_slab *slab, gb_error *error) {
  bool done = !exists(file, name) || H5Ldelete(file->file, name, H5P_DEFAULT) >= 0;
  hid_t dataset = done ? create_dataset(file, name, slab, 0) : -1;
  GB_TRY(agree(file, dataset >= 0, name, error));
  done = write_rows(file, dataset, slab, 1, 0);
  H5Dclose(dataset);
  return agree(file, done, name, error);
}

int gb_hdf5_append(gb_hdf5 *file, const char *name, const gb_slab *slab, int slabs, int64_t before,
                   int64_t chunk, gb_error *error) {
  hid_t dataset = exists(file, name) ? H5Dopen2(file->file, name, H5P_DEFAULT)
                                     : create_dataset(file, name, slab, chunk);
  GB_TRY(agree(file, dataset >= 0, name, error));
  hsize_t size[2] = {0, 0};
  hid_t space = H5Dget_space(dataset);
  H5Sget_simple_extent_dims(space, size, NULL);
  H5Sclose(space);
  bool longer = size[0] >= (hsize_t)before;
  if (!longer && !*file->reason) snprintf(file->reason, sizeof file->reason, "rows are missing");
  size[0] = (hsize_t)(before + slabs * slab->rows);
  if (longer) longer = noted(file, H5Dset_extent(dataset, size) >= 0);
  int status = agree(file, longer, name, error);
  if (status == GB_OK)
    status = agree(file, write_rows(file, dataset, slab, slabs, (hsize_t)before), name, error);
  H5Dclose(dataset);
  return status;
}

/// Write an attribute, replacing an existing one; closes `type` and `space`.
static int write_attribute(gb_hdf5 *file, const char *object, const char *name, hid_t type,
                           hid_t space, const void *values, gb_error *error) {
  hid_t owner = H5Oopen(file->file, object, H5P_DEFAULT), attribute = -1;
  bool done = owner >= 0;
  if (done && H5Aexists(owner, name) > 0)
    attribute = H5Aopen(owner, name, H5P_DEFAULT);
  else if (done)
    attribute = H5Acreate2(owner, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  done = noted(file, attribute >= 0 && H5Awrite(attribute, type, values) >= 0);
  if (attribute >= 0) H5Aclose(attribute);
  if (owner >= 0) H5Oclose(owner);
  H5Sclose(space);
  H5Tclose(type);
  return agree(file, done, object, error);
}

int gb_hdf5_integers(gb_hdf5 *file, const char *object, const char *name, int count,
                     const int values[], gb_error *error) {
  hsize_t size = (hsize_t)count;
  hid_t space = count > 1 ? H5Screate_simple(1, &size, NULL) : H5Screate(H5S_SCALAR);
  return write_attribute(file, object, name, H5Tcopy(H5T_NATIVE_INT), space, values, error);
}

int gb_hdf5_text(gb_hdf5 *file, const char *object, const char *name, const char *value,
                 gb_error *error) {
  hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, strlen(value)); // VTK 9.1 requires a text without terminating zero
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  return write_attribute(file, object, name, type, H5Screate(H5S_SCALAR), value, error);
}

/// Wait until the disk has the file, for which MPI waits at each flush. @return whether it has
static bool settle(gb_hdf5 *file) {
  const int handle = open(file->path, O_WRONLY);
  const bool done = handle >= 0 && fsync(handle) == 0;
  if (!done && !*file->reason) snprintf(file->reason, sizeof file->reason, "%s", strerror(errno));
  if (handle >= 0) close(handle);
  file->settled = gb_timer_now();
  return done;
}

/// Return the space behind the end of the file that was reserved and not used. MPI does it at each
/// flush. @return whether that could be done
static bool shorten(gb_hdf5 *file) {
  hsize_t size = 0;
  if (!noted(file, H5Fget_filesize(file->file, &size) >= 0)) return false;
  if (truncate(file->path, (off_t)size) == 0) return true;
  snprintf(file->reason, sizeof file->reason, "%s", strerror(errno));
  return false;
}

int gb_hdf5_flush(gb_hdf5 *file, gb_error *error) {
  bool done = noted(file, H5Fflush(file->file, H5F_SCOPE_GLOBAL) >= 0);
  if (done && file->alone) done = shorten(file);
  if (done && file->alone && gb_timer_now() - file->settled > LONGEST_UNSETTLED)
    done = settle(file);
  return agree(file, done, "", error);
}

/// Reserve bytes after the end of the file. @return 0, or an errno
static int reserve(gb_hdf5 *file, double bytes) {
  struct stat now;
  if (stat(file->path, &now) != 0) return errno;
  // At each flush HDF5 truncates the file to the size that it uses, if that size has changed.
  if (now.st_size != file->reserved) file->end = now.st_size;
  int handle = open(file->path, O_WRONLY), reason = 0;
  if (handle < 0) return errno;
  if (fallocate(handle, 0, file->end, (off_t)bytes) != 0) reason = errno;
  close(handle);
  file->reserved = file->end + (off_t)bytes;
  if (reason != EOPNOTSUPP && reason != ENOSYS) return reason;
  // Some file systems cannot reserve space; then only check the free space.
  struct statvfs disk;
  if (statvfs(file->path, &disk) != 0 || disk.f_blocks == 0) return 0;
  return (double)disk.f_bavail * (double)disk.f_frsize < bytes ? ENOSPC : 0;
}

int gb_hdf5_reserve(gb_hdf5 *file, double bytes, gb_error *error) {
  int status = GB_OK, reason = file->rank == 0 ? reserve(file, bytes) : 0;
  if (reason)
    status = gb_fail(error, GB_CANNOT_WRITE, "cannot write %s: no space for %.3g MB more: %s",
                     file->path, bytes / 1e6, strerror(reason));
  return gb_agree(file->comm, status, error);
}

int gb_hdf5_close(gb_hdf5 *file, gb_error *error) {
  hid_t handle = file->file;
  file->file = -1;
  const bool done = noted(file, H5Fclose(handle) >= 0);
  return agree(file, done && (!file->alone || settle(file)), "", error);
}

void gb_hdf5_destroy(gb_hdf5 **file) {
  if (!*file) return;
  if ((*file)->transfer >= 0) H5Pclose((*file)->transfer);
  if ((*file)->file >= 0) H5Fclose((*file)->file);
  free(*file);
  *file = NULL;
}
