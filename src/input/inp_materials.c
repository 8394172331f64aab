/// Materials, orientations and amplitudes of an .inp deck.
#include "base/length.h"
#include "input/deck_table.h"
#include "input/inp.h"

#include <math.h>
#include <string.h>

static int name_text(gb_inp *inp, gb_deck_text name, const char **out, gb_error *error) {
  name = gb_inp_unquoted(name);
  return gb_arena_text(inp->problem->arena, out, error, "%.*s", name.length, name.text);
}

int gb_inp_material(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  gb_problem *problem = inp->problem;
  gb_material *material;
  gb_deck_text name;
  inp->made.material = -1;
  GB_TRY(gb_inp_need(inp, call, "NAME", &name, error));
  for (int i = 0; i < problem->materials.count; ++i)
    if (gb_inp_same(name, problem->materials.entry[i].name))
      return gb_inp_fail_as(GB_DUPLICATE_NUMBER, inp, call, error,
                            "NAME=%.*s is that of another material", name.length, name.text);
  GB_TRY(GB_PROBLEM_APPEND(problem, materials, &material, error));
  inp->made.material = problem->materials.count - 1;
  GB_TRY(name_text(inp, name, &material->name, error));
  return gb_inp_write_where(inp, call->block->line, "MATERIAL", &material->where, error);
}

/// The material that a keyword is about.
static int current(gb_inp *inp, const gb_inp_call *call, gb_material **out, gb_error *error) {
  if (inp->made.material < 0)
    return gb_inp_fail_as(GB_BAD_MESH_FILE, inp, call, error, "stands behind no *MATERIAL");
  *out = &inp->problem->materials.entry[inp->made.material];
  return GB_OK;
}

/// One line of numbers; a temperature behind them is alone, and so changes nothing.
static int read_numbers(gb_inp *inp, const gb_inp_call *call, const char *const names[],
                        double *const value[], gb_error *error) {
  gb_inp_data data = gb_inp_begin(inp, call);
  int count = 0;
  bool second = false;
  GB_TRY(gb_inp_need_line(&data, names[0], error));
  for (; names[count]; ++count) {
    int entry = count - 8 * second;
    if (entry == 8) {
      GB_TRY(gb_inp_need_line(&data, names[count], error));
      second = true;
      entry = 0;
    }
    GB_TRY(gb_inp_real(&data, entry, names[count], value[count], error));
  }
  GB_TRY(gb_inp_no_more(&data, count - 8 * second + 1, error));
  if (!gb_inp_next(&data)) return GB_OK;
  return gb_inp_fail_data(&data, error,
                          "a further line: numbers that vary with temperature are not read");
}

static int check_elastic(const gb_inp *inp, const gb_inp_call *call, const gb_material *m,
                         bool isotropic, gb_error *error) {
  if (isotropic && !(m->young > 0 && m->poisson > -1 && m->poisson < 0.5))
    return gb_inp_fail(inp, call, error, "E = %g, nu = %g; accepted: E > 0, -1 < nu < 0.5",
                       m->young, m->poisson);
  if (isotropic) return GB_OK;
  const bool positive = m->E1 > 0 && m->E2 > 0 && m->G12 > 0 && m->G13 > 0 && m->G23 > 0;
  if (positive && m->poisson * m->poisson * m->E2 < m->E1) return GB_OK;
  return gb_inp_fail(inp, call, error, "accepted: moduli > 0, and nu12^2 E2 < E1");
}

int gb_inp_elastic(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const kinds[] = {
      "ISOTROPIC", "ISO", "LAMINA", "ENGINEERING CONSTANTS", "ENGINEERINGCONSTANTS", NULL};
  static const char *const isotropic[] = {"E", "nu", NULL}, *const lamina[] = {"E1",  "E2",  "nu12",
                                                                               "G12", "G13", "G23",
                                                                               NULL},
                           *const constants[] = {"E1",   "E2",  "E3",  "nu12", "nu13",
                                                 "nu23", "G12", "G13", "G23",  NULL};
  gb_material *m = NULL;
  int kind;
  double unused;
  GB_TRY(current(inp, call, &m, error));
  GB_TRY(gb_inp_choose(inp, call, "TYPE", kinds, &kind, error));
  if (m->young != 0 || m->E1 != 0)
    return gb_inp_fail(inp, call, error, "material '%s' is elastic already", m->name);
  if (kind < 2)
    GB_TRY(read_numbers(inp, call, isotropic, (double *[]){&m->young, &m->poisson}, error));
  else if (kind == 2)
    GB_TRY(read_numbers(inp, call, lamina,
                        (double *[]){&m->E1, &m->E2, &m->poisson, &m->G12, &m->G13, &m->G23},
                        error));
  else // shells have no stress along their normal: what belongs to it does not act
    GB_TRY(read_numbers(inp, call, constants,
                        (double *[]){&m->E1, &m->E2, &unused, &m->poisson, &unused, &unused,
                                     &m->G12, &m->G13, &m->G23},
                        error));
  return check_elastic(inp, call, m, kind < 2, error);
}

int gb_inp_density(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const names[] = {"the density", NULL};
  gb_material *m = NULL;
  GB_TRY(current(inp, call, &m, error));
  return read_numbers(inp, call, names, (double *[]){&m->density}, error);
}

/// C = ALPHA M + BETA K, by material.
int gb_inp_damping(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const keys[] = {"ALPHA", "BETA"};
  gb_material *m = NULL;
  GB_TRY(current(inp, call, &m, error));
  double *const value[] = {&m->damping_mass, &m->damping_stiffness};
  for (int i = 0; i < 2; ++i) {
    if (!gb_inp_has(inp, call, keys[i])) continue;
    if (!gb_deck_real(gb_inp_value(inp, call, keys[i]), value[i]) || *value[i] < 0)
      return gb_inp_fail(inp, call, error, "%s; accepted: a number >= 0", keys[i]);
  }
  gb_inp_data data = gb_inp_begin(inp, call);
  return gb_inp_end(&data, error);
}

/// a, b [, c]: axes by points; then 3, 0: the third is about along the normal of shells.
int gb_inp_orientation_keyword(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const systems[] = {"RECTANGULAR", NULL},
                           *const definitions[] = {"COORDINATES", NULL},
                           *const names[] = {"Xa", "Ya", "Za", "Xb", "Yb", "Zb", "Xc", "Yc", "Zc"};
  gb_inp_orientation o = {0};
  gb_deck_text name;
  int ignored;
  double point[9];
  GB_TRY(gb_inp_need(inp, call, "NAME", &name, error));
  GB_TRY(gb_inp_choose(inp, call, "SYSTEM", systems, &ignored, error));
  GB_TRY(gb_inp_choose(inp, call, "DEFINITION", definitions, &ignored, error));
  GB_TRY(gb_inp_full_name(inp, call->scope, name, &o.name, error));
  gb_inp_data data = gb_inp_begin(inp, call);
  GB_TRY(gb_inp_need_line(&data, "the points a and b", error));
  for (int i = 0; i < 9; ++i) GB_TRY(gb_inp_real_or(&data, i, names[i], 0, &point[i], error));
  GB_TRY(gb_inp_no_more(&data, 9, error));
  for (int i = 0; i < 3; ++i) o.axis[i] = point[i] - point[6 + i];
  if (!(gb_length(o.axis) > 0)) return gb_inp_fail_data(&data, error, "point a is at the origin c");
  if (!gb_inp_next(&data))
    return gb_inp_fail_data(&data, error,
                            "a second line is missing: write 3, 0. (the third axis is along the "
                            "normal of the shells, the first is projected on them)");
  if (!gb_deck_same(gb_inp_field(&data, 0), "3"))
    return gb_inp_fail_data(&data, error,
                            "accepted: 3, 0. (the third axis is along the normal of the shells, "
                            "the first is projected on them)");
  GB_TRY(gb_inp_expect(&data, 1, "the rotation", 0, "turn the points a and b", error));
  GB_TRY(gb_inp_no_more(&data, 2, error));
  GB_TRY(gb_inp_end(&data, error));
  return GB_ARENA_ADD(inp->arena, inp->named.orientations, o, error);
}

typedef GB_LIST_OF(gb_deck_point) point_list;

/// Constant before the first point and behind the last.
static int write_amplitude(const point_list *points, gb_arena *arena, char **text,
                           gb_error *error) {
  const gb_deck_point *all = points->entry, *last = &all[points->count - 1];
  if (points->count == 1) return gb_arena_text(arena, text, error, "%.17g", all->y);
  GB_TRY(gb_deck_write_table(all, points->count, "t", arena, text, error));
  return gb_arena_text(arena, text, error, "if(t < %.17g, %.17g, if(t < %.17g, %s, %.17g))", all->x,
                       all->y, last->x, *text, last->y);
}

int gb_inp_amplitude_keyword(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const definitions[] = {"TABULAR", NULL},
                           *const times[] = {"STEP TIME", "STEPTIME", "TOTAL TIME", "TOTALTIME",
                                             NULL},
                           *const values[] = {"RELATIVE", NULL};
  gb_inp_amplitude a = {0};
  point_list points = {0};
  gb_deck_text name;
  int ignored, total;
  double smooth = 0;
  GB_TRY(gb_inp_need(inp, call, "NAME", &name, error));
  GB_TRY(gb_inp_choose(inp, call, "DEFINITION", definitions, &ignored, error));
  GB_TRY(gb_inp_choose(inp, call, "TIME", times, &total, error));
  GB_TRY(gb_inp_choose(inp, call, "VALUE", values, &ignored, error));
  if (total >= 2 && inp->keywords.chosen > 1)
    return gb_inp_fail(inp, call, error,
                       "TIME=TOTAL TIME in step %d; accepted: STEP TIME, or in the first step",
                       inp->keywords.chosen);
  if (gb_inp_has(inp, call, "SMOOTH") &&
      (!gb_deck_real(gb_inp_value(inp, call, "SMOOTH"), &smooth) || smooth != 0))
    return gb_inp_fail(inp, call, error, "SMOOTH; accepted: 0, lines between the points");
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);)
    for (int i = 0; i < data.count; i += 2) {
      gb_deck_point p;
      GB_TRY(gb_inp_real(&data, i, "a time", &p.x, error));
      GB_TRY(gb_inp_real(&data, i + 1, "the amplitude at it", &p.y, error));
      if (points.count && !(p.x > points.entry[points.count - 1].x))
        return gb_inp_fail_data(&data, error, "times must ascend");
      GB_TRY(GB_ARENA_ADD(inp->arena, points, p, error));
    }
  if (!points.count) return gb_inp_fail(inp, call, error, "has no points");
  GB_TRY(gb_inp_full_name(inp, call->scope, name, &a.name, error));
  GB_TRY(write_amplitude(&points, inp->arena, &a.text, error));
  return GB_ARENA_ADD(inp->arena, inp->named.amplitudes, a, error);
}

int gb_inp_find_amplitude(const gb_inp *inp, const gb_inp_call *call, int *out, gb_error *error) {
  gb_deck_text name;
  *out = -1;
  if (!gb_inp_has(inp, call, "AMPLITUDE")) return GB_OK;
  GB_TRY(gb_inp_need(inp, call, "AMPLITUDE", &name, error));
  for (*out = inp->named.amplitudes.count - 1; *out >= 0; --*out)
    if (gb_inp_same(name, inp->named.amplitudes.entry[*out].name)) return GB_OK;
  if (gb_inp_is_lost(inp, call, name)) return GB_OK;
  return gb_inp_fail_as(GB_UNDEFINED_NUMBER, inp, call, error, "AMPLITUDE=%.*s is not defined",
                        name.length > 60 ? 60 : name.length, name.text);
}
