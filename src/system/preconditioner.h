/// Preconditioners of a model's operators: a factor for each sigma of a march (a few are kept while
/// memory allows), and the diagonal where the operator is the mass matrix alone.
#ifndef GB_SYSTEM_PRECONDITIONER_H
#define GB_SYSTEM_PRECONDITIONER_H

#include "base/timer.h"
#include "restart/archive.h"
#include "solve/system.h"
#include "system/assembly.h"
#include "system/nodal.h"

typedef struct gb_preconditioner gb_preconditioner;

/// @param memory bytes over all ranks that factors beyond the one in use may take
/// @param whole factors leave nothing out, in double precision
int gb_preconditioner_create(gb_nodal *nodal, gb_assembly *assembly, gb_timers *timers,
                             double memory, bool whole, gb_preconditioner **out, gb_error *error);
void gb_preconditioner_destroy(gb_preconditioner **preconditioner);
gb_preconditioner_kind gb_preconditioner_kind_of(const gb_preconditioner *preconditioner,
                                                 const double sigma[3]);
/// Factor the sigma-combined operator at this state, of which `state` are the nodal values.
/// Collective.
int gb_preconditioner_refactor(gb_preconditioner *preconditioner, const double sigma[3],
                               const gb_state *at, const gb_nodal_state *state, gb_error *error);
/// From now on the factor of this sigma goes along with the rotations of the nodes from the state
/// that it was made at to this one, of which q are the nodal displacements; the factor of a mass
/// matrix, which does not depend on the state, stays as it is. Collective.
int gb_preconditioner_rotate(gb_preconditioner *preconditioner, const double sigma[3],
                             const gb_state *at, const gb_scalar q[], gb_rotation *rotation,
                             gb_error *error);
/// Whole factors made from now on count negative eigenvalues. Local.
void gb_preconditioner_count(gb_preconditioner *preconditioner);
/// Negative eigenvalues of the operator of the last factor for this sigma on the directions that
/// its constraint equations leave free: each of these equations, which are independent, adds one to
/// those of the whole matrix. Of an operator that is not symmetric its symmetric part counts.
/// Collective. errors: GB_SINGULAR (no such factor), GB_FILE
int gb_preconditioner_negative(const gb_preconditioner *preconditioner, const double sigma[3],
                               int64_t *count, gb_error *error);
/// Drop all factors and what was learnt of them. Local.
void gb_preconditioner_forget(gb_preconditioner *preconditioner);
/// Write what the kept factors come from, or read it and factor again: nodal values by `gather`.
/// Collective.
typedef int gb_gather(void *context, const gb_state *at, gb_nodal_state *state, gb_error *error);
int gb_preconditioner_archive(gb_preconditioner *preconditioner, gb_archive *archive,
                              gb_gather *gather, void *context, gb_error *error);
/// Whether the next factor can leave less out than that of this sigma, and then will.
bool gb_preconditioner_reject(gb_preconditioner *preconditioner, const double sigma[3]);
/// x <- P^-1 x, [count][owned]. Collective.
int gb_preconditioner_apply(gb_preconditioner *preconditioner, const gb_operator *A, int count,
                            gb_scalar x[], gb_error *error);
/// The price of a factorisation in corrections (a residual and a use of the factor each), from
/// counts alone.
double gb_preconditioner_cost(const gb_preconditioner *preconditioner, const double sigma[3]);
/// Factorisations done, and bytes of all factors that are held.
int gb_preconditioner_factorisations(const gb_preconditioner *preconditioner);
double gb_preconditioner_bytes(const gb_preconditioner *preconditioner);

#endif
