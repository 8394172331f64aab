/// Files and lines of a deck, and messages that name them.
#include "deck/deck.h"
#include "base/platform/file_contents.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  DEEPEST = 16,     ///< nested files
  MOST_FILES = 1000 ///< of a deck, because files that each include two others could be 2^16
};
static const size_t most_bytes = (size_t)4 << 30; ///< of all files of a deck

static void position_of(const void *context, int64_t line, size_t size, char *text) {
  const gb_deck *deck = context;
  const gb_deck_line *l = &deck->source.lines.entry[line];
  snprintf(text, size, "%s:%d", deck->source.files.entry[l->file].path, (int)l->number);
}

int gb_deck_where(const gb_deck *deck, int32_t line, const char *word, const char **where,
                  gb_error *error) {
  char position[400];
  position_of(deck, line, sizeof position, position);
  return gb_arena_text(deck->problem->arena, where, error, "%s: %s", position, word);
}

int gb_deck_fail_as(int code, const gb_deck *deck, int32_t line, gb_error *error,
                    const char *format, ...) {
  char position[400], text[700];
  va_list arguments;
  position_of(deck, line, sizeof position, position);
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return gb_fail(error, code, "%s: %s", position, text);
}

/// Notes of one format that are told in full.
enum { TOLD = 2 };

/// Count a note with its format. @param[out] count  how many there are of it, with this one
static int count_alike(gb_deck *deck, int32_t line, const char *format, int *count,
                       gb_error *error) {
  *count = 1;
  GB_EACH(known, deck->told.notes->alike)
    if (known->format == format) {
      if (known->count < GB_DECK_ALIKE) known->line[known->count] = line;
      *count = ++known->count;
      return GB_OK;
    }
  const gb_deck_alike one = {.format = format, .line = {line}, .count = 1};
  return GB_ARENA_ADD(deck->arena, deck->told.notes->alike, one, error);
}

/// Add a line for each kind of notes of which not all were told.
static int note_alike(gb_deck *deck, gb_error *error) {
  GB_EACH(kind, deck->told.notes->alike) {
    char first[400], text[900] = "";
    size_t length = 0;
    if (kind->count <= TOLD) continue;
    position_of(deck, kind->line[0], sizeof first, first);
    for (int i = TOLD; i < GB_DECK_ALIKE && i < kind->count && length < 500; ++i) {
      char position[400];
      position_of(deck, kind->line[i], sizeof position, position);
      length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", i > TOLD ? ", " : "",
                                 position);
    }
    GB_TRY(gb_deck_note(deck, -1, error, "%d more note%s like that of %s: %s%s", kind->count - TOLD,
                        kind->count > TOLD + 1 ? "s" : "", first, text,
                        kind->count > GB_DECK_ALIKE ? ", ..." : ""));
  }
  return GB_OK;
}

int gb_deck_note(gb_deck *deck, int32_t line, gb_error *error, const char *format, ...) {
  char text[900], position[400];
  int alike = 1;
  if (line >= 0) GB_TRY(count_alike(deck, line, format, &alike, error));
  if (alike > TOLD || deck->told.notes->text.count > 20000) return GB_OK; // as much as anyone reads
  snprintf(position, sizeof position, "%s", deck->file);
  if (line >= 0) position_of(deck, line, sizeof position, position);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  const char *const parts[] = {deck->told.notes->text.count ? "\n" : "", position, ": ", text};
  for (int i = 0; i < 4; ++i)
    for (const char *p = parts[i]; *p; ++p)
      GB_TRY(GB_ARENA_ADD(deck->arena, deck->told.notes->text, *p, error));
  return GB_OK;
}

int gb_deck_note_unread(gb_deck *deck, const char *what, const char *mark, gb_error *error) {
  char text[640];
  GB_EACH(one, deck->told.unread.excess)
    GB_TRY(gb_deck_note(deck, one->line, error,
                        "%s in field %d is behind the card's end and left out; cards of this name "
                        "with such fields: %d",
                        one->text, one->field, one->count));
  gb_deck_list(&deck->told.unread, mark, sizeof text, text);
  if (!*text) return GB_OK;
  return gb_deck_note(deck, -1, error, "%s that are left out, as `gimbal help %s` says: %s", what,
                      what, text);
}

gb_deck_text gb_deck_next_line(gb_deck_cursor *at) {
  const char *text = at->text, *stop = memchr(text, '\n', (size_t)(at->end - text));
  if (!stop) stop = at->end;
  at->text = stop + (stop < at->end);
  return (gb_deck_text){text, (int)(stop - text)};
}

static int read_text(const gb_deck_file *file, size_t length, gb_deck_cursor *at, gb_error *error) {
  static const char byte_order_mark[] = "\xEF\xBB\xBF";
  at->text = file->bytes;
  at->end = file->bytes + length;
  at->number = 1;
  if (memchr(at->text, 0, length))
    return gb_fail(error, GB_BAD_MESH_FILE,
                   "%s: zero bytes in it; a deck is text in ASCII or UTF-8", file->path);
  if (!strncmp(at->text, byte_order_mark, strlen(byte_order_mark)))
    at->text += strlen(byte_order_mark);
  while (at->text < at->end) {
    const char *text = at->text;
    GB_TRY(at->take(at->front, at, error));
    for (; text < at->text; ++text) at->number += *text == '\n';
  }
  return GB_OK;
}

int gb_deck_read_file(gb_deck *deck, const char *path, const gb_deck_cursor *cursor,
                      gb_error *error) {
  gb_deck_file file = {0};
  gb_deck_cursor at = *cursor;
  size_t length = 0;
  GB_TRY(gb_arena_text(deck->arena, &file.path, error, "%s", path));
  GB_TRY(gb_file_contents(path, &file.bytes, &length, error));
  deck->source.bytes += length;
  const int status =
      length > INT32_MAX || deck->source.bytes > most_bytes
          ? gb_fail(error, GB_TOO_LARGE,
                    "%s: more than 2 GiB in one file, or than %zu GiB in all files of the deck",
                    path, most_bytes >> 30)
          : GB_ARENA_ADD(deck->arena, deck->source.files, file, error);
  if (status != GB_OK) {
    free(file.bytes);
    return status;
  }
  at.path = file.path;
  at.file = deck->source.files.count - 1;
  return read_text(&file, length, &at, error);
}

int gb_deck_include(gb_deck *deck, const gb_deck_cursor *at, const char *word, gb_deck_text path,
                    gb_error *error) {
  const int32_t line = deck->source.lines.count - 1;
  const char *slash = strrchr(at->path, '/');
  const int folder = *path.text == '/' || !slash ? 0 : (int)(slash + 1 - at->path);
  char *whole, position[400];
  gb_deck_cursor next = *at;
  gb_error inner = {0};
  GB_TRY(gb_arena_text(deck->arena, &whole, error, "%.*s%.*s", folder, at->path, path.length,
                       path.text));
  GB_DECK_FAIL_IF(at->depth == DEEPEST || deck->source.files.count == MOST_FILES, GB_WRONG_INCLUDE,
                  deck, line, error,
                  "%s of '%s' is nested more than %d deep, or the deck has more than %d files: "
                  "does a file include itself?",
                  word, whole, DEEPEST, MOST_FILES);
  ++next.depth;
  const int status = gb_deck_read_file(deck, whole, &next, &inner);
  if (status != GB_FILE) {
    if (status != GB_OK) *error = inner;
    return status;
  }
  position_of(deck, line, sizeof position, position);
  return gb_fail(error, gb_error_code(status, &inner), "%s: %s: %s", position, word, inner.message);
}

void gb_deck_lump(const gb_deck *deck) {
  GB_EACH(shell, deck->problem->shells) shell->mass = GB_MASS_LUMPED;
  GB_EACH(beam, deck->problem->beams) beam->mass = GB_MASS_LUMPED;
  GB_EACH(solid, deck->problem->solids) solid->mass = GB_MASS_LUMPED;
}

void gb_deck_ramp(const gb_deck *deck, const gb_deck_choice *choice, double period) {
  if (choice->statics != 0)
    deck->problem->deck->ramp = choice->statics > 0 ? choice->statics : period;
}

static int read_all(gb_deck *deck, gb_deck_front *front, const gb_deck_choice *choice,
                    gb_error *error) {
  GB_TRY(gb_arena_create(&deck->arena, error));
  GB_TRY(GB_TAKE(deck->arena, deck->told.notes, 1, error));
  GB_TRY(gb_mesh_builder_create(deck->file, position_of, deck, &deck->builder, error));
  GB_TRY(front(deck, choice, error));
  deck->mesh->doubled = true;
  if (choice->mass == GB_DECK_MASS_LUMPED) gb_deck_lump(deck);
  GB_TRY(note_alike(deck, error));
  if (!deck->told.notes->text.count) return GB_OK;
  return gb_arena_text(deck->mesh->arena, &deck->mesh->notes, error, "%.*s",
                       deck->told.notes->text.count, deck->told.notes->text.entry);
}

int gb_deck_read(const char *file, gb_deck_front *front, const gb_deck_choice *choice,
                 gb_mesh **mesh, gb_problem **problem, gb_error *error) {
  gb_deck deck = {.file = file};
  const int status = read_all(&deck, front, choice, error);
  GB_EACH(one, deck.source.files) free(one->bytes);
  gb_mesh_builder_destroy(&deck.builder);
  gb_arena_destroy(&deck.arena);
  if (status != GB_OK) {
    gb_mesh_destroy(&deck.mesh);
    gb_problem_destroy(&deck.problem);
  }
  *mesh = deck.mesh;
  *problem = deck.problem;
  return status;
}
