#include "solve/plugin/subdomain.h"

#include <stdbool.h>
#include <stdlib.h>

/// Unknowns of this rank's entries, sorted, with what all ranks say of each.
typedef struct subdomain {
  MPI_Comm comm;
  const gb_linear_pattern *pattern;
  PetscInt count, *number;
  Vec owned;                     ///< one value for each unknown, at its owner
  Vec local;                     ///< the values of `number`
  VecScatter scatter;            ///< from owners to subdomains
  PetscScalar *corner;           ///< values of gb_corner
  PetscScalar *lowest, *highest; ///< ranks whose subdomains have the unknown
  PetscInt *heir; ///< rank that gets the unknown although it has no entries of it; -1: none
} subdomain;

static int compare(const void *a, const void *b) {
  const PetscInt i = *(const PetscInt *)a, j = *(const PetscInt *)b;
  return (i > j) - (i < j);
}

static PetscInt sort(PetscInt count, PetscInt number[]) {
  PetscInt distinct = 0;
  qsort(number, (size_t)count, sizeof *number, compare);
  for (PetscInt i = 0; i < count; i++)
    if (distinct == 0 || number[i] != number[distinct - 1]) number[distinct++] = number[i];
  return distinct;
}

static PetscErrorCode find_own(subdomain *s) {
  const gb_linear_pattern *pattern = s->pattern;
  PetscCall(PetscMalloc1(2 * pattern->entries + 1, &s->number));
  for (int64_t e = 0; e < pattern->entries; e++) {
    s->number[2 * e] = pattern->row[e] - 1;
    s->number[2 * e + 1] = pattern->column[e] - 1;
  }
  s->count = sort((PetscInt)(2 * pattern->entries), s->number);
  return 0;
}

static PetscErrorCode create_scatter(subdomain *s) {
  IS numbers;
  PetscCall(VecCreateMPI(s->comm, s->pattern->owned, s->pattern->size, &s->owned));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, s->count, &s->local));
  PetscCall(ISCreateGeneral(PETSC_COMM_SELF, s->count, s->number, PETSC_USE_POINTER, &numbers));
  PetscCall(VecScatterCreate(s->owned, numbers, s->local, NULL, &s->scatter));
  return ISDestroy(&numbers);
}

/// Give all subdomains the owners' values, in an array that is allocated.
static PetscErrorCode share(const subdomain *s, PetscScalar **out) {
  const PetscScalar *found;
  PetscCall(VecScatterBegin(s->scatter, s->owned, s->local, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(VecScatterEnd(s->scatter, s->owned, s->local, INSERT_VALUES, SCATTER_FORWARD));
  PetscCall(PetscMalloc1(s->count + 1, out));
  PetscCall(VecGetArrayRead(s->local, &found));
  PetscCall(PetscArraycpy(*out, found, s->count));
  return VecRestoreArrayRead(s->local, &found);
}

static PetscErrorCode share_corners(subdomain *s) {
  PetscScalar *value;
  PetscCall(VecGetArrayWrite(s->owned, &value));
  for (int32_t i = 0; i < s->pattern->owned; i++) value[i] = s->pattern->geometry->corner[i];
  PetscCall(VecRestoreArrayWrite(s->owned, &value));
  return share(s, &s->corner);
}

/// Find the largest of the ranks, multiplied by the sign, that have each unknown.
static PetscErrorCode share_ranks(const subdomain *s, PetscScalar sign, PetscScalar **out) {
  PetscMPIInt rank;
  MPI_Comm_rank(s->comm, &rank);
  PetscCall(VecSet(s->owned, PETSC_MIN_REAL));
  PetscCall(VecSet(s->local, sign * rank));
  PetscCall(VecScatterBegin(s->scatter, s->local, s->owned, MAX_VALUES, SCATTER_REVERSE));
  PetscCall(VecScatterEnd(s->scatter, s->local, s->owned, MAX_VALUES, SCATTER_REVERSE));
  PetscCall(share(s, out));
  for (PetscInt i = 0; i < s->count; i++) (*out)[i] *= sign;
  return 0;
}

static PetscInt position(const subdomain *s, int number) {
  const PetscInt wanted = number - 1;
  const PetscInt *found = bsearch(&wanted, s->number, (size_t)s->count, sizeof wanted, compare);
  return (PetscInt)(found - s->number);
}

/// @return another rank that has the unknown or is to get it; -1: none
static PetscInt partner(const subdomain *s, PetscInt i, PetscMPIInt rank) {
  if (s->heir[i] >= 0) return s->heir[i];
  if (s->lowest[i] < s->highest[i])
    return (PetscInt)(s->lowest[i] == rank ? s->highest[i] : s->lowest[i]);
  return -1;
}

/// Whether one of two coupled unknowns belongs to a frame and the other is a multiplier.
static bool constrains(PetscScalar one, PetscScalar other) {
  return (one == GB_CORNER_FRAME && other == GB_CORNER_MULTIPLIER) ||
         (one == GB_CORNER_MULTIPLIER && other == GB_CORNER_FRAME);
}

/// List the pairs of a frame's unknown and a multiplier that constrains it.
static PetscErrorCode list_constraints(const subdomain *s, PetscInt (**pair)[2], int64_t *count) {
  const gb_linear_pattern *pattern = s->pattern;
  int64_t found = 0;
  for (int fill = 0; fill < 2; fill++) {
    if (fill) PetscCall(PetscMalloc1(found + 1, pair));
    found = 0;
    for (int64_t e = 0; e < pattern->entries; e++) {
      const PetscInt i = position(s, pattern->row[e]), j = position(s, pattern->column[e]);
      if (!constrains(s->corner[i], s->corner[j])) continue;
      if (fill) (*pair)[found][0] = i, (*pair)[found][1] = j;
      found++;
    }
  }
  *count = found;
  return 0;
}

/// Find a second subdomain for each frame or multiplier that this subdomain alone has: one that
/// shares another frame or multiplier with this subdomain, if constraints couple the two unknowns,
/// directly or through others.
static PetscErrorCode choose_heirs(subdomain *s) {
  PetscMPIInt rank;
  PetscInt(*pair)[2];
  int64_t pairs;
  MPI_Comm_rank(s->comm, &rank);
  PetscCall(list_constraints(s, &pair, &pairs));
  PetscCall(PetscMalloc1(s->count + 1, &s->heir));
  for (PetscInt i = 0; i < s->count; i++) s->heir[i] = -1;
  for (bool changed = true; changed;) {
    changed = false;
    for (int64_t k = 0; k < pairs; k++) {
      const PetscInt i = pair[k][0], j = pair[k][1];
      const PetscInt of_i = partner(s, i, rank), of_j = partner(s, j, rank);
      if ((of_i < 0) == (of_j < 0)) continue;
      s->heir[of_i < 0 ? i : j] = of_i < 0 ? of_j : of_i;
      changed = true;
    }
  }
  return PetscFree(pair);
}

/// Add the unknowns that other subdomains let this one have.
static PetscErrorCode take_heirs(subdomain *s) {
  PetscMPIInt rank, ranks, count = 0, total = 0, *counts, *first;
  PetscInt *mine, *all;
  MPI_Comm_rank(s->comm, &rank);
  MPI_Comm_size(s->comm, &ranks);
  for (PetscInt i = 0; i < s->count; i++) count += 2 * (s->heir[i] >= 0);
  PetscCall(PetscMalloc3(count, &mine, ranks, &counts, ranks, &first));
  count = 0;
  for (PetscInt i = 0; i < s->count; i++) {
    if (s->heir[i] < 0) continue;
    mine[count++] = s->heir[i];
    mine[count++] = s->number[i];
  }
  PetscCallMPI(MPI_Allgather(&count, 1, MPI_INT, counts, 1, MPI_INT, s->comm));
  for (int r = 0; r < ranks; r++) {
    first[r] = total;
    total += counts[r];
  }
  PetscCall(PetscMalloc1(total, &all));
  PetscCallMPI(MPI_Allgatherv(mine, count, MPIU_INT, all, counts, first, MPIU_INT, s->comm));
  PetscCall(PetscRealloc((size_t)(s->count + total + 1) * sizeof *s->number, &s->number));
  for (PetscMPIInt k = 0; k < total; k += 2)
    if (all[k] == rank) s->number[s->count++] = all[k + 1];
  s->count = sort(s->count, s->number);
  PetscCall(PetscFree(all));
  return PetscFree3(mine, counts, first);
}

PetscErrorCode gb_subdomain_find(MPI_Comm comm, const gb_linear_pattern *pattern, PetscInt **number,
                                 PetscInt *count) {
  subdomain s = {.comm = comm, .pattern = pattern};
  PetscCall(find_own(&s));
  PetscCall(create_scatter(&s));
  PetscCall(share_corners(&s));
  PetscCall(share_ranks(&s, 1, &s.highest));
  PetscCall(share_ranks(&s, -1, &s.lowest));
  PetscCall(choose_heirs(&s));
  PetscCall(take_heirs(&s));
  *number = s.number;
  *count = s.count;
  PetscCall(PetscFree4(s.corner, s.lowest, s.highest, s.heir));
  PetscCall(VecScatterDestroy(&s.scatter));
  PetscCall(VecDestroy(&s.local));
  return VecDestroy(&s.owned);
}
