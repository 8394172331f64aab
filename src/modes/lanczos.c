/// Implicitly restarted Lanczos method for (K - shift M)^-1 M with the inner product of M.
/// Source: Lehoucq, Sorensen & Yang, ARPACK Users' Guide, 1998; Ericsson & Ruhe, Math. Comp. 35,
/// 1980 (shift and invert).
#include "base/arena.h"
#include "modes/fortran.h"
#include "modes/spectrum.h"

#include <string.h>

/// The tolerance is not that of the result, because a step of inverse iteration follows (finder.c).
enum { RESTARTS = 60, MARGIN = 8 };
static const double TOLERANCE = 1e-10;

/// Arrays of ARPACK. On a rank without unknowns they have one unknown, which is zero.
typedef struct search {
  const gb_spectrum *spectrum;
  int comm, n, nev, ncv, length, info;
  int iparam[11], ipntr[11];
  double *residual, *v, *workd, *workl;
} search;

static int allocate(search *s, gb_arena *arena, gb_error *error) {
  const size_t n = (size_t)s->n, ncv = (size_t)s->ncv;
  GB_TRY(GB_TAKE(arena, s->residual, n, error));
  GB_TRY(GB_TAKE(arena, s->v, n * ncv, error));
  GB_TRY(GB_TAKE(arena, s->workd, 3 * n, error));
  return GB_TAKE(arena, s->workl, (size_t)s->length, error);
}

/// Compute the product that ARPACK requests: y = M x, or the operator of gb_spectrum_apply, for
/// which ARPACK may also give M x.
static int apply(search *s, int ido, gb_error *error) {
  const gb_spectrum *spectrum = s->spectrum;
  const size_t bytes = (size_t)spectrum->length * sizeof(double);
  const double *x = s->workd + s->ipntr[0] - 1, *Mx = s->workd + s->ipntr[2] - 1;
  double *y = s->workd + s->ipntr[1] - 1;
  if (ido == 2) return gb_pencil_mass(spectrum->pencil, 1, x, y, error);
  if (ido == 1 && !gb_spectrum_mixes(spectrum)) {
    memcpy(y, Mx, bytes);
    return gb_pencil_solve(spectrum->pencil, 1, y, error);
  }
  memcpy(y, x, bytes);
  return gb_spectrum_apply(spectrum, 1, y, error);
}

/// Iterate until the wanted pairs have converged, or until the limit of restarts.
static int iterate(search *s, gb_error *error) {
  int ido = 0;
  s->info = 1; // ARPACK starts from `residual`
  for (;;) {
    pdsaupd_(&s->comm, &ido, "G", &s->n, "LA", &s->nev, &TOLERANCE, s->residual, &s->ncv, s->v,
             &s->n, s->iparam, s->ipntr, s->workd, s->workl, &s->length, &s->info, 1, 2);
    if (ido != -1 && ido != 1 && ido != 2) break;
    GB_TRY(gb_analysis_rest(s->spectrum->analysis, error));
    GB_TRY(apply(s, ido, error));
  }
  if (s->info >= 0) return GB_OK;
  return gb_fail(error, GB_NO_MODES, "ARPACK could not find %d modes (dsaupd: info %d)", s->nev,
                 s->info);
}

static int extract(search *s, double x[], int *found, gb_error *error) {
  static const int vectors = 1;
  static const double no_shift = 0;
  const size_t ncv = (size_t)s->ncv, length = (size_t)s->spectrum->length, n = (size_t)s->n;
  double *value;
  int *select = NULL, info = 0;
  *found = s->iparam[4] < s->nev ? s->iparam[4] : s->nev;
  if (*found <= 0) return GB_OK;
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, value, ncv, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, select, ncv, error);
  GB_TRY(gb_agree(s->spectrum->comm, status, error));
  pdseupd_(&s->comm, &vectors, "A", select, value, s->v, &s->n, &no_shift, "G", &s->n, "LA",
           &s->nev, &TOLERANCE, s->residual, &s->ncv, s->v, &s->n, s->iparam, s->ipntr, s->workd,
           s->workl, &s->length, &info, 1, 1, 2);
  if (info != 0)
    return gb_fail(error, GB_NO_MODES, "ARPACK could not find vectors (dseupd: info %d)", info);
  for (int c = 0; c < *found; c++)
    memcpy(x + (size_t)c * length, s->v + (size_t)c * n, length * sizeof *x);
  return GB_OK;
}

int gb_spectrum_lanczos(const gb_spectrum *spectrum, int count, double x[], int *found,
                        gb_error *error) {
  search s = {.spectrum = spectrum,
              .comm = (int)MPI_Comm_c2f(spectrum->comm),
              .n = spectrum->length > 0 ? spectrum->length : 1,
              .nev = count,
              .ncv = 2 * count + MARGIN,
              .iparam = {[0] = 1, [2] = RESTARTS, [3] = 1, [6] = 3}};
  *found = 0;
  if (s.ncv > spectrum->total) s.ncv = (int)spectrum->total;
  s.length = s.ncv * (s.ncv + 8);
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(spectrum->comm, allocate(&s, &scratch, error), error));
  gb_spectrum_random(spectrum, 0, s.residual);
  GB_TRY(iterate(&s, error));
  return extract(&s, x, found, error);
}
