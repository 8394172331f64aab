/// Keywords of an .inp deck with their parameters and lines of data, steps, instances of parts, and
/// keywords that are refused.
#ifndef GB_ABAQUS_ENTRIES_KEYWORD_H
#define GB_ABAQUS_ENTRIES_KEYWORD_H

#include "abaqus/entries/abaqus.h"
#include "deck/fate.h"

/// KEY=VALUE behind a keyword.
typedef struct gb_inp_parameter {
  gb_deck_text key, value;
  bool valued;
} gb_inp_parameter;

enum { GB_INP_FIELDS = 64 }; ///< largest number of fields of a line
/// Read a keyword and its data.
typedef int gb_inp_handler(gb_inp *inp, const gb_inp_call *call, gb_error *error);

/// A phase is completed for all keywords before the next one begins.
typedef enum gb_inp_phase {
  GB_INP_MESH, ///< nodes and elements; the mesh is made at its end
  GB_INP_SETS,
  GB_INP_TIES, ///< nodes that others stand for; groups are made at its end
  GB_INP_MATERIALS,
  GB_INP_SECTIONS,
  GB_INP_LINKS, ///< bodies and their ties
  GB_INP_CONNECTORS,
  GB_INP_MASSES,  ///< masses of bodies and nodes
  GB_INP_SPRINGS, ///< the last phase that makes bodies and free nodes
  GB_INP_ACTIONS, ///< supports, loads, initial motions
  GB_INP_PHASES
} gb_inp_phase;

typedef struct gb_inp_rule {
  const char *keywords; ///< separated by ", "
  gb_deck_fate fate;
  const char *parameters; ///< parameters that act, separated by blanks
  const char *harmless;   ///< parameters that change nothing
  const char *text;       ///< for the user
  gb_inp_handler *read[GB_INP_PHASES];
} gb_inp_rule;

/// A keyword with its parameters and lines of data.
typedef struct gb_inp_block {
  const gb_inp_rule *rule;
  const char *word, *name; ///< "*SHELL SECTION", and without its star
  int32_t line;            ///< of the keyword
  int32_t first, count;
  int parameters, known; ///< index of the first parameter, and their number
  int step;              ///< its step, from 1; 0: model data
} gb_inp_block;

/// An instance of a part, whose numbers are shifted. The first scope is the assembly, or a deck
/// without instances.
typedef struct gb_inp_scope {
  gb_deck_text name; ///< empty: none
  double shift[3];   ///< translation, after the rotation
  bool turned;
  double turn[3][3]; ///< the rotation matrix, where turned
  int64_t offset;    ///< number that is added to its numbers; -1: not chosen yet
} gb_inp_scope;

/// A keyword as it is read for one instance of its part.
struct gb_inp_call {
  gb_record is; ///< without fields
  const gb_inp_block *block;
  int scope;
};

/// A line of data in fields.
typedef struct gb_inp_data {
  gb_record is;
  const gb_inp *inp;
  const gb_inp_call *call;
  int32_t next; ///< the line after it
  gb_deck_text own[GB_INP_FIELDS];
} gb_inp_data;

typedef struct gb_inp_step {
  gb_deck_text name;
  const char *procedure; ///< "STATIC"; NULL: none
  const char *unsolved;  ///< procedure that is not solved here, as "MODAL DYNAMIC"; NULL: none
  bool large, perturbation;
  int32_t line;
} gb_inp_step;

/// A refused keyword and a name that it defines: references to that name are not refused again.
typedef struct gb_inp_refused {
  const gb_inp_call *call;
  gb_deck_text name; ///< empty: none
} gb_inp_refused;

/// Keywords of the deck.
struct gb_inp_keywords {
  GB_LIST_OF(gb_inp_block) blocks;
  GB_LIST_OF(gb_inp_parameter) parameters;
  GB_LIST_OF(gb_inp_call) calls;
  GB_LIST_OF(gb_inp_scope) scopes;
  GB_LIST_OF(gb_inp_step) steps;
  GB_LIST_OF(gb_inp_refused) refused;
  bool prestressed;  ///< frequencies are sought about the state of the chosen step
  int chosen;        ///< step, from 1; 0: none
  gb_deck_part part; ///< the step, if several are taken in turn
  gb_dialect dialect;
  bool generates; ///< whether *NGEN or *ELGEN is there
};

/// Read the lines of the file and of those it includes. errors: GB_FILE, GB_MODEL
int gb_inp_read_lines(gb_inp *inp, gb_error *error);
/// Find keywords, their parameters, steps and instances, and choose the step.
int gb_inp_find_keywords(gb_inp *inp, const gb_deck_choice *deck, gb_error *error);
/// Refuse parameters that the rule of the keyword does not name.
int gb_inp_check_parameters(const gb_inp *inp, const gb_inp_call *call, gb_error *error);
/// Find the rule of a keyword in capitals without blanks. @return NULL: it is not known
const gb_inp_rule *gb_inp_find_rule(const char *keyword);

/// Add an error of a keyword to the list; the search for others goes on.
int gb_inp_refuse(gb_inp *inp, const gb_inp_call *call, gb_error *error);
/// Whether a name is defined by another keyword that is refused.
bool gb_inp_is_lost(const gb_inp *inp, const gb_inp_call *call, gb_deck_text text);
/// Whether a keyword is refused, or belongs to a material or behavior that is.
bool gb_inp_is_passed_over(const gb_inp *inp, const gb_inp_call *call);
/// Whether the mesh cannot be made because a keyword of nodes or elements is refused.
bool gb_inp_lacks_mesh(const gb_inp *inp);

/// Find the program whose rules the deck follows. The message for a deck that does not tell says
/// what the line means in each.
int gb_inp_need_dialect(const gb_inp_data *data, const char *abaqus, const char *calculix,
                        gb_dialect *dialect, gb_error *error);
/// Return the value of a parameter without quotes; it is empty if the parameter is not given.
gb_deck_text gb_inp_value(const gb_inp *inp, const gb_inp_call *call, const char *key);
bool gb_inp_has(const gb_inp *inp, const gb_inp_call *call, const char *key);
/// Return the value of a parameter that must be given.
int gb_inp_need(const gb_inp *inp, const gb_inp_call *call, const char *key, gb_deck_text *value,
                gb_error *error);
/// Choose the word that a parameter has among those up to a NULL; the first one if it is not given.
int gb_inp_choose(const gb_inp *inp, const gb_inp_call *call, const char *key,
                  const char *const words[], int *choice, gb_error *error);
/// Refuse a parameter whose value is another word.
int gb_inp_accept(const gb_inp *inp, const gb_inp_call *call, const char *key, const char *word,
                  gb_error *error);

gb_inp_data gb_inp_begin(const gb_inp *inp, const gb_inp_call *call);
/// Read the next line that has a field. @return false: there is none
bool gb_inp_next(gb_inp_data *data);
/// Read the next line, which must exist; `what` names its content in the message.
int gb_inp_need_line(gb_inp_data *data, const char *what, gb_error *error);
/// Read a range of components: `entry` is the first of them, the next entry the last, which equals
/// the first if it is blank. *components gets a bit for each, 1 to 6.
int gb_inp_read_range(const gb_record *is, int entry, unsigned *components, gb_error *error);
/// Refuse further lines that have a field.
int gb_inp_end(gb_inp_data *data, gb_error *error);
bool gb_inp_same(gb_deck_text a, const char *name); ///< regardless of case, without quotes of a
gb_deck_text gb_inp_unquoted(gb_deck_text text);
/// Write a name in the form that names of the call's instance have, "PART-1-1.SKIN", in memory of
/// the reader.
int gb_inp_full_name(gb_inp *inp, int scope, gb_deck_text name, const char **out, gb_error *error);
/// Whether a call means the set, surface or orientation of this name by a text.
bool gb_inp_means(const gb_inp *inp, int scope, gb_deck_text text, const char *name);
/// Return the instance of this name, regardless of case; -1: there is none.
int gb_inp_find_scope(const gb_inp *inp, gb_deck_text name);
/// Rotate a vector of a part as the call's instance is rotated.
void gb_inp_turn(const gb_inp *inp, const gb_inp_call *call, double v[3]);
bool gb_inp_is_turned(const gb_inp *inp, const gb_inp_call *call);
/// Whether a keyword of a step is still in force in the chosen step.
bool gb_inp_goes_on(const gb_inp *inp, const gb_inp_call *call);

#endif
