/// A march and its adjoint by steps, for which another program gives forces, moments and motions of
/// nodes: for each step it gives these inputs and receives displacements, velocities and rotations,
/// as often as it wants to; in the adjoint it gives derivatives by the motion and receives
/// derivatives by the inputs.
#ifndef GB_ENGINE_COUPLING_H
#define GB_ENGINE_COUPLING_H

#include "base/timer.h"
#include "engine/analysis.h"

typedef struct gb_run gb_run; ///< a march that may still be differentiated

/// Vectors of the nodes in the last step, [stages][nodes][3], and positions in the reference
/// configuration, [nodes][3]. Derivatives are by the first GB_COUPLED_MOTIONS.
typedef enum gb_coupled_vector {
  GB_COUPLED_DISPLACEMENT,
  GB_COUPLED_VELOCITY,
  GB_COUPLED_ROTATION,
  GB_COUPLED_SPIN, ///< angular velocity
  GB_COUPLED_MOTIONS,
  GB_COUPLED_REFERENCE = GB_COUPLED_MOTIONS,
  GB_COUPLED_VECTORS
} gb_coupled_vector;

/// Designs that another program gives for each step: forces, moments and motions of nodes.
typedef struct gb_coupled_inputs {
  int count;
  const int *design;     ///< x, y, z of each vector, [count]
  bool staged;           ///< the stages of a step have inputs and motions of their own
  const double *initial; ///< at the initial state, [count]
} gb_coupled_inputs;

/// Sizes of the arrays of a march by steps. The stages are 1 if stages have no inputs of their own.
typedef struct gb_coupled_size {
  int stages, nodes, inputs;
} gb_coupled_size;

/// Operations in the order of their use. All are collective unless they say otherwise; arrays are
/// the same on all ranks. Each node that has inputs is one of the nodes, in the order of the
/// inputs. Some steps have fewer stages than the arrays, and step 0 has one: the operations do not
/// read the remaining inputs and set the remaining results to 0. errors: GB_WRONG_CALL if the
/// operations are used in another order; the errors of the march
typedef struct gb_coupling_operations {
  /// Build the run and find the initial state with the first inputs.
  int (*begin)(const gb_analysis *analysis, const double design[], const gb_coupled_inputs *inputs,
               gb_timers *timers, gb_run **run, gb_error *error);
  /// Sizes of the arrays. Local.
  gb_coupled_size (*size)(const gb_run *run);
  /// @return the numbers of the nodes in the mesh, [nodes]. Local.
  const int64_t *(*numbers)(const gb_run *run);
  /// @return the time of a stage of a step; NAN: there is none. Local.
  double (*time)(const gb_run *run, int step, int stage);
  /// Compute the next step, or the last one `again` with other inputs, [stages][inputs]. After
  /// GB_DIVERGED and GB_SINGULAR the march is at the end of the step before. The next call then
  /// computes the failed step, with or without `again`, and `motion` returns the vectors of the
  /// last call that had no error.
  int (*step)(gb_run *run, bool again, const double input[], gb_error *error);
  /// @return vectors of the nodes. Local.
  const double *(*motion)(const gb_run *run, gb_coupled_vector vector);
  /// Go on to the next step.
  int (*accept)(gb_run *run, gb_error *error);
  /// After the last step: the values of the functionals.
  int (*end)(gb_run *run, gb_outcome *outcome, gb_error *error);
  /// Pass the step before the one passed last (first the last step, at last step 0, the initial
  /// state), or that one `again` with further derivatives alone.
  /// @param bars derivatives of the functionals by each motion of the step through the other
  /// program, [values][stages][nodes][3] each; NULL: zeros
  /// @param[out] by_input derivatives by the inputs of the step, of this call,
  /// [values][stages][inputs]
  int (*reverse)(gb_run *run, bool again, const double *const bars[GB_COUPLED_MOTIONS],
                 double by_input[], gb_error *error);
  /// After step 0: the gradient by the designs; by inputs the sum over all steps.
  int (*differentiate)(gb_run *run, gb_outcome *outcome, gb_error *error);
} gb_coupling_operations;

extern const gb_coupling_operations gb_coupling;

#endif
