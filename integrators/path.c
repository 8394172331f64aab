/// The records of a static walk, one allocation for each stage. Source: docs/theory.md, the section
/// on static walks.
#include "integrators/path.h"

#include "base/list.h"

#include <stdlib.h>
#include <string.h>

struct gb_path {
  gb_system *system;
  GB_LIST_OF(gb_scalar *) record; ///< records of stages from 1; NULL: not recorded
};

int gb_path_create(gb_system *system, gb_path **out, gb_error *error) {
  gb_path *path;
  *out = NULL;
  GB_TRY(GB_ALLOCATE(path, 1, error));
  path->system = system;
  *out = path;
  return GB_OK;
}

/// Remove the records after the first `count`.
static void forget(gb_path *path, int64_t count) {
  for (int64_t i = count; i < path->record.count; i++) free(path->record.entry[i]);
  if (path->record.count > count) path->record.count = count;
}

void gb_path_destroy(gb_path **path) {
  if (!*path) return;
  forget(*path, 0);
  free((*path)->record.entry);
  free(*path);
  *path = NULL;
}

/// Allocate the next record. Collective.
static int extend(gb_path *path, gb_error *error) {
  gb_scalar *record = NULL, **place;
  const size_t length = gb_system_length(path->system) + (size_t)path->system->memory;
  int status = GB_ALLOCATE(record, length, error);
  if (status == GB_OK)
    status =
        gb_array_append(&path->record.entry, &path->record.count, sizeof *place, &place, error);
  if (status == GB_OK)
    *place = record;
  else
    free(record);
  return gb_system_agree(path->system, status, error);
}

int gb_path_record(gb_path *path, bool whole, int64_t k, const gb_state *state, gb_error *error) {
  const size_t n = (size_t)path->system->n, m = (size_t)path->system->m;
  forget(path, k - 1);
  if (k > 1 && !whole) {
    free(path->record.entry[k - 2]);
    path->record.entry[k - 2] = NULL;
  }
  GB_TRY(extend(path, error));
  gb_scalar *record = path->record.entry[k - 1];
  memcpy(record, state->component[GB_Q], n * sizeof *record);
  if (m) memcpy(record + n, state->multiplier, m * sizeof *record);
  if (state->memory)
    memcpy(record + n + m, state->memory, (size_t)path->system->memory * sizeof *record);
  return GB_OK;
}

const gb_scalar *gb_path_at(const gb_path *path, int64_t k) {
  return path->record.entry[k - 1];
}

int gb_path_archive(gb_path *path, gb_archive *archive, gb_error *error) {
  const bool reads = gb_archive_reads(archive);
  int64_t count = path->record.count;
  GB_TRY(gb_archive_integers(archive, 1, &count, error));
  for (int64_t i = 0; i < count; i++) {
    int64_t is_stored = !reads && path->record.entry[i];
    GB_TRY(gb_archive_integers(archive, 1, &is_stored, error));
    if (reads) GB_TRY(extend(path, error));
    if (!is_stored) continue;
    gb_scalar *record = path->record.entry[i];
    GB_TRY(gb_archive_vectors(archive, 1, record, error));
    GB_TRY(gb_archive_memory(archive, record + gb_system_length(path->system), error));
  }
  return GB_OK;
}
