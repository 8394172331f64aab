/// Temperatures of the nodes of an .inp deck. Its materials expand from the initial temperatures,
/// because the temperature ZERO of a constant expansion has no effect. Source: Abaqus Keywords
/// Reference Guide and CalculiX CrunchiX User's Manual, *EXPANSION.
#include "abaqus/entries/load.h"
#include "abaqus/entries/property.h"
#include "deck/heat.h"

#include <math.h>
#include <string.h>

/// Read *EXPANSION. Of ORTHO shells have the first two, and solids all; those that distort, or vary
/// with temperature, are refused where temperatures act.
int gb_inp_expansion(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const kinds[] = {"ISO",   "ISOTROPIC",   "ORTHO", "ORTHOTROPIC",
                                      "ANISO", "ANISOTROPIC", NULL};
  gb_inp_data data = gb_inp_begin(inp, call);
  gb_material *m = NULL;
  int kind;
  GB_TRY(gb_inp_choose(inp, call, "TYPE", kinds, &kind, error));
  GB_TRY(gb_inp_current_material(inp, call, &m, error));
  GB_TRY(gb_inp_need_line(&data, "the expansion", error));
  const int fields = kind < 2 ? 2 : kind < 4 ? 4 : 7;
  GB_TRY(gb_read_real(&data.is, 0, "the expansion", &m->expansion1, error));
  m->expansion3 = m->expansion2 = m->expansion = m->expansion1;
  if (kind >= 2) {
    m->expansion = 0;
    m->expansion3 = 0;
    GB_TRY(gb_read_real(&data.is, 1, "the expansion", &m->expansion2, error));
    GB_TRY(GB_READ(&data.is, error, {2, "the expansion", .real_or = &m->expansion3}));
  }
  GB_TRY(gb_expect_reals(&data.is, 1, fields, "the expansion", error));
  GB_TRY(gb_expect_end(&data.is, fields, error));
  bool varies = kind >= 4;
  while (gb_inp_next(&data)) {
    GB_TRY(gb_expect_reals(&data.is, 0, 8, "the expansion", error));
    varies = true;
  }
  if (varies) inp->loads->heat.varying_line = call->block->line;
  return GB_OK;
}

/// Make room for the temperatures of nodes.
static int reserve(gb_inp *inp, gb_error *error) {
  gb_inp_heat *heat = &inp->loads->heat;
  const size_t nodes = (size_t)inp->mesh->nodes;
  if (heat->value) return GB_OK;
  GB_TRY(GB_TAKE(inp->arena, heat->given, nodes, error));
  GB_TRY(GB_TAKE(inp->arena, heat->initial, nodes, error));
  return GB_TAKE(inp->arena, heat->value, nodes, error);
}

/// Read lines of node or set, temperature, and gradient along the normal of shells.
static int read_lines(gb_inp *inp, const gb_inp_call *call, double value[][2], bool given[],
                      gb_error *error) {
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) {
    gb_inp_members nodes;
    double t[2] = {0};
    GB_TRY(gb_inp_find_members(&data, 0, false, &nodes, error));
    GB_TRY(GB_READ(&data.is, error, {1, "the temperature", .real = &t[0]},
                   {2, "the gradient", .real_or = &t[1]}, {3, .end = true}));
    for (int i = 0; i < nodes.count && gb_inp_goes_on(inp, call); ++i) {
      memcpy(value[nodes.entry[i]], t, sizeof t);
      if (given) given[nodes.entry[i]] = true;
    }
  }
  return GB_OK;
}

int gb_inp_initial_temperature(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  GB_TRY(reserve(inp, error));
  return read_lines(inp, call, inp->loads->heat.initial, NULL, error);
}

int gb_inp_temperature(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const ops[] = {"MOD", "NEW", NULL};
  gb_inp_heat *heat = &inp->loads->heat;
  int op, amplitude;
  GB_TRY(reserve(inp, error));
  GB_TRY(gb_inp_find_amplitude(inp, call, &amplitude, error));
  GB_TRY(gb_inp_choose(inp, call, "OP", ops, &op, error));
  if (!gb_inp_goes_on(inp, call)) return GB_OK;
  if (op && heat->step < call->block->step) {
    for (int32_t n = 0; n < inp->mesh->nodes; ++n) heat->given[n] = false;
    heat->acts = false;
  }
  GB_REFUSE_IF(heat->acts && heat->amplitude != amplitude, &call->is, error,
               "temperatures by several amplitudes, or by one and by none; accepted: one of both");
  heat->acts = true;
  heat->amplitude = amplitude;
  heat->step = call->block->step;
  heat->line = call->block->line;
  return read_lines(inp, call, heat->value, heat->given, error);
}

/// Find the means of what acts at the nodes of an element, without those that the reader adds.
static void find_means(const gb_inp *inp, int32_t element, double heat[2]) {
  const gb_inp_heat *from = &inp->loads->heat;
  const gb_mesh *mesh = inp->mesh;
  int nodes = 0;
  heat[0] = heat[1] = 0;
  for (int32_t p = mesh->start[element]; p < mesh->start[element + 1]; ++p) {
    const int32_t n = mesh->node[p];
    if (mesh->node_id[n] > inp->elements->last_node) continue;
    for (int i = 0; from->given[n] && i < 2; ++i)
      heat[i] += from->value[n][i] - from->initial[n][i];
    ++nodes;
  }
  for (int i = 0; i < 2; ++i) heat[i] /= nodes;
}

/// Refuse gradients in shells whose nodes are not in the middle of the thickness: temperatures are
/// those of the nodes in decks, and those of the middle here.
static int check_offsets(const gb_inp *inp, gb_error *error) {
  GB_EACH(shell, inp->problem->shells)
    GB_DECK_FAIL_IF(
        shell->offset != 0 || shell->offset_fraction != 0, GB_WRONG_REFERENCE, inp->deck,
        inp->loads->heat.line, error,
        "*TEMPERATURE: gradients beside the OFFSET of shells (%s), with which nodes are "
        "not in the middle of the thickness; accepted: one of both",
        shell->where);
  return GB_OK;
}

/// Make the part of the table for elements whose temperature varies along the normal.
/// errors: GB_WRONG_REFERENCE for beams, solids and offsets
static int make_elements(const gb_inp *inp, gb_node_table *table, gb_error *error) {
  const gb_mesh *mesh = inp->mesh;
  gb_arena *arena = inp->problem->arena;
  GB_TRY(GB_TAKE(arena, table->element, (size_t)mesh->elements, error));
  GB_TRY(GB_TAKE(arena, table->heat, (size_t)mesh->elements, error));
  for (int32_t e = 0; e < mesh->elements; ++e) {
    double *heat = table->heat[table->elements];
    find_means(inp, e, heat);
    if (heat[1] == 0) continue;
    const bool solid = gb_inp_is_solid(inp, e);
    GB_DECK_FAIL_IF(solid || gb_shape_dimension((gb_shape)mesh->shape[e]) == 1, GB_WRONG_REFERENCE,
                    inp->deck, inp->loads->heat.line, error,
                    "*TEMPERATURE: a gradient of %g at nodes of the %s %lld, and %ss have one "
                    "temperature here; accepted: gradients at nodes of shells alone",
                    heat[1], solid ? "solid" : "beam", (long long)mesh->element_id[e],
                    solid ? "solid" : "beam");
    table->element[table->elements++] = mesh->element_id[e];
  }
  return table->elements > 0 ? check_offsets(inp, error) : GB_OK;
}

int gb_inp_apply_temperatures(gb_inp *inp, gb_error *error) {
  const gb_inp_heat *heat = &inp->loads->heat;
  const gb_mesh *mesh = inp->mesh;
  gb_node_table *table;
  if (!heat->acts) return GB_OK;
  GB_DECK_FAIL_IF(heat->varying_line, GB_UNREAD_CARD, inp->deck, heat->varying_line, error,
                  "*EXPANSION: temperatures act, and expansions are constant and along the axes "
                  "of the material here; accepted: TYPE=ISO or ORTHO with one line");
  GB_TRY(GB_TAKE(inp->problem->arena, table, 1, error));
  GB_TRY(GB_TAKE(inp->problem->arena, table->node, (size_t)mesh->nodes, error));
  GB_TRY(GB_TAKE(inp->problem->arena, table->value, (size_t)mesh->nodes, error));
  table->rest = NAN;
  for (int32_t n = 0; n < mesh->nodes; ++n) {
    GB_DECK_FAIL_IF(
        heat->amplitude >= 0 && (heat->initial[n][0] != 0 || heat->initial[n][1] != 0),
        GB_WRONG_REFERENCE, inp->deck, heat->line, error,
        "*TEMPERATURE: an amplitude beside initial temperatures; accepted: one of both");
    if (mesh->node_id[n] > inp->elements->last_node) continue; // an element has the mean of others
    table->node[table->count] = mesh->node_id[n];
    table->value[table->count++] = heat->given[n] ? heat->value[n][0] - heat->initial[n][0] : 0;
  }
  GB_TRY(make_elements(inp, table, error));
  const bool earlier = heat->amplitude < 0 && heat->step < inp->keywords->chosen;
  return gb_deck_heat(inp->deck, table, earlier ? GB_DECK_AT_ONCE : heat->amplitude, error);
}
