/// The data of a model's system and the nodal values of its states, which the files that make it
/// share: model_system.c, model_functionals.c, model_reports.c.
#ifndef GB_SYSTEM_MODEL_DATA_H
#define GB_SYSTEM_MODEL_DATA_H

#include "base/arena.h"
#include "base/timer.h"
#include "solve/system.h"
#include "system/equilibrium.h"
#include "system/preconditioner.h"
#include "system/quantities.h"
#include "system/shape_sensitivity.h"
#include "system/sources.h"
#include "system/start.h"

/// Memory that the operations share.
typedef struct gb_model_work {
  gb_arena memory, buffers; ///< of the arrays with one vector, and of the others
  size_t size;              ///< nodal values
  gb_scalar *q, *v, *a, *r; ///< nodal values, [size] each, the first three side by side
  gb_scalar *increment;     ///< q less what designs move; NULL: they move nothing
  int room;                 ///< vectors of the arrays below
  gb_scalar *x, *y;         ///< nodal multi-vectors, [room][size]
  gb_scalar *owned;         ///< [room][owned]
  unsigned char *kind;      ///< of each unknown's row, see gb_residual_size, [n]
  gb_scalar *weight;        ///< of norms, see gb_system, [n + m]
  gb_scalar *joined;        ///< components with multipliers behind each, [room][n + m]
} gb_model_work;

/// The linearisation that the assembly keeps for products, see gb_assembly_cache.
typedef struct gb_cached_linearisation {
  const gb_state *state; ///< NULL: none is kept
  double sigma[3];
} gb_cached_linearisation;

/// A system whose operations are those of model_system.c.
typedef struct gb_model_data {
  gb_system base;
  const gb_model *model;
  gb_timers *timers;
  gb_nodal *nodal;
  gb_assembly *assembly;
  gb_preconditioner *preconditioner;
  struct {
    gb_aggregate *aggregate;
    void *source[GB_SOURCES];          ///< what gb_source.create made
    const struct gb_state_bars *given; ///< in their place; or NULL
    double scale;                      ///< of multipliers, for these
  } functionals;
  struct {
    gb_quantities *all;    ///< of the model; NULL: there are none
    gb_scalar *value;      ///< their values
    gb_nodal_state origin; ///< about which a linear system is linear
    gb_scalar *zero;       ///< [nodal values] of a linear system
  } quantities;
  gb_scalar *change; ///< of the designs from the model's values, [designs]
  gb_model_work work;
  gb_cached_linearisation cached;
  struct {
    gb_start *velocity;          ///< of a model with constraints
    gb_equilibrium *equilibrium; ///< NULL: the march begins from the reference
  } initial;
  struct {
    bool start;  ///< the operations are those of `start`
    bool rest;   ///< constraints act on positions, and given motions have no rates
    bool linear; ///< the system is made linear at its reference, for linear statics
  } at;
  double upright; ///< time of the last state whose directors were upright, see gb_admissible; NAN
  gb_motions *motions;
  gb_shape_sensitivity *shape;
} gb_model_data;

static inline gb_model_data *gb_model_data_of(gb_system *system) {
  return system->data;
}

/// Memory for `count` vectors. Local. errors: GB_FILE
int gb_model_data_reserve(gb_model_data *s, int count, gb_error *error);
/// Room for `count` vectors in x, y and those of owned unknowns. Collective.
int gb_model_data_make_room(gb_model_data *s, int count, gb_error *error);
/// Vectors of all unknowns from y[count][n] and multipliers (NULL: zeros), which have no rates.
/// They last until the next call.
const gb_scalar *gb_model_data_join(gb_model_data *s, int count, const gb_scalar y[],
                                    const gb_scalar multiplier[]);
/// Whether given motions count in a component.
bool gb_model_data_has_motion(const gb_model_data *s, const gb_state *state, int component);
/// What a nodal state says beside its values.
gb_nodal_state gb_model_data_open(const gb_model_data *s, const gb_state *state);
/// z = T y + g + X(x) - X of one component, docs/theory.md, (2.3), (2.10). Collective.
int gb_model_data_component(gb_model_data *s, const gb_state *state, int component, gb_scalar z[],
                            gb_error *error);
/// Nodal values of the components up to `last`, in the system's own memory. Collective.
int gb_model_data_gather(gb_model_data *s, const gb_state *state, int last, gb_nodal_state *nodal,
                         gb_error *error);
/// The last component on which the combined Jacobian depends.
int gb_model_data_last_component(const gb_model_data *s);
/// Whether initial velocities are moved to those that constraints allow.
bool gb_model_data_constrained(const gb_model_data *s);
/// y[count][n] += the part of work.owned[count][n + m] without multipliers.
void gb_model_data_add_owned(const gb_model_data *s, int count, gb_scalar y[]);

#endif
