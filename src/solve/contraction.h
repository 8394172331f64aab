/// Contraction of corrections, and decisions when to replace their factor. Newton's method and the
/// linear solves of adjoint and tangent use the same estimator and the same rules.
#ifndef GB_SOLVE_CONTRACTION_H
#define GB_SOLVE_CONTRACTION_H

#include "solve/system.h"

/// Criteria of convergence. docs/decisions.md has the reason for each number of these rules.
typedef struct gb_convergence_rules {
  /// Relative size of a correction that counts as round-off if it does not shrink.
  double round_off;
  double noise; ///< relative size above which a correction is never round-off
  int patience; ///< number of successive corrections that must fail to shrink before they count as
                ///< noise
  double jump;  ///< ratio of two successive corrections above which the later one is not round-off
  double mass;  ///< factor of the tolerance for solves by the diagonal of a mass matrix: they are
                ///< cheap, and an explicit scheme accumulates their errors
  double stagnation; ///< ratio of a correction to the third one before it above which corrections
                     ///< stagnate
  double growth; ///< upper limit on solutions of linear systems, relative to their first correction
  int corrections;    ///< largest number of corrections of a linear solve, which may use a diagonal
  double multipliers; ///< factor of the tolerance for multipliers, relative to unknowns
  double positions;   ///< factor of the round-off of positions, for accelerations that follow from
                      ///< positions
  double residual;    ///< largest residual relative to its terms
} gb_convergence_rules;

/// Criteria for replacing a factor.
typedef struct gb_refactor_rules {
  double drift;      ///< ratio by which an older factor may contract worse than in the solve before
  double exact;      ///< contraction of a factor whose age costs nothing
  double fast;       ///< contraction of a factor that is never replaced within a solve
  double weak;       ///< contraction above which a light factor of the same state is rejected
  double same_state; ///< relative movement up to which a factor counts as being of the same state
  double new_factor; ///< expected contraction of a new factor
  double column;     ///< cost of a further right-hand side relative to the first
  double expensive;  ///< cost of a factorisation, in corrections, above which pairs accelerate
                     ///< corrections
} gb_refactor_rules;

extern const gb_convergence_rules gb_convergence;
extern const gb_refactor_rules gb_refactor;

/// History of the corrections of one right-hand side or of one part of Newton's unknowns.
typedef struct gb_contraction {
  double norm[4];       ///< norms of the last corrections before acceleration, latest first
  int count;            ///< number of valid entries of `norm`
  bool mixed;           ///< the oldest of them was made with the previous factor
  double previous_rate; ///< contraction with the same factor in the solve before; 0: unknown
  double size;          ///< norm of the solution
  double first;         ///< norm of the first correction
  double goal;          ///< error that may remain
  double least;         ///< smallest norm of a correction
  int stagnant;         ///< number of corrections since the last one below half of all before
  double noise;         ///< round-off: of w, caused by that of q, v and a; of a linear solve's
                        ///< corrections, caused by that of the product; 0: unknown
} gb_contraction;

/// @return an empty history
static inline gb_contraction gb_contraction_start(void) {
  return (gb_contraction){.least = INFINITY};
}
/// Add the norm of a correction to the history.
void gb_contraction_add(gb_contraction *part, double norm);
/// Reset the contraction after a factorisation.
void gb_contraction_refactored(gb_contraction *part);
/// @return the ratio of the last two corrections; infinite: unknown
double gb_contraction_last_rate(const gb_contraction *part);
/// @return the slower of the last two contractions, or that of the solve before; infinite: unknown
double gb_contraction_rate(const gb_contraction *part);
/// @return the size of what is corrected, of which round-off of the corrections is the last digit
double gb_contraction_scale(const gb_contraction *part);
/// Whether corrections no longer shrink.
bool gb_contraction_stagnates(const gb_contraction *part);
/// Whether the estimated error after the latest correction is below the goal.
bool gb_contraction_is_accurate(const gb_contraction *part);

/// Largest sizes in a march so far.
typedef struct gb_sizes_seen {
  double unknowns[2]; ///< largest norms of Newton's real unknowns: of positions and directors, and
                      ///< of states
  double terms[GB_ROW_KINDS], noise[GB_ROW_KINDS]; ///< largest norms of a residual's terms; norms
                                                   ///< of residuals that consisted of round-off
} gb_sizes_seen;

/// Record of the current factor, from solve to solve; all zero: nothing is known. Restart files
/// contain it as bytes.
typedef struct gb_factor_record {
  double sigma[GB_COMPONENTS]; ///< sigma of the operator
  double rate[3];              ///< contraction of Newton's real parts in the last solve, 0: unknown
  int age;                     ///< number of solves since the factorisation, 0: unknown
  int first; ///< number of corrections of the solve with the factorisation; for the solves after
             ///< it:
  int64_t sum, moment; ///< sum of the numbers of corrections, and sum of each number times the
                       ///< number of its solve
  int second; ///< corrections of the second solve by the last factor that served two solves, minus
              ///< one for each later solve that began with a new factor
  bool each;  ///< each solve begins with a new factor
  bool rotated;       ///< the last solve applied rotations of nodes
  gb_sizes_seen seen; ///< sizes seen with any factor
} gb_factor_record;

/// Use of a factor in one solve.
typedef struct gb_factor_use {
  gb_system *system;
  const double *sigma;
  gb_factor_record *record; ///< NULL: the solve belongs to no march or pass
  int columns;              ///< number of right-hand sides
  bool pairs;               ///< an accelerator with pairs of corrections exists
  int corrections;          ///< number of corrections by the current factor in this solve
  int factorisations;       ///< number of factorisations in this solve
  bool spent;               ///< keeping the factor costs more than a new one
  bool fresh;               ///< the factor was made in this solve
  bool symmetric_part; ///< no factor would contract better because the operator is not symmetric
  double movement;     ///< sum of the corrections since the factorisation
} gb_factor_use;

/// Whether pairs shall accelerate Newton's corrections. This pays if a factorisation is expensive;
/// if corrections are small relative to the unknowns and therefore nearly linear, half of that cost
/// suffices.
bool gb_factor_is_expensive(const gb_factor_use *use, const gb_contraction *part);
/// Whether the solve must begin with a new factor: there is none, or each solve gets its own.
bool gb_factor_must_refactor(gb_factor_use *use);
/// Whether the additional corrections that an old factor will cost in this solve exceed the cost of
/// a new one, or the factor is spent.
bool gb_factor_is_outdated(gb_factor_use *use, const gb_contraction *part);
/// Apply rotations of nodes up to the state at which a solve begins (which may be the factor's own)
/// to the factor. The contraction of the last solve is not used if rotations begin or end to be
/// applied. Collective.
int gb_factor_rotate(gb_factor_use *use, const gb_state *state, gb_error *error);
/// Record that a new factor was made at the current iterate.
void gb_factor_refactored(gb_factor_use *use);
/// Reset the record because the factor was replaced or deleted.
void gb_factor_forget(gb_factor_record *record);
/// Record the contraction of the real parts at the end of a solve.
void gb_factor_end(const gb_factor_use *use, int iterations, int parts,
                   const gb_contraction part[]);

#endif
