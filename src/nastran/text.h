/// Text of Nastran decks: lines, names in comments, cards and their fields, and messages that
/// tell where something stands.
#ifndef GB_NASTRAN_TEXT_H
#define GB_NASTRAN_TEXT_H

#include "base/list.h"
#include "deck/text.h"

typedef struct gb_nastran gb_nastran;
typedef gb_deck_text gb_nastran_field;

/// A line that is not empty, without its comment, tabs expanded to columns of eight.
typedef struct gb_nastran_line {
  gb_nastran_field field;
  int32_t file, number;
  bool consumed; ///< belongs to a card that was read
} gb_nastran_line;

/// The name that a comment gives to a property.
typedef struct gb_nastran_name {
  int64_t property; ///< PID; -1: that of the next card (before_line)
  int32_t before_line;
  int rank; ///< a property's own name (0) goes before a component's (1)
  int order;
  gb_nastran_field text;
} gb_nastran_name;

typedef struct gb_nastran_file {
  const char *path;
  char *bytes; ///< owned
} gb_nastran_file;

/// The text of all files.
typedef struct gb_nastran_source {
  GB_LIST_OF(gb_nastran_file) files;
  size_t bytes;
  GB_LIST_OF(gb_nastran_line) lines;
  int32_t bulk; ///< first line of the bulk data
} gb_nastran_source;

/// Names of properties from comments.
typedef struct gb_nastran_names {
  GB_LIST_OF(gb_nastran_name) all;
  int32_t passed;           ///< names whose next card was seen
  GB_LIST_OF(int64_t) used; ///< the PIDs of elements
} gb_nastran_names;

typedef struct gb_nastran_card {
  const gb_nastran *nastran;
  int32_t line;
  char name[9]; ///< in capitals, without '*'
  gb_list data; ///< gb_nastran_field: field 2 of the card is entry 0; marks are left out
} gb_nastran_card;

/// What is done with a card.
typedef int gb_nastran_handler(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error);

/// "wing.bdf:12" of a line.
void gb_nastran_where(const gb_nastran *nastran, int32_t line, size_t size, char *text);
void gb_nastran_position(const void *context, int64_t line, size_t size, char *text);
/// Fail with the position before the message: GB_WRONG_REFERENCE, or another code of GB_MODEL.
int gb_nastran_fail_line(const gb_nastran *nastran, int32_t line, gb_error *error,
                         const char *format, ...) __attribute__((format(printf, 4, 5)));
int gb_nastran_fail_as(int code, const gb_nastran *nastran, int32_t line, gb_error *error,
                       const char *format, ...) __attribute__((format(printf, 5, 6)));
/// Fail with position, name and number of the card before the message: GB_WRONG_FIELD.
int gb_nastran_fail(const gb_nastran_card *card, gb_error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// Tell the user something that is no error; it becomes a note of the mesh.
int gb_nastran_note(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error,
                    const char *format, ...) __attribute__((format(printf, 4, 5)));

int gb_nastran_note_line(gb_nastran *nastran, int32_t line, gb_error *error, const char *format,
                         ...) __attribute__((format(printf, 4, 5)));

/// Lines of the file and of its INCLUDE files, comments' names beside them; the case control is
/// read. errors: GB_FILE, GB_MODEL.
int gb_nastran_read_lines(gb_nastran *nastran, gb_error *error);
void gb_nastran_free_lines(gb_nastran *nastran);
/// A comment (the text after '$') that may name a property. Patterns of Femap, HyperMesh, Patran
/// and ICEM.
int gb_nastran_comment(gb_nastran *nastran, gb_nastran_field comment, gb_error *error);
/// Give the collected names to the groups of the builder.
int gb_nastran_give_names(gb_nastran *nastran, gb_error *error);

/// Call `visit` for each card of the bulk data, with its continuations wherever they stand.
int gb_nastran_each_card(gb_nastran *nastran, gb_nastran_handler *visit, gb_error *error);

/// Fields by entry (field 2 of the card is entry 0); `name` is that of the reference guide.
bool gb_nastran_blank(const gb_nastran_card *card, int entry);
bool gb_nastran_is_word(const gb_nastran_card *card, int entry, const char *word);
int gb_nastran_integer(const gb_nastran_card *card, int entry, const char *name, int64_t *value,
                       gb_error *error);
/// Digits that may stand apart, as the components 3 4 5.
int gb_nastran_digits(const gb_nastran_card *card, int entry, const char *name, int64_t *value,
                      gb_error *error);
int gb_nastran_integer_or(const gb_nastran_card *card, int entry, const char *name,
                          int64_t otherwise, int64_t *value, gb_error *error);
int gb_nastran_real(const gb_nastran_card *card, int entry, const char *name, double *value,
                    gb_error *error);
int gb_nastran_real_or(const gb_nastran_card *card, int entry, const char *name, double otherwise,
                       double *value, gb_error *error);
/// Refuse a field that is neither blank nor `accepted`; `reason` ends the message.
int gb_nastran_expect(const gb_nastran_card *card, int entry, const char *name, double accepted,
                      const char *reason, gb_error *error);
/// Refuse entries from `first` to `end` - 1 that are not blank, between fields that the card has.
int gb_nastran_empty(const gb_nastran_card *card, int first, int end, gb_error *error);
/// Refuse entries that are neither blank nor numbers, of what changes nothing here.
int gb_nastran_numbers(const gb_nastran_card *card, int first, int end, const char *name,
                       gb_error *error);
/// Refuse entries from `first` on that are not blank.
int gb_nastran_no_more(const gb_nastran_card *card, int first, gb_error *error);
/// A positive number of 32 bits.
int gb_nastran_number(const gb_nastran_card *card, int entry, const char *name, int64_t *value,
                      gb_error *error);

#endif
