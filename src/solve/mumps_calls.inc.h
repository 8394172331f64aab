/// Calls of MUMPS that every factor makes: start, analysis, numeric factorisation and end. The
/// precision is that of the build or, if the including file defines SINGLE, single precision with
/// half the memory and traffic. Complex factors are never single: an imaginary part of 1e-30 would
/// vanish.
#include "solve/linear.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#if defined(GB_COMPLEX)
#include <zmumps_c.h>
#define MUMPS_DATA   ZMUMPS_STRUC_C
#define MUMPS_NUMBER gb_scalar
#define call_mumps   zmumps_c
#elif defined(SINGLE)
#include <smumps_c.h>
#define MUMPS_DATA   SMUMPS_STRUC_C
#define MUMPS_NUMBER float
#define call_mumps   smumps_c
#else
#include <dmumps_c.h>
#define MUMPS_DATA   DMUMPS_STRUC_C
#define MUMPS_NUMBER gb_scalar
#define call_mumps   dmumps_c
#endif

/// Smallest number of pivots of a front, MUMPS's KEEP(1). Factors in single precision are used for
/// many substitutions, which are faster with few large fronts than with thousands of tiny ones.
/// Measured by bench/large-plate.sh.
#ifdef SINGLE
enum { LEAST_PIVOTS = 12 };
#else
enum { LEAST_PIVOTS = 5 };
#endif

/// Longest name of a folder for factors on disk, which MUMPS's structure can hold.
enum { FOLDER = sizeof(((MUMPS_DATA *)NULL)->ooc_tmpdir) - 1 };

enum { ANALYSE = 1, FACTOR = 2, SOLVE = 3, START = -1, END = -2, TRIES = 6 };
/// Value of MUMPS's ICNTL(7) with which it finds an elimination order itself.
enum { MUMPS_CHOOSES = 7 };

/// @return setting `i` of MUMPS's manual, which counts from 1
static int *control(MUMPS_DATA *m, int i) {
  return &m->icntl[i - 1];
}

/// Run a job of MUMPS and report its error. @param size number of unknowns of all ranks, for the
/// message
static int call(MUMPS_DATA *m, int job, int size, const char *task, gb_error *error) {
  m->job = job;
  call_mumps(m);
  const int code = m->infog[0], detail = m->infog[1];
  return code < 0 ? gb_linear_explain(code, detail, size, task, error) : GB_OK;
}

/// Keep the factor on disk if the pattern has a folder for it.
static int choose_place(MUMPS_DATA *m, const char *directory, gb_error *error) {
  if (!directory) return GB_OK;
  if (strlen(directory) > FOLDER)
    return gb_fail(error, GB_CANNOT_WRITE,
                   "solver.out_of_core: the name of the folder has %zu characters; accepted: at "
                   "most %d",
                   strlen(directory), (int)FOLDER);
  *control(m, 22) = 1;
  strcpy(m->ooc_tmpdir, directory);
  return GB_OK;
}

/// Start an instance with the settings that all factors share.
static int start_mumps(MUMPS_DATA *m, MPI_Comm comm, const gb_linear_pattern *pattern,
                       gb_error *error) {
  m->par = 1;
  m->sym = pattern->definite ? 1 : 2;
  m->comm_fortran = (MUMPS_INT)MPI_Comm_c2f(comm);
  GB_TRY(call(m, START, pattern->size, "start", error));
  for (int i = 1; i <= 4; i++) *control(m, i) = i == 4 ? 0 : -1; // no output
  *control(m, 7) = 1;                                            // our elimination order
  *control(m, 14) = 30;                                          // percentage of spare memory
  *control(m, 10) = 0;                                           // no iterative refinement
  *control(m, 8) = 0;  // no scaling at first, see factor_values
  *control(m, 28) = 1; // sequential analysis
  if (pattern->counts)
    *control(m, 13) = 1; // factor the root with MUMPS too, which counts its negative pivots
  m->keep[0] = LEAST_PIVOTS;
  return choose_place(m, pattern->directory, error);
}

/// Run the numeric factorisation; repeat it with more memory if the workspace was too small.
/// Delayed pivots need this memory. They are frequent if multipliers occur next to stiff beams, and
/// less frequent if the matrix is scaled, which takes a tenth of a factorisation. The result is in
/// INFOG.
static void factor_values(MUMPS_DATA *m) {
  for (int attempt = 0; attempt < TRIES; attempt++) {
    m->job = FACTOR;
    call_mumps(m);
    if (m->infog[0] != -9 && m->infog[0] != -8) break;
    *control(m, 14) *= 2;
    if (m->sym == 2) *control(m, 8) = 7; // iterative scaling
  }
}

/// @return the number of entries of the factors: INFOG(29), in millions if negative
static double factor_entries(const MUMPS_DATA *m) {
  return m->infog[28] < 0 ? -1e6 * m->infog[28] : m->infog[28];
}
