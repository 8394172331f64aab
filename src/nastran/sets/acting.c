/// The supports and loads of a Nastran deck that act, and their factors.
#include "nastran/entries/load.h"
#include "nastran/entries/set.h"

#include "base/length.h"

#include <string.h>

bool gb_nastran_is_given(gb_act kind) {
  return kind == GB_ACT_MOTION || kind == GB_ACT_TURN;
}

bool gb_nastran_is_support(const gb_nastran_action *action) {
  return action->kind == GB_ACT_SUPPORT || !strcmp(action->card, "SPC");
}

bool gb_nastran_is_suport(const gb_nastran_action *action) {
  return !strncmp(action->card, "SUPORT", strlen("SUPORT"));
}

gb_nastran_choice gb_nastran_choice_of(const gb_nastran_action *action) {
  if (gb_nastran_is_suport(action)) return GB_NASTRAN_SUPORT1;
  return gb_nastran_is_support(action) ? GB_NASTRAN_SPC : GB_NASTRAN_LOAD;
}

bool gb_nastran_is_darea(const gb_nastran_action *action) {
  return !strcmp(action->card, "DAREA");
}

/// Return the factor of a set in another one, which is the same or combines it; 0: it is no part.
static double factor_in(const gb_nastran *nastran, gb_nastran_choice of, int64_t whole,
                        int64_t set) {
  bool combined = false;
  double factor = 0;
  GB_EACH(member, nastran->set->members) {
    if (member->of != of || member->set != whole) continue;
    combined = true;
    if (member->member == set) factor += member->factor;
  }
  return combined ? factor : set == whole;
}

double gb_nastran_factor_of_set(const gb_nastran *nastran, gb_nastran_choice of, int64_t set) {
  const double factor = factor_in(nastran, of, nastran->set->chosen[of], set);
  return of == GB_NASTRAN_SPC || of == GB_NASTRAN_MPC ? factor != 0 : factor;
}

double gb_nastran_excited(const gb_nastran *nastran, const gb_nastran_pulse *by, bool darea,
                          int64_t set) {
  const int64_t chosen = nastran->set->chosen[GB_NASTRAN_LOADSET];
  double factor = 0;
  if (darea || chosen == 0) return by->excites == set;
  GB_EACH(sequence, nastran->dynamics->sequences)
    if (sequence->set == chosen && sequence->excites == by->excites)
      factor += factor_in(nastran, GB_NASTRAN_LOAD, sequence->loads, set);
  return factor;
}

double gb_nastran_factor(const gb_nastran *nastran, const gb_nastran_action *action, int pulse) {
  const bool support = gb_nastran_is_support(action);
  if (pulse < 0)
    return action->set < 0
               ? 1
               : gb_nastran_factor_of_set(nastran, gb_nastran_choice_of(action), action->set);
  const gb_nastran_pulse *by = &nastran->dynamics->pulses.entry[pulse];
  if (support || action->set < 0) return 0;
  if (by->moves && !gb_nastran_is_given(action->kind)) return 0;
  return gb_nastran_factor_of_set(nastran, GB_NASTRAN_DLOAD, by->id) *
         gb_nastran_excited(nastran, by, gb_nastran_is_darea(action), action->set);
}

static double factor_of(const gb_nastran *nastran, const gb_nastran_action *action) {
  return gb_nastran_factor(nastran, action, -1);
}

static bool acts_on(const gb_nastran *nastran, const gb_nastran_action *action, gb_act kind,
                    int64_t grid) {
  return action->kind == kind && action->target <= grid && grid <= action->last &&
         factor_of(nastran, action) != 0;
}

unsigned gb_nastran_fixed(const gb_nastran *nastran, int64_t grid) {
  unsigned fixed = 0;
  GB_EACH(action, nastran->actions)
    if (acts_on(nastran, action, GB_ACT_SUPPORT, grid) && !gb_nastran_is_suport(action))
      fixed |= (unsigned)action->value[0];
  return fixed;
}

bool gb_nastran_is_turned(const gb_nastran *nastran, int64_t grid) {
  GB_EACH(action, nastran->actions)
    if (acts_on(nastran, action, GB_ACT_MOMENT, grid)) return true;
  return false;
}

int gb_nastran_push(gb_nastran *nastran, const gb_nastran_spread *load, int64_t node,
                    const double force[3], const double moment[3], gb_error *error) {
  const double *const value[] = {force, moment};
  for (int k = 0; k < 2; ++k) {
    if (!value[k] || (k && force && gb_length(moment) == 0)) continue;
    gb_nastran_action action = {.kind = k ? GB_ACT_MOMENT : GB_ACT_FORCE,
                                .line = load->line,
                                .card = load->card,
                                .set = load->set,
                                .target = node,
                                .last = node,
                                .system = GB_NASTRAN_SPREAD};
    memcpy(action.value, value[k], sizeof action.value);
    GB_TRY(GB_KEEP(nastran, actions, action, error));
  }
  return GB_OK;
}
