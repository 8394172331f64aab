/// Factors over several ranks that are reproducible bit by bit. Each rank eliminates its interior
/// with its own MUMPS instance; rank 0 factors the remaining interface (solve/factor/interface.h).
/// A MUMPS factor over all ranks together adds contributions in the order in which messages arrive;
/// it is used if the interface is too large for one rank or an interior alone is singular. This is
/// the source for every precision. The including file defines what mumps_calls.inc.h needs,
/// PRECISION, WHOLE (the factor over all ranks together) and BACKEND (the symbol to export).
#include "solve/factor/interface.h"
#include "solve/factor/mumps_calls.inc.h"

/// Values of MUMPS's ICNTL(26): forward substitution to the faces, backward substitution from them.
enum { CONDENSE = 1, EXPAND = 2 };

/// A factor of this rank's interior, and of the interface or the whole matrix.
typedef struct parted_factor {
  gb_linear base;          ///< first member: a pointer to it is a pointer to the factor
  gb_interface *interface; ///< created with the first values
  gb_linear *whole;        ///< factor used instead of interior and interface, or NULL
  MUMPS_DATA mumps;        ///< interior and its active faces
  bool started;
  double seconds[2], bytes; ///< cost over all ranks: seconds to factor and to substitute; memory
  /// Interior and faces, scaled to a largest entry of 1, [capacity][interior + faces].
  MUMPS_NUMBER *right;
  MUMPS_NUMBER *reduced; ///< [capacity][active]
  gb_scalar *face;       ///< [capacity][faces]
  double *scale;         ///< scale of each right-hand side, [capacity]
} parted_factor;

/// Analyse the interior. Local.
static int analyse(parted_factor *linear, gb_error *error) {
  gb_interface *parts = linear->interface;
  MUMPS_DATA *m = &linear->mumps;
  int *faces;
  if (parts->interior.unknowns == 0) return GB_OK;
  GB_TRY(start_mumps(m, MPI_COMM_SELF, linear->base.pattern, error));
  linear->started = true;
  *control(m, 19) = parts->interior.active > 0; // Schur complement
  m->n = parts->interior.unknowns + parts->interior.active;
  m->nnz = parts->interior.entries;
  m->irn = parts->interior.row;
  m->jcn = parts->interior.column;
  m->perm_in = parts->interior.order;
  GB_TRY(GB_ALLOCATE(faces, (size_t)parts->interior.active, error));
  for (int i = 0; i < parts->interior.active; i++) faces[i] = parts->interior.unknowns + i + 1;
  m->size_schur = parts->interior.active;
  m->listvar_schur = faces;
  const int status = call(m, ANALYSE, linear->base.pattern->size, "analysis", error);
  m->perm_in = NULL;
  m->listvar_schur = NULL;
  free(faces);
  return status;
}

static void end_interior(parted_factor *linear) {
  if (linear->started) {
    linear->mumps.job = END;
    call_mumps(&linear->mumps);
  }
  linear->started = false;
  memset(&linear->mumps, 0, sizeof linear->mumps);
  gb_interface_destroy(&linear->interface);
}

static int use_whole(parted_factor *linear, gb_error *error) {
  end_interior(linear);
  return gb_linear_start(&WHOLE, linear->base.comm, linear->base.pattern, linear->base.timers,
                         &linear->whole, error);
}

/// Divide the unknowns with the first values. Collective.
static int prepare(parted_factor *linear, const gb_scalar values[], gb_error *error) {
  if (linear->interface || linear->whole) return GB_OK;
  const double start = gb_timer_now();
  GB_TRY(gb_interface_create(linear->base.comm, linear->base.pattern, values, &linear->interface,
                             error));
  if (!linear->interface) return use_whole(linear, error);
  const int status = gb_agree(linear->base.comm, analyse(linear, error), error);
  gb_timer_add(linear->base.timers, GB_PHASE_ANALYSIS, start);
  if (status != GB_OK) end_interior(linear);
  return status;
}

/// Factor the interior. Local.
/// @param inner  values of the interior's entries in MUMPS's precision
/// @param schur out: Schur complement of the active faces, [active][active]
static int factor_interior(parted_factor *linear, gb_scalar inner[], MUMPS_NUMBER schur[],
                           gb_error *error) {
  MUMPS_DATA *m = &linear->mumps;
  if (!linear->started) return GB_OK;
  m->a = (void *)inner;
  m->schur = (void *)schur;
  factor_values(m, NULL);
  m->a = NULL;
  m->schur = NULL;
  const int code = m->infog[0], detail = m->infog[1];
  // INFOG(25): number of null pivots; with a Schur complement, MUMPS replaces them by round-off.
  if (code >= 0 && m->infog[24] == 0) return GB_OK;
  if (code >= 0) return gb_linear_singular(linear->base.pattern->size, error);
  return gb_linear_explain(code, detail, linear->base.pattern->size, "factorisation", error);
}

/// Sum the seconds of one core and the bytes of a factor over all ranks. Collective.
static void weigh(parted_factor *linear) {
  const gb_interface *parts = linear->interface;
  const MUMPS_DATA *m = &linear->mumps;
  // RINFOG(1): operations of the elimination; INFOG(22): megabytes
  const double entries = linear->started ? factor_entries(m) : 0;
  const double operations = linear->started ? m->rinfog[0] : 0;
  const double single = (double)sizeof(MUMPS_NUMBER) / sizeof(gb_scalar);
  double sums[3] = {entries, operations, linear->started ? m->infog[21] : 0};
  double of_interface[3] = {0};
  MPI_Allreduce(MPI_IN_PLACE, sums, 3, MPI_DOUBLE, MPI_SUM, linear->base.comm);
  if (parts->matrix->linear) {
    gb_linear_work(parts->matrix->linear, &of_interface[0], &of_interface[1]);
    of_interface[2] = gb_linear_bytes(parts->matrix->linear);
  }
  MPI_Bcast(of_interface, 3, MPI_DOUBLE, 0, linear->base.comm);
  linear->seconds[0] = single * (1e-10 * sums[1] + 2e-9 * sums[0]) + of_interface[0];
  linear->seconds[1] = single * 3e-9 * sums[0] + of_interface[1];
  linear->bytes = 1e6 * sums[2] + of_interface[2];
}

/// Move the values between interface unknowns to `direct`, [parts->direct], and the other values,
/// in MUMPS's precision, to the start of their array.
static void split_values(const gb_interface *parts, gb_scalar values[], gb_scalar direct[]) {
  char *inner = (char *)values;
  for (int64_t e = 0; e < parts->pattern->entries; e++) {
    const MUMPS_NUMBER value = (MUMPS_NUMBER)values[e];
    if (parts->across[e]) {
      *direct++ = values[e];
      continue;
    }
    memcpy(inner, &value, sizeof value);
    inner += sizeof value;
  }
}

/// Move the values back to the places of the pattern's entries.
static void join_values(const gb_interface *parts, const gb_scalar direct[], gb_scalar values[]) {
  int64_t across = parts->direct, inner = parts->interior.entries;
  for (int64_t e = parts->pattern->entries; e-- > 0;) {
    MUMPS_NUMBER value;
    if (parts->across[e]) {
      values[e] = direct[--across];
      continue;
    }
    memcpy(&value, (char *)values + (size_t)--inner * sizeof value, sizeof value);
    values[e] = value;
  }
}

/// Fill in the entries between interface unknowns, then the lower triangle of the interior's Schur
/// complement.
static void fill_shares(const gb_interface *parts, const gb_scalar direct[],
                        const MUMPS_NUMBER schur[], gb_scalar share[]) {
  const size_t active = (size_t)parts->interior.active;
  for (int64_t k = 0; k < parts->direct; k++) *share++ = direct[k];
  for (size_t i = 0; i < active; i++)
    for (size_t j = 0; j <= i; j++) *share++ = schur[i * active + j];
}

static int factor_parts(parted_factor *linear, gb_scalar values[], bool *unfit, gb_error *error) {
  gb_interface *parts = linear->interface;
  const size_t active = (size_t)parts->interior.active;
  MUMPS_NUMBER *schur = NULL;
  gb_scalar *share = NULL, *direct;
  gb_error failure = {0};
  int status = GB_ALLOCATE(direct, (size_t)parts->direct, error);
  if (status == GB_OK) status = GB_ALLOCATE(schur, active * active, error);
  status = gb_agree(linear->base.comm, status, error);
  if (status == GB_OK) {
    split_values(parts, values, direct);
    status =
        gb_agree(linear->base.comm, factor_interior(linear, values, schur, &failure), &failure);
    *unfit = status == GB_SINGULAR;
    if (*unfit) join_values(parts, direct, values);
    if (status != GB_OK && !*unfit)
      gb_fail(error, gb_error_code(status, &failure), "%s", failure.message);
  }
  if (status == GB_OK)
    status = gb_agree(linear->base.comm, GB_ALLOCATE(share, (size_t)parts->shares, error), error);
  if (status == GB_OK) fill_shares(parts, direct, schur, share);
  free(direct);
  free(schur);
  if (status == GB_OK) status = gb_interface_factor(parts, PRECISION, share, error);
  free(share);
  return status;
}

static int factor(gb_linear *base, gb_scalar values[], gb_error *error) {
  parted_factor *linear = (parted_factor *)base;
  bool unfit = false;
  GB_TRY(prepare(linear, values, error));
  if (linear->interface) {
    const double start = gb_timer_now();
    const int status = factor_parts(linear, values, &unfit, error);
    if (status == GB_OK) weigh(linear);
    gb_timer_add(linear->base.timers, GB_PHASE_FACTORISATION, start);
    if (!unfit) return status;
    GB_TRY(use_whole(linear, error));
  }
  return gb_linear_factor(linear->whole, values, error);
}

static void destroy(gb_linear *base) {
  parted_factor *linear = (parted_factor *)base;
  end_interior(linear);
  gb_linear_destroy(&linear->whole);
}

static int reserve(gb_linear *base, int count, gb_error *error) {
  parted_factor *linear = (parted_factor *)base;
  const gb_interface *parts = linear->interface;
  if (linear->whole) return GB_OK;
  const size_t vectors = (size_t)count, locals = (size_t)(parts->interior.unknowns + parts->faces);
  GB_TRY(GB_TAKE(&linear->base.buffers, linear->right, vectors * locals, error));
  GB_TRY(GB_TAKE(&linear->base.buffers, linear->reduced, vectors * (size_t)parts->interior.active,
                 error));
  GB_TRY(GB_TAKE(&linear->base.buffers, linear->face, vectors * (size_t)parts->faces, error));
  return GB_TAKE(&linear->base.buffers, linear->scale, vectors, error);
}

/// Copy the right-hand sides in the order of local numbers, each scaled to a largest entry of 1.
static void scale_in(parted_factor *linear, int count, const gb_scalar x[]) {
  const gb_interface *parts = linear->interface;
  const size_t owned = (size_t)linear->base.pattern->owned;
  const size_t locals = (size_t)(parts->interior.unknowns + parts->faces);
  for (int c = 0; c < count; c++) {
    linear->scale[c] = 0;
    for (size_t i = 0; i < owned; i++)
      linear->scale[c] = fmax(linear->scale[c], fabs(gb_real(x[(size_t)c * owned + i])));
  }
  MPI_Allreduce(MPI_IN_PLACE, linear->scale, count, MPI_DOUBLE, MPI_MAX, linear->base.comm);
  memset(linear->right, 0, (size_t)count * locals * sizeof *linear->right);
  for (int c = 0; c < count; c++) {
    MUMPS_NUMBER *right = linear->right + (size_t)c * locals;
    if (!(linear->scale[c] > 0)) linear->scale[c] = 1;
    for (size_t i = 0; i < owned; i++)
      right[parts->owned_index[i]] = (MUMPS_NUMBER)(x[(size_t)c * owned + i] / linear->scale[c]);
  }
}

static void scale_out(const parted_factor *linear, int count, gb_scalar x[]) {
  const gb_interface *parts = linear->interface;
  const size_t owned = (size_t)linear->base.pattern->owned;
  const size_t locals = (size_t)(parts->interior.unknowns + parts->faces);
  for (int c = 0; c < count; c++)
    for (size_t i = 0; i < owned; i++) {
      const int32_t index = parts->owned_index[i], face = index - parts->interior.unknowns;
      const gb_scalar value = face >= 0
                                  ? linear->face[(size_t)c * (size_t)parts->faces + (size_t)face]
                                  : (gb_scalar)linear->right[(size_t)c * locals + (size_t)index];
      x[(size_t)c * owned + i] = linear->scale[c] * value;
    }
}

/// Run the forward or the backward substitution of the interior. Local.
static int substitute(parted_factor *linear, int half, int count, gb_error *error) {
  const gb_interface *parts = linear->interface;
  MUMPS_DATA *m = &linear->mumps;
  if (!linear->started || (parts->interior.active == 0 && half == EXPAND)) return GB_OK;
  *control(m, 26) = parts->interior.active > 0 ? half : 0;
  m->rhs = (void *)linear->right;
  m->nrhs = count;
  m->lrhs = parts->interior.unknowns + parts->faces;
  m->redrhs = (void *)linear->reduced;
  m->lredrhs = parts->interior.active;
  const int status = call(m, SOLVE, linear->base.pattern->size, "solution", error);
  m->rhs = m->redrhs = NULL;
  return status;
}

/// Set the right-hand sides of the faces: reduced ones on active faces, original ones on others.
static void take_faces(parted_factor *linear, int count) {
  const gb_interface *parts = linear->interface;
  const size_t faces = (size_t)parts->faces, active = (size_t)parts->interior.active;
  for (size_t c = 0; c < (size_t)count; c++)
    for (size_t k = 0; k < faces; k++)
      linear->face[c * faces + k] =
          k < active ? linear->reduced[c * active + k]
                     : linear->right[c * ((size_t)parts->interior.unknowns + faces) +
                                     (size_t)parts->interior.unknowns + k];
}

static int solve_parts(parted_factor *linear, int count, gb_scalar x[], gb_error *error) {
  const gb_interface *parts = linear->interface;
  const size_t faces = (size_t)parts->faces, active = (size_t)parts->interior.active;
  scale_in(linear, count, x);
  GB_TRY(gb_agree(linear->base.comm, substitute(linear, CONDENSE, count, error), error));
  take_faces(linear, count);
  GB_TRY(gb_interface_solve(linear->interface, count, linear->face, error));
  for (size_t c = 0; c < (size_t)count; c++)
    for (size_t k = 0; k < active; k++)
      linear->reduced[c * active + k] = (MUMPS_NUMBER)linear->face[c * faces + k];
  GB_TRY(gb_agree(linear->base.comm, substitute(linear, EXPAND, count, error), error));
  scale_out(linear, count, x);
  return GB_OK;
}

static int solve(gb_linear *base, bool transpose, int count, gb_scalar x[], gb_error *error) {
  parted_factor *linear = (parted_factor *)base;
  if (linear->whole) return gb_linear_solve(linear->whole, transpose, count, x, error);
  const double start = gb_timer_now();
  const int status = solve_parts(linear, count, x, error);
  gb_timer_add(linear->base.timers, GB_PHASE_SOLVE, start);
  return status;
}

static void work(const gb_linear *base, double *factorise, double *substitute_) {
  const parted_factor *linear = (const parted_factor *)base;
  if (linear->whole) {
    gb_linear_work(linear->whole, factorise, substitute_);
    return;
  }
  *factorise = linear->seconds[0];
  *substitute_ = linear->seconds[1];
}

/// Add the negative eigenvalues of the interiors and, by Haynsworth's formula, of the reduced
/// interface.
static int negative(gb_linear *base, int64_t *count, gb_error *error) {
  const parted_factor *linear = (const parted_factor *)base;
  int64_t of_interface = 0;
  int status = GB_OK;
  if (linear->whole) return gb_linear_negative(linear->whole, count, error);
  *count = linear->started ? linear->mumps.infog[11] : 0;
  if (linear->interface->matrix->linear)
    status = gb_linear_negative(linear->interface->matrix->linear, &of_interface, error);
  *count += of_interface;
  MPI_Allreduce(MPI_IN_PLACE, count, 1, MPI_INT64_T, MPI_SUM, linear->base.comm);
  return gb_agree(linear->base.comm, status, error);
}

static double bytes(const gb_linear *base) {
  const parted_factor *linear = (const parted_factor *)base;
  return linear->whole ? gb_linear_bytes(linear->whole) : linear->bytes;
}

const gb_linear_operations BACKEND = {.size = sizeof(parted_factor),
                                      .destroy = destroy,
                                      .reserve = reserve,
                                      .factor = factor,
                                      .solve = solve,
                                      .negative = negative,
                                      .work = work,
                                      .bytes = bytes};
