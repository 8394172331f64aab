/// Kinks of laws that a march crosses: comparisons, abs, min and the like in expressions, ends of
/// tables, contact and whole friction of tyres. Each step's motion between its ends is taken as the
/// cubic that their displacements and velocities give; where a law comes back to its side within a
/// step, the step has passed over a contact or a stop. Source: docs/theory.md, (5.31).
#ifndef GB_SYSTEM_KINKS_H
#define GB_SYSTEM_KINKS_H

#include "restart/archive.h"
#include "solve/system.h"

/// Numbers of a march so far, of all ranks; times are ends of steps.
typedef struct gb_kink_report {
  double crossings;          ///< of all laws
  double most, most_time;    ///< of one law in one step, and where that was first
  double passed, first_time; ///< how often a law left its side within a step and came back
  double stresses;           ///< see gb_kinks_of_stresses
} gb_kink_report;

typedef struct gb_kinks gb_kinks;

/// NULL where no law of the model has a kink. Collective. errors: GB_FILE
int gb_kinks_create(gb_system *system, gb_kinks **out, gb_error *error);
void gb_kinks_destroy(gb_kinks **kinks);
/// Look at the step that ends at this state; the first state has none before it. Collective.
int gb_kinks_step(gb_kinks *kinks, const gb_state *end, gb_error *error);
/// Collective; zeros where kinks is NULL.
void gb_kinks_report(const gb_kinks *kinks, gb_kink_report *report);
/// How many stresses that a march has sampled for functionals were zero and changed by the designs:
/// their size has a kink there. None in a real march, which does not know. Collective.
double gb_kinks_of_stresses(gb_system *system);
/// Written, or read. Collective.
int gb_kinks_archive(gb_kinks *kinks, gb_archive *archive, gb_error *error);

#endif
