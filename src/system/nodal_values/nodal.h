/// Map between unknowns and nodal values over the ranks: z = T y with ghosts fetched from their
/// owners, and y += T^T z with the ghosts' contributions returned to them.
#ifndef GB_SYSTEM_NODAL_VALUES_NODAL_H
#define GB_SYSTEM_NODAL_VALUES_NODAL_H

#include "base/scalar.h"
#include "model/model.h"
#include "solve/system.h"
#include "system/nodal_values/controls.h"

/// Elements that a product includes: all, those that use present positions only (reference plus q),
/// or those for which gb_batch_uses_reference is true (they use reference and increment
/// separately). A preload is the residual at the reference of elements that are neither loads nor
/// have mass, such as springs; its products include those that use present positions only.
typedef enum gb_element_selection {
  GB_SELECT_ALL,
  GB_SELECT_BY_POSITION,
  GB_SELECT_BY_REFERENCE,
  GB_SELECT_PRELOAD
} gb_element_selection;

/// The forces of a nodal state, and the form of its constraint equations.
typedef enum gb_nodal_form {
  GB_FORM_MARCH,       ///< all forces; constraints in the form of the march
  GB_FORM_START,       ///< first stage: all forces; constraints in acceleration form
  GB_FORM_EQUILIBRIUM, ///< all forces; constraints in position form, see equilibrium.h
  GB_FORM_IMPULSE,     ///< inertia without gravity; constraints in velocity form, see start.h
  GB_FORM_SHIFT        ///< inertia without gravity; constraints in position form
} gb_nodal_form;

/// State in nodal values: increments q and rates v and a, each [nodal values]; v and a may be NULL
/// if not needed.
typedef struct gb_nodal_state {
  double sigma[3]; ///< coefficients of the stage's own solve, see gb_state
  double t;
  gb_nodal_form form;
  gb_turning_loads turning;
  double unheated; ///< share of the thermal expansion that is left out
  const gb_scalar *q, *v, *a;
  const gb_scalar *increment; ///< q - reference_change, for elements that measure their reference;
                              ///< NULL: equal to q
  const gb_scalar *reference_change; ///< change of the reference configuration by designs, which q
                                     ///< contains; NULL: zero
  const double *spin; ///< angular velocity of the frame in which all vectors are given, read by
                      ///< gb_assembly_matrix only; NULL: the frame does not turn
  gb_element_selection selection; ///< elements that products include; for a preload, also those of
                                  ///< residuals and of their derivatives by designs
  int64_t contact; ///< 1 + index of the entry of `contacts` whose elements alone are included, for
                   ///< the forces of this contact; 0: all elements
  bool cached;     ///< the last call of gb_assembly_cache had this state and this sigma
  /// State about which the system is linearised; q then contains linear strains, see
  /// gb_element_state; NULL: the system is not linear.
  const struct gb_nodal_state *origin;
  bool small;              ///< as in gb_state
  const gb_scalar *memory; ///< as in gb_state
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

/// T follows the designs through `change` [designs], their change from the values that the model
/// was built with; borrowed. Local. errors: GB_FILE
int gb_nodal_create(const gb_model *model, const gb_scalar change[], gb_nodal **out,
                    gb_error *error);
void gb_nodal_destroy(gb_nodal **nodal);
/// z[count][nodal values] = T y for owned unknowns y[count][owned] (overwrites). Collective.
int gb_nodal_gather(gb_nodal *nodal, int count, const gb_scalar y[], gb_scalar z[],
                    gb_error *error);
/// all[unknowns], owned and ghosts, from owned unknowns y[owned]. Collective.
int gb_nodal_share(gb_nodal *nodal, const gb_scalar y[], gb_scalar all[], gb_error *error);
/// Transpose of gb_nodal_share: y[count][owned] += contributions of all ranks'
/// all[count][unknowns]. Collective.
int gb_nodal_collect(gb_nodal *nodal, int count, const gb_scalar all[], gb_scalar y[],
                     gb_error *error);
/// y[count][owned] = T^T z summed over the ranks (overwrites). Collective.
int gb_nodal_scatter(gb_nodal *nodal, int count, const gb_scalar z[], gb_scalar y[],
                     gb_error *error);
/// y[owned] = diagonal of T^T diag(z) T (overwrites). Collective.
int gb_nodal_scatter_diagonal(gb_nodal *nodal, const gb_scalar z[], gb_scalar y[], gb_error *error);
/// @return the number of values of a nodal vector. Local.
size_t gb_nodal_size(const gb_nodal *nodal);

/// Prescribed motions of a model's nodes as functions of time.
typedef struct gb_motions gb_motions;

/// The model and the change of the designs [width] are borrowed; the arena owns the memory. Local.
/// errors: GB_FILE
/// @param linear prescribed rotations move points p by angle k x p, without terms of second order
int gb_motions_create(const gb_model *model, gb_controls *controls, const gb_scalar change[],
                      bool linear, gb_arena *arena, gb_motions **out, gb_error *error);
/// Designs of the nodes' own motions have changed: from now on those that are inputs are
/// displacements, velocities and accelerations at the time of the evaluation, not at t = 0. Local.
/// @param input whether a design is an input, [designs]; borrowed
void gb_motions_set_inputs(gb_motions *motions, const bool input[]);
/// z += factor times g(t), g'(t) or g''(t), by the component, at the nodes with prescribed motion.
/// Local.
void gb_motions_add(gb_motions *motions, double t, int component, double factor, gb_scalar z[]);
/// Whether prescribed motions depend on designs; the same on all ranks.
bool gb_motions_vary(const gb_motions *motions);
/// z[count][nodal values] += derivative of the prescribed motions along dx[count][width]. Local.
void gb_motions_direction(gb_motions *motions, double t, int component, int count,
                          const gb_scalar dx[], gb_scalar z[]);
/// gradient[count][width] += derivatives of the prescribed motions weighted by bar[count][nodal
/// values]. Local.
void gb_motions_gradient(gb_motions *motions, double t, int component, int count,
                         const gb_scalar bar[], gb_scalar gradient[]);

#endif
