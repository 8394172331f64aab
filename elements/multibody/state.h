/// Rates of states.
#ifndef GB_ELEMENTS_MULTIBODY_STATE_H
#define GB_ELEMENTS_MULTIBODY_STATE_H

#include "base/expression/expression.h"

/// The rate of a state as an expression of t, n1, n2, n3 and the states of the element's nodes.
enum { GB_RATE_NUMBERS = 3, GB_RATE_OWN = 1 + GB_RATE_NUMBERS };

#endif
