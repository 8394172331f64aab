/// Counts of the kinks of laws that a march crosses: comparisons, abs, min and similar functions in
/// expressions, ends of tables, contact and full sliding of tyres. The motion within a step is
/// taken as the cubic through displacements and velocities at its ends. If a law leaves its side
/// and returns within a step, the step has passed over a contact or a stop. Source: docs/theory.md,
/// (5.31).
#ifndef GB_SYSTEM_KINKS_H
#define GB_SYSTEM_KINKS_H

#include "restart/archive.h"
#include "solve/system.h"

/// Counts of a march so far, summed over all ranks. Times are ends of steps.
typedef struct gb_kink_report {
  double crossings;          ///< crossings of all laws
  double most, most_time;    ///< largest number of crossings of one law in one step, and the first
                             ///< time at which it occurred
  double passed, first_time; ///< how often a law left its side within a step and returned; time of
                             ///< the first occurrence
  double stresses;           ///< number of stresses at a kink, see gb_kinks_of_stresses
} gb_kink_report;

typedef struct gb_kinks gb_kinks;

/// *out is NULL if no law of the model has a kink. Collective. errors: GB_FILE
int gb_kinks_create(gb_system *system, gb_kinks **out, gb_error *error);
void gb_kinks_destroy(gb_kinks **kinks);
/// Count the crossings in the step that ends at this state. The first call only stores the state.
/// Collective.
int gb_kinks_step(gb_kinks *kinks, const gb_state *end, gb_error *error);
/// Find the counts of all ranks; zeros if kinks is NULL. Collective.
void gb_kinks_report(const gb_kinks *kinks, gb_kink_report *report);
/// Number of stresses sampled for functionals by a complex march that were zero and that the
/// designs change: their size has a kink. Zero for a real march, which cannot tell. Collective.
double gb_kinks_of_stresses(gb_system *system);
/// Write or read the counts. Collective.
int gb_kinks_archive(gb_kinks *kinks, gb_archive *archive, gb_error *error);

#endif
