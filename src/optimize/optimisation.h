/// Minimise f(x) with least <= c(x) <= most and lower <= x <= upper, all of them scaled: what is
/// asked of a library, and the table of the methods. The libraries know nothing of a march, and
/// whoever marches knows nothing of them. All is local: one rank runs a method, and its evaluations
/// may be collective.
#ifndef GB_OPTIMIZE_OPTIMISATION_H
#define GB_OPTIMIZE_OPTIMISATION_H

#include "base/error.h"
#include "optimize/methods.h"

typedef enum gb_evaluated {
  GB_EVALUATED,
  GB_NO_VALUE, ///< the functions have no value there: the method is to come nearer to a known point
  GB_HALT      ///< no further evaluation is wanted
} gb_evaluated;

/// What follows an iteration.
typedef enum gb_optimisation_state { GB_GO_ON, GB_REACHED, GB_END } gb_optimisation_state;

typedef struct gb_optimisation {
  int designs, constraints;
  const double *start, *lower, *upper; ///< of x, [designs]; +-INFINITY: no bound
  const double *least, *most;          ///< of c, [constraints]; equal: an equality
  double tolerance;                    ///< of violations and of optimality
  int iterations;                      ///< at most
  void *context;                       ///< of the functions below
  /// f and c at x: value[1 + constraints], and unless NULL the gradient[1 + constraints][designs].
  gb_evaluated (*evaluate)(void *context, const double x[], double value[], double gradient[]);
  /// An iteration has ended, the point that was evaluated last being the present one, with a
  /// gradient. @return GB_REACHED: it is the optimum, and the method ends
  gb_optimisation_state (*iterated)(void *context, int iteration);
} gb_optimisation;

typedef enum gb_ending {
  GB_ENDED_OPTIMAL,
  GB_ENDED_LIMIT,     ///< of iterations
  GB_ENDED_HALTED,    ///< by an evaluation
  GB_ENDED_INFEASIBLE ///< or otherwise without an optimum
} gb_ending;

typedef struct gb_ended {
  gb_ending how;
  char words[200]; ///< of the library
} gb_ended;

typedef struct gb_method {
  const char *absent; ///< what to install for a program that has it; NULL: it is here
  /// @param[out] x  where the method ended, [designs]
  /// errors: GB_FILE (memory, a library that cannot be loaded)
  int (*solve)(const gb_optimisation *problem, double x[], gb_ended *ended, gb_error *error);
} gb_method;

#define GB_DECLARE_METHOD(word, constraints, equalities) extern const gb_method gb_method_##word;
GB_FOR_METHODS(GB_DECLARE_METHOD)
#undef GB_DECLARE_METHOD

/// In the order of gb_method_traits_of.
extern const gb_method *const gb_methods[];

/// How far x, with its scaled values and gradient, is from being an optimum: 0 where the gradient
/// of the objective is in the cone of those of the constraints and bounds that hold. errors:
/// GB_FILE
/// @param[in,out] size  the largest entry of the objective's gradients at points that count, which
/// this one joins; 0 at first
int gb_optimisation_optimality(const gb_optimisation *problem, const double x[],
                               const double value[], const double gradient[], double *size,
                               double *optimality, gb_error *error);

/// The largest violation of c, and its constraint in *worst (-1: none is violated).
double gb_optimisation_violation(const gb_optimisation *problem, const double c[], int *worst);

#endif
