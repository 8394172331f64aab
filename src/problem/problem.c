/// Creation of problems, and the completion of a case by the problem of its mesh file.
#include "problem/problem.h"

#include <fnmatch.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double gb_material_interaction_limit(const gb_material *m) {
  const double strengths = sqrt(m->Xt) * sqrt(m->Xc) * sqrt(m->Yt) * sqrt(m->Yc);
  return strengths > 0 ? 1 / strengths : INFINITY;
}

const char *gb_material_indefinite(const gb_material *m) {
  const double a = m->poisson, b = m->poisson13, c = m->poisson23;
  const double ab = m->E2 / m->E1, ac = m->E3 / m->E1, bc = m->E3 / m->E2;
  if (!(a * a * ab < 1)) return "poisson^2 < E1/E2";
  if (!(b * b * ac < 1)) return "poisson13^2 < E1/E3";
  if (!(c * c * bc < 1)) return "poisson23^2 < E2/E3";
  if (!(1 - a * a * ab - b * b * ac - c * c * bc - 2 * a * b * c * ac > 0))
    return "1 - poisson^2 E2/E1 - poisson13^2 E3/E1 - poisson23^2 E3/E2 - 2 poisson poisson13 "
           "poisson23 E3/E1 > 0";
  return NULL;
}

bool gb_material_expands(const gb_material *m) {
  return m->expansion != 0 || m->expansion1 != 0 || m->expansion2 != 0 || m->expansion3 != 0;
}

bool gb_problem_is_partial(const gb_problem *problem, const char *where) {
  for (int i = 0; i < problem->partial.count; i++)
    if (problem->partial.entry[i] == where) return true;
  return false;
}

/// @return the index of the end NAME.start or NAME.end of a beam, counted after the bodies; -1:
/// none
static int find_beam_end(const gb_problem *problem, const char *name) {
  char beam[256];
  const char *dot = strrchr(name, '.');
  const bool end = dot && !strcmp(dot, ".end");
  if (!dot || (!end && strcmp(dot, ".start")) || dot - name >= (ptrdiff_t)sizeof beam) return -1;
  snprintf(beam, sizeof beam, "%.*s", (int)(dot - name), name);
  const int i = GB_PROBLEM_FIND(problem, beams, name, beam);
  return i < 0 ? -1 : problem->bodies.count + 2 * i + end;
}

int gb_problem_body(const gb_problem *problem, const char *name) {
  const int body = GB_PROBLEM_FIND(problem, bodies, name, name);
  return body < 0 ? find_beam_end(problem, name) : body;
}

bool gb_problem_is_pattern(const char *name) {
  return strpbrk(name, "*?[") != NULL;
}

bool gb_contact_has_one_frame(const gb_contact *contact) {
  return !gb_contact_is_of_elements(contact) && !gb_problem_is_pattern(contact->on);
}

const char *gb_contact_why_not_stick(const gb_contact *contact) {
  if (gb_contact_is_of_elements(contact)) return "a surface of elements";
  if (gb_problem_is_pattern(contact->on)) return "surfaces on several bodies";
  return gb_contact_has_lines(contact) ? "lines of bodies" : NULL;
}

bool gb_problem_matches(const char *pattern, const char *name) {
  return name && fnmatch(pattern, name, 0) == 0;
}

int gb_problem_free_node(const gb_problem *problem, const char *name) {
  const int first = GB_PROBLEM_FIND(problem, masses, name, name);
  if (first < 0 || gb_is_free_node(&problem->masses.entry[first])) return first;
  for (int i = first + 1; i < problem->masses.count; i++) // a deck may have a name twice
    if (gb_is_free_node(&problem->masses.entry[i]) && problem->masses.entry[i].name &&
        !strcmp(problem->masses.entry[i].name, name))
      return i;
  return -1;
}

/// How constraints are enforced in a problem that belongs to no case.
static const gb_constraints automatic = {.enforce = GB_ENFORCE_AUTO};
/// The linear solver of such a problem.
static const gb_solver_settings mumps = {0};

int gb_problem_create(gb_problem **out, gb_error *error) {
  *out = NULL;
  GB_TRY(gb_allocate(1, sizeof **out, out, error));
  (*out)->constraints = &automatic;
  (*out)->solver = &mumps;
  int status = gb_arena_create(&(*out)->arena, error);
  if (status == GB_OK) status = GB_TAKE((*out)->arena, (*out)->names, 1, error);
  if (status == GB_OK) (*out)->names->arena = (*out)->arena;
  if (status != GB_OK) gb_problem_destroy(out);
  return status;
}

void gb_problem_destroy(gb_problem **problem) {
  gb_problem *d = *problem;
  if (!d) return;
  gb_arena_destroy(&d->arena);
  free(d);
  *problem = NULL;
}

/// Append the entries of another problem's list whose names the first `known` entries do not have.
static int add_missing(gb_problem *problem, void *array, int *count, gb_named from, int known,
                       gb_error *error) {
  gb_named own = {.count = known, .size = from.size, .offset = from.offset};
  memcpy(&own.entry, array, sizeof own.entry);
  for (int i = 0; i < from.count; i++) {
    void *entry;
    const char *name = gb_name_of(from, i);
    if (known > 0 && name && gb_name_find(own, name) >= 0) continue;
    GB_TRY(gb_arena_append(problem->arena, array, count, from.size, &entry, error));
    memcpy(entry, from.entry + (size_t)i * from.size, from.size);
  }
  return GB_OK;
}

/// Append the equations of another problem; those that stand for supports only if `supports` is
/// true.
static int add_equations(gb_problem *problem, const gb_problem *from, bool supports,
                         gb_error *error) {
  for (int i = 0; i < from->equations.count; i++) {
    gb_equation *equation;
    if (from->equations.entry[i].support && !supports) continue;
    GB_TRY(GB_PROBLEM_APPEND(problem, equations, &equation, error));
    *equation = from->equations.entry[i];
  }
  return GB_OK;
}

#define ADD_MISSING(list, name, known)                                                             \
  GB_TRY(add_missing(problem, &problem->list.entry, &problem->list.count,                          \
                     GB_NAMED(from->list, name), known, error))
#define ADD_ALL(list) ADD_MISSING(list, where, 0)

int gb_problem_complete(gb_problem *problem, const gb_problem *from, const gb_keeping *keep,
                        gb_error *error) {
  ADD_MISSING(sections, name, problem->sections.count);
  ADD_MISSING(materials, name, problem->materials.count);
  ADD_MISSING(shells, group, problem->shells.count);
  ADD_MISSING(beams, group, problem->beams.count);
  ADD_MISSING(solids, group, problem->solids.count);
  ADD_MISSING(bodies, name, problem->bodies.count);
  ADD_ALL(links);
  ADD_ALL(joints);
  const bool supports = !problem->supports.entry || keep->supports;
  if (supports) ADD_ALL(supports);
  GB_TRY(add_equations(problem, from, supports, error));
  if (!problem->temperatures.entry) ADD_ALL(temperatures);
  if (!problem->initials.entry) ADD_ALL(initials);
  if (!problem->probes.entry) ADD_ALL(probes);
  if (!problem->designs.entry) ADD_ALL(designs);
  ADD_MISSING(springs, name, problem->springs.count);
  ADD_MISSING(bushings, name, problem->bushings.count);
  ADD_MISSING(matrices, name, problem->matrices.count);
  ADD_MISSING(masses, name, problem->masses.count);
  ADD_MISSING(contacts, name, problem->contacts.count);
  if (!problem->loads.entry || keep->loads) ADD_ALL(loads);
  if (!problem->gravity[0]) memcpy(problem->gravity, from->gravity, sizeof problem->gravity);
  if (!problem->spin.speed) problem->spin = from->spin;
  return GB_OK;
}

bool gb_problem_turns(const gb_problem *problem) {
  for (int i = 0; i < problem->loads.count; i++)
    if (problem->loads.entry[i].type == GB_LOAD_MOMENT || problem->loads.entry[i].follow)
      return true;
  return false;
}
