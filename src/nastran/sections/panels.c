/// Cards of shear panels: CSHEAR and PSHEAR. Source: MSC Nastran Quick Reference Guide.
#include "nastran/entries/shell.h"

int gb_nastran_cshear(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_panel panel = {.line = card->line};
  int64_t node[4];
  GB_TRY(GB_READ(card, error, {0, "EID", .number = &panel.id},
                 {1, "PID", .number_or = &panel.property}, {2, "G1|G2|G3|G4", .number = node},
                 {6, .end = true}));
  if (!panel.property) panel.property = panel.id;
  GB_TRY(GB_KEEP(nastran, shells->panels, panel, error));
  return gb_nastran_join_element(nastran, card, panel.id, panel.property, GB_QUAD4, node, error);
}

int gb_nastran_pshear(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  static const char *const bars = "edges that carry tension are CRODs along them";
  gb_nastran_property p = {.card = "PSHEAR", .line = card->line};
  GB_TRY(GB_READ(card, error, {0, "PID", .number = &p.id}, {1, "MID", .number = &p.shell.material},
                 {2, "T", .real = &p.shell.thickness}));
  GB_REFUSE_IF(p.shell.thickness <= 0, card, error, "T must be positive");
  GB_TRY(GB_READ(card, error, {3, "NSM", .not_negative = &p.mass}, {4, "F1|F2", .only = bars},
                 {6, .end = true}));
  return GB_KEEP(nastran, shells->properties, p, error);
}

int gb_nastran_check_panels(const gb_nastran *nastran, const gb_nastran_property *p,
                            const gb_group *group, gb_error *error) {
  const bool shear = gb_nastran_is_shear(p);
  int32_t count = 0;
  GB_EACH(one, nastran->shells->panels) {
    if (one->property != p->id) continue;
    count++;
    GB_DECK_FAIL_IF(!shear, GB_WRONG_REFERENCE, nastran->deck, one->line, error,
                    "CSHEAR %lld: PID = %lld is a %s; accepted: a PSHEAR", (long long)one->id,
                    (long long)p->id, p->card);
  }
  if (!shear || count == group->elements) return GB_OK;
  return gb_deck_fail(nastran->deck, p->line, error,
                      "PSHEAR %lld is the property of %d elements that are no CSHEAR",
                      (long long)p->id, (int)(group->elements - count));
}
