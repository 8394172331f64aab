/// The physical description of a model, as a case file or a Nastran problem gives it: groups by
/// name, numbers and expressions as read. The arena owns strings and lists; the problem owns the
/// expressions, unless they are borrowed from another problem.
#ifndef GB_PROBLEM_PROBLEM_H
#define GB_PROBLEM_PROBLEM_H

#include "base/arena.h"
#include "base/index.h"
#include "problem/entries.h"
#include <stdbool.h>
#include <stdint.h>

/// Entries of the kinds in entries.h: problem->loads.entry[i] with i < problem->loads.count.
typedef struct gb_problem {
  gb_arena *arena;
  gb_name_cache *names; ///< for gb_problem_find
  const char *file;
  const char *sets; ///< of a deck, those that act: "SPC 1, LOAD 2"; NULL: it is none
  GB_LIST_OF(const char *) ignored; ///< groups of the mesh whose elements may be without section
  gb_expression *gravity[3];        ///< NULL: none
  gb_spin_entry spin;
  gb_constraints constraints;
  gb_road_entry road;
  bool defective; ///< something is refused already: the model only looks for unknown names
  GB_LIST_OF(const char *)
  partial; ///< `where` of entries with a key that is refused: what these
           ///< have else is as the file says, and no rule has seen it
#define GB_DECLARE_ENTRIES(type, list)                 GB_LIST_OF(type) list;
#define GB_DECLARE_OWNERS(name, type, word, list, ...) GB_LIST_OF(type) list;
  GB_FOR_OWNERS(GB_DECLARE_OWNERS)
  GB_FOR_OTHER_ENTRIES(GB_DECLARE_ENTRIES)
#undef GB_DECLARE_OWNERS
#undef GB_DECLARE_ENTRIES
} gb_problem;

/// The body of this name, or behind the bodies the end NAME.start or NAME.end of a beam, or -1.
int gb_problem_body(const gb_problem *problem, const char *name);
/// The free node of this name among the masses, or -1.
int gb_problem_free_node(const gb_problem *problem, const char *name);
/// Whether an entry is one of `partial`, by its `where`.
bool gb_problem_is_partial(const gb_problem *problem, const char *where);

/// Whether supports and loads of a mesh file stay if the case has its own: index of the word, 0 no.
typedef struct gb_keeping {
  int supports, loads;
} gb_keeping;

int gb_problem_create(gb_problem **out, gb_error *error);
void gb_problem_destroy(gb_problem **problem);

/// The index of the entry of this name in a list of the problem, or -1:
/// GB_PROBLEM_FIND(problem, bodies, name, "hub"). Its time does not grow with the list. Local.
#define GB_PROBLEM_FIND(problem, list, member, name)                                               \
  gb_name_cache_find((problem)->names, GB_NAMED((problem)->list, member), name)

/// gb_arena_append on a list of the problem: GB_PROBLEM_APPEND(problem, materials, &entry, error).
#define GB_PROBLEM_APPEND(problem, list, out, error)                                               \
  gb_arena_append((problem)->arena, &(problem)->list.entry, &(problem)->list.count,                \
                  sizeof *(problem)->list.entry, out, error)

/// Complete the case's problem by that of the mesh file: materials whose names and shells
/// and beams whose groups the case does not have, bodies, springs, bushings and masses whose names
/// it does not have, links and joints; supports and loads that are kept; all else (gravity,
/// supports, loads, initial motions, probes, designs) each kind only where the case has none of it.
/// `from` keeps the expressions, strings and plies and must outlive `problem`; add no load after.
int gb_problem_complete(gb_problem *problem, const gb_problem *from, const gb_keeping *keep,
                        gb_error *error);

#endif
