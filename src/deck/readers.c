/// The readers of mesh files, by extension. A new format is one file and one line here.
#include "deck/readers.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

extern const gb_reader gb_reader_gmsh, gb_reader_geometry;

const gb_reader *const gb_readers[] = {&gb_reader_gmsh, &gb_reader_geometry, &gb_reader_nastran,
                                       &gb_reader_inp, NULL};

/// @return the extension of a file name; "": it has none
static const char *extension_of(const char *file) {
  const char *slash = strrchr(file, '/'), *dot = strrchr(file, '.');
  return dot && (!slash || dot > slash) ? dot : "";
}

/// Refuse a choice of sets for a format without sets.
static int read_by(const gb_reader *reader, const char *file, const gb_deck_choice *deck,
                   gb_mesh **mesh, gb_problem **problem, gb_error *error) {
  const bool sets = deck->subcase || deck->designs || gb_deck_chooses_sets(deck);
  if (reader->sets && reader->steps ? sets : reader->sets && (deck->step || deck->dialect))
    return gb_fail(error, GB_WRONG_DECK_KEY,
                   "%s: a file of %s has no such sets (found %s); accepted: %s", deck->where,
                   reader->name, file,
                   reader->steps ? "step, dialect, mass, supports, loads"
                                 : "subcase, spc, load, dload, mpc, nsm, loadset, suport1, "
                                   "temperature, mass, designs, supports, loads");
  if (deck->where && !reader->sets)
    return gb_fail(error, GB_WRONG_DECK_KEY,
                   "%s: no meaning for a file of %s (found %s); accepted: mesh files with sets of "
                   "supports and loads",
                   deck->where, reader->name, file);
  return reader->read(file, deck, mesh, problem, error);
}

bool gb_mesh_file_is_deck(const char *file) {
  for (const gb_reader *const *reader = gb_readers; *reader; ++reader)
    for (const char *const *e = (*reader)->extensions; *e; ++e)
      if (!strcasecmp(*e, extension_of(file))) return (*reader)->sets;
  return false;
}

int gb_mesh_read(const char *file, const gb_deck_choice *deck, gb_mesh **mesh, gb_problem **problem,
                 gb_error *error) {
  char known[200];
  size_t length = 0;
  const char *extension = extension_of(file);
  *mesh = NULL;
  *problem = NULL;
  for (const gb_reader *const *reader = gb_readers; *reader; ++reader)
    for (const char *const *e = (*reader)->extensions; *e; ++e) {
      if (!strcasecmp(*e, extension)) return read_by(*reader, file, deck, mesh, problem, error);
      int written = snprintf(known + length, sizeof known - length, "%s%s (%s)", length ? ", " : "",
                             *e, (*reader)->name);
      length += (size_t)written < sizeof known - length ? (size_t)written : 0;
    }
  return gb_fail(error, GB_UNKNOWN_FORMAT,
                 "%s: '%s' is no known extension of a mesh file; known are %s", file, extension,
                 known);
}
