/// Replace a function of MUMPS that costs time and has no use here. At each call, and twice at each
/// solve, MUMPS computes the size of the file that would store its instance, by comparing names of
/// some 200 components: a quarter of the whole time of a small model. Gimbal writes no such files.
/// The linker prefers symbols of the program to those of shared libraries. If a version of MUMPS
/// has other symbols, its own functions remain in use.
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
