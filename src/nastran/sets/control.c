/// The case control of a Nastran deck, which chooses the sets of supports and loads that act.
/// Source: MSC Nastran Quick Reference Guide, "Case control commands".
#include "nastran/entries/body.h"
#include "nastran/entries/load.h"
#include "nastran/entries/set.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const commands[GB_NASTRAN_CHOICES] = {
    "SPC", "LOAD", "DLOAD", "MPC", "NSM", "LOADSET", "SUPORT1", "TEMPERATURE"};

/// Read the number that a command gives, as in SPC = 3.
static int read_set(const gb_nastran *nastran, int32_t line, const char *command, gb_deck_text rest,
                    int64_t *set, gb_error *error) {
  gb_deck_text word = gb_nastran_next_word(&rest);
  if (gb_deck_integer(word, set) && *set > 0 && !gb_nastran_next_word(&rest).length) return GB_OK;
  return gb_deck_fail_as(GB_BAD_MESH_FILE, nastran->deck, line, error,
                         "%s = needs the number of a set", command);
}

static int fail_command(const gb_nastran *nastran, int32_t line, const char *command,
                        gb_error *error) {
  return gb_deck_fail_as(GB_UNREAD_CARD, nastran->deck, line, error,
                         "%s of the case control is not read, and leaving it out could change the "
                         "model: delete it, or say it in the case file",
                         command);
}

/// Refuse commands that change the model in ways that are not read. Some are refused only if their
/// subcase is chosen; those that make subcases are always refused.
static int refuse_command(const gb_nastran *nastran, gb_nastran_subcase *subcase, int32_t line,
                          gb_deck_text word, gb_error *error) {
  enum { OF_SUBCASES = 2 };
  static const char *const refused[] = {"NONLINEAR", "DEFORM", "SYM",  "SYMCOM", "REPCASE", "P2G",
                                        "K2PP",      "B2PP",   "M2PP", "A2GG",   "K42GG"};
  const char *bracket = memchr(word.text, '(', (size_t)word.length);
  const gb_deck_text name = {word.text, bracket ? (int)(bracket - word.text) : word.length};
  for (int i = 0; i < (int)(sizeof refused / sizeof *refused); ++i) {
    if (!gb_deck_same(name, refused[i])) continue;
    if (i >= OF_SUBCASES) return fail_command(nastran, line, refused[i], error);
    subcase->refused = refused[i];
    subcase->refused_line = line;
  }
  return GB_OK;
}

/// Begin the subcase of a SUBCASE or SUBCOM.
static int begin_subcase(gb_nastran *nastran, int32_t line, bool combines, gb_deck_text rest,
                         gb_error *error) {
  const gb_nastran_subcase *all = nastran->set->subcases.entry;
  gb_nastran_subcase subcase = all[0];
  subcase.combines = combines;
  subcase.solves = false;
  GB_TRY(read_set(nastran, line, combines ? "SUBCOM" : "SUBCASE", rest, &subcase.number, error));
  for (int i = 1; i < nastran->set->subcases.count; ++i)
    GB_DECK_FAIL_IF(all[i].number == subcase.number, GB_DUPLICATE_NUMBER, nastran->deck, line,
                    error, "SUBCASE %lld is defined twice", (long long)subcase.number);
  return GB_KEEP(nastran, set->subcases, subcase, error);
}

/// Read SUBSEQ: the factors of the subcases before a SUBCOM, in further lines too if a line ends
/// with a comma.
static int read_factors(gb_nastran *nastran, gb_nastran_subcase *subcase, int32_t line,
                        gb_deck_text rest, gb_error *error) {
  GB_LIST_OF(double) factors = {0};
  const gb_deck_line *lines = nastran->deck->source.lines.entry;
  GB_DECK_FAIL_IF(!subcase->combines, GB_BAD_MESH_FILE, nastran->deck, line, error,
                  "SUBSEQ without SUBCOM before it");
  for (;;) {
    const bool more = rest.length && rest.text[rest.length - 1] == ',';
    for (gb_deck_text word = gb_nastran_next_word(&rest); word.length;
         word = gb_nastran_next_word(&rest)) {
      double factor;
      GB_DECK_FAIL_IF(!gb_deck_real(word, &factor), GB_BAD_MESH_FILE, nastran->deck, line, error,
                      "SUBSEQ: '%.*s' is no number", GB_SHOWN(word));
      GB_TRY(GB_ARENA_ADD(nastran->deck->arena, factors, factor, error));
    }
    if (!more || ++line >= nastran->bulk) break;
    rest = lines[line].text;
  }
  subcase->factor = factors.entry;
  subcase->factors = factors.count;
  return GB_OK;
}

/// Return the number of the set of loads that a SUBCOM makes. It is larger than those of cards.
enum { OF_SUBCOM = 62 };
static int64_t set_of_combination(const gb_nastran_subcase *subcase) {
  return ((int64_t)1 << OF_SUBCOM) + subcase->number;
}

/// Add the loads of a subcase, times a factor, to those of a SUBCOM.
static int add_loads(gb_nastran *nastran, gb_nastran_subcase *to, const gb_nastran_subcase *from,
                     double factor, gb_error *error) {
  const int64_t load = from->set[GB_NASTRAN_LOAD];
  const int count = nastran->set->members.count;
  gb_nastran_member member = {
      .of = GB_NASTRAN_LOAD, .set = set_of_combination(to), .line = from->line[GB_NASTRAN_LOAD]};
  bool combined = false;
  GB_DECK_FAIL_IF(
      from->set[GB_NASTRAN_TEMPERATURE], GB_UNREAD_CARD, nastran->deck,
      from->line[GB_NASTRAN_TEMPERATURE], error,
      "a SUBCOM of subcases with TEMPERATURE is not read; accepted: one of the subcases");
  for (int i = 0; i < count; ++i) {
    const gb_nastran_member part = nastran->set->members.entry[i];
    if (part.of != GB_NASTRAN_LOAD || part.set != load) continue;
    combined = true;
    member.member = part.member;
    member.factor = factor * part.factor;
    GB_TRY(GB_KEEP(nastran, set->members, member, error));
  }
  member.member = load;
  member.factor = factor;
  to->set[GB_NASTRAN_LOAD] = member.set;
  to->line[GB_NASTRAN_LOAD] = member.line;
  return combined || !load ? GB_OK : GB_KEEP(nastran, set->members, member, error);
}

/// Set the sets of a SUBCOM: the sum of the loads of the subcases before it, which must have the
/// same supports.
static int combine(gb_nastran *nastran, const gb_nastran_subcase *which, gb_nastran_subcase *to,
                   gb_error *error) {
  const gb_nastran_subcase *from = which;
  bool first = true;
  *to = *which;
  for (int i = which->factors; i-- > 0;) {
    do --from;
    while (from > nastran->set->subcases.entry && from->combines);
    if (from <= nastran->set->subcases.entry)
      return gb_fail(error, GB_BAD_MESH_FILE,
                     "%s: SUBCOM %lld: SUBSEQ has %d factors, for fewer subcases before it",
                     nastran->deck->file, (long long)which->number, which->factors);
    if (which->factor[i] == 0) continue;
    if (from->reference) {
      to->reference = from->reference;
      to->reference_line = from->reference_line;
      to->begins = from->begins;
      to->initial = from->initial;
    }
    if (from->refused) to->refused = from->refused, to->refused_line = from->refused_line;
    for (int k = 0; k < GB_NASTRAN_CHOICES; ++k) {
      if (k == GB_NASTRAN_LOAD) continue;
      if (!first && to->set[k] != from->set[k])
        return gb_fail(error, GB_BAD_MESH_FILE,
                       "%s: SUBCOM %lld combines subcases of different %s; accepted: the same",
                       nastran->deck->file, (long long)which->number, commands[k]);
      to->set[k] = from->set[k];
      to->line[k] = from->line[k];
    }
    first = false;
    GB_TRY(add_loads(nastran, to, from, which->factor[i], error));
  }
  if (!first) return GB_OK;
  return gb_fail(error, GB_BAD_MESH_FILE, "%s: SUBCOM %lld has no SUBSEQ", nastran->deck->file,
                 (long long)which->number);
}

/// Keep TEMPERATURE(INITIAL) or TEMPERATURE(MATERIAL). The first, where both are given, remains.
static int keep_reference(const gb_nastran *nastran, gb_nastran_subcase *subcase, int32_t line,
                          gb_deck_text word, gb_deck_text rest, gb_error *error) {
  static const char initial[] = "TEMPERATURE(INITIAL) TEMPERATURE(INIT) TEMP(INITIAL) TEMP(INIT)";
  static const char material[] = "TEMPERATURE(MATERIAL) TEMPERATURE(MATE) TEMPERATURE(MAT) "
                                 "TEMP(MATERIAL) TEMP(MATE) TEMP(MAT)";
  const bool begins = gb_deck_has_word(initial, word);
  int64_t set;
  if (!begins && !gb_deck_has_word(material, word)) return GB_OK;
  if (!begins && subcase->begins) return GB_OK;
  subcase->begins = begins;
  subcase->reference = begins ? "TEMPERATURE(INITIAL)" : "TEMPERATURE(MATERIAL)";
  subcase->reference_line = line;
  GB_TRY(read_set(nastran, line, subcase->reference, rest, &set, error));
  subcase->initial = begins ? set : 0;
  return GB_OK;
}

/// Leave out TEMPERATURE(INITIAL) and TEMPERATURE(MATERIAL), which change no constant material. The
/// first is kept where temperatures act. Source: MSC Nastran Quick Reference Guide, TEMPERATURE.
static int leave_reference(gb_nastran *nastran, const gb_nastran_subcase *subcase,
                           gb_error *error) {
  const int32_t line = subcase->reference_line;
  if (!subcase->reference) return GB_OK;
  GB_DECK_FAIL_IF(nastran->dynamics->varying, GB_UNREAD_CARD, nastran->deck, line, error,
                  "%s is given, and materials vary with it; accepted: constant materials, without "
                  "MATT1, MATT2, MATT8",
                  subcase->reference);
  if (subcase->begins && nastran->set->chosen[GB_NASTRAN_TEMPERATURE]) {
    nastran->dynamics->initial = subcase->initial;
    return GB_OK;
  }
  return gb_deck_note(nastran->deck, line, error,
                      "%s is left out: no material varies with temperature%s", subcase->reference,
                      subcase->begins ? ", and no temperatures act" : "");
}

/// Tell of a solution that is another verb's, where statics are computed.
static int tell_solution(const gb_nastran *nastran, int32_t line, gb_deck_text name,
                         gb_error *error) {
  static const struct {
    const char *names, *sought;
  } others[] = {
      {"3 103 SEMODES MODES", "modes, which `gimbal modes` finds"},
      {"5 105 SEBUCKL BUCKLING", "buckling loads, which `gimbal buckling` finds"},
      {"31", "a Craig-Bampton reduction, which is not there"},
      {"107 110 SEDCEIG SEMCEIG", "complex modes, which are not there"},
      {"108 111 SEDFREQ SEMFREQ", "responses by frequency, which are not there"},
      {"144 145 146 AESTAT SEFLUTTR SEFLUTTER SEAERO", "aeroelasticity, which is not there"},
      {"153 159 NLSCSH NLTCSH", "conduction of heat, which is not there"},
      {"200 DESOPT", "an optimum, which `gimbal optimize` finds by a case file"}};
  static const char known[] = "1 24 101 106 109 112 129 400 600 STATIC STATICS SESTATIC SESTATICS "
                              "NLSTATIC SENLSTATIC SEDTRAN SEMTRAN NLTRAN";
  for (size_t i = 0; nastran->set->holds_free && i < sizeof others / sizeof *others; ++i)
    if (gb_deck_has_word(others[i].names, name))
      return gb_deck_note(nastran->deck, line, error,
                          "SOL %.*s asks for %s: what runs here are statics", GB_SHOWN(name),
                          others[i].sought);
  if (!nastran->set->holds_free || !name.length || gb_deck_has_word(known, name)) return GB_OK;
  return gb_deck_note(nastran->deck, line, error,
                      "SOL %.*s is not known: what runs here are statics", GB_SHOWN(name));
}

int gb_nastran_read_solution(gb_nastran *nastran, gb_error *error) {
  static const char linear[] = "1 3 5 24 101 103 105 108 109 111 112 STATIC STATICS SESTATIC "
                               "SESTATICS MODES SEMODES BUCKLING SEBUCKL";
  static const char large[] = "106 129 400 600 NLSTATIC NLTRAN SENLSTATIC";
  const gb_deck_line *lines = nastran->deck->source.lines.entry;
  for (int32_t i = 0; i < nastran->deck->source.lines.count; ++i) {
    gb_deck_text rest = lines[i].text;
    if (gb_deck_same(rest, "CEND") || i == nastran->bulk - 1) return GB_OK;
    if (!gb_deck_same(gb_nastran_next_word(&rest), "SOL")) continue;
    const gb_deck_text name = gb_nastran_next_word(&rest);
    nastran->set->large = gb_deck_has_word(large, name);
    nastran->dynamics->linear = gb_deck_has_word(linear, name);
    GB_TRY(tell_solution(nastran, i, name, error));
  }
  return GB_OK;
}

/// Read one command. A TITLE and requests for output are ignored.
static int read_command(gb_nastran *nastran, int32_t line, gb_error *error) {
  gb_deck_text rest = nastran->deck->source.lines.entry[line].text,
               word = gb_nastran_next_word(&rest);
  gb_nastran_subcase *subcase =
      &nastran->set->subcases.entry[nastran->set->subcases.count - 1]; // the last one begun
  const bool combines = gb_deck_same(word, "SUBCOM");
  if (combines || gb_deck_same(word, "SUBCASE"))
    return begin_subcase(nastran, line, combines, rest, error);
  if (gb_deck_same(word, "SUBSEQ")) return read_factors(nastran, subcase, line, rest, error);
  static const char heats[] = "TEMPERATURE TEMP TEMPERATURE(LOAD) TEMP(LOAD) TEMPERATURE(BOTH) "
                              "TEMP(BOTH)"; // of loads, or of loads and materials
  for (int i = 0; i < GB_NASTRAN_CHOICES; ++i)
    if (gb_deck_has_word(i == GB_NASTRAN_TEMPERATURE ? heats : commands[i], word)) {
      subcase->line[i] = line;
      return read_set(nastran, line, commands[i], rest, &subcase->set[i], error);
    }
  if (gb_nastran_names_matrices(word))
    return gb_nastran_use_matrices(nastran, line, word, rest, error);
  if (gb_deck_same(word, "PARAM")) {
    word = gb_nastran_next_word(&rest);
    return gb_nastran_read_parameter(nastran, line, word, gb_nastran_next_word(&rest), error);
  }
  if (gb_deck_same(word, "METHOD") || gb_deck_same(word, "STATSUB")) subcase->solves = true;
  if (gb_deck_same(word, "STATSUB"))
    return gb_deck_note(nastran->deck, line, error,
                        "STATSUB is left out: a preload is that of the case file's march");
  GB_TRY(keep_reference(nastran, subcase, line, word, rest, error));
  return refuse_command(nastran, subcase, line, word, error);
}

int gb_nastran_read_control(gb_nastran *nastran, int32_t first, int32_t end, gb_error *error) {
  const gb_nastran_subcase above = {0};
  GB_TRY(GB_KEEP(nastran, set->subcases, above, error));
  for (int32_t i = first; i < end; ++i) {
    GB_TRY(read_command(nastran, i, error));
    nastran->set->control = true;
  }
  return GB_OK;
}

static bool is_member(const gb_nastran *nastran, gb_nastran_choice of, int64_t set) {
  GB_EACH(member, nastran->set->members)
    if (member->of == of && member->member == set) return true;
  for (int32_t i = 0; i < nastran->dynamics->pulses.count; ++i)
    if (of == GB_NASTRAN_LOAD && nastran->dynamics->pulses.entry[i].excites == set) return true;
  GB_EACH(sequence, nastran->dynamics->sequences)
    if (of == GB_NASTRAN_LOAD && sequence->loads == set) return true;
  return false;
}

typedef GB_LIST_OF(int64_t) numbers;

static int add_number(const gb_nastran *nastran, numbers *list, int64_t number, gb_error *error) {
  for (int32_t i = 0; i < list->count; ++i)
    if (list->entry[i] == number) return GB_OK;
  return GB_ARENA_ADD(nastran->deck->arena, *list, number, error);
}

/// Find the set of the next card that can be chosen by a command, from card *i of its list on, and
/// advance *i. @return false: there is no further card
static bool next_set(const gb_nastran *nastran, gb_nastran_choice of, int *i, int64_t *set) {
  while (of == GB_NASTRAN_MPC && *i < nastran->rigid->ties.count)
    if ((*set = nastran->rigid->ties.entry[(*i)++].set)) return true;
  if (of == GB_NASTRAN_NSM && *i < nastran->rigid->nonstructural.count) {
    *set = nastran->rigid->nonstructural.entry[(*i)++].id;
    return true;
  }
  if (of == GB_NASTRAN_LOADSET && *i < nastran->dynamics->sequences.count) {
    *set = nastran->dynamics->sequences.entry[(*i)++].set;
    return true;
  }
  while (of == GB_NASTRAN_TEMPERATURE && *i < nastran->dynamics->temperatures.count) {
    const gb_nastran_temperature *t = &nastran->dynamics->temperatures.entry[(*i)++];
    *set = t->set;
    if (t->grid != GB_NASTRAN_UNREAD_HEAT) return true;
  }
  if (of >= GB_NASTRAN_MPC && of != GB_NASTRAN_SUPORT1) return false;
  const int actions = of == GB_NASTRAN_DLOAD ? 0 : nastran->actions.count;
  while (*i < actions) {
    const gb_nastran_action *action = &nastran->actions.entry[(*i)++];
    *set = action->set;
    if (*set >= 0 && gb_nastran_choice_of(action) == of) return true;
  }
  const int k = (*i)++ - actions;
  const bool found = (of == GB_NASTRAN_LOAD && k < nastran->dynamics->spread.count) ||
                     (of == GB_NASTRAN_DLOAD && k < nastran->dynamics->pulses.count);
  if (found)
    *set = of == GB_NASTRAN_LOAD ? nastran->dynamics->spread.entry[k].set
                                 : nastran->dynamics->pulses.entry[k].id;
  return found;
}

/// List the sets that a case control could name: those that no SPCADD, LOAD or DLOAD combines, and
/// no TLOAD or LSEQ uses.
static int find_sets(const gb_nastran *nastran, gb_nastran_choice of, numbers *sets,
                     gb_error *error) {
  int64_t set;
  for (int i = 0; next_set(nastran, of, &i, &set);)
    if (!is_member(nastran, of, set)) GB_TRY(add_number(nastran, sets, set, error));
  GB_EACH(member, nastran->set->members)
    if (member->of == of && !is_member(nastran, of, member->set))
      GB_TRY(add_number(nastran, sets, member->set, error));
  return GB_OK;
}

/// Whether cards, other than those that combine sets, have this set.
static bool has_cards(const gb_nastran *nastran, gb_nastran_choice of, int64_t set) {
  int64_t other;
  for (int i = 0; next_set(nastran, of, &i, &other);)
    if (other == set) return true;
  return false;
}

static bool is_combined(const gb_nastran *nastran, gb_nastran_choice of, int64_t set) {
  GB_EACH(member, nastran->set->members)
    if (member->of == of && member->set == set) return true;
  return false;
}

bool gb_nastran_has_set(const gb_nastran *nastran, gb_nastran_choice of, int64_t set) {
  GB_EACH(t, nastran->dynamics->temperatures)
    if (of == GB_NASTRAN_TEMPERATURE && t->set == set) return true; // those that are not read too
  return is_combined(nastran, of, set) || has_cards(nastran, of, set);
}

/// Whether the deck has loads that a TLOAD of this EXCITEID multiplies.
static bool has_excited(const gb_nastran *nastran, int64_t excites) {
  const int64_t chosen = nastran->set->chosen[GB_NASTRAN_LOADSET];
  if (chosen == 0) return has_cards(nastran, GB_NASTRAN_LOAD, excites);
  GB_EACH(sequence, nastran->dynamics->sequences)
    if (sequence->set == chosen && sequence->excites == excites) return true;
  GB_EACH(action, nastran->actions)
    if (action->set == excites && gb_nastran_is_darea(action)) return true;
  return false;
}

/// Tell of sets that a TLOAD or LSEQ that acts names, and that no card has.
static int check_excited(const gb_nastran *nastran, gb_error *error) {
  GB_EACH(sequence, nastran->dynamics->sequences)
    if (sequence->set == nastran->set->chosen[GB_NASTRAN_LOADSET] &&
        !gb_nastran_has_set(nastran, GB_NASTRAN_LOAD, sequence->loads))
      GB_TRY(gb_deck_note(nastran->deck, sequence->line, error,
                          "LSEQ %lld: no card has the set %lld, LID", (long long)sequence->set,
                          (long long)sequence->loads));
  GB_EACH(pulse, nastran->dynamics->pulses)
    if (gb_nastran_factor_of_set(nastran, GB_NASTRAN_DLOAD, pulse->id) != 0 &&
        !has_excited(nastran, pulse->excites))
      GB_TRY(gb_deck_note(nastran->deck, pulse->line, error,
                          "%s %lld: no card has the set %lld, EXCITEID", pulse->card,
                          (long long)pulse->id, (long long)pulse->excites));
  return GB_OK;
}

/// Refuse a combined set that acts unless its members are sets of cards. A note tells of members
/// without cards.
static int check_members(gb_nastran *nastran, gb_error *error) {
  static const char *const cards[] = {"SPCADD", "LOAD", "DLOAD", "MPCADD", "NSMADD"};
  GB_EACH(member, nastran->set->members) {
    const char *card = cards[member->of];
    if (member->set != nastran->set->chosen[member->of]) continue;
    GB_DECK_FAIL_IF(has_cards(nastran, member->of, member->set), GB_WRONG_REFERENCE, nastran->deck,
                    member->line, error,
                    "%s %lld: other cards have this set too; accepted: a number of its own", card,
                    (long long)member->set);
    GB_DECK_FAIL_IF(is_combined(nastran, member->of, member->member), GB_WRONG_REFERENCE,
                    nastran->deck, member->line, error,
                    "%s %lld: the set %lld is that of a %s; accepted: sets of other cards", card,
                    (long long)member->set, (long long)member->member, card);
    if (!has_cards(nastran, member->of, member->member))
      GB_TRY(gb_deck_note(nastran->deck, member->line, error, "%s %lld: no card has the set %lld",
                          card, (long long)member->set, (long long)member->member));
  }
  return check_excited(nastran, error);
}

static void write_numbers(const numbers *list, size_t size, char *text) {
  size_t length = 0;
  for (int32_t i = 0; i < list->count && length + 30 < size; ++i)
    length += (size_t)snprintf(text + length, size - length, "%s%lld", i ? ", " : "",
                               (long long)list->entry[i]);
}

static int choose_set(gb_nastran *nastran, gb_nastran_choice of, int64_t asked, gb_error *error) {
  static const char *const keys[] = {"spc", "load",    "dload",   "mpc",
                                     "nsm", "loadset", "suport1", "temperature"};
  const char *command = commands[of], *key = keys[of];
  int64_t *chosen = &nastran->set->chosen[of];
  numbers sets = {0};
  char text[200] = "";
  if (asked > 0) {
    *chosen = asked;
    nastran->set->line[of] = -1;
  }
  if (*chosen > 0) return GB_OK;
  GB_TRY(find_sets(nastran, of, &sets, error));
  write_numbers(&sets, sizeof text, text);
  if (sets.count == 0) return GB_OK;
  if (nastran->set->control)
    return gb_deck_note(nastran->deck, -1, error,
                        "the case control names no %s: the sets of the deck (%s) do not act; one "
                        "would with `deck: {%s: %lld}` in the case file",
                        command, text, key, (long long)sets.entry[0]);
  *chosen = sets.entry[0];
  if (sets.count == 1) return GB_OK;
  return gb_fail(error, GB_CHOOSE_SET,
                 "%s: there is no case control, and the deck has the %s sets %s: choose one, as "
                 "`deck: {%s: %lld}` in the case file, or --set deck.%s=%lld",
                 nastran->deck->file, command, text, key, (long long)sets.entry[0], key,
                 (long long)sets.entry[0]);
}

/// Refuse several subcases: they are several models, unless they name the same sets.
static int refuse_several(const gb_nastran *nastran, gb_error *error) {
  const gb_nastran_subcase *all = nastran->set->subcases.entry;
  char text[400];
  size_t length = 0;
  for (int i = 1; i < nastran->set->subcases.count && length + 80 < sizeof text; ++i)
    length += (size_t)snprintf(text + length, sizeof text - length, "%s%lld (SPC %lld, LOAD %lld)",
                               i > 1 ? ", " : "", (long long)all[i].number,
                               (long long)all[i].set[GB_NASTRAN_SPC],
                               (long long)all[i].set[GB_NASTRAN_LOAD]);
  return gb_fail(error, GB_CHOOSE_SET,
                 "%s: the case control has the subcases %s, of which a model has one: choose it, "
                 "as `deck: {subcase: %lld}` in the case file, or --set deck.subcase=%lld",
                 nastran->deck->file, text, (long long)all[1].number, (long long)all[1].number);
}

/// Whether two subcases have the same supports and equations.
static bool holds_alike(const gb_nastran_subcase *a, const gb_nastran_subcase *b) {
  static const gb_nastran_choice kinds[] = {GB_NASTRAN_SPC, GB_NASTRAN_MPC, GB_NASTRAN_SUPORT1};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
    if (a->set[kinds[i]] != b->set[kinds[i]]) return false;
  return true;
}

/// Find the only one of several subcases that loads the model and is neither of eigenvalues nor a
/// sum. Eigenvalues of other supports would not be those that the deck means.
/// @return NULL: there is none, or there are several, or a subcase has other supports or a DLOAD
static const gb_nastran_subcase *find_static(const gb_nastran *nastran) {
  const gb_nastran_subcase *found = NULL, *all = nastran->set->subcases.entry;
  for (int i = 1; i < nastran->set->subcases.count; ++i) {
    const gb_nastran_subcase *s = &all[i];
    if (s->combines || s->set[GB_NASTRAN_DLOAD]) return NULL;
    if (s->solves || (!s->set[GB_NASTRAN_LOAD] && !s->set[GB_NASTRAN_TEMPERATURE])) continue;
    if (found) return NULL;
    found = s;
  }
  for (int i = 1; found && i < nastran->set->subcases.count; ++i)
    if (!holds_alike(found, &all[i])) return NULL;
  return found;
}

/// Take the subcase whose turn it is among those that do not seek eigenvalues. If one of them has a
/// DLOAD, which statics do not follow, several subcases are refused.
static int take_turn(gb_nastran *nastran, int turn, const gb_nastran_subcase **out,
                     gb_error *error) {
  const gb_nastran_subcase *all = nastran->set->subcases.entry, *sought = NULL, *found = NULL;
  gb_deck_part part = {.key = "subcase", .turn = turn};
  for (int i = 1; i < nastran->set->subcases.count; ++i) {
    if (turn == 0 || all[i].set[GB_NASTRAN_DLOAD]) return refuse_several(nastran, error);
    if (all[i].solves)
      sought = &all[i];
    else if (++part.count == turn)
      found = &all[i];
  }
  if (!found) return refuse_several(nastran, error);
  part.number = found->number;
  GB_TRY(GB_TAKE(nastran->deck->arena, nastran->set->part, 1, error));
  *nastran->set->part = part;
  *out = found;
  if (!sought || turn > 1) return GB_OK;
  return gb_deck_note(nastran->deck, -1, error,
                      "SUBCASE %lld seeks eigenvalues and is left out; `gimbal modes` or `gimbal "
                      "buckling` takes it by --set deck.subcase=%lld",
                      (long long)sought->number, (long long)sought->number);
}

static int find_subcase(gb_nastran *nastran, const gb_deck_choice *deck,
                        const gb_nastran_subcase **out, gb_error *error) {
  const gb_nastran_subcase *all = nastran->set->subcases.entry;
  const int count = nastran->set->subcases.count;
  const int64_t asked = deck->subcase;
  *out = &all[count > 1];
  for (int i = 1; i < count && asked > 0; ++i)
    if (all[i].number == asked) {
      *out = &all[i];
      return GB_OK;
    }
  if (asked > 0)
    return gb_fail(error, GB_UNDEFINED_NUMBER,
                   "%s: the case control has no SUBCASE %lld, which deck.subcase names",
                   nastran->deck->file, (long long)asked);
  for (int i = 2; i < count; ++i)
    if (all[i].combines || memcmp(all[i].set, all[1].set, sizeof all[i].set) != 0 ||
        all[i].refused != all[1].refused) {
      const gb_nastran_subcase *one = find_static(nastran);
      if (!one) return take_turn(nastran, deck->turn, out, error);
      *out = one;
      return gb_deck_note(nastran->deck, -1, error,
                          "SUBCASE %lld of %d acts, as the only static one with loads; others by "
                          "`deck: {subcase: %lld}` in the case file, or --set deck.subcase=%lld",
                          (long long)one->number, count - 1,
                          (long long)all[1 + (one == &all[1])].number,
                          (long long)all[1 + (one == &all[1])].number);
    }
  return GB_OK;
}

int gb_nastran_choose_sets(gb_nastran *nastran, const gb_deck_choice *deck, gb_error *error) {
  const gb_nastran_subcase *subcase;
  const bool both = deck->set[GB_DECK_SPC] > 0 && deck->set[GB_DECK_LOAD] > 0;
  if (both)
    subcase = nastran->set->subcases.entry;
  else
    GB_TRY(find_subcase(nastran, deck, &subcase, error));
  gb_nastran_subcase sum;
  if (subcase->combines) {
    GB_TRY(combine(nastran, subcase, &sum, error));
    subcase = &sum;
  }
  if (subcase->refused)
    return fail_command(nastran, subcase->refused_line, subcase->refused, error);
  memcpy(nastran->set->chosen, subcase->set, sizeof subcase->set);
  memcpy(nastran->set->line, subcase->line, sizeof subcase->line);
  for (int i = 0; i < GB_NASTRAN_CHOICES; ++i)
    if (i != GB_NASTRAN_TEMPERATURE || !subcase->reference || deck->set[i] > 0)
      GB_TRY(choose_set(nastran, (gb_nastran_choice)i, deck->set[i], error));
  GB_TRY(leave_reference(nastran, subcase, error));
  return check_members(nastran, error);
}

int gb_nastran_refuse_set(const gb_nastran *nastran, gb_nastran_choice of, gb_error *error) {
  const long long chosen = (long long)nastran->set->chosen[of];
  if (nastran->set->line[of] < 0)
    return gb_fail(error, GB_UNDEFINED_NUMBER, "%s: %s = %lld is chosen, but no card has that set",
                   nastran->deck->file, commands[of], chosen);
  return gb_deck_fail_as(GB_UNDEFINED_NUMBER, nastran->deck, nastran->set->line[of], error,
                         "%s = %lld is chosen, but no card has that set", commands[of], chosen);
}

int gb_nastran_write_chosen(const gb_nastran *nastran, gb_error *error) {
  gb_problem *problem = nastran->deck->problem;
  char text[GB_NASTRAN_CHOICES][40] = {"no SPC", ", no LOAD"};
  for (int i = 0; i < GB_NASTRAN_CHOICES; ++i)
    if (nastran->set->chosen[i] > 0)
      snprintf(text[i], sizeof text[i], "%s%s %lld", i ? ", " : "",
               nastran->set->chosen[i] >> OF_SUBCOM ? "SUBCOM" : commands[i],
               (long long)(nastran->set->chosen[i] & ~((int64_t)1 << OF_SUBCOM)));
  return gb_arena_text(problem->arena, &problem->deck->sets, error, "%s%s%s", text[0], text[1],
                       text[2]);
}
