/// HDF5 files with values of designs. Bytes that begin as such a file are one. The library tells
/// libFuzzer nothing of its ways through a file, so that other bytes say what stands in a whole one
/// in place of the names and values: types, shapes without room for them, and what is no dataset.
#include "fuzz.h"

#include "case/text/stored_designs.h"

#include <hdf5.h>
#include <string.h>

/// The bytes that were not used yet; zeros after the last.
typedef struct choices {
  const uint8_t *next;
  size_t left;
} choices;

static unsigned choose(choices *c) {
  if (c->left == 0) return 0;
  c->left--;
  return *c->next++;
}

/// @return a copy for H5Tclose
static hid_t choose_type(choices *c) {
  hid_t type;
  switch (choose(c) % 7) {
  case 0:
    type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, choose(c) * 17 + 1);
    return type;
  case 1:
    type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    return type;
  case 2:
    return H5Tcopy(H5T_NATIVE_INT);
  case 3:
    return H5Tcopy(H5T_STD_REF_OBJ);
  case 4:
    type = H5Tcreate(H5T_COMPOUND, 16);
    H5Tinsert(type, "r", 0, H5T_NATIVE_DOUBLE);
    H5Tinsert(type, "i", 8, H5T_NATIVE_DOUBLE);
    return type;
  case 5:
    return H5Tcopy(H5T_NATIVE_FLOAT);
  default:
    return H5Tcopy(H5T_NATIVE_DOUBLE);
  }
}

/// Large ones are of pieces, none of which is written. @return H5S_NULL and scalars too
static hid_t choose_space(choices *c, hsize_t piece[3], int *rank) {
  hsize_t size[3];
  *rank = (int)(choose(c) % 5) - 1;
  if (*rank < 0) return H5Screate(H5S_NULL);
  if (*rank == 0) return H5Screate(H5S_SCALAR);
  for (int i = 0; i < *rank; i++) {
    const unsigned code = choose(c);
    size[i] = code < 240 ? code % 9 : (hsize_t)1 << (code - 240) * 4;
    piece[i] = size[i] > 0 && size[i] < 8 ? size[i] : 8;
  }
  return H5Screate_simple(*rank, size, NULL);
}

static void fill(choices *c, hid_t set, hid_t type, hid_t space) {
  char bytes[9 * 9 * 9 * 16 + 1] = "";
  const hssize_t points = H5Sget_simple_extent_npoints(space);
  const size_t size = H5Tget_size(type);
  if (points <= 0 || points > 9 * 9 * 9 || size > 16 || H5Tget_class(type) == H5T_REFERENCE) return;
  for (size_t i = 0; i < (size_t)points * size; i++) bytes[i] = (char)choose(c);
  if (H5Tis_variable_str(type) <= 0) {
    H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes);
    return;
  }
  const char *text[9 * 9 * 9];
  for (hssize_t i = 0; i < points; i++) text[i] = bytes + i;
  H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text);
}

/// A dataset, a group, a link to nothing, or nothing.
static void put(choices *c, hid_t file, const char *name) {
  const unsigned kind = choose(c) % 16;
  hsize_t piece[3];
  int rank;
  if (kind == 13) H5Gclose(H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  if (kind == 14) H5Lcreate_soft(name, file, name, H5P_DEFAULT, H5P_DEFAULT);
  if (kind > 12) return;
  const hid_t type = choose_type(c), space = choose_space(c, piece, &rank);
  const hid_t way = H5Pcreate(H5P_DATASET_CREATE);
  if (rank > 0) H5Pset_chunk(way, rank, piece);
  const hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, way, H5P_DEFAULT);
  if (set >= 0) {
    fill(c, set, type, space);
    H5Dclose(set);
  }
  H5Pclose(way);
  H5Sclose(space);
  H5Tclose(type);
}

/// @return the bytes of the file, for free
static uint8_t *make_file(choices c, size_t *size) {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_core(access, 1 << 12, false);
  const hid_t file = H5Fcreate("made", H5F_ACC_TRUNC, H5P_DEFAULT, access);
  H5Pclose(access);
  if (file < 0) abort();
  put(&c, file, "design_names");
  put(&c, file, "designs");
  H5Fflush(file, H5F_SCOPE_GLOBAL);
  const ssize_t length = H5Fget_file_image(file, NULL, 0);
  uint8_t *bytes = length > 0 ? malloc((size_t)length) : NULL;
  if (!bytes || H5Fget_file_image(file, bytes, (size_t)length) != length) abort();
  H5Fclose(file);
  *size = (size_t)length;
  return bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const bool is_file = size >= 4 && memcmp(data, "\x89HDF", 4) == 0;
  char path[64];
  gb_error error = {0};
  gb_stored_designs found;
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  uint8_t *made = is_file ? NULL : make_file((choices){data, size}, &size);
  fuzz_named_file(made ? made : data, size, "h5", sizeof path, path);
  free(made);
  GB_SCRATCH(arena);
  const int status = gb_stored_designs_read(path, &arena, &found, &error);
  unlink(path);
  fuzz_check(status, &error);
  for (int i = 0; status == GB_OK && i < found.count; i++)
    if (strlen(found.name[i]) > 1 << 20) abort();
  if (H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL) != 0) abort();
  return 0;
}
