/// A card of a Nastran deck, or a line of data of a keyword of an .inp deck, in fields.
#ifndef GB_DECK_RECORD_H
#define GB_DECK_RECORD_H

#include "deck/deck.h"

typedef struct gb_record {
  gb_deck *deck;
  const char *word; ///< name of the card or keyword
  int32_t line;
  bool keyword;              ///< whether it is data of a keyword
  int count;                 ///< of fields
  const gb_deck_text *field; ///< of a card from the second on, entry 0; borrowed, [count]
} gb_record;

/// Set an error that names the position, the card or keyword and, of a card, its number, with the
/// code GB_WRONG_FIELD or another code of GB_MODEL. @return its status
#define gb_record_fail(record, error, ...)                                                         \
  gb_record_fail_as(GB_WRONG_FIELD, record, error, __VA_ARGS__)
int gb_record_fail_as(int code, const gb_record *record, gb_error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// Return such an error from the calling function if a condition holds.
#define GB_REFUSE_IF(condition, record, error, ...)                                                \
  GB_REFUSE_AS_IF(condition, GB_WRONG_FIELD, record, error, __VA_ARGS__)
#define GB_REFUSE_AS_IF(condition, code, record, error, ...)                                       \
  do {                                                                                             \
    if (condition) return gb_record_fail_as(code, record, error, __VA_ARGS__);                     \
  } while (0)

/// Return a field by its entry; it is empty if the record has no such entry.
gb_deck_text gb_field(const gb_record *record, int entry);
bool gb_field_is_blank(const gb_record *record, int entry);
/// Whether a field is blank or the word "0".
bool gb_field_is_none(const gb_record *record, int entry);
bool gb_field_is(const gb_record *record, int entry, const char *word);

/// Read a field; `name` is its name in the reference guide. The forms with `otherwise` take that
/// value for a blank field.
int gb_read_integer(const gb_record *record, int entry, const char *name, int64_t *value,
                    gb_error *error);
int gb_read_integer_or(const gb_record *record, int entry, const char *name, int64_t otherwise,
                       int64_t *value, gb_error *error);
int gb_read_real(const gb_record *record, int entry, const char *name, double *value,
                 gb_error *error);
int gb_read_real_or(const gb_record *record, int entry, const char *name, double otherwise,
                    double *value, gb_error *error);
int gb_read_positive(const gb_record *record, int entry, const char *name, double *value,
                     gb_error *error);
/// Read a number >= 0; a blank field is 0.
int gb_read_not_negative(const gb_record *record, int entry, const char *name, double *value,
                         gb_error *error);
/// Read a number from 1 to 2147483647.
int gb_read_number(const gb_record *record, int entry, const char *name, int64_t *value,
                   gb_error *error);

/// A row of a table of fields: an entry, its name, and how it is read. The pointer that is set says
/// which values are accepted and where they are written. Names of entries that follow one another
/// are separated by bars, "G1|G2", and their values are written to an array.
typedef struct gb_field_row {
  int entry;
  const char *name;
  int64_t *number;               ///< from 1 to 2147483647
  int64_t *number_or;            ///< the same; a blank field leaves the value as it is
  int64_t *integer, *integer_or; ///< any integer
  double *real, *real_or;        ///< any real number
  double *positive;
  double *not_negative; ///< blank: 0
  const char *only;     ///< reason why nothing but `value` and blank is accepted
  double value;
  int ignored, blank; ///< count of entries that are real numbers without effect, or are blank
  bool end;           ///< whether the record ends before this entry
} gb_field_row;

/// Read fields in the order of their rows.
int gb_read_fields(const gb_record *record, int count, const gb_field_row rows[], gb_error *error);
/// Read fields by the rows that are the last arguments, each in braces.
#define GB_READ(record, error, ...)                                                                \
  gb_read_fields(record, sizeof((gb_field_row[]){__VA_ARGS__}) / sizeof(gb_field_row),             \
                 (gb_field_row[]){__VA_ARGS__}, error)

/// Refuse a field that is neither blank nor `accepted`; `reason` ends the message.
int gb_expect(const gb_record *record, int entry, const char *name, double accepted,
              const char *reason, gb_error *error);
/// Refuse entries from `first` to `end` - 1 that are not blank.
int gb_expect_blank(const gb_record *record, int first, int end, gb_error *error);
/// Refuse entries that are neither blank nor numbers. Their values change nothing here.
int gb_expect_reals(const gb_record *record, int first, int end, const char *name, gb_error *error);
/// Check that the entries from `first` on are blank. A card with further entries is counted for a
/// message, and these entries are left out; a keyword line with further entries is refused.
int gb_expect_end(const gb_record *record, int first, gb_error *error);

#endif
