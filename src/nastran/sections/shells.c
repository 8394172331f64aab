/// Shells and solids of the problem from the properties of a Nastran deck.
#include "nastran/entries/shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Compare groups in the order of the mesh: by falling dimension, then by number.
static int compare_groups(const void *a, const void *b) {
  const gb_group *x = a, *y = b;
  if (x->dimension != y->dimension) return y->dimension - x->dimension;
  return (x->number > y->number) - (x->number < y->number);
}

const gb_group *gb_nastran_group(const gb_mesh *mesh, int64_t property, int dimension) {
  const gb_group key = {.number = property, .dimension = dimension};
  return mesh->groups ? bsearch(&key, mesh->group, (size_t)mesh->groups, sizeof key, compare_groups)
                      : NULL;
}

/// Compare properties: PSHELLs come before PCOMPs.
static int compare_properties(const void *a, const void *b) {
  const gb_nastran_property *x = a, *y = b;
  const int order = strcmp(y->card, x->card);
  if (order) return order;
  if (x->id != y->id) return x->id < y->id ? -1 : 1;
  return x->line - y->line;
}

static int add_shell(gb_nastran *nastran, gb_nastran_property *p, const gb_group *group,
                     gb_error *error) {
  gb_shell_section *shell;
  GB_TRY(gb_nastran_check_panels(nastran, p, group, error));
  GB_TRY(GB_PROBLEM_APPEND(nastran->deck->problem, shells, &shell, error));
  shell->kink = GB_DEFAULT_KINK;
  shell->carries = gb_nastran_is_shear(p) ? GB_CARRIES_SHEAR : GB_CARRIES_ALL;
  GB_TRY(gb_arena_text(nastran->deck->problem->arena, &shell->group, error, "%s", group->name));
  GB_TRY(gb_deck_where(nastran->deck, p->line, p->card, &shell->where, error));
  GB_TRY(gb_nastran_add_own(nastran, p, group, shell, error));
  if (p->count > 0 || p->general) return gb_nastran_add_laminate(nastran, p, shell, error);
  shell->area_mass = p->mass;
  GB_TRY(gb_nastran_check_moduli(
      nastran, p, gb_nastran_find_material(nastran, "MAT1", p->shell.material), error));
  if (gb_nastran_is_shear(p))
    return gb_nastran_write_sheared(nastran, p->shell.material, &shell->material, error);
  GB_TRY(gb_nastran_check_shear(nastran, p->card, p->id, p->shell.material, error));
  return gb_deck_write_name(nastran->deck, "MAT1", p->shell.material, &shell->material, error);
}

/// Add a note for each property that shells or solids name and the deck does not define, unless it
/// defines none at all: then the case has them.
static int tell_missing(const gb_nastran *nastran, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  char known[200] = "";
  size_t length = 0;
  bool *found;
  GB_TRY(GB_TAKE(nastran->deck->arena, found, (size_t)mesh->groups, error));
  GB_EACH(p, nastran->shells->properties) {
    const gb_group *group = gb_nastran_group(mesh, p->id, gb_nastran_is_solid(p) ? 3 : 2);
    if (group) found[group - mesh->group] = true;
    if (length + 40 < sizeof known)
      length += (size_t)snprintf(known + length, sizeof known - length, "%s%s %lld",
                                 length ? ", " : "", p->card, (long long)p->id);
  }
  for (int g = 0; g < mesh->groups && length; ++g) {
    const gb_group *group = &mesh->group[g];
    const bool solid = group->dimension == 3;
    if (found[g] || group->dimension < 2) continue;
    GB_TRY(
        gb_deck_note(nastran->deck, -1, error,
                     "PID = %lld of %d %s (the first: %lld) is no %s of the deck, which has %s%s",
                     (long long)group->number, (int)group->elements, solid ? "solids" : "shells",
                     (long long)mesh->element_id[group->element[0]],
                     solid ? "PSOLID" : "PSHELL, PCOMP or PSHEAR", known,
                     length + 40 < sizeof known ? "" : ", ..."));
  }
  return GB_OK;
}

int gb_nastran_add_shells(gb_nastran *nastran, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  gb_nastran_property *all = nastran->shells->properties.entry;
  const int count = nastran->shells->properties.count;
  gb_deck_sort(all, count, sizeof *all, compare_properties);
  GB_TRY(tell_missing(nastran, error));
  for (int i = 0; i < count; ++i) {
    GB_DECK_FAIL_IF(i && all[i].id == all[i - 1].id && !strcmp(all[i].card, all[i - 1].card),
                    GB_DUPLICATE_NUMBER, nastran->deck, all[i].line, error,
                    "%s %lld is defined twice", all[i].card, (long long)all[i].id);
    const bool solid = gb_nastran_is_solid(&all[i]);
    const gb_group *group = gb_nastran_group(mesh, all[i].id, solid ? 3 : 2);
    if (!group) continue;
    GB_TRY((solid ? gb_nastran_add_solid : add_shell)(nastran, &all[i], group, error));
  }
  return GB_OK;
}
