/// The settings of an analysis, one struct for each chapter of a case file. They are filled when
/// the case is read; the engine, the modes and the reports take them as they are.
#ifndef GB_PROBLEM_SETTINGS_H
#define GB_PROBLEM_SETTINGS_H

#include "problem/problem.h"

/// The weights of the samples of an aggregate.
typedef enum gb_sum { GB_SUM_UNSET = -1, GB_SUM_CONTINUOUS, GB_SUM_DISCRETE, GB_SUM_ALL } gb_sum;

typedef struct gb_functional_settings {
  const char *where, *name, *type;
  const char *form, *of, *value; ///< NULL: not given
  int sum;                       ///< gb_sum
  double weight;                 ///< 0: not given
  int mode;                      ///< number of the mode, from 1; 0: not given
  gb_when at;
  double about[3]; ///< point about which an inertia is taken; NAN: the mass centre
  /// first axis of an inertia, and a vector on the side of the second; NAN: global axes
  double axes[2][3];
  /// index of the first value among the values of all functionals, and number of values; see
  /// gb_engine.count_values
  int first, values;
} gb_functional_settings;

typedef enum gb_factor_policy { GB_FACTOR_KEEP, GB_FACTOR_EACH } gb_factor_policy;

/// How the equations of a step are solved.
typedef struct gb_newton_settings {
  /// gb_factor_policy: reuse factors while that saves time, or factorise for each solve
  int factor;
  int iterations;   ///< 0: the default
  double tolerance; ///< 0: the default
  int retry;        ///< bisections of a step that does not converge
} gb_newton_settings;

/// How a static march finds its load steps.
typedef struct gb_path_settings {
  bool adapt, arc_length;
  int unstable;       ///< gb_unstable
  const char *driven; ///< name of the probe whose displacement is driven; NULL: loads are driven
  int probe;          ///< index of the probe in the model; -1: none
  /// direction of the displacement, and its final value; NAN: the path ends at the final load
  double direction[3], to;
} gb_path_settings;

typedef enum gb_march_from { GB_FROM_REFERENCE, GB_FROM_EQUILIBRIUM } gb_march_from;

/// Parameters of schemes, under their names in cases: beta, gamma, rho, alpha.
typedef enum gb_scheme_parameter {
  GB_SCHEME_BETA,
  GB_SCHEME_GAMMA,
  GB_SCHEME_RHO,
  GB_SCHEME_ALPHA,
  GB_SCHEME_PARAMETERS
} gb_scheme_parameter;

/// Bits for parts of a case that some marches read and others do not.
typedef enum gb_march_use {
  GB_USE_MOTION = 1,     ///< velocities and what acts by them: dynamic schemes
  GB_USE_START = 2,      ///< first steps with fewer earlier ones: multi-step schemes
  GB_USE_QUADRATURE = 4, ///< weights of time by a rule, not by the scheme
  GB_USE_RINGING = 8,    ///< motions that steps do not resolve and the scheme does not damp
  GB_USE_BAUMGARTE = 16  ///< constraints on accelerations without projections
} gb_march_use;

/// The march; see integrators/schemes/table.h.
typedef struct gb_march_settings {
  const char *where, *scheme, *start, *quadrature; ///< start, quadrature NULL: the default
  double parameter[GB_SCHEME_PARAMETERS];          ///< NAN: not given
  double step;
  int steps;
  double error_limit; ///< bound on the error of a step, for schemes without damping
  int from;           ///< gb_march_from
  gb_newton_settings newton;
  gb_path_settings walk;
} gb_march_settings;

/// The state that a model vibrates about.
typedef enum gb_modes_at { GB_AT_REFERENCE, GB_AT_EQUILIBRIUM, GB_AT_TIME } gb_modes_at;

typedef struct gb_modes_settings {
  const char *where, *words; ///< words: the state in the words of the case
  gb_modes_at at;
  double time; ///< time of the state, for GB_AT_TIME
  int count;   ///< number of modes; 0: ten, or all if there are fewer
  /// angular velocity of a rotating frame, and a point of its axis; spin 0: no rotation
  double spin[3], about[3];
  struct {
    const char *key; ///< NULL: no sweep
    double from, to;
    int steps;
  } sweep;
} gb_modes_settings;

/// Where the states of a gradient and restart files are stored.
typedef struct gb_storage_settings {
  double memory, disk; ///< limits in bytes, summed over all ranks
  const char *directory;
  int every; ///< steps between restart files; 0: none but on a signal
  bool keep; ///< restart files remain when the run ends well
} gb_storage_settings;

#endif
