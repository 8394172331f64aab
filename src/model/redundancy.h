/// Rows of joints, and equations, that repeat or contradict others at the start. Source:
/// docs/theory.md, the section on redundant rows.
#ifndef GB_MODEL_REDUNDANCY_H
#define GB_MODEL_REDUNDANCY_H

#include "model/supports.h"

/// The same on every rank.
typedef struct gb_redundancy {
  int count;               ///< rows that repeat others
  int left;                ///< of these, left out: all, or none of a penalty
  unsigned char *left_out; ///< of each model node with multipliers, as bits
  char inconsistent[600];  ///< initial velocities that a joint does not allow; "": none
} gb_redundancy;

/// Warns once of all rows that are left out. Local. errors: GB_MODEL where prescribed motions
/// contradict others, or the start; GB_FILE
int gb_redundancy_find(const gb_supports *supports, gb_redundancy **out, gb_error *error);

#endif
