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
  double value;     ///< omega^2
  const double *x;  ///< eigenvector with x . M x = 1, or its real part, [n + m]
  const double *im; ///< imaginary part in a rotating frame; then x has any norm. NULL: no rotation
  const double *about; ///< point on the axis of the rotating frame
  bool moves;          ///< the state depends on the designs
} gb_eigenpair;

/// A change of a director, or of a position relative to the size of the model, that is small.
static const double GB_SMALL_CHANGE = 1e-4;
/// Compute the factor e of a vector x [n + m] for which the largest change of e x is
/// GB_SMALL_CHANGE. Differences along x use it. Collective. errors:
/// GB_FILE (memory)
int gb_small_change(const gb_model *model, gb_pencil *pencil, const double x[], double *e,
                    gb_error *error);

/// Compute the derivatives of omega^2. In a rotating frame they are multiplied by x* . M x + x* . C
/// x / (2 i omega). Collective. errors: GB_FILE (memory)
/// @param[out] gradient derivatives by the designs at a fixed state, [designs], the same on all
/// ranks
/// @param[out] bar derivatives by q and multipliers of the state, [n + m]; 0 if pair->moves is not
/// set
int gb_eigenpair_derivative(const gb_eigenpair *pair, double gradient[], double bar[],
                            gb_error *error);
/// Add to the gradient [designs] the derivatives through the steady state of a rotating frame. The
/// current factor of the pencil must be that of K. Collective. errors: GB_FILE (memory)
/// @param[in,out] bar as above; overwritten
int gb_eigenpair_balance(const gb_eigenpair *pair, double bar[], double gradient[],
                         gb_error *error);

#endif
