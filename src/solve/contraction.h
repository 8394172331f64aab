/// How corrections contract, and when the factor that makes them is worn: one estimator and one set
/// of rules for Newton's method and for the linear solves of adjoint and tangent.
#ifndef GB_SOLVE_CONTRACTION_H
#define GB_SOLVE_CONTRACTION_H

#include "solve/system.h"

/// When a solve has converged. docs/decisions.md has the reason of each number of these
/// rules.
typedef struct gb_convergence_rules {
  double round_off;   ///< a correction of this relative size that does not shrink is round-off
  double noise;       ///< no larger one is ever taken for round-off
  int patience;       ///< corrections in a row that may not shrink before that is called noise
  double leap;        ///< a correction so many times the one before it is not round-off
  double mass;        ///< part of the tolerance that solves by a mass matrix alone may leave: they
                      ///< are cheap, and an explicit scheme sums the errors that they leave
  double still;       ///< corrections stagnate that shrink by no more than this in three
  double reach;       ///< solutions of linear systems are at most so many first corrections
  int most;           ///< corrections of a linear solve, which may be one by a diagonal
  double multipliers; ///< multipliers may be so many times less accurate than unknowns
  double positions;   ///< round-off of positions, in the accelerations that they determine
  double residual;    ///< part of its terms that a residual may keep
} gb_convergence_rules;

/// When a factor is replaced by a new one.
typedef struct gb_refactor_rules {
  double drift;      ///< an older factor may contract so much worse than at the solve before
  double exact;      ///< a factor that contracts so well loses nothing by its age
  double fast;       ///< a factor that contracts so well is never replaced within a solve
  double weak;       ///< a light factor of the same state that contracts worse is rejected
  double same_state; ///< relative movement up to which a factor is of the same state
  double anew;       ///< contraction to be expected of a new factor
  double column;     ///< price of a further right-hand side in that of the first
  double dear;       ///< price of a factorisation from which corrections are accelerated by pairs
} gb_refactor_rules;

extern const gb_convergence_rules gb_convergence;
extern const gb_refactor_rules gb_refactor;

/// The corrections of one right-hand side or of one part of Newton's unknown.
typedef struct gb_part {
  double norm[4];       ///< of the last corrections before acceleration, the latest first
  int count;            ///< how many of them are known
  bool mixed;           ///< the oldest of them is by the factor before
  double previous_rate; ///< contraction by the same factor at the solve before; 0: unknown
  double size;          ///< norm of what is corrected
  double first;         ///< the first correction
  double goal;          ///< error that may remain
  double least;         ///< smallest correction
  int stagnant;         ///< corrections since one was below half of all before
  double noise;         ///< round-off of w that the round-off of q, v and a implies
} gb_part;

static inline gb_part gb_part_start(void) {
  return (gb_part){.least = INFINITY};
}
/// Take in a correction.
void gb_part_add(gb_part *part, double norm);
/// Forget the contraction: a new factor has its own.
void gb_part_refactored(gb_part *part);
/// The last contraction; infinite where there is none.
double gb_part_last_rate(const gb_part *part);
/// The slower of the last two contractions, or the one of the solve before; infinite: unknown.
double gb_part_rate(const gb_part *part);
/// Whether corrections stagnate.
bool gb_part_stagnates(const gb_part *part);
/// Whether the error that remains after the latest correction is below the goal.
bool gb_part_is_accurate(const gb_part *part);

/// Sizes that a march has seen so far.
typedef struct gb_sizes_seen {
  double unknowns;                                 ///< largest norm of Newton's real unknowns
  double terms[GB_ROW_KINDS], noise[GB_ROW_KINDS]; ///< largest norms of a residual's terms; norms
                                                   ///< of residuals that are round-off
} gb_sizes_seen;

/// The record of the factor in use, from solve to solve; all zero: nothing is known. Plain data,
/// written to restart files.
typedef struct gb_factor_record {
  double sigma[GB_COMPONENTS]; ///< of the operator
  double rate[2];              ///< contraction of Newton's real parts at the last solve, 0: unknown
  int age;                     ///< solves since it was made; 0: unknown
  int first;                   ///< corrections of the solve in which it was made, and of those
  int64_t sum, moment;         ///< after it: their sum, and the sum of each times its number
  int second;   ///< corrections of the second solve by the last factor that served two solves, less
                ///< one for each later solve that began with a new factor
  bool each;    ///< all solves begin with a new factor
  bool rotated; ///< rotations of nodes were applied at the last solve
  gb_sizes_seen seen; ///< whatever the factor
} gb_factor_record;

/// One solve and its factor.
typedef struct gb_factor_use {
  gb_system *system;
  const double *sigma;
  gb_factor_record *record; ///< NULL: each solve stands alone
  int columns;              ///< right-hand sides
  bool pairs;               ///< there is room for pairs of corrections
  int corrections;          ///< by the present factor in this solve
  int factorisations;       ///< of this solve
  bool spent;               ///< keeping the factor costs more than a new one
  bool fresh;               ///< the factor was made in this solve
  bool symmetric_part;      ///< no new factor would contract better: the operator is not symmetric
  double movement;          ///< sum of corrections since then
} gb_factor_use;

/// Whether Newton's corrections are accelerated by pairs, which pays where a factorisation is
/// expensive; and at half of that price already where a correction is small beside the unknowns,
/// for such corrections are nearly linear in them.
bool gb_factor_is_dear(const gb_factor_use *use, const gb_part *part);
/// Whether the solve begins with a new factor: none is there, or each solve wants its own.
bool gb_factor_begins_anew(gb_factor_use *use);
/// Whether the further corrections that the age of the factor will cost in this solve exceed the
/// price of a new one, or it is spent.
bool gb_factor_is_worn(gb_factor_use *use, const gb_part *part);
/// Let the factor go along with the rotations up to the state at which a solve begins, which may be
/// the factor's own. The rate of the last solve tells nothing where rotations begin or end to be
/// applied. Collective.
int gb_factor_rotate(gb_factor_use *use, const gb_state *state, gb_error *error);
/// Note a new factor of the state that the next correction begins from.
void gb_factor_refactored(gb_factor_use *use);
/// Nothing is known of the factor any more, for there is a new one, or none.
void gb_factor_forget(gb_factor_record *record);
/// Record for the next solve how the factor contracted the real parts.
void gb_factor_end(const gb_factor_use *use, int iterations, int parts, const gb_part part[]);

#endif
