/// *EQUATION: a sum of components of nodes is 0. Sets of nodes stand for an equation for each of
/// their nodes. Source: Abaqus Keywords Reference Guide.
#include "abaqus/entries/body.h"
#include "abaqus/entries/property.h"
#include "deck/ties.h"

enum { MOST_TERMS = 10000 };

/// A term: a component of a node, or of each node of a set.
typedef struct equation_term {
  gb_inp_members nodes;
  int component;
  double coefficient;
  int32_t line;
} equation_term;

typedef GB_LIST_OF(equation_term) term_list;

/// Read a term: node or set, component and coefficient.
static int read_term(gb_inp *inp, const gb_inp_data *data, int entry, term_list *terms,
                     gb_error *error) {
  equation_term term = {.line = data->is.line};
  int64_t component;
  GB_TRY(gb_inp_find_members(data, entry, false, &term.nodes, error));
  GB_TRY(gb_read_integer(&data->is, entry + 1, "the component", &component, error));
  GB_TRY(gb_read_real(&data->is, entry + 2, "the coefficient", &term.coefficient, error));
  GB_REFUSE_IF(term.nodes.count == 0, &data->is, error, "a set without nodes");
  GB_REFUSE_IF(
      term.nodes.count > 1 && term.nodes.set->unsorted, &data->is, error,
      "the set '%s' is UNSORTED, and its order is not kept; accepted: sets in the order of "
      "their numbers, or single nodes",
      term.nodes.set->name);
  GB_REFUSE_IF(component < 1 || component > 6, &data->is, error, "component %lld; accepted: 1 to 6",
               (long long)component);
  term.component = (int)component;
  GB_TRY(GB_ARENA_ADD(inp->arena, *terms, term, error));
  equation_term *kept = &terms->entry[terms->count - 1];
  const int most = terms->entry[0].nodes.count;
  GB_REFUSE_IF(kept->nodes.count != 1 && kept->nodes.count != most, &data->is, error,
               "a set of %d nodes behind %s of %d; accepted: as many as in the first term, or one",
               (int)kept->nodes.count, most > 1 ? "a set" : "a node", most);
  return GB_OK;
}

/// Make a free node of a node that only equations name. Supports hold the displacements of the node
/// that no equation names: Abaqus and CalculiX have no unknowns for them.
static int need_free(gb_inp *inp, int32_t node, int component, gb_error *error) {
  gb_point_mass *point = gb_deck_free_at(inp->deck, node);
  if (inp->elements->taken[node] || gb_deck_body_at(inp->deck, node) || component > 3) return GB_OK;
  if (!point) {
    GB_TRY(gb_inp_need_free(inp, node, &point, error));
    GB_TRY(GB_KEEP(inp, bodies->alone, node, error));
    point->fix = GB_FIX_X | GB_FIX_Y | GB_FIX_Z;
  }
  GB_EACH(one, inp->bodies->alone)
    if (*one == node) point->fix &= ~((unsigned)GB_FIX_X << (component - 1));
  return GB_OK;
}

int gb_inp_hold_alone(gb_inp *inp, gb_error *error) {
  GB_EACH(node, inp->bodies->alone) {
    gb_point_mass *point = gb_deck_free_at(inp->deck, *node);
    if (!gb_motion_is_given(&point->motion)) continue;
    for (int k = 0; k < 3; ++k)
      if (point->fix >> k & 1)
        GB_TRY(
            gb_expression_constant(0, inp->problem->arena, &point->motion.displacement[k], error));
    point->fix = 0;
  }
  return GB_OK;
}

/// Add a term to an equation: of its only node, or of node number i of its set.
static int add_term(gb_inp *inp, const gb_record *is, const equation_term *term, int i,
                    gb_equation *equation, gb_error *error) {
  // the entry of a single node is in the term, which may have moved
  const int32_t node =
      term->nodes.set ? term->nodes.entry[term->nodes.count > 1 ? i : 0] : term->nodes.one;
  const int32_t of = gb_inp_rotated_by(inp, node), carrier = of >= 0 ? of : node;
  GB_REFUSE_IF(of >= 0 && term->component > 3, is, error,
               "component %d of a ROT NODE; accepted: 1 to 3", term->component);
  gb_deck_component of_node = {
      carrier, carrier, term->component + (of >= 0 ? 3 : 0), {{1}, {0, 1}, {0, 0, 1}}};
  if (of < 0) GB_TRY(need_free(inp, carrier, term->component, error));
  if (of < 0) GB_TRY(gb_inp_axes_of(inp, term->line, carrier, of_node.axis, error));
  return gb_deck_add_component(inp->deck, equation, &of_node, term->coefficient, error);
}

/// Read an equation: the number of terms, then the terms in as many lines as they need.
static int read_one(gb_inp *inp, gb_inp_data *data, gb_error *error) {
  term_list terms = {0};
  int64_t count;
  GB_TRY(gb_read_integer(&data->is, 0, "the number of terms", &count, error));
  GB_TRY(gb_expect_end(&data->is, 1, error));
  GB_REFUSE_IF(count < 1 || count > MOST_TERMS, &data->is, error, "%lld terms; accepted: 1 to %d",
               (long long)count, MOST_TERMS);
  const int32_t line = data->is.line;
  for (int entry = data->is.count; terms.count < count; entry += 3) {
    if (entry >= data->is.count || terms.count == 0) {
      GB_TRY(gb_inp_need_line(data, "further terms of an equation", error));
      entry = 0;
    }
    GB_TRY(read_term(inp, data, entry, &terms, error));
    if (terms.count == count) GB_TRY(gb_expect_end(&data->is, entry + 3, error));
  }
  for (int i = 0; i < terms.entry[0].nodes.count; ++i) {
    gb_equation *equation;
    GB_TRY(gb_deck_add_equation(inp->deck, line, "*EQUATION", &equation, error));
    GB_EACH(term, terms) GB_TRY(add_term(inp, &data->is, term, i, equation, error));
  }
  return GB_OK;
}

int gb_inp_equation(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);)
    GB_TRY(read_one(inp, &data, error));
  return GB_OK;
}
