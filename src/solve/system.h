/// All that a march knows of a model: a descriptor residual R(a, v, q,
/// lambda, t) = 0, its sigma-combined operator, products with R_x and the functionals' derivatives.
/// A finite-element model is one system, a two-line oscillator in a test another. Vectors hold the
/// unknowns that this rank owns.
#ifndef GB_SOLVE_SYSTEM_H
#define GB_SOLVE_SYSTEM_H

#include "base/error.h"
#include "base/scalar.h"
#include <stdbool.h>
#include <stdint.h>

/// Components of a time stage: q, q', q'' and the auxiliary acceleration of the alpha family.
enum { GB_Q, GB_V, GB_A, GB_S, GB_COMPONENTS };

/// Bars: those of the components, then of the stage's multipliers.
enum { GB_MULTIPLIER = GB_COMPONENTS, GB_BARS };

/// What a stage puts back on its constraints in place of a residual of forces: M a + Phi_q^T p = 0
/// for the change a of positions, Phi = 0, or of velocities, Phi' = 0.
typedef enum gb_return {
  GB_RETURN_NONE,
  GB_RETURN_POSITIONS,
  GB_RETURN_VELOCITIES,
  GB_RETURNS
} gb_return;

/// Whether loads that depend on displacements count, those that turn with what they act on and
/// centrifugal ones: a linear system has their values, and not what they add to its operator.
typedef enum gb_turning_loads {
  GB_TURNING_KEPT,
  GB_TURNING_LEFT_OUT,
  GB_TURNING_ALONE
} gb_turning_loads;

/// One time stage. component[i] has n entries, multiplier m; borrowed by callees.
typedef struct gb_state {
  double t;     ///< time, or the load parameter of a static march
  bool initial; ///< q and v are given, as at stage 0: constraints act at acceleration level
  gb_return returns;
  bool first; ///< stage 0: functionals of the model alone count it, whatever its weight
  bool last;  ///< the last stage: functionals of the end count it, whatever its weight
  int step;   ///< the step whose end it is (0: the start), -1: of none
  double sigma[GB_COMPONENTS]; ///< of the stage's own solve, by which constraints are scaled; all
                               ///< zero where nothing was solved
  double withheld;             ///< share of the given motions that is left out, and
  bool frozen; ///< whether these do not vary with designs: of the states of a linear system
  gb_turning_loads turning;
  gb_scalar *component[GB_COMPONENTS];
  gb_scalar *multiplier;
} gb_state;

/// Entries of a state on this rank, and its components in use.
typedef struct gb_state_size {
  int32_t n, m;
  int components;
} gb_state_size;

/// How good the preconditioner is that the system holds for an operator.
typedef enum gb_preconditioner_kind {
  GB_PRECONDITIONER_NONE,     ///< refactor() must come first
  GB_PRECONDITIONER_DIAGONAL, ///< a positive diagonal, whose corrections want pairs
  GB_PRECONDITIONER_LIGHT,    ///< a factor of this very sigma that leaves something out
  GB_PRECONDITIONER_FACTOR    ///< a factor of this very sigma at some earlier state: one use is a
                              ///< Newton step
} gb_preconditioner_kind;

/// How rotations of the system's parts since a preconditioner was made enter it.
typedef enum gb_rotation {
  GB_ROTATION_NONE,     ///< the state has the same q
  GB_ROTATION_LEFT_OUT, ///< they are small, or there is no such preconditioner
  GB_ROTATION_APPLIED
} gb_rotation;

/// Kinds of rows of a residual that are sums of terms: forces on positions, and on directors.
enum { GB_ROWS_POSITION, GB_ROWS_DIRECTOR, GB_ROW_KINDS };

/// Sizes of a residual and of the terms that it is the sum of: squares of their norms by kinds of
/// rows, this rank's part.
typedef struct gb_residual_size {
  double rows[GB_ROW_KINDS];
  double terms[GB_ROW_KINDS]; ///< contributions of elements
  double column;              ///< forces of a multiplier's unknown of 1, in order of magnitude
} gb_residual_size;

/// A = sigma0 R_q + sigma1 R_v + sigma2 R_a at a state (multiplier columns as they are, whatever
/// sigma), or its transpose.
typedef struct gb_operator {
  const double *sigma; ///< [3]
  const gb_state *state;
  bool transpose;
} gb_operator;

typedef struct gb_system gb_system;

/// Every function is collective over the system's ranks and returns a gb_status. `data` is the
/// system's own. Multi-vectors are contiguous: [count][n + m]. "adds" means the caller zeroes.
typedef struct gb_system_operations {
  /// Initial q and v, each [n] (overwrites).
  int (*initial)(gb_system *, gb_scalar *q, gb_scalar *v, gb_error *);
  /// r = R(state), [n + m] (overwrites).
  int (*residual)(gb_system *, const gb_state *, gb_scalar *r, gb_error *);
  /// How large a residual r, [n + m], is beside its terms, which are those of the residual that was
  /// worked out last. NULL: it is not known. Local.
  void (*residual_size)(gb_system *, const gb_scalar *r, gb_residual_size *);
  /// y = A x, exactly; x and y [count][n + m] (overwrites).
  int (*product)(gb_system *, const gb_operator *A, int count, const gb_scalar *x, gb_scalar *y,
                 gb_error *);
  /// Several products at this sigma and state follow, until a call with a NULL state: the system
  /// may cache its linearisation for them. NULL: it caches nothing. errors: GB_FILE
  int (*cache_linearisation)(gb_system *, const double sigma[3], const gb_state *, gb_error *);
  /// y_i += (R_i)^T psi, i = GB_Q, GB_V or GB_A: psi [count][n + m], y [count][n] (adds). May do
  /// nothing where R_i is zero.
  int (*partial)(gb_system *, int component, const gb_state *, int count, const gb_scalar *psi,
                 gb_scalar *y, gb_error *);
  /// How good P of `precondition` is for this sigma now. A factor of A's symmetric part is
  /// GB_PRECONDITIONER_FACTOR all the same.
  gb_preconditioner_kind (*preconditioner)(gb_system *, const double sigma[3]);
  /// Make a new preconditioner for A at this state. errors: GB_SINGULAR
  int (*refactor)(gb_system *, const double sigma[3], const gb_state *, gb_error *);
  /// The preconditioner for this sigma goes along with the rotations of the system's parts from the
  /// state of the last refactor() to this one. NULL: parts do not rotate.
  int (*rotate)(gb_system *, const double sigma[3], const gb_state *, gb_rotation *, gb_error *);
  /// Negative eigenvalues of A on the directions that constraints leave free, at the state of the
  /// last refactor() for this sigma; of an A that is not symmetric those of its symmetric part.
  /// NULL: they are not counted. errors: GB_FILE
  int (*negative)(gb_system *, const double sigma[3], int64_t *count, gb_error *);
  /// The factor for this sigma contracts badly at its very state. Whether the next one can be of a
  /// better kind, which `refactor` then makes. NULL: there is one kind alone. The same on all
  /// ranks.
  bool (*reject)(gb_system *, const double sigma[3]);
  /// The price of `refactor` in corrections, each a residual and a use of the factor; the same on
  /// all ranks and in all runs.
  double (*refactor_cost)(gb_system *, const double sigma[3]);
  /// Forget all preconditioners, so that later solves do not depend on earlier ones. NULL: there is
  /// nothing to forget. Local.
  void (*forget)(gb_system *);
  /// x <- P^-1 x, [count][n + m], with the last P for A's sigma, or, for a transposed A, by P^T.
  /// A's state does not matter and may be NULL.
  int (*precondition)(gb_system *, const gb_operator *A, int count, gb_scalar *x, gb_error *);
  /// Sum `count` scalars over the ranks, in place. A system on one rank does nothing.
  int (*sum)(gb_system *, int count, gb_scalar *values, gb_error *);
  /// The text for a user of the largest entry of r = R(state) and its largest contribution: "node
  /// 17 (u_z), element 30". Collective; text on rank 0.
  int (*residual_report)(gb_system *, const gb_state *, const gb_scalar *r, size_t size, char *text,
                         gb_error *);

  /// Whether a solved state is one that the system can take, `before` the state at the end of the
  /// step before (NULL: none). Collective; yes and text on all ranks. NULL: all states are.
  int (*admissible)(gb_system *, const gb_state *now, const gb_state *before, bool *yes,
                    size_t size, char *text, gb_error *);

  /// The largest change of a director from one state to another, `from` NULL: the reference.
  /// Collective. NULL: it has no directors.
  int (*turn)(gb_system *, const gb_state *from, const gb_state *to, double *turn, gb_error *);

  /// The largest angle by which a director has turned between neighbouring nodes of an element, and
  /// the number of that element. Collective. NULL: it has no elements that bend.
  int (*bend)(gb_system *, const gb_state *, double *angle, int64_t *element, gb_error *);

  /// Functionals. Forget the sums of an earlier march.
  int (*functionals_begin)(gb_system *, gb_error *);
  /// Add a stage's contribution with its time weight. Of stages of weight 0 only the first, the
  /// last and those that a functional asks for are passed, and these always.
  int (*functionals_add)(gb_system *, const gb_state *, double weight, gb_error *);
  /// After the last stage: all values, [values]. The derivatives below may be asked for then.
  int (*functionals_end)(gb_system *, gb_scalar *values, gb_error *);
  /// After functionals_end: the derivatives of one stage's contribution with its weight, for the
  /// same stages: bar[i] += F_(component i), each [functionals][n], and by the multipliers,
  /// [functionals][m]; gradient += F_x, [functionals][designs] (adds; every rank adds only its own
  /// share, the driver sums once at the end).
  int (*functionals_derivative)(gb_system *, const gb_state *, double weight,
                                gb_scalar *bar[GB_BARS], gb_scalar *gradient, gb_error *);

  /// Where functionals have several values: to which of all a stage's contribution to functional f
  /// belongs, -1: it has none. The same on all ranks. NULL: each functional is one value.
  int (*value_of)(gb_system *, int f, const gb_state *, double weight);

  /// gradient[f][x] += psi_f^T R_x, psi [count][n + m] (adds; this rank's share).
  int (*design_product)(gb_system *, const gb_state *, int count, const gb_scalar *psi,
                        gb_scalar *gradient, gb_error *);
  /// The tangent's right-hand sides r = R_x dx + R_q d_q + R_v d_v + R_a d_a for `count`
  /// directions: dx [count][designs], d_i [count][n] (NULL: zero), r [count][n + m] (overwrites).
  int (*direction)(gb_system *, const gb_state *, int count, const gb_scalar *dx,
                   const gb_scalar *const d[3], gb_scalar *r, gb_error *);
  /// gradient[f][x] += bar_q^T dq0/dx + bar_v^T dv0/dx, bars [count][n] (this rank's share); bars
  /// are used up.
  int (*initial_product)(gb_system *, int count, gb_scalar *bar_q, gb_scalar *bar_v,
                         gb_scalar *gradient, gb_error *);
  /// dq, dv = derivative of the initial values along dx (overwrites).
  int (*initial_direction)(gb_system *, const gb_scalar *dx, gb_scalar *dq, gb_scalar *dv,
                           gb_error *);
} gb_system_operations;

/// Values of all functionals.
#define GB_VALUES(system) ((system)->values > 0 ? (system)->values : (system)->functionals)

struct gb_system {
  const gb_system_operations *op;
  void *data;
  int32_t n, m;             ///< unknowns and multipliers that this rank owns
  int functionals, designs; ///< the same on all ranks
  int values;               ///< of all functionals; 0: one each
  const int64_t *order;     ///< of each unknown its number on one rank, [n + m]; NULL: its index
  bool moved;               ///< given motions move nodes, on some rank
  double places;            ///< norm of the places from which displacements count, of all ranks
  double length;            ///< size of the model, by which `weight` divides displacements
  const gb_scalar *weight;  ///< of each entry of a solution in norms, [n + m], so that these do not
                            ///< depend on the unit of length; NULL: 1
};

/// The weight of an entry of a solution in norms.
static inline double gb_system_weight(const gb_system *system, size_t i) {
  return system->weight ? gb_real(system->weight[i]) : 1;
}

/// Make a rank's own failure (of memory) common to all ranks. Collective.
int gb_system_agree(gb_system *system, int status, gb_error *error);

#endif
