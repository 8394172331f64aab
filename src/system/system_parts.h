/// A model as a system, from inside: what its operations and its reports share. For
/// analysis/model_system.c, system_products.c, system_functionals.c and system_report.c alone.
#ifndef GB_SYSTEM_SYSTEM_PARTS_H
#define GB_SYSTEM_SYSTEM_PARTS_H

#include "base/arena.h"
#include "base/timer.h"
#include "functions/aggregate.h"
#include "solve/system.h"
#include "system/assembly.h"
#include "system/motions.h"
#include "system/point_functionals.h"
#include "system/preconditioner.h"
#include "system/shape_sensitivity.h"
#include "system/start.h"

/// Memory that the operations share.
typedef struct gb_system_work {
  size_t size;              ///< nodal values
  gb_scalar *q, *v, *a, *r; ///< nodal values, [size] each
  int room;                 ///< vectors of the arrays below
  gb_arena buffers;         ///< their memory
  gb_scalar *x, *y;         ///< nodal multi-vectors, [room][size]
  gb_scalar *owned;         ///< [room][owned]
  gb_scalar *joined;        ///< components with multipliers behind each, [room][n + m]
} gb_system_work;

/// The linearisation that the assembly keeps for products, see gb_assembly_hold.
typedef struct gb_cached_linearisation {
  const gb_state *state; ///< NULL: none is kept
  double sigma[3];
} gb_cached_linearisation;

typedef struct gb_model_system {
  gb_system base;
  const gb_model *model;
  gb_timers *timers;
  gb_nodal *nodal;
  gb_assembly *assembly;
  gb_preconditioner *preconditioner;
  gb_aggregate *aggregate;
  gb_point_functionals *points;
  gb_arena memory;   ///< of the arrays but for multi-vectors
  gb_scalar *change; ///< of the designs from the model's values, [designs]
  gb_system_work work;
  gb_cached_linearisation cached;
  gb_start *start; ///< of a model with constraints
  struct {
    bool start; ///< the operations are those of `start`
    bool rest;  ///< given motions have no rates
  } at;
  double upright; ///< time of the last state whose directors were upright, see gb_admissible; NAN
  gb_motions *motions;
  gb_shape_sensitivity *shape;
} gb_model_system;

static inline gb_model_system *gb_model_system_of(gb_system *system) {
  return system->data;
}

/// Room for `count` vectors in x, y and those of owned unknowns. Collective.
int gb_model_system_make_room(gb_model_system *s, int count, gb_error *error);
/// y[count][n] += the part of s->work.owned[count][n + m] without multipliers.
void gb_model_system_add_owned(const gb_model_system *s, int count, gb_scalar y[]);
/// Vectors of all unknowns from y[count][n] and multipliers (NULL: zeros), which have no rates.
/// They last until the next call.
const gb_scalar *gb_model_system_join(gb_model_system *s, int count, const gb_scalar y[],
                                      const gb_scalar multiplier[]);
/// z = T y + g + X(x) - X of one component, docs/theory.md, (2.3), (2.10). Collective.
int gb_model_system_gather_component(gb_model_system *s, const gb_state *state, int component,
                                     gb_scalar z[], gb_error *error);
/// Nodal values of the components up to `last`, in the system's own memory. Collective.
int gb_model_system_gather(gb_model_system *s, const gb_state *state, int last,
                           gb_nodal_state *nodal, gb_error *error);
/// Nodal values of the components on which R depends. Collective.
int gb_model_system_gather_all(gb_model_system *s, const gb_state *state, gb_nodal_state *nodal,
                               gb_error *error);
/// The last component on which the combined Jacobian depends.
int gb_model_system_last_slot(const gb_model_system *s);
/// The system's products and operations on functionals: see integrators/system.h.
int gb_model_system_cache_linearisation(gb_system *system, const double sigma[3],
                                        const gb_state *state, gb_error *error);
int gb_model_system_product(gb_system *system, const gb_operator *A, int count, const gb_scalar *x,
                            gb_scalar *y, gb_error *error);
int gb_model_system_partial(gb_system *system, int component, const gb_state *state, int count,
                            const gb_scalar *psi, gb_scalar *y, gb_error *error);
int gb_model_system_design_product(gb_system *system, const gb_state *state, int count,
                                   const gb_scalar *psi, gb_scalar *gradient, gb_error *error);
int gb_model_system_direction(gb_system *system, const gb_state *state, int count,
                              const gb_scalar *dx, const gb_scalar *const d[3], gb_scalar *r,
                              gb_error *error);
int gb_model_system_functionals_begin(gb_system *system, gb_error *error);
int gb_model_system_functionals_add(gb_system *system, const gb_state *state, double weight,
                                    gb_error *error);
int gb_model_system_functionals_end(gb_system *system, gb_scalar *values, gb_error *error);
int gb_model_system_functionals_derivative(gb_system *system, const gb_state *state, double weight,
                                           gb_scalar *bar[GB_COMPONENTS], gb_scalar *gradient,
                                           gb_error *error);
/// Whether initial velocities are moved to those that constraints allow.
bool gb_model_system_is_constrained(const gb_model_system *s);

#endif
