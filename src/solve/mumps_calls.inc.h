/// Calls of MUMPS that every factor makes: start, analysis, numeric factorisation, end. The
/// including file has defined MUMPS_DATA (the structure), MUMPS_NUMBER (its arithmetic), call_mumps
/// and LEAST_PIVOTS (of a front, MUMPS's KEEP(1)), see mumps_full.h.
#include "solve/linear.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { ANALYSE = 1, FACTOR = 2, SOLVE = 3, START = -1, END = -2, TRIES = 4 };

/// Setting `i` of MUMPS's manual, whose numbering starts at 1.
static int *control(MUMPS_DATA *m, int i) {
  return &m->icntl[i - 1];
}

/// @param size unknowns of all ranks, for the message
static int call(MUMPS_DATA *m, int job, int size, const char *task, gb_error *error) {
  m->job = job;
  call_mumps(m);
  const int code = m->infog[0], detail = m->infog[1];
  return code < 0 ? gb_linear_explain(code, detail, size, task, error) : GB_OK;
}

/// An instance with the settings that all factors share.
static int start_mumps(MUMPS_DATA *m, MPI_Comm comm, const gb_linear_pattern *pattern,
                       gb_error *error) {
  m->par = 1;
  m->sym = pattern->definite ? 1 : 2;
  m->comm_fortran = (MUMPS_INT)MPI_Comm_c2f(comm);
  GB_TRY(call(m, START, pattern->size, "start", error));
  for (int i = 1; i <= 4; i++) *control(m, i) = i == 4 ? 0 : -1; // silent
  *control(m, 7) = 1;                                            // our order
  *control(m, 14) = 30;                                          // percent of spare memory
  *control(m, 10) = 0;                                           // refinement is ours
  *control(m, 8) = 0;                       // no scaling: the analysis stays valid
  *control(m, 28) = 1;                      // sequential analysis
  if (pattern->counts) *control(m, 13) = 1; // the root too is factored by MUMPS, which counts
  m->keep[0] = LEAST_PIVOTS;
  return GB_OK;
}

/// The numeric factorisation, again with more memory where the workspace was too small. The codes
/// are in INFOG.
static void factor_values(MUMPS_DATA *m) {
  for (int attempt = 0; attempt < TRIES; attempt++) {
    m->job = FACTOR;
    call_mumps(m);
    if (m->infog[0] != -9 && m->infog[0] != -8) break;
    *control(m, 14) *= 2;
  }
}

/// INFOG(29): entries of the factors, in millions when negative.
static double factor_entries(const MUMPS_DATA *m) {
  return m->infog[28] < 0 ? -1e6 * m->infog[28] : m->infog[28];
}
