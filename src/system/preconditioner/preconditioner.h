/// Preconditioners of a model's operators: a factor for each sigma of a march (several are kept
/// while memory allows), and the diagonal if the operator is the mass matrix only.
#ifndef GB_SYSTEM_PRECONDITIONER_PRECONDITIONER_H
#define GB_SYSTEM_PRECONDITIONER_PRECONDITIONER_H

#include "base/timer.h"
#include "restart/archive.h"
#include "solve/system.h"
#include "system/assembly/assembly.h"
#include "system/nodal_values/nodal.h"

typedef struct gb_preconditioner gb_preconditioner;

/// Create the preconditioners of a model. Collective. errors: GB_FILE
/// @param memory bytes over all ranks for factors besides the one in use
/// @param whole  use full factors in double precision
int gb_preconditioner_create(gb_nodal *nodal, gb_assembly *assembly, gb_timers *timers,
                             double memory, bool whole, gb_preconditioner **out, gb_error *error);
void gb_preconditioner_destroy(gb_preconditioner **preconditioner);
/// Use another nodal map and assembly of the same model from now on, and count factorisations from
/// 0. The operator must be the same with both. Local.
void gb_preconditioner_move(gb_preconditioner *preconditioner, gb_nodal *nodal,
                            gb_assembly *assembly);
/// @return the kind of preconditioner that is available for this sigma. Local.
gb_preconditioner_kind gb_preconditioner_kind_of(const gb_preconditioner *preconditioner,
                                                 const double sigma[3]);
/// @return whether factors are always of the whole operator, not of its symmetric part. Local.
bool gb_preconditioner_is_whole(const gb_preconditioner *preconditioner);
/// Factor the sigma-combined operator at the state `at` with the nodal values `state`. Collective.
/// errors: GB_SINGULAR, GB_FILE
int gb_preconditioner_refactor(gb_preconditioner *preconditioner, const double sigma[3],
                               const gb_state *at, const gb_nodal_state *state, gb_error *error);
/// Make the factor of this sigma follow the rotations of the nodes from the state of its
/// factorisation to the state `at` with nodal displacements q. Factors of a mass matrix, which does
/// not depend on the state, do not rotate. Collective.
int gb_preconditioner_rotate(gb_preconditioner *preconditioner, const double sigma[3],
                             const gb_state *at, const gb_scalar q[], gb_rotation *rotation,
                             gb_error *error);
/// Make full factors count negative eigenvalues from now on. Local.
void gb_preconditioner_count(gb_preconditioner *preconditioner);
/// From now on add this share of its diagonal to the operator of statics before it is factored.
/// Unknowns without stiffness get the share of a mean one. Local.
/// @param row_kind  of each unknown but multipliers, GB_ROWS_POSITION ..., [n]; borrowed
/// @param length    size of the model, which relates directors to displacements
void gb_preconditioner_stiffen(gb_preconditioner *preconditioner, double share,
                               const unsigned char row_kind[], double length);
/// Count the negative eigenvalues of the operator of the last factor for this sigma, on the
/// directions that the constraint equations leave free. Each of the independent constraint
/// equations adds one negative eigenvalue to the whole matrix, which is subtracted. If the operator
/// is not symmetric, its symmetric part counts. Collective. errors: GB_SINGULAR (no such factor),
/// GB_FILE
int gb_preconditioner_negative(const gb_preconditioner *preconditioner, const double sigma[3],
                               int64_t *count, gb_error *error);
/// Delete all factors and reset the choice of their kinds. Local.
void gb_preconditioner_forget(gb_preconditioner *preconditioner);
/// Callback that computes the nodal values of a state. Collective.
typedef int gb_gather(void *context, const gb_state *at, gb_nodal_state *state, gb_error *error);
/// Write the states at which the factors were made, or read them and factor again with nodal values
/// from `gather`. Collective.
int gb_preconditioner_archive(gb_preconditioner *preconditioner, gb_archive *archive,
                              gb_gather *gather, void *context, gb_error *error);
/// Reject the kind of the factor for this sigma. @return whether the next factor will be of a kind
/// that leaves less out
bool gb_preconditioner_reject(gb_preconditioner *preconditioner, const double sigma[3]);
/// x <- P^-1 x for x[count][owned]. Collective. errors: GB_SINGULAR if no factor was made
int gb_preconditioner_apply(gb_preconditioner *preconditioner, const gb_operator *A, int count,
                            gb_scalar x[], gb_error *error);
/// Cost of a factorisation in corrections (one residual and one use of the factor each), computed
/// from operation counts only.
double gb_preconditioner_cost(const gb_preconditioner *preconditioner, const double sigma[3]);
/// Number of factorisations so far; bytes of all stored factors.
int gb_preconditioner_factorisations(const gb_preconditioner *preconditioner);
double gb_preconditioner_bytes(const gb_preconditioner *preconditioner);

#endif
