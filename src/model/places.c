/// Places on bodies where probes, masses, ends of springs and forces are: tied nodes, found by the
/// address of their coordinates in the problem.
#include "model/build.h"

#include "base/nearest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int add(gb_build *b, const char *where, const char *body, const double at[3],
               gb_error *error) {
  gb_build_place *place;
  GB_TRY(gb_array_append(&b->place, &b->model->entries->places, sizeof *place, &place, error));
  place->at = at;
  return gb_build_named_body(b, where, body, &place->body, error);
}

int gb_build_named_joint(const gb_build *b, const char *where, const char *name, int *joint,
                         gb_error *error) {
  const gb_problem *problem = b->problem;
  const char **names;
  int count = 0;
  for (*joint = 0; *joint < problem->joints.count; ++*joint) {
    const gb_joint_entry *entry = &problem->joints.entry[*joint];
    if (!entry->name || strcmp(entry->name, name)) continue;
    if (gb_joint_types[entry->type].turns) return GB_OK;
    char able[160] = "";
    gb_joint_list(true, sizeof able, able);
    return gb_fail(error, GB_USAGE, "%s.joint: a %s joint has no angle; accepted: %s ones", where,
                   gb_joint_types[entry->type].name, able);
  }
  GB_TRY(gb_allocate((size_t)problem->joints.count + 1, sizeof *names, &names, error));
  for (int j = 0; j < problem->joints.count; j++)
    if (problem->joints.entry[j].name) names[count++] = problem->joints.entry[j].name;
  const char *near = gb_nearest(name, names);
  const int status = gb_fail(error, GB_USAGE, "%s.joint: no joint is named '%s'%s%s", where, name,
                             near ? "; nearest: " : "", near ? near : "");
  free(names);
  return status;
}

static bool is_body(const gb_problem *problem, const char *name) {
  for (int i = 0; i < problem->bodies.count; i++)
    if (!strcmp(problem->bodies.entry[i].name, name)) return true;
  return false;
}

/// A spring's end that names a body must say where on it.
static int add_end(gb_build *b, const gb_spring *spring, int end, gb_error *error) {
  char where[600];
  if (!is_body(b->problem, spring->between[end])) return GB_OK;
  snprintf(where, sizeof where, "%.560s.between", spring->where);
  if (!isnan(spring->at[end][0]))
    return add(b, where, spring->between[end], spring->at[end], error);
  return gb_fail(error, GB_USAGE,
                 "%s.at: end %d is on body '%s' and has no place; accepted: at: [[x, y, z], [x, y, "
                 "z]] of numbers, in the reference configuration",
                 spring->where, end + 1, spring->between[end]);
}

/// Springs name points and bodies alike.
static int check_names(const gb_problem *problem, gb_error *error) {
  for (int i = 0; i < problem->masses.count; i++)
    if (problem->masses.entry[i].name && !problem->masses.entry[i].group &&
        is_body(problem, problem->masses.entry[i].name))
      return gb_fail(
          error, GB_USAGE,
          "%s: a body is named '%s' too; accepted: names that differ from those of bodies",
          problem->masses.entry[i].where, problem->masses.entry[i].name);
  return GB_OK;
}

int gb_build_places(gb_build *b, gb_error *error) {
  const gb_problem *problem = b->problem;
  GB_TRY(check_names(problem, error));
  for (int i = 0; i < problem->probes.count; i++)
    if (problem->probes.entry[i].place == GB_PROBE_BODY)
      GB_TRY(add(b, problem->probes.entry[i].where, problem->probes.entry[i].body,
                 problem->probes.entry[i].at, error));
  for (int i = 0; i < problem->masses.count; i++)
    if (problem->masses.entry[i].body)
      GB_TRY(add(b, problem->masses.entry[i].where, problem->masses.entry[i].body,
                 problem->masses.entry[i].at, error));
  for (int i = 0; i < problem->springs.count; i++)
    for (int end = 0; end < 2 && !problem->springs.entry[i].joint; end++)
      GB_TRY(add_end(b, &problem->springs.entry[i], end, error));
  for (int i = 0; i < problem->loads.count; i++)
    if (problem->loads.entry[i].body && problem->loads.entry[i].type == GB_LOAD_FORCE)
      GB_TRY(add(b, problem->loads.entry[i].where, problem->loads.entry[i].body,
                 problem->loads.entry[i].at, error));
  return GB_OK;
}

int32_t gb_build_place_node(const gb_build *b, const double *at) {
  for (int i = 0; i < b->model->entries->places; i++)
    if (b->place[i].at == at) return gb_build_body_node(b, b->problem->bodies.count, 0) + i;
  return -1;
}
