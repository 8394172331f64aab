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
  bool moves;          ///< the state is an equilibrium, which moves with the designs
} gb_eigenpair;

/// gradient[designs], the same on all ranks: d omega^2 / d design, in a turning frame times
/// x* . M x + x* . C x / (2 i omega) (overwrites). Where the state moves, the pencil's factor is
/// that of K. Collective. errors: GB_FILE
int gb_eigenpair_derivative(const gb_eigenpair *pair, double gradient[], gb_error *error);

#endif
