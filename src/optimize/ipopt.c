/// IPOPT, by a shared object beside the program (plugin/ipopt.c). Debian's libipopt brings a MUMPS
/// for one process whose functions have the names of our parallel one: the object is loaded with a
/// scope of its own, in which IPOPT finds its MUMPS and we keep ours.
#include "optimize/optimisation.h"
#include "optimize/plugin/plugin.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef GB_IPOPT

/// Beside the program, or where `make install` puts it.
static const char *const places[] = {"gimbal-ipopt.so", "../lib/gimbal/gimbal-ipopt.so"};

static int find_plugin(size_t size, char path[], gb_error *error) {
  char program[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length < 0) return gb_fail(error, GB_MISSING_PROGRAM, "/proc/self/exe: cannot be read");
  program[length] = 0;
  char *name = strrchr(program, '/') + 1;
  *name = 0;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (snprintf(path, size, "%s%s", program, places[i]) < (int)size && access(path, R_OK) == 0)
      return GB_OK;
  return gb_fail(error, GB_MISSING_PROGRAM,
                 "optimize.method: ipopt needs %s beside the program, in %s: make it again",
                 places[0], program);
}

static int solve(const gb_optimisation *problem, double x[], gb_ended *ended, gb_error *error) {
  char path[PATH_MAX + 64];
  GB_TRY(find_plugin(sizeof path, path, error));
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!library) return gb_fail(error, GB_MISSING_PROGRAM, "optimize.method: ipopt: %s", dlerror());
  gb_plugin_solve *start;
  *(void **)&start = dlsym(library, GB_PLUGIN_SYMBOL); // a function's address, as POSIX has it
  // The library stays: its Fortran runtime cannot be loaded a second time.
  if (!start)
    return gb_fail(error, GB_MISSING_PROGRAM, "%s is none of this program: make it again", path);
  if (start(problem, x, ended) == 0) return GB_OK;
  return gb_fail(error, GB_MISSING_PROGRAM, "IPOPT: %s", ended->words);
}

#if defined __SANITIZE_ADDRESS__
#define ABSENT "the address sanitizer cannot load a library into a scope of its own"
#else
#define ABSENT NULL
#endif
#else
#define ABSENT "this program was built without IPOPT: install coinor-libipopt-dev and make it again"
static int solve(const gb_optimisation *problem, double x[], gb_ended *ended, gb_error *error) {
  (void)problem, (void)x, (void)ended;
  return gb_fail(error, GB_MISSING_PROGRAM, ABSENT);
}
#endif

const gb_method gb_method_ipopt = {.absent = ABSENT, .solve = solve};
