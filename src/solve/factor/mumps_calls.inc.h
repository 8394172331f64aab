/// Calls of MUMPS that every factor makes: start, analysis, numeric factorisation and end. The
/// precision is that of the build or, if the including file defines SINGLE, single precision with
/// half the memory and traffic. Complex factors are never single: an imaginary part of 1e-30 would
/// vanish.
#include "solve/factor/linear.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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

/// Percentage by which the work space of a factorisation exceeds what the analysis expects, at
/// first.
enum { SPARE = 30 };

/// How MUMPS maps fronts to ranks, its KEEP(24): in proportion to their work, with candidates for
/// parts of large fronts. By its own choice, 18, MUMPS 5.5 maps the same matrix in different ways
/// from run to run, and with some of them a rank needs a quarter more memory.
enum { BY_WORK = 8 };

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
  *control(m, 14) = SPARE;
  *control(m, 10) = 0; // no iterative refinement
  *control(m, 8) = 0;  // no scaling at first, see factor_values
  *control(m, 28) = 1; // sequential analysis
  if (pattern->counts)
    *control(m, 13) = 1; // factor the root with MUMPS too, which counts its negative pivots
  m->keep[0] = LEAST_PIVOTS;
  m->keep[23] = BY_WORK;
  return choose_place(m, pattern->directory, error);
}

/// Work space of a factorisation: factors from the start on, and fronts at the end meanwhile.
typedef struct work_space {
  MUMPS_NUMBER *entry;
  int64_t entries;
  int64_t expected; ///< number of entries by the analysis, with SPARE
} work_space;

/// Read the size of the work space from an analysis.
static inline void size_work_space(const MUMPS_DATA *m, work_space *w) {
  const int64_t millions = 1000000, found = m->info[7]; // INFO(8), in millions if negative
  w->expected = found < 0 ? -millions * found : found;
}

/// Give MUMPS a work space of the size for its percentage of spare memory. Without memory for that,
/// MUMPS allocates its own or reports an error.
static void give_work_space(MUMPS_DATA *m, work_space *w) {
  const int64_t million = 1000000;
  const double share = 1 + (*control(m, 14) - SPARE) / 100.0;
  int64_t wanted = (int64_t)(share * (double)w->expected);
  if (wanted > INT_MAX) wanted = (wanted / million + 1) * million;
  if (wanted > w->entries) {
    free(w->entry);
    w->entry = malloc((size_t)wanted * sizeof *w->entry);
    w->entries = w->entry ? wanted : 0;
  }
  m->wk_user = (void *)w->entry;
  m->lwk_user = w->entries > INT_MAX ? -(int)(w->entries / million) : (int)w->entries;
}

/// Return the pages behind the factors to the system. The contents are lost, which MUMPS does not
/// need: its solution uses this part as scratch memory, from entry KEEP8(31) on.
static void drop_fronts(const MUMPS_DATA *m, const work_space *w) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  const uintptr_t first = ((uintptr_t)(w->entry + m->keep8[30]) + page - 1) / page * page;
  const uintptr_t end = (uintptr_t)(w->entry + w->entries) / page * page;
  if (w->entry && m->infog[0] >= 0 && first < end)
    madvise((void *)first, end - first, MADV_DONTNEED);
}

/// Run the numeric factorisation; repeat it with more memory if the workspace was too small.
/// Delayed pivots need this memory. They are frequent if multipliers occur next to stiff beams, and
/// less frequent if the matrix is scaled, which takes a tenth of a factorisation. The result is in
/// INFOG. MUMPS allocates its work space itself if that is NULL.
static void factor_values(MUMPS_DATA *m, work_space *own) {
  for (int attempt = 0; attempt < TRIES; attempt++) {
    if (own) give_work_space(m, own);
    m->job = FACTOR;
    call_mumps(m);
    if (m->infog[0] != -9 && m->infog[0] != -8) break;
    *control(m, 14) *= 2;
    if (m->sym == 2) *control(m, 8) = 7; // iterative scaling
  }
  if (own) drop_fronts(m, own);
}

/// @return the number of entries of the factors: INFOG(29), in millions if negative
static double factor_entries(const MUMPS_DATA *m) {
  return m->infog[28] < 0 ? -1e6 * m->infog[28] : m->infog[28];
}
