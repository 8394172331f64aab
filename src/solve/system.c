/// Functions of all systems.
#include "solve/system.h"

int gb_system_agree(gb_system *system, int status, gb_error *error) {
  gb_scalar failures = status != GB_OK;
  GB_TRY(system->op->sum(system, 1, &failures, error));
  if (gb_real(failures) == 0) return GB_OK;
  return gb_fail(error, GB_OUT_OF_MEMORY, "out of memory on another rank");
}
