/// Connectors of an .inp deck. CONN3D2 with *CONNECTOR SECTION and its behavior become joints,
/// springs and bushings. Source: Abaqus Analysis User's Guide, connection types.
#include "abaqus/entries/body.h"
#include "abaqus/entries/load.h"
#include "abaqus/entries/property.h"
#include "base/length.h"
#include "deck/springs.h"
#include "elements/multibody/joint.h"

#include <math.h>
#include <string.h>

int gb_inp_behavior(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  gb_inp_connector_behavior b = {0};
  gb_deck_text name;
  gb_inp_data data = gb_inp_begin(inp, call);
  inp->bodies->behavior = -1;
  GB_TRY(gb_inp_need(inp, call, "NAME", &name, error));
  GB_TRY(gb_inp_full_name(inp, call->scope, name, &b.name, error));
  GB_EACH(one, inp->bodies->behaviors)
    GB_REFUSE_AS_IF(gb_inp_means(inp, call->scope, name, one->name), GB_DUPLICATE_NUMBER, &call->is,
                    error, "NAME=%s is that of another behavior", b.name);
  GB_TRY(gb_inp_end(&data, error));
  inp->bodies->behavior = inp->bodies->behaviors.count;
  return GB_KEEP(inp, bodies->behaviors, b, error);
}

/// Read *CONNECTOR ELASTICITY or *CONNECTOR DAMPING: a number of one component.
int gb_inp_behavior_number(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  const bool damping = !strcmp(call->block->name, "CONNECTOR DAMPING");
  const gb_deck_text text = gb_inp_value(inp, call, "COMPONENT");
  int64_t component;
  gb_inp_data data = gb_inp_begin(inp, call);
  GB_REFUSE_AS_IF(inp->bodies->behavior < 0, GB_BAD_MESH_FILE, &call->is, error,
                  "stands behind no *CONNECTOR BEHAVIOR");
  gb_inp_connector_behavior *b = &inp->bodies->behaviors.entry[inp->bodies->behavior];
  GB_REFUSE_IF(!gb_deck_integer(text, &component) || component < 1 || component > 6, &call->is,
               error, "COMPONENT=%.*s; accepted: 1 to 6", GB_SHOWN(text));
  GB_REFUSE_IF(b->law[component - 1] && !damping, &call->is, error,
               "component %d has a number already", (int)component);
  if (gb_inp_has(inp, call, "NONLINEAR")) {
    GB_REFUSE_IF(damping || b->stiffness[component - 1] != 0, &call->is, error,
                 "NONLINEAR; accepted: of elasticity, once of a component");
    return gb_inp_read_law(inp, &data, &b->law[component - 1], error);
  }
  GB_TRY(gb_inp_need_line(&data, damping ? "the coefficient" : "the stiffness", error));
  double *number = damping ? &b->damping[component - 1] : &b->stiffness[component - 1];
  GB_REFUSE_IF(*number != 0, &call->is, error, "component %d has a number already", (int)component);
  GB_TRY(
      gb_read_positive(&data.is, 0, damping ? "the coefficient" : "the stiffness", number, error));
  GB_TRY(gb_expect_end(&data.is, 1, error));
  return gb_inp_end(&data, error);
}

typedef enum made_of { JOINT, SPRING, BUSHING } made_of;

/// A connection type of Abaqus, and the joint, spring or bushing that represents it.
typedef struct connection {
  const char *first, *second; ///< as the section names it: one type, or two. second NULL: one
  made_of kind;
  const char *joint;
  unsigned stiffness, damping; ///< components that a behavior may have, as bits 1 to 6
  int points;                  ///< number of ends, the last ones, that need no axes
  int moved;                   ///< component that *CONNECTOR MOTION drives; 0: none
  enum {
    TOGETHER,
    ALONG,
    APART
  } place; ///< required positions of its nodes: at one point, on the first axis, any
} connection;

enum { ONE = 1 << 1, FOUR = 1 << 4, THREE_FIRST = 0x0e, ALL_SIX = 0x7e };

static const connection connections[] = {
    {"BEAM", NULL, JOINT, "fixed", 0, 0, 0, 0, APART},
    {"WELD", NULL, JOINT, "fixed", 0, 0, 0, 0, TOGETHER},
    {"JOIN", "ALIGN", JOINT, "fixed", 0, 0, 0, 0, TOGETHER},
    {"JOIN", NULL, JOINT, "spherical", 0, 0, 2, 0, TOGETHER},
    {"HINGE", NULL, JOINT, "revolute", FOUR, FOUR, 0, 4, TOGETHER},
    {"JOIN", "REVOLUTE", JOINT, "revolute", FOUR, FOUR, 0, 4, TOGETHER},
    {"CYLINDRICAL", NULL, JOINT, "cylindrical", FOUR, FOUR, 0, 4, ALONG},
    {"SLOT", "REVOLUTE", JOINT, "cylindrical", FOUR, FOUR, 0, 4, ALONG},
    {"TRANSLATOR", NULL, JOINT, "prismatic", 0, ONE, 0, 1, ALONG},
    {"SLOT", "ALIGN", JOINT, "prismatic", 0, ONE, 0, 1, ALONG},
    {"PLANAR", NULL, JOINT, "planar", FOUR, FOUR, 0, 4, TOGETHER},
    {"SLIDE-PLANE", "REVOLUTE", JOINT, "planar", FOUR, FOUR, 0, 4, TOGETHER},
    {"UJOINT", NULL, JOINT, "universal", 0, 0, 0, 0, TOGETHER},
    {"JOIN", "UNIVERSAL", JOINT, "universal", 0, 0, 0, 0, TOGETHER},
    {"SLOT", NULL, JOINT, "inline", 0, ONE, 1, 1, ALONG},
    {"LINK", NULL, JOINT, "distance", 0, 0, 2, 0, APART},
    {"AXIAL", NULL, SPRING, NULL, ONE, ONE, 2, 0, APART},
    {"CARTESIAN", NULL, BUSHING, NULL, THREE_FIRST, THREE_FIRST, 0, 0, TOGETHER},
    {"BUSHING", NULL, BUSHING, NULL, ALL_SIX, ALL_SIX, 0, 0, TOGETHER},
};
enum { CONNECTIONS = sizeof connections / sizeof *connections };

/// A *CONNECTOR SECTION.
typedef struct section {
  const gb_inp_call *call;
  const connection *type;
  const char *where;
  double axis[2][3];
  const gb_inp_connector_behavior *behavior; ///< NULL: none
} section;

static int find_connection(const gb_inp_data *data, const connection **out, gb_error *error) {
  const gb_deck_text first = gb_field(&data->is, 0), second = gb_field(&data->is, 1);
  for (int i = 0; i < CONNECTIONS; ++i) {
    *out = &connections[i];
    if (gb_inp_same(first, (*out)->first) &&
        ((*out)->second ? gb_inp_same(second, (*out)->second) : !second.length))
      return GB_OK;
    if ((*out)->second && gb_inp_same(second, (*out)->first) && gb_inp_same(first, (*out)->second))
      return GB_OK;
  }
  return gb_record_fail(&data->is, error,
                        "'%.*s%s%.*s' is not read; accepted: BEAM, WELD, JOIN, HINGE, CYLINDRICAL, "
                        "TRANSLATOR, PLANAR, UJOINT, SLOT, LINK, AXIAL, CARTESIAN, BUSHING, and "
                        "the pairs that are one of these; others by `joints` of the case file",
                        GB_SHOWN(first), second.length ? ", " : "", GB_SHOWN(second));
}

/// Read the axes of a connector, which both nodes must share. Without them its axes are the global
/// ones.
static int read_axes(const gb_inp_data *data, section *s, gb_error *error) {
  const gb_inp *inp = data->inp;
  const gb_deck_text name = gb_field(&data->is, 0), other = gb_field(&data->is, 1);
  GB_REFUSE_IF(other.length && (other.length != name.length ||
                                memcmp(other.text, name.text, (size_t)name.length)),
               &data->is, error, "axes of the second node; accepted: those of the first");
  GB_TRY(gb_expect_end(&data->is, 2, error));
  GB_EACH(o, inp->properties->orientations) {
    if (!gb_inp_means(inp, data->call->scope, name, o->name)) continue;
    GB_REFUSE_IF(o->cylindrical, &data->is, error,
                 "a cylindrical *ORIENTATION; accepted: a rectangular one");
    memcpy(s->axis[0], o->axis, sizeof o->axis);
    memcpy(s->axis[1], o->second, sizeof o->second);
    if (o->angle == 0) return GB_OK;
    return gb_record_fail(&data->is, error, "an *ORIENTATION with a rotation; accepted: without");
  }
  return gb_record_fail_as(GB_UNDEFINED_NUMBER, &data->is, error,
                           "the orientation '%.*s' is not defined", GB_SHOWN(name));
}

static int find_behavior(const gb_inp *inp, section *s, gb_error *error) {
  const gb_deck_text name = gb_inp_value(inp, s->call, "BEHAVIOR");
  if (!gb_inp_has(inp, s->call, "BEHAVIOR")) return GB_OK;
  GB_EACH(behavior, inp->bodies->behaviors)
    if (gb_inp_means(inp, s->call->scope, name, behavior->name)) s->behavior = behavior;
  GB_REFUSE_AS_IF(!s->behavior, GB_UNDEFINED_NUMBER, &s->call->is, error,
                  "BEHAVIOR=%.*s is not defined", GB_SHOWN(name));
  for (int c = 0; c < 6; ++c) {
    GB_REFUSE_IF(s->behavior->law[c] &&
                     (s->type->kind == BUSHING || !(s->type->stiffness >> (c + 1) & 1)),
                 &s->call->is, error,
                 "elasticity of component %d of %s that is NONLINEAR is not read; accepted: 1 of "
                 "AXIAL, 4 of HINGE, CYLINDRICAL and PLANAR",
                 c + 1, s->type->first);
    const bool stiff = s->behavior->stiffness[c] != 0 && !(s->type->stiffness >> (c + 1) & 1),
               damped = s->behavior->damping[c] != 0 && !(s->type->damping >> (c + 1) & 1);
    GB_REFUSE_IF(
        stiff || damped, &s->call->is, error,
        "%s of component %d of %s is not read; accepted: `springs` or `bushings` of the case file",
        stiff ? "elasticity" : "damping", c + 1, s->type->first);
  }
  return GB_OK;
}

/// Refuse nodes that are not at positions for which the connection is defined.
static int check_place(const gb_inp *inp, const section *s, const gb_inp_point *p,
                       const double at[2][3], gb_error *error) {
  double d[3], across[3], size = 0;
  for (int i = 0; i < 3; ++i) {
    d[i] = at[1][i] - at[0][i];
    size = fmax(size, fmax(fabs(at[0][i]), fabs(at[1][i])));
  }
  gb_cross(s->axis[0], d, across);
  const double off = s->type->place == TOGETHER ? gb_length(d)
                     : s->type->place == ALONG  ? gb_length(across) / gb_length(s->axis[0])
                                                : 0;
  const bool rod = s->type->place == APART && strcmp(s->type->first, "BEAM") != 0;
  GB_DECK_FAIL_IF(rod && !(gb_length(d) > 1e-9 * size), GB_NO_LENGTH, inp->deck, p->line, error,
                  "both nodes of element %lld, %s, are at one place", gb_inp_number(inp, p->id),
                  s->type->first);
  if (off <= 1e-9 * size) return GB_OK;
  return gb_deck_fail(inp->deck, p->line, error,
                      "the nodes of element %lld, %s, lie apart; accepted: %s",
                      gb_inp_number(inp, p->id), s->type->first,
                      s->type->place == ALONG ? "along the first axis" : "at one place");
}

static int add_joint(gb_inp *inp, const section *s, const char *name, const char *const ends[2],
                     const double at[2][3], gb_error *error) {
  gb_joint_entry *joint;
  const gb_inp_connector_behavior *b = s->behavior;
  const bool rod = s->type->place == APART && strcmp(s->type->first, "BEAM") != 0;
  GB_TRY(GB_PROBLEM_APPEND(inp->problem, joints, &joint, error));
  *joint = (gb_joint_entry){.where = s->where, .name = name, .between = {ends[0], ends[1]}};
  while (strcmp(gb_joint_types[joint->type].name, s->type->joint)) ++joint->type;
  memcpy(joint->axis, s->axis[0], sizeof joint->axis);
  if (!strcmp(s->type->joint, "universal")) // the first axis of one node, the third of the other
    gb_cross(s->axis[0], s->axis[1], joint->second);
  for (int end = 0; end < 2; ++end) // a slot leads through its second node
    memcpy(joint->at[end], at[rod ? end : s->type->points == 1], sizeof at[0]);
  if (!b) return GB_OK;
  const int c = s->type->moved - 1;
  joint->damping = c >= 0 ? b->damping[c] : 0;
  if (c < 0 || (b->stiffness[c] == 0 && !b->law[c])) return GB_OK;
  const gb_deck_spring spring = {
      .where = s->where, .joint = name, .k = {b->stiffness[c]}, .law = b->law[c]};
  return gb_deck_add_spring(inp->deck, &spring, error);
}

static int add_connector(gb_inp *inp, const section *s, const gb_inp_point *p, gb_error *error) {
  const char *ends[2] = {"ground", "ground"}, *name;
  double at[2][3] = {{0}};
  for (int end = 0; end < 2; ++end) {
    if (!p->node[end]) continue;
    const int32_t n = gb_lower_index(inp->mesh->node_id, inp->mesh->nodes, p->node[end]);
    memcpy(at[end], inp->mesh->position[n], sizeof at[end]);
    GB_TRY(gb_inp_end_of(inp, s->call, n, end >= 2 - s->type->points, &ends[end], error));
  }
  for (int end = 0; end < 2; ++end)
    if (!p->node[end]) memcpy(at[end], at[1 - end], sizeof at[end]);
  GB_DECK_FAIL_IF(!strcmp(ends[0], ends[1]), GB_NO_LENGTH, inp->deck, p->line, error,
                  "both ends of element %lld are %s", gb_inp_number(inp, p->id), ends[0]);
  GB_TRY(check_place(inp, s, p, (const double(*)[3])at, error));
  GB_TRY(gb_arena_text(inp->problem->arena, &name, error, "CONNECTOR %lld", (long long)p->id));
  if (s->type->kind != JOINT) {
    const gb_inp_connector_behavior *b = s->behavior;
    gb_deck_spring spring = {
        .where = s->where, .name = name, .between = {ends[0], ends[1]}, .law = b->law[0]};
    memcpy(spring.at, at, sizeof at);
    memcpy(spring.axes, s->axis, sizeof spring.axes);
    memcpy(spring.k, b->stiffness, sizeof spring.k);
    memcpy(spring.b, b->damping, sizeof spring.b);
    return s->type->kind == SPRING ? gb_deck_add_spring(inp->deck, &spring, error)
                                   : gb_deck_add_bushing(inp->deck, &spring, error);
  }
  const int32_t index = (int32_t)(p - inp->elements->points.entry);
  const gb_inp_connector made = {index, inp->problem->joints.count, s->type->moved};
  GB_TRY(GB_KEEP(inp, bodies->connectors, made, error));
  return add_joint(inp, s, name, ends, (const double(*)[3])at, error);
}

int gb_inp_connector_section(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  const gb_inp_set *set;
  section s = {.call = call, .axis = {{1, 0, 0}, {0, 1, 0}}};
  gb_inp_data data = gb_inp_begin(inp, call);
  GB_TRY(gb_inp_need_set(inp, call, "ELSET", true, &set, error));
  GB_TRY(gb_inp_need_line(&data, "the connection type", error));
  GB_TRY(find_connection(&data, &s.type, error));
  GB_TRY(gb_expect_end(&data.is, 2, error));
  const bool axes = gb_inp_next(&data);
  if (axes) GB_TRY(read_axes(&data, &s, error));
  GB_TRY(gb_inp_end(&data, error));
  GB_REFUSE_IF(!axes && gb_inp_is_turned(inp, call) && s.type->place != APART, &call->is, error,
               "the orientation is missing, in an instance that is turned");
  GB_TRY(find_behavior(inp, &s, error));
  GB_REFUSE_IF(s.type->kind != JOINT && !s.behavior, &call->is, error,
               "%s needs BEHAVIOR= with its elasticity or damping", s.type->first);
  GB_TRY(gb_deck_where(inp->deck, call->is.line, call->is.word, &s.where, error));
  for (int from = 0;;) {
    gb_inp_point *point;
    GB_TRY(gb_inp_next_point(inp, call, set, 1u << GB_INP_CONNECTOR, &from, &point, error));
    if (!point) return GB_OK;
    GB_TRY(add_connector(inp, &s, point, error));
  }
}

/// Read *CONNECTOR MOTION: lines of element or set, component and value of the motion.
int gb_inp_connector_motion(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  int amplitude;
  GB_TRY(gb_inp_accept(inp, call, "TYPE", "DISPLACEMENT", error));
  GB_TRY(gb_inp_accept(inp, call, "OP", "MOD", error));
  GB_TRY(gb_inp_find_amplitude(inp, call, &amplitude, error));
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) {
    gb_inp_members elements;
    int64_t component;
    double value;
    GB_TRY(gb_inp_find_members(&data, 0, true, &elements, error));
    GB_TRY(gb_read_integer(&data.is, 1, "the component", &component, error));
    GB_TRY(gb_read_real_or(&data.is, 2, "the value", 0, &value, error));
    GB_TRY(gb_expect_end(&data.is, 3, error));
    for (int i = 0; i < elements.count && gb_inp_goes_on(inp, call); ++i) {
      const gb_inp_connector *found = NULL;
      GB_EACH(connector, inp->bodies->connectors)
        if (connector->point == elements.entry[i] - inp->mesh->elements) found = connector;
      GB_REFUSE_IF(
          !found || component != found->moved, &data.is, error,
          "component %lld; accepted: 4 of HINGE, CYLINDRICAL and PLANAR, 1 of TRANSLATOR and SLOT",
          (long long)component);
      gb_joint_entry *joint = &inp->problem->joints.entry[found->joint];
      GB_TRY(gb_deck_write_value(inp->deck, value, amplitude,
                                 found->moved == 4 ? &joint->angle : &joint->distance, error));
    }
  }
  return GB_OK;
}
