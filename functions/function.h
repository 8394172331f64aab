/// Functionals by one mechanism: sums S_m = sum_k w_k sum_points w_p phi_m(f) over a sampled field
/// f of the elements, then a formula G(S) at the end. A functional is one file and one line in
/// gb_functions (functions.c). Source: docs/theory.md; Kennedy & Hicken 2015 for the induced
/// aggregates.
#ifndef GB_FUNCTIONS_FUNCTION_H
#define GB_FUNCTIONS_FUNCTION_H

#include "base/error.h"
#include "base/scalar.h"
#include <stdbool.h>

/// Fields that elements sample.
typedef enum gb_field {
  GB_FIELD_MASS,      ///< mass per area
  GB_FIELD_ENERGY,    ///< eps.N + kappa.M + gamma.Q: twice the strain energy per area
  GB_FIELD_FAILURE,   ///< at both faces of each ply: von Mises stress / yield, or what the section
                      ///< has
  GB_FIELD_RESULTANT, ///< from here on of an element's mean strains: forces and moments of the
                      ///< section in the order of its strains, of a shell per length
  GB_FIELD_STRAIN,    ///< the strains themselves, in that order
  GB_FIELD_STRESS,    ///< of a shell: s11, s22, s12 and both principal stresses, larger one first,
                      ///< of the bottom face, then of the top face
  GB_FIELDS,
  GB_FIELD_POINTS = GB_FIELDS, ///< no element's: an expression of points, each functional its own
  GB_FIELD_CONTROLS, ///< likewise: of t, controls and their rates, over the time of the march
  GB_FIELD_NODES,    ///< an expression of the motion of each node of a group, each its own
  GB_FIELD_KINETIC,  ///< v . M v, twice the kinetic energy, of each element with mass as a whole
  GB_FIELD_INERTIA,  ///< moments of mass of such elements, which are sums by themselves
  GB_FIELD_MODES     ///< nothing that a march samples: whoever runs it fills in the values
} gb_field;

/// The time points that a functional counts.
typedef enum gb_counted {
  GB_COUNT_ALL,   ///< with the scheme's weights
  GB_COUNT_FIRST, ///< of the model alone: point 0, with weight 1
  GB_COUNT_LAST,  ///< with weight 1
  GB_COUNT_AT     ///< the end of one step, with weight 1: each functional its own
} gb_counted;

/// A time point as functionals see it: the scheme's weight, whether it is the first or the last of
/// a march, and the step whose end it is, or -1.
typedef struct gb_instant {
  double weight;
  bool first, last;
  int step;
} gb_instant;

enum { GB_FUNCTION_SUMS = 4 };

typedef struct gb_function {
  const char *type, *form; ///< the case file's words; form NULL where the type has none
  const char *title;
  gb_field field;
  gb_counted counted;
  bool sampled; ///< `sum: discrete` may drop the area weight w_p; else always continuous
  bool kinetic; ///< counts GB_FIELD_KINETIC too
  bool scaled;  ///< phi is relative to the largest f so far (rescaled as it grows)
  int sums;
  int axis[2]; ///< of GB_FIELD_INERTIA: whose component it is
  /// phi[sums] and dphi/df[sums] at one sampling point; P is the weight parameter, largest a real
  /// constant. NULL: the field is of sums.
  void (*integrand)(double P, double largest, gb_scalar f, gb_scalar phi[], gb_scalar dphi[]);
  /// Factor of sum m when the largest f changes from `before` to `now`.
  double (*rescale)(double P, double before, double now, int m);
  /// G(S) and dG/dS[sums].
  gb_scalar (*value)(double P, double largest, const gb_scalar S[], gb_scalar dS[]);
} gb_function;

/// exp(P (before - now)), for every sum over exp(P (f - largest)) (docs/theory.md, eq. 6.11).
static inline double gb_exponential_rescale(double P, double before, double now, int m) {
  (void)m;
  return exp(P * (before - now));
}

/// All functionals, NULL-terminated. Every file's single exported symbol is listed in functions.c.
extern const gb_function *const gb_functions[];

/// The function of these words of a case file, or NULL.
const gb_function *gb_function_find(const char *type, const char *form);

#endif
