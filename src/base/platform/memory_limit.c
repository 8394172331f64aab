/// Find the memory of the machine with sysconf(3).
#include "base/platform/memory_limit.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

bool gb_exceeds_memory(double count, double bytes, size_t size, char *text) {
  const double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  const double limit = floor(memory / 2 / bytes);
  snprintf(text, size,
           "too many (found %.0f, which take at least %.3g GB of memory; this machine has %.3g "
           "GB); accepted: at most %.0f",
           count, count * bytes / 1e9, memory / 1e9, limit);
  return count > limit;
}
