/// Controls: functions of t through values at nodes, u(t) = sum_i w_i(t) c_i with coefficients c:
/// the values at the nodes and, of a cubic spline, the second derivatives (moments) there, which
/// follow from the values by one tridiagonal system. Source: docs/theory.md, the section on
/// controls.
#ifndef GB_PROBLEM_CONTROLS_H
#define GB_PROBLEM_CONTROLS_H

#include "problem/problem.h"

enum {
  GB_CONTROL_TERMS = 4, ///< coefficients that a control depends on at a time
  GB_CONTROL_ORDERS = 3 ///< u, u', u''
};

/// The coefficients that a control depends on at a time: values of nodes are numbered from 0,
/// moments from `nodes` on.
typedef struct gb_control_place {
  int terms;
  int coefficient[GB_CONTROL_TERMS];
  /// weights of the coefficients in u, u' and u''
  double weight[GB_CONTROL_TERMS][GB_CONTROL_ORDERS];
} gb_control_place;

/// Set up the knots, values and moments of a control from the numbers of the case. The arena owns
/// the memory. Local.
/// errors: GB_FILE (memory)
int gb_control_open(gb_control *control, gb_arena *arena, gb_error *error);
/// Find the terms of a control at t. Beyond the ends the first or the last piece is extrapolated.
void gb_control_find(const gb_control *control, double t, gb_control_place *place);
/// Compute the moments of given values, [nodes] each. Cost and memory are proportional to the
/// number of nodes. errors: GB_FILE (memory)
int gb_control_moments(const gb_control *control, const double value[], double moment[],
                       gb_error *error);
/// value_bar[nodes] += (d moment / d value)^T moment_bar, by the transposed system.
int gb_control_pull(const gb_control *control, const double moment_bar[], double value_bar[],
                    gb_error *error);

/// Evaluate an expression of t and controls with its Taylor coefficients.
double gb_problem_value(const gb_problem *problem, const gb_expression *expression, double t);
void gb_problem_motion(const gb_problem *problem, const gb_expression *expression, double t,
                       double out[3]);

#endif
