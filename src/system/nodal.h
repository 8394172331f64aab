/// From unknowns to nodal values and back: z = T y with ghosts fetched from their owners, and y +=
/// T^T z with the ghosts' shares sent to them.
#ifndef GB_SYSTEM_NODAL_H
#define GB_SYSTEM_NODAL_H

#include "base/scalar.h"
#include "model/model.h"
#include "solve/system.h"
#include "system/controls.h"

/// All elements; those that take a position as the sum of reference and q; those that measure their
/// reference, see gb_element.
typedef enum gb_elements_in { GB_IN_ALL, GB_IN_UNMEASURING, GB_IN_MEASURING } gb_elements_in;

/// The forces of a nodal state, and the form of its constraint equations.
typedef enum gb_nodal_form {
  GB_FORM_MARCH,       ///< all forces; constraints in the form of the march
  GB_FORM_START,       ///< all forces; constraints on accelerations: stage 0
  GB_FORM_EQUILIBRIUM, ///< all forces; constraints on positions: see equilibrium.h
  GB_FORM_IMPULSE,     ///< inertia without gravity; constraints on velocities: see start.h
  GB_FORM_SHIFT        ///< inertia without gravity; constraints on positions
} gb_nodal_form;

/// Nodal increments and rates, each [nodal values]; v or a may be NULL where not needed.
typedef struct gb_nodal_state {
  double sigma[3]; ///< of the stage, see gb_state
  double t;
  gb_nodal_form form;
  gb_turning_loads turning;
  const gb_scalar *q, *v, *a;
  const gb_scalar
      *increment;         ///< q less `moved`, for elements that measure their reference; NULL: q
  const gb_scalar *moved; ///< what q has of moved reference places; NULL: nothing
  const double *spin;     ///< angular velocity of the frame that all vectors are seen from, which
                          ///< the matrix alone heeds; NULL: it rests
  gb_elements_in in;      ///< of which products are
  bool cached;            ///< gb_assembly_cache was called with this state and sigma last
  const struct gb_nodal_state *origin; ///< about which a linear system is linear, as strains are in
                                       ///< q then, see gb_element_state; NULL: it is not linear
} gb_nodal_state;

/// Whether inertia and constraints alone act in a state.
static inline bool gb_is_impulse(const gb_nodal_state *state) {
  return state->form >= GB_FORM_IMPULSE;
}

/// The sigma-combined Jacobian at a state, or its transpose.
typedef struct gb_nodal_operator {
  const double *sigma; ///< [3]
  const gb_nodal_state *state;
  bool transpose;
} gb_nodal_operator;

typedef struct gb_nodal gb_nodal;

/// T is that of the designs: of the model's values, changed by `change` [designs], borrowed.
int gb_nodal_create(const gb_model *model, const gb_scalar change[], gb_nodal **out,
                    gb_error *error);
void gb_nodal_destroy(gb_nodal **nodal);
/// z[count][nodal values] from owned unknowns y[count][owned]. Collective.
int gb_nodal_gather(gb_nodal *nodal, int count, const gb_scalar y[], gb_scalar z[],
                    gb_error *error);
/// All local unknowns, owned and ghosts, from the owned ones: all[unknowns]. Collective.
int gb_nodal_share(gb_nodal *nodal, const gb_scalar y[], gb_scalar all[], gb_error *error);
/// Its transpose: y[owned] += the shares of all[unknowns], ghosts' by their owners. Collective.
int gb_nodal_collect(gb_nodal *nodal, const gb_scalar all[], gb_scalar y[], gb_error *error);
/// y[count][owned] = T^T z summed over the ranks (overwrites). Collective.
int gb_nodal_scatter(gb_nodal *nodal, int count, const gb_scalar z[], gb_scalar y[],
                     gb_error *error);
/// y[owned] = diagonal of T^T diag(z) T (overwrites). Collective.
int gb_nodal_scatter_diagonal(gb_nodal *nodal, const gb_scalar z[], gb_scalar y[], gb_error *error);
/// Numbers of one nodal vector.
size_t gb_nodal_size(const gb_nodal *nodal);

/// Given motions of a model's nodes as functions of time.
typedef struct gb_motions gb_motions;

/// The model is borrowed; memory of the arena. Local.
/// @param linear given rotations by an angle move points by angle k x p, without its squares
int gb_motions_create(const gb_model *model, gb_controls *controls, bool linear, gb_arena *arena,
                      gb_motions **out, gb_error *error);
/// z += factor times g(t), g'(t) or g''(t), by the component, at the nodes of given motion. Local.
void gb_motions_add(gb_motions *motions, double t, int component, double factor, gb_scalar z[]);
/// Whether motions of this rank depend on controls that vary.
bool gb_motions_vary(const gb_motions *motions);
/// z[count][nodal values] += how they change along dx[count][width]. Local.
void gb_motions_direction(gb_motions *motions, double t, int component, int count,
                          const gb_scalar dx[], gb_scalar z[]);
/// gradient[count][width] += their changes weighted by bars. Local.
void gb_motions_gradient(gb_motions *motions, double t, int component, int count,
                         const gb_scalar bar[], gb_scalar gradient[]);

#endif
