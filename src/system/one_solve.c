#include "system/one_solve.h"

#include "integrators/pass.h"

enum { PAIRS = 24 }; ///< of corrections that are kept

int gb_one_solve(gb_system *system, const gb_operator *A, int count, const gb_scalar b[],
                 gb_scalar x[], gb_error *error) {
  const gb_linear_equations equations = {.A = *A, .count = count, .b = b, .tolerance = 1e-13};
  gb_anderson *anderson = NULL;
  gb_linear_report report;
  int status = gb_anderson_create(system, PAIRS, count, &anderson, error);
  status = gb_system_agree(system, status, error);
  if (status == GB_OK) status = gb_anderson_solve(anderson, &equations, x, NULL, &report, error);
  gb_anderson_destroy(&anderson);
  return status;
}
