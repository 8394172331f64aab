/// Keywords of an .inp deck that are refused. The search for other defects goes on, but errors that
/// follow from a refused keyword are not reported.
#include "abaqus/entries/keyword.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool is_refused(const gb_inp *inp, const gb_inp_call *call) {
  GB_EACH(one, inp->keywords->refused)
    if (one->call == call) return true;
  return false;
}

static bool reads(const gb_inp_call *call, gb_inp_phase phase) {
  return call->block->rule && call->block->rule->read[phase];
}

/// Find the *MATERIAL, or *CONNECTOR BEHAVIOR, to which a keyword belongs. @return NULL: there is
/// none
static const gb_inp_call *owner_of(const gb_inp *inp, const gb_inp_call *call) {
  if (!reads(call, GB_INP_MATERIALS) || gb_inp_has(inp, call, "NAME")) return NULL;
  for (const gb_inp_call *before = call; before-- > inp->keywords->calls.entry;)
    if (!strcmp(before->block->name, "MATERIAL") ||
        !strcmp(before->block->name, "CONNECTOR BEHAVIOR"))
      return before;
  return NULL;
}

static int note(gb_inp *inp, const gb_inp_call *call, gb_deck_text name, gb_error *error) {
  const gb_inp_refused refused = {call, gb_inp_unquoted(name)};
  return GB_KEEP(inp, keywords->refused, refused, error);
}

/// Whether a message contains a name: as NSET=NAME or 'NAME', or with its instance before it.
static bool tells_of(const char *message, gb_deck_text name) {
  for (const char *at = message; *at && name.length > 0; ++at) {
    if (!strchr("='.", *at) || strncasecmp(at + 1, name.text, (size_t)name.length) != 0) continue;
    const unsigned char behind = (unsigned char)at[1 + name.length];
    if (!isalnum(behind) && behind != '_' && behind != '-') return true;
  }
  return false;
}

/// Whether a message contains a name that another, refused keyword defines.
static bool tells_of_lost(const gb_inp *inp, const gb_inp_call *call, const char *message) {
  GB_EACH(refused, inp->keywords->refused) {
    if (refused->call != call && tells_of(message, refused->name)) return true;
  }
  return false;
}

/// Whether an error follows from an earlier one: it contains such a name, or concerns something
/// that may lack what was refused.
static bool follows(const gb_inp *inp, const gb_inp_call *call, const gb_error *error) {
  const bool connects = reads(call, GB_INP_LINKS) || reads(call, GB_INP_CONNECTORS) ||
                        reads(call, GB_INP_MASSES) || reads(call, GB_INP_SPRINGS) ||
                        reads(call, GB_INP_ACTIONS);
  const int code = gb_error_code(error->status, error);
  if (error->status == GB_OK || inp->keywords->refused.count == 0) return false;
  if (connects && code == GB_WRONG_REFERENCE) return true;
  if (code == GB_BAD_MESH_FILE && !reads(call, GB_INP_MESH))
    return true; // it stands behind another
  return tells_of_lost(inp, call, error->message);
}

int gb_inp_refuse(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const keys[] = {"NAME", "NSET", "ELSET"};
  if (follows(inp, call, error)) *error = (gb_error){0};
  gb_error_move(&inp->deck->told.defects, error);
  if (is_refused(inp, call)) return GB_OK;
  GB_TRY(note(inp, call, (gb_deck_text){"", 0}, error));
  const gb_inp_call *owner = owner_of(inp, call);
  if (owner) return note(inp, call, gb_inp_value(inp, owner, "NAME"), error);
  const bool defines =
      reads(call, GB_INP_MESH) || reads(call, GB_INP_SETS) || reads(call, GB_INP_MATERIALS);
  for (int k = 0; k < 3 && defines; ++k)
    if (gb_inp_has(inp, call, keys[k]))
      GB_TRY(note(inp, call, gb_inp_value(inp, call, keys[k]), error));
  return GB_OK;
}

bool gb_inp_is_lost(const gb_inp *inp, const gb_inp_call *call, gb_deck_text text) {
  text = gb_inp_unquoted(text);
  for (int i = 0; i < inp->keywords->refused.count && text.length > 0; ++i) {
    const gb_inp_refused *refused = &inp->keywords->refused.entry[i];
    char name[200];
    const int length =
        snprintf(name, sizeof name, "%.*s", refused->name.length, refused->name.text);
    if (length == 0 || refused->call == call) continue;
    const int before = text.length - length;
    const bool ends = before == 0 || (before > 0 && text.text[before - 1] == '.');
    if (ends && gb_inp_same((gb_deck_text){text.text + before, length}, name)) return true;
  }
  return false;
}

bool gb_inp_is_passed_over(const gb_inp *inp, const gb_inp_call *call) {
  const gb_inp_call *owner = owner_of(inp, call);
  return is_refused(inp, call) || (owner && is_refused(inp, owner));
}

bool gb_inp_lacks_mesh(const gb_inp *inp) {
  GB_EACH(refused, inp->keywords->refused)
    if (reads(refused->call, GB_INP_MESH)) return true;
  return false;
}
