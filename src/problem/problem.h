/// The physical description of a model that a case file or a deck gives. Entries refer to groups by
/// name; numbers and expressions are as read. The arena owns strings and lists; the problem owns
/// the expressions, unless they are borrowed from another problem.
#ifndef GB_PROBLEM_PROBLEM_H
#define GB_PROBLEM_PROBLEM_H

#include "base/arena.h"
#include "base/index.h"
#include "problem/entries.h"
#include <stdbool.h>
#include <stdint.h>

/// Facts that a deck gives about its analysis.
/// One of the subcases or steps of statics of a deck, which a command solves in turn.
typedef struct gb_deck_part {
  const char *key; ///< "subcase" or "step", as in the key `deck.subcase` of a case
  int64_t number;  ///< of the subcase or step, as its deck has it
  int turn;        ///< which of them it is, from 1
  int count;       ///< how many there are; 0: none is taken in turn
} gb_deck_part;

typedef struct gb_deck_facts {
  const char *sets; ///< its sets that act: "SPC 1, LOAD 2"
  bool large;       ///< its statics have large displacements
  bool prestressed; ///< frequencies are sought about the equilibrium of its loads
  double ramp;      ///< time over which its loads without a history grow; 0: they act in full
  double period;    ///< length of its step of statics
  gb_deck_part part;
  /// for each property of an element in the mesh: what the element is, as "a beam", and the keyword
  /// of its section; NULL: elements of the deck always have sections
  const char *const (*sections)[2];
} gb_deck_facts;

/// Solution of the linear equations of models with more than 300 unknowns.
typedef struct gb_solver_settings {
  const char *factor_directory; ///< folder that keeps factors by MUMPS; NULL: memory
  int petsc;                    ///< 1: PETSc solves in place of MUMPS; 0: MUMPS does
  const char *options;          ///< PETSc's options; NULL: its defaults
} gb_solver_settings;

/// Entries of the kinds in entries.h: problem->loads.entry[i] with i < problem->loads.count.
typedef struct gb_problem {
  gb_arena *arena;
  gb_name_cache *names; ///< for gb_problem_find
  const char *file;
  gb_deck_facts *deck;              ///< NULL: the problem is not from a deck
  GB_LIST_OF(const char *) ignored; ///< groups of the mesh whose elements need no section
  gb_expression *gravity[3];        ///< NULL: none
  gb_spin_entry spin;
  const gb_constraints *constraints; ///< borrowed from a case; never NULL
  const gb_solver_settings *solver;  ///< borrowed from a case; never NULL
  gb_road_entry road;
  bool defective; ///< an entry has been refused: the model is built only to find unknown names
  GB_LIST_OF(const char *)
  /// `where` of entries with a refused key; their other keys have been read, but not checked by
  /// rules
  partial;
#define GB_DECLARE_ENTRIES(type, list)                 GB_LIST_OF(type) list;
#define GB_DECLARE_OWNERS(name, type, word, list, ...) GB_LIST_OF(type) list;
  GB_FOR_OWNERS(GB_DECLARE_OWNERS)
  GB_FOR_OTHER_ENTRIES(GB_DECLARE_ENTRIES)
#undef GB_DECLARE_OWNERS
#undef GB_DECLARE_ENTRIES
} gb_problem;

/// @return the index of the body of this name; the number of bodies plus an index for the end
/// NAME.start or NAME.end of a beam; -1: there is neither
int gb_problem_body(const gb_problem *problem, const char *name);
/// Whether a name is a pattern, which contains *, ? or [; and whether a name, or NULL, matches a
/// pattern, by the rules of the function fnmatch.
bool gb_problem_is_pattern(const char *name);
bool gb_problem_matches(const char *pattern, const char *name);
/// @return the index in `masses` of the free node of this name, or -1
int gb_problem_free_node(const gb_problem *problem, const char *name);
/// Whether some load is a moment, or follows what it acts on: the stiffness is then not symmetric.
bool gb_problem_turns(const gb_problem *problem);
/// Whether an entry is one of `partial`, by its `where`.
bool gb_problem_is_partial(const gb_problem *problem, const char *where);

/// Whether supports and loads of a mesh file are kept if the case has its own; 0: no.
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

/// Add the entries of the mesh file's problem, `from`, to the case's problem: materials, bodies,
/// springs, bushings and masses with names that the case does not have; shells and beams of groups
/// that it does not have; all links and joints; supports and loads that are kept. Gravity,
/// supports, loads, initial motions, probes and designs are added if the case has none of the kind.
/// `from` owns the added expressions, strings and plies and must outlive `problem`. Loads must not
/// be added afterwards.
int gb_problem_complete(gb_problem *problem, const gb_problem *from, const gb_keeping *keep,
                        gb_error *error);

#endif
