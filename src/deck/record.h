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

/// Fail with position, name and, of a card, number before the message: GB_WRONG_FIELD, or another
/// code of GB_MODEL.
int gb_record_fail(const gb_record *record, gb_error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int gb_record_fail_as(int code, const gb_record *record, gb_error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// A field by its entry, empty where the record has no such entry.
gb_deck_text gb_field(const gb_record *record, int entry);
bool gb_field_is_blank(const gb_record *record, int entry);
/// Whether a field is blank or the word "0".
bool gb_field_is_none(const gb_record *record, int entry);
bool gb_field_is(const gb_record *record, int entry, const char *word);

/// Read a field; `name` is that of the reference guide. The forms with `otherwise` take that for a
/// blank field.
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
/// A number >= 0; blank: 0.
int gb_read_not_negative(const gb_record *record, int entry, const char *name, double *value,
                         gb_error *error);
/// A positive number of 32 bits.
int gb_read_number(const gb_record *record, int entry, const char *name, int64_t *value,
                   gb_error *error);
int gb_read_number_or(const gb_record *record, int entry, const char *name, int64_t otherwise,
                      int64_t *value, gb_error *error);
/// `count` reals from an entry on, each 0 where it is blank. @param names [count]
int gb_read_reals(const gb_record *record, int first, int count, const char *const names[],
                  double value[], gb_error *error);

/// Refuse a field that is neither blank nor `accepted`; `reason` ends the message.
int gb_expect(const gb_record *record, int entry, const char *name, double accepted,
              const char *reason, gb_error *error);
/// Refuse entries from `first` to `end` - 1 that are not blank.
int gb_expect_blank(const gb_record *record, int first, int end, gb_error *error);
/// Refuse entries that are neither blank nor numbers, of what changes nothing here.
int gb_expect_reals(const gb_record *record, int first, int end, const char *name, gb_error *error);
/// Refuse entries from `first` on that are not blank.
int gb_expect_end(const gb_record *record, int first, gb_error *error);

#endif
