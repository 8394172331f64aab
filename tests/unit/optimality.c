/// How far a point is from the conditions of Karush, Kuhn and Tucker. Claims: at the optimum of a
/// linear problem the measure is zero; beside it, it is multiplier times distance by the largest
/// entry of the objective's gradient, for upper and lower limits, limits on either side of zero,
/// and bounds; a constraint farther than a hundred tolerances from its limit has no multiplier, and
/// the gradient itself is what is left; a point on the wrong side of an equality has no distance.
// ranks: 1
#include "optimize/optimisation.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { DESIGNS = 2, CONSTRAINTS = 2 };

static const double tolerance = 1e-6;

/// The measure at x of f = -x - 2 y with the constraints c = x and c = y between limits; sign -1
/// turns all designs and limits round.
static double measure(double sign, const double x[], const double limit[], bool bounds,
                      bool equal) {
  const double free[] = {-INFINITY, -INFINITY}, open[] = {INFINITY, INFINITY};
  const double end[] = {sign * limit[0], sign * limit[1]};
  const double *lower = sign > 0 ? free : end, *upper = sign > 0 ? end : open;
  const double at[] = {sign * x[0], sign * x[1]};
  const double value[] = {-x[0] - 2 * x[1], at[0], at[1]};
  const double gradient[] = {-sign, -2 * sign, 1, 0, 0, 1};
  const gb_optimisation problem = {.designs = DESIGNS,
                                   .constraints = bounds ? 0 : CONSTRAINTS,
                                   .lower = bounds ? lower : free,
                                   .upper = bounds ? upper : open,
                                   .c_lower = equal ? end : lower,
                                   .c_upper = equal ? end : upper,
                                   .tolerance = tolerance};
  double size = 0, found = NAN;
  gb_error error = {0};
  assert_int_equal(gb_optimisation_optimality(&problem, at, value, gradient, &size, &found, &error),
                   GB_OK);
  assert_true(size == 2);
  return found;
}

/// Both limits, of which one is missed by a distance.
static void a_distance_counts_by_its_multiplier(void **unused) {
  (void)unused;
  static const double distance[] = {0, 1e-9, 1e-6, 9e-5};
  static const double limit[] = {0.4, 1.25};
  for (int k = 0; k < 4; k++)
    for (int which = 0; which < 2; which++)
      for (int kind = 0; kind < 4; kind++) {
        const double sign = kind % 2 ? -1 : 1;
        double x[] = {limit[0], limit[1]};
        x[which] -= distance[k];
        // the multipliers are 1 and 2, and the largest entry is 2
        const double expected = distance[k] * (1 + which) / 2;
        assert_true(fabs(measure(sign, x, limit, kind > 1, false) - expected) < 1e-15);
      }
}

static void far_from_its_limit_it_has_no_multiplier(void **unused) {
  (void)unused;
  static const double limit[] = {0.4, 1.25};
  for (int which = 0; which < 2; which++)
    for (int kind = 0; kind < 4; kind++) {
      double x[] = {limit[0], limit[1]};
      x[which] -= 2e-4;
      const double expected = (1 + which) / 2.0;
      assert_true(fabs(measure(kind % 2 ? -1 : 1, x, limit, kind > 1, false) - expected) < 1e-12);
    }
}

static void equalities_have_multipliers_at_any_distance(void **unused) {
  (void)unused;
  static const double limit[] = {0.4, 1.25}, x[] = {0.1, 1.5};
  for (int sign = -1; sign < 2; sign += 2)
    assert_true(measure(sign, x, limit, false, true) < 1e-15);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_distance_counts_by_its_multiplier),
      cmocka_unit_test(far_from_its_limit_it_has_no_multiplier),
      cmocka_unit_test(equalities_have_multipliers_at_any_distance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
