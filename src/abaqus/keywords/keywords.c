/// Lines become keywords with parameters and data, which belong to steps. For each instance of a
/// part the keywords of the part are read once more.
#include "abaqus/entries/keyword.h"
#include "base/length.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_CALLS = 1000000, LONGEST_NAME = 60 };

/// Return the next part of a line up to a comma outside quotes, and move `rest` behind the comma.
static gb_deck_text next_part(gb_deck_text *rest) {
  int length = 0;
  char quote = 0;
  for (; length < rest->length && (quote || rest->text[length] != ','); ++length) {
    const char c = rest->text[length];
    if (quote ? c == quote : c == '"' || c == '\'') quote = quote ? 0 : c;
  }
  const gb_deck_text part = gb_deck_trimmed((gb_deck_text){rest->text, length});
  const int used = length + (length < rest->length);
  rest->text += used, rest->length -= used;
  return part;
}

/// Set the name of a keyword, in capitals with one blank between its words.
static int read_name(const gb_inp *inp, int32_t line, gb_deck_text text, gb_inp_block *block,
                     gb_error *error) {
  char name[LONGEST_NAME + 1];
  int length = 0;
  for (int i = 0; i < text.length && length < LONGEST_NAME; ++i) {
    const unsigned char c = (unsigned char)text.text[i];
    if (isspace(c) && (!length || name[length - 1] == ' ')) continue;
    name[length++] = isspace(c) ? ' ' : isprint(c) ? (char)toupper(c) : '?';
  }
  while (length && name[length - 1] == ' ') --length;
  name[length] = 0;
  GB_DECK_FAIL_IF(!length, GB_BAD_MESH_FILE, inp->deck, line, error,
                  "a keyword is expected behind '*'");
  GB_TRY(gb_arena_text(inp->arena, &block->word, error, "*%s", name));
  block->name = block->word + 1;
  return GB_OK;
}

static int add_parameter(gb_inp *inp, gb_deck_text part, gb_error *error) {
  const char *equals = memchr(part.text, '=', (size_t)part.length);
  gb_inp_parameter p = {.key = part, .valued = equals};
  if (equals) {
    p.key = gb_deck_trimmed((gb_deck_text){part.text, (int)(equals - part.text)});
    p.value = gb_inp_unquoted(
        gb_deck_trimmed((gb_deck_text){equals + 1, (int)(part.text + part.length - equals - 1)}));
  }
  return GB_KEEP(inp, keywords->parameters, p, error);
}

/// Read a keyword in lines from `line` on. A line that ends with a comma goes on in the next one.
static int read_keyword(gb_inp *inp, int32_t line, int32_t *next, gb_inp_block *block,
                        gb_error *error) {
  const gb_deck_line *lines = inp->deck->source.lines.entry;
  gb_deck_text rest = lines[line].text;
  bool more;
  ++rest.text, --rest.length;
  *next = line;
  more = rest.length && rest.text[rest.length - 1] == ',';
  GB_TRY(read_name(inp, line, next_part(&rest), block, error));
  block->line = line;
  block->parameters = inp->keywords->parameters.count;
  for (;;) {
    while (rest.length) {
      const gb_deck_text part = next_part(&rest);
      if (part.length) GB_TRY(add_parameter(inp, part, error));
    }
    ++*next;
    if (!more || *next == inp->deck->source.lines.count || *lines[*next].text.text == '*') break;
    rest = lines[*next].text;
    more = rest.length && rest.text[rest.length - 1] == ',';
  }
  block->known = inp->keywords->parameters.count - block->parameters;
  return GB_OK;
}

static int count_fields(const gb_inp *inp, int32_t line, gb_error *error) {
  const gb_deck_text text = inp->deck->source.lines.entry[line].text;
  int fields = 1;
  for (int i = 0; i < text.length; ++i) fields += text.text[i] == ',';
  if (fields <= GB_INP_FIELDS) return GB_OK;
  return gb_deck_fail_as(GB_BAD_MESH_FILE, inp->deck, line, error, "more than %d fields in a line",
                         GB_INP_FIELDS);
}

static void squeeze(const char *name, char out[LONGEST_NAME + 1]) {
  for (; *name; ++name)
    if (*name != ' ') *out++ = *name;
  *out = 0;
}

/// Whether a key is a name, or the first letters of it, regardless of case and blanks.
/// @param[out] whole  whether it is the name
static bool begins(gb_deck_text key, gb_deck_text name, bool *whole) {
  int k = 0, n = 0;
  for (;;) {
    while (k < key.length && isspace((unsigned char)key.text[k])) ++k;
    while (n < name.length && isspace((unsigned char)name.text[n])) ++n;
    if (k == key.length || n == name.length) break;
    if (toupper((unsigned char)key.text[k++]) != toupper((unsigned char)name.text[n++]))
      return false;
  }
  *whole = n == name.length;
  return k == key.length;
}

/// Return the parameter of a rule that a key means: of this name regardless of blanks, or the only
/// one that begins with it, of three letters at least; the key itself, if there is none.
static gb_deck_text full_key(const gb_inp_rule *rule, gb_deck_text key) {
  const char *const lists[] = {rule->parameters, rule->harmless};
  gb_deck_text found = key;
  int count = 0;
  for (int k = 0; k < 2; ++k) {
    const char *separator = strchr(lists[k], ',') ? "," : " ";
    for (const char *p = lists[k]; *p; p += *p != 0) {
      const gb_deck_text name = gb_deck_trimmed((gb_deck_text){p, (int)strcspn(p, separator)});
      bool whole;
      p += strcspn(p, separator);
      if (key.length < 3 || !name.length || !begins(key, name, &whole)) continue;
      if (whole) return name;
      found = name;
      ++count;
    }
  }
  return count == 1 ? found : key;
}

static int find_blocks(gb_inp *inp, gb_error *error) {
  const gb_deck_line *lines = inp->deck->source.lines.entry;
  for (int32_t i = 0, end; i < inp->deck->source.lines.count; i = end) {
    gb_inp_block block = {0};
    char squeezed[LONGEST_NAME + 1];
    end = i + 1;
    if (!lines[i].text.length) continue;
    GB_DECK_FAIL_IF(*lines[i].text.text != '*', GB_BAD_MESH_FILE, inp->deck, i, error,
                    "a keyword is expected, as *NODE; is this an Abaqus deck?");
    GB_TRY(read_keyword(inp, i, &end, &block, error));
    block.first = end;
    for (; end < inp->deck->source.lines.count; ++end) {
      if (lines[end].text.length && *lines[end].text.text == '*') break;
      GB_TRY(count_fields(inp, end, error));
    }
    block.count = end - block.first;
    squeeze(block.name, squeezed);
    block.rule = inp->find_rule(squeezed);
    for (int k = 0; k < block.known && block.rule; ++k) {
      gb_inp_parameter *given = &inp->keywords->parameters.entry[block.parameters + k];
      given->key = full_key(block.rule, given->key);
    }
    GB_TRY(GB_KEEP(inp, keywords->blocks, block, error));
  }
  return GB_OK;
}

static bool is(const gb_inp_block *block, const char *name) {
  char squeezed[LONGEST_NAME + 1];
  squeeze(block->name, squeezed);
  return !strcmp(squeezed, name);
}

static bool is_procedure(const gb_inp_block *block) {
  return block->rule && block->rule->fate == GB_DECK_READ && block->rule->harmless &&
         !strcmp(block->rule->harmless, "*");
}

static bool is_unsolved(const gb_inp_block *block) {
  return block->rule && block->rule->fate == GB_DECK_REFUSED &&
         !strcmp(block->rule->parameters, "procedure");
}

/// Return a call of a keyword for a scope.
static gb_inp_call call_of(const gb_inp *inp, const gb_inp_block *block, int scope) {
  const gb_record is = {
      .deck = inp->deck, .word = block->word, .line = block->line, .keyword = true};
  return (gb_inp_call){is, block, scope};
}

static int begin_step(gb_inp *inp, const gb_inp_block *block, gb_error *error) {
  static const char *const words[] = {"NO", "YES", "ON", "", NULL};
  const gb_inp_call call = call_of(inp, block, 0);
  int large = 0; // it goes on from the steps before
  GB_EACH(one, inp->keywords->steps)
    if (!one->perturbation) large = one->large;
  if (gb_inp_has(inp, &call, "NLGEOM"))
    GB_TRY(gb_inp_choose(inp, &call, "NLGEOM", words, &large, error));
  const gb_inp_step step = {.name = gb_inp_value(inp, &call, "NAME"),
                            .large = large != 0,
                            .perturbation = gb_inp_has(inp, &call, "PERTURBATION"),
                            .line = block->line};
  return GB_KEEP(inp, keywords->steps, step, error);
}

/// Set the step of each keyword.
static int find_steps(gb_inp *inp, gb_error *error) {
  bool open = false;
  GB_EACH(block, inp->keywords->blocks) {
    const bool begins = is(block, "STEP");
    GB_DECK_FAIL_IF(begins && open, GB_BAD_MESH_FILE, inp->deck, block->line, error,
                    "*STEP before the *END STEP of the one before");
    if (begins) GB_TRY(begin_step(inp, block, error));
    open = open || begins;
    block->step = open ? inp->keywords->steps.count : 0;
    GB_DECK_FAIL_IF(!open && inp->keywords->steps.count && !is(block, "ENDSTEP"), GB_BAD_MESH_FILE,
                    inp->deck, block->line, error,
                    "*%s behind the last step; accepted: before the first, or in one", block->name);
    gb_inp_step *step = open ? &inp->keywords->steps.entry[block->step - 1] : NULL;
    if (step && is_procedure(block)) step->procedure = block->name;
    if (step && is_unsolved(block)) step->unsolved = block->name;
    GB_DECK_FAIL_IF(is(block, "ENDSTEP") && !open, GB_BAD_MESH_FILE, inp->deck, block->line, error,
                    "*END STEP without *STEP");
    if (is(block, "ENDSTEP")) open = false;
  }
  if (!open) return GB_OK;
  return gb_deck_fail_as(GB_BAD_MESH_FILE, inp->deck,
                         inp->keywords->steps.entry[inp->keywords->steps.count - 1].line, error,
                         "*STEP has no *END STEP: is the deck whole?");
}

/// Whether a step changes supports or loads.
static bool changes_actions(const gb_inp *inp, int step) {
  static const char *const names[] = {"BOUNDARY", "CLOAD", "DLOAD", "DSLOAD", "TEMPERATURE"};
  for (int i = 0; i < inp->keywords->blocks.count; ++i)
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k)
      if (inp->keywords->blocks.entry[i].step == step &&
          is(&inp->keywords->blocks.entry[i], names[k]))
        return true;
  return false;
}

/// Return the only step of *STATIC among steps of eigenvalues without supports and loads of their
/// own, from 1, which is what a march is of; 0: there is none, or there are others.
static int find_static(const gb_inp *inp, int count) {
  int found = 0;
  for (int i = 0; i < count; ++i) {
    const char *procedure = inp->keywords->steps.entry[i].procedure;
    if (!procedure) return 0;
    if (strcmp(procedure, "STATIC") != 0) {
      if (!strcmp(procedure, "DYNAMIC") || changes_actions(inp, i + 1)) return 0;
      continue;
    }
    if (found) return 0;
    found = i + 1;
  }
  return found;
}

/// @return what a step asks for, for a message
static const char *asked(const gb_inp_step *step) {
  return step->procedure ? step->procedure : step->unsolved ? step->unsolved : "no procedure";
}

/// Write the steps from one on, counted from 0, as "1 (STATIC, name), 2 (FREQUENCY)".
static const char *list_steps(const gb_inp *inp, int from, size_t size, char *text) {
  const gb_inp_step *steps = inp->keywords->steps.entry;
  size_t length = 0;
  for (int i = from; i < inp->keywords->steps.count && length + 80 < size; ++i)
    length += (size_t)snprintf(text + length, size - length, "%s%d (%s%s%.*s)",
                               i > from ? ", " : "", i + 1, asked(&steps[i]),
                               steps[i].name.length ? ", " : "", GB_SHOWN(steps[i].name));
  return text;
}

/// Refuse several steps of which none is chosen.
static int refuse_several(const gb_inp *inp, gb_error *error) {
  char text[400] = "";
  return gb_fail(
      error, GB_CHOOSE_SET,
      "%s: the deck has the steps %s, of which a model has one, with what goes on from those "
      "before it: choose it, as `deck: {step: 1}` in the case file, or --set deck.step=1",
      inp->deck->file, list_steps(inp, 0, sizeof text, text));
}

/// Choose the step of *STATIC whose turn it is. A deck of several steps is refused if one of them
/// is of *DYNAMIC or names no procedure.
static int take_turn(gb_inp *inp, int count, int turn, gb_error *error) {
  gb_deck_part part = {.key = "step", .turn = turn};
  int sought = 0;
  for (int i = 0; i < count; ++i) {
    const char *procedure = inp->keywords->steps.entry[i].procedure;
    if (turn == 0 || !procedure || !strcmp(procedure, "DYNAMIC")) return refuse_several(inp, error);
    if (!strcmp(procedure, "STATIC")) {
      if (++part.count == turn) part.number = i + 1;
    } else if (strcmp(procedure, "NO ANALYSIS") != 0) {
      sought = i + 1;
    }
  }
  if (part.number == 0) return refuse_several(inp, error);
  inp->keywords->part = part;
  inp->keywords->chosen = (int)part.number;
  if (!sought || turn > 1) return GB_OK;
  return gb_deck_note(inp->deck, inp->keywords->steps.entry[sought - 1].line, error,
                      "step %d, of *%s, is left out; `gimbal modes` or `gimbal buckling` takes it "
                      "by --set deck.step=%d",
                      sought, inp->keywords->steps.entry[sought - 1].procedure, sought);
}

/// Where frequencies are sought, let a perturbation step of *FREQUENCY behind one of *STATIC be
/// about the state of that step, which is chosen then.
static int take_base(gb_inp *inp, const gb_deck_choice *deck, int count, bool *taken,
                     gb_error *error) {
  const gb_inp_step *steps = inp->keywords->steps.entry;
  const int of = deck->step ? deck->step : count;
  *taken = false;
  if (deck->stays != GB_AIM_MODES || of < 2 || !steps[of - 1].perturbation ||
      !steps[of - 1].procedure || strcmp(steps[of - 1].procedure, "FREQUENCY") != 0)
    return GB_OK;
  int base = of - 1;
  while (base > 0 && steps[base - 1].perturbation) --base;
  if (base == 0 || !steps[base - 1].procedure || strcmp(steps[base - 1].procedure, "STATIC") != 0)
    return GB_OK;
  *taken = inp->keywords->prestressed = true;
  inp->keywords->chosen = base;
  return gb_deck_note(inp->deck, steps[of - 1].line, error,
                      "step %d, of *FREQUENCY with PERTURBATION, is about the equilibrium of step "
                      "%d, whose supports and loads act; without these: deck: {step: %d}",
                      of, base, base);
}

/// Leave out steps at the end of procedures that are not solved here: they do not change what those
/// before them are.
static int leave_out_end(gb_inp *inp, int *count, gb_error *error) {
  const gb_inp_step *steps = inp->keywords->steps.entry;
  int left = *count;
  while (left > 0 && !steps[left - 1].procedure && steps[left - 1].unsolved) --left;
  if (left == 0 || left == *count) return GB_OK;
  *count = left;
  char text[400] = "";
  return gb_deck_note(inp->deck, steps[left].line, error,
                      "%s %s, not solved here, left out; %s: a step is "
                      "chosen by `deck: {step: 1}` in the case file, or --set deck.step=1",
                      inp->keywords->steps.count > left + 1 ? "the steps" : "step",
                      list_steps(inp, left, sizeof text, text),
                      left > 1 ? "those before act" : "step 1 acts");
}

static int choose_step(gb_inp *inp, const gb_deck_choice *deck, gb_error *error) {
  int count = inp->keywords->steps.count;
  int solved = 0;
  if (deck->step > count)
    return gb_fail(error, GB_UNDEFINED_NUMBER, "%s: the deck has %d steps, and deck.step is %d",
                   inp->deck->file, count, deck->step);
  if (!deck->step) GB_TRY(leave_out_end(inp, &count, error));
  inp->keywords->chosen = deck->step ? deck->step : count;
  bool taken;
  GB_TRY(take_base(inp, deck, count, &taken, error));
  if (taken) return GB_OK;
  for (int i = 0; i < count && !deck->step; ++i) {
    const char *procedure = inp->keywords->steps.entry[i].procedure;
    if (procedure && !strcmp(procedure, "NO ANALYSIS")) continue;
    ++solved;
    inp->keywords->chosen = i + 1;
  }
  if (count == 1 && !solved && !deck->step)
    return gb_deck_note(inp->deck, inp->keywords->steps.entry[0].line, error,
                        "the only step, of *NO ANALYSIS, asks for nothing: its supports and loads "
                        "are read, and the case file, or the command, says what is solved for");
  if (deck->step || count < 2 || solved == 1) return GB_OK;
  const int only = find_static(inp, count);
  if (only) {
    inp->keywords->chosen = only;
    return gb_deck_note(inp->deck, -1, error,
                        "step %d of %d acts, as the only one of *STATIC; others by `deck: {step: "
                        "%d}` in the case file, or --set deck.step=%d",
                        only, inp->keywords->steps.count, only == 1 ? 2 : 1, only == 1 ? 2 : 1);
  }
  return take_turn(inp, count, deck->turn, error);
}

/// A part, with its keywords from first up to end.
typedef struct part {
  gb_deck_text name;
  int first, end;
} part;

typedef GB_LIST_OF(part) part_list;

/// Find the block that ends the one at `first`, as *END PART.
static int find_end(const gb_inp *inp, int first, const char *end, int *out, gb_error *error) {
  const gb_inp_block *blocks = inp->keywords->blocks.entry;
  for (*out = first + 1; *out < inp->keywords->blocks.count; ++*out)
    if (is(&blocks[*out], end)) return GB_OK;
  return gb_deck_fail_as(GB_BAD_MESH_FILE, inp->deck, blocks[first].line, error,
                         "*%s has no *END %s: is the deck whole?", blocks[first].name,
                         blocks[first].name);
}

static int add_call(gb_inp *inp, int block, int scope, gb_error *error) {
  const gb_inp_call call = call_of(inp, &inp->keywords->blocks.entry[block], scope);
  if (call.block->step > inp->keywords->chosen) return GB_OK;
  if (inp->keywords->calls.count < MOST_CALLS) return GB_KEEP(inp, keywords->calls, call, error);
  return gb_record_fail(&call.is, error, "instances make more than %d keywords of the deck",
                        MOST_CALLS);
}

bool gb_inp_is_turned(const gb_inp *inp, const gb_inp_call *call) {
  return inp->keywords->scopes.entry[call->scope].turned;
}

void gb_inp_turn(const gb_inp *inp, const gb_inp_call *call, double v[3]) {
  const gb_inp_scope *s = &inp->keywords->scopes.entry[call->scope];
  const double old[3] = {v[0], v[1], v[2]};
  for (int i = 0; i < 3 && s->turned; ++i)
    v[i] = s->turn[i][0] * old[0] + s->turn[i][1] * old[1] + s->turn[i][2] * old[2];
}

/// Read the rotation of an instance, by two points of the axis and an angle. It follows the
/// translation: x = a + R (X + shift - a).
static int read_turn(gb_inp_data *data, gb_inp_scope *scope, gb_error *error) {
  double v[7], axis[3], old[3];
  for (int i = 0; i < 7; ++i)
    GB_TRY(gb_read_real(&data->is, i, "the axis (two points) or the angle of a rotation", &v[i],
                        error));
  GB_TRY(gb_expect_end(&data->is, 7, error));
  for (int i = 0; i < 3; ++i) axis[i] = v[3 + i] - v[i];
  const double length = gb_length(axis), angle = v[6] * acos(-1) / 180, s = sin(angle),
               c = cos(angle);
  GB_REFUSE_IF(!(length > 0), &data->is, error, "both points of the axis are one");
  for (int i = 0; i < 3; ++i) axis[i] /= length;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const double cross = i == j ? 0 : (j == (i + 1) % 3 ? -1 : 1) * axis[3 - i - j];
      scope->turn[i][j] = c * (i == j) + (1 - c) * axis[i] * axis[j] + s * cross;
    }
  scope->turned = true;
  for (int i = 0; i < 3; ++i) old[i] = scope->shift[i] - v[i];
  for (int i = 0; i < 3; ++i) {
    scope->shift[i] = v[i];
    for (int j = 0; j < 3; ++j) scope->shift[i] += scope->turn[i][j] * old[j];
  }
  return GB_OK;
}

/// Read the translation and the rotation of an instance.
static int read_shift(const gb_inp *inp, const gb_inp_call *call, gb_inp_scope *scope,
                      gb_error *error) {
  gb_inp_data data = gb_inp_begin(inp, call);
  if (!gb_inp_next(&data)) return GB_OK;
  GB_TRY(GB_READ(&data.is, error, {0, "x|y|z", .real_or = scope->shift}, {3, .end = true}));
  if (!gb_inp_next(&data)) return GB_OK;
  GB_TRY(read_turn(&data, scope, error));
  return gb_inp_end(&data, error);
}

static int add_instance(gb_inp *inp, const part_list *parts, int block, int *end, gb_error *error) {
  const gb_inp_call call = call_of(inp, &inp->keywords->blocks.entry[block], 0);
  gb_inp_scope scope = {.offset = -1};
  gb_deck_text of;
  int k = 0;
  GB_TRY(gb_inp_check_parameters(inp, &call, error));
  GB_TRY(gb_inp_need(inp, &call, "NAME", &scope.name, error));
  GB_TRY(gb_inp_need(inp, &call, "PART", &of, error));
  GB_REFUSE_AS_IF(gb_inp_find_scope(inp, scope.name) >= 0, GB_DUPLICATE_NUMBER, &call.is, error,
                  "NAME=%.*s is that of another instance", scope.name.length, scope.name.text);
  GB_TRY(read_shift(inp, &call, &scope, error));
  GB_TRY(find_end(inp, block, "ENDINSTANCE", end, error));
  char name[LONGEST_NAME * 2];
  snprintf(name, sizeof name, "%.*s", of.length, of.text);
  while (k < parts->count) {
    const gb_deck_text t = parts->entry[k].name;
    if (t.length == of.length && gb_inp_same(of, name) && gb_inp_same(t, name)) break;
    ++k;
  }
  GB_REFUSE_AS_IF(k == parts->count, GB_UNDEFINED_NUMBER, &call.is, error,
                  "PART=%s is not defined before it", name);
  const int at = inp->keywords->scopes.count;
  GB_TRY(GB_KEEP(inp, keywords->scopes, scope, error));
  for (int i = parts->entry[k].first; i < parts->entry[k].end; ++i)
    GB_TRY(add_call(inp, i, at, error));
  for (int i = block + 1; i < *end; ++i) GB_TRY(add_call(inp, i, at, error));
  return GB_OK;
}

/// Make the calls: each keyword of the deck once, and those of a part for each of its instances.
static int find_calls(gb_inp *inp, gb_error *error) {
  const gb_inp_block *blocks = inp->keywords->blocks.entry;
  const gb_inp_scope assembly = {.offset = 0};
  part_list parts = {0};
  GB_TRY(GB_KEEP(inp, keywords->scopes, assembly, error));
  for (int i = 0, end; i < inp->keywords->blocks.count; i = end + 1) {
    end = i;
    if (is(&blocks[i], "PART")) {
      const gb_inp_call call = call_of(inp, &blocks[i], 0);
      part p = {.first = i + 1};
      GB_TRY(gb_inp_check_parameters(inp, &call, error));
      GB_TRY(gb_inp_need(inp, &call, "NAME", &p.name, error));
      GB_TRY(find_end(inp, i, "ENDPART", &end, error));
      p.end = end;
      GB_TRY(GB_ARENA_ADD(inp->arena, parts, p, error));
    } else if (is(&blocks[i], "INSTANCE")) {
      GB_TRY(add_instance(inp, &parts, i, &end, error));
    } else {
      GB_TRY(add_call(inp, i, 0, error));
    }
  }
  if (inp->keywords->scopes.count > 1) inp->keywords->scopes.entry[0].offset = -1;
  return GB_OK;
}

bool gb_inp_goes_on(const gb_inp *inp, const gb_inp_call *call) {
  const int step = call->block->step;
  if (!step || step == inp->keywords->chosen) return true;
  return !inp->keywords->steps.entry[step - 1].perturbation;
}

/// Find the program of a deck by keywords that CalculiX does not have.
static gb_dialect find_dialect(const gb_inp *inp, gb_dialect said) {
  static const char *const signs[] = {"PART", "ASSEMBLY", "INSTANCE", "PREPRINT", "OUTPUT", NULL};
  for (int i = 0; i < inp->keywords->blocks.count && said == GB_DIALECT_AUTO; ++i)
    for (int k = 0; signs[k]; ++k)
      if (is(&inp->keywords->blocks.entry[i], signs[k])) said = GB_DIALECT_ABAQUS;
  return said;
}

int gb_inp_find_keywords(gb_inp *inp, const gb_deck_choice *deck, gb_error *error) {
  GB_TRY(find_blocks(inp, error));
  inp->keywords->dialect = find_dialect(inp, (gb_dialect)deck->dialect);
  GB_EACH(block, inp->keywords->blocks)
    inp->keywords->generates = inp->keywords->generates || is(block, "NGEN") || is(block, "ELGEN");
  GB_TRY(find_steps(inp, error));
  GB_TRY(choose_step(inp, deck, error));
  return find_calls(inp, error);
}
