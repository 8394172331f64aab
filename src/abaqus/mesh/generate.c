/// *NGEN and *ELGEN of an .inp deck, which make nodes between two nodes, and elements like one
/// element. Source: Abaqus Keywords Reference Guide.
#include "abaqus/entries/element.h"

#include <string.h>

enum { MOST = 10000000, DIRECTIONS = 3 };

/// The numbers of a line that makes nodes or elements.
typedef struct run {
  int64_t first;             ///< number of the given node or element, with its offset
  int64_t count[DIRECTIONS]; ///< number of elements, including the first; number of nodes after the
                             ///< first
  int64_t nodes[DIRECTIONS]; ///< increments of the numbers of nodes
  int64_t own[DIRECTIONS];   ///< increments of the numbers of what is made
} run;

static int check_size(gb_inp *inp, const gb_inp_data *data, double count, gb_error *error) {
  inp->elements->generated += count;
  if (inp->elements->generated <= MOST) return GB_OK;
  return gb_record_fail(&data->is, error, "with those before it, more than %d are made", MOST);
}

/// Read first node, last node [, increment].
static int read_between(gb_inp *inp, const gb_inp_data *data, run *r, gb_error *error) {
  int64_t last, step = 1;
  GB_TRY(gb_inp_read_number(inp, data, 0, "the first node", &r->first, error));
  GB_TRY(gb_inp_read_number(inp, data, 1, "the last node", &last, error));
  if (!gb_field_is_blank(&data->is, 2))
    GB_TRY(gb_read_integer(&data->is, 2, "the increment", &step, error));
  GB_TRY(gb_expect_end(&data->is, 3, error));
  GB_REFUSE_IF(last <= r->first || step < 1 || step > INT32_MAX || (last - r->first) % step,
               &data->is, error,
               "accepted: first < last, and an increment that leads from one to the other");
  r->own[0] = step;
  r->count[0] = (last - r->first) / step;
  return GB_OK;
}

/// Find the position of a node that is defined before this keyword.
static int find_known(const gb_inp *inp, const gb_inp_data *data, int64_t id, double x[3],
                      gb_error *error) {
  for (int i = inp->elements->known.count; i-- > 0;) {
    if (inp->elements->known.entry[i].id != id) continue;
    memcpy(x, inp->elements->known.entry[i].position, 3 * sizeof *x);
    return GB_OK;
  }
  return gb_record_fail_as(GB_UNDEFINED_NUMBER, &data->is, error,
                           "node %lld is not defined before it", gb_inp_number(inp, id));
}

int gb_inp_ngen(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) {
    run r = {0};
    double end[2][3];
    GB_TRY(read_between(inp, &data, &r, error));
    GB_TRY(check_size(inp, &data, (double)r.count[0], error));
    GB_TRY(find_known(inp, &data, r.first, end[0], error));
    GB_TRY(find_known(inp, &data, r.first + r.count[0] * r.own[0], end[1], error));
    for (int64_t k = 1; k < r.count[0]; ++k) {
      double x[3];
      const double part = (double)k / (double)r.count[0];
      for (int i = 0; i < 3; ++i) x[i] = end[0][i] + part * (end[1][i] - end[0][i]);
      GB_TRY(gb_inp_add_node(inp, r.first + k * r.own[0], x, data.is.line, error));
    }
  }
  return GB_OK;
}

/// Read the element, then for each of three directions the number of elements and the increments of
/// nodes' and elements' numbers.
static int read_rows(gb_inp *inp, const gb_inp_data *data, run *r, gb_error *error) {
  double count = 1;
  GB_TRY(gb_inp_read_number(inp, data, 0, "the element", &r->first, error));
  for (int d = 0; d < DIRECTIONS; ++d) {
    int64_t *const value[] = {&r->count[d], &r->nodes[d], &r->own[d]};
    for (int i = 0; i < 3; ++i) {
      *value[i] = 1;
      if (!gb_field_is_blank(&data->is, 1 + 3 * d + i))
        GB_TRY(gb_read_integer(&data->is, 1 + 3 * d + i, "a number of elements or an increment",
                               value[i], error));
      GB_REFUSE_IF(*value[i] < 1 || *value[i] > INT32_MAX, &data->is, error,
                   "accepted: numbers and increments > 0");
    }
    count *= (double)r->count[d];
  }
  GB_TRY(gb_expect_end(&data->is, 10, error));
  return check_size(inp, data, count, error);
}

static int copy_element(gb_inp *inp, const gb_inp_data *data, const run *r,
                        const gb_inp_known_element *like, const int64_t k[DIRECTIONS],
                        gb_error *error) {
  int64_t id = r->first, node[GB_INP_ELEMENT_NODES], shift = 0;
  for (int d = 0; d < DIRECTIONS; ++d) {
    id += k[d] * r->own[d];
    shift += k[d] * r->nodes[d];
  }
  if (id == r->first) return GB_OK;
  for (int a = 0; a < like->type->nodes; ++a) node[a] = like->node[a] + shift;
  return gb_inp_add_element(inp, like->type, id, node, data->is.line, error);
}

int gb_inp_elgen(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) {
    run r = {0};
    int64_t k[DIRECTIONS];
    int found = inp->elements->master.count - 1;
    GB_TRY(read_rows(inp, &data, &r, error));
    while (found >= 0 && inp->elements->master.entry[found].id != r.first) --found;
    GB_REFUSE_AS_IF(found < 0, GB_UNDEFINED_NUMBER, &data.is, error,
                    "element %lld is not defined before it", gb_inp_number(inp, r.first));
    const gb_inp_known_element like = inp->elements->master.entry[found];
    for (k[2] = 0; k[2] < r.count[2]; ++k[2])
      for (k[1] = 0; k[1] < r.count[1]; ++k[1])
        for (k[0] = 0; k[0] < r.count[0]; ++k[0])
          GB_TRY(copy_element(inp, &data, &r, &like, k, error));
  }
  return GB_OK;
}

int gb_inp_name_ngen(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  int set;
  if (!gb_inp_has(inp, call, "NSET")) return GB_OK;
  GB_TRY(gb_inp_begin_named(inp, call, "NSET", false, &set, error));
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) {
    run r = {0};
    GB_TRY(read_between(inp, &data, &r, error));
    for (int64_t k = 0; k <= r.count[0]; ++k)
      GB_TRY(gb_inp_put(inp, false, r.first + k * r.own[0], set, error));
  }
  return gb_inp_end_named(inp, set);
}

int gb_inp_name_elgen(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  int set;
  if (!gb_inp_has(inp, call, "ELSET")) return GB_OK;
  GB_TRY(gb_inp_begin_named(inp, call, "ELSET", true, &set, error));
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) {
    run r = {0};
    int64_t k[DIRECTIONS];
    inp->elements->generated = 0;
    GB_TRY(read_rows(inp, &data, &r, error));
    for (k[2] = 0; k[2] < r.count[2]; ++k[2])
      for (k[1] = 0; k[1] < r.count[1]; ++k[1])
        for (k[0] = 0; k[0] < r.count[0]; ++k[0])
          GB_TRY(gb_inp_put(inp, true,
                            r.first + k[0] * r.own[0] + k[1] * r.own[1] + k[2] * r.own[2], set,
                            error));
  }
  return gb_inp_end_named(inp, set);
}
