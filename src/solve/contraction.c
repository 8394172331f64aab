/// Contraction of corrections, and replacement of factors.
/// Source: Hairer & Wanner, Solving Ordinary Differential Equations II, section IV.8 (stopping);
/// Deuflhard, Newton Methods for Nonlinear Problems, section 2.1 (contraction monitor);
/// docs/theory.md, section 9.
#include "solve/contraction.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

const gb_convergence_rules gb_convergence = {.round_off = 1e-13,
                                             .noise = 1e-7,
                                             .patience = 4,
                                             .jump = 10,
                                             .mass = 0.01,
                                             .stagnation = 0.9,
                                             .growth = 1e4,
                                             .corrections = 600,
                                             .multipliers = 100,
                                             .positions = 16,
                                             .residual = 1e-9};

const gb_refactor_rules gb_refactor = {.drift = 2,
                                       .exact = 1e-4,
                                       .fast = 0.1,
                                       .weak = 0.5,
                                       .same_state = 1e-5,
                                       .new_factor = 1e-2,
                                       .column = 0.3,
                                       .expensive = 6};

void gb_contraction_add(gb_contraction *p, double norm) {
  memmove(&p->norm[1], &p->norm[0], 3 * sizeof *p->norm);
  p->norm[0] = norm;
  if (p->first == 0) p->first = norm;
  if (p->count == 4) p->mixed = false;
  if (p->count < 4) p->count++;
  p->stagnant = norm >= 0.5 * p->least ? p->stagnant + 1 : 0;
  p->least = fmin(p->least, norm);
}

void gb_contraction_refactored(gb_contraction *p) {
  p->count = p->mixed = p->count > 0;
  p->previous_rate = 0;
}

double gb_contraction_last_rate(const gb_contraction *p) {
  if (p->count > 1 && p->norm[0] == 0) return 0;
  return p->count > 1 && p->norm[1] > 0 ? p->norm[0] / p->norm[1] : INFINITY;
}

double gb_contraction_rate(const gb_contraction *p) {
  const double round_off = fmax(gb_convergence.round_off * p->size, p->noise);
  double slowest = 0;
  int known = 0;
  for (int k = 1; k < p->count && known < 2; k++) {
    if (p->norm[k] <= round_off) continue;            // round-off does not contract
    const bool mixed = p->mixed && k == p->count - 1; // the ratio of corrections by two factors
    if (mixed && known > 0) break;
    slowest = fmax(slowest, p->norm[k - 1] / p->norm[k]);
    if (mixed) slowest = fmax(slowest, gb_refactor.new_factor);
    known++;
  }
  if (known == 1) return fmax(slowest, p->previous_rate);
  if (known == 2) return slowest;
  if (p->count > 1) return gb_contraction_last_rate(p);
  return p->previous_rate > 0 ? gb_refactor.drift * p->previous_rate : INFINITY;
}

/// @return the mean contraction by this factor over the last corrections; single ratios vary with
///   pairs
static double mean_rate(const gb_contraction *p) {
  int first = p->count - 1;
  if (p->mixed && first > 1) first--;
  return first > 0 ? pow(p->norm[0] / p->norm[first], 1.0 / first) : INFINITY;
}

/// Estimate the sum of all later corrections from the slower of the last two contractions.
static double error_left(const gb_contraction *p) {
  // With a single ratio of this factor, components that contract slowly are not visible yet.
  const bool single =
      (p->count == 2 || (p->count == 3 && p->mixed)) && p->norm[0] > gb_convergence.noise * p->size;
  const double rate = fmax(gb_contraction_rate(p), single ? gb_refactor.new_factor : 0);
  return rate < 1 ? rate / (1 - rate) * p->norm[0] : INFINITY;
}

double gb_contraction_scale(const gb_contraction *p) {
  return fmax(fmax(p->norm[0], p->size), p->noise / DBL_EPSILON);
}

bool gb_contraction_stagnates(const gb_contraction *p) {
  return p->count == 4 && p->norm[0] >= gb_convergence.stagnation * p->norm[3];
}

bool gb_contraction_is_accurate(const gb_contraction *p) {
  return p->norm[0] <= DBL_EPSILON / 2 * p->size || error_left(p) <= p->goal;
}

void gb_factor_forget(gb_factor_record *record) {
  *record =
      (gb_factor_record){.each = record->each, .seen = record->seen, .second = record->second};
}

/// @return the cost of a factorisation, in corrections of all columns
static double price_of(const gb_factor_use *use) {
  const double price = use->system->op->refactor_cost(use->system, use->sigma);
  return price / (1 + gb_refactor.column * (use->columns - 1));
}

bool gb_factor_is_expensive(const gb_factor_use *use, const gb_contraction *p) {
  const bool near = p->norm[0] <= gb_refactor.fast * p->size;
  return use->pairs && price_of(use) >= (near ? gb_refactor.expensive / 2 : gb_refactor.expensive);
}

/// @return the additional corrections caused by the age of a factor, sum_i (n - n_i), where n_i is
///   the number of corrections of its solve i, and n that of the last solve, from a least-squares
///   line through all solves but the first. The mean cost of a solve, including its share of the
///   factorisation, is smallest when this sum equals the cost of the factorisation.
static double age_cost(const gb_factor_record *record) {
  const double m = record->age - 1, sum = (double)record->sum;
  if (m < 1) return 0;
  const double slope =
      m < 2 ? 0 : 12 * ((double)record->moment - (m + 1) / 2 * sum) / (m * (m * m - 1));
  const double rise = fmax(slope, 0) * (m - 1) / 2;
  return sum / m + rise - record->first + m * rise;
}

bool gb_factor_must_refactor(gb_factor_use *use) {
  const gb_system_operations *op = use->system->op;
  const gb_preconditioner_kind kind = op->preconditioner(use->system, use->sigma);
  gb_factor_record *record = use->record;
  if (kind < GB_PRECONDITIONER_LIGHT || !record) return kind == GB_PRECONDITIONER_NONE;
  if (memcmp(record->sigma, use->sigma, sizeof record->sigma) != 0) gb_factor_forget(record);
  memcpy(record->sigma, use->sigma, sizeof record->sigma);
  const double price = price_of(use);
  // A solve by a factor of another state may take more than a new factor costs.
  const bool each = record->age == 1 && record->second > price + record->first;
  record->second -= each;
  use->spent = each || age_cost(record) > price;
  return record->each;
}

bool gb_factor_is_outdated(gb_factor_use *use, const gb_contraction *p) {
  const double rate = use->spent && !use->fresh ? 1 : mean_rate(p);
  const double negligible = fmax(fmax(p->goal, p->noise), gb_convergence.round_off * p->size);
  if (p->count < 2 || rate <= gb_refactor.fast || p->norm[0] <= negligible) return false;
  // The first correction after a factorisation compares two factors. A second factorisation shows
  // that the state changes fast and that each correction needs its own factor.
  if (use->fresh && use->corrections < 2 && use->factorisations < 2) return false;
  // Where a point sticks that slid in the factor's state, the operator is another one, however near
  // both states are.
  const bool settles = use->system->memory > 0 && use->movement > 0;
  if (settles && gb_system_is(use->system, GB_SYSTEM_WHOLE_FACTORS)) return true;
  const bool of_same_state = use->fresh && use->movement <= gb_refactor.same_state * p->size;
  if (of_same_state) {
    const gb_system_operations *op = use->system->op;
    if (use->corrections < 2 || rate <= gb_refactor.weak) return false;
    use->symmetric_part = !op->reject || !op->reject(use->system, use->sigma);
    return !use->symmetric_part;
  }
  // If a second factor in this solve contracts no better, a factor of another kind may.
  if (use->fresh && use->factorisations > 1 && use->corrections > 1 && rate > gb_refactor.weak &&
      use->system->op->reject && use->system->op->reject(use->system, use->sigma))
    return true;
  if (rate >= 1) return true;
  // pairs will improve the corrections
  const bool learns = p->count < 4 && gb_factor_is_expensive(use, p);
  if (learns && rate < gb_refactor.weak) return false;
  const double digits = log(negligible / p->norm[0]);
  const double loss = digits / log(rate) - digits / log(gb_refactor.new_factor);
  return loss > price_of(use);
}

int gb_factor_rotate(gb_factor_use *use, const gb_state *state, gb_error *error) {
  gb_rotation rotation;
  gb_factor_record *record = use->record;
  if (!use->system->op->rotate) return GB_OK;
  GB_TRY(use->system->op->rotate(use->system, use->sigma, state, &rotation, error));
  use->fresh = rotation == GB_ROTATION_NONE;
  if (!record) return GB_OK;
  const bool rotated = rotation == GB_ROTATION_APPLIED;
  if (rotated != record->rotated) memset(record->rate, 0, sizeof record->rate);
  record->rotated = rotated;
  return GB_OK;
}

void gb_factor_refactored(gb_factor_use *use) {
  use->corrections = 0;
  use->factorisations++;
  use->fresh = true;
  use->spent = false;
  use->movement = 0;
}

void gb_factor_end(const gb_factor_use *use, int iterations, int parts,
                   const gb_contraction part[]) {
  gb_factor_record *record = use->record;
  if (!record) return;
  if (use->factorisations > 0) gb_factor_forget(record);
  if (use->factorisations > 0 || record->age > 0) record->age++;
  memcpy(record->sigma, use->sigma, sizeof record->sigma);
  // A factor of this state contracts faster here than it will in the next solve.
  for (int i = 0; i < parts && i < 3; i++) {
    const double rate = part[i].count > 1 ? gb_contraction_rate(&part[i]) : 0;
    record->rate[i] = use->factorisations > 0 || !isfinite(rate) ? 0 : rate;
  }
  double slowest = 0;
  for (int i = 0; i < parts; i++)
    if (part[i].size > 0) slowest = fmax(slowest, gb_contraction_rate(&part[i]));
  if (record->age <= 1) {
    record->first = iterations;
    return;
  }
  if (record->age == 2) record->second = iterations;
  const int64_t count = slowest > gb_refactor.exact ? iterations : record->first;
  record->sum += count;
  record->moment += (record->age - 1) * count;
}
