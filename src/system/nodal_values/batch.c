/// Preparation of blocks and elements for their kernels.
#include "system/nodal_values/batch.h"

#include "elements/derived/parameter.h"

#include <string.h>

/// Constraints of the forms that differ from the form of the march.
static const gb_enforcement enforcement_of[] = {
    [GB_FORM_START] = {.weight = {0, 0, 1}, .column = 1},
    [GB_FORM_EQUILIBRIUM] = {.weight = {1, 0, 0}, .column = 1},
    [GB_FORM_IMPULSE] = {.weight = {0, 1, 0}, .column = 1},
    [GB_FORM_SHIFT] = {.weight = {1, 0, 0}, .column = 1},
};

/// Copy the axis of an element's material.
static void gather_axis(const gb_block *block, int32_t e, int32_t group, int lane,
                        gb_reference_data *data) {
  for (int i = 0; i < 3; i++)
    gb_lanes(&data->axis[group][i])[lane] = block->section.shells->axis[e][i];
}

/// First-order change of a component of an element's reference vectors by the designs. For larger
/// changes of designs the model is built anew.
static gb_scalar moved_by(const gb_assembly *assembly, const gb_reference_data *data, int32_t e,
                          int value) {
  const gb_reference_derivatives *moves = &data->moves;
  gb_scalar sum = 0;
  for (int k = moves->first ? moves->first[e] : 0; moves->first && k < moves->first[e + 1]; k++)
    sum += assembly->change[moves->move[k].design] * moves->move[k].along[value];
  return sum;
}

/// Find the indices of an element's values in a nodal vector, in the order of q.
static void find_rows(const gb_node_set *nodes, const gb_block *block, int32_t e,
                      const gb_reference_data *data, int32_t row[]) {
  const int32_t *node = &block->node[(size_t)e * block->nodes];
  for (int a = 0; a < block->nodes; a++)
    GB_EACH_FIELD(field, data->unknowns->fields[a]) {
      const int32_t from = gb_node_value(nodes, node[a], field);
      const int width = gb_node_field_width(nodes, node[a], field);
      for (int i = 0; i < width; i++) *row++ = from + i;
    }
}

static void gather_lane(const gb_assembly *assembly, const gb_block *block, int32_t e,
                        int32_t group, int lane, gb_reference_data *data) {
  const gb_node_set *nodes = assembly->model->nodes;
  gb_geometry(*const reference[])[3] = {data->position, data->director[0], data->director[1],
                                        data->director[2]};
  int32_t row[GB_ELEMENT_UNKNOWNS];
  find_rows(nodes, block, e, data, row);
  const size_t first = (size_t)group * block->nodes, size = (size_t)data->unknowns->size;
  for (int a = 0, own = 0; a < block->nodes; own += data->unknowns->width[a++]) {
    int at = own;
    GB_EACH_FIELD(field, data->unknowns->fields[a] & GB_FRAME)
      for (int i = 0; i < 3; i++, at++)
        gb_lanes(&reference[__builtin_ctz(field)][first + (size_t)a][i])[lane] =
            nodes->reference[row[at]] + moved_by(assembly, data, e, at);
  }
  for (size_t i = 0; i < size; i++) data->index[size * (size_t)group + i][lane] = row[i];
  const size_t count = (size_t)block->parameters;
  for (size_t i = 0; block->own && i < count; i++)
    gb_lanes(&data->own[count * (size_t)group + i])[lane] = block->own[count * (size_t)e + i];
  for (int a = 0; data->ratio && a < block->nodes; a++)
    gb_lanes(&data->ratio[first + (size_t)a])[lane] =
        block->section.shells->ratio[(size_t)e * (size_t)block->nodes + (size_t)a];
}

/// Whether an element uses a field at any of its nodes.
static bool takes(const gb_element *element, unsigned field) {
  unsigned all = 0;
  for (int a = 0; a < GB_ELEMENT_NODES; a++) all |= element->fields[a];
  return all & field;
}

/// List the designs that change any of an element's rows, without duplicates; design[] has room for
/// all designs. @return how many there are
static int list_designs(const gb_row_shifts *shifts, int size, const int32_t row[], int design[]) {
  int count = 0;
  for (int i = 0; i < size; i++)
    for (int32_t s = shifts->start[row[i]]; s < shifts->start[row[i] + 1]; s++) {
      int k = 0;
      while (k < count && design[k] != shifts->design[s]) k++;
      if (k == count) design[count++] = shifts->design[s];
    }
  return count;
}

/// Add the derivative of an element's reference by one design.
static int add_move(const gb_row_shifts *shifts, int size, const int32_t row[], int design,
                    gb_arena *arena, gb_reference_derivatives *moves, gb_error *error) {
  gb_reference_derivative new = {.design = design};
  double *along;
  GB_TRY(GB_TAKE(arena, along, (size_t)size, error));
  for (int i = 0; i < size; i++)
    for (int32_t s = shifts->start[row[i]]; s < shifts->start[row[i] + 1]; s++)
      if (shifts->design[s] == design) along[i] += shifts->factor[s];
  new.along = along;
  return gb_arena_add(arena, &moves->move, &moves->count, sizeof new, &new, error);
}

/// Find the derivatives of a block's reference configuration by designs.
static int find_moves(const gb_assembly *assembly, const gb_row_shifts *shifts,
                      const gb_block *block, gb_arena *arena, gb_reference_data *data,
                      gb_error *error) {
  const int size = data->unknowns->size;
  gb_reference_derivatives *moves = &data->moves;
  int32_t row[GB_ELEMENT_UNKNOWNS];
  int *design;
  if (!shifts->start || !gb_batch_uses_reference(assembly, gb_block_element(block))) return GB_OK;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, design, (size_t)assembly->model->designs->width, error));
  GB_TRY(GB_TAKE(arena, moves->first, (size_t)block->elements + 1, error));
  for (int32_t e = 0; e < block->elements; e++) {
    find_rows(assembly->model->nodes, block, e, data, row);
    const int count = list_designs(shifts, size, row, design);
    for (int k = 0; k < count; k++)
      GB_TRY(add_move(shifts, size, row, design[k], arena, moves, error));
    moves->first[e + 1] = moves->count;
  }
  return GB_OK;
}

int gb_batch_find_shifts(const gb_model *model, gb_arena *arena, gb_row_shifts *shifts,
                         gb_error *error) {
  const gb_node_map *T = &model->dofs->T;
  const size_t rows = gb_node_values(model->nodes);
  int32_t *next;
  if (!T->varies) return GB_OK;
  GB_TRY(GB_TAKE(arena, shifts->start, rows + 2, error));
  GB_TRY(GB_TAKE(arena, shifts->design, (size_t)T->slopes, error));
  GB_TRY(GB_TAKE(arena, shifts->factor, (size_t)T->slopes, error));
  next = shifts->start + 1; // index of the next entry of each row; at the end, the first entries
  for (int i = 0; i < T->slopes; i++)
    if (T->slope[i].unknown < 0) next[T->slope[i].row + 1]++;
  for (size_t row = 0; row < rows; row++) next[row + 1] += next[row];
  for (int i = 0; i < T->slopes; i++) {
    const gb_map_slope *s = &T->slope[i];
    if (s->unknown >= 0) continue;
    shifts->design[next[s->row]] = s->design;
    shifts->factor[next[s->row]++] = s->factor;
  }
  return GB_OK;
}

static int gather(const gb_assembly *assembly, const gb_block *block, gb_arena *arena,
                  gb_reference_data *data, gb_error *error) {
  const int32_t groups = (block->elements + GB_LANES - 1) / GB_LANES;
  const size_t nodes = (size_t)groups * block->nodes;
  const size_t unknowns = (size_t)groups * (size_t)data->unknowns->size;
  GB_TRY(GB_TAKE(arena, data->index, unknowns, error));
  GB_TRY(GB_TAKE(arena, data->position, nodes, error));
  for (int k = 0; k < 3; k++)
    if (takes(gb_block_element(block), (unsigned)GB_DIRECTOR_1 << k))
      GB_TRY(GB_TAKE(arena, data->director[k], nodes, error));
  const size_t count = (size_t)block->parameters;
  GB_TRY(GB_TAKE(arena, data->parameter, count + (size_t)block->nodes, error));
  if (block->own) GB_TRY(GB_TAKE(arena, data->own, count * (size_t)groups, error));
  if (block->section.layup && block->section.layup->tapered)
    GB_TRY(GB_TAKE(arena, data->ratio, nodes, error));
  for (int32_t e = 0; e < groups * GB_LANES; e++)
    gather_lane(assembly, block, e < block->elements ? e : block->elements - 1, e / GB_LANES,
                e % GB_LANES, data);
  if (!block->section.shells || !block->section.shells->axis) return GB_OK;
  GB_TRY(GB_TAKE(arena, data->axis, (size_t)groups, error));
  for (int32_t e = 0; e < groups * GB_LANES; e++)
    gather_axis(block, e < block->elements ? e : block->elements - 1, e / GB_LANES, e % GB_LANES,
                data);
  return GB_OK;
}

/// Check that a kernel's data fit into the memory that the callers of kernels provide.
static int check_size(const gb_element *element, const char *what, int packs, int most,
                      gb_error *error) {
  if (packs <= most) return GB_OK;
  return gb_fail(error, GB_TOO_LARGE, "%s: a %s of %d packs; accepted: up to %d", element->name,
                 what, packs, most);
}

int gb_batch_table(const gb_element *element, gb_arena *arena, void **table, gb_error *error) {
  GB_TRY(gb_arena_allocate(arena, 1, element->table_size, table, error));
  element->tables(*table);
  if (!element->metric_size) return GB_OK;
  return check_size(element, "metric", element->metric_size(*table), GB_ELEMENT_METRIC, error);
}

/// Compute the metrics of a block's elements from their gathered references.
static int measure(const gb_assembly *assembly, const gb_block *block, gb_arena *arena,
                   gb_reference_data *data, gb_error *error) {
  const gb_element *element = gb_block_element(block);
  const void *table = assembly->table[block->kind];
  if (!element->metric) return GB_OK;
  const size_t groups = ((size_t)block->elements + GB_LANES - 1) / GB_LANES;
  const size_t nodes = (size_t)block->nodes;
  if (element->tangent_size)
    GB_TRY(check_size(element, "tangent", element->tangent_size(table, block->section.layup),
                      GB_ELEMENT_TANGENT, error));
  data->metric_size = (size_t)element->metric_size(table);
  GB_TRY(GB_TAKE(arena, data->metric, groups * data->metric_size, error));
  for (size_t group = 0; group < groups; group++) {
    const gb_element_input in = {
        .nodes = block->nodes,
        .table = table,
        .layup = block->section.layup,
        .axis = data->axis ? data->axis[group] : NULL,
        .position = (const gb_geometry(*)[3])(data->position + group * nodes),
        .director = (const gb_geometry(*)[3])(data->director[0] + group * nodes)};
    element->metric(&in, data->metric + group * data->metric_size);
  }
  return GB_OK;
}

/// Set the parameters that all elements of a block share.
static void set_parameters(const gb_assembly *assembly, const gb_block *block,
                           gb_pack parameter[]) {
  const gb_pack zero = {0};
  for (int i = 0; i < block->parameters; i++) parameter[i] = zero + block->parameter[i];
  for (int i = 0; i < block->varyings.count; i++)
    if (!block->varyings.entry[i].element)
      parameter[block->varyings.entry[i].parameter] +=
          assembly->change[block->varyings.entry[i].design];
}

/// Compute the section that all elements of a block share, and its derivatives. They are constant
/// in a march.
static int find_section(const gb_assembly *assembly, const gb_block *block, gb_arena *arena,
                        gb_reference_data *data, gb_error *error) {
  bool own = !block->section.layup || block->own;
  for (int i = 0; i < block->varyings.count; i++) own = own || block->varyings.entry[i].element;
  if (own) return GB_OK;
  GB_TRY(GB_TAKE(arena, data->section, 1, error));
  GB_TRY(GB_TAKE(arena, data->section_by, (size_t)block->varyings.count, error));
  set_parameters(assembly, block, data->parameter);
  gb_section_find(block->section.layup, data->parameter, data->section);
  for (int i = 0; i < block->varyings.count; i++)
    gb_section_find_by(block->section.layup, data->parameter, block->varyings.entry[i].parameter,
                       &data->section_by[i]);
  return GB_OK;
}

/// @return the force law of a spring or torsion block if it uses controls, else NULL
static const gb_force_law *law_of(const gb_block *block) {
  const gb_force_law *law = gb_block_force_law(block);
  return law && law->controls > 0 ? law : NULL;
}

/// Whether parameters of a block depend on controls: values and prescribed motions by controls that
/// are designs, force laws by any control.
static bool is_controlled(const gb_controls *controls, const gb_block *block) {
  const gb_force_law *law = law_of(block);
  for (int i = 0; i < 3; i++)
    if (gb_controls_vary(controls, block->value[i])) return true;
  for (int k = 0; k < 2; k++)
    if (gb_controls_vary(controls, block->joint->drive[k])) return true;
  return law != NULL;
}

/// Find what a block takes of its nodes; its elements have as many multipliers as the first one.
static void find_unknowns(const gb_node_set *nodes, const gb_block *block,
                          gb_element_unknowns *unknowns) {
  int multipliers = 0;
  for (int a = 0; block->elements > 0 && a < block->nodes; a++)
    if (gb_node_has(nodes, block->node[a], GB_MULTIPLIERS))
      multipliers = gb_node_field_width(nodes, block->node[a], GB_MULTIPLIERS);
  gb_element_take(gb_block_element(block), block->nodes, multipliers, unknowns);
}

int gb_batch_prepare(gb_assembly *assembly, const gb_row_shifts *shifts, int32_t number,
                     gb_arena *arena, gb_error *error) {
  const gb_block *block = &assembly->blocks->block[number];
  gb_reference_data *data = &assembly->reference[number];
  GB_TRY(GB_TAKE(arena, data->unknowns, 1, error));
  find_unknowns(assembly->model->nodes, block, data->unknowns);
  GB_TRY(GB_TAKE(arena, data->kinks, 1, error));
  GB_TRY(find_moves(assembly, shifts, block, arena, data, error));
  GB_TRY(gather(assembly, block, arena, data, error));
  GB_TRY(measure(assembly, block, arena, data, error));
  data->controlled = is_controlled(assembly->controls, block);
  data->controls = assembly->controls;
  return find_section(assembly, block, arena, data, error);
}

/// Set a joint's type and its prescribed motions with their rates.
static void open_constraints(const gb_block *block, double t, gb_batch *b) {
  b->in.table = &block->joint->type;
  for (int k = 0; k < 2; k++) {
    gb_scalar motion[3];
    if (!block->joint->drive[k]) continue;
    gb_controls_motion(b->reference->controls, block->joint->drive[k], t, motion);
    for (int i = 0; i < 3; i++) b->reference->parameter[3 * k + i] = (gb_pack){0} + motion[i];
  }
}

/// Set the compliance of penalised constraints. It and the forces at an equilibrium are the same in
/// all forms of the constraints.
static void yield(const gb_enforcement *march, const gb_nodal_state *state, gb_enforcement *e) {
  if (!(march->compliance > 0)) return;
  if (state->form == GB_FORM_START) memcpy(e->weight, march->weight, sizeof e->weight);
  e->compliance = march->compliance / (state->form == GB_FORM_EQUILIBRIUM ? march->weight[0] : 1);
}

/// Set the form of the constraints and scale the gradient of their rows, which is sum_k weight[k]
/// sigma[k] Phi_q for small h, to the column of the multiplier. Source: docs/theory.md, (10.4).
static void open_enforcement(const gb_assembly *assembly, const gb_nodal_state *state,
                             gb_batch *b) {
  gb_enforcement *e = &b->enforcement;
  *e = state->form == GB_FORM_MARCH ? assembly->enforcement : enforcement_of[state->form];
  yield(&assembly->enforcement, state, e);
  double lead = 0;
  for (int k = 0; k < 3; k++) lead += e->weight[k] * state->sigma[k];
  e->row = lead > 0 ? e->column / lead : 1;
  const double soft = -assembly->enforcement.compliance; // in the matrix of a factor alone
  const double inertia = state->sigma[2] * e->row;
  if (soft > 0) e->compliance = inertia > 0 ? soft * e->column / inertia : 0;
  b->in.enforcement = e;
}

/// Prepare the data that all elements of a block share. For small blocks, clearing the whole batch
/// would cost more than the kernels: clear only members that may be read before they are set.
void gb_batch_open_block(const gb_assembly *assembly, const gb_block *block,
                         const gb_nodal_state *state, gb_batch *b) {
  const gb_model *model = assembly->model;
  const double t = state->t;
  b->block = block;
  b->reference = &assembly->reference[block - assembly->blocks->block];
  b->element = gb_block_element(block);
  b->size = b->reference->unknowns->size;
  gb_pack *parameter = b->reference->parameter;
  b->in = (gb_element_input){.nodes = block->nodes,
                             .unknowns = b->reference->unknowns,
                             .parameters = block->parameters,
                             .parameter = parameter,
                             .layup = block->section.layup,
                             .section = b->reference->section,
                             .t = t,
                             .table = block->joint->law ? block->joint->law
                                                        : assembly->table[block->kind]};
  b->state = (gb_element_state){.q = b->q, .v = b->v, .a = b->a};
  b->state.linear = state->origin != NULL;
  b->state.small = b->state.linear || state->small;
  b->state.rates = gb_is_impulse(state)                 ? GB_RATES_IMPULSE
                   : state->form == GB_FORM_EQUILIBRIUM ? GB_RATES_KEPT
                                                        : GB_RATES_MARCH;
  const size_t bytes = (size_t)b->size * sizeof *b->q;
  if (!state->q) memset(b->q, 0, bytes);
  if (!state->v) memset(b->v, 0, bytes);
  if (!state->a) memset(b->a, 0, bytes);
  const gb_pack zero = {0};
  for (int i = 0; i < block->parameters; i++) parameter[i] = zero + block->parameter[i];
  for (int i = 0; i < 3; i++) {
    if (block->value[i])
      parameter[gb_block_valued(block, i)] =
          zero + gb_controls_value(assembly->controls, block->value[i], t);
    if (model->blocks->gravity[i] && !gb_is_impulse(state) && state->turning != GB_TURNING_ALONE)
      b->in.gravity[i] = gb_expression_real(model->blocks->gravity[i], &t);
  }
  if (gb_block_last(block))
    parameter[block->parameters - 1] = zero + (gb_is_impulse(state) ? 0 : 1 - state->unheated);
  b->turning = !gb_is_impulse(state) && state->turning != GB_TURNING_LEFT_OUT &&
               gb_has_mass(b->element) && gb_spin_at(model, t, &b->spin);
  for (int i = 0; i < block->varyings.count; i++)
    if (!block->varyings.entry[i].element)
      parameter[block->varyings.entry[i].parameter] +=
          assembly->change[block->varyings.entry[i].design];
  if (b->element->constrained || b->element->reactive) open_enforcement(assembly, state, b);
  if (b->element->constrained) open_constraints(block, t, b);
}

static void open_law(const gb_batch *b) {
  const gb_force_law *law = law_of(b->block);
  for (int k = 0; law && k < law->controls; k++)
    b->reference->parameter[law->first + k] =
        (gb_pack){0} + gb_controls_at(b->reference->controls, b->in.t)[1 + law->control[k]][0];
}

int gb_batch_control_slopes(const gb_batch *b, int parameter, const gb_control_slope **slope,
                            int *order) {
  const gb_block *block = b->block;
  const gb_force_law *law = law_of(block);
  *order = 0;
  if (law && parameter >= law->first) {
    double by[GB_MOST_CONTROLS][GB_CONTROL_ORDERS] = {{0}};
    by[law->control[parameter - law->first]][0] = 1;
    return gb_controls_chain(b->reference->controls, (const double(*)[GB_CONTROL_ORDERS])by,
                             b->in.t, slope);
  }
  for (int i = 0; i < 3; i++)
    if (block->value[i] && parameter == gb_block_valued(block, i))
      return gb_controls_slopes(b->reference->controls, block->value[i], b->in.t, false, slope);
  if (parameter >= 6 || !block->joint->drive[parameter / 3]) return 0;
  *order = parameter % 3;
  return gb_controls_slopes(b->reference->controls, block->joint->drive[parameter / 3], b->in.t,
                            true, slope);
}

void gb_batch_add_control_slopes(const gb_batch *b, int parameter, gb_scalar g,
                                 gb_scalar gradient[]) {
  const gb_control_slope *slope;
  int order;
  const int slopes = gb_batch_control_slopes(b, parameter, &slope, &order);
  for (int k = 0; k < slopes; k++) gradient[slope[k].design] += g * slope[k].by[order];
}

/// local += the derivative by a parameter of R or, if it is given, of K direction.
static void find_slope(const gb_batch *b, const gb_element_input *in, int parameter,
                       const gb_pack direction[], gb_pack local[]) {
  const gb_element_kind kind = b->block->kind;
  if (direction)
    gb_parameter_stiffness(kind, in, &b->state, direction, parameter, b->lanes, local);
  else
    gb_parameter_residual(kind, in, &b->state, parameter, b->lanes, local);
}

void gb_batch_parameter_residual(const gb_batch *b, int parameter, const gb_pack direction[],
                                 gb_pack local[]) {
  memset(local, 0, (size_t)b->size * sizeof *local);
  find_slope(b, &b->in, parameter, direction, local);
}

/// Set the parameters that vary from element to element. Lanes beyond the last element repeat it.
static void open_varying(const gb_assembly *assembly, const gb_varying *varying, gb_batch *b) {
  gb_pack *parameter = &b->reference->parameter[varying->parameter];
  if (!varying->element && !b->block->own) return; // already set by gb_batch_open_block
  for (int lane = 0; lane < GB_LANES; lane++) {
    const int of = lane < b->lanes ? lane : b->lanes - 1;
    const int32_t design = gb_batch_design(b, varying, of);
    if (design >= 0)
      gb_lanes(parameter)[lane] += gb_batch_slope(b, varying, of) * assembly->change[design];
  }
}

/// @return the directors of a group of elements; NULL: the elements do not use them
static const gb_geometry (*directors_of(const gb_block *block, gb_geometry (*all)[3],
                                        size_t group))[3] {
  return all ? (const gb_geometry(*)[3])(all + group * (size_t)block->nodes) : NULL;
}

/// Gather accelerations. In a turning frame they are changed afterwards, so zeros must be written
/// again for each batch.
static void pick_accelerations(gb_batch *b, const gb_nodal_state *state) {
  if (state->a)
    gb_batch_gather(b, state->a, b->a);
  else if (b->turning)
    memset(b->a, 0, (size_t)b->size * sizeof *b->a);
}

/// Set the memory of the batch's elements; at the beginning of a march it is the reference.
static void open_memory(const gb_nodal_state *state, const gb_scalar start[], gb_batch *b) {
  const int keeps = gb_batch_keeps(b), count = b->size + keeps;
  b->state.memory = NULL;
  if (keeps == 0) return;
  b->state.memory = b->memory;
  if (!state->memory) {
    memset(b->memory, 0, (size_t)count * sizeof *b->memory);
    if (start) gb_batch_gather(b, start, b->memory);
    return;
  }
  for (int lane = 0; lane < GB_LANES; lane++) {
    const int32_t element = b->first + (lane < b->lanes ? lane : b->lanes - 1);
    const gb_scalar *from = state->memory + b->block->joint->memory[element];
    for (int i = 0; i < count; i++) gb_lanes(&b->memory[i])[lane] = from[i];
  }
}

void gb_batch_open_elements(const gb_assembly *assembly, const gb_block *block, int32_t first,
                            const gb_nodal_state *state, gb_batch *b) {
  int32_t left = block->elements - first;
  const gb_reference_data *data = b->reference;
  const size_t group = (size_t)(first / GB_LANES);
  b->first = first;
  b->lanes = left < GB_LANES ? (int)left : GB_LANES;
  b->index = (const int32_t(*)[GB_LANES])(data->index + group * (size_t)b->size);
  b->in.position = (const gb_geometry(*)[3])(data->position + group * (size_t)block->nodes);
  b->in.director = directors_of(block, data->director[0], group);
  b->in.second = directors_of(block, data->director[1], group);
  b->in.third = directors_of(block, data->director[2], group);
  b->in.axis = data->axis ? data->axis[group] : NULL;
  b->in.metric = data->metric ? data->metric + group * data->metric_size : NULL;
  const size_t count = (size_t)block->parameters;
  const size_t last = (size_t)gb_block_last(block);
  size_t kept = 0; // first parameters that functions of t give
  while (kept < 3 && block->value[kept] && !last) kept++;
  if (block->own)
    memcpy(data->parameter + kept, data->own + group * count + kept,
           (count - kept - last) * sizeof *data->own);
  if (data->ratio)
    memcpy(data->parameter + count, data->ratio + group * (size_t)block->nodes,
           (size_t)block->nodes * sizeof *data->ratio);
  for (int i = 0; i < block->varyings.count && !block->own; i++) {
    const int k = block->varyings.entry[i].parameter;
    if (block->varyings.entry[i].element) data->parameter[k] = (gb_pack){0} + block->parameter[k];
  }
  for (int i = 0; i < block->varyings.count; i++)
    open_varying(assembly, &block->varyings.entry[i], b);
  if (b->reference->controlled) open_law(b);
  // Impulses contain inertia only, which does not depend on q.
  const bool strained = !gb_is_impulse(state) || b->element->constrained;
  if (!strained) memset(b->q, 0, (size_t)b->size * sizeof *b->q);
  const bool uses_reference = gb_batch_uses_reference(assembly, b->element);
  const gb_scalar *own = uses_reference && state->increment ? state->increment : state->q;
  const gb_scalar *q = strained ? own : uses_reference ? NULL : state->reference_change;
  if (q) gb_batch_gather(b, q, b->q);
  open_memory(state, uses_reference ? NULL : state->reference_change, b);
  if (state->v) gb_batch_gather(b, state->v, b->v);
  pick_accelerations(b, state);
  if (b->turning) gb_spin_accelerate(&b->spin, &b->in, b->q, b->a);
}

void gb_batch_remove_gravity_and_spin(gb_batch *b, const gb_nodal_state *state) {
  memset(b->in.gravity, 0, sizeof b->in.gravity);
  if (b->turning) pick_accelerations(b, state);
  b->turning = false;
}

void gb_batch_matrix(const gb_batch *b, const double sigma[3], gb_pack J[]) {
  memset(J, 0, (size_t)(b->size * b->size) * sizeof *J);
  b->element->jacobian(&b->in, &b->state, sigma, J);
  if (b->turning && sigma[0] != 0)
    gb_spin_matrix(b->spin.omega, sigma[0], b->element, &b->in, &b->state, J);
}

void gb_batch_spin_product(const gb_batch *b, double weight, int count, const gb_pack x[],
                           gb_pack y[]) {
  gb_pack J[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS];
  const int n = b->size;
  if (!b->turning || weight == 0) return;
  memset(J, 0, (size_t)(n * n) * sizeof *J);
  gb_spin_matrix(b->spin.omega, weight, b->element, &b->in, &b->state, J);
  for (int c = 0; c < count; c++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) y[n * c + i] += J[n * i + j] * x[n * c + j];
}

gb_element_input gb_batch_input_by(const gb_batch *b, const gb_varying *varying) {
  gb_element_input in = b->in;
  if (b->reference->section_by)
    in.section_by = b->reference->section_by + (varying - b->block->varyings.entry);
  return in;
}

bool gb_batch_varying_residual(const gb_batch *b, const gb_varying *varying,
                               const gb_pack direction[], gb_pack local[]) {
  bool any = false;
  for (int lane = 0; lane < b->lanes; lane++) any = any || gb_batch_design(b, varying, lane) >= 0;
  if (!any) return false;
  memset(local, 0, (size_t)b->size * sizeof *local);
  const gb_element_input in = gb_batch_input_by(b, varying);
  find_slope(b, &in, varying->parameter, direction, local);
  return true;
}

void gb_batch_reference_residual(const gb_batch *b, int lane, const gb_reference_derivative *move,
                                 const gb_pack direction[], double r[]) {
  double acceleration[GB_ELEMENT_UNKNOWNS] = {0};
  gb_reference_change change = {.along = move->along, .direction = direction};
  if (b->turning) {
    gb_spin_accelerate_along(b->spin.omega, b->size, move->along, acceleration);
    change.acceleration = acceleration;
  }
  gb_reference_residual(b->block->kind, &b->in, &b->state, lane, &change, r);
}
