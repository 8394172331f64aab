/// MUMPS works out at each call, twice at each solve, how large a file of its instance would be,
/// by names of some 200 parts: of a small model a quarter of all time. Nobody here writes such
/// files. Symbols of the program come before those of shared libraries, and a version of MUMPS with
/// other symbols keeps its own.
#include <stdint.h>

#define NO_SIZES(precision)                                                                        \
  void __##precision##mumps_save_restore_MOD_##precision##mumps_compute_memory_save(               \
      void *instance, int64_t *file, int64_t *memory) __attribute__((visibility("default")));      \
  void __##precision##mumps_save_restore_MOD_##precision##mumps_compute_memory_save(               \
      void *instance, int64_t *file, int64_t *memory) {                                            \
    (void)instance;                                                                                \
    *file = *memory = 0;                                                                           \
  }

NO_SIZES(d)
NO_SIZES(s)
NO_SIZES(z)
