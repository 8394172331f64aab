/// Solution of linear equations by PETSc, in a shared object that is loaded when a case asks for it
/// (plugin/petsc.c).
#include "solve/factor/petsc.h"
#include "base/platform/plugin.h"

#include <time.h>

enum { PATIENCE = 20 }; ///< s

typedef struct petsc_factor {
  gb_linear base; ///< first member: a pointer to it is a pointer to the factor
  const gb_petsc_functions *functions;
  gb_petsc *petsc;
  int64_t entries; ///< entries of all ranks
  int iterations;  ///< iterations of the last right-hand sides
} petsc_factor;

static int load(const gb_petsc_functions **out, gb_error *error) {
  static const gb_plugin plugin = {"gimbal-petsc.so", GB_PETSC_SYMBOL, "solver.linear: petsc",
                                   "make PETSC=FOLDER, with the folder where PETSc is installed",
                                   false};
  void *symbol;
  GB_TRY(gb_plugin_load(&plugin, &symbol, error));
  *out = symbol;
  if ((*out)->pattern_size == sizeof(gb_linear_pattern)) return GB_OK;
  return gb_fail(error, GB_MISSING_PROGRAM, "%s: %s is of another build of the program: %s",
                 plugin.where, plugin.name, plugin.advice);
}

int gb_linear_petsc_check(gb_error *error) {
  const gb_petsc_functions *functions;
  return load(&functions, error);
}

/// Wait until all ranks have returned from a call. If one has failed, others may wait for it within
/// PETSc, for ever: after PATIENCE seconds it ends the program. Collective.
static void await(MPI_Comm comm, int status, gb_error *error) {
  int done = 0;
  MPI_Request request;
  MPI_Ibarrier(comm, &request);
  if (status == GB_OK) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return;
  }
  for (const double start = gb_timer_now(); !done && gb_timer_now() - start < PATIENCE;) {
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  }
  if (done) return;
  gb_error_print(error);
  fputs("gimbal: the other ranks wait for this one within PETSc, so that the program ends\n",
        stderr);
  MPI_Abort(comm, status);
}

/// Report an error of a call in the same way on all ranks. Collective.
static int report(const petsc_factor *linear, int code, const gb_petsc_report *of_call,
                  const char *task, gb_error *error) {
  int status = GB_OK;
  if (code != 0)
    status = of_call->wrong_options
                 ? gb_fail(error, GB_WRONG_VALUE, "solver.options: %s", of_call->message)
                 : gb_fail(error, GB_SINGULAR,
                           "PETSc failed in the %s of %d unknowns with the options '%s': %s", task,
                           linear->base.pattern->size, linear->base.pattern->petsc,
                           of_call->message[0] ? of_call->message : "another rank failed");
  await(linear->base.comm, status, error);
  return gb_agree(linear->base.comm, status, error);
}

static int create(gb_linear *base, gb_error *error) {
  petsc_factor *linear = (petsc_factor *)base;
  gb_petsc_report of_call = {0};
  const double start = gb_timer_now();
  GB_TRY(gb_agree(base->comm, load(&linear->functions, error), error));
  linear->entries = base->pattern->entries;
  MPI_Allreduce(MPI_IN_PLACE, &linear->entries, 1, MPI_INT64_T, MPI_SUM, base->comm);
  const int code = linear->functions->create(base->comm, base->pattern, &linear->petsc, &of_call);
  gb_timer_add(base->timers, GB_PHASE_ANALYSIS, start);
  return report(linear, code, &of_call, "preparation", error);
}

static void destroy(gb_linear *base) {
  petsc_factor *linear = (petsc_factor *)base;
  if (linear->petsc) linear->functions->destroy(&linear->petsc);
}

static int reserve(gb_linear *base, int count, gb_error *error) {
  (void)base, (void)count, (void)error;
  return GB_OK;
}

static int factor(gb_linear *base, gb_scalar values[], gb_error *error) {
  petsc_factor *linear = (petsc_factor *)base;
  gb_petsc_report of_call = {0};
  const double start = gb_timer_now();
  const int code = linear->functions->factor(linear->petsc, (const double *)values, &of_call);
  gb_timer_add(base->timers, GB_PHASE_FACTORISATION, start);
  return report(linear, code, &of_call, "preconditioner", error);
}

static int solve(gb_linear *base, bool transpose, int count, gb_scalar x[], gb_error *error) {
  petsc_factor *linear = (petsc_factor *)base;
  gb_petsc_report of_call = {0};
  (void)transpose; // the matrix is symmetric
  const double start = gb_timer_now();
  const int code = linear->functions->solve(linear->petsc, count, (double *)x, &of_call);
  gb_timer_add(base->timers, GB_PHASE_SOLVE, start);
  linear->iterations = of_call.iterations;
  gb_timer_iterate(base->timers, of_call.iterations);
  return report(linear, code, &of_call, "solution", error);
}

/// Count negative eigenvalues: an iterative solver cannot, and gb_linear_create chooses MUMPS for
/// matrices of which they are asked.
static int negative(gb_linear *base, int64_t *count, gb_error *error) {
  (void)base;
  *count = 0;
  return gb_fail(error, GB_SINGULAR, "PETSc does not count the negative eigenvalues of a matrix");
}

static void work(const gb_linear *base, double *factorise, double *substitute) {
  const petsc_factor *linear = (const petsc_factor *)base;
  *factorise = 5e-7 * (double)linear->entries;
  *substitute = 1e-8 * (1 + linear->iterations) * (double)linear->entries;
}

static double bytes(const gb_linear *base) {
  const petsc_factor *linear = (const petsc_factor *)base;
  return linear->functions->bytes(linear->petsc);
}

const gb_linear_operations gb_linear_petsc = {.size = sizeof(petsc_factor),
                                              .create = create,
                                              .destroy = destroy,
                                              .reserve = reserve,
                                              .factor = factor,
                                              .solve = solve,
                                              .negative = negative,
                                              .work = work,
                                              .bytes = bytes};
