/// The streaming sums of all functionals of a case: added point by point while marching, closed at
/// the end, then asked for weights of the derivative at each sampling point.
#ifndef GB_FUNCTIONS_AGGREGATE_H
#define GB_FUNCTIONS_AGGREGATE_H

#include "base/expression.h"
#include "functions/function.h"

#include <stdint.h>

/// Where a functional of GB_FIELD_INERTIA counts from.
typedef struct gb_inertia_frame {
  bool centre;       ///< about the mass centre, whatever `about`
  double about[3];   ///< a point in global axes
  double axis[3][3]; ///< unit vectors in which its components are
} gb_inertia_frame;

/// One functional as the case asks for it.
typedef struct gb_functional {
  const gb_function *function;
  double weight; ///< P
  bool at_ends;  ///< counted as GB_COUNT_AT, whatever the function's own way
  int step;      ///< of GB_COUNT_AT: whose end it counts; -1: the last one
  int every;     ///< in place of it: the ends of all multiples of so many steps; 0: none
  int values;    ///< > 1: a value for each of these ends; else one
  bool discrete; ///< drop the area weight
  int group;     ///< samples elements of this group alone, from 1 on; 0: all elements
  const gb_inertia_frame *frame; ///< of GB_FIELD_INERTIA
  gb_expression *value;          ///< of points, where these are the field; not used here
  const char *where;             ///< in the case file, for messages
} gb_functional;

typedef struct gb_aggregate gb_aggregate;

/// Sampling points of an element at a time point.
typedef struct gb_points {
  gb_field field;
  uint64_t groups; ///< to which the element belongs: bit k - 1 of group k
  int count;
  const gb_scalar *f;
  const double *area; ///< weights
} gb_points;

/// Local. errors: GB_USAGE for a weight that is not positive where one is needed; GB_FILE (memory)
int gb_aggregate_create(MPI_Comm comm, int count, const gb_functional functional[],
                        gb_aggregate **out, gb_error *error);
void gb_aggregate_destroy(gb_aggregate **aggregate);
int gb_aggregate_functionals(const gb_aggregate *aggregate); ///< how many there are
int gb_aggregate_values(const gb_aggregate *aggregate);      ///< and how many values of them all
/// The value to which functional i adds what it samples at a time point, among those of all; -1: it
/// counts the time point in none.
int gb_aggregate_value_of(const gb_aggregate *aggregate, int i, gb_instant instant);
void gb_aggregate_reset(gb_aggregate *aggregate); ///< forget all sums
/// Whether functional i samples this field at a time point, which has no weight for some.
bool gb_aggregate_samples(const gb_aggregate *aggregate, int i, gb_field field, gb_instant instant);
/// Whether any functional does.
bool gb_aggregate_uses(const gb_aggregate *aggregate, gb_field field, gb_instant instant);

/// Add sampling points at a time point. Local.
void gb_aggregate_add(gb_aggregate *aggregate, gb_instant instant, const gb_points *points);
/// The same for functional i alone, whatever its field.
void gb_aggregate_add_to(gb_aggregate *aggregate, int i, gb_instant instant, int count,
                         const gb_scalar f[], const double area[]);
/// Add to the sums of functional i, whose field is of sums, what they have at a time point.
void gb_aggregate_add_sums(gb_aggregate *aggregate, int i, gb_instant instant,
                           const gb_scalar sums[GB_FUNCTION_SUMS]);
/// Make the sums common to all ranks and evaluate. Collective. values [gb_aggregate_values].
/// Without any sampling point a functional is 0 with zero derivatives. A field that is zero
/// everywhere is no exception to the formulas but for the power aggregates: 0, zero derivatives.
/// errors: GB_MODEL when a value is not finite
int gb_aggregate_close(gb_aggregate *aggregate, gb_scalar values[], gb_error *error);
/// After close: g[functional][point] = dG/df of each sampling point's own contribution
/// (overwrites). Local.
void gb_aggregate_weights(const gb_aggregate *aggregate, gb_instant instant,
                          const gb_points *points, gb_scalar g[]);
/// g[point] of functional i alone, whatever its field.
void gb_aggregate_weights_of(const gb_aggregate *aggregate, int i, gb_instant instant, int count,
                             const gb_scalar f[], const double area[], gb_scalar g[]);

/// After close: dG/dS of such a functional by what a time point added.
void gb_aggregate_slopes_of(const gb_aggregate *aggregate, int i, gb_instant instant,
                            gb_scalar slope[GB_FUNCTION_SUMS]);

/// The sums so far as numbers, [ranks][gb_aggregate_numbers], for a file from which a march goes
/// on.
size_t gb_aggregate_numbers(const gb_aggregate *aggregate);
void gb_aggregate_take(gb_aggregate *aggregate,
                       double all[]); ///< the same on all ranks; collective
/// Set the sums: this rank's own where as many ranks took them, else all of them on rank 0.
void gb_aggregate_restore(gb_aggregate *aggregate, int ranks, const double all[]);

#endif
