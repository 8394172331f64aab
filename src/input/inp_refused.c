/// Refused keywords of an .inp deck: the search for other defects goes on, and passes over what
/// names a thing that a refused keyword defines.
#include "input/inp.h"

#include <stdio.h>
#include <string.h>

static bool is_refused(const gb_inp *inp, const gb_inp_call *call) {
  for (int i = 0; i < inp->told.refused.count; ++i)
    if (inp->told.refused.entry[i].call == call) return true;
  return false;
}

static bool reads(const gb_inp_call *call, gb_inp_phase phase) {
  return call->block->rule && call->block->rule->read[phase];
}

/// The *MATERIAL before a keyword that is about one; NULL: it is about none.
static const gb_inp_call *material_of(const gb_inp *inp, const gb_inp_call *call) {
  if (!reads(call, GB_INP_MATERIALS) || gb_inp_has(inp, call, "NAME")) return NULL;
  for (const gb_inp_call *before = call; before-- > inp->keywords.calls.entry;)
    if (!strcmp(before->block->name, "MATERIAL")) return before;
  return NULL;
}

static int note(gb_inp *inp, const gb_inp_call *call, gb_deck_text name, gb_error *error) {
  const gb_inp_refused refused = {call, gb_inp_unquoted(name)};
  return GB_ARENA_ADD(inp->arena, inp->told.refused, refused, error);
}

int gb_inp_refuse(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const keys[] = {"NAME", "NSET", "ELSET"};
  const bool connects = reads(call, GB_INP_LINKS) || reads(call, GB_INP_MASSES) ||
                        reads(call, GB_INP_SPRINGS) || reads(call, GB_INP_ACTIONS);
  const bool follows = connects && inp->told.defects.status != GB_OK &&
                       gb_error_code(error->status, error) == GB_WRONG_REFERENCE;
  if (follows) // of a thing that may lack what was refused
    *error = (gb_error){0};
  gb_error_move(&inp->told.defects, error);
  if (is_refused(inp, call)) return GB_OK;
  GB_TRY(note(inp, call, (gb_deck_text){"", 0}, error));
  const gb_inp_call *material = material_of(inp, call);
  if (material) return note(inp, call, gb_inp_value(inp, material, "NAME"), error);
  const bool defines =
      reads(call, GB_INP_MESH) || reads(call, GB_INP_SETS) || reads(call, GB_INP_MATERIALS);
  for (int k = 0; k < 3 && defines; ++k)
    if (gb_inp_has(inp, call, keys[k]))
      GB_TRY(note(inp, call, gb_inp_value(inp, call, keys[k]), error));
  return GB_OK;
}

/// Whether a text, or what stands behind its instance, is a name that a refused keyword defines.
static bool is_lost(const gb_inp *inp, const gb_inp_call *call, gb_deck_text text) {
  text = gb_inp_unquoted(text);
  for (int i = 0; i < inp->told.refused.count && text.length > 0; ++i) {
    const gb_inp_refused *refused = &inp->told.refused.entry[i];
    char name[200];
    const int length =
        snprintf(name, sizeof name, "%.*s", refused->name.length, refused->name.text);
    if (length == 0 || refused->call == call) continue;
    const int before = text.length - length;
    const gb_deck_text tail = {text.text + before, length};
    if (before == 0 || (before > 0 && text.text[before - 1] == '.'))
      if (gb_inp_same(tail, name)) return true;
  }
  return false;
}

bool gb_inp_is_passed_over(const gb_inp *inp, const gb_inp_call *call) {
  if (inp->told.refused.count == 0) return false;
  if (is_refused(inp, call)) return true;
  const gb_inp_call *material = material_of(inp, call);
  const gb_inp_parameter *all = inp->keywords.parameters.entry;
  if (material && is_refused(inp, material)) return true;
  for (int i = 0; i < call->block->known; ++i)
    if (is_lost(inp, call, all[call->block->parameters + i].value)) return true;
  if (reads(call, GB_INP_MESH)) return false; // nodes and elements name numbers alone
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);)
    for (int i = 0; i < data.count; ++i)
      if (is_lost(inp, call, data.field[i])) return true;
  return false;
}

bool gb_inp_lacks_mesh(const gb_inp *inp) {
  for (int i = 0; i < inp->told.refused.count; ++i)
    if (reads(inp->told.refused.entry[i].call, GB_INP_MESH)) return true;
  return false;
}
