/// The components that lines of *BOUNDARY hold. Source: Abaqus Keywords Reference Guide, *BOUNDARY.
#include "abaqus/entries/body.h"
#include "abaqus/entries/load.h"

#include <string.h>

static const struct {
  const char *name;
  unsigned components; ///< as bits 1 to 6
} conditions[] = {
    {"ENCASTRE", 0x7e}, {"PINNED", 0x0e}, {"XSYMM", 0x62},  {"YSYMM", 0x54},
    {"ZSYMM", 0x38},    {"XASYMM", 0x1c}, {"YASYMM", 0x2a}, {"ZASYMM", 0x46},
};

int gb_inp_read_condition(const gb_inp_data *data, unsigned *components, double *value,
                          gb_error *error) {
  int64_t first;
  *components = 0;
  *value = 0;
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions; ++i)
    if (gb_inp_same(gb_field(&data->is, 1), conditions[i].name))
      *components = conditions[i].components;
  if (*components) return gb_expect_end(&data->is, 2, error);
  GB_REFUSE_IF(!gb_deck_integer(gb_field(&data->is, 1), &first), &data->is, error,
               "'%.*s'; accepted: the first component, or ENCASTRE, PINNED, XSYMM, YSYMM, ZSYMM, "
               "XASYMM, YASYMM, ZASYMM",
               gb_field(&data->is, 1).length, gb_field(&data->is, 1).text);
  GB_TRY(gb_inp_read_range(&data->is, 1, components, error));
  return GB_READ(&data->is, error, {3, "the value", .real_or = value}, {4, .end = true});
}

bool gb_inp_is_held(const gb_inp *inp, int32_t node, int component) {
  bool held = false;
  GB_EACH(call, inp->keywords->calls) {
    if (strcmp(call->block->name, "BOUNDARY") != 0 || !gb_inp_goes_on(inp, call)) continue;
    if (gb_inp_same(gb_inp_value(inp, call, "OP"), "NEW")) held = false;
    for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) {
      gb_error none = {0}; // the phase of supports tells of it
      gb_inp_members nodes;
      unsigned components;
      double value;
      if (gb_inp_find_members(&data, 0, false, &nodes, &none) != GB_OK ||
          gb_inp_read_condition(&data, &components, &value, &none) != GB_OK)
        continue;
      for (int i = 0; i < nodes.count && components >> component & 1; ++i)
        if (nodes.entry[i] == node) held = value == 0;
    }
  }
  return held;
}

int32_t gb_inp_rotated_by(const gb_inp *inp, int32_t node) {
  GB_EACH(rotation, inp->bodies->rotations)
    if (rotation->node == node) return rotation->body_node;
  return -1;
}
