/// Nodes and elements of an .inp deck.
#include "abaqus/entries/element.h"
#include "base/length.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Types of elements that are read. Shells of 8 nodes get a ninth node in their middle. Solids are
/// the same whatever the points of integration (R), incompatible modes (I), pressures (H) or
/// contact (M) that their type has: those here do not lock. The deck gives the middle node of a B32
/// between its ends.
static const gb_inp_type types[] = {
    {"S3 S3R S3RS STRI3", GB_INP_ELEMENT, GB_TRIANGLE3, 3, GB_INP_SHELLS, false, NULL},
    {"S4 S4R S4RS S4RSW S4R5", GB_INP_ELEMENT, GB_QUAD4, 4, GB_INP_SHELLS, false, NULL},
    {"S6 STRI65", GB_INP_ELEMENT, GB_TRIANGLE6, 6, GB_INP_SHELLS, false, NULL},
    {"S8 S8R S8R5", GB_INP_ELEMENT, GB_QUAD9, 8, GB_INP_SHELLS, false, NULL},
    {"B31 B31R B31H PIPE31 PIPE31H", GB_INP_ELEMENT, GB_LINE2, 2, GB_INP_BEAMS, false, NULL},
    {"B32 B32R B32H B32RH PIPE32 PIPE32H", GB_INP_ELEMENT, GB_LINE3, 3, GB_INP_BEAMS, false, "021"},
    {"T3D2 T3D2H", GB_INP_ELEMENT, GB_LINE2, 2, GB_INP_TRUSSES, false, NULL},
    {"T3D3 T3D3H", GB_INP_ELEMENT, GB_LINE2, 3, GB_INP_TRUSSES, false, "021"},
    {"T2D2 T2D2H", GB_INP_ELEMENT, GB_LINE2, 2, GB_INP_TRUSSES, true, NULL},
    {"B21 B21H PIPE21 PIPE21H", GB_INP_ELEMENT, GB_LINE2, 2, GB_INP_BEAMS, true, NULL},
    {"B22 B22H PIPE22 PIPE22H", GB_INP_ELEMENT, GB_LINE3, 3, GB_INP_BEAMS, true, "021"},
    {"C3D4 C3D4H", GB_INP_ELEMENT, GB_TETRAHEDRON4, 4, GB_INP_SOLIDS, false, NULL},
    {"C3D5 C3D5H", GB_INP_ELEMENT, GB_PYRAMID5, 5, GB_INP_SOLIDS, false, NULL},
    {"C3D6 C3D6H", GB_INP_ELEMENT, GB_WEDGE6, 6, GB_INP_SOLIDS, false, NULL},
    {"C3D8 C3D8R C3D8I C3D8H C3D8RH C3D8IH", GB_INP_ELEMENT, GB_HEXAHEDRON8, 8, GB_INP_SOLIDS,
     false, NULL},
    {"C3D10 C3D10M C3D10H C3D10MH C3D10I", GB_INP_ELEMENT, GB_TETRAHEDRON10, 10, GB_INP_SOLIDS,
     false, "0123456798"},
    {"C3D15 C3D15H", GB_INP_ELEMENT, GB_WEDGE15, 15, GB_INP_SOLIDS, false, "012345697ced8ab"},
    {"C3D20 C3D20R C3D20H C3D20RH", GB_INP_ELEMENT, GB_HEXAHEDRON20, 20, GB_INP_SOLIDS, false,
     "012345678bd9gijhacef"},
    {"MASS", GB_INP_MASS, GB_POINT, 1, GB_INP_SHELLS, false, NULL},
    {"ROTARYI", GB_INP_ROTARY, GB_POINT, 1, GB_INP_SHELLS, false, NULL},
    {"SPRINGA", GB_INP_SPRING_LINE, GB_POINT, 2, GB_INP_SHELLS, false, NULL},
    {"SPRING1", GB_INP_SPRING_GROUND, GB_POINT, 1, GB_INP_SHELLS, false, NULL},
    {"SPRING2", GB_INP_SPRING_NODES, GB_POINT, 2, GB_INP_SHELLS, false, NULL},
    {"DASHPOTA", GB_INP_DASHPOT_LINE, GB_POINT, 2, GB_INP_SHELLS, false, NULL},
    {"CONN3D2", GB_INP_CONNECTOR, GB_POINT, 2, GB_INP_SHELLS, false, NULL},
};

/// Reasons why types that begin with a text are not read. The first text that fits counts.
static const struct {
  const char *begin, *reason;
} refusals[] = {
    {"C3D27", "nodes of its faces may be missing: use C3D20"},
    {"C3D", "solids are C3D4, C3D5, C3D6, C3D8, C3D10, C3D15 and C3D20, also with R, I, H or M"},
    {"SC6", "continuum shells have a direction of thickness: use S3 or C3D6"},
    {"SC8", "continuum shells have a direction of thickness: use S4 or C3D8"},
    {"CSS8", "continuum shells have a direction of thickness: use S4 or C3D8"},
    {"CONN", "connectors are CONN3D2"},
    {"CP", "solids in a plane are not there: model them by shells"},
    {"CGP", "solids in a plane are not there: model them by shells"},
    {"CAX", "bodies of revolution are not there"},
    {"C", "there are no such elements"},
    {"S9R5", "shells of nine nodes are S8R, whose ninth is their own"},
    {"SAX", "bodies of revolution are not there"},
    {"S", "shells are S3, S4, S6 and S8"},
    {"B31OS", "beams do not warp: use B31"},
    {"B32OS", "beams do not warp: use B32"},
    {"B23", "beams shear: use B21 or B22"},
    {"B33", "beams shear: use B31 or B32"},
    {"B34", "beams shear: use B31 or B32"},
    {"B", "beams are B31, B32, B21 and B22"},
    {"T2D3", "nothing holds the middle node of a truss across its line: use T2D2"},
    {"T", "trusses are T3D2, T3D3 and T2D2"},
    {"M3D", "there are no membranes: use thin shells"},
    {"R", "use *RIGID BODY or *COUPLING of nodes"},
    {"GAP", "contact is not there"},
    {"D", "heat and diffusion are not there"},
    {"ITS", "contact is not there"},
    {"JOINTC", "its springs between two nodes turn with the first: use CONN3D2 with BUSHING, or "
               "`bushings` of the case file"},
    {"DASHPOT", "use DASHPOTA, or `bushings` of the case file"},
};

static int find_type(const gb_inp *inp, const gb_inp_call *call, const gb_inp_type **out,
                     gb_error *error) {
  gb_deck_text type;
  GB_TRY(gb_inp_need(inp, call, "TYPE", &type, error));
  for (size_t i = 0; i < sizeof types / sizeof *types; ++i)
    if (gb_deck_has_word(types[i].names, type)) {
      *out = &types[i];
      return GB_OK;
    }
  const char *reason = "it is not known";
  for (size_t i = sizeof refusals / sizeof *refusals; i-- > 0;) {
    if (gb_deck_starts(type, refusals[i].begin)) reason = refusals[i].reason;
  }
  return gb_record_fail_as(
      GB_UNREAD_ELEMENT, &call->is, error,
      "TYPE=%.*s is not read: %s; accepted: S3, S4, S6, S8, C3D4, C3D5, C3D6, C3D8, C3D10, C3D15, "
      "C3D20, B31, B32, T3D2, T3D3, B21, B22, T2D2, MASS, ROTARYI, SPRINGA, SPRING1, SPRING2, "
      "DASHPOTA, CONN3D2",
      GB_SHOWN(type), reason);
}

/// Return the offset of an instance's numbers, which begin behind all numbers before it.
static int64_t offset_of(gb_inp *inp, int scope) {
  gb_inp_scope *s = &inp->keywords->scopes.entry[scope];
  if (s->offset < 0) s->offset = inp->elements->last;
  return s->offset;
}

/// Divide a number with an instance before it, "PART-1-1.12", into both; without an instance the
/// scope is that of the call.
static gb_deck_text split_scope(gb_inp *inp, const gb_inp_data *data, int entry, int *scope) {
  const gb_deck_text text = gb_field(&data->is, entry);
  *scope = data->call->scope;
  for (int i = text.length - 1; i > 0; --i) {
    if (text.text[i] != '.') continue;
    const int found = gb_inp_find_scope(inp, (gb_deck_text){text.text, i});
    if (found < 0 || inp->keywords->scopes.entry[found].offset < 0) break;
    *scope = found;
    return (gb_deck_text){text.text + i + 1, text.length - i - 1};
  }
  return text;
}

int gb_inp_read_number(gb_inp *inp, const gb_inp_data *data, int entry, const char *name,
                       int64_t *id, gb_error *error) {
  int scope;
  const gb_deck_text number = split_scope(inp, data, entry, &scope);
  if (scope == data->call->scope)
    GB_TRY(gb_read_integer(&data->is, entry, name, id, error));
  else if (!gb_deck_integer(number, id))
    return gb_record_fail(&data->is, error, "%s must be an integer behind the name of its instance",
                          name);
  GB_REFUSE_IF(*id < 1 || *id > INT32_MAX, &data->is, error,
               "%s = %lld; accepted: from 1 to 2147483647", name, (long long)*id);
  *id += offset_of(inp, scope);
  return GB_OK;
}

static void keep_last(gb_inp *inp, int64_t id) {
  if (id > inp->elements->last) inp->elements->last = id;
}

int gb_inp_add_node(gb_inp *inp, int64_t id, const double position[3], int32_t line,
                    gb_error *error) {
  const gb_inp_known_node known = {id, {position[0], position[1], position[2]}};
  if (inp->keywords->generates) GB_TRY(GB_KEEP(inp, elements->known, known, error));
  keep_last(inp, id);
  if (id > inp->elements->last_node) inp->elements->last_node = id;
  return gb_mesh_builder_node(inp->deck->builder, id, position, line, error);
}

int gb_inp_node(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const systems[] = {"R", "C", NULL};
  int cylindrical;
  GB_TRY(gb_inp_choose(inp, call, "SYSTEM", systems, &cylindrical, error));
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) {
    int64_t id;
    double position[3] = {0};
    GB_TRY(gb_inp_read_number(inp, &data, 0, "the node's number", &id, error));
    GB_TRY(GB_READ(&data.is, error, {1, "x|y|z", .real_or = position}));
    if (cylindrical) { // radius, angle in degrees, z
      const double r = position[0], angle = position[1] * acos(-1) / 180;
      position[0] = r * cos(angle);
      position[1] = r * sin(angle);
    }
    gb_inp_turn(inp, call, position);
    for (int i = 0; i < 3; ++i) position[i] += inp->keywords->scopes.entry[call->scope].shift[i];
    for (int i = 4; i < 7; ++i)
      GB_TRY(gb_expect(&data.is, i, "a normal", 0, "normals are those of the elements", error));
    GB_TRY(gb_expect_end(&data.is, 7, error));
    GB_TRY(gb_inp_add_node(inp, id, position, data.is.line, error));
  }
  return GB_OK;
}

/// Read the nodes of an element, of which a further line has those that do not fit into the first.
static int read_nodes(gb_inp *inp, gb_inp_data *data, int count, int64_t node[], gb_error *error) {
  int entry = 1;
  for (int a = 0; a < count; ++a, ++entry) {
    if (entry >= data->is.count && a > 0) {
      GB_TRY(gb_inp_need_line(data, "further nodes of an element", error));
      entry = 0;
    }
    GB_TRY(gb_inp_read_number(inp, data, entry, "a node", &node[a], error));
  }
  GB_REFUSE_IF(entry < data->is.count && count == 2, &data->is, error,
               "a further node, '%.*s': accepted: two; give the direction of the first axis by "
               "*BEAM SECTION",
               data->is.field[entry].length, data->is.field[entry].text);
  return gb_expect_end(&data->is, entry, error);
}

static int add_point(gb_inp *inp, const gb_inp_type *type, int64_t id, const int64_t node[],
                     int32_t line, gb_error *error) {
  gb_inp_point point = {.id = id, .type = type, .line = line};
  for (int a = 0; a < type->nodes; ++a) point.node[a] = node[a];
  return GB_KEEP(inp, elements->points, point, error);
}

int gb_inp_add_element(gb_inp *inp, const gb_inp_type *type, int64_t id, const int64_t given[],
                       int32_t line, gb_error *error) {
  int64_t node[GB_INP_ELEMENT_NODES];
  gb_inp_known_element known = {.id = id, .type = type};
  memcpy(known.node, given, (size_t)type->nodes * sizeof *given);
  if (inp->keywords->generates) GB_TRY(GB_KEEP(inp, elements->master, known, error));
  keep_last(inp, id);
  if (type->kind != GB_INP_ELEMENT) return add_point(inp, type, id, given, line, error);
  if (type->plane) {
    inp->elements->plane_line = line;
    GB_TRY(GB_KEEP(inp, elements->plane, id, error));
  }
  for (int a = 0; a < type->nodes; ++a)
    node[type->order ? gb_shape_listed(type->order, a) : a] = given[a];
  if (type->shape == GB_QUAD9) node[8] = GB_MIDDLE_NODE;
  if (type->nodes == 3 && type->family == GB_INP_TRUSSES) {
    const gb_inp_middle truss = {{node[0], node[1], node[2]}, line};
    GB_TRY(GB_KEEP(inp, elements->middles, truss, error));
  }
  return gb_mesh_builder_element(inp->deck->builder, id, type->shape, (int32_t)type->family, node,
                                 line, error);
}

/// Read the nodes of a connector; a blank one is the ground.
static int read_ends(gb_inp *inp, gb_inp_data *data, int64_t node[], gb_error *error) {
  static const char *const names[] = {"the first node", "the second node"};
  for (int a = 0; a < 2; ++a) {
    node[a] = 0;
    if (!gb_field_is_blank(&data->is, 1 + a))
      GB_TRY(gb_inp_read_number(inp, data, 1 + a, names[a], &node[a], error));
  }
  GB_REFUSE_IF(!node[0] && !node[1], &data->is, error, "a connector without nodes");
  return gb_expect_end(&data->is, 3, error);
}

int gb_inp_element(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  const gb_inp_type *type;
  GB_TRY(find_type(inp, call, &type, error));
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) {
    int64_t id, node[GB_INP_ELEMENT_NODES];
    const int32_t line = data.is.line;
    GB_TRY(gb_inp_read_number(inp, &data, 0, "the element's number", &id, error));
    if (type->kind == GB_INP_CONNECTOR)
      GB_TRY(read_ends(inp, &data, node, error));
    else
      GB_TRY(read_nodes(inp, &data, type->nodes, node, error));
    GB_TRY(gb_inp_add_element(inp, type, id, node, line, error));
  }
  return GB_OK;
}

int gb_inp_name_elements(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  const gb_inp_type *type;
  GB_TRY(find_type(inp, call, &type, error));
  return gb_inp_name_lines(inp, call, "ELSET", type->kind == GB_INP_CONNECTOR ? 1 : 1 + type->nodes,
                           error);
}

static int compare_points(const void *a, const void *b) {
  const gb_inp_point *x = a, *y = b;
  if (x->id != y->id) return x->id < y->id ? -1 : 1;
  return x->line - y->line;
}

static int sort_points(gb_inp *inp, gb_error *error) {
  gb_inp_point *all = inp->elements->points.entry;
  const int count = inp->elements->points.count;
  const gb_mesh *mesh = inp->mesh;
  gb_deck_sort(all, count, sizeof *all, compare_points);
  for (int i = 0; i < count; ++i) {
    const int32_t e = gb_lower_index(mesh->element_id, mesh->elements, all[i].id);
    GB_DECK_FAIL_IF((i && all[i].id == all[i - 1].id) ||
                        (e < mesh->elements && mesh->element_id[e] == all[i].id),
                    GB_DUPLICATE_NUMBER, inp->deck, all[i].line, error,
                    "element %lld is defined twice", gb_inp_number(inp, all[i].id));
    for (int a = 0; a < all[i].type->nodes; ++a) {
      if (!all[i].node[a]) continue;
      const int32_t n = gb_lower_index(mesh->node_id, mesh->nodes, all[i].node[a]);
      GB_DECK_FAIL_IF(n == mesh->nodes || mesh->node_id[n] != all[i].node[a], GB_UNDEFINED_NUMBER,
                      inp->deck, all[i].line, error,
                      "element %lld names node %lld, which is not defined",
                      gb_inp_number(inp, all[i].id), gb_inp_number(inp, all[i].node[a]));
    }
  }
  return GB_OK;
}

int gb_inp_make_mesh(gb_inp *inp, gb_error *error) {
  if (inp->elements->points.count) gb_mesh_builder_allow_bare(inp->deck->builder);
  GB_TRY(gb_mesh_builder_finish(inp->deck->builder, false, &inp->deck->mesh, error));
  inp->mesh = inp->deck->mesh;
  inp->mesh->groups = 0; // in place of those by property come the sets
  GB_TRY(GB_TAKE(inp->arena, inp->elements->taken, (size_t)inp->mesh->nodes, error));
  GB_TRY(GB_TAKE(inp->arena, inp->elements->held, (size_t)inp->mesh->nodes, error));
  for (int32_t k = 0; k < inp->mesh->start[inp->mesh->elements]; ++k)
    inp->elements->taken[inp->mesh->node[k]] = true;
  return sort_points(inp, error);
}

int gb_inp_check_points(const gb_inp *inp, gb_error *error) {
  GB_EACH(p, inp->elements->points) {
    GB_DECK_FAIL_IF(!p->used, GB_NO_SECTION, inp->deck, p->line, error,
                    "element %lld, of TYPE=%s, has no property; accepted: a set of it in *MASS, "
                    "*ROTARY INERTIA, *SPRING, *DASHPOT or *CONNECTOR SECTION",
                    gb_inp_number(inp, p->id), p->type->names);
  }
  return GB_OK;
}

int gb_inp_next_point(gb_inp *inp, const gb_inp_call *call, const gb_inp_set *set, unsigned kinds,
                      int *from, gb_inp_point **out, gb_error *error) {
  *out = NULL;
  if (*from == set->members.count) return GB_OK;
  const int32_t e = set->members.entry[(*from)++] - inp->mesh->elements;
  *out = e < 0 ? NULL : &inp->elements->points.entry[e];
  const bool fits = *out && kinds >> (*out)->type->kind & 1;
  GB_REFUSE_AS_IF(!fits || (*out)->used, fits ? GB_SECOND_SECTION : GB_WRONG_FIELD, &call->is,
                  error, "ELSET=%s has an element %s", set->name,
                  fits ? "that has a property already" : "of another type");
  (*out)->used = true;
  return GB_OK;
}
