/// *EQUATION: a sum of components of nodes is 0.
#include "deck/ties.h"
#include "inp/bodies.h"
#include "inp/properties.h"

enum { MOST_TERMS = 10000 };

/// Read a term: node, component and coefficient.
static int add_term(gb_inp *inp, const gb_inp_data *data, int entry, gb_equation *equation,
                    gb_error *error) {
  gb_inp_members nodes;
  int64_t component;
  double coefficient;
  GB_TRY(gb_inp_find_members(data, entry, false, &nodes, error));
  GB_TRY(gb_read_integer(&data->is, entry + 1, "the component", &component, error));
  GB_TRY(gb_read_real(&data->is, entry + 2, "the coefficient", &coefficient, error));
  GB_REFUSE_IF(nodes.count != 1, &data->is, error, "a set of %d nodes; accepted: single nodes",
               (int)nodes.count);
  GB_REFUSE_IF(component < 1 || component > 6, &data->is, error, "component %lld; accepted: 1 to 6",
               (long long)component);
  const int32_t of = gb_inp_rotated_by(inp, *nodes.entry), node = of >= 0 ? of : *nodes.entry;
  GB_REFUSE_IF(of >= 0 && component > 3, &data->is, error,
               "component %lld of a ROT NODE; accepted: 1 to 3", (long long)component);
  gb_deck_component of_node = {
      node, node, (int)component + (of >= 0 ? 3 : 0), {{1}, {0, 1}, {0, 0, 1}}};
  if (of < 0) GB_TRY(gb_inp_axes_of(inp, data->is.line, node, of_node.axis, error));
  return gb_deck_add_component(inp->deck, equation, &of_node, coefficient, error);
}

/// Read an equation: the number of terms, then the terms in as many lines as they need.
static int read_one(gb_inp *inp, gb_inp_data *data, gb_error *error) {
  gb_equation *equation;
  int64_t count;
  GB_TRY(gb_read_integer(&data->is, 0, "the number of terms", &count, error));
  GB_TRY(gb_expect_end(&data->is, 1, error));
  GB_REFUSE_IF(count < 1 || count > MOST_TERMS, &data->is, error, "%lld terms; accepted: 1 to %d",
               (long long)count, MOST_TERMS);
  GB_TRY(gb_deck_add_equation(inp->deck, data->is.line, "*EQUATION", &equation, error));
  for (int entry = data->is.count; equation->terms.count < count; entry += 3) {
    if (entry >= data->is.count || equation->terms.count == 0) {
      GB_TRY(gb_inp_need_line(data, "further terms of an equation", error));
      entry = 0;
    }
    GB_TRY(add_term(inp, data, entry, equation, error));
    if (equation->terms.count == count) GB_TRY(gb_expect_end(&data->is, entry + 3, error));
  }
  return GB_OK;
}

int gb_inp_equation(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);)
    GB_TRY(read_one(inp, &data, error));
  return GB_OK;
}
