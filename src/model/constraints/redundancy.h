/// Rows of joints, and equations, that repeat or contradict others at the start. Source:
/// docs/theory.md, the section on redundant rows.
#ifndef GB_MODEL_CONSTRAINTS_REDUNDANCY_H
#define GB_MODEL_CONSTRAINTS_REDUNDANCY_H

#include "model/constraints/supports.h"

/// Entries whose rows are left out, for messages: a joint, or an equation after all joints, and
/// what already says the first of its rows.
enum { GB_LEFT_OUT_ENTRIES = 8 };
typedef struct gb_left_out_entry {
  int entry;
  char others[240];
} gb_left_out_entry;

/// Redundant rows of a model. In a subdomain only `left_out` is set.
typedef struct gb_redundancy {
  int count;    ///< number of rows that repeat others
  int singular; ///< number of rows that repeat others at the start alone, and are kept
  int left; ///< number of these rows that are left out: all, or none if constraints are penalised
  unsigned char *left_out; ///< rows left out at each model node with multipliers, as bits
  int entries;             ///< of those below
  gb_left_out_entry entry[GB_LEFT_OUT_ENTRIES];
  char inconsistent[600]; ///< description of initial velocities that violate a joint; "": none
} gb_redundancy;

/// Find the redundant rows. Gives one warning for all rows that are left out. Local. errors:
/// GB_MODEL if prescribed motions contradict each other or the initial state; GB_FILE
int gb_redundancy_find(const gb_supports *supports, gb_redundancy **out, gb_error *error);

#endif
