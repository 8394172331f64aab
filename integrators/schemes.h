/// The data of time-marching schemes: stages that are solved or combined from earlier ones, and the
/// families of schemes, one file each. A file NAME.c defines the array gb_family_NAME of its
/// schemes, which an entry without a name ends, and has its line in the list below.
#ifndef GB_INTEGRATORS_SCHEMES_H
#define GB_INTEGRATORS_SCHEMES_H

#include "solve/system.h"

typedef enum gb_stage_kind {
  GB_STAGE_INITIAL, ///< stage 0: q and v given, a solved (dynamic schemes)
  GB_STAGE_GIVEN,   ///< stage 0 of a static march: all components zero but q, nothing solved
  GB_STAGE_SOLVE,
  GB_STAGE_COMBINE ///< no unknown: the end of a Runge-Kutta step
} gb_stage_kind;

enum { GB_HISTORY = 8, GB_PARAMETERS = 3, GB_RETRIES = 20 };

/// y_k += c y_(k - back).
typedef struct gb_history_term {
  int back;
  double c[GB_COMPONENTS][GB_COMPONENTS];
} gb_history_term;

typedef struct gb_stage {
  gb_stage_kind kind;
  int step;      ///< the step that the stage belongs to; 0 for stage 0
  int index;     ///< in the substep of the step in which it lies (see gb_table_bisect), from 0
  bool fresh;    ///< begins what was cut after a failure: nothing is known of the stages before
  bool step_end; ///< its state is the state at the end of its step (or the initial state)
  bool asked;    ///< a functional asks for this end of a step
  bool given;    ///< q and v are combined, and solved is for what they make: an end of a step that
                 ///< has no unknown of its own else
  gb_projection projection; ///< the stage projects these onto their constraints; its acceleration
                            ///< is their change
  double fraction;          ///< where in its step the stage lies: 1 at the end
  double t, weight;
  double sigma[GB_COMPONENTS];
  int histories;
  gb_history_term history[GB_HISTORY];
} gb_stage;

typedef struct gb_scheme gb_scheme;

/// The step that a scheme is asked to fill.
typedef struct gb_step {
  const gb_scheme *scheme;
  const double *parameter; ///< [GB_PARAMETERS]
  double h;
  int prior;       ///< step-end stages before it, 1 .. need, not counting more
  const int *ends; ///< how many stages back from its first the last step ends lie, [prior]
} gb_step;

/// One scheme, a member of a family that shares `stages`; the list below has the families.
struct gb_scheme {
  const char *name, *title, *source;    ///< source: where the coefficients come from
  const char *parameter[GB_PARAMETERS]; ///< names of its numbers, e.g. {"beta", "gamma"}
  double preset[GB_PARAMETERS];         ///< their defaults
  int order;                            ///< of the displacements with consistent start; 0: static
  int width;                            ///< stages of a regular step (1 but for Runge-Kutta)
  bool index3; ///< suits constraints enforced on positions: damps at infinity
  const char
      *index3_loss; ///< for messages: the accuracy that the others lose with it; NULL: none known
  bool linear;      ///< static: the system is made linear at its reference
  bool weighted;    ///< its stages carry their own functional weights (h b_i)
  bool starts;      ///< the first steps of others: its ends of steps are solved for accelerations
  int need;         ///< step-end stages before it that a regular step uses
  const void *coefficients; ///< its numbers, in the family's own shape; NULL: none
  /// Fill the `width` stages of a step, but for `step` and `t`; `weight` only where `weighted`.
  /// errors: GB_USAGE for parameters that the scheme does not take
  int (*stages)(const gb_step *, gb_stage stage[], gb_error *);
};

/// The stage of a step that is solved at its end, with its sigma.
static inline gb_stage gb_solved_end(int histories, double q, double v, double a, double s) {
  return (gb_stage){.kind = GB_STAGE_SOLVE,
                    .step_end = true,
                    .fraction = 1,
                    .sigma = {q, v, a, s},
                    .histories = histories};
}

/// Scheme 0, 1, ... of the list of all; NULL past its end.
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

/// The index3_loss of schemes whose errors stay in the multipliers, and grow.
#define GB_UNDAMPED                                                                                \
  "nothing damps errors of velocities and multipliers, which grow from step to step"

/// Runge-Kutta methods of order 2, 3, 4 with solved step ends: they make the first steps of
/// multi-step schemes. An entry without a name ends them.
extern const gb_scheme gb_starters[];

#endif
