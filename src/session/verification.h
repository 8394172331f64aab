/// Verification of gradients: derivatives along directions in the space of the designs, by adjoint
/// or tangent and by complex-step runs of the whole march.
#ifndef GB_SESSION_VERIFICATION_H
#define GB_SESSION_VERIFICATION_H

#include "base/arena.h"
#include "session/session.h"

enum { GB_MOST_DIRECTIONS = 6, GB_MOST_DIFFERENCES = 32 };
static const double gb_verified = 1e-8; ///< relative error that passes

/// Each design by its own value, so that a step is relative; many designs: one random direction of
/// all. Borrows the session.
typedef struct gb_verification {
  gb_session *session;
  /// Called on all ranks with a line of progress, or a remark; the caller sets it. NULL: nothing.
  void (*tell)(void *context, const char *line);
  void *context;
  gb_arena memory;             ///< of the arrays
  int directions, functionals; ///< functionals: values of all of them
  const char *name[GB_MOST_DIFFERENCES];
  double *direction; ///< [directions][designs]
  double *size;      ///< [functionals]: the largest of the value, of the derivatives of the march
                     ///< that was differentiated last and, once that is measured, of its terms
  double *cancels;   ///< [functionals][directions]: size of what cancels in the derivative; zero
                     ///< until it is measured
  double *noise;     ///< [functionals][directions]: what a derivative varies by with round-off of
                     ///< the states; zero until it is measured
  gb_bisections
      bisections; ///< of the march that was differentiated last: complex ones go by the same
} gb_verification;

/// @param most  designs, of which each has a direction of its own. Collective. errors: GB_USAGE
/// without designs or functionals
int gb_verification_create(gb_session *session, int most, gb_verification *v, gb_error *error);
/// Refuse frequencies, which have no complex step. Local. errors: GB_USAGE
int gb_verification_check(const gb_session *session, gb_error *error);
void gb_verification_destroy(gb_verification *v);
/// March by the session's analysis with this method; derivatives along the directions,
/// [functionals][directions]. Collective. The outcome is the caller's to free.
int gb_verification_differentiate(const gb_verification *v, gb_gradient_method method,
                                  double derivative[], gb_outcome *outcome, gb_error *error);
/// One complex march, perturbed along direction k by a step: derivatives [functionals]. Collective.
int gb_verification_perturb(const gb_verification *v, double step, int k, double derivative[],
                            gb_error *error);
/// Its derivatives along the directions, of a march that was differentiated; fills `size`. Local.
void gb_verification_project(const gb_verification *v, const gb_outcome *outcome,
                             double derivative[]);
/// Perturb along all directions: errors of the derivatives, [functionals][directions]. Collective.
int gb_verification_compare(const gb_verification *v, double step, const double derivative[],
                            double errors[], gb_error *error);
/// Where a derivative seems wrong, and this is not known yet, measure in the last march that was
/// differentiated what cancels in all derivatives and functionals (GB_CANCELLATION), whose
/// round-off is a part of that, or by how much the derivatives vary with round-off of the states
/// (GB_ROUND_OFF): it may be more than all of a derivative.
/// @param wrong whether one does. Collective.
int gb_verification_measure(const gb_verification *v, gb_gradient_method what, bool wrong,
                            gb_error *error);
/// Where a derivative still seems wrong, perturb along its direction by complex marches whose
/// solves begin elsewhere: what their derivatives differ by is round-off of the states too.
/// @param exact  derivatives by complex step, [directions][functionals]
/// @param errors of all derivatives, [functionals][directions]. Collective.
int gb_verification_vary(const gb_verification *v, double step, const double exact[],
                         const double errors[], gb_error *error);
/// |a - b| of entry e relative to the larger magnitude; where that is too much, to a part of what
/// cancels in them, of the functional's size and of what round-off changes in them, if one is
/// larger: what is left of these is round-off. 0 where both are 0. Local.
double gb_verification_difference(const gb_verification *v, int e, double a, double b);

/// The worst error of functional i's values in a direction, of errors[values][directions]; NAN
/// where one is.
static inline double gb_worst_of_values(const gb_session *s, int i, int directions, int direction,
                                        const double error[]) {
  const gb_functional_settings *f = &s->analysis->functional[i];
  double worst = 0;
  for (int k = f->first; k < f->first + f->values; k++)
    if (!(error[k * directions + direction] <= worst)) worst = error[k * directions + direction];
  return worst;
}

#endif
