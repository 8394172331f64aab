/// A deck while it is read: the lines of its files, the notes and errors for the user, and the mesh
/// and the problem that the reader makes. The front ends, src/nastran and src/abaqus, read the
/// text.
#ifndef GB_DECK_DECK_H
#define GB_DECK_DECK_H

#include "base/arena.h"
#include "base/list.h"
#include "deck/reader.h"
#include "deck/text.h"
#include "deck/unread.h"
#include "mesh/mesh_builder.h"

typedef struct gb_deck_file {
  const char *path;
  char *bytes; ///< owned
} gb_deck_file;

/// A line that is neither empty nor a comment.
typedef struct gb_deck_line {
  gb_deck_text text;
  int32_t file, number;
  bool consumed; ///< whether a card has read it
} gb_deck_line;

/// A rigid body that stands for a node.
typedef struct gb_deck_body {
  int32_t node; ///< of the mesh
  int body;     ///< of the problem
  int32_t line;
  const char *word;                   ///< card or keyword that made it
  unsigned fixed;                     ///< components that supports fix, as bits 1 to 6
  double mass, moment[3], inertia[6]; ///< sums over the masses on it, about the node
} gb_deck_body;

/// A node of the mesh that is a free node of the problem.
typedef struct gb_deck_free {
  int32_t node;
  int mass; ///< index in the problem's masses
} gb_deck_free;

/// A factor over time: *AMPLITUDE, TLOAD1, TLOAD2.
typedef struct gb_deck_history {
  const char *name;
  char *text; ///< as an expression of t
} gb_deck_history;

typedef struct gb_deck {
  const char *file; ///< as the user wrote it
  gb_arena *arena;  ///< of texts and lists made while reading
  gb_mesh_builder *builder;
  gb_mesh *mesh;       ///< NULL until all nodes and elements are read
  gb_problem *problem; ///< NULL until then
  struct {
    GB_LIST_OF(gb_deck_file) files;
    GB_LIST_OF(gb_deck_line) lines;
    size_t bytes; ///< of all files
  } source;
  struct {
    gb_deck_notes *notes;
    gb_deck_unread unread;
    gb_error defects; ///< errors found so far, while the search for others goes on
  } told;
  struct {
    GB_LIST_OF(gb_deck_body) bodies;
    GB_LIST_OF(gb_deck_free) frees;
    GB_LIST_OF(gb_deck_history) histories;
    const char *unset; ///< word for an axis without a motion in the name of a group
  } made;
} gb_deck;

typedef int gb_deck_front(gb_deck *deck, const gb_deck_choice *choice, gb_error *error);
/// Create a deck, let a front end read it, and hand its mesh, with the notes, and its problem over.
int gb_deck_read(const char *file, gb_deck_front *front, const gb_deck_choice *choice,
                 gb_mesh **mesh, gb_problem **problem, gb_error *error);

/// The text of a file while it is cut into lines.
typedef struct gb_deck_cursor {
  const char *path, *text, *end; ///< text: what is not read yet
  int32_t file, number;          ///< of the next line
  int depth;                     ///< of included files
  /// Take a line from the cursor.
  int (*take)(void *front, struct gb_deck_cursor *at, gb_error *error);
  void *front;
} gb_deck_cursor;

/// Cut a file and those it includes into lines. errors: GB_FILE, GB_MODEL
int gb_deck_read_file(gb_deck *deck, const char *path, const gb_deck_cursor *cursor,
                      gb_error *error);
/// Return the next line of a file, without its line end.
gb_deck_text gb_deck_next_line(gb_deck_cursor *at);
/// Read the file that the last line includes. A relative path starts at the including file.
/// @param word "INCLUDE", for messages
int gb_deck_include(gb_deck *deck, const gb_deck_cursor *at, const char *word, gb_deck_text path,
                    gb_error *error);

/// Lump the mass of all elements of the problem.
void gb_deck_lump(const gb_deck *deck);
/// The history of what acts in full from the start, where others without one are ramped.
enum { GB_DECK_AT_ONCE = -2 };
/// Ramp loads and given motions without a history over the march, as statics with large
/// displacements are in Abaqus, CalculiX and Nastran.
/// @param period  of the deck's step, the length of a march that the case does not give
void gb_deck_ramp(const gb_deck *deck, const gb_deck_choice *choice, double period);
/// Write "wing.bdf:12: SPC1" as a text of the problem.
int gb_deck_where(const gb_deck *deck, int32_t line, const char *word, const char **where,
                  gb_error *error);
/// Append a copy of a variable to a list of a front end, in memory of its deck.
#define GB_KEEP(front, list, new, error)                                                           \
  GB_ARENA_ADD((front)->deck->arena, (front)->list, new, error)
/// Set an error of a line with the code GB_WRONG_REFERENCE, or with another code of GB_MODEL.
/// @return its status
#define gb_deck_fail(deck, line, error, ...)                                                       \
  gb_deck_fail_as(GB_WRONG_REFERENCE, deck, line, error, __VA_ARGS__)
int gb_deck_fail_as(int code, const gb_deck *deck, int32_t line, gb_error *error,
                    const char *format, ...) __attribute__((format(printf, 5, 6)));
/// Return such an error from the calling function if a condition holds.
#define GB_DECK_FAIL_IF(condition, code, deck, line, error, ...)                                   \
  do {                                                                                             \
    if (condition) return gb_deck_fail_as(code, deck, line, error, __VA_ARGS__);                   \
  } while (0)
/// Add a note for the user, which is no error. Of those with one format the first two are told in
/// full, the others in one line. @param line -1: the note is about the whole deck
int gb_deck_note(gb_deck *deck, int32_t line, gb_error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/// Add one note of all cards or keywords that are left out, and one for each name of cards that
/// have fields behind their end.
int gb_deck_note_unread(gb_deck *deck, const char *what, const char *mark, gb_error *error);

#endif
