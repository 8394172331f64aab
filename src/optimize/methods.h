/// The optimisation methods, with their words in case files and the constraints that they accept. A
/// new method is a row here and a file with its gb_method, see optimisation.h.
#ifndef GB_OPTIMIZE_METHODS_H
#define GB_OPTIMIZE_METHODS_H

#include <stdbool.h>

// clang-format off
/// Word of the case file; whether constraints are possible; whether equality constraints are possible.
#define GB_FOR_METHODS(X)   \
  X(ipopt, true, true)      \
  X(slsqp, true, true)      \
  X(mma, true, false)       \
  X(lbfgsb, false, false)   \
  /* end of the list */
// clang-format on

enum {
#define GB_METHOD_INDEX(word, constraints, equalities) GB_METHOD_##word,
  GB_FOR_METHODS(GB_METHOD_INDEX)
#undef GB_METHOD_INDEX
      GB_METHODS
};

/// A row of the list above.
typedef struct gb_method_traits {
  const char *word;
  bool constraints, equalities;
} gb_method_traits;

static const gb_method_traits gb_method_traits_of[] = {
#define GB_METHOD_TRAITS(word, constraints, equalities) {#word, constraints, equalities},
    GB_FOR_METHODS(GB_METHOD_TRAITS)
#undef GB_METHOD_TRAITS
};

#endif
