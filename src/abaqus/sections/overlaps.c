/// Sections of sets of elements that overlap. In CalculiX the last one of an element counts, in
/// Abaqus an element has one section. Source: CalculiX 2.21, shellsections.f, beamsections.f.
#include "abaqus/entries/property.h"

#include <string.h>

/// The group of an entry of shells, beams or solids, in the order of the deck.
typedef struct owner {
  const char **group;
  const char *where;
} owner;

static const gb_inp_set *find_set(const gb_inp *inp, const char *name) {
  GB_EACH(set, inp->elements->sets)
    if (set->elements && !strcmp(set->name, name)) return set;
  return NULL;
}

/// Find the call of the keyword that gives a section to a set for the last time.
static const gb_inp_call *find_call(const gb_inp *inp, const char *where) {
  const gb_inp_call *found = NULL;
  GB_EACH(call, inp->keywords->calls) {
    const char *other;
    gb_error ignored = {0};
    if (strstr(call->block->name, "SECTION") &&
        gb_deck_where(inp->deck, call->is.line, call->is.word, &other, &ignored) == GB_OK &&
        !strcmp(other, where))
      found = call;
  }
  return found;
}

/// Leave the elements that later sections have out of the group of an earlier one, which is a new
/// group.
static int reduce(gb_inp *inp, const owner *of, int32_t count, const int32_t left[],
                  gb_error *error) {
  char *name;
  GB_TRY(gb_arena_text(inp->problem->arena, &name, error, "%s of %s", *of->group, of->where));
  const gb_group_members group = {
      .name = name,
      .number = -1,
      .dimension = count ? gb_shape_dimension((gb_shape)inp->mesh->shape[left[0]]) : 2,
      .count = count,
      .index = left};
  *of->group = name;
  return gb_mesh_add_group(inp->mesh, &group, error);
}

/// Find the elements of a section that no later one has.
static int settle(gb_inp *inp, const owner *of, bool later[], gb_error *error) {
  const gb_inp_set *set = find_set(inp, *of->group);
  int32_t *left, count = 0;
  gb_dialect dialect;
  if (!set) return GB_OK;
  GB_TRY(GB_TAKE(inp->arena, left, (size_t)set->members.count, error));
  GB_EACH(member, set->members) {
    if (!later[*member]) left[count++] = *member;
    later[*member] = true;
  }
  if (count == set->members.count) return GB_OK;
  const gb_inp_call *call = find_call(inp, of->where);
  if (!call || inp->keywords->dialect == GB_DIALECT_ABAQUS) return GB_OK; // refused by the model
  const gb_inp_data data = gb_inp_begin(inp, call);
  GB_TRY(gb_inp_need_dialect(&data, "an error, for elements have one section",
                             "a section of those elements alone that no later one has", &dialect,
                             error));
  return reduce(inp, of, count, left, error);
}

int gb_inp_settle_sections(gb_inp *inp, gb_error *error) {
  gb_problem *problem = inp->problem;
  bool *later;
  GB_EACH(m, problem->materials) // shells do not have what belongs to their normal
    if (m->young != 0 || GB_PROBLEM_FIND(problem, solids, material, m->name) < 0)
      m->E3 = m->poisson13 = m->poisson23 = m->expansion3 = 0;
  GB_TRY(GB_TAKE(inp->arena, later,
                 (size_t)inp->mesh->elements + (size_t)inp->elements->points.count, error));
  for (int i = problem->shells.count - 1; i >= 0; --i) {
    gb_shell_section *shell = &problem->shells.entry[i];
    GB_TRY(settle(inp, &(owner){&shell->group, shell->where}, later, error));
  }
  for (int i = problem->beams.count - 1; i >= 0; --i) {
    gb_beam *beam = &problem->beams.entry[i];
    GB_TRY(settle(inp, &(owner){&beam->group, beam->where}, later, error));
  }
  for (int i = problem->solids.count - 1; i >= 0; --i) {
    gb_solid *solid = &problem->solids.entry[i];
    GB_TRY(settle(inp, &(owner){&solid->group, solid->where}, later, error));
  }
  return GB_OK;
}
