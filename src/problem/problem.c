/// Problems: growing arrays of entries, and one problem completed by another.
#include "problem/problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double gb_material_interaction_limit(const gb_material *m) {
  const double strengths = sqrt(m->Xt) * sqrt(m->Xc) * sqrt(m->Yt) * sqrt(m->Yc);
  return strengths > 0 ? 1 / strengths : INFINITY;
}

int gb_problem_create(gb_problem **out, gb_error *error) {
  *out = NULL;
  gb_problem *problem;
  GB_TRY(gb_allocate(1, sizeof *problem, &problem, error));
  int status = gb_arena_create(&problem->arena, error);
  if (status != GB_OK) {
    gb_problem_destroy(&problem);
    return status;
  }
  *out = problem;
  return GB_OK;
}

static void destroy_expressions(gb_expression *value[3]) {
  for (int i = 0; i < 3; i++) gb_expression_destroy(&value[i]);
}

void gb_problem_destroy(gb_problem **problem) {
  gb_problem *d = *problem;
  if (!d) return;
  if (!d->borrowed.gravity) destroy_expressions(d->gravity);
  if (!d->borrowed.loads)
    for (int i = 0; i < d->loads.count; i++) destroy_expressions(d->loads.entry[i].value);
  if (!d->borrowed.masses)
    for (int i = 0; i < d->masses.count; i++)
      destroy_expressions(d->masses.entry[i].motion.displacement);
  for (int i = 0; i < d->supports.count; i++) { // those of a deck have none
    destroy_expressions(d->supports.entry[i].motion.displacement);
    gb_expression_destroy(&d->supports.entry[i].motion.angle);
  }
  for (int i = 0; i < d->joints.count; i++) {
    gb_expression_destroy(&d->joints.entry[i].angle);
    gb_expression_destroy(&d->joints.entry[i].distance);
  }
  for (int i = 0; i < d->sections.count; i++) free(d->sections.entry[i].plies.entry);
#define FREE(type, list) free(d->list.entry);
  GB_FOR_ENTRIES(FREE)
#undef FREE
  gb_arena_destroy(&d->arena);
  free(d);
  *problem = NULL;
}

static bool has_material(const gb_problem *problem, int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (!strcmp(problem->materials.entry[i].name, name)) return true;
  return false;
}

static bool has_shell(const gb_problem *problem, int count, const char *group) {
  for (int i = 0; i < count; i++)
    if (!strcmp(problem->shells.entry[i].group, group)) return true;
  return false;
}

static bool has_section(const gb_problem *problem, int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (!strcmp(problem->sections.entry[i].name, name)) return true;
  return false;
}

/// Plies and all: each problem owns its own.
static int copy_section(gb_problem *problem, const gb_section_entry *from, gb_error *error) {
  gb_section_entry *section = NULL;
  GB_TRY(GB_PROBLEM_APPEND(problem, sections, &section, error));
  *section = *from;
  section->plies.entry = NULL;
  section->plies.count = 0;
  for (int i = 0; i < from->plies.count; i++) {
    gb_ply *ply = NULL;
    GB_TRY(gb_array_append(&section->plies.entry, &section->plies.count, sizeof *ply, &ply, error));
    *ply = from->plies.entry[i];
  }
  return GB_OK;
}

static int complete_sections(gb_problem *problem, const gb_problem *from, gb_error *error) {
  int materials = problem->materials.count, shells = problem->shells.count,
      sections = problem->sections.count;
  for (int i = 0; i < from->sections.count; i++)
    if (!has_section(problem, sections, from->sections.entry[i].name))
      GB_TRY(copy_section(problem, &from->sections.entry[i], error));
  for (int i = 0; i < from->materials.count; i++) {
    if (has_material(problem, materials, from->materials.entry[i].name)) continue;
    gb_material *material = NULL;
    GB_TRY(GB_PROBLEM_APPEND(problem, materials, &material, error));
    *material = from->materials.entry[i];
  }
  for (int i = 0; i < from->shells.count; i++) {
    if (has_shell(problem, shells, from->shells.entry[i].group)) continue;
    gb_shell_section *shell = NULL;
    GB_TRY(GB_PROBLEM_APPEND(problem, shells, &shell, error));
    *shell = from->shells.entry[i];
  }
  return GB_OK;
}

static bool has_body(const gb_problem *problem, int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (!strcmp(problem->bodies.entry[i].name, name)) return true;
  return false;
}

/// Bodies, links and joints: of these none is driven, so that there is no expression to own.
static int complete_bodies(gb_problem *problem, const gb_problem *from, gb_error *error) {
  const int bodies = problem->bodies.count;
  for (int i = 0; i < from->bodies.count; i++) {
    if (has_body(problem, bodies, from->bodies.entry[i].name)) continue;
    gb_body *body = NULL;
    GB_TRY(GB_PROBLEM_APPEND(problem, bodies, &body, error));
    *body = from->bodies.entry[i];
  }
  for (int i = 0; i < from->links.count; i++) {
    gb_link *link = NULL;
    GB_TRY(GB_PROBLEM_APPEND(problem, links, &link, error));
    *link = from->links.entry[i];
  }
  for (int i = 0; i < from->joints.count; i++) {
    gb_joint_entry *joint = NULL;
    GB_TRY(GB_PROBLEM_APPEND(problem, joints, &joint, error));
    *joint = from->joints.entry[i];
  }
  return GB_OK;
}

/// Copy a whole list of a kind that the problem has none of.
static int copy_list(void *array, int *count, size_t size, const void *from, int from_count,
                     gb_error *error) {
  if (*count || !from_count) return GB_OK;
  for (int i = 0; i < from_count; i++) {
    void *entry = NULL;
    GB_TRY(gb_array_append(array, count, size, &entry, error));
    memcpy(entry, (const char *)from + (size_t)i * size, size);
  }
  return GB_OK;
}

#define COPY_LIST(problem, from, list, error)                                                      \
  copy_list(&(problem)->list.entry, &(problem)->list.count, sizeof *(problem)->list.entry,         \
            (from)->list.entry, (from)->list.count, error)

int gb_problem_complete(gb_problem *problem, const gb_problem *from, gb_error *error) {
  GB_TRY(complete_sections(problem, from, error));
  GB_TRY(complete_bodies(problem, from, error));
  GB_TRY(COPY_LIST(problem, from, supports, error));
  GB_TRY(COPY_LIST(problem, from, initials, error));
  GB_TRY(COPY_LIST(problem, from, probes, error));
  GB_TRY(COPY_LIST(problem, from, designs, error));
  GB_TRY(COPY_LIST(problem, from, springs, error));
  if (!problem->masses.count) {
    problem->borrowed.masses =
        true; // before the copy, so that a failed one frees nothing of `from`
    GB_TRY(COPY_LIST(problem, from, masses, error));
  }
  if (!problem->loads.count) {
    problem->borrowed.loads = true;
    GB_TRY(COPY_LIST(problem, from, loads, error));
  }
  if (!problem->gravity[0]) {
    problem->borrowed.gravity = true;
    memcpy(problem->gravity, from->gravity, sizeof problem->gravity);
  }
  return GB_OK;
}
