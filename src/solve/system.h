/// Interface of a model for a march: a descriptor residual R(a, v, q, lambda, t) = 0, its
/// sigma-combined operator, products with R_x, and derivatives of functionals. A finite-element
/// model is one system, an oscillator in a test another. Vectors contain the unknowns that this
/// rank owns.
#ifndef GB_SOLVE_SYSTEM_H
#define GB_SOLVE_SYSTEM_H

#include "base/error.h"
#include "base/scalar.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Components of the state at a stage: q, q', q'' and the auxiliary acceleration of the alpha
/// family.
enum { GB_Q, GB_V, GB_A, GB_S, GB_COMPONENTS };

/// Adjoint values (bars) of a stage: those of the components, then of its multipliers and of what
/// elements remember of the beginning of its step.
enum { GB_MULTIPLIER = GB_COMPONENTS, GB_MEMORY, GB_BARS };

/// Projection onto the constraints that replaces the equations of motion at a stage: M a + Phi_q^T
/// p = 0 for a change a of positions with Phi = 0, or of velocities with Phi' = 0.
typedef enum gb_projection {
  GB_PROJECT_NONE,
  GB_PROJECT_POSITIONS,
  GB_PROJECT_VELOCITIES,
  GB_PROJECTIONS
} gb_projection;

/// Treatment of loads that depend on displacements, such as follower loads and centrifugal forces.
/// A linear system contains their values but not their derivatives.
typedef enum gb_turning_loads {
  GB_TURNING_KEPT,
  GB_TURNING_LEFT_OUT,
  GB_TURNING_ALONE
} gb_turning_loads;

/// The prescribed motions of q at a state near a path are their values at the time t plus `by`
/// times their rates at t.
typedef struct gb_tangent_motion {
  bool used; ///< false: the state has the prescribed motions of its own time
  double t, by;
} gb_tangent_motion;

/// State at a stage. component[i] has n entries, multiplier m; borrowed by callees.
typedef struct gb_state {
  double t;     ///< time, or load parameter of a static march
  bool initial; ///< q and v are given, as at stage 0: constraints in acceleration form
  gb_projection projection;
  bool first; ///< stage 0: functionals of the model count it, whatever its weight
  bool last;  ///< last stage: functionals of the end count it, whatever its weight
  int step;   ///< number of the step that ends at this state (0: the start), -1: no step ends here
  double sigma[GB_COMPONENTS]; ///< coefficients of the stage's own solve, which scale constraints;
                               ///< all zero if nothing was solved
  double withheld;             ///< share of the prescribed motions that is left out
  gb_tangent_motion tangent;   ///< not used by states of which direction() is asked
  double unheated;             ///< share of the thermal expansion that is left out
  bool frozen; ///< the prescribed motions do not depend on designs; for states of a linear system
  gb_turning_loads turning;
  bool linear; ///< strains, elongations and angles are linear in q, as in linear statics: K then
               ///< has the stresses of q at the reference geometry
  bool small;  ///< materials have their stresses for small strains, whatever the strains are
  gb_scalar *component[GB_COMPONENTS];
  gb_scalar *multiplier;
  /// Memory of elements, of the beginning of the state's step, [system->memory]; NULL: the
  /// reference, at the beginning of a march and in systems without memory.
  gb_scalar *memory;
} gb_state;

/// Number of entries of a state on this rank and of its components in use.
typedef struct gb_state_size {
  int32_t n, m;
  int components;
  int32_t memory; ///< number of values of the memory of elements
} gb_state_size;

/// Availability and quality of a preconditioner for an operator.
typedef enum gb_preconditioner_kind {
  GB_PRECONDITIONER_NONE,     ///< none: refactor() must be called first
  GB_PRECONDITIONER_DIAGONAL, ///< a positive diagonal; its corrections should be accelerated by
                              ///< pairs
  GB_PRECONDITIONER_LIGHT,    ///< a factor of the same sigma that leaves something out
  GB_PRECONDITIONER_FACTOR    ///< a factor of the same sigma at an earlier state; its use is one
                              ///< Newton step
} gb_preconditioner_kind;

/// Treatment of rotations of parts of the system since a preconditioner was made.
typedef enum gb_rotation {
  GB_ROTATION_NONE,     ///< the state has the same q
  GB_ROTATION_LEFT_OUT, ///< not applied: rotations are small, or the preconditioner does not
                        ///< support them
  GB_ROTATION_APPLIED
} gb_rotation;

/// Kinds of rows of a residual that are sums of terms: forces on positions and on directors, and
/// rates of states.
enum { GB_ROWS_POSITION, GB_ROWS_DIRECTOR, GB_ROWS_STATE, GB_ROW_KINDS };

/// Squared norms of a residual and of its terms, by kinds of rows; this rank's part.
typedef struct gb_residual_size {
  double rows[GB_ROW_KINDS];
  double terms[GB_ROW_KINDS];   ///< contributions of elements
  double column;                ///< order of magnitude of the forces of a unit multiplier
  double carried[GB_ROW_KINDS]; ///< what is applied and carried: dead loads, forces of contacts,
                                ///< springs and joints, and reactions of supports
} gb_residual_size;

/// Operator A = sigma0 R_q + sigma1 R_v + sigma2 R_a at a state, or its transpose. Columns of
/// multipliers do not depend on sigma.
typedef struct gb_operator {
  const double *sigma; ///< [3]
  const gb_state *state;
  bool transpose;
} gb_operator;

/// Bars of the memory z of elements, z_b at the beginning of a step and z = Z(state) at its end.
/// Each rank has those of its own elements.
typedef struct gb_memory_bars {
  int count;            ///< number of vectors
  const gb_scalar *psi; ///< weights of R, [count][n + m]; NULL: zero
  const gb_scalar *end; ///< bars of z, [count][memory]; NULL: zero, and `bar` is not used
  gb_scalar *bar[2];    ///< += Z_q^T end and Z_v^T end, [count][n]
  gb_scalar *begin;     ///< += R_zb^T psi + Z_zb^T end, [count][memory]
  gb_scalar *gradient;  ///< += end . Z_x, [count][designs] (this rank's share)
} gb_memory_bars;

/// Derivatives of the memory of elements along directions, for each rank's own elements.
typedef struct gb_memory_slopes {
  int count;              ///< number of directions
  const gb_scalar *dx;    ///< of designs, [count][designs]
  const gb_scalar *d[2];  ///< of q and v, [count][n]
  const gb_scalar *begin; ///< of z_b, [count][memory]
  gb_scalar *r;           ///< += R_zb begin, [count][n + m]; NULL: not wanted
  gb_scalar *end; ///< Z_zb begin + Z_q d[0] + Z_v d[1] + Z_x dx (overwrites), [count][memory];
                  ///< NULL: not wanted, and dx and d are not used
} gb_memory_slopes;

typedef struct gb_system gb_system;

/// Operations of a system. Unless stated otherwise, they are collective over the system's ranks and
/// return a gb_status. `data` belongs to the system. Multi-vectors are contiguous: [count][n + m].
/// "Adds" means that the caller clears the output before.
typedef struct gb_system_operations {
  /// Set the numbers of the system that differ from stage to stage, before a stage at time t is
  /// solved or differentiated. See gb_stage for `instant`. NULL: there are none. Local.
  void (*set_stage)(gb_system *, int step, int instant, double t);
  /// Compute the initial q and v, each [n] (overwrites).
  int (*initial)(gb_system *, gb_scalar *q, gb_scalar *v, gb_error *);
  /// Compute r = R(state), [n + m] (overwrites).
  int (*residual)(gb_system *, const gb_state *, gb_scalar *r, gb_error *);
  /// Compare a residual r, [n + m], with its terms, which are those of the last call of `residual`.
  /// NULL: not supported. Local.
  void (*residual_size)(gb_system *, const gb_scalar *r, gb_residual_size *);
  /// Compute y = A x exactly, x and y [count][n + m] (overwrites).
  int (*product)(gb_system *, const gb_operator *A, int count, const gb_scalar *x, gb_scalar *y,
                 gb_error *);
  /// Announce several products at this sigma and state, until a call with a NULL state, so that the
  /// system may cache its linearisation. NULL: not supported. errors: GB_FILE
  int (*cache_linearisation)(gb_system *, const double sigma[3], const gb_state *, gb_error *);
  /// y_i += (R_i)^T psi for i = GB_Q, GB_V or GB_A; psi [count][n + m], y [count][n] (adds). May do
  /// nothing if R_i is zero.
  int (*partial)(gb_system *, int component, const gb_state *, int count, const gb_scalar *psi,
                 gb_scalar *y, gb_error *);
  /// @return the quality of the preconditioner for this sigma. A factor of A's symmetric part also
  ///   counts as GB_PRECONDITIONER_FACTOR. Local.
  gb_preconditioner_kind (*preconditioner)(gb_system *, const double sigma[3]);
  /// Make a new preconditioner for A at this state. errors: GB_SINGULAR, GB_FILE
  int (*refactor)(gb_system *, const double sigma[3], const gb_state *, gb_error *);
  /// Apply to the preconditioner for this sigma the rotations of the system's parts from the state
  /// of the last refactor() to this one. NULL: parts do not rotate.
  int (*rotate)(gb_system *, const double sigma[3], const gb_state *, gb_rotation *, gb_error *);
  /// Count the negative eigenvalues of A, at the state of the last refactor() for this sigma, on
  /// the directions that constraints leave free. If A is not symmetric, its symmetric part counts.
  /// NULL: not supported. errors: GB_FILE
  int (*negative)(gb_system *, const double sigma[3], int64_t *count, gb_error *);
  /// Reject the kind of factor for this sigma because it contracts badly at its own state. @return
  /// whether the next refactor() will make a better kind. NULL: there is only one kind. The same on
  /// all ranks.
  bool (*reject)(gb_system *, const double sigma[3]);
  /// @return the cost of refactor() in corrections, each one residual and one use of the factor;
  ///   the same on all ranks and in all runs
  double (*refactor_cost)(gb_system *, const double sigma[3]);
  /// Delete all preconditioners so that later solves do not depend on earlier ones. NULL: not
  /// needed. Local.
  void (*forget)(gb_system *);
  /// x <- P^-1 x, [count][n + m], with the last P for A's sigma, or P^-T x for a transposed A. A's
  /// state is not used and may be NULL.
  int (*precondition)(gb_system *, const gb_operator *A, int count, gb_scalar *x, gb_error *);
  /// Sum `count` scalars over the ranks, in place. Does nothing on one rank.
  int (*sum)(gb_system *, int count, gb_scalar *values, gb_error *);
  /// Describe the largest entry of r = R(state) and its largest contribution: "node 17 (u_z),
  /// element 30". Text on rank 0.
  int (*residual_report)(gb_system *, const gb_state *, const gb_scalar *r, size_t size, char *text,
                         gb_error *);

  /// Lower *share to the largest part of a change of the unknowns, dw[n + m], by which no pair of a
  /// contact is missed or pressed through. NULL: there are no contacts.
  int (*approach)(gb_system *, const gb_state *from, const gb_scalar *dw, double *share,
                  gb_error *);
  /// From the next refactor() on, add this share of its diagonal to the operator of statics, so
  /// that motions that nothing holds are regular; residuals do not change. NULL: not supported.
  /// Local.
  void (*stiffen)(gb_system *, double share);

  /// Check whether a converged state is admissible. `before` is the state at the end of the step
  /// before (NULL: none). yes and text on all ranks. NULL: all states are admissible.
  int (*admissible)(gb_system *, const gb_state *now, const gb_state *before, bool *yes,
                    size_t size, char *text, gb_error *);

  /// Find the largest change of a director from one state to another; `from` NULL: from the
  /// reference. NULL: there are no directors.
  int (*turn)(gb_system *, const gb_state *from, const gb_state *to, double *turn, gb_error *);

  /// Find the largest angle by which directors of neighbouring nodes of an element have turned
  /// against each other, and the number of that element. NULL: no elements bend.
  int (*bend)(gb_system *, const gb_state *, double *angle, int64_t *element, gb_error *);

  /// Functionals: reset the sums of an earlier march.
  int (*functionals_begin)(gb_system *, gb_error *);
  /// Add a stage's contribution with its time weight. Stages of weight 0 are passed only if they
  /// are the first, the last or requested by a functional, and then always.
  int (*functionals_add)(gb_system *, const gb_state *, double weight, gb_error *);
  /// After the last stage: compute all values, [values]. Derivatives are available afterwards.
  int (*functionals_end)(gb_system *, gb_scalar *values, gb_error *);
  /// After functionals_end: derivatives of one stage's contribution with its weight, for the same
  /// stages as before. bar[i] += F_(component i), each [functionals][n], derivatives by the
  /// multipliers, [functionals][m], and by the memory, [functionals][memory]; gradient += F_x,
  /// [functionals][designs] (adds this rank's share; the driver sums over the ranks at the end).
  int (*functionals_derivative)(gb_system *, const gb_state *, double weight,
                                gb_scalar *bar[GB_BARS], gb_scalar *gradient, gb_error *);

  /// If functionals have several values: @return the index among all values to which a stage's
  /// contribution to functional f belongs, -1: none. The same on all ranks. NULL: each functional
  /// has one value.
  int (*value_of)(gb_system *, int f, const gb_state *, double weight);

  /// gradient[f][x] += psi_f^T R_x for psi [count][n + m] (adds this rank's share).
  int (*design_product)(gb_system *, const gb_state *, int count, const gb_scalar *psi,
                        gb_scalar *gradient, gb_error *);
  /// Compute right-hand sides of the tangent, r = R_x dx + R_q d_q + R_v d_v + R_a d_a, for `count`
  /// directions: dx [count][designs], d_i [count][n] (NULL: zero), r [count][n + m] (overwrites).
  int (*direction)(gb_system *, const gb_state *, int count, const gb_scalar *dx,
                   const gb_scalar *const d[3], gb_scalar *r, gb_error *);
  /// Compute the memory of elements at the end of a step, memory[system->memory], the same on all
  /// ranks: z = Z(state), where the state has the memory of the step's beginning, z_b (overwrites).
  /// NULL: elements have no memory, as in the next two.
  int (*remember)(gb_system *, const gb_state *, gb_scalar *memory, gb_error *);
  /// Add products by the transposed derivatives of R and Z.
  int (*memory_product)(gb_system *, const gb_state *, const gb_memory_bars *, gb_error *);
  /// Add changes of R along directions, and compute those of Z.
  int (*memory_direction)(gb_system *, const gb_state *, const gb_memory_slopes *, gb_error *);
  /// gradient[f][x] += bar_q^T dq0/dx + bar_v^T dv0/dx for bars [count][n] (this rank's share).
  /// Destroys the bars.
  int (*initial_product)(gb_system *, int count, gb_scalar *bar_q, gb_scalar *bar_v,
                         gb_scalar *gradient, gb_error *);
  /// Compute the derivatives dq, dv of the initial values along dx (overwrites).
  int (*initial_direction)(gb_system *, const gb_scalar *dx, gb_scalar *dq, gb_scalar *dv,
                           gb_error *);
} gb_system_operations;

/// Number of values of all functionals.
#define GB_VALUES(system) ((system)->values > 0 ? (system)->values : (system)->functionals)

/// Combination of components of an equation of statics: the unknowns are q.
static const double gb_static_sigma[GB_COMPONENTS] = {[GB_Q] = 1};

/// Traits of a system, which are bits.
typedef enum gb_system_trait {
  GB_SYSTEM_PRESCRIBED = 1,   ///< the case prescribes motions of nodes, on some rank
  GB_SYSTEM_HEATED = 2,       ///< the case has temperatures
  GB_SYSTEM_UNCOUNTED = 4,    ///< the linear solver does not count negative eigenvalues
  GB_SYSTEM_TOUCHES = 8,      ///< nonlinear statics with contacts, see solve/approach.h
  GB_SYSTEM_BALANCES = 16,    ///< a state is one whose forces balance on the scale of those carried
  GB_SYSTEM_CONSTRAINED = 32, ///< such statics have multipliers, on some rank
  GB_SYSTEM_WHOLE_FACTORS = 64 ///< factors are of the whole operator, not of its symmetric part
} gb_system_trait;

/// A system: its operations, sizes and norms.
struct gb_system {
  const gb_system_operations *op;
  void *data;
  int32_t n, m;             ///< numbers of unknowns and multipliers that this rank owns
  int32_t memory;           ///< number of values of the memory of elements, the same on all ranks
  int functionals, designs; ///< numbers of functionals and designs, the same on all ranks
  int values;               ///< number of values of all functionals; 0: one each
  const int64_t *order;     ///< number that each unknown has on one rank, [n + m]; NULL: its index
  unsigned traits;          ///< bits of gb_system_trait
  /// Norm over all ranks of the positions from which displacements are measured.
  double position_norm;
  const unsigned char *kind; ///< kind of each unknown's row, [n]; NULL: there are no states
  double length;             ///< size of the model, by which `weight` divides displacements
  const gb_scalar *weight;   ///< weight of each entry of a solution in norms, [n + m], which makes
                             ///< them independent of the unit of length; NULL: 1
};

/// @return the number n + m of unknowns and multipliers of this rank
static inline size_t gb_system_length(const gb_system *system) {
  return (size_t)system->n + (size_t)system->m;
}

static inline bool gb_system_is(const gb_system *system, gb_system_trait trait) {
  return system->traits & trait;
}

/// Whether `negative` may be called.
static inline bool gb_system_counts(const gb_system *system) {
  return system->op->negative && !gb_system_is(system, GB_SYSTEM_UNCOUNTED);
}

/// @return the weight of an entry of a solution in norms
static inline double gb_system_weight(const gb_system *system, size_t i) {
  return system->weight ? gb_real(system->weight[i]) : 1;
}

/// Make a failure of one rank (of memory) known to all ranks. Collective.
int gb_system_agree(gb_system *system, int status, gb_error *error);

#endif
