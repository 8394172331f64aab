/// Records of a walk's stages: q and multipliers.
#include "integrators/path.h"

#include "integrators/pass.h"

#include <stdlib.h>
#include <string.h>

static size_t record_length(const gb_trajectory *s) {
  return (size_t)s->system->n + (size_t)s->system->m;
}

static gb_scalar **records(const gb_trajectory *s) {
  return s->path.data;
}

/// Forget the stages behind the first `count`.
static void forget(gb_trajectory *s, int64_t count) {
  for (int64_t i = count; i < s->path.count; i++) free(records(s)[i]);
  if (s->path.count > count) s->path.count = count;
}

void gb_path_free(gb_trajectory *s) {
  forget(s, 0);
  free(s->path.data);
  s->path = (gb_list){0};
}

/// Room for what is kept of the next stage.
static int extend(gb_trajectory *s, gb_error *error) {
  gb_scalar *record = NULL;
  int status = gb_allocate(record_length(s), sizeof *record, &record, error);
  if (status == GB_OK) status = gb_list_add(&s->path, sizeof record, &record, error);
  if (status != GB_OK) free(record);
  return gb_system_agree(s->system, status, error);
}

int gb_path_record(gb_trajectory *s, gb_error *error) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  const gb_state *state = gb_trajectory_state(s, s->k);
  if (s->k == 0) return GB_OK;
  forget(s, s->k - 1);
  if (s->k > 1 && !s->keeps_path) {
    free(records(s)[s->k - 2]);
    records(s)[s->k - 2] = NULL;
  }
  GB_TRY(extend(s, error));
  gb_scalar *record = records(s)[s->k - 1];
  memcpy(record, state->component[GB_Q], n * sizeof *record);
  if (m) memcpy(record + n, state->multiplier, m * sizeof *record);
  return GB_OK;
}

/// Fill a state with what was kept, or what was found elsewhere.
static void fill(const gb_trajectory *s, gb_state *state, const gb_scalar *q,
                 const gb_scalar *multiplier) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  for (int i = 0; i < GB_COMPONENTS; i++) memset(state->component[i], 0, n * sizeof *q);
  memcpy(state->component[GB_Q], q, n * sizeof *q);
  if (m) memcpy(state->multiplier, multiplier, m * sizeof *q);
}

int gb_path_append(gb_trajectory *s, const gb_state *given, gb_error *error) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  s->k++;
  if (s->k - s->oldest == s->places) s->oldest++;
  fill(s, gb_trajectory_new_state(s), given->component[GB_Q], given->multiplier);
  memcpy(s->w, given->component[GB_Q], n * sizeof *s->w);
  if (m) memcpy(s->w + n, given->multiplier, m * sizeof *s->w);
  return gb_path_record(s, error);
}

int gb_path_restore(gb_trajectory *s, int64_t k, gb_error *error) {
  const size_t n = (size_t)s->system->n;
  if (k == 0) {
    gb_trajectory_begin(s, false);
    return gb_trajectory_advance(s, error);
  }
  s->k = s->oldest = k;
  const gb_scalar *record = records(s)[k - 1];
  fill(s, gb_trajectory_new_state(s), record, record + n);
  return GB_OK;
}

int gb_path_archive(gb_trajectory *s, gb_archive *archive, gb_error *error) {
  const bool reads = gb_archive_reads(archive);
  int64_t count = s->path.count;
  GB_TRY(gb_archive_integers(archive, 1, &count, error));
  for (int64_t i = 0; i < count; i++) {
    int64_t is_kept = !reads && records(s)[i];
    GB_TRY(gb_archive_integers(archive, 1, &is_kept, error));
    if (reads) GB_TRY(extend(s, error));
    if (is_kept) GB_TRY(gb_archive_vectors(archive, 1, records(s)[i], error));
  }
  return GB_OK;
}
