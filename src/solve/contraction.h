/// Private to Newton's method: one solve point under way, and what its corrections tell: how much
/// error remains, and whether the factor is worn.
#ifndef GB_SOLVE_CONTRACTION_H
#define GB_SOLVE_CONTRACTION_H

#include "solve/newton.h"

/// What converges separately: real and imaginary parts of unknowns and of multipliers.
enum { GB_NEWTON_PARTS = 4, GB_NEWTON_MULTIPLIERS = 2, GB_NEWTON_IMAGINARY = 1 };

/// A part's corrections at this point.
typedef struct gb_newton_part {
  double correction, previous; ///< norms of the last two corrections; previous < 0: none
  double older;                ///< norm of the one before them; <= 0: none
  double slowest;              ///< contraction at this point since the factor was renewed; 0: none
  double kept;                 ///< contraction by the kept factor at the points before; 0: unknown
  double size;                 ///< norm of the part of w
  double scale;                ///< the same, or the least |slot i| / sigma_i: what w stands for
  double noise;                ///< what the last digits of the slots make of w
  double best;                 ///< smallest contraction rate seen
  double least;                ///< smallest correction; round-off comes back to about this
  int stagnant;                ///< corrections since one was below half of all before
} gb_newton_part;

typedef struct gb_newton {
  gb_system *system;
  const double *sigma;
  const gb_scalar *base;
  gb_scalar *w, *start, *work;
  gb_scalar *low; ///< what w has beyond its digits
  gb_state *state;
  const gb_newton_options *options;
  gb_newton_report *report;
  gb_anderson *anderson;
  gb_newton_memory *memory;
  gb_newton_part parts[GB_NEWTON_PARTS];
  double first;         ///< norm of the first correction's real part; < 0: none yet
  int rested;           ///< corrections since the real parts are accurate
  bool exact;           ///< the last correction is by the exact operator of its own state
  bool current;         ///< the factor is of the state of the next correction
  bool mixed;           ///< the last two corrections are by an old factor and its successor
  bool was_stale;       ///< the last correction is by a factor of another state
  bool renewed;         ///< the factor was made at this point
  int applications;     ///< of rough preconditioners at this point
  double renewed_rate;  ///< contraction rate at the last renewal near the solution; 0: none
  bool renewal_is_vain; ///< renewals near the solution no longer change the contraction
} gb_newton;

static inline gb_newton_part gb_newton_fresh_part(double correction) {
  return (gb_newton_part){.correction = correction, .best = 1, .least = INFINITY};
}

/// The last contraction of a part; infinite where there is none.
static inline double gb_newton_rate(const gb_newton_part *p) {
  return p->previous > 0 ? p->correction / p->previous : INFINITY;
}

/// Norms over all ranks of the parts of a correction [n + m], of w and of the slots, in one sum.
/// Collective.
int gb_newton_measure(gb_newton *s, const gb_scalar *correction, gb_error *error);

/// Whether all parts are below the tolerance or at round-off. Collective.
int gb_newton_has_converged(gb_newton *s, bool *converged, gb_error *error);

/// Whether the kept factor's contraction would cost more further corrections than a new one is
/// worth. The same on all ranks.
bool gb_newton_wants_renewal(const gb_newton *s);

bool gb_newton_is_finite(const gb_newton *s);

/// Whether the last two corrections are errors that any point may have: what a tighter tolerance
/// asks beyond that is a wish, which the limit of corrections ends.
bool gb_newton_has_rested(const gb_newton *s);

#endif
