/// Derivatives of eigenvalues by the designs. Source: docs/theory.md, the section on modes.
#ifndef GB_MODES_DERIVATIVE_H
#define GB_MODES_DERIVATIVE_H

#include "modes/base_state.h"
#include "system/pencil.h"

/// A simple eigenpair about a state. Borrowed.
typedef struct gb_eigenpair {
  const gb_model *model;
  gb_base_state *base;
  gb_pencil *pencil;
  double value;        ///< omega^2
  const double *x;     ///< x . M x = 1, [n + m]
  const double *im;    ///< in a turning frame the imaginary part, and no such size; NULL: it rests
  const double *about; ///< a point of the axis of the turning frame
  bool moves;          ///< the state moves with the designs
} gb_eigenpair;

/// gradient[designs], the same on all ranks: d omega^2 / d design of a state that stays, in a
/// turning frame times x* . M x + x* . C x / (2 i omega), and bar[n + m], its derivative by the
/// state's q and multipliers; zero unless that moves (both overwrites). Collective. errors: GB_FILE
int gb_eigenpair_derivative(const gb_eigenpair *pair, double gradient[], double bar[],
                            gb_error *error);
/// gradient[designs] += the part by a steady state of a turning frame. The pencil's factor is that
/// of K. @param[in,out] bar  as above, used up. Collective. errors: GB_FILE
int gb_eigenpair_balance(const gb_eigenpair *pair, double bar[], double gradient[],
                         gb_error *error);

#endif
