/// The designs of a model. Constant after it is created; the same on every rank.
#ifndef GB_MODEL_DESIGNS_H
#define GB_MODEL_DESIGNS_H

#include "model/shells.h"

/// A design as the user names it.
typedef struct gb_design {
  char *name;
  int entry; ///< the problem's design entry that it belongs to
  double value, lower, upper;
} gb_design;

/// A number of the problem that is a design.
typedef struct gb_varying_number {
  const double *number;
  int design;
} gb_varying_number;

typedef struct gb_design_set {
  int count;
  gb_design *design; ///< [count]
  int numbers;
  gb_varying_number *number; ///< [numbers]
  int32_t *element; ///< design that is the thickness of each mesh element, -1: none; NULL: of all
} gb_design_set;

/// Local. errors: GB_USAGE, GB_MODEL naming the entry; GB_FILE
int gb_design_set_create(const gb_definition *from, const gb_shells *shells, gb_design_set **out,
                         gb_error *error);

/// The design that a number of the problem is, or -1.
int gb_design_of(const gb_design_set *designs, const double *number);
/// The design that is the thickness of a mesh element, or -1.
static inline int32_t gb_design_of_element(const gb_design_set *designs, int32_t element) {
  return designs->element ? designs->element[element] : -1;
}

#endif
