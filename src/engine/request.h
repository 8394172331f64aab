/// From a case file's words to a scheme's table and to functionals.
#ifndef GB_ENGINE_REQUEST_H
#define GB_ENGINE_REQUEST_H

#include "elements/element.h"
#include "engine/analysis.h"
#include "functions/aggregate.h"
#include "integrators/schemes/table.h"

/// The table of an analysis, with the enforcement of constraints that returns positions and
/// velocities where it is asked for, or `auto` takes it.
/// Local. errors: GB_USAGE with the place in the case file, what was found, what is accepted.
int gb_request_table(const gb_analysis *analysis, gb_table **out, gb_error *error);
/// How the table's points after the first enforce constraints. Local. errors: GB_USAGE for pairings
/// that cannot be solved
/// A scheme's own alpha and beta stand for NAN.
int gb_request_enforcement(const gb_constraints *request, const gb_table *table,
                           gb_enforcement *out, gb_error *error);
/// Whether joints may come apart in the march: their positions are neither enforced nor put back.
bool gb_enforcement_opens(const gb_enforcement *enforcement, const gb_table *table);
/// Write a warning of the accuracy that the user's pairing of scheme and enforcement loses; "":
/// nothing. Local.
void gb_request_pairing(const gb_constraints *request, const gb_table *table, size_t size,
                        char *text);
/// [analysis->functionals], of the arena's memory. Local.
/// errors: GB_USAGE likewise, also for the failure index of a model without one
int gb_request_functionals(const gb_analysis *analysis, gb_arena *arena, gb_functional **out,
                           gb_error *error);
/// Ask the table for the ends of steps that functionals count. Local. errors: GB_FILE (memory)
int gb_request_ask(const gb_analysis *analysis, const gb_functional functional[], gb_table *table,
                   gb_error *error);
/// The places of the values of functionals among those of all. Local.
void gb_request_count(gb_functional_settings *request, int functionals, int steps);
/// The expression of a functional of points; its variables are those of
/// system/functionals/motion_variables.h.
int gb_request_points(const gb_analysis *analysis, const gb_functional_settings *request,
                      const gb_function *function, gb_arena *arena, gb_expression **out,
                      gb_error *error);

/// @return what the march of an analysis, which was checked, reads of a case: bits of gb_march_use.
/// Local.
unsigned gb_request_uses(const gb_analysis *analysis);
/// The scheme at place 0, 1, ... of the list; false past its end.
bool gb_request_scheme(int place, gb_scheme_traits *traits);

/// See gb_engine: of words that were checked. Local.
double gb_request_adjoint_columns(const gb_analysis *analysis);

/// Kind of quantity that `of` names for functionals of this type and form. Local.
gb_measured_kind gb_request_measures(const char *type, const char *form);

/// Names and titles, one a line, for help texts.
void gb_request_list_schemes(size_t size, char *text);
void gb_request_list_functionals(size_t size, char *text);

#endif
