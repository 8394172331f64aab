/// Sums of all functionals of a case. Sampling points are added during the march; at the end the
/// sums are closed, which gives the values. The adjoint pass then reads from them the derivative by
/// the field at each sampling point.
#ifndef GB_FUNCTIONS_AGGREGATE_H
#define GB_FUNCTIONS_AGGREGATE_H

#include "base/expression/expression.h"
#include "functions/function.h"

#include <stdint.h>

/// Reference point and axes of a functional of GB_FIELD_INERTIA.
typedef struct gb_inertia_frame {
  bool centre;       ///< use the mass centre as reference point, and ignore `about`
  double about[3];   ///< reference point in global coordinates, m
  double axis[3][3]; ///< unit vectors of the axes in which components are expressed
} gb_inertia_frame;

/// One functional as the case requests it.
typedef struct gb_functional {
  const gb_function *function;
  double weight; ///< P
  bool at_ends;  ///< count as GB_COUNT_AT, regardless of function->counted
  int step;      ///< GB_COUNT_AT: the step whose end is counted; -1: the last one
  int every;     ///< > 0: count the ends of all steps that are multiples of it, and ignore `step`
  int values;    ///< > 1: a separate value for each of these ends; otherwise one value
  bool discrete; ///< omit the area weight
  bool all;      ///< count all states of the march with weight 1
  int group;     ///< number of the only element group that is sampled, from 1; 0: all elements
  const gb_inertia_frame *frame; ///< used by GB_FIELD_INERTIA
  gb_expression *value;          ///< expression of GB_FIELD_POINTS; not used in this file
  const char *where;             ///< position in the case file, for messages
} gb_functional;

typedef struct gb_aggregate gb_aggregate;

/// The largest sample of a functional, when it was, and the element.
typedef struct gb_peak {
  gb_field field;
  double largest; ///< -INFINITY: nothing was sampled
  double t;
  int64_t element; ///< number in the mesh file; 0: not of an element
} gb_peak;

/// Sampling points of an element at a time point.
typedef struct gb_points {
  gb_field field;
  uint64_t groups; ///< groups of the element: bit k - 1 is set for group k
  int count;
  const gb_scalar *f;    ///< values of the field, [count]
  const gb_scalar *area; ///< area weights, [count]
  int64_t element;       ///< number of the element in the mesh file; 0: none
  double t;
} gb_points;

/// Create the sums of `count` functionals. Local. errors: GB_USAGE if a weight P is not positive
/// but must be; GB_FILE (memory)
int gb_aggregate_create(MPI_Comm comm, int count, const gb_functional functional[],
                        gb_aggregate **out, gb_error *error);
/// Free the sums; *aggregate may be NULL. Local.
void gb_aggregate_destroy(gb_aggregate **aggregate);
/// Number of functionals. Local.
int gb_aggregate_functionals(const gb_aggregate *aggregate);
/// Number of values of all functionals together. Local.
int gb_aggregate_values(const gb_aggregate *aggregate);
/// Return the index, among the values of all functionals, of the value to which functional i adds
/// samples of this time point; -1 if it does not count the time point. Local.
int gb_aggregate_value_of(const gb_aggregate *aggregate, int i, gb_instant instant);
/// Set all sums to zero. Local.
void gb_aggregate_reset(gb_aggregate *aggregate);
/// Whether functional i samples this field, and counts this time point. Local.
bool gb_aggregate_samples(const gb_aggregate *aggregate, int i, gb_field field, gb_instant instant);
/// Whether any functional samples this field, and counts this time point. Local.
bool gb_aggregate_uses(const gb_aggregate *aggregate, gb_field field, gb_instant instant);

/// Add sampling points at a time point to all functionals that sample their field and group. Local.
void gb_aggregate_add(gb_aggregate *aggregate, gb_instant instant, const gb_points *points);
/// Add sampling points to functional i only, whatever its field. f, area [count]. Local.
void gb_aggregate_add_to(gb_aggregate *aggregate, int i, gb_instant instant, int count,
                         const gb_scalar f[], const gb_scalar area[]);
/// Add sums to functional i, which has no integrand. Local.
void gb_aggregate_add_sums(gb_aggregate *aggregate, int i, gb_instant instant,
                           const gb_scalar sums[GB_FUNCTION_SUMS]);
/// Sum over all ranks and compute the values. Collective. @param[out] values [gb_aggregate_values]
/// A functional without sampling points is 0 with zero derivatives. So is a power aggregate of a
/// field that is zero everywhere. errors: GB_MODEL if a value is not finite
int gb_aggregate_close(gb_aggregate *aggregate, gb_scalar values[], gb_error *error);
/// After gb_aggregate_close: the largest sample of a value of all ranks. Local.
gb_peak gb_aggregate_peak(const gb_aggregate *aggregate, int value);
/// After gb_aggregate_close: set g[functional][point] = dG/df for the contribution of each sampling
/// point. Local.
void gb_aggregate_weights(const gb_aggregate *aggregate, gb_instant instant,
                          const gb_points *points, gb_scalar g[]);
/// After gb_aggregate_close: set g[functional][point] = dG/d(area weight). Local.
void gb_aggregate_area_weights(const gb_aggregate *aggregate, gb_instant instant,
                               const gb_points *points, gb_scalar g[]);
/// After gb_aggregate_close: set g[point] = dG/df for functional i, whatever its field. Local.
void gb_aggregate_weights_of(const gb_aggregate *aggregate, int i, gb_instant instant, int count,
                             const gb_scalar f[], const gb_scalar area[], gb_scalar g[]);

/// After gb_aggregate_close: the derivative of functional i, which has no integrand, by the sums
/// added at a time point. Local.
void gb_aggregate_slopes_of(const gb_aggregate *aggregate, int i, gb_instant instant,
                            gb_scalar slope[GB_FUNCTION_SUMS]);

/// Number of doubles per rank that gb_aggregate_store writes. Local.
size_t gb_aggregate_numbers(const gb_aggregate *aggregate);
/// Store the sums so far, for a restart file. Collective.
/// @param[out] all [ranks][gb_aggregate_numbers], the same on all ranks
void gb_aggregate_store(gb_aggregate *aggregate, double all[]);
/// Set the sums from a restart file that was written by `ranks` ranks. If the number of ranks is
/// unchanged, each rank gets its own sums; otherwise rank 0 gets the sums of all. Local.
void gb_aggregate_restore(gb_aggregate *aggregate, int ranks, const double all[]);

#endif
