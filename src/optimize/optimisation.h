/// The optimisation problem: minimise f(x) subject to c_lower <= c(x) <= c_upper and lower <= x <=
/// upper, all of them scaled. Interface of the methods, which do not depend on marches. All
/// functions are local: one rank runs a method, and the callbacks may involve other ranks.
#ifndef GB_OPTIMIZE_OPTIMISATION_H
#define GB_OPTIMIZE_OPTIMISATION_H

#include "base/error.h"
#include "optimize/methods.h"

/// Result of an evaluation.
typedef enum gb_evaluated {
  GB_EVALUATED,
  GB_NO_VALUE, ///< the functions have no value at x; the method shall go back towards a known point
  GB_HALT      ///< the method shall end
} gb_evaluated;

/// Action of the method after an iteration.
typedef enum gb_after_iteration {
  GB_ITERATION_CONTINUE,
  GB_ITERATION_OPTIMAL, ///< end: the point is the optimum
  GB_ITERATION_HALT     ///< end without an optimum
} gb_after_iteration;

typedef struct gb_optimisation {
  int designs, constraints;
  const double *start, *lower, *upper; ///< start and bounds of x, [designs]; +-INFINITY: no bound
  const double *c_lower, *c_upper;     ///< limits of c, [constraints]; equal: an equality
  double tolerance;                    ///< tolerance of violations and of optimality
  int iterations;                      ///< largest number of iterations
  void *context;                       ///< first argument of the functions below
  /// Compute f and c at x, value [1 + constraints], and the gradient [1 + constraints][designs]
  /// unless it is NULL.
  gb_evaluated (*evaluate)(void *context, const double x[], double value[], double gradient[]);
  /// Called after each iteration. The point evaluated last is the current point, and has a
  /// gradient.
  gb_after_iteration (*iterated)(void *context, int iteration);
} gb_optimisation;

/// Reason why a method ended.
typedef enum gb_ending {
  GB_ENDED_OPTIMAL,
  GB_ENDED_LIMIT,     ///< the limit of iterations was reached
  GB_ENDED_HALTED,    ///< a callback requested the end
  GB_ENDED_INFEASIBLE ///< no feasible point or no optimum was found
} gb_ending;

typedef struct gb_optimisation_end {
  gb_ending how;
  char message[200]; ///< message of the library
} gb_optimisation_end;

typedef struct gb_method {
  const char *absent; ///< why the method is not available; NULL: it is available
  /// Run the method. errors: GB_FILE (memory, or a library that cannot be loaded)
  /// @param[out] x  the point at which the method ended, [designs]
  int (*solve)(const gb_optimisation *problem, double x[], gb_optimisation_end *end,
               gb_error *error);
} gb_method;

#define GB_DECLARE_METHOD(word, constraints, equalities) extern const gb_method gb_method_##word;
GB_FOR_METHODS(GB_DECLARE_METHOD)
#undef GB_DECLARE_METHOD

/// The methods, in the order of gb_method_traits_of.
extern const gb_method *const gb_methods[];

/// Compute the residual of the KKT conditions at x with its scaled values and gradient. It is 0 if
/// the gradient of the objective is in the cone of the gradients of active constraints and bounds.
/// errors: GB_FILE (memory)
/// @param[in,out] size  largest entry of the gradients of the objective so far, including this one;
/// 0 before the first call
int gb_optimisation_optimality(const gb_optimisation *problem, const double x[],
                               const double value[], const double gradient[], double *size,
                               double *optimality, gb_error *error);

/// Return the largest violation of the constraints.
/// @param[out] index  index of the constraint; -1: none is violated
double gb_optimisation_violation(const gb_optimisation *problem, const double c[], int *index);

#endif
