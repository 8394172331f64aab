/// IPOPT, loaded as a shared object (plugin/ipopt.c). The sequential MUMPS of
/// Debian's libipopt and the parallel MUMPS of this program have functions of the same names. In
/// the object's own scope of symbols IPOPT finds its own MUMPS.
#include "base/platform/plugin.h"
#include "optimize/optimisation.h"
#include "optimize/plugin.h"

#ifdef GB_IPOPT
#define ABSENT GB_PLUGIN_ABSENT

static int solve(const gb_optimisation *problem, double x[], gb_optimisation_end *end,
                 gb_error *error) {
  static const gb_plugin plugin = {"gimbal-ipopt.so", GB_PLUGIN_SYMBOL, "optimize.method: ipopt",
                                   "build it again", true};
  void *symbol;
  gb_plugin_solve *start;
  GB_TRY(gb_plugin_load(&plugin, &symbol, error));
  *(void **)&start = symbol; // conversion to a function pointer as in POSIX
  if (start(problem, x, end) == 0) return GB_OK;
  return gb_fail(error, GB_MISSING_PROGRAM, "IPOPT: %s", end->message);
}
#else
#define ABSENT "this program was built without IPOPT: install coinor-libipopt-dev and make it again"

static int solve(const gb_optimisation *problem, double x[], gb_optimisation_end *end,
                 gb_error *error) {
  (void)problem, (void)x, (void)end;
  return gb_fail(error, GB_MISSING_PROGRAM, ABSENT);
}
#endif

const gb_method gb_method_ipopt = {.absent = ABSENT, .solve = solve};
