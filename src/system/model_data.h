/// Data of a model's system and nodal values of its states, shared by model_system.c,
/// model_functionals.c and model_reports.c.
#ifndef GB_SYSTEM_MODEL_DATA_H
#define GB_SYSTEM_MODEL_DATA_H

#include "base/arena.h"
#include "base/timer.h"
#include "solve/system.h"
#include "system/assembly/shape_sensitivity.h"
#include "system/assembly/sources.h"
#include "system/nodal_values/step_inputs.h"
#include "system/preconditioner/preconditioner.h"
#include "system/recovery/quantities.h"
#include "system/start/equilibrium.h"
#include "system/start/relief.h"
#include "system/start/start.h"

/// Memory shared by the operations.
typedef struct gb_model_work {
  gb_arena memory, buffers; ///< memory owns the arrays with one vector, buffers the others
  size_t size;              ///< number of nodal values
  gb_scalar *q, *v, *a, *r; ///< nodal values, [size] each; q, v and a are contiguous
  gb_scalar *increment; ///< q without changes of the reference by designs; NULL: no design changes
                        ///< the reference
  int capacity;         ///< number of vectors that fit into the following arrays
  gb_scalar *x, *y;     ///< nodal multi-vectors, [capacity][size]
  gb_scalar *owned;     ///< unknowns and multipliers, [capacity][n + m]
  unsigned char *kind;  ///< kind of each unknown's row, see gb_residual_size, [n]
  gb_scalar *weight;    ///< weights of norms, see gb_system, [n + m]
  gb_scalar *joined;    ///< components followed by multipliers, [capacity][n + m]
  gb_scalar *quantity;  ///< values of the model's quantities
  struct {
    const gb_state *state; ///< NULL: nothing is cached
    double sigma[3];
  } cached; ///< linearisation that the assembly has cached, see gb_assembly_cache
} gb_model_work;

/// Functionals of the march, see model_functionals.c.
typedef struct gb_model_functionals {
  gb_aggregate *aggregate;
  void *source[GB_SOURCES];          ///< data of each source of samples, see gb_source.create
  const struct gb_state_bars *given; ///< derivatives that replace the functionals, or NULL
  double scale;                      ///< scale of the multipliers for `given`
} gb_model_functionals;

/// State about which a linear system is linearised.
typedef struct gb_linear_origin {
  gb_nodal_state origin;
  gb_scalar *zero; ///< zeros, [nodal values]
} gb_linear_origin;

/// Data of a system with the operations of model_system.c, which owns all parts; the memory of
/// `work` owns `functionals` and `linear`.
typedef struct gb_model_data {
  gb_system *system; ///< whose data this is
  const gb_model *model;
  gb_timers *timers;
  gb_nodal *nodal;
  gb_assembly *assembly;
  gb_preconditioner *preconditioner;
  gb_model_functionals *functionals;
  gb_quantities *quantities; ///< all quantities of the model; NULL: there are none
  gb_linear_origin *linear;  ///< NULL: the system is not linear
  gb_relief *relief;         ///< NULL: there is no inertia relief
  gb_step_inputs *inputs;    ///< NULL: numbers of nodes are the same in all steps
  gb_scalar *change;         ///< design values minus those that the model was built with, [designs]
  gb_model_work *work;
  struct {
    gb_start *velocity;          ///< projection of initial velocities; models with constraints only
    gb_equilibrium *equilibrium; ///< NULL: the march starts from the reference configuration
  } initial;
  struct {
    bool start; ///< the operations act on the impulse of start.h
    bool rest;  ///< constraints in position form, prescribed motions without rates
  } at;
  double upright; ///< time of the last state with upright directors, see gb_admissible; NAN: none
  gb_motions *motions;
  gb_shape_sensitivity *shape;
} gb_model_data;

/// @return the data of a model's system
static inline gb_model_data *gb_model_data_of(gb_system *system) {
  return system->data;
}

/// Allocate memory for `count` vectors. Local. errors: GB_FILE
int gb_model_data_reserve(gb_model_data *s, int count, gb_error *error);
/// Enlarge x, y, owned and joined to `count` vectors if necessary. Collective. errors: GB_FILE
int gb_model_data_make_room(gb_model_data *s, int count, gb_error *error);
/// Append multipliers (NULL: zeros) to each vector of y[count][n]. @return vectors [count][n + m],
/// valid until the next call. Only the multipliers of one state are given: count is 1 if they are
/// not NULL.
const gb_scalar *gb_model_data_join(gb_model_data *s, int count, const gb_scalar y[],
                                    const gb_scalar multiplier[]);
/// Set the inputs of a stage. Local.
void gb_model_data_set_inputs(gb_model_data *s, int step, int instant);
/// Whether prescribed motions contribute to a component.
bool gb_model_data_has_motion(const gb_model_data *s, const gb_state *state, int component);
/// @return the time of the prescribed motions of a component, and how far they go on at their rate
static inline gb_tangent_motion gb_model_data_tangent(const gb_state *state, int component) {
  const bool used = state->tangent.used;
  return (gb_tangent_motion){used, used ? state->tangent.t : state->t,
                             used && component == GB_Q ? state->tangent.by : 0};
}
/// Initialise a nodal state by the properties of a state; its values are not set.
gb_nodal_state gb_model_data_open(const gb_model_data *s, const gb_state *state);
/// z = T y + g + X(x) - X of one component, docs/theory.md, (2.3), (2.10). Collective.
int gb_model_data_component(gb_model_data *s, const gb_state *state, int component, gb_scalar z[],
                            gb_error *error);
/// Compute the nodal values of the components up to `last`, in memory of the system. Collective.
int gb_model_data_gather(gb_model_data *s, const gb_state *state, int last, gb_nodal_state *nodal,
                         gb_error *error);
/// @return the last component on which the combined Jacobian depends
int gb_model_data_last_component(const gb_model_data *s);
/// Whether initial velocities are projected onto the constraints.
bool gb_model_data_constrained(const gb_model_data *s);
/// y[count][n] += work.owned[count][n + m] without multipliers.
void gb_model_data_add_owned(const gb_model_data *s, int count, gb_scalar y[]);

#endif
