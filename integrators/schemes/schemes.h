/// Data of time-marching schemes: stages, which are solved or combined from earlier ones, and
/// families of schemes. Each family is a file NAME.c, which defines the array gb_family_NAME of its
/// schemes (ended by an entry without a name), and one line in the list below.
#ifndef GB_INTEGRATORS_SCHEMES_SCHEMES_H
#define GB_INTEGRATORS_SCHEMES_SCHEMES_H

#include "solve/system.h"

typedef enum gb_stage_kind {
  GB_STAGE_INITIAL, ///< stage 0 of a dynamic march: q and v are given, a is solved for
  GB_STAGE_GIVEN,   ///< stage 0 of a static march: q is given, other components are 0, no solve
  GB_STAGE_SOLVE,   ///< the unknown is solved for
  GB_STAGE_COMBINE  ///< a combination of earlier stages, without a solve: end of a Runge-Kutta step
} gb_stage_kind;

/// Largest numbers of history terms of a stage, parameters of a scheme, and bisections of a step.
enum { GB_HISTORY = 8, GB_PARAMETERS = 3, GB_RETRIES = 20 };

/// Contribution of an earlier stage to stage k: y_k += c y_(k - back).
typedef struct gb_history_term {
  int back;
  double c[GB_COMPONENTS][GB_COMPONENTS];
} gb_history_term;

/// A stage of a step; see table.h for sigma and the history.
typedef struct gb_stage {
  gb_stage_kind kind;
  int step;      ///< number of the step that contains the stage; 0 for stage 0
  int index;     ///< index of the stage in its substep (see gb_table_bisect), from 0
  bool fresh;    ///< first stage after a bisection: predictions and factors are discarded before it
  bool step_end; ///< the stage is the end of its step, or the initial state
  bool requested; ///< a functional requests this step end
  bool given;     ///< q and v are combined from earlier stages, and the stage solves for the
                  ///< accelerations and multipliers that follow from them
  gb_projection projection; ///< the stage projects positions or velocities onto their constraints;
                            ///< its component a is the change
  double fraction;          ///< position of the stage in its step: 0 < fraction <= 1
  int instant; ///< number of the time of the stage in its step, from 0; consecutive stages at one
               ///< time have the same number; set by gb_table_stage
  double t, weight; ///< time, and weight in functionals
  double sigma[GB_COMPONENTS];
  int histories; ///< number of history terms
  gb_history_term history[GB_HISTORY];
} gb_stage;

typedef struct gb_scheme gb_scheme;

/// Input of gb_scheme.stages: the step whose stages are to be filled.
typedef struct gb_step {
  const gb_scheme *scheme;
  const double *parameter; ///< [GB_PARAMETERS]
  double h;
  int prior;       ///< number of available earlier step ends, from 1 to gb_scheme.need
  const int *ends; ///< distance, in stages, from the first stage back to these step ends, [prior]
} gb_step;

/// One scheme, a member of a family; families are listed below.
struct gb_scheme {
  const char *name, *title, *source;    ///< source: publication of the coefficients
  const char *parameter[GB_PARAMETERS]; ///< names of the parameters, e.g. {"beta", "gamma"}
  double preset[GB_PARAMETERS];         ///< default values of the parameters
  int order;   ///< order of accuracy of displacements with a consistent start; 0: static
  int width;   ///< number of stages of a regular step; 1 except for Runge-Kutta schemes
  bool index3; ///< suitable for constraints on positions, because it damps at infinity
  const char *index3_loss; ///< for messages: accuracy that is lost with constraints on positions;
                           ///< NULL: not known
  bool linear;             ///< static only: the system is linearised at the reference configuration
  bool weighted;           ///< stages have functional weights of their own (h b_i)
  bool starts; ///< makes the first steps of other schemes: step ends are solved for accelerations
  int need;    ///< number of earlier step ends that a regular step uses
  const void *coefficients; ///< coefficients in the format of the family; NULL: none
  /// Fill the `width` stages of a step, except the members `step` and `t`, and `weight` only if
  /// `weighted` is set. errors: GB_USAGE for parameters that the scheme does not accept
  int (*stages)(const gb_step *, gb_stage stage[], gb_error *);
};

/// A solve stage at the end of a step, with sigma = {q, v, a, s}.
static inline gb_stage gb_solved_end(int histories, double q, double v, double a, double s) {
  return (gb_stage){.kind = GB_STAGE_SOLVE,
                    .step_end = true,
                    .fraction = 1,
                    .sigma = {q, v, a, s},
                    .histories = histories};
}

/// Scheme number `index`, from 0, in the list of all schemes; NULL beyond its end. Local.
const gb_scheme *gb_scheme_at(int index);
/// Whether the scheme of this name is static: its time is a load parameter.
bool gb_scheme_is_static(const char *name);

// clang-format off
#define GB_FOR_FAMILIES(X)                        \
  X(static)                                       \
  X(bdf)                                          \
  X(newmark)                                      \
  X(adams)                                        \
  X(runge_kutta)                                  \
  X(alpha)                                        \
  X(euler)                                        \
  /* end of the list */
// clang-format on

#define GB_DECLARE_FAMILY(name) extern const gb_scheme gb_family_##name[];
GB_FOR_FAMILIES(GB_DECLARE_FAMILY)
#undef GB_DECLARE_FAMILY

/// The index3_loss of schemes without damping at infinity.
#define GB_UNDAMPED                                                                                \
  "nothing damps errors of velocities and multipliers, which grow from step to step"

/// Runge-Kutta methods of order 2, 3, 4 with solved step ends, for the first steps of multi-step
/// schemes. An entry without a name ends the array.
extern const gb_scheme gb_starters[];

#endif
