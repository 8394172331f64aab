/// The schema of case files: each key with its type, range, default and meaning. Reading, checking,
/// --set, suggestions and the reference page use this table. Each file *_keys.c has the part for a
/// topic.
#ifndef GB_CASE_SCHEMA_SCHEMA_H
#define GB_CASE_SCHEMA_SCHEMA_H

#include "case/schema/case_data.h"
#include "case/text/document.h"
#include "problem/range.h"

typedef enum gb_key_kind {
  GB_KEY_TEXT,         ///< const char *
  GB_KEY_PATH,         ///< const char *, relative to the case file's folder
  GB_KEY_WORD,         ///< const char *, one of words
  GB_KEY_CHOICE,       ///< int or enum: index into words
  GB_KEY_NUMBER,       ///< double
  GB_KEY_INTEGER,      ///< int
  GB_KEY_IDENTITY,     ///< int64_t
  GB_KEY_BOOLEAN,      ///< bool
  GB_KEY_SIZE,         ///< double, bytes
  GB_KEY_VECTOR,       ///< double[3]
  GB_KEY_EXPRESSIONS,  ///< gb_expression *[3]
  GB_KEY_MOTION,       ///< gb_expression *[3]; ~ gives NULL
  GB_KEY_PLAIN,        ///< gb_expression *[3] of t; controls are not allowed
  GB_KEY_PLAIN_NUMBER, ///< gb_expression * of t; controls are not allowed
  GB_KEY_ENDS,         ///< const char *[2]
  GB_KEY_PLACES,       ///< double[2][3]; NAN for an end without a position
  GB_KEY_POLYNOMIAL,   ///< double[GB_SPRING_ORDER]: one number or several
  GB_KEY_EXPRESSION,   ///< gb_expression *
  GB_KEY_RATE,         ///< gb_expression * of t, n1, n2, n3 and states
  GB_KEY_HEIGHT,       ///< gb_expression * of x, y, t
  GB_KEY_FIELD,        ///< gb_expression *[3] of x, y, z
  GB_KEY_SPATIAL,      ///< gb_expression * of x, y, z
  GB_KEY_NODE_TABLE,   ///< gb_shape_entry: a file of node numbers with a vector each
  GB_KEY_TENSOR,       ///< double[6]
  GB_KEY_MATRIX,       ///< double[6], a symmetric matrix of a shell's section
  GB_KEY_MASSES,       ///< double[6], masses of a beam's section
  GB_KEY_POINTS,       ///< a list of double[3] and its count, an int, two points or more
  GB_KEY_VECTORS,      ///< a list of double[3] and its count, an int, one vector or more
  GB_KEY_FREE_ENDS,    ///< const char *[2]; NULL for an end without a name
  GB_KEY_SYMMETRIC,    ///< double[21]: six numbers, or 6 x 6
  GB_KEY_TWO_ENDS,     ///< double[78]: 12 x 12, of two ends
  GB_KEY_JOINT_PLACE,  ///< double[2][3]: one position for both ends, or two
  GB_KEY_LAW,          ///< gb_law_entry: an expression, or a list of points
  GB_KEY_PAIR,         ///< double[2]
  GB_KEY_SERIES,       ///< gb_series: a number, a list of numbers, or a file
  GB_KEY_NUMBERS,      ///< GB_LIST_OF(double): one number, or one or more in a list
  GB_KEY_TEXTS,        ///< GB_LIST_OF(const char *): one or more in a list
  GB_KEY_INSTANT,      ///< gb_when: end, each, {time: t} or {mesh: M}
  GB_KEY_LOAD,         ///< gb_expression *[3]: one expression or three
  GB_KEY_FIX,          ///< unsigned: bits GB_FIX_*, a word or a list of words
  GB_KEY_MAP,          ///< a mapping of keys, stored in the same structure
  GB_KEY_LIST,         ///< a list of mappings, an array of structures that start with `where`
  GB_KEY_NAMED         ///< a mapping from names to mappings, an array like GB_KEY_LIST
} gb_key_kind;

/// Chapters of the reference page, each of which has a row in chapters.c.
typedef enum gb_chapter {
  GB_CHAPTER_MODEL,
  GB_CHAPTER_GROUPS,
  GB_CHAPTER_LAMINATES,
  GB_CHAPTER_CONTROLS,
  GB_CHAPTER_BEAMS,
  GB_CHAPTER_SOLIDS,
  GB_CHAPTER_JOINTS,
  GB_CHAPTER_EQUATIONS,
  GB_CHAPTER_TYRES,
  GB_CHAPTER_CONTACTS,
  GB_CHAPTER_LOADS,
  GB_CHAPTER_TIME,
  GB_CHAPTER_DESIGNS,
  GB_CHAPTER_MODES,
  GB_CHAPTER_OPTIMISATION,
  GB_CHAPTER_OUTPUT,
  GB_CHAPTERS
} gb_chapter;

/// A list: offset of its count, size of an entry, offset of the name in an entry.
typedef struct gb_key_list {
  size_t count, size, name_at;
  const char *unique; ///< key whose text (at name_at) tells entries apart; NULL: none
} gb_key_list;

typedef struct gb_key gb_key;

/// An entry that is being read.
typedef struct gb_subject {
  const gb_reading *reading;
  const gb_node *node;
  const char *path;
} gb_subject;

/// A rule about an entry as a whole, checked when its keys are read.
typedef int gb_rule(const gb_subject *subject, void *entry);

struct gb_key {
  const char *name;
  gb_key_kind kind;
  const char *meaning;      ///< one line for the reference
  bool required;            ///< no default
  const char *standard;     ///< the default as the user would write it; NULL: `missing`
  double missing;           ///< number or choice to store when not given and no standard
  const char *unset;        ///< for the reference: what happens when not given
  const gb_range *range;    ///< range of a number; NULL: src/problem/numbers.c has it
  const char *const *words; ///< accepted words, NULL-terminated
  const char *of;     ///< the structure, as "gb_tyre"; of outermost rows gb_case or gb_problem
  size_t offset;      ///< offset of the value in the structure; for lists, of the entries
  size_t where;       ///< offset of the member that stores `where: path` of the node; 0: none
  const gb_key *keys; ///< keys of a mapping or of entries, up to a NULL name
  gb_key_list list;   ///< for GB_KEY_LIST and GB_KEY_NAMED
  gb_rule *rule;      ///< rule of a mapping or of entries
  /// Key of the same mapping on whose value this key depends: if --set changes that value, this key
  /// is removed from the file.
  const char *belongs_to;
  gb_chapter chapter; ///< chapter of an outermost key
};

/// The outermost keys of a case file. Further tables, one for each topic, continue this one;
/// gb_key_next visits all rows, up to a NULL name.
extern const gb_key gb_schema[];

/// @return the row after a row of a table: if the table ends and another one continues it, the
/// first row of that table
static inline const gb_key *gb_key_next(const gb_key *row) {
  row++;
  return row->name || !row->keys ? row : row->keys;
}

/// @return the row of a key, or NULL
const gb_key *gb_key_find(const gb_key keys[], const char *name);

/// Refuse an unknown key. The message names the nearest known key.
int gb_key_refuse(const gb_reading *reading, const gb_node *node, const char *path,
                  const gb_key keys[], const char *name);

/// Store a typed value at the row's offset in `base` (value.c); errors name path and accepted
/// values.
int gb_value_read(const gb_reading *reading, const gb_key *key, const gb_node *node,
                  const char *path, void *base);
/// Make a path relative to the working directory. Relative paths in a case start at the folder of
/// the case file.
int gb_value_resolve(const gb_reading *reading, const char **path);
/// Describe the values that a row accepts, for messages and the reference.
void gb_value_accepted(const gb_key *key, size_t size, char text[]);

/// Apply one --set argument to the tree (setting.c). Nodes on the path are copied, so that a value
/// that aliases share changes only for this key.
int gb_setting_apply(const gb_reading *reading, gb_node **root, const char *setting);

/// Whether a text is a --set argument whose first key is one of case files. Local.
/// errors: GB_WRONG_SETTING
int gb_setting_check(const char *setting, gb_error *error);

/// Rules of entries and mappings (rules.c and the other files *_rules.c).
gb_rule gb_rule_material, gb_rule_shell, gb_rule_support, gb_rule_load, gb_rule_temperature,
    gb_rule_initial, gb_rule_probe, gb_rule_design, gb_rule_shape, gb_rule_mass, gb_rule_spring,
    gb_rule_body, gb_rule_link, gb_rule_joint, gb_rule_function, gb_rule_time, gb_rule_modes,
    gb_rule_bushing, gb_rule_matrix, gb_rule_section, gb_rule_beam, gb_rule_tyre, gb_rule_road,
    gb_rule_control, gb_rule_state, gb_rule_constraint, gb_rule_constraints, gb_rule_optimize,
    gb_rule_group, gb_rule_spin, gb_rule_term, gb_rule_equation, gb_rule_solid, gb_rule_solver;
/// Check that all named materials and sections exist.
int gb_rule_materials(const gb_reading *reading, const gb_node *root, const gb_problem *problem);

#endif
