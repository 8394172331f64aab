/// Materials and orientations of an .inp deck.
#include "abaqus/entries/property.h"
#include "base/length.h"

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
  inp->properties->material = -1;
  GB_TRY(gb_inp_need(inp, call, "NAME", &name, error));
  GB_EACH(one, problem->materials)
    GB_REFUSE_AS_IF(gb_inp_same(name, one->name), GB_DUPLICATE_NUMBER, &call->is, error,
                    "NAME=%.*s is that of another material", name.length, name.text);
  GB_TRY(GB_PROBLEM_APPEND(problem, materials, &material, error));
  inp->properties->material = problem->materials.count - 1;
  GB_TRY(name_text(inp, name, &material->name, error));
  return gb_deck_where(inp->deck, call->block->line, "*MATERIAL", &material->where, error);
}

int gb_inp_current_material(gb_inp *inp, const gb_inp_call *call, gb_material **out,
                            gb_error *error) {
  GB_REFUSE_AS_IF(inp->properties->material < 0, GB_BAD_MESH_FILE, &call->is, error,
                  "stands behind no *MATERIAL");
  *out = &inp->problem->materials.entry[inp->properties->material];
  return GB_OK;
}

/// Read numbers, eight in a line; nu may be blank, and is 0 then. A temperature behind them is
/// accepted if it is the only one, because it then has no effect.
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
    GB_TRY(strcmp(names[count], "nu") == 0
               ? gb_read_real_or(&data.is, entry, names[count], 0, value[count], error)
               : gb_read_real(&data.is, entry, names[count], value[count], error));
  }
  GB_TRY(gb_expect_end(&data.is, count - 8 * second + 1, error));
  if (!gb_inp_next(&data)) return GB_OK;
  return gb_record_fail(&data.is, error,
                        "a further line: numbers that vary with temperature are not read");
}

static int check_elastic(const gb_inp_call *call, const gb_material *m, bool isotropic,
                         gb_error *error) {
  GB_REFUSE_IF(isotropic && !(m->young > 0 && m->poisson > -1 && m->poisson < 0.5), &call->is,
               error, "E = %g, nu = %g; accepted: E > 0, -1 < nu < 0.5", m->young, m->poisson);
  if (isotropic) return GB_OK;
  const bool positive = m->E1 > 0 && m->E2 > 0 && m->G12 > 0 && m->G13 > 0 && m->G23 > 0;
  if (positive && m->poisson * m->poisson * m->E2 < m->E1) return GB_OK;
  return gb_record_fail(&call->is, error, "accepted: moduli > 0, and nu12^2 E2 < E1");
}

/// Read stiffnesses D and compute the moduli from them, with the inverse of the part for normal
/// strains.
static int read_stiffnesses(gb_inp *inp, const gb_inp_call *call, gb_material *m, gb_error *error) {
  static const char *const names[] = {"D1111", "D1122", "D2222", "D1133", "D2233",
                                      "D3333", "D1212", "D1313", "D2323", NULL};
  double a, b, c, d, e, f;
  GB_TRY(read_numbers(inp, call, names,
                      (double *[]){&a, &b, &c, &d, &e, &f, &m->G12, &m->G13, &m->G23}, error));
  const double first = c * f - e * e, second = a * f - d * d, mixed = d * e - b * f,
               determinant = a * first + b * mixed + d * (b * e - c * d);
  GB_REFUSE_IF(!(a > 0 && a * c > b * b && determinant > 0), &call->is, error,
               "the stiffnesses are of no material: they must make a positive definite matrix");
  m->E1 = determinant / first;
  m->E2 = determinant / second;
  m->E3 = determinant / (a * c - b * b);
  m->poisson = -mixed / first;
  m->poisson13 = (c * d - b * e) / first;
  m->poisson23 = (a * e - b * d) / second;
  return GB_OK;
}

int gb_inp_elastic(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const kinds[] = {
      "ISOTROPIC",   "ISO",   "LAMINA", "ENGINEERING CONSTANTS", "ENGINEERINGCONSTANTS",
      "ORTHOTROPIC", "ORTHO", NULL};
  static const char *const isotropic[] = {"E", "nu", NULL}, *const lamina[] = {"E1",  "E2",  "nu12",
                                                                               "G12", "G13", "G23",
                                                                               NULL},
                           *const constants[] = {"E1",   "E2",  "E3",  "nu12", "nu13",
                                                 "nu23", "G12", "G13", "G23",  NULL};
  gb_material *m = NULL;
  int kind;
  GB_TRY(gb_inp_current_material(inp, call, &m, error));
  GB_TRY(gb_inp_choose(inp, call, "TYPE", kinds, &kind, error));
  GB_REFUSE_IF(m->young != 0 || m->E1 != 0, &call->is, error, "material '%s' is elastic already",
               m->name);
  if (kind < 2)
    GB_TRY(read_numbers(inp, call, isotropic, (double *[]){&m->young, &m->poisson}, error));
  else if (kind == 2)
    GB_TRY(read_numbers(inp, call, lamina,
                        (double *[]){&m->E1, &m->E2, &m->poisson, &m->G12, &m->G13, &m->G23},
                        error));
  else if (kind > 4)
    GB_TRY(read_stiffnesses(inp, call, m, error));
  else // shells have no stress along their normal: what belongs to it acts in solids alone
    GB_TRY(read_numbers(inp, call, constants,
                        (double *[]){&m->E1, &m->E2, &m->E3, &m->poisson, &m->poisson13,
                                     &m->poisson23, &m->G12, &m->G13, &m->G23},
                        error));
  return check_elastic(call, m, kind < 2, error);
}

int gb_inp_density(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const names[] = {"the density", NULL};
  gb_material *m = NULL;
  GB_TRY(gb_inp_current_material(inp, call, &m, error));
  return read_numbers(inp, call, names, (double *[]){&m->density}, error);
}

/// Read *DAMPING: C = ALPHA M + BETA K of a material.
int gb_inp_damping(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const keys[] = {"ALPHA", "BETA"};
  gb_material *m = NULL;
  GB_TRY(gb_inp_current_material(inp, call, &m, error));
  double *const value[] = {&m->damping_mass, &m->damping_stiffness};
  for (int i = 0; i < 2; ++i) {
    if (!gb_inp_has(inp, call, keys[i])) continue;
    GB_REFUSE_IF(!gb_deck_real(gb_inp_value(inp, call, keys[i]), value[i]) || *value[i] < 0,
                 &call->is, error, "%s; accepted: a number >= 0", keys[i]);
  }
  gb_inp_data data = gb_inp_begin(inp, call);
  return gb_inp_end(&data, error);
}

/// Compute the axis whose projection is the first axis of shells. The rotation comes before the
/// projection, in both dialects. Source: Abaqus 2017 documentation, *ORIENTATION of shells.
static void turn_axes(gb_inp_orientation *o) {
  double e[3][3];
  const double turn = o->angle * acos(-1) / 180;
  const int p = o->normal % 3, q = (o->normal + 1) % 3;
  gb_inp_make_axes(o->axis, o->second, e);
  for (int i = 0; i < 3; ++i) o->on_shells[i] = cos(turn) * e[p][i] + sin(turn) * e[q][i];
}

/// Set the vectors of an orientation from the points a, b and c.
static int set_points(gb_inp *inp, const gb_inp_data *data, const double point[9],
                      gb_inp_orientation *o, gb_error *error) {
  double ignored_axes[3][3];
  if (o->cylindrical) {
    for (int i = 0; i < 3; ++i) {
      o->axis[i] = point[3 + i] - point[i];
      o->second[i] = point[i];
    }
    GB_REFUSE_IF(!(gb_length(o->axis) > 0), &data->is, error, "both points of the axis are one");
    gb_inp_turn(inp, data->call, o->second);
    for (int i = 0; i < 3; ++i)
      o->second[i] += inp->keywords->scopes.entry[data->call->scope].shift[i];
    gb_inp_turn(inp, data->call, o->axis);
    return GB_OK;
  }
  for (int i = 0; i < 3; ++i) {
    o->axis[i] = point[i] - point[6 + i];
    o->second[i] = point[3 + i] - point[6 + i];
  }
  GB_REFUSE_IF(!(gb_length(o->axis) > 0), &data->is, error, "point a is at the origin c");
  GB_REFUSE_IF(!gb_inp_make_axes(o->axis, o->second, ignored_axes), &data->is, error,
               "points a and b lie along one line with the origin c");
  gb_inp_turn(inp, data->call, o->axis);
  gb_inp_turn(inp, data->call, o->second);
  return GB_OK;
}

/// Read *ORIENTATION: axes by the points a, b [, c], or two points of the axis of a cylinder; then
/// the axis along the normal of shells, and the angle about it.
int gb_inp_orientation_keyword(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const systems[] = {"RECTANGULAR", "CYLINDRICAL", NULL};
  gb_inp_orientation o = {0};
  gb_deck_text name;
  int64_t normal = 1;
  double point[9] = {0};
  int system;
  GB_TRY(gb_inp_need(inp, call, "NAME", &name, error));
  GB_TRY(gb_inp_choose(inp, call, "SYSTEM", systems, &system, error));
  o.cylindrical = system == 1;
  GB_TRY(gb_inp_accept(inp, call, "DEFINITION", "COORDINATES", error));
  GB_TRY(gb_inp_full_name(inp, call->scope, name, &o.name, error));
  gb_inp_data data = gb_inp_begin(inp, call);
  GB_TRY(gb_inp_need_line(&data, "the points a and b", error));
  GB_TRY(GB_READ(&data.is, error, {0, "Xa|Ya|Za|Xb|Yb|Zb|Xc|Yc|Zc", .real_or = point},
                 {9, .end = true}));
  GB_TRY(set_points(inp, &data, point, &o, error));
  if (gb_inp_next(&data)) {
    GB_TRY(GB_READ(&data.is, error, {0, "the axis of rotation", .integer = &normal},
                   {1, "the rotation", .real_or = &o.angle}, {2, .end = true}));
    GB_REFUSE_IF(normal < 1 || normal > 3, &data.is, error, "axis %lld; accepted: 1 to 3",
                 (long long)normal);
  }
  o.normal = (int)normal;
  if (!o.cylindrical) turn_axes(&o);
  GB_TRY(gb_inp_end(&data, error));
  return GB_KEEP(inp, properties->orientations, o, error);
}
