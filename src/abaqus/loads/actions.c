/// Supports, loads and initial motions of an .inp deck: each line becomes actions on single
/// components.
#include "abaqus/entries/body.h"
#include "abaqus/entries/load.h"
#include "abaqus/entries/property.h"
#include "base/length.h"

#include <math.h>
#include <string.h>

/// Keep an action. A short line can name a large set, so the number of actions is limited by the
/// size of the mesh.
static int keep(gb_inp *inp, const gb_inp_data *data, const gb_inp_action *action,
                gb_error *error) {
  const int64_t most = 1000000 + 100 * ((int64_t)inp->mesh->nodes + inp->mesh->elements);
  GB_REFUSE_IF(
      inp->loads->actions.count > most, &data->is, error,
      "with those before it, the lines name more than %lld components; the mesh has %d nodes",
      (long long)most, (int)inp->mesh->nodes);
  const bool on_node = action->kind != GB_ACT_GRAVITY && gb_act_dimension(action->kind) == 0;
  const int32_t of = on_node ? gb_inp_rotated_by(inp, action->target) : -1;
  if (of < 0) return GB_KEEP(inp, loads->actions, *action, error);
  gb_inp_action turned = *action;
  turned.target = of;
  turned.component += 3;
  if (turned.component < 6 && action->kind != GB_ACT_VELOCITY &&
      (action->kind == GB_ACT_FORCE || action->value == 0))
    return GB_KEEP(inp, loads->actions, turned, error);
  return gb_record_fail(&data->is, error,
                        "node %lld is ROT NODE of a body; accepted: forces and fixed displacements "
                        "1 to 3, which are moments and rotations of the body",
                        gb_inp_number(inp, inp->mesh->node_id[action->target]));
}

/// Find the amplitude of a keyword; if it has OP=NEW, remove the actions of this kind of earlier
/// steps.
static int begin(gb_inp *inp, const gb_inp_call *call, gb_act kind, int *amplitude,
                 gb_error *error) {
  static const char *const ops[] = {"MOD", "NEW", NULL};
  int op, left = 0;
  gb_inp_action *all = inp->loads->actions.entry;
  GB_TRY(gb_inp_find_amplitude(inp, call, amplitude, error));
  GB_TRY(gb_inp_choose(inp, call, "OP", ops, &op, error));
  GB_EACH(action, inp->loads->actions) {
    const bool gone = op && action->step < call->block->step &&
                      (action->kind == kind ||
                       (kind == GB_ACT_PRESSURE &&
                        (action->kind == GB_ACT_GRAVITY || gb_act_dimension(action->kind) == 1)));
    if (!gone) all[left++] = *action;
  }
  inp->loads->actions.count = left;
  if (!op || kind != GB_ACT_PRESSURE) return GB_OK;
  if (inp->loads->spin_step < call->block->step)
    memset(&inp->problem->spin, 0, sizeof inp->problem->spin);
  if (inp->loads->part.step < call->block->step) inp->loads->part.count = 0;
  return GB_OK;
}

/// Return an action of a line of data, with its amplitude.
static gb_inp_action action_of(const gb_inp_data *data, gb_act kind, int amplitude) {
  return (gb_inp_action){
      .kind = kind, .line = data->is.line, .amplitude = amplitude, .step = data->call->block->step};
}

int gb_inp_boundary(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  int amplitude;
  GB_TRY(gb_inp_accept(inp, call, "TYPE", "DISPLACEMENT", error));
  GB_TRY(begin(inp, call, GB_ACT_SUPPORT, &amplitude, error));
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) {
    gb_inp_action action = action_of(&data, GB_ACT_SUPPORT, amplitude);
    gb_inp_members nodes;
    unsigned components;
    GB_TRY(gb_inp_find_members(&data, 0, false, &nodes, error));
    GB_TRY(gb_inp_read_condition(&data, &components, &action.value, error));
    if (action.value == 0) action.amplitude = -1;
    for (int i = 0; i < nodes.count && gb_inp_goes_on(inp, call); ++i)
      for (action.component = 0; action.component < 6; ++action.component) {
        if (!(components >> (action.component + 1) & 1)) continue;
        action.target = nodes.entry[i];
        GB_TRY(keep(inp, &data, &action, error));
      }
  }
  return GB_OK;
}

/// Load the nodes again that a set lists again, if the deck is one of CalculiX.
static int load_repeated(gb_inp *inp, const gb_inp_data *data, const gb_inp_set *set,
                         gb_inp_action *action, gb_error *error) {
  gb_dialect dialect;
  if (!set->repeated.count) return GB_OK;
  GB_TRY(gb_inp_need_dialect(data, "each node of a set once, though it lists some again",
                             "a node as often as the set lists it", &dialect, error));
  for (int i = 0; i < set->repeated.count && dialect == GB_DIALECT_CALCULIX; ++i) {
    action->target = set->repeated.entry[i];
    GB_TRY(keep(inp, data, action, error));
  }
  return GB_OK;
}

/// Read lines of node or set, component and value.
static int read_components(gb_inp *inp, const gb_inp_call *call, gb_act kind, int amplitude,
                           int most, gb_error *error) {
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) {
    gb_inp_action action = action_of(&data, kind, amplitude);
    gb_inp_members nodes;
    int64_t component;
    GB_TRY(gb_inp_find_members(&data, 0, false, &nodes, error));
    GB_TRY(GB_READ(&data.is, error, {1, "the component", .integer = &component},
                   {2, "the value", .real = &action.value}, {3, .end = true}));
    GB_REFUSE_IF(component < 1 || component > most, &data.is, error,
                 "component %lld; accepted: 1 to %d", (long long)component, most);
    action.component = (int)component - 1;
    for (int i = 0; i < nodes.count && gb_inp_goes_on(inp, call); ++i) {
      action.target = nodes.entry[i];
      GB_TRY(keep(inp, &data, &action, error));
    }
    if (kind == GB_ACT_FORCE && nodes.set && gb_inp_goes_on(inp, call))
      GB_TRY(load_repeated(inp, &data, nodes.set, &action, error));
  }
  return GB_OK;
}

int gb_inp_cload(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  int amplitude;
  GB_TRY(begin(inp, call, GB_ACT_FORCE, &amplitude, error));
  return read_components(inp, call, GB_ACT_FORCE, amplitude, 6, error);
}

/// Accept initial displacements of which all are 0: the model is undeformed at the start.
static int read_displacements(const gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) {
    gb_inp_members nodes;
    int64_t component;
    GB_TRY(gb_inp_find_members(&data, 0, false, &nodes, error));
    GB_TRY(GB_READ(&data.is, error, {1, "the component", .integer = &component}));
    GB_TRY(gb_expect(&data.is, 2, "an initial displacement", 0,
                     "a march begins without deformation; give the deformed positions by *NODE, "
                     "or begin with statics that hold the nodes there",
                     error));
    GB_TRY(gb_expect_end(&data.is, 3, error));
  }
  return GB_OK;
}

int gb_inp_initial(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const types[] = {"VELOCITY", "TEMPERATURE", "DISPLACEMENT", NULL};
  gb_deck_text given;
  int type;
  GB_TRY(gb_inp_need(inp, call, "TYPE", &given, error));
  GB_TRY(gb_inp_choose(inp, call, "TYPE", types, &type, error));
  if (type == 1) return gb_inp_initial_temperature(inp, call, error);
  if (type == 2) return read_displacements(inp, call, error);
  return read_components(inp, call, GB_ACT_VELOCITY, -1, 3, error);
}

/// Find the elements of the mesh that a line names. @param[out] count all of them for a blank field
static int find_part(const gb_inp *inp, const gb_inp_data *data, gb_inp_members *set, int *count,
                     gb_error *error) {
  *count = inp->mesh->elements;
  if (gb_field_is_blank(&data->is, 0)) return GB_OK;
  GB_TRY(gb_inp_find_members(data, 0, true, set, error));
  *count = 0;
  for (int i = 0; i < set->count; ++i) *count += set->entry[i] < inp->mesh->elements;
  return GB_OK;
}

/// Add the elements of a line to those on which the gravity of the lines before it acts. When they
/// are all elements of the mesh, the part is empty again. errors: GB_MODEL for another gravity, and
/// for an element that has it twice
static int add_part(gb_inp *inp, const gb_inp_data *data, const gb_inp_members *set,
                    const gb_inp_part *of, gb_error *error) {
  gb_inp_part *part = &inp->loads->part;
  const size_t elements = (size_t)inp->mesh->elements;
  if (!part->has) GB_TRY(GB_TAKE(inp->arena, part->has, elements, error));
  if (part->count == 0) {
    bool *has = part->has;
    *part = *of;
    part->has = has;
    memset(has, 0, elements * sizeof *has);
  }
  GB_REFUSE_IF(part->step != of->step || part->amplitude != of->amplitude ||
                   memcmp(part->value, of->value, sizeof of->value) != 0,
               &data->is, error,
               "another gravity than that of line %d, on %d of the %d elements; accepted: one of "
               "the whole model",
               (int)part->line + 1, part->count, (int)elements);
  for (int i = 0; i < set->count; ++i) {
    const int32_t e = set->entry[i];
    if (e >= inp->mesh->elements) continue;
    GB_REFUSE_IF(part->has[e], &data->is, error, "element %lld has the same gravity twice",
                 gb_inp_number(inp, inp->mesh->element_id[e]));
    part->has[e] = true;
    ++part->count;
  }
  if (part->count == inp->mesh->elements) part->count = 0;
  return GB_OK;
}

/// Read CENTRIF: the square of the speed, a point of the axis, and its direction. That of a later
/// step replaces it.
static int read_spin(gb_inp *inp, const gb_inp_data *data, int amplitude, gb_error *error) {
  gb_spin_entry *spin = &inp->problem->spin;
  const int step = data->call->block->step;
  double square, number[6] = {0};
  gb_inp_members set = {0};
  int count;
  GB_TRY(find_part(inp, data, &set, &count, error));
  GB_REFUSE_IF(count < inp->mesh->elements, &data->is, error,
               "CENTRIF on %d of the %d elements; accepted: a blank field, or a set of all", count,
               (int)inp->mesh->elements);
  GB_TRY(GB_READ(&data->is, error, {2, "the square of the speed", .positive = &square},
                 {3, "x of the axis|y|z", .real_or = number},
                 {6, "the axis's first component|the second component|the third component",
                  .real_or = &number[3]},
                 {9, .end = true}));
  const double length = gb_length(&number[3]);
  GB_REFUSE_IF(!(length > 0), &data->is, error, "the axis of CENTRIF is missing");
  GB_REFUSE_IF(amplitude >= 0, &data->is, error,
               "CENTRIF by an amplitude; accepted: without, or `spin` of the case");
  GB_REFUSE_IF(spin->speed && inp->loads->spin_step == step, &data->is, error,
               "a second CENTRIF; accepted: one rotation of the model");
  inp->loads->spin_step = step;
  for (int i = 0; i < 3; ++i) spin->about[i] = number[i];
  for (int i = 0; i < 3; ++i) spin->axis[i] = number[3 + i] / length;
  GB_TRY(gb_deck_where(inp->deck, data->is.line, "*DLOAD", &spin->where, error));
  return gb_expression_constant(sqrt(square), inp->problem->arena, &spin->speed, error);
}

/// Read GRAV: the size and the direction of gravity. It acts when the lines that give it name all
/// elements of the mesh.
static int read_gravity(gb_inp *inp, const gb_inp_data *data, gb_inp_action *action,
                        gb_error *error) {
  double size, direction[3] = {0};
  gb_inp_members set = {0};
  int count;
  gb_inp_part part = {.amplitude = action->amplitude, .step = action->step, .line = action->line};
  action->kind = GB_ACT_GRAVITY;
  GB_TRY(GB_READ(&data->is, error, {2, "the acceleration", .real = &size},
                 {3, "the first component|the second|the third", .real_or = direction},
                 {6, .end = true}));
  const double length = gb_length(direction);
  GB_REFUSE_IF(!(length > 0), &data->is, error, "the direction of GRAV is missing");
  GB_TRY(find_part(inp, data, &set, &count, error));
  for (int k = 0; k < 3; ++k) part.value[k] = size * direction[k] / length;
  if (count < inp->mesh->elements) {
    GB_REFUSE_IF(count == 0, &data->is, error,
                 "GRAV on 0 of the %d elements; accepted: gravity of the whole model",
                 (int)inp->mesh->elements);
    GB_TRY(add_part(inp, data, &set, &part, error));
    if (inp->loads->part.count > 0) return GB_OK; // further lines have the others
  }
  for (action->component = 0; action->component < 3; ++action->component) {
    action->value = part.value[action->component];
    GB_TRY(keep(inp, data, action, error));
  }
  return GB_OK;
}

static const char *const line_labels[] = {"PX", "PY", "PZ", "P1", "P2"};

/// Read a force per length of beams, along the global axes or those of their sections.
static int read_line_load(gb_inp *inp, const gb_inp_data *data, const gb_inp_members *elements,
                          gb_inp_action *action, gb_error *error) {
  static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const int label = action->component - 1;
  gb_dialect dialect = GB_DIALECT_ABAQUS;
  double size, direction[3];
  if (label > 2)
    GB_TRY(gb_inp_need_dialect(data, "a force per length along n1 or n2",
                               "a pressure on a side of the section", &dialect, error));
  GB_REFUSE_IF(dialect == GB_DIALECT_CALCULIX, &data->is, error,
               "%s of CalculiX is a pressure on a side of the section; accepted: `loads` of type "
               "traction in the case file",
               line_labels[label]);
  GB_TRY(GB_READ(&data->is, error, {2, "the force per length", .real = &size}, {3, .end = true}));
  action->kind = label < 3 ? GB_ACT_LINE : GB_ACT_TURNING_LINE;
  for (int i = 0; i < elements->count; ++i) {
    const int32_t e = action->target = elements->entry[i];
    GB_REFUSE_IF(e >= inp->mesh->elements || inp->mesh->property[e] != GB_INP_BEAMS, &data->is,
                 error, "%s on an element that is no beam", line_labels[label]);
    memcpy(direction, unit[label % 3], sizeof direction);
    if (label > 2) GB_TRY(gb_inp_beam_normal(inp, &data->is, e, label == 4, direction, error));
    for (action->component = 0; action->component < 3; ++action->component) {
      action->value = size * direction[action->component];
      GB_TRY(keep(inp, data, action, error));
    }
  }
  return GB_OK;
}

/// Read a pressure on a face of solids, "P3", into which it pushes.
static int read_face_load(gb_inp *inp, const gb_inp_data *data, const gb_inp_members *elements,
                          gb_inp_action *action, gb_error *error) {
  GB_TRY(gb_inp_read_face(data, 'P', elements, &action->component, error));
  GB_TRY(GB_READ(&data->is, error, {2, "the pressure", .real = &action->value}, {3, .end = true}));
  for (int i = 0; i < elements->count; ++i) {
    action->target = elements->entry[i];
    GB_TRY(keep(inp, data, action, error));
  }
  return GB_OK;
}

/// Read a load of any label on elements or on the whole model.
static int read_distributed(gb_inp *inp, const gb_inp_data *data, int amplitude, gb_error *error) {
  gb_inp_action action = action_of(data, GB_ACT_PRESSURE, amplitude);
  const gb_deck_text label = gb_field(&data->is, 1);
  gb_inp_members elements;
  if (gb_inp_same(label, "GRAV")) return read_gravity(inp, data, &action, error);
  if (gb_inp_same(label, "CENTRIF")) return read_spin(inp, data, amplitude, error);
  GB_TRY(gb_inp_find_members(data, 0, true, &elements, error));
  if (gb_inp_has_solids(inp, elements.entry, elements.count))
    return read_face_load(inp, data, &elements, &action, error);
  for (int i = 0; i < 5; ++i)
    if (gb_inp_same(label, line_labels[i])) action.component = 1 + i;
  if (action.component) return read_line_load(inp, data, &elements, &action, error);
  GB_REFUSE_IF(
      !gb_inp_same(label, "P"), &data->is, error,
      "'%.*s' is not read; accepted: P on shells, PX, PY, PZ, P1, P2 on beams, P1 to P6 on "
      "solids, GRAV, CENTRIF; others by `loads` of the case file",
      GB_SHOWN(label));
  GB_TRY(GB_READ(&data->is, error, {2, "the pressure", .real = &action.value}, {3, .end = true}));
  for (int i = 0; i < elements.count; ++i) {
    action.target = elements.entry[i];
    GB_REFUSE_IF(action.target >= inp->mesh->elements ||
                     gb_shape_dimension((gb_shape)inp->mesh->shape[action.target]) != 2,
                 &data->is, error, "P on an element that is no shell");
    GB_TRY(keep(inp, data, &action, error));
  }
  return GB_OK;
}

int gb_inp_dload(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  int amplitude;
  GB_TRY(begin(inp, call, GB_ACT_PRESSURE, &amplitude, error));
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);)
    if (gb_inp_goes_on(inp, call)) GB_TRY(read_distributed(inp, &data, amplitude, error));
  return GB_OK;
}

/// Read *DSLOAD. A pressure acts against the side of the surface.
int gb_inp_dsload(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  int amplitude;
  GB_TRY(begin(inp, call, GB_ACT_PRESSURE, &amplitude, error));
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) {
    gb_inp_action action = action_of(&data, GB_ACT_PRESSURE, amplitude);
    const gb_deck_text name = gb_field(&data.is, 0), label = gb_field(&data.is, 1);
    const gb_inp_surface *surface = gb_inp_surface_of(inp, call->scope, name);
    double pressure;
    GB_REFUSE_IF(!surface || surface->nodes || !surface->members.count, &data.is, error,
                 "'%.*s'; accepted: the name of a *SURFACE of shells or solids that is not empty",
                 GB_SHOWN(name));
    GB_REFUSE_IF(!gb_inp_same(label, "P"), &data.is, error,
                 "'%.*s' is not read; accepted: P; others by `loads` of the case file",
                 GB_SHOWN(label));
    GB_TRY(GB_READ(&data.is, error, {2, "the pressure", .real = &pressure}, {3, .end = true}));
    for (int i = 0; i < surface->members.count && gb_inp_goes_on(inp, call); ++i) {
      action.target = surface->members.entry[i];
      action.component = gb_inp_is_solid(inp, action.target) ? surface->sides.entry[i] : 0;
      action.value = action.component ? pressure : -pressure * surface->sides.entry[i];
      GB_REFUSE_IF(!surface->sides.entry[i], &data.is, error,
                   "the surface '%s' does not say its side; accepted: SPOS or SNEG in *SURFACE",
                   surface->name);
      GB_TRY(keep(inp, &data, &action, error));
    }
  }
  return GB_OK;
}
