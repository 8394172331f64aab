#include "system/start/one_solve.h"

#include "integrators/pass.h"

enum { PAIRS = 24 }; ///< largest number of pairs of corrections that Anderson's method uses

int gb_one_solve(gb_system *system, const gb_operator *A, int count, const gb_scalar b[],
                 gb_scalar x[], gb_error *error) {
  const gb_linear_equations equations = {.A = *A, .count = count, .b = b, .tolerance = 1e-13};
  gb_anderson *anderson = NULL;
  gb_linear_report report;
  GB_SCRATCH(scratch);
  const int status = gb_anderson_create(system, &scratch, PAIRS, count, &anderson, error);
  GB_TRY(gb_system_agree(system, status, error));
  return gb_anderson_solve(anderson, &equations, x, NULL, &report, error);
}
