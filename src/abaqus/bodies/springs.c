/// Springs and dampers of an .inp deck. Nodes that have these or a mass alone are free nodes.
#include "deck/springs.h"
#include "abaqus/entries/body.h"
#include "abaqus/entries/load.h"
#include "abaqus/entries/property.h"
#include "deck/table.h"

#include <math.h>
#include <string.h>

static const char *const prefixes[] = {"NODE", "node"};

int gb_inp_need_free(gb_inp *inp, int32_t node, gb_point_mass **out, gb_error *error) {
  const char *name;
  GB_TRY(gb_deck_name_end(inp->deck, node, prefixes, false, &name, error));
  *out = gb_deck_free_at(inp->deck, node);
  return GB_OK;
}

int gb_inp_name_end(gb_inp *inp, int32_t node, const char **end, gb_error *error) {
  return gb_deck_name_end(inp->deck, node, prefixes, inp->elements->taken[node], end, error);
}

/// The data of *SPRING and *DASHPOT: a number, and for some of them components.
typedef struct property {
  const gb_inp_call *call;
  bool damper;
  double number;
  const char *law; ///< force as a function of the elongation s, in place of the number; NULL: none
  int64_t component[2]; ///< 0: the spring acts along its line
} property;

int gb_inp_read_law(gb_inp *inp, gb_inp_data *data, const char **law, gb_error *error) {
  GB_LIST_OF(gb_deck_point) points = {0};
  char *text;
  while (gb_inp_next(data)) {
    gb_deck_point q;
    GB_TRY(GB_READ(&data->is, error, {0, "the force", .real = &q.y},
                   {1, "the displacement at it", .real = &q.x}, {2, .end = true}));
    GB_REFUSE_IF(points.count && !(q.x > points.entry[points.count - 1].x), &data->is, error,
                 "displacements must ascend");
    GB_TRY(GB_ARENA_ADD(inp->arena, points, q, error));
  }
  GB_REFUSE_IF(points.count < 2, &data->call->is, error, "needs two points or more");
  GB_TRY(gb_inp_write_table(inp, points.entry, points.count, "s", &text, error));
  *law = text;
  return GB_OK;
}

static int read_property(gb_inp *inp, const gb_inp_call *call, gb_inp_shape kind, property *p,
                         gb_error *error) {
  static const char *const names[] = {"the first component", "the second component"};
  gb_inp_data data = gb_inp_begin(inp, call);
  const int ends = kind == GB_INP_SPRING_NODES ? 2 : kind == GB_INP_SPRING_GROUND;
  if (ends) GB_TRY(gb_inp_need_line(&data, "components", error));
  for (int i = 0; i < ends; ++i) {
    GB_TRY(gb_read_integer(&data.is, i, names[i], &p->component[i], error));
    GB_REFUSE_IF(p->component[i] < 1 || p->component[i] > 6, &data.is, error,
                 "%s = %lld; accepted: 1 to 6", names[i], (long long)p->component[i]);
  }
  if (ends) GB_TRY(gb_expect_end(&data.is, ends, error));
  GB_REFUSE_IF(ends == 2 && p->component[0] != p->component[1], &data.is, error,
               "components %lld and %lld; accepted: the same of both nodes",
               (long long)p->component[0], (long long)p->component[1]);
  if (gb_inp_has(inp, call, "NONLINEAR")) {
    if (kind == GB_INP_SPRING_LINE) return gb_inp_read_law(inp, &data, &p->law, error);
    return gb_record_fail(&call->is, error,
                          "NONLINEAR; accepted: of SPRINGA, other springs are linear");
  }
  GB_TRY(gb_inp_need_line(&data, p->damper ? "the coefficient" : "the stiffness", error));
  GB_TRY(gb_read_real(&data.is, 0, p->damper ? "the coefficient" : "the stiffness", &p->number,
                      error));
  GB_TRY(gb_expect_end(&data.is, 1, error));
  return gb_inp_end(&data, error);
}

/// Name an end of a spring. A node that has springs alone has no rotations; where a support holds
/// the rotation on which the spring acts, the end of the spring is the ground.
static int name_end(gb_inp *inp, const property *p, int32_t node, const char **end,
                    gb_error *error) {
  const int component = (int)p->component[0];
  if (component < 4 || inp->elements->taken[node] || gb_deck_body_at(inp->deck, node))
    return gb_inp_name_end(inp, node, end, error);
  *end = "ground";
  inp->elements->held[node] = true;
  GB_REFUSE_IF(!gb_inp_is_held(inp, node, component), &p->call->is, error,
               "component %d of node %lld, which has springs alone and turns freely; accepted: a "
               "rotation of a node of beams, shells or a body, or one that *BOUNDARY holds",
               component, gb_inp_number(inp, inp->mesh->node_id[node]));
  return GB_OK;
}

static int add_spring(gb_inp *inp, const property *p, const gb_inp_point *point, gb_error *error) {
  gb_deck_spring spring = {.between = {NULL, "ground"}, .law = p->law};
  const int ends = point->type->nodes, c = p->component[0] ? (int)p->component[0] - 1 : 0;
  int32_t node[2] = {0};
  for (int end = 0; end < ends; ++end)
    node[end] = gb_lower_index(inp->mesh->node_id, inp->mesh->nodes, point->node[end]);
  GB_DECK_FAIL_IF(ends == 2 && node[0] == node[1], GB_NO_LENGTH, inp->deck, point->line, error,
                  "both ends of element %lld are one node", gb_inp_number(inp, point->id));
  GB_TRY(gb_arena_text(inp->problem->arena, &spring.name, error, "%s %lld", point->type->names,
                       (long long)point->id));
  GB_TRY(gb_deck_where(inp->deck, p->call->is.line, p->call->is.word, &spring.where, error));
  for (int end = 0; end < ends; ++end)
    GB_REFUSE_IF(p->component[0] && gb_inp_is_transformed(inp, node[end]), &p->call->is, error,
                 "a component of node %lld, which has a *TRANSFORM; accepted: nodes without",
                 gb_inp_number(inp, inp->mesh->node_id[node[end]]));
  for (int end = 0; end < ends; ++end) {
    const int to = end && !strcmp(spring.between[0], "ground") ? 0 : end; // the ground is second
    GB_TRY(name_end(inp, p, node[end], &spring.between[to], error));
    memcpy(spring.at[to], inp->mesh->position[node[end]], sizeof spring.at[to]);
    if (to < end) spring.between[1] = "ground";
  }
  if (!strcmp(spring.between[0], "ground"))
    return gb_deck_note(inp->deck, p->call->is.line, error,
                        "element %lld is left out: what it turns is held",
                        gb_inp_number(inp, point->id));
  (p->damper ? spring.b : spring.k)[c] = p->number;
  if (!p->component[0]) return gb_deck_add_spring(inp->deck, &spring, error);
  spring.apart = c < 3;
  for (int i = 0; i < 6; ++i) (&spring.axes[0][0])[i] = NAN; // the global ones
  return gb_deck_add_bushing(inp->deck, &spring, error);
}

int gb_inp_spring(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  const gb_inp_set *set;
  gb_inp_point *point;
  int from = 0;
  const bool damper = !strcmp(call->block->name, "DASHPOT");
  const unsigned kinds =
      damper ? 1u << GB_INP_DASHPOT_LINE
             : 1u << GB_INP_SPRING_LINE | 1u << GB_INP_SPRING_GROUND | 1u << GB_INP_SPRING_NODES;
  GB_TRY(gb_inp_need_set(inp, call, "ELSET", true, &set, error));
  for (;;) {
    property p = {.call = call, .damper = damper};
    GB_TRY(gb_inp_next_point(inp, call, set, kinds, &from, &point, error));
    if (!point) return GB_OK;
    GB_TRY(read_property(inp, call, point->type->kind, &p, error));
    GB_TRY(add_spring(inp, &p, point, error));
  }
}
