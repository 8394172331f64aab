/// Problems, and one completed by another.
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
  GB_TRY(GB_ALLOCATE(problem, 1, error));
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
  for (int i = 0; i < d->springs.count; i++)
    gb_expression_destroy(&d->springs.entry[i].law.expression);
  gb_expression_destroy(&d->road.height);
  for (int i = 0; i < d->joints.count; i++) {
    gb_expression_destroy(&d->joints.entry[i].angle);
    gb_expression_destroy(&d->joints.entry[i].distance);
  }
  gb_arena_destroy(&d->arena);
  free(d);
  *problem = NULL;
}

/// Append the entries of another problem's list whose names the first `known` entries do not have.
static int add_missing(gb_problem *problem, void *array, int *count, gb_named from, int known,
                       gb_error *error) {
  gb_named own = {.count = known, .size = from.size, .at = from.at};
  memcpy(&own.entry, array, sizeof own.entry);
  for (int i = 0; i < from.count; i++) {
    void *entry;
    if (known > 0 && gb_name_find(own, gb_name_of(from, i)) >= 0) continue;
    GB_TRY(gb_arena_append(problem->arena, array, count, from.size, &entry, error));
    memcpy(entry, from.entry + (size_t)i * from.size, from.size);
  }
  return GB_OK;
}

#define ADD_MISSING(list, name, known)                                                             \
  GB_TRY(add_missing(problem, &problem->list.entry, &problem->list.count,                          \
                     GB_NAMED(from->list, name), known, error))
#define ADD_ALL(list) ADD_MISSING(list, where, 0)

int gb_problem_complete(gb_problem *problem, const gb_problem *from, gb_error *error) {
  ADD_MISSING(sections, name, problem->sections.count);
  ADD_MISSING(materials, name, problem->materials.count);
  ADD_MISSING(shells, group, problem->shells.count);
  ADD_MISSING(bodies, name, problem->bodies.count);
  ADD_ALL(links);
  ADD_ALL(joints); // of these none is driven, so that there is no expression to own
  if (!problem->beams.count) ADD_ALL(beams);
  if (!problem->supports.count) ADD_ALL(supports);
  if (!problem->initials.count) ADD_ALL(initials);
  if (!problem->probes.count) ADD_ALL(probes);
  if (!problem->designs.count) ADD_ALL(designs);
  if (!problem->springs.count) ADD_ALL(springs);
  // borrowed before the copy, so that a failed one frees nothing of `from`
  problem->borrowed.masses = !problem->masses.count;
  if (problem->borrowed.masses) ADD_ALL(masses);
  problem->borrowed.loads = !problem->loads.count;
  if (problem->borrowed.loads) ADD_ALL(loads);
  problem->borrowed.gravity = !problem->gravity[0];
  if (problem->borrowed.gravity) memcpy(problem->gravity, from->gravity, sizeof problem->gravity);
  return GB_OK;
}
