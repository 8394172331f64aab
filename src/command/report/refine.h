/// `--refine`: march to the last point again with half the time step. The changes of functionals
/// and derivatives estimate the error of the time step.
#ifndef GB_COMMAND_REPORT_REFINE_H
#define GB_COMMAND_REPORT_REFINE_H

#include "command/command.h"
#include "output/json.h"

typedef struct gb_refinement gb_refinement;

/// Results at a point with the whole and with half the step. Lists over time contain the values at
/// the times of both. Local except for the analysis, with which all ranks march.
struct gb_refinement {
  const gb_session *session;
  const gb_analysis *analysis;    ///< of the point
  const double *value, *gradient; ///< of the point, [values], [values][designs]; NULL: no gradient
  const gb_march_settings *half_time;            ///< with half the step
  const gb_functional_settings *half_functional; ///< with the values of half the step
  double *half_value, *half_gradient;            ///< likewise; NULL: not known
  double *change, *gradient_change;              ///< relative to the larger one of both
  gb_error failure; ///< of the march with half the step; without a message: there was none
};

/// Make the analysis with half the step and twice the steps, without a restart file. Local.
/// errors: GB_FILE (memory)
/// @param arena  owns the settings of this analysis
int gb_refinement_request(gb_refinement *refinement, gb_arena *arena, gb_analysis *half,
                          gb_error *error);
/// Keep the values and the gradient of the march with half the step. Local. errors: GB_FILE
/// (memory)
int gb_refinement_keep(gb_refinement *refinement, const gb_outcome *outcome, gb_arena *arena,
                       gb_error *error);
/// March with half the step and differentiate, at the designs of the case. Collective. errors:
/// GB_FILE (memory); those of the march are in refinement->failure
int gb_refinement_run(gb_refinement *refinement, const gb_command *command, gb_arena *arena,
                      gb_error *error);

/// The error of the march with half the step, if it failed. Local.
int gb_refinement_status(const gb_refinement *refinement, gb_error *error);

// Local, rank 0.
/// Print a table on standard output; nothing if the march failed.
void gb_refinement_print(const gb_refinement *refinement);
/// "refine": {step, steps, functions, changes, gradient, gradient_changes} in an open object.
void gb_refinement_write(const gb_refinement *refinement, gb_json *json);

/// An observer's `rest` that obeys signals and a deadline. @param deadline  a double, the time by
/// gb_timer_now
gb_rest gb_command_rest(void *deadline, int step);

#endif
