/// Division of the unknowns into interiors and interface, and the interface's matrix on rank 0.
#include "solve/factor/interface.h"

#include "base/arena.h"
#include "base/unite.h"

#include <stdlib.h>
#include <string.h>

/// Largest interface: a larger one would keep rank 0 busy while the other ranks wait.
enum { MOST_UNKNOWNS = 6000, MOST_SHARES = 1 << 27 };

/// Data of every unknown of all ranks while the parts are determined.
typedef struct map {
  uint8_t *shared; ///< belongs to the interface
  uint8_t *pivot;  ///< has a diagonal entry on this rank
  int32_t *number; ///< number in the interface
  int32_t *local;  ///< while unknowns are marked, the parent in a set; then the local number,
                   ///< UNKNOWN or ACTIVE
} map;

enum { UNKNOWN = -1, ACTIVE = -2 };

static int allocate_map(const gb_linear_pattern *pattern, gb_arena *arena, map *m,
                        gb_error *error) {
  const size_t size = (size_t)pattern->size;
  GB_TRY(GB_TAKE(arena, m->shared, size, error));
  GB_TRY(GB_TAKE(arena, m->pivot, size, error));
  GB_TRY(GB_TAKE(arena, m->number, size, error));
  return GB_TAKE(arena, m->local, size, error);
}

static bool is_owned(const gb_linear_pattern *pattern, int i) {
  return i >= pattern->first && i < pattern->first + pattern->owned;
}

static void find_pivots(const gb_linear_pattern *pattern, const gb_scalar values[], map *m) {
  for (int64_t e = 0; e < pattern->entries; e++)
    if (pattern->row[e] == pattern->column[e] && values[e] != 0) m->pivot[pattern->row[e] - 1] = 1;
}

/// Mark all unknowns of each set of which one is marked. @return whether this rank marked any
static int mark_sets(const gb_linear_pattern *pattern, map *m) {
  int more = 0;
  for (int pass = 0; pass < 2; pass++) // to the root of each set, and from there to all of it
    for (int32_t i = 0; i < pattern->size; i++) {
      const int32_t root = gb_root_of(m->local, i), from = pass ? root : i, to = pass ? i : root;
      if (!m->shared[from] || m->shared[to]) continue;
      m->shared[to] = more = 1;
    }
  return more;
}

/// Mark the unknowns of the interface: each unknown that occurs in an entry of another rank than
/// its owner, and multipliers with the unknowns that they constrain. If `sets` is false, all
/// multipliers are marked; if it is true, a multiplier is marked only where its set, which holds
/// all unknowns that multipliers unite with it, has another marked unknown. Collective.
static void mark_shared(const gb_interface *f, bool sets, map *m) {
  const gb_linear_pattern *pattern = f->pattern;
  int more = 1;
  for (int32_t i = 0; i < pattern->size; i++) {
    m->local[i] = i;
    m->shared[i] = !sets && is_owned(pattern, i) && !m->pivot[i];
  }
  for (int64_t e = 0; e < pattern->entries; e++) {
    const int i = pattern->row[e] - 1, j = pattern->column[e] - 1;
    const bool constrained = !m->pivot[i] || !m->pivot[j], both = constrained && !sets;
    if (constrained && sets) gb_unite(m->local, i, j);
    if (both || !is_owned(pattern, i)) m->shared[i] = 1;
    if (both || !is_owned(pattern, j)) m->shared[j] = 1;
  }
  while (more) {
    MPI_Allreduce(MPI_IN_PLACE, m->shared, pattern->size, MPI_UINT8_T, MPI_MAX, f->comm);
    more = sets && mark_sets(pattern, m);
    MPI_Allreduce(MPI_IN_PLACE, &more, 1, MPI_INT, MPI_MAX, f->comm);
  }
}

/// Number the marked unknowns. @return whether they are so few that one rank can factor the
/// interface
static bool number_shared(gb_interface *f, map *m) {
  f->total = 0;
  for (int32_t i = 0; i < f->pattern->size; i++) {
    m->number[i] = f->total;
    m->local[i] = UNKNOWN;
    f->total += m->shared[i];
  }
  return f->total <= MOST_UNKNOWNS;
}

static void count_parts(gb_interface *f, map *m) {
  const gb_linear_pattern *pattern = f->pattern;
  for (int32_t i = pattern->first; i < pattern->first + pattern->owned; i++)
    if (!m->shared[i]) m->local[i] = f->interior.unknowns++;
  for (int64_t e = 0; e < pattern->entries; e++) {
    const int i = pattern->row[e] - 1, j = pattern->column[e] - 1;
    if (m->shared[i] && m->shared[j]) f->direct++;
    if (m->shared[i] != m->shared[j]) m->local[m->shared[i] ? i : j] = ACTIVE;
  }
  f->interior.entries = pattern->entries - f->direct;
  for (int32_t i = 0; i < pattern->size; i++)
    if (m->local[i] == ACTIVE) m->local[i] = f->interior.unknowns + f->interior.active++;
  f->faces = f->interior.active;
  for (int32_t i = pattern->first; i < pattern->first + pattern->owned; i++)
    if (m->local[i] == UNKNOWN) m->local[i] = f->interior.unknowns + f->faces++;
  f->shares = f->direct + (int64_t)f->interior.active * (f->interior.active + 1) / 2;
}

static int number_parts(gb_interface *f, const map *m, gb_error *error) {
  const gb_linear_pattern *pattern = f->pattern;
  const size_t owned = (size_t)pattern->owned, inner = (size_t)f->interior.entries;
  GB_TRY(GB_TAKE(&f->memory, f->owned_index, owned, error));
  GB_TRY(GB_TAKE(&f->memory, f->face, (size_t)f->faces, error));
  GB_TRY(GB_TAKE(&f->memory, f->across, (size_t)pattern->entries, error));
  GB_TRY(GB_TAKE(&f->memory, f->interior.row, inner, error));
  GB_TRY(GB_TAKE(&f->memory, f->interior.column, inner, error));
  for (size_t i = 0; i < owned; i++) f->owned_index[i] = m->local[(size_t)pattern->first + i];
  for (int32_t i = 0; i < pattern->size; i++)
    if (m->local[i] >= f->interior.unknowns)
      f->face[m->local[i] - f->interior.unknowns] = m->number[i];
  int64_t next = 0;
  for (int64_t e = 0; e < pattern->entries; e++) {
    const int i = pattern->row[e] - 1, j = pattern->column[e] - 1;
    f->across[e] = m->shared[i] && m->shared[j];
    if (f->across[e]) continue;
    f->interior.row[next] = m->local[i] + 1;
    f->interior.column[next++] = m->local[j] + 1;
  }
  return GB_OK;
}

static int compare(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/// Derive the local elimination order from the positions of the owned unknowns in the whole order,
/// [owned].
static int order_interior(gb_interface *f, const int32_t position[], gb_error *error) {
  const int32_t unknowns = f->interior.unknowns, active = f->interior.active;
  int64_t *key;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, key, (size_t)unknowns, error));
  GB_TRY(GB_TAKE(&f->memory, f->interior.order, (size_t)(unknowns + active), error));
  for (int32_t i = 0; i < f->pattern->owned; i++) {
    const int32_t index = f->owned_index[i];
    if (index < unknowns) key[index] = ((int64_t)position[i] << 32) + index;
  }
  qsort(key, (size_t)unknowns, sizeof *key, compare);
  for (int32_t k = 0; k < unknowns; k++) f->interior.order[(int32_t)(key[k] & INT32_MAX)] = k + 1;
  for (int32_t k = unknowns; k < unknowns + active; k++) f->interior.order[k] = k + 1;
  return GB_OK;
}

/// Find the local elimination orders from the whole order on rank 0. Collective.
static int order(gb_interface *f, gb_error *error) {
  const gb_linear_pattern *pattern = f->pattern;
  int *owned = NULL;
  int32_t *position = NULL;
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, owned, 2 * (size_t)f->ranks, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, position, (size_t)pattern->owned, error);
  GB_TRY(gb_agree(f->comm, status, error));
  int *first = owned + f->ranks;
  MPI_Gather(&pattern->owned, 1, MPI_INT, owned, 1, MPI_INT, 0, f->comm);
  MPI_Gather(&pattern->first, 1, MPI_INT, first, 1, MPI_INT, 0, f->comm);
  MPI_Scatterv(pattern->pivot_order, owned, first, MPI_INT32_T, position, pattern->owned,
               MPI_INT32_T, 0, f->comm);
  return gb_agree(f->comm, order_interior(f, position, error), error);
}

/// Rank 0: find the elimination positions of the interface's unknowns.
static int order_interface(gb_interface *f, const map *m, gb_error *error) {
  const gb_linear_pattern *pattern = f->pattern;
  int32_t *unknown, *position, next = 0;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, unknown, (size_t)pattern->size, error));
  GB_TRY(GB_TAKE(&f->memory, position, (size_t)f->total, error));
  for (int32_t i = 0; i < pattern->size; i++) unknown[pattern->pivot_order[i]] = i;
  for (int32_t k = 0; k < pattern->size; k++)
    if (m->shared[unknown[k]]) position[m->number[unknown[k]]] = next++;
  f->matrix->pattern->pivot_order = position;
  return GB_OK;
}

static int starts(int ranks, const int count[], int start[]) {
  int sum = 0;
  for (int r = 0; r < ranks; r++) {
    start[r] = sum;
    sum += count[r];
  }
  return sum;
}

/// Rank 0: allocate memory for the faces and contributions of all ranks.
static int make_matrix(gb_interface *f, gb_error *error) {
  const int faces = starts(f->ranks, f->matrix->faces.count, f->matrix->faces.start);
  const int shares = starts(f->ranks, f->matrix->shares.count, f->matrix->shares.start);
  gb_linear_pattern *pattern = f->matrix->pattern;
  pattern->size = pattern->owned = f->total;
  pattern->entries = shares;
  pattern->definite = f->pattern->definite;
  pattern->counts = f->pattern->counts;
  pattern->directory = f->pattern->directory;
  GB_TRY(GB_TAKE(&f->memory, f->matrix->face, (size_t)faces, error));
  GB_TRY(GB_TAKE(&f->memory, pattern->row, (size_t)shares, error));
  return GB_TAKE(&f->memory, pattern->column, (size_t)shares, error);
}

/// List the row or the column of each contribution as its number in the interface, counted from 1.
static void list_shares(const gb_interface *f, const map *m, bool rows, int share[]) {
  const gb_linear_pattern *pattern = f->pattern;
  const int *end = rows ? pattern->row : pattern->column;
  for (int64_t e = 0; e < pattern->entries; e++)
    if (f->across[e]) *share++ = m->number[end[e] - 1] + 1;
  for (int32_t i = 0; i < f->interior.active; i++)
    for (int32_t j = 0; j <= i; j++) *share++ = f->face[rows ? i : j] + 1;
}

static int gather_pattern(gb_interface *f, const map *m, gb_error *error) {
  const int shares = (int)f->shares;
  int *share = NULL;
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&f->memory, f->matrix->faces.count, 4 * (size_t)f->ranks, error);
  if (status == GB_OK) status = GB_TAKE(&f->memory, f->matrix->pattern, 1, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, share, (size_t)shares, error);
  if (status == GB_OK && f->rank == 0) status = order_interface(f, m, error);
  GB_TRY(gb_agree(f->comm, status, error));
  f->matrix->faces.start = f->matrix->faces.count + f->ranks;
  f->matrix->shares.count = f->matrix->faces.start + f->ranks;
  f->matrix->shares.start = f->matrix->shares.count + f->ranks;
  MPI_Gather(&f->faces, 1, MPI_INT, f->matrix->faces.count, 1, MPI_INT, 0, f->comm);
  MPI_Gather(&shares, 1, MPI_INT, f->matrix->shares.count, 1, MPI_INT, 0, f->comm);
  GB_TRY(gb_agree(f->comm, f->rank == 0 ? make_matrix(f, error) : GB_OK, error));
  MPI_Gatherv(f->face, f->faces, MPI_INT, f->matrix->face, f->matrix->faces.count,
              f->matrix->faces.start, MPI_INT, 0, f->comm);
  for (int rows = 0; rows < 2; rows++) {
    list_shares(f, m, rows, share);
    MPI_Gatherv(share, shares, MPI_INT, rows ? f->matrix->pattern->row : f->matrix->pattern->column,
                f->matrix->shares.count, f->matrix->shares.start, MPI_INT, 0, f->comm);
  }
  return GB_OK;
}

static int build(gb_interface *f, const gb_scalar values[], bool *suits, gb_error *error) {
  map m = {0};
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(f->comm, allocate_map(f->pattern, &scratch, &m, error), error));
  find_pivots(f->pattern, values, &m);
  for (int sets = 0; sets < 2 && !*suits; sets++) {
    mark_shared(f, sets, &m);
    *suits = number_shared(f, &m);
  }
  if (!*suits) return GB_OK;
  count_parts(f, &m);
  int64_t shares;
  MPI_Allreduce(&f->shares, &shares, 1, MPI_INT64_T, MPI_SUM, f->comm);
  *suits = shares <= MOST_SHARES;
  if (!*suits) return GB_OK;
  GB_TRY(gb_agree(f->comm, number_parts(f, &m, error), error));
  GB_TRY(order(f, error));
  return gather_pattern(f, &m, error);
}

int gb_interface_create(MPI_Comm comm, const gb_linear_pattern *pattern, const gb_scalar values[],
                        gb_interface **out, gb_error *error) {
  gb_interface *f;
  bool suits = false;
  *out = NULL;
  GB_TRY(gb_agree(comm, GB_ALLOCATE(f, 1, error), error));
  f->comm = comm;
  f->pattern = pattern;
  MPI_Comm_rank(comm, &f->rank);
  MPI_Comm_size(comm, &f->ranks);
  int status = gb_agree(comm, GB_TAKE(&f->memory, f->matrix, 1, error), error);
  if (status == GB_OK) status = build(f, values, &suits, error);
  if (status != GB_OK || !suits) gb_interface_destroy(&f);
  *out = f;
  return status;
}

void gb_interface_destroy(gb_interface **interface) {
  gb_interface *f = *interface;
  if (!f) return;
  if (f->matrix) gb_linear_destroy(&f->matrix->linear);
  if (f->matrix) gb_arena_free(&f->matrix->buffers);
  gb_arena_free(&f->memory);
  free(f);
  *interface = NULL;
}

static int factor(gb_interface *f, gb_precision precision, gb_scalar values[], gb_error *error) {
  gb_error failure = {0};
  int status = GB_OK;
  if (!f->matrix->linear)
    status = gb_linear_create(MPI_COMM_SELF, f->matrix->pattern, precision, NULL,
                              &f->matrix->linear, &failure);
  if (status == GB_OK) status = gb_linear_factor(f->matrix->linear, values, &failure);
  if (status == GB_SINGULAR) return gb_linear_singular(f->pattern->size, error);
  return status == GB_OK ? GB_OK
                         : gb_fail(error, gb_error_code(status, &failure), "%s", failure.message);
}

int gb_interface_factor(gb_interface *f, gb_precision precision, const gb_scalar share[],
                        gb_error *error) {
  gb_scalar *values = NULL;
  int status = GB_OK;
  GB_SCRATCH(scratch);
  if (f->total == 0) return GB_OK;
  if (f->rank == 0) status = GB_TAKE(&scratch, values, (size_t)f->matrix->pattern->entries, error);
  GB_TRY(gb_agree(f->comm, status, error));
  MPI_Gatherv(share, (int)f->shares, GB_MPI_SCALAR, values, f->matrix->shares.count,
              f->matrix->shares.start, GB_MPI_SCALAR, 0, f->comm);
  return gb_agree(f->comm, f->rank == 0 ? factor(f, precision, values, error) : GB_OK, error);
}

static int reserve(gb_interface *f, int count, gb_error *error) {
  if (f->matrix->capacity >= count) return GB_OK;
  gb_arena_free(&f->matrix->buffers);
  f->matrix->capacity = 0;
  const size_t vectors = (size_t)count, last = (size_t)f->ranks - 1;
  const size_t faces = (size_t)(f->matrix->faces.start[last] + f->matrix->faces.count[last]);
  GB_TRY(GB_TAKE(&f->matrix->buffers, f->matrix->gathered, vectors * faces, error));
  GB_TRY(GB_TAKE(&f->matrix->buffers, f->matrix->sum, vectors * (size_t)f->total, error));
  f->matrix->capacity = count;
  return GB_OK;
}

/// Add the faces of all ranks, one rank after another, to the interface's unknowns, or copy the
/// unknowns to the faces.
static void exchange(gb_interface *f, int count, bool add) {
  gb_scalar *entry = f->matrix->gathered;
  for (int r = 0; r < f->ranks; r++) {
    const int *face = f->matrix->face + f->matrix->faces.start[r];
    for (int c = 0; c < count; c++)
      for (int k = 0; k < f->matrix->faces.count[r]; k++, entry++) {
        gb_scalar *value = &f->matrix->sum[(size_t)c * (size_t)f->total + (size_t)face[k]];
        if (add)
          *value += *entry;
        else
          *entry = *value;
      }
  }
}

int gb_interface_solve(gb_interface *f, int count, gb_scalar x[], gb_error *error) {
  int *sides;
  GB_SCRATCH(scratch);
  if (f->total == 0) return GB_OK;
  int status = GB_TAKE(&scratch, sides, 2 * (size_t)f->ranks, error);
  if (status == GB_OK && f->rank == 0) status = reserve(f, count, error);
  GB_TRY(gb_agree(f->comm, status, error));
  int *start = sides + f->ranks;
  for (int r = 0; r < f->ranks; r++) {
    sides[r] = count * f->matrix->faces.count[r];
    start[r] = count * f->matrix->faces.start[r];
  }
  MPI_Gatherv(x, count * f->faces, GB_MPI_SCALAR, f->matrix->gathered, sides, start, GB_MPI_SCALAR,
              0, f->comm);
  if (f->rank == 0) {
    memset(f->matrix->sum, 0, (size_t)count * (size_t)f->total * sizeof *f->matrix->sum);
    exchange(f, count, true);
    status = gb_linear_solve(f->matrix->linear, false, count, f->matrix->sum, error);
    exchange(f, count, false);
  }
  GB_TRY(gb_agree(f->comm, status, error));
  MPI_Scatterv(f->matrix->gathered, sides, start, GB_MPI_SCALAR, x, count * f->faces, GB_MPI_SCALAR,
               0, f->comm);
  return GB_OK;
}
