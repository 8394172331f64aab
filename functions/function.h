/// Interface of functionals. A functional is a formula G(S) of sums S_m = sum_k w_k sum_points w_p
/// phi_m(f) over a field f that elements sample, with time weights w_k and area weights w_p. Each
/// functional is one file and one line in gb_functions (functions.c). Source: docs/theory.md;
/// Kennedy & Hicken 2015 for the induced aggregates.
#ifndef GB_FUNCTIONS_FUNCTION_H
#define GB_FUNCTIONS_FUNCTION_H

#include "base/error.h"
#include "base/scalar.h"
#include <stdbool.h>

/// Fields that elements sample.
typedef enum gb_field {
  GB_FIELD_MASS,      ///< mass per area
  GB_FIELD_ENERGY,    ///< eps.N + kappa.M + gamma.Q: twice the strain energy per area
  GB_FIELD_FAILURE,   ///< failure index of the section at both faces of each ply, for example von
                      ///< Mises stress / yield stress
  GB_FIELD_RESULTANT, ///< forces and moments of the section for the mean strains of an element, in
                      ///< the order of the strains; per length for a shell
  GB_FIELD_STRAIN,    ///< mean strains of an element
  GB_FIELD_STRESS,    ///< stresses of a shell for its mean strains: s11, s22, s12, larger and
                      ///< smaller principal stress, at the bottom face, then at the top face
  GB_FIELD_DEPTH, ///< depth of each point of a contact in the surface's material, negative: gap;
                  ///< its area is 1 for points without length or area
  GB_FIELD_TOUCH, ///< the same of all parts of a surface of elements, with area weights of both
                  ///< signs: their sum over the parts that a point touches is the point's area
  GB_FIELDS,
  // The following fields are not sampled by elements.
  GB_FIELD_POINTS = GB_FIELDS, ///< the functional's expression of the motion of points
  GB_FIELD_CONTROLS,           ///< the functional's expression of t, controls and their rates
  GB_FIELD_NODES,   ///< the functional's expression of the motion of each node of a group
  GB_FIELD_KINETIC, ///< v . M v, twice the kinetic energy, of each element with mass
  GB_FIELD_INERTIA, ///< moments of mass of each element with mass; they are sums, not samples
  GB_FIELD_MODES    ///< nothing is sampled; the caller of the march sets the values
} gb_field;

/// The time points that a functional counts, and their weights.
typedef enum gb_counted {
  GB_COUNT_ALL,   ///< all stages, with the weights of the scheme
  GB_COUNT_FIRST, ///< the initial state only, with weight 1: a functional of the model
  GB_COUNT_LAST,  ///< the last state only, with weight 1
  GB_COUNT_AT     ///< the end of one step, with weight 1; the step belongs to the functional
} gb_counted;

/// A time point of a march.
typedef struct gb_instant {
  double weight;    ///< weight of the scheme, w_k
  bool first, last; ///< whether it is the first or the last one of the march
  int step;         ///< the step that ends here; -1: none
} gb_instant;

enum { GB_FUNCTION_SUMS = 4 }; ///< largest number of sums of a functional

/// A type of functionals.
typedef struct gb_function {
  const char *type, *form; ///< words of the case file; form is NULL if the type has none
  const char *title;
  gb_field field;
  gb_counted counted;
  bool sampled; ///< the case key `sum: discrete` may omit the area weight w_p
  bool kinetic; ///< sample GB_FIELD_KINETIC too
  bool scaled;  ///< phi is relative to the largest f so far, and sums are rescaled when it grows
  bool sharp;   ///< the case key `weight` gives P, as of all that are scaled
  int sums;     ///< number of sums, up to GB_FUNCTION_SUMS
  int axis[2];  ///< axes of the component, for GB_FIELD_INERTIA
  /// Compute phi[sums] and dphi/df[sums] at one sampling point. P is the weight parameter,
  /// `largest` the largest f as a real constant. NULL: the field consists of sums.
  void (*integrand)(double P, double largest, gb_scalar f, gb_scalar phi[], gb_scalar dphi[]);
  /// Factor by which sum m changes when the largest f changes from `before` to `now`.
  double (*rescale)(double P, double before, double now, int m);
  /// Return G(S) and set dG/dS[sums].
  gb_scalar (*value)(double P, double largest, const gb_scalar S[], gb_scalar dS[]);
} gb_function;

/// exp(P (before - now)): gb_function.rescale for sums of exp(P (f - largest)) (docs/theory.md, eq.
/// 6.11).
static inline double gb_exponential_rescale(double P, double before, double now, int m) {
  (void)m;
  return exp(P * (before - now));
}

/// G = S_0: gb_function.value of a functional with one sum.
static inline gb_scalar gb_plain_sum(double P, double largest, const gb_scalar S[],
                                     gb_scalar dS[]) {
  (void)P, (void)largest;
  dS[0] = 1;
  return S[0];
}

/// Whether a functional needs a positive weight P. Local.
static inline bool gb_function_has_weight(const gb_function *function) {
  return function->scaled || function->sharp;
}

/// All types of functionals, NULL-terminated; listed in functions.c.
extern const gb_function *const gb_functions[];

/// The type of functionals with these words in a case file, or NULL. Local.
const gb_function *gb_function_find(const char *type, const char *form);

#endif
