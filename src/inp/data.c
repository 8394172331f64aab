/// Parameters and fields of data of a keyword, with messages that name line, keyword and content.
#include "inp/inp.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

gb_deck_text gb_inp_unquoted(gb_deck_text text) {
  if (text.length < 2 || !strchr("\"'", *text.text) || text.text[text.length - 1] != *text.text)
    return text;
  return gb_deck_trimmed((gb_deck_text){text.text + 1, text.length - 2});
}

bool gb_inp_same(gb_deck_text a, const char *name) {
  a = gb_inp_unquoted(gb_deck_trimmed(a));
  if (a.length != (int)strlen(name)) return false;
  for (int i = 0; i < a.length; ++i)
    if (toupper((unsigned char)a.text[i]) != toupper((unsigned char)name[i])) return false;
  return true;
}

static const gb_inp_parameter *parameter_of(const gb_inp *inp, const gb_inp_call *call,
                                            const char *key) {
  const gb_inp_parameter *all = inp->keywords.parameters.entry;
  for (int i = 0; i < call->block->known; ++i)
    if (gb_inp_same(all[call->block->parameters + i].key, key))
      return &all[call->block->parameters + i];
  return NULL;
}

gb_deck_text gb_inp_value(const gb_inp *inp, const gb_inp_call *call, const char *key) {
  const gb_inp_parameter *p = parameter_of(inp, call, key);
  return p && p->valued ? p->value : (gb_deck_text){"", 0};
}

bool gb_inp_has(const gb_inp *inp, const gb_inp_call *call, const char *key) {
  return parameter_of(inp, call, key) != NULL;
}

int gb_inp_need(const gb_inp *inp, const gb_inp_call *call, const char *key, gb_deck_text *value,
                gb_error *error) {
  *value = gb_inp_value(inp, call, key);
  if (value->length) return GB_OK;
  return gb_inp_fail(inp, call, error, "%s= is missing", key);
}

int gb_inp_choose(const gb_inp *inp, const gb_inp_call *call, const char *key,
                  const char *const words[], int *choice, gb_error *error) {
  char known[200];
  size_t length = 0;
  const gb_deck_text value = gb_inp_value(inp, call, key);
  *choice = 0;
  if (!gb_inp_has(inp, call, key)) return GB_OK;
  for (; words[*choice]; ++*choice)
    if (gb_inp_same(value, words[*choice])) return GB_OK;
  for (int i = 0; words[i] && length + 40 < sizeof known; ++i)
    length +=
        (size_t)snprintf(known + length, sizeof known - length, "%s%s", i ? ", " : "", words[i]);
  return gb_inp_fail(inp, call, error, "%s=%.*s is not read; accepted: %s", key,
                     value.length > 40 ? 40 : value.length, value.text, known);
}

int gb_inp_need_dialect(const gb_inp_data *data, const char *abaqus, const char *calculix,
                        gb_dialect *dialect, gb_error *error) {
  *dialect = data->inp->keywords.dialect;
  if (*dialect != GB_DIALECT_AUTO) return GB_OK;
  return gb_inp_fail_data_as(GB_CHOOSE_SET, data, error,
                             "of Abaqus: %s; of CalculiX: %s; nothing in the deck says of which it "
                             "is: say it, as `deck: {dialect: calculix}` in the case file",
                             abaqus, calculix);
}

gb_inp_data gb_inp_begin(const gb_inp *inp, const gb_inp_call *call) {
  return (gb_inp_data){
      .inp = inp, .call = call, .line = call->block->line, .next = call->block->first};
}

static void split(gb_deck_text text, gb_inp_data *data) {
  int from = 0;
  data->count = 0;
  for (int i = 0; i <= text.length && data->count < GB_INP_FIELDS; ++i) {
    if (i < text.length && text.text[i] != ',') continue;
    data->field[data->count++] = gb_deck_trimmed((gb_deck_text){text.text + from, i - from});
    from = i + 1;
  }
  while (data->count && !data->field[data->count - 1].length) --data->count;
}

bool gb_inp_next(gb_inp_data *data) {
  const gb_inp_block *block = data->call->block;
  data->count = 0;
  while (!data->count && data->next < block->first + block->count) {
    data->line = data->next++;
    split(data->inp->source.lines.entry[data->line].text, data);
  }
  return data->count > 0;
}

int gb_inp_need_line(gb_inp_data *data, const char *what, gb_error *error) {
  if (gb_inp_next(data)) return GB_OK;
  return gb_inp_fail(data->inp, data->call, error, "a line of data is missing: %s", what);
}

gb_deck_text gb_inp_field(const gb_inp_data *data, int entry) {
  return entry < data->count ? data->field[entry] : (gb_deck_text){"", 0};
}

bool gb_inp_blank(const gb_inp_data *data, int entry) {
  return !gb_inp_field(data, entry).length;
}

static int refuse(const gb_inp_data *data, int entry, const char *name, const char *wanted,
                  gb_error *error) {
  const gb_deck_text field = gb_inp_field(data, entry);
  char shown[41];
  const int length = field.length > 40 ? 40 : field.length;
  for (int i = 0; i < length; ++i)
    shown[i] = isprint((unsigned char)field.text[i]) ? field.text[i] : '?';
  shown[length] = 0;
  return gb_inp_fail_data(data, error, "%s must be %s, '%s' was found", name, wanted, shown);
}

int gb_inp_integer(const gb_inp_data *data, int entry, const char *name, int64_t *value,
                   gb_error *error) {
  if (gb_deck_integer(gb_inp_field(data, entry), value)) return GB_OK;
  return refuse(data, entry, name, "an integer", error);
}

int gb_inp_real(const gb_inp_data *data, int entry, const char *name, double *value,
                gb_error *error) {
  if (gb_deck_real(gb_inp_field(data, entry), value)) return GB_OK;
  return refuse(data, entry, name, "a real number", error);
}

int gb_inp_real_or(const gb_inp_data *data, int entry, const char *name, double otherwise,
                   double *value, gb_error *error) {
  *value = otherwise;
  if (gb_inp_blank(data, entry)) return GB_OK;
  return gb_inp_real(data, entry, name, value, error);
}

int gb_inp_positive(const gb_inp_data *data, int entry, const char *name, double *value,
                    gb_error *error) {
  if (gb_deck_real(gb_inp_field(data, entry), value) && *value > 0) return GB_OK;
  return refuse(data, entry, name, "a number > 0", error);
}

int gb_inp_expect(const gb_inp_data *data, int entry, const char *name, double accepted,
                  const char *reason, gb_error *error) {
  double value;
  GB_TRY(gb_inp_real_or(data, entry, name, accepted, &value, error));
  if (fabs(value - accepted) <= 1e-9 * fabs(accepted)) return GB_OK;
  return gb_inp_fail_data(data, error, "%s = %g is not read (only %g or blank): %s", name, value,
                          accepted, reason);
}

int gb_inp_no_more(const gb_inp_data *data, int first, gb_error *error) {
  for (int i = first; i < data->count; ++i)
    if (data->field[i].length)
      return gb_inp_fail_data(data, error, "field %d, '%.*s', is not read", i + 1,
                              data->field[i].length > 40 ? 40 : data->field[i].length,
                              data->field[i].text);
  return GB_OK;
}

int gb_inp_end(gb_inp_data *data, gb_error *error) {
  if (!gb_inp_next(data)) return GB_OK;
  return gb_inp_fail_data(data, error, "a further line of data is not read");
}
