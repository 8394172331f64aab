/// A march and its adjoint by steps, whose forces at nodes another program gives: for each step it
/// gives forces and receives displacements and velocities, as often as it wants to; in the adjoint
/// it gives derivatives by displacements and velocities and receives derivatives by forces.
#ifndef GB_ENGINE_COUPLING_H
#define GB_ENGINE_COUPLING_H

#include "base/timer.h"
#include "engine/analysis.h"

typedef struct gb_run gb_run; ///< a march that may still be differentiated

/// Vectors of the nodes: displacements and velocities at the end of the last step, and positions in
/// the reference configuration.
typedef enum gb_coupled_vector {
  GB_COUPLED_DISPLACEMENT,
  GB_COUPLED_VELOCITY,
  GB_COUPLED_REFERENCE,
  GB_COUPLED_VECTORS
} gb_coupled_vector;

/// Forces of nodes that another program gives.
typedef struct gb_coupled_forces {
  int first; ///< design of the first one, followed by the others: x, y, z of each node
  int nodes;
  const double *initial; ///< at the initial state, [nodes][3]
} gb_coupled_forces;

/// Operations in the order of their use. All are collective; arrays are the same on all ranks.
/// errors: GB_WRONG_CALL: not in this order; those of the march
typedef struct gb_coupling_operations {
  /// Build the run and find the initial state with the first forces.
  int (*begin)(const gb_analysis *analysis, const double design[], const gb_coupled_forces *forces,
               gb_timers *timers, gb_run **run, gb_error *error);
  /// @return the number of nodes. Local.
  int (*nodes)(const gb_run *run);
  /// Compute the next step, or the last one `again` with other forces, [nodes][3], which act in the
  /// whole step.
  int (*step)(gb_run *run, bool again, const double force[], gb_error *error);
  /// @return vectors of the nodes, [nodes][3]. Local.
  const double *(*motion)(const gb_run *run, gb_coupled_vector vector);
  /// Go on to the next step.
  int (*accept)(gb_run *run, gb_error *error);
  /// After the last step: the values of the functionals.
  int (*end)(gb_run *run, gb_outcome *outcome, gb_error *error);
  /// Pass the step before the one passed last (first the last step, at last step 0, the initial
  /// state), or that one `again` with further derivatives alone.
  /// @param bars derivatives of the functionals by displacements and velocities at the end of the
  /// step through the other program, [values][nodes][3] each
  /// @param[out] by_force derivatives by the forces of the step, of this call, [values][nodes][3]
  int (*reverse)(gb_run *run, bool again, const double *const bars[2], double by_force[],
                 gb_error *error);
  /// After step 0: the gradient by the designs; by forces the sum over all steps.
  int (*differentiate)(gb_run *run, gb_outcome *outcome, gb_error *error);
} gb_coupling_operations;

extern const gb_coupling_operations gb_coupling;

#endif
