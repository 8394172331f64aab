/// Parameters and fields of data of keywords, with messages that name line, keyword and content.
#include "abaqus/entries/keyword.h"

#include <stdio.h>
#include <string.h>

gb_deck_text gb_inp_unquoted(gb_deck_text text) {
  if (text.length < 2 || !strchr("\"'", *text.text) || text.text[text.length - 1] != *text.text)
    return text;
  return gb_deck_trimmed((gb_deck_text){text.text + 1, text.length - 2});
}

bool gb_inp_same(gb_deck_text a, const char *name) {
  a = gb_inp_unquoted(gb_deck_trimmed(a));
  return a.length == (int)strlen(name) && gb_deck_starts(a, name);
}

static const gb_inp_parameter *parameter_of(const gb_inp *inp, const gb_inp_call *call,
                                            const char *key) {
  const gb_inp_parameter *all = inp->keywords->parameters.entry;
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
  return gb_record_fail(&call->is, error, "%s= is missing", key);
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
    if (*words[i])
      length += (size_t)snprintf(known + length, sizeof known - length, "%s%s", length ? ", " : "",
                                 words[i]);
  return gb_record_fail(&call->is, error, "%s=%.*s is not read; accepted: %s", key, GB_SHOWN(value),
                        known);
}

int gb_inp_check_parameters(const gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  const gb_inp_rule *rule = call->block->rule;
  const gb_inp_parameter *all = inp->keywords->parameters.entry;
  if (!strcmp(rule->harmless, "*")) return GB_OK;
  for (int i = 0; i < call->block->known; ++i) {
    const gb_inp_parameter *p = &all[call->block->parameters + i];
    if (gb_deck_has_word(rule->parameters, p->key) || gb_deck_has_word(rule->harmless, p->key))
      continue;
    return gb_record_fail_as(GB_UNREAD_CARD, &call->is, error,
                             "the parameter %.*s is not read; accepted: %s%s%s", GB_SHOWN(p->key),
                             *rule->parameters ? rule->parameters : "none",
                             *rule->harmless ? " " : "", rule->harmless);
  }
  return GB_OK;
}

int gb_inp_accept(const gb_inp *inp, const gb_inp_call *call, const char *key, const char *word,
                  gb_error *error) {
  int only;
  return gb_inp_choose(inp, call, key, (const char *const[]){word, NULL}, &only, error);
}

int gb_inp_need_dialect(const gb_inp_data *data, const char *abaqus, const char *calculix,
                        gb_dialect *dialect, gb_error *error) {
  *dialect = data->inp->keywords->dialect;
  if (*dialect != GB_DIALECT_AUTO) return GB_OK;
  return gb_record_fail_as(
      GB_CHOOSE_SET, &data->is, error,
      "of Abaqus: %s; of CalculiX: %s; nothing in the deck says of which it is: say it, as `deck: "
      "{dialect: calculix}` in the case file, or --set deck.dialect=calculix",
      abaqus, calculix);
}

gb_inp_data gb_inp_begin(const gb_inp *inp, const gb_inp_call *call) {
  return (gb_inp_data){.is = call->is, .inp = inp, .call = call, .next = call->block->first};
}

static void split(gb_deck_text text, gb_inp_data *data) {
  int from = 0, count = 0;
  for (int i = 0; i <= text.length && count < GB_INP_FIELDS; ++i) {
    if (i < text.length && text.text[i] != ',') continue;
    data->own[count++] = gb_deck_trimmed((gb_deck_text){text.text + from, i - from});
    from = i + 1;
  }
  while (count && !data->own[count - 1].length) --count;
  data->is.field = data->own;
  data->is.count = count;
}

bool gb_inp_next(gb_inp_data *data) {
  const gb_inp_block *block = data->call->block;
  data->is.count = 0;
  while (!data->is.count && data->next < block->first + block->count) {
    data->is.line = data->next++;
    split(data->is.deck->source.lines.entry[data->is.line].text, data);
  }
  return data->is.count > 0;
}

int gb_inp_need_line(gb_inp_data *data, const char *what, gb_error *error) {
  if (gb_inp_next(data)) return GB_OK;
  return gb_record_fail(&data->call->is, error, "a line of data is missing: %s", what);
}

int gb_inp_end(gb_inp_data *data, gb_error *error) {
  if (!gb_inp_next(data)) return GB_OK;
  return gb_record_fail(&data->is, error, "a further line of data is not read");
}

int gb_inp_read_range(const gb_record *is, int entry, unsigned *components, gb_error *error) {
  int64_t first, last;
  GB_TRY(gb_read_integer(is, entry, "the first component", &first, error));
  GB_TRY(gb_read_integer_or(is, entry + 1, "the last component", first, &last, error));
  GB_REFUSE_IF(first < 1 || last > 6 || last < first, is, error,
               "components %lld to %lld; accepted: 1 to 6, ascending", (long long)first,
               (long long)last);
  *components = (2u << last) - (1u << first);
  return GB_OK;
}
