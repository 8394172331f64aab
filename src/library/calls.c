/// Functions that all calls of the library use: check arguments, store errors, and set the number
/// of threads of OpenBLAS.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // RTLD_NEXT
#endif
#include "library/library.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

int gb_library_end(gimbal_case *c, int status, const gb_error *error) {
  c->error = status == GB_OK ? (gb_error){0} : *error;
  return status;
}

int gb_library_need(const void *argument, const char *what, gb_error *error) {
  if (argument) return GB_OK;
  return gb_fail(error, GB_WRONG_CALL, "%s: found NULL; accepted: %s", what,
                 strcmp(what, "out") ? "a text or an array" : "an address for the result");
}

int gb_library_threads(int threads) {
  int (*get)(void) = NULL;
  void (*set)(int) = NULL;
  if (getenv("OMP_NUM_THREADS") || getenv("OPENBLAS_NUM_THREADS")) return threads;
  *(void **)&get =
      dlsym(RTLD_NEXT, "openblas_get_num_threads"); // conversion to a function pointer as in POSIX
  *(void **)&set = dlsym(RTLD_NEXT, "openblas_set_num_threads");
  if (!get || !set) return threads;
  const int before = get();
  set(threads);
  return before;
}
