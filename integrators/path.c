/// Records of a walk's stages: q and multipliers.
#include "integrators/path.h"

#include "integrators/pass.h"

#include <stdlib.h>
#include <string.h>

static gb_scalar **records(const gb_path *path) {
  return path->record.data;
}

/// Forget the records behind the first `count`.
static void forget(gb_path *path, int64_t count) {
  for (int64_t i = count; i < path->record.count; i++) free(records(path)[i]);
  if (path->record.count > count) path->record.count = count;
}

void gb_path_free(gb_path *path) {
  forget(path, 0);
  free(path->record.data);
  path->record = (gb_list){0};
}

/// Memory for the next record.
static int extend(gb_path *path, gb_system *system, gb_error *error) {
  gb_scalar *record = NULL;
  int status = GB_ALLOCATE(record, path->length, error);
  if (status == GB_OK) status = gb_list_add(&path->record, sizeof record, &record, error);
  if (status != GB_OK) free(record);
  return gb_system_agree(system, status, error);
}

int gb_path_record(gb_path *path, gb_system *system, int64_t k, const gb_state *state,
                   gb_error *error) {
  const size_t n = (size_t)system->n, m = (size_t)system->m;
  forget(path, k - 1);
  if (k > 1 && !path->whole) {
    free(records(path)[k - 2]);
    records(path)[k - 2] = NULL;
  }
  GB_TRY(extend(path, system, error));
  gb_scalar *record = records(path)[k - 1];
  memcpy(record, state->component[GB_Q], n * sizeof *record);
  if (m) memcpy(record + n, state->multiplier, m * sizeof *record);
  return GB_OK;
}

const gb_scalar *gb_path_at(const gb_path *path, int64_t k) {
  return records(path)[k - 1];
}

int gb_path_archive(gb_path *path, gb_system *system, gb_archive *archive, gb_error *error) {
  const bool reads = gb_archive_reads(archive);
  int64_t count = path->record.count;
  GB_TRY(gb_archive_integers(archive, 1, &count, error));
  for (int64_t i = 0; i < count; i++) {
    int64_t is_stored = !reads && records(path)[i];
    GB_TRY(gb_archive_integers(archive, 1, &is_stored, error));
    if (reads) GB_TRY(extend(path, system, error));
    if (is_stored) GB_TRY(gb_archive_vectors(archive, 1, records(path)[i], error));
  }
  return GB_OK;
}
