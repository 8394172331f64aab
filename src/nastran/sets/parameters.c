/// Parameters of a Nastran deck, in its bulk data or its case control. Source: MSC Nastran Quick
/// Reference Guide, "Parameters".
#include "nastran/entries/set.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/// Parameters for which a model here has no equivalent. The reader refuses a deck with a `refused`
/// one, and writes a note for each other one. It ignores a parameter whose value is `nothing`.
static const struct {
  const char *name;
  bool refused;
  const char *nothing; ///< the value that changes no model; NULL: there is none
  const char *text;
} parameters[] = {
    {"G", true, "0", "give materials `damping`"},
    {"GFL", true, "0", "there are no fluids"},
    {"W3", true, "0", "give materials `damping`"},
    {"W4", true, "0", "give materials `damping`"},
    {"ALPHA1", true, "0", "give materials `damping`"},
    {"ALPHA2", true, "0", "give materials `damping`"},
    {"K6ROT", false, "0",
     "shells have no stiffness about their normals, but what is linked to one of their grids has "
     "it"},
    {"SNORM", false, "0", "`kink` of `shells` says up to which angle shells share a normal"}};
/// Parameters of solution control and output, which the reader ignores.
static const char harmless_parameters[] =
    "BAILOUT CURV DBDICT DDRMM ERROR EST GRDPNT HFREQ LFREQ LMODES MAXRATIO NEWSEQ NOCOMPS NOELOF "
    "OGEOM OMODES PATVER POST PRGPST PRTMAXIM RESVEC TINY USETPRT XYUNITS PRPHIVZ OMACHPR PRTRESLT";
enum { PARAMETERS = sizeof parameters / sizeof *parameters };

/// Return the row of a parameter; PARAMETERS: there is none.
static int find_parameter(gb_deck_text name) {
  int i = 0;
  while (i < PARAMETERS && !gb_deck_same(name, parameters[i].name)) ++i;
  return i;
}

/// Whether a parameter is known. Fields after the value of a known parameter are refused.
static bool is_parameter(gb_deck_text name) {
  return gb_deck_has_word("WTMASS AUTOSPC COUPMASS INREL", name) ||
         find_parameter(name) < PARAMETERS || gb_deck_has_word(harmless_parameters, name);
}

/// Keep the name of a parameter that is not known, once.
static int keep_unknown(gb_nastran *nastran, gb_deck_text name, gb_error *error) {
  GB_EACH(one, nastran->set->unknown)
    if (one->length == name.length && !strncasecmp(one->text, name.text, (size_t)name.length))
      return GB_OK;
  return GB_KEEP(nastran, set->unknown, name, error);
}

int gb_nastran_read_parameter(gb_nastran *nastran, int32_t line, gb_deck_text name,
                              gb_deck_text value, gb_error *error) {
  double number = 0, none;
  const bool real = gb_deck_real(value, &number);
  const int i = find_parameter(name);
  if (gb_deck_same(name, "WTMASS")) {
    GB_DECK_FAIL_IF(!real || !(number > 0), GB_BAD_MESH_FILE, nastran->deck, line, error,
                    "PARAM,WTMASS needs a positive number");
    nastran->set->mass_factor = number;
    return GB_OK;
  }
  if (gb_deck_same(name, "COUPMASS")) {
    GB_DECK_FAIL_IF(!real, GB_BAD_MESH_FILE, nastran->deck, line, error,
                    "PARAM,COUPMASS needs a number: 1 couples masses, -1 lumps them");
    nastran->set->couples_masses = number > 0;
    return GB_OK;
  }
  if (gb_deck_same(name, "INREL")) {
    GB_DECK_FAIL_IF(!real || (number != 0 && number != -1), GB_UNREAD_CARD, nastran->deck, line,
                    error,
                    "PARAM,INREL = %.*s is not read (only 0 and -1): with -1 and SUPORTs the "
                    "stresses are the same, and displacements are those from the SUPORTs",
                    value.length, value.text);
    nastran->set->relieves = number == -1;
    return GB_OK;
  }
  if (gb_deck_same(name, "LGDISP")) {
    nastran->set->large = nastran->set->large || (real && number > 0);
    return GB_OK;
  }
  // of 0, what has inertia would turn freely
  if (gb_deck_same(name, "K6ROT") && real && number > 0) nastran->set->k6rot = number;
  if (gb_deck_same(name, "AUTOSPC")) {
    if (gb_deck_same(value, "NO")) nastran->set->holds_loose = false;
    return GB_OK;
  }
  if (i == PARAMETERS)
    return gb_deck_has_word(harmless_parameters, name) ? GB_OK : keep_unknown(nastran, name, error);
  const char *nothing = parameters[i].nothing;
  if (nothing && (gb_deck_same(value, nothing) ||
                  (real && gb_deck_real((gb_deck_text){nothing, (int)strlen(nothing)}, &none) &&
                   number == none)))
    return GB_OK;
  if (!parameters[i].refused)
    return gb_deck_note(nastran->deck, line, error, "PARAM,%s is left out: %s", parameters[i].name,
                        parameters[i].text);
  return gb_deck_fail_as(GB_UNREAD_CARD, nastran->deck, line, error,
                         "PARAM,%s = %.*s is not read (only 0): %s", parameters[i].name,
                         value.length, value.text, parameters[i].text);
}

int gb_nastran_param(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  if (is_parameter(gb_field(card, 0))) {              // others may have more fields
    GB_TRY(gb_expect_reals(card, 2, 3, "V2", error)); // of complex parameters
    GB_TRY(gb_expect_end(card, 3, error));
  }
  return gb_nastran_read_parameter(nastran, card->line, gb_field(card, 0), gb_field(card, 1),
                                   error);
}

int gb_nastran_tell_parameters(const gb_nastran *nastran, gb_error *error) {
  char names[400] = "";
  size_t length = 0;
  const int count = nastran->set->unknown.count;
  GB_EACH(name, nastran->set->unknown)
    if (length + 60 < sizeof names)
      length += (size_t)snprintf(names + length, sizeof names - length, "%s%.*s",
                                 length ? ", " : "", GB_SHOWN(*name));
    else
      break;
  if (count == 0) return GB_OK;
  return gb_deck_note(nastran->deck, -1, error,
                      "%d parameter%s (PARAM) that %s not known here %s left out: %s%s", count,
                      count > 1 ? "s" : "", count > 1 ? "are" : "is", count > 1 ? "are" : "is",
                      names, length + 60 < sizeof names ? "" : ", ...");
}
