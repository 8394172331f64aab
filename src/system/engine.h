/// One analysis from a built model: march, and gradient by adjoint or tangent. The same source
/// gives a real engine and a complex one, whose march with perturbed designs is what the gradient
/// is verified against.
#ifndef GB_SYSTEM_ENGINE_H
#define GB_SYSTEM_ENGINE_H

#include "base/timer.h"
#include "model/model.h"
#include "restart/schedule.h"

/// A functional in the case file's words.
typedef struct gb_functional_request {
  const char *where, *type;
  const char *form, *sum, *of, *value; ///< NULL: not given
  double weight;                       ///< 0: not given
} gb_functional_request;

/// A scheme in the case file's words; see integrators/table.h.
typedef struct gb_time_request {
  const char *where, *scheme, *start, *quadrature; ///< start, quadrature NULL: the default
  double step;
  int steps, retry;
  double error_limit;             ///< of the error of a step, where the scheme lets it ring on
  double beta, gamma, rho, alpha; ///< NAN: not given
  bool each;                      ///< a whole new factor for each solve
  int iterations;                 ///< 0: the default
  double tolerance;               ///< 0: the default
  bool adapt, arc_length;         ///< of a static march
  int probe;                      ///< whose displacement is driven; -1: none
  double direction[3], to;        ///< along which, and how far; NAN: until the end load
} gb_time_request;

/// How constraints are enforced, in the case file's words.
typedef struct gb_constraint_request {
  const char *where; ///< NULL: not given
  gb_enforce enforce;
  double alpha, beta;
} gb_constraint_request;

/// GB_AUTOMATIC is a user's wish, for a command to decide.
typedef enum gb_gradient_method {
  GB_NO_GRADIENT,
  GB_ADJOINT,
  GB_TANGENT,
  GB_AUTOMATIC
} gb_gradient_method;

/// Energies and momenta of a frame, see gb_model_system_balance.
enum { GB_BALANCES = 8 };

/// What an observer is shown at a step end: nodal values [nodal values] of this rank.
typedef struct gb_frame {
  int step;
  bool last; ///< step of the march
  double t;
  const double *q, *v, *a;
  const double *failure; ///< [gb_model_failures][cells] (0: no shell, or fewer plies); NULL unless
                         ///< the step is a frame
  const double *balance; ///< kinetic, strain, momentum xyz, angular momentum xyz; NULL likewise
  const double (*reaction)[6]; ///< of each joint of this rank, zero of the others, see
                               ///< gb_model_system_joints; NULL: no joints
  long newton_iterations, krylov_iterations, factorisations; ///< of the march so far
} gb_frame;

typedef struct gb_archive gb_archive; ///< solve/archive.h

/// What an observer wants at a step: nothing, a restart file, or one and an end (GB_PAUSED).
typedef enum gb_rest { GB_REST_NONE, GB_REST_WRITE, GB_REST_PAUSE } gb_rest;

/// Called collectively; a return other than GB_OK ends the analysis.
typedef struct gb_frame_observer {
  void *context;
  int every; ///< steps between frames (0: none); the last step is a frame too
  int (*step)(void *context, const gb_frame *frame, gb_error *error);
  int (*adjoint_step)(void *context, int step, gb_error *error);
  /// After each step of a march and of a reverse sweep; the ranks need not agree. NULL: nothing.
  gb_rest (*rest)(void *context, int step);
  /// Write or read what the observer has gathered.
  int (*archive)(void *context, gb_archive *archive, gb_error *error);
  /// With GB_TANGENT, after the march: at each step end and for each design the derivatives of q, v
  /// and a by it; the frame has these, the step and t alone. May be NULL.
  int (*tangent_step)(void *context, int design, const gb_frame *derivative, gb_error *error);
} gb_frame_observer;

/// How the steps of a run were halved, so that another one goes by the same steps; or where a
/// static one ended, so that another one goes there.
typedef struct gb_bisections {
  bool known;     ///< false: the next run finds and records them
  int64_t *point; ///< in the order of gb_table_bisections, [count]; owned
  int64_t count;
  double *unknown; ///< of a static march: this rank's at the last step, [n + m]; owned
  double level;    ///< its load parameter there
} gb_bisections;

/// Something that a run must have in common with the one whose restart file it reads.
typedef struct gb_identity {
  const char *name; ///< for the message: "time.step"
  double value;
} gb_identity;

enum { GB_IDENTITIES = 16 };

typedef struct gb_analysis {
  const gb_model *model;
  gb_time_request time;
  gb_constraint_request constraints;
  int functionals;
  const gb_functional_request *functional;
  double checkpoint_memory, checkpoint_disk, factor_memory; ///< bytes over all ranks
  const char *checkpoint_directory;
  gb_gradient_method method;
  const gb_frame_observer *observer; ///< NULL: nobody
  gb_bisections *halvings;           ///< NULL: found by each run and not recorded
  const char *restart_path;          ///< of restart files that are written
  const char *restart_from;          ///< file to go on from; NULL: none
  int identities;
  gb_identity identity[GB_IDENTITIES];
} gb_analysis;

/// How initial velocities were made consistent with constraints.
typedef struct gb_moved {
  double change;    ///< the largest of a node's velocity
  char node[120];   ///< its words
  char joints[500]; ///< the joints that the velocities broke, with the rates; "": none
} gb_moved;

/// Results; arrays are allocated by the engine and freed by gb_outcome_free.
typedef struct gb_outcome {
  double *value, *imaginary; ///< [functionals]
  double *gradient;          ///< [functionals][designs]; NULL without a method
  int steps, factorisations, adjoint_factorisations;
  int64_t halvings; ///< of steps that did not converge, and load steps that were cut
  long newton_iterations, krylov_iterations;
  double factor_bytes;
  gb_moved moved;  ///< what constraints did to initial velocities
  double drift[3]; ///< largest |Phi|, |Phi'|, |Phi''| of constraints at watched step ends; NAN: no
                   ///< constraints, or ends of steps without an acceleration of their own
  gb_checkpoint_usage checkpoint; ///< all zero without a method
  int64_t recomputed_steps;       ///< of the march, in the gradient
  double step_error; ///< largest error that the length of a step makes in it, by the largest
                     ///< displacement; NAN: not known
  double step_error_time;
} gb_outcome;

/// Mass properties of a part of the model in its reference configuration.
typedef struct gb_inertia {
  double mass, center[3];
  double tensor[6]; ///< about the centre, global axes: xx yy zz xy xz yz, xy = -sum m x y
} gb_inertia;

/// A scheme for those who choose among all.
typedef struct gb_scheme_traits {
  const char *name;
  bool is_static, needs_start; ///< needs_start: a multi-step scheme, which `start: dirk` serves
} gb_scheme_traits;

typedef struct gb_engine {
  /// Check the words of a request without marching. Local. errors: GB_USAGE
  int (*check)(const gb_analysis *analysis, gb_error *error);
  /// What a pairing of scheme and enforcement of constraints loses, as a warning, of a request that
  /// was checked; "": nothing. Local.
  void (*pairing)(const gb_analysis *analysis, size_t size, char *text);
  /// March, and differentiate if asked. Collective.
  /// @param perturbation  imaginary parts of the designs (complex engine) or NULL
  int (*run)(const gb_analysis *analysis, const double perturbation[], gb_timers *timers,
             gb_outcome *outcome, gb_error *error);
  /// The schemes' names, titles and numbers, and the functionals' types, one a line, for help
  /// texts.
  void (*list_schemes)(size_t size, char *text);
  /// The scheme at place 0, 1, ... of the list; false past its end.
  bool (*scheme)(int place, gb_scheme_traits *traits);
  void (*list_functionals)(size_t size, char *text);
  /// Mass properties of the entries of `shells`, of `bodies`, of all masses together, then of the
  /// whole: part[sections + bodies + 2], on every rank. Collective.
  int (*inertia)(const gb_model *model, gb_inertia part[], gb_error *error);
  /// How many of the functionals depend on the motion: solves of an adjoint at each point. Of a
  /// request that was checked.
  int (*adjoint_solves)(const gb_analysis *analysis);
} gb_engine;

extern const gb_engine gb_engine_real, gb_engine_complex;

/// Free the arrays of an outcome.
void gb_outcome_free(gb_outcome *outcome);

#endif
