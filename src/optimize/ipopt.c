/// IPOPT, loaded as a shared object (plugin/ipopt.c). Debian's libipopt uses the sequential MUMPS,
/// whose functions have the same names as those of the parallel MUMPS of this program. Therefore
/// the object is loaded with a separate scope of symbols, in which IPOPT finds its own MUMPS.
#include "optimize/optimisation.h"
#include "optimize/plugin/plugin.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef GB_IPOPT

/// Paths of the shared object relative to the program: of a build, and as installed.
static const char *const paths[] = {"gimbal-ipopt.so", "../lib/gimbal/gimbal-ipopt.so"};

static int find_plugin(size_t size, char path[], gb_error *error) {
  char program[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length < 0) return gb_fail(error, GB_MISSING_PROGRAM, "/proc/self/exe: cannot be read");
  program[length] = 0;
  char *name = strrchr(program, '/') + 1;
  *name = 0;
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    if (snprintf(path, size, "%s%s", program, paths[i]) < (int)size && access(path, R_OK) == 0)
      return GB_OK;
  return gb_fail(error, GB_MISSING_PROGRAM,
                 "optimize.method: ipopt needs %s beside the program, in %s: build it again",
                 paths[0], program);
}

static int solve(const gb_optimisation *problem, double x[], gb_optimisation_end *end,
                 gb_error *error) {
  char path[PATH_MAX + 64];
  GB_TRY(find_plugin(sizeof path, path, error));
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!library) return gb_fail(error, GB_MISSING_PROGRAM, "optimize.method: ipopt: %s", dlerror());
  gb_plugin_solve *start;
  *(void **)&start =
      dlsym(library, GB_PLUGIN_SYMBOL); // conversion to a function pointer as in POSIX
  // The library is not unloaded, because its Fortran runtime cannot be loaded a second time.
  if (!start)
    return gb_fail(error, GB_MISSING_PROGRAM, "%s does not belong to this program: build it again",
                   path);
  if (start(problem, x, end) == 0) return GB_OK;
  return gb_fail(error, GB_MISSING_PROGRAM, "IPOPT: %s", end->message);
}

#if defined __SANITIZE_ADDRESS__
#define ABSENT "the address sanitizer cannot load a library into a scope of its own"
#else
#define ABSENT NULL
#endif
#else
#define ABSENT "this program was built without IPOPT: install coinor-libipopt-dev and make it again"
static int solve(const gb_optimisation *problem, double x[], gb_optimisation_end *end,
                 gb_error *error) {
  (void)problem, (void)x, (void)end;
  return gb_fail(error, GB_MISSING_PROGRAM, ABSENT);
}
#endif

const gb_method gb_method_ipopt = {.absent = ABSENT, .solve = solve};
