/// Sections of shells, beams, trusses and solids of an .inp deck.
///
/// The first axis of a beam's section, n1, is our y, and the second one, t x n1, is our z.
#include "abaqus/entries/property.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const gb_inp_families[][2] = {[GB_INP_SHELLS] = {"a shell", "*SHELL SECTION"},
                                          [GB_INP_BEAMS] = {"a beam", "*BEAM SECTION"},
                                          [GB_INP_TRUSSES] = {"a truss", "*SOLID SECTION"},
                                          [GB_INP_SOLIDS] = {"a solid", "*SOLID SECTION"}};

/// Refuse a set that has elements of another kind, or none at all.
static int check_set(const gb_inp *inp, const gb_inp_call *call, const gb_inp_set *set,
                     gb_inp_family family, gb_error *error) {
  static const char *const names[] = {"shells", "beams", "trusses", "solids"};
  GB_REFUSE_IF(set->members.count == 0, &call->is, error,
               "ELSET=%s is empty; accepted: a set of %s", set->name, names[family]);
  for (int i = 0; i < set->members.count; ++i) {
    const int32_t e = set->members.entry[i];
    GB_REFUSE_IF(e >= inp->mesh->elements, &call->is, error,
                 "ELSET=%s has a mass, spring, dashpot or connector; accepted: a set of %s alone",
                 set->name, names[family]);
    const int32_t is = inp->mesh->property[e];
    GB_REFUSE_IF(is != (int32_t)family, &call->is, error,
                 "ELSET=%s has element %lld, which is %s with a section by %s; accepted: a set of "
                 "%s alone",
                 set->name, gb_inp_number(inp, inp->mesh->element_id[e]), gb_inp_families[is][0],
                 gb_inp_families[is][1], names[family]);
  }
  return GB_OK;
}

/// Find a material. @param[out] out its name as *MATERIAL spells it
static int find_material(const gb_inp *inp, const gb_inp_data *data, gb_deck_text name,
                         const char **out, gb_error *error) {
  GB_EACH(m, inp->problem->materials)
    if (gb_inp_same(name, m->name)) {
      *out = m->name;
      if (m->young > 0 || m->E1 > 0) return GB_OK;
      return gb_record_fail(&data->is, error, "the material '%s' has no *ELASTIC", m->name);
    }
  return gb_record_fail_as(GB_UNDEFINED_NUMBER, &data->is, error,
                           "the material '%.*s' is not defined", GB_SHOWN(name));
}

static int need_material(const gb_inp *inp, const gb_inp_call *call, const char **out,
                         gb_error *error) {
  const gb_inp_data data = gb_inp_begin(inp, call);
  gb_deck_text name;
  GB_TRY(gb_inp_need(inp, call, "MATERIAL", &name, error));
  return find_material(inp, &data, name, out, error);
}

/// Find the axis of ORIENTATION whose projection is the first axis of the shells; without
/// ORIENTATION it is x, and zero with a cylindrical one. @param[out] o the orientation; NULL: none
static int find_axis(const gb_inp *inp, const gb_inp_call *call, double axis[3],
                     const gb_inp_orientation **o, gb_error *error) {
  static const double x[3] = {1, 0, 0};
  gb_deck_text name;
  *o = NULL;
  memcpy(axis, x, sizeof x); // directions are by x unless the deck says others
  if (!gb_inp_has(inp, call, "ORIENTATION")) return GB_OK;
  GB_TRY(gb_inp_need(inp, call, "ORIENTATION", &name, error));
  GB_TRY(gb_inp_find_orientation(inp, &call->is, call->scope, name, o, error));
  memcpy(axis, (*o)->on_shells, sizeof(*o)->on_shells);
  return GB_OK;
}

/// Refuse directions that are not given in an instance that is rotated: Abaqus's guide does not say
/// whether they rotate with it.
static int check_turned(const gb_inp *inp, const gb_inp_call *call, bool given, const char *what,
                        gb_error *error) {
  if (given || !gb_inp_is_turned(inp, call)) return GB_OK;
  return gb_record_fail(&call->is, error, "%s is missing, in an instance that is turned", what);
}

/// Give an isotropic material in a ply the moduli of plies too.
static void set_moduli(gb_inp *inp, const char *name) {
  gb_material *m = gb_inp_material_of(inp, name);
  if (m->young == 0) return;
  m->E1 = m->E2 = m->young;
  m->G12 = m->G13 = m->G23 = m->young / (2 * (1 + m->poisson));
}

/// Add a ply: thickness, points, material, angle or orientation [, a name].
static int add_ply(gb_inp *inp, const gb_inp_data *data, const gb_inp_set *set,
                   const double axis[3], gb_section_entry *section, gb_error *error) {
  gb_ply ply = {.where = section->where};
  GB_TRY(gb_read_positive(&data->is, 0, "the thickness of a ply", &ply.thickness, error));
  GB_TRY(find_material(inp, data, gb_field(&data->is, 2), &ply.material, error));
  set_moduli(inp, ply.material);
  if (!gb_field_is_blank(&data->is, 3) && !gb_deck_real(gb_field(&data->is, 3), &ply.angle))
    GB_TRY(gb_inp_angle_of_ply(inp, data, set, axis, &ply.angle, error));
  GB_TRY(GB_ARENA_ADD(inp->problem->arena, section->plies, ply, error));
  GB_REFUSE_IF(section->plies.count > GB_PLIES, &data->is, error, "more than %d plies", GB_PLIES);
  return gb_expect_end(&data->is, 5, error);
}

static int read_plies(gb_inp *inp, gb_inp_data *data, const gb_inp_set *set,
                      const gb_shell_section *shell, gb_error *error) {
  gb_section_entry *section;
  GB_TRY(GB_PROBLEM_APPEND(inp->problem, sections, &section, error));
  *section =
      (gb_section_entry){.where = shell->where, .name = shell->group, .kind = GB_SECTION_LAMINATE};
  while (gb_inp_next(data)) GB_TRY(add_ply(inp, data, set, shell->axis, section, error));
  if (section->plies.count) return GB_OK;
  return gb_record_fail(&data->call->is, error, "COMPOSITE without plies");
}

/// Read OFFSET: the distance of the nodes from the middle of the thickness, as a part of the
/// thickness.
static int read_offset(const gb_inp *inp, const gb_inp_call *call, double *value, gb_error *error) {
  const gb_deck_text offset = gb_inp_value(inp, call, "OFFSET");
  *value = 0;
  if (!gb_inp_has(inp, call, "OFFSET") || gb_deck_real(offset, value)) return GB_OK;
  *value = gb_inp_same(offset, "SPOS") ? 0.5 : -0.5;
  if (*value > 0 || gb_inp_same(offset, "SNEG")) return GB_OK;
  return gb_record_fail(&call->is, error,
                        "OFFSET=%.*s; accepted: SPOS, SNEG, or where the nodes are from the middle "
                        "of the thickness as a part of it",
                        GB_SHOWN(offset));
}

/// Make a shell of one orthotropic material a laminate of one ply.
static int add_single(gb_inp *inp, gb_shell_section *shell, gb_error *error) {
  gb_section_entry *section;
  const gb_ply ply = {
      .where = shell->where, .material = shell->material, .thickness = shell->thickness};
  GB_TRY(GB_PROBLEM_APPEND(inp->problem, sections, &section, error));
  *section =
      (gb_section_entry){.where = shell->where, .name = shell->group, .kind = GB_SECTION_LAMINATE};
  GB_TRY(GB_ARENA_ADD(inp->problem->arena, section->plies, ply, error));
  shell->section = shell->group;
  shell->material = NULL;
  shell->thickness = 0;
  return GB_OK;
}

/// Whether a section is given by its stiffnesses.
static bool is_general(const gb_inp *inp, const gb_inp_call *call) {
  return !strcmp(call->block->name, "SHELL GENERAL SECTION") && !gb_inp_has(inp, call, "MATERIAL");
}

int gb_inp_shell_section(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  gb_shell_section *shell;
  const gb_inp_set *set;
  gb_inp_data data = gb_inp_begin(inp, call);
  const gb_inp_orientation *o;
  double axis[3], offset;
  const bool oriented = gb_inp_has(inp, call, "ORIENTATION");
  bool named = false; // whether all plies name an orientation
  GB_TRY(gb_inp_need_set(inp, call, "ELSET", true, &set, error));
  GB_TRY(check_set(inp, call, set, GB_INP_SHELLS, error));
  GB_TRY(read_offset(inp, call, &offset, error));
  GB_TRY(find_axis(inp, call, axis, &o, error));
  GB_TRY(GB_PROBLEM_APPEND(inp->problem, shells, &shell, error));
  *shell =
      (gb_shell_section){.kink = GB_DEFAULT_KINK, .offset_fraction = offset == 0 ? 0 : -offset};
  GB_TRY(gb_arena_text(inp->problem->arena, &shell->group, error, "%s", set->name));
  GB_TRY(gb_deck_where(inp->deck, call->is.line, call->is.word, &shell->where, error));
  if (o && o->cylindrical) GB_TRY(gb_inp_turn_elements(inp, call, set, o, shell, error));
  if (gb_inp_has(inp, call, "COMPOSITE")) {
    GB_REFUSE_IF(gb_inp_has(inp, call, "NODAL THICKNESS"), &call->is, error,
                 "NODAL THICKNESS beside COMPOSITE; accepted: the thicknesses of plies");
    if (!oriented) GB_TRY(gb_inp_axis_of_plies(inp, call, axis, &named, error));
    memcpy(shell->axis, axis, sizeof axis);
    shell->section = shell->group;
    GB_TRY(check_turned(inp, call, oriented || named, "ORIENTATION of plies", error));
    return read_plies(inp, &data, set, shell, error);
  }
  if (is_general(inp, call)) {
    GB_REFUSE_IF(gb_inp_has(inp, call, "NODAL THICKNESS") || offset != 0, &call->is, error,
                 "NODAL THICKNESS or OFFSET of a section without thickness");
    GB_TRY(check_turned(inp, call, oriented, "ORIENTATION", error));
    memcpy(shell->axis, axis, sizeof axis);
    return gb_inp_read_stiffness(inp, &data, shell, error);
  }
  GB_TRY(need_material(inp, call, &shell->material, error));
  if (gb_inp_has(inp, call, "NODAL THICKNESS"))
    return gb_inp_take_thicknesses(inp, call, set, shell, error);
  GB_TRY(gb_inp_tell_thicknesses(inp, call, set, error));
  GB_TRY(gb_inp_need_line(&data, "the thickness", error));
  GB_TRY(gb_read_positive(&data.is, 0, "the thickness", &shell->thickness, error));
  GB_TRY(gb_expect_end(&data.is, 2, error)); // points through the thickness change nothing
  GB_TRY(gb_inp_end(&data, error));
  if (gb_inp_material_of(inp, shell->material)->young > 0) return GB_OK;
  GB_TRY(check_turned(inp, call, oriented, "ORIENTATION", error));
  memcpy(shell->axis, axis, sizeof axis);
  return add_single(inp, shell, error);
}

/// Set a shape from its dimensions. @return why they make no shape, or NULL
typedef const char *to_section(const double d[], gb_section_entry *s);

static const char *set_rectangle(const double d[], gb_section_entry *s) {
  s->width = d[0];
  s->height = d[1];
  return NULL;
}

static const char *set_circle(const double d[], gb_section_entry *s) {
  s->radius = d[0] / 2;
  return NULL;
}

static const char *set_pipe(const double d[], gb_section_entry *s) {
  s->radius = d[0];
  s->thickness = d[1];
  return d[1] < d[0] ? NULL : "the wall is not thinner than the radius";
}

static bool differs(double a, double b) {
  return fabs(a - b) > 1e-9 * fabs(a);
}

static const char *set_box(const double d[], gb_section_entry *s) {
  s->width = d[0];
  s->height = d[1];
  s->thickness = d[2];
  if (differs(d[2], d[3]) || differs(d[2], d[4]) || differs(d[2], d[5]))
    return "t1 to t4 differ: all walls of a box have one thickness";
  return 2 * d[2] < fmin(d[0], d[1]) ? NULL : "the walls fill it: give a RECT";
}

/// Set an I from l, h, b1, b2, t1, t2, t3: the web is along the second axis, and the nodes are l
/// above its foot.
static const char *set_I(const double d[], gb_section_entry *s) {
  s->height = d[1];
  s->width = d[2];
  s->flange = d[4];
  s->web = d[6];
  s->offset[1] = d[1] / 2 - d[0];
  if (fabs(s->offset[1]) < 1e-9 * d[1]) s->offset[1] = 0;
  if (differs(d[2], d[3]) || differs(d[4], d[5])) return "b1 and b2, or t1 and t2, differ";
  return 2 * d[4] < d[1] && d[6] < d[2] ? NULL : "flanges or web fill it: give a RECT";
}

static const struct {
  const char *name;
  gb_section_kind kind;
  int dimensions;
  to_section *set;
} shapes[] = {
    {"RECT", GB_SECTION_RECTANGLE, 2, set_rectangle},
    {"CIRC", GB_SECTION_CIRCLE, 1, set_circle},
    {"PIPE", GB_SECTION_TUBE, 2, set_pipe},
    {"THICK PIPE", GB_SECTION_TUBE, 2, set_pipe},
    {"BOX", GB_SECTION_BOX, 6, set_box},
    {"I", GB_SECTION_I, 7, set_I},
};
enum { SHAPES = sizeof shapes / sizeof *shapes, MOST_DIMENSIONS = 7 };

/// Find the shape of SECTION. @param[out] shape index of the shape; SHAPES: GENERAL
static int find_shape(const gb_inp *inp, const gb_inp_call *call, bool general, int *shape,
                      gb_error *error) {
  gb_deck_text name;
  GB_TRY(gb_inp_need(inp, call, "SECTION", &name, error));
  for (*shape = 0; *shape < SHAPES; ++*shape)
    if (gb_inp_same(name, shapes[*shape].name)) return GB_OK;
  if (gb_inp_same(name, "RECTANGULAR") || gb_inp_same(name, "CIRCULAR")) { // by four letters
    *shape = gb_inp_same(name, "CIRCULAR");
    return GB_OK;
  }
  if (general && gb_inp_same(name, "GENERAL")) return GB_OK;
  return gb_record_fail(
      &call->is, error,
      "SECTION=%.*s is not read; accepted: RECT, CIRC, PIPE, THICK PIPE, BOX, I%s; other "
      "shapes by `sections` of the case file",
      GB_SHOWN(name), general ? ", GENERAL" : "");
}

/// Read the thicknesses along n1 and n2 of RECT, and of CIRC in CalculiX. If the second is blank,
/// it equals the first.
static int read_thicknesses(const gb_inp_data *data, double d[2], gb_error *error) {
  for (int i = 0; i < 2; ++i) {
    if (i && gb_field_is_blank(&data->is, i))
      d[i] = d[0];
    else
      GB_TRY(gb_read_positive(&data->is, i, "a dimension of the section", &d[i], error));
  }
  return gb_expect_end(&data->is, 2, error);
}

/// Shear factor of an ellipse for a force along its half axis a; b is the other one. Source:
/// Cowper, The shear coefficient in Timoshenko's beam theory, J. Appl. Mech. 33, 1966.
static double ellipse_factor(double a, double b, double poisson) {
  const double n = a * a / (b * b);
  return 12 * (1 + poisson) * n * (3 * n + 1) /
         ((40 + 37 * poisson) * n * n + (16 + 10 * poisson) * n + poisson);
}

/// Set the constants of an ellipse from its diameters along n1 and n2.
static void set_ellipse(const gb_inp *inp, const double d[2], gb_section_entry *s) {
  const double a = d[0] / 2, b = d[1] / 2;
  const double poisson = gb_inp_material_of(inp, s->material)->poisson;
  s->kind = GB_SECTION_CONSTANTS;
  s->radius = 0;
  s->area = acos(-1) * a * b;
  s->I_zz = s->area * a * a / 4;
  s->I_yy = s->area * b * b / 4;
  s->J = s->area * a * a * b * b / (a * a + b * b);
  s->k_y = ellipse_factor(a, b, poisson);
  s->k_z = ellipse_factor(b, a, poisson);
}

/// Read CIRC: a radius in Abaqus, and diameters along n1 and n2 in CalculiX.
static int read_circle(const gb_inp_data *data, double d[2], gb_error *error) {
  gb_dialect dialect;
  GB_TRY(gb_inp_need_dialect(data, "a radius", "a diameter", &dialect, error));
  if (dialect == GB_DIALECT_CALCULIX) return read_thicknesses(data, d, error);
  GB_TRY(gb_read_positive(&data->is, 0, "the radius", &d[0], error));
  d[0] = d[1] = 2 * d[0];
  return gb_expect_end(&data->is, 1, error);
}

/// Read the dimensions of a shape. @param[out] extent  thickness of the section along n1 and n2
static int read_dimensions(const gb_inp_data *data, int shape, gb_section_entry *s,
                           double extent[2], gb_error *error) {
  double d[MOST_DIMENSIONS];
  s->kind = shapes[shape].kind;
  if (s->kind == GB_SECTION_RECTANGLE)
    GB_TRY(read_thicknesses(data, d, error));
  else if (s->kind == GB_SECTION_CIRCLE)
    GB_TRY(read_circle(data, d, error));
  else {
    for (int i = 0; i < shapes[shape].dimensions; ++i) {
      const bool place = s->kind == GB_SECTION_I && i == 0; // l, which may be any number
      GB_TRY((place ? gb_read_real : gb_read_positive)(&data->is, i, "a dimension of the section",
                                                       &d[i], error));
    }
    GB_TRY(gb_expect_end(&data->is, shapes[shape].dimensions, error));
  }
  const char *refusal = shapes[shape].set(d, s);
  GB_REFUSE_IF(refusal, &data->is, error, "%s: %s", shapes[shape].name, refusal);
  extent[0] = s->width > 0 ? s->width : 2 * s->radius;
  extent[1] = s->height > 0 ? s->height : 2 * s->radius;
  if (s->kind != GB_SECTION_CIRCLE || !differs(d[0], d[1])) return GB_OK;
  GB_REFUSE_IF(!s->material, &data->is, error,
               "diameters %g and %g of an ellipse; accepted: with MATERIAL, or equal ones", d[0],
               d[1]);
  extent[1] = d[1];
  set_ellipse(data->inp, d, s);
  return GB_OK;
}

/// Read A, I11, I12, I22, J. I11 is the integral of the square of the second coordinate, I12 that
/// of the product of both.
static int read_constants(const gb_inp_data *data, gb_section_entry *s, gb_error *error) {
  s->kind = GB_SECTION_CONSTANTS;
  s->k_y = s->k_z = 1;
  GB_TRY(GB_READ(&data->is, error, {0, "A", .positive = &s->area}, {1, "I11", .positive = &s->I_yy},
                 {2, "I12", .real_or = &s->I_yz}, {3, "I22", .positive = &s->I_zz}));
  GB_REFUSE_IF(!(s->I_yz * s->I_yz < s->I_yy * s->I_zz), &data->is, error,
               "I12 = %g; accepted: below sqrt(I11 I22) in size", s->I_yz);
  return GB_READ(&data->is, error, {4, "J", .positive = &s->J},
                 {5, "a number of warping|a number of warping", .only = "sections do not warp"},
                 {7, .end = true});
}

static int begin_beam(gb_inp *inp, const gb_inp_call *call, gb_inp_family family,
                      gb_section_entry **section, gb_beam **beam, gb_error *error) {
  const gb_inp_set *set;
  const char *name, *where;
  GB_TRY(gb_inp_need_set(inp, call, "ELSET", true, &set, error));
  GB_TRY(check_set(inp, call, set, family, error));
  GB_TRY(gb_arena_text(inp->problem->arena, &name, error, "%s", set->name));
  GB_TRY(gb_deck_where(inp->deck, call->is.line, call->is.word, &where, error));
  GB_TRY(GB_PROBLEM_APPEND(inp->problem, sections, section, error));
  GB_TRY(GB_PROBLEM_APPEND(inp->problem, beams, beam, error));
  **section = (gb_section_entry){.where = where, .name = name};
  **beam = (gb_beam){.where = where, .group = name, .section = name, .orientation = {0, 0, -1}};
  return GB_OK;
}

/// Read n1, which is (0, 0, -1) if it is not given.
static int read_n1(gb_inp_data *data, gb_beam *beam, bool *more, gb_error *error) {
  *more = gb_inp_next(data);
  GB_TRY(check_turned(data->inp, data->call, *more, "n1", error));
  if (!*more) return GB_OK;
  beam->orientation[2] = 0; // a blank component is 0
  GB_TRY(
      GB_READ(&data->is, error,
              {0, "the first component of n1|the second|the third", .real_or = beam->orientation}));
  gb_inp_turn(data->inp, data->call, beam->orientation);
  return gb_expect_end(&data->is, 3, error);
}

/// Read OFFSET1 and OFFSET2 of CalculiX: the position of the line of the nodes along n1 and n2 from
/// the middle of the section, relative to its thicknesses.
static int read_offsets(const gb_inp *inp, const gb_inp_call *call, const double extent[2],
                        gb_section_entry *s, gb_error *error) {
  static const char *const keys[] = {"OFFSET1", "OFFSET2"};
  for (int i = 0; i < 2; ++i) {
    const gb_deck_text text = gb_inp_value(inp, call, keys[i]);
    double value;
    if (!gb_inp_has(inp, call, keys[i])) continue;
    GB_REFUSE_IF(!gb_deck_real(text, &value), &call->is, error,
                 "%s=%.*s; accepted: a number, in thicknesses", keys[i], GB_SHOWN(text));
    s->offset[i] -= value * extent[i];
  }
  return GB_OK;
}

/// Read the material of a section, its dimensions and offsets, and n1.
static int read_shaped(gb_inp *inp, gb_inp_data *data, int shape, gb_section_entry *section,
                       gb_beam *beam, bool *more, gb_error *error) {
  double extent[2];
  GB_TRY(need_material(inp, data->call, &section->material, error));
  GB_TRY(gb_inp_need_line(data, "the dimensions of the section", error));
  GB_TRY(read_dimensions(data, shape, section, extent, error));
  GB_TRY(read_offsets(inp, data->call, extent, section, error));
  return read_n1(data, beam, more, error);
}

int gb_inp_beam_section(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  gb_section_entry *section;
  gb_beam *beam;
  gb_inp_data data = gb_inp_begin(inp, call);
  int shape;
  bool more;
  GB_TRY(find_shape(inp, call, false, &shape, error));
  GB_TRY(begin_beam(inp, call, GB_INP_BEAMS, &section, &beam, error));
  GB_TRY(read_shaped(inp, &data, shape, section, beam, &more, error));
  if (more) gb_inp_next(&data); // points of integration, which change nothing
  return gb_inp_end(&data, error);
}

/// Read E and G of a section, which become an isotropic material of its own.
static int read_own_material(gb_inp *inp, gb_inp_data *data, gb_section_entry *section,
                             gb_error *error) {
  const gb_inp_call *call = data->call;
  const gb_deck_text density = gb_inp_value(inp, call, "DENSITY");
  gb_material *m;
  double shear;
  GB_TRY(GB_PROBLEM_APPEND(inp->problem, materials, &m, error));
  GB_TRY(gb_arena_text(inp->problem->arena, &m->name, error, "%s", section->name));
  m->where = section->where;
  section->material = m->name;
  GB_TRY(gb_inp_need_line(data, "E and G", error));
  GB_TRY(GB_READ(&data->is, error, {0, "E", .positive = &m->young}, {1, "G", .positive = &shear},
                 {2, "the expansion", .only = "heat is not there"}, {3, .end = true}));
  m->poisson = m->young / (2 * shear) - 1;
  GB_REFUSE_IF(
      !(m->poisson > -1 && m->poisson < 0.5), &data->is, error,
      "E = %g and G = %g are of no isotropic material: nu would be %g; accepted: -1 < nu < 0.5",
      m->young, shear, m->poisson);
  GB_REFUSE_IF(gb_inp_has(inp, call, "DENSITY") &&
                   (!gb_deck_real(density, &m->density) || !(m->density >= 0)),
               &call->is, error, "DENSITY=%.*s; accepted: a number >= 0", GB_SHOWN(density));
  return gb_inp_end(data, error);
}

/// Count the lines with a field. The line of n1 may be blank.
static int count_lines(const gb_inp *inp, const gb_inp_call *call) {
  int count = 0;
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) ++count;
  return count;
}

int gb_inp_general_section(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  gb_section_entry *section;
  gb_beam *beam;
  gb_inp_data data = gb_inp_begin(inp, call);
  int shape;
  bool more;
  double extent[2];
  const bool of_material = gb_inp_has(inp, call, "MATERIAL"); // as in CalculiX
  GB_TRY(find_shape(inp, call, !of_material, &shape, error));
  GB_TRY(begin_beam(inp, call, GB_INP_BEAMS, &section, &beam, error));
  if (of_material) {
    GB_REFUSE_IF(gb_inp_has(inp, call, "DENSITY"), &call->is, error,
                 "DENSITY beside MATERIAL, which has one");
    GB_TRY(read_shaped(inp, &data, shape, section, beam, &more, error));
    return gb_inp_end(&data, error);
  }
  GB_REFUSE_IF(gb_inp_has(inp, call, "OFFSET1") || gb_inp_has(inp, call, "OFFSET2"), &call->is,
               error, "OFFSET1 or OFFSET2 without MATERIAL: of CalculiX both are");
  GB_REFUSE_AS_IF(GB_PROBLEM_FIND(inp->problem, materials, name, section->name) >= 0,
                  GB_DUPLICATE_NUMBER, &call->is, error, "ELSET=%s is the name of a material too",
                  section->name);
  GB_TRY(gb_inp_need_line(&data, "the numbers of the section", error));
  GB_TRY(shape < SHAPES ? read_dimensions(&data, shape, section, extent, error)
                        : read_constants(&data, section, error));
  const bool given = count_lines(inp, call) > 2;
  GB_TRY(given ? read_n1(&data, beam, &more, error) : check_turned(inp, call, false, "n1", error));
  return read_own_material(inp, &data, section, error);
}

/// Refuse a material that is not one of solids, and turn the axes of an orthotropic one.
static int check_solid_material(const gb_inp *inp, const gb_inp_call *call, gb_solid *solid,
                                gb_error *error) {
  const gb_material *m = gb_inp_material_of(inp, solid->material);
  if (m->young != 0) return GB_OK;
  GB_REFUSE_IF(
      !(m->E3 > 0), &call->is, error,
      "the material '%s' has no E3; accepted: of solids *ELASTIC of ISOTROPIC, ENGINEERING "
      "CONSTANTS or ORTHOTROPIC",
      solid->material);
  const char *condition = gb_material_indefinite(m);
  GB_REFUSE_IF(condition, &call->is, error,
               "the material '%s' has no positive definite stiffness; accepted: numbers with %s",
               solid->material, condition);
  if (!gb_inp_has(inp, call, "ORIENTATION")) return GB_OK;
  return gb_inp_axes_of_solids(inp, call, solid->axes, error);
}

/// Read a section of solids, which have a material alone. The number that may stand in the next
/// line is of other elements.
static int read_solids(gb_inp *inp, const gb_inp_call *call, const gb_inp_set *set,
                       gb_error *error) {
  gb_solid *solid;
  gb_inp_data data = gb_inp_begin(inp, call);
  GB_TRY(check_set(inp, call, set, GB_INP_SOLIDS, error));
  GB_TRY(GB_PROBLEM_APPEND(inp->problem, solids, &solid, error));
  GB_TRY(gb_arena_text(inp->problem->arena, &solid->group, error, "%s", set->name));
  GB_TRY(gb_deck_where(inp->deck, call->is.line, call->is.word, &solid->where, error));
  GB_TRY(need_material(inp, call, &solid->material, error));
  GB_REFUSE_IF(gb_inp_has(inp, call, "SECTION"), &call->is, error,
               "SECTION of solids; accepted: without");
  GB_TRY(check_solid_material(inp, call, solid, error));
  if (!gb_inp_next(&data)) return GB_OK;
  GB_TRY(gb_expect(&data.is, 0, "a thickness", 1, "solids have none", error));
  GB_TRY(gb_expect_end(&data.is, 1, error));
  return gb_inp_end(&data, error);
}

/// Read a section of solids, or of trusses: their area, which is 1 if it is blank.
int gb_inp_solid_section(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  gb_section_entry *section;
  gb_beam *beam;
  const gb_inp_set *set;
  gb_inp_data data = gb_inp_begin(inp, call);
  GB_TRY(gb_inp_need_set(inp, call, "ELSET", true, &set, error));
  if (gb_inp_has_solids(inp, set->members.entry, set->members.count))
    return read_solids(inp, call, set, error);
  GB_TRY(begin_beam(inp, call, GB_INP_TRUSSES, &section, &beam, error));
  GB_REFUSE_IF(gb_inp_has(inp, call, "SECTION"), &call->is, error,
               "SECTION of trusses, which have an area alone; accepted: without SECTION, the area "
               "in the next line, or beams with *BEAM SECTION");
  section->kind = GB_SECTION_ROD;
  section->area = 1;
  memset(beam->orientation, 0, sizeof beam->orientation);
  GB_TRY(need_material(inp, call, &section->material, error));
  if (!gb_inp_next(&data)) return GB_OK;
  GB_TRY(GB_READ(&data.is, error, {0, "the area", .positive = &section->area}, {1, .end = true}));
  return gb_inp_end(&data, error);
}
