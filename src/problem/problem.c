/// Problems: growing arrays of entries, and one problem completed by another.
#include "problem/problem.h"

#include <stdlib.h>
#include <string.h>

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
  if (!d->gravity_borrowed) destroy_expressions(d->gravity);
  if (!d->loads_borrowed)
    for (int i = 0; i < d->loads; i++) destroy_expressions(d->load[i].value);
  if (!d->masses_borrowed)
    for (int i = 0; i < d->masses; i++) destroy_expressions(d->mass[i].motion);
  free(d->material);
  free(d->shell);
  free(d->support);
  free(d->load);
  free(d->initial);
  free(d->probe);
  free(d->design);
  free(d->mass);
  for (int i = 0; i < d->joints; i++) {
    gb_expression_destroy(&d->joint[i].angle);
    gb_expression_destroy(&d->joint[i].distance);
  }
  free(d->spring);
  free(d->body);
  free(d->joint);
  free(d->link);
  gb_arena_destroy(&d->arena);
  free(d);
  *problem = NULL;
}

static bool has_material(const gb_problem *problem, int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (!strcmp(problem->material[i].name, name)) return true;
  return false;
}

static bool has_shell(const gb_problem *problem, int count, const char *group) {
  for (int i = 0; i < count; i++)
    if (!strcmp(problem->shell[i].group, group)) return true;
  return false;
}

static int complete_sections(gb_problem *problem, const gb_problem *from, gb_error *error) {
  int materials = problem->materials, shells = problem->shells;
  for (int i = 0; i < from->materials; i++) {
    if (has_material(problem, materials, from->material[i].name)) continue;
    gb_material *material = NULL;
    GB_TRY(GB_PROBLEM_APPEND(problem, material, materials, &material, error));
    *material = from->material[i];
  }
  for (int i = 0; i < from->shells; i++) {
    if (has_shell(problem, shells, from->shell[i].group)) continue;
    gb_shell_section *shell = NULL;
    GB_TRY(GB_PROBLEM_APPEND(problem, shell, shells, &shell, error));
    *shell = from->shell[i];
  }
  return GB_OK;
}

static bool has_body(const gb_problem *problem, int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (!strcmp(problem->body[i].name, name)) return true;
  return false;
}

/// Bodies with what ties them: of joints none is driven, so that there is no expression to own.
static int complete_bodies(gb_problem *problem, const gb_problem *from, gb_error *error) {
  const int bodies = problem->bodies;
  for (int i = 0; i < from->bodies; i++) {
    if (has_body(problem, bodies, from->body[i].name)) continue;
    gb_body *body = NULL;
    GB_TRY(GB_PROBLEM_APPEND(problem, body, bodies, &body, error));
    *body = from->body[i];
  }
  for (int i = 0; i < from->links; i++) {
    gb_link *link = NULL;
    GB_TRY(GB_PROBLEM_APPEND(problem, link, links, &link, error));
    *link = from->link[i];
  }
  for (int i = 0; i < from->joints; i++) {
    gb_joint_entry *joint = NULL;
    GB_TRY(GB_PROBLEM_APPEND(problem, joint, joints, &joint, error));
    *joint = from->joint[i];
  }
  return GB_OK;
}

/// Copy a whole array of a kind that the problem has none of.
static int copy_kind(void *array, int *count, size_t size, const void *from, int from_count,
                     gb_error *error) {
  if (*count || !from_count) return GB_OK;
  for (int i = 0; i < from_count; i++) {
    void *entry = NULL;
    GB_TRY(gb_array_append(array, count, size, &entry, error));
    memcpy(entry, (const char *)from + (size_t)i * size, size);
  }
  return GB_OK;
}

#define COPY_KIND(problem, from, array, count, error)                                              \
  copy_kind(&(problem)->array, &(problem)->count, sizeof *(problem)->array, (from)->array,         \
            (from)->count, error)

int gb_problem_complete(gb_problem *problem, const gb_problem *from, gb_error *error) {
  GB_TRY(complete_sections(problem, from, error));
  GB_TRY(complete_bodies(problem, from, error));
  GB_TRY(COPY_KIND(problem, from, support, supports, error));
  GB_TRY(COPY_KIND(problem, from, initial, initials, error));
  GB_TRY(COPY_KIND(problem, from, probe, probes, error));
  GB_TRY(COPY_KIND(problem, from, design, designs, error));
  GB_TRY(COPY_KIND(problem, from, spring, springs, error));
  if (!problem->masses) {
    problem->masses_borrowed =
        true; // before the copy, so that a failed one frees nothing of `from`
    GB_TRY(COPY_KIND(problem, from, mass, masses, error));
  }
  if (!problem->loads) {
    problem->loads_borrowed = true;
    GB_TRY(COPY_KIND(problem, from, load, loads, error));
  }
  if (!problem->gravity[0]) {
    problem->gravity_borrowed = true;
    memcpy(problem->gravity, from->gravity, sizeof problem->gravity);
  }
  return GB_OK;
}
