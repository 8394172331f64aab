/// The machine's memory by sysconf(3).
#include "base/room.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

bool gb_room_lacks(double count, double bytes, size_t size, char *text) {
  const double room = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  const double most = floor(room / 2 / bytes);
  snprintf(text, size,
           "too many (found %.0f, which take at least %.3g GB of memory; this machine has %.3g "
           "GB); accepted: at most %.0f",
           count, count * bytes / 1e9, room / 1e9, most);
  return count > most;
}
