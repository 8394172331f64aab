/// Cards that act on grids and elements: PLOAD2, PLOAD4, FORCE, MOMENT, GRAV, and the sets
/// that combine others: LOAD, SPCADD. Source: MSC Nastran Quick Reference Guide.
///
/// Sign of pressures: Nastran's positive pressure acts along the element's normal by the right-hand
/// rule over G1, G2, G3, (G4), for PLOAD2 and for PLOAD4 on shells alike (PLOAD4's inward face
/// normals are those of solids). Our pressure load acts along the same normal, as nodes keep their
/// order, so the value passes unchanged.
#include "input/nastran.h"

#define BASIC "directions are read in the basic system"

static int read_set(const gb_nastran_card *card, int64_t *set, gb_error *error) {
  GB_TRY(gb_nastran_integer(card, 0, "SID", set, error));
  if (*set > 0) return GB_OK;
  return gb_nastran_fail(card, error, "SID must be positive");
}

int gb_nastran_targets(gb_nastran *nastran, const gb_nastran_card *card, int first,
                       const char *name, gb_nastran_action *action, gb_error *error) {
  int found = 0;
  for (int i = first; i < card->data.count; ++i) {
    if (gb_nastran_blank(card, i)) continue;
    GB_TRY(gb_nastran_integer(card, i, name, &action->target, error));
    action->last = action->target;
    if (gb_nastran_is_word(card, i + 1, "THRU")) {
      GB_TRY(gb_nastran_integer(card, i + 2, name, &action->last, error));
      i += 2;
      if (action->last <= action->target)
        return gb_nastran_fail(card, error, "%lld THRU %lld must ascend", (long long)action->target,
                               (long long)action->last);
    }
    GB_TRY(gb_nastran_add(&nastran->actions, sizeof *action, action, error));
    ++found;
  }
  return found ? GB_OK : gb_nastran_fail(card, error, "%s is missing", name);
}

int gb_nastran_pload2(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  gb_nastran_action action = {GB_NASTRAN_PRESSURE, card->line, "PLOAD2", 0, 0, 0, {0}};
  GB_TRY(read_set(card, &action.set, error));
  GB_TRY(gb_nastran_real(card, 1, "P", &action.value[0], error));
  return gb_nastran_targets(nastran, card, 2, "EID", &action, error);
}

int gb_nastran_pload4(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  static const char *const corners[] = {"P2", "P3", "P4"}, *const vector[] = {"N1", "N2", "N3"};
  gb_nastran_action action = {GB_NASTRAN_PRESSURE, card->line, "PLOAD4", 0, 0, 0, {0}};
  double p;
  GB_TRY(read_set(card, &action.set, error));
  GB_TRY(gb_nastran_integer(card, 1, "EID", &action.target, error));
  GB_TRY(gb_nastran_real(card, 2, "P1", &action.value[0], error));
  for (int i = 0; i < 3; ++i) {
    GB_TRY(gb_nastran_real_or(card, 3 + i, corners[i], action.value[0], &p, error));
    if (p != action.value[0])
      return gb_nastran_fail(card, error,
                             "%s differs from P1: only a pressure that is uniform over the element "
                             "is read",
                             corners[i]);
  }
  action.last = action.target;
  if (gb_nastran_is_word(card, 6, "THRU"))
    GB_TRY(gb_nastran_integer(card, 7, "EID2", &action.last, error));
  else if (!gb_nastran_blank(card, 6) || !gb_nastran_blank(card, 7))
    return gb_nastran_fail(card, error, "G1 and G3 choose the face of a solid, which is not read");
  if (action.last < action.target)
    return gb_nastran_fail(card, error, "EID1 THRU EID2 must ascend");
  GB_TRY(gb_nastran_expect(card, 8, "CID", 0, BASIC, error));
  for (int i = 0; i < 3; ++i)
    GB_TRY(gb_nastran_expect(card, 9 + i, vector[i], 0, "only pressures along the normal are read",
                             error));
  if (!gb_nastran_blank(card, 12) && !gb_nastran_is_word(card, 12, "SURF"))
    return gb_nastran_fail(card, error, "SORL must be SURF or blank");
  if (!gb_nastran_blank(card, 13) && !gb_nastran_is_word(card, 13, "NORM"))
    return gb_nastran_fail(card, error, "LDIR must be NORM or blank");
  return gb_nastran_add(&nastran->actions, sizeof action, &action, error);
}

/// A size and a direction in the basic system, as value = size * (N1, N2, N3).
static int read_vector(const gb_nastran_card *card, int entry, const char *size_name,
                       double value[3], gb_error *error) {
  static const char *const names[] = {"N1", "N2", "N3"};
  double size, direction;
  GB_TRY(gb_nastran_expect(card, entry - 1, "CID", 0, BASIC, error));
  GB_TRY(gb_nastran_real(card, entry, size_name, &size, error));
  for (int i = 0; i < 3; ++i) {
    GB_TRY(gb_nastran_real_or(card, entry + 1 + i, names[i], 0, &direction, error));
    value[i] = size * direction + 0.0; // no minus zero
  }
  return GB_OK;
}

static int read_nodal(gb_nastran *nastran, const gb_nastran_card *card, gb_nastran_kind kind,
                      const char *name, const char *size_name, gb_error *error) {
  gb_nastran_action action = {kind, card->line, name, 0, 0, 0, {0}};
  GB_TRY(read_set(card, &action.set, error));
  GB_TRY(gb_nastran_integer(card, 1, "G", &action.target, error));
  action.last = action.target;
  GB_TRY(read_vector(card, 3, size_name, action.value, error));
  GB_TRY(gb_nastran_no_more(card, 7, error));
  return gb_nastran_add(&nastran->actions, sizeof action, &action, error);
}

int gb_nastran_force(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  return read_nodal(nastran, card, GB_NASTRAN_FORCE, "FORCE", "F", error);
}

int gb_nastran_moment(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  return read_nodal(nastran, card, GB_NASTRAN_MOMENT, "MOMENT", "M", error);
}

int gb_nastran_grav(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  gb_nastran_action action = {GB_NASTRAN_GRAVITY, card->line, "GRAV", 0, 0, 0, {0}};
  GB_TRY(read_set(card, &action.set, error));
  GB_TRY(read_vector(card, 2, "A", action.value, error));
  GB_TRY(gb_nastran_expect(card, 6, "MB", 0, BASIC, error));
  GB_TRY(gb_nastran_no_more(card, 7, error));
  return gb_nastran_add(&nastran->actions, sizeof action, &action, error);
}

int gb_nastran_load(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  gb_nastran_member member = {.line = card->line};
  double overall, scale;
  GB_TRY(read_set(card, &member.set, error));
  GB_TRY(gb_nastran_real(card, 1, "S", &overall, error));
  for (int i = 2; i < card->data.count; i += 2) {
    if (gb_nastran_blank(card, i) && gb_nastran_blank(card, i + 1)) continue;
    GB_TRY(gb_nastran_real(card, i, "S1, S2, ...", &scale, error));
    GB_TRY(gb_nastran_integer(card, i + 1, "L1, L2, ...", &member.member, error));
    member.factor = overall * scale;
    GB_TRY(gb_nastran_add(&nastran->members, sizeof member, &member, error));
  }
  if (nastran->set.load >= 0) return GB_OK;
  return gb_nastran_note(nastran, card, error,
                         "LOAD %lld is left out: the case control names no LOAD, so every load set "
                         "acts once",
                         (long long)member.set);
}

int gb_nastran_spcadd(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  gb_nastran_member member = {.support = true, .factor = 1, .line = card->line};
  GB_TRY(read_set(card, &member.set, error));
  for (int i = 1; i < card->data.count; ++i) {
    if (gb_nastran_blank(card, i)) continue;
    GB_TRY(gb_nastran_integer(card, i, "S1, S2, ...", &member.member, error));
    GB_TRY(gb_nastran_add(&nastran->members, sizeof member, &member, error));
  }
  return GB_OK;
}
