/// Interface of readers of mesh files, and the choices that a case makes among the sets of a deck.
#ifndef GB_DECK_READER_H
#define GB_DECK_READER_H

#include "mesh/mesh.h"
#include "problem/problem.h"

/// The program whose rules an .inp deck follows, where Abaqus and CalculiX differ.
typedef enum gb_dialect { GB_DIALECT_AUTO, GB_DIALECT_ABAQUS, GB_DIALECT_CALCULIX } gb_dialect;

/// How the elements of a deck have their mass: as its program would have it, or as a case says.
typedef enum gb_deck_mass {
  GB_DECK_MASS_AUTO,
  GB_DECK_MASS_CONSISTENT,
  GB_DECK_MASS_LUMPED
} gb_deck_mass;

enum {
  GB_DECK_SPC,
  GB_DECK_LOAD,
  GB_DECK_DLOAD,
  GB_DECK_MPC,
  GB_DECK_NSM,
  GB_DECK_LOADSET,
  GB_DECK_SUPORT1,
  GB_DECK_TEMPERATURE,
  GB_DECK_SETS
};

/// The aim of a verb: a march, or buckling or modes about one state.
typedef enum gb_deck_aim { GB_AIM_MARCH, GB_AIM_BUCKLING, GB_AIM_MODES } gb_deck_aim;

/// The sets of a deck that a case chooses; 0: not given.
typedef struct gb_deck_choice {
  const char *where;              ///< line of the case file; NULL: the case chooses nothing
  int subcase, set[GB_DECK_SETS]; ///< of a Nastran deck
  int step;                       ///< of an .inp deck, from 1
  int dialect;                    ///< gb_dialect
  int mass;                       ///< gb_deck_mass
  int designs;                    ///< whether designs of the deck are wanted
  /// which of several subcases or steps of statics is read, from 1, if none is chosen; 0: several
  /// are refused
  int turn;
  bool shell; ///< whether geometries may run programs
  /// of a march that solves statics: linear or static; 0: it solves others; -1: the deck gives the
  /// length
  double statics;
  gb_deck_aim stays; ///< in place of a march
} gb_deck_choice;

/// Whether a case chooses sets of loads, supports or the like.
static inline bool gb_deck_chooses_sets(const gb_deck_choice *deck) {
  for (int i = 0; i < GB_DECK_SETS; i++)
    if (deck->set[i]) return true;
  return false;
}

typedef struct gb_reader {
  const char *name;              ///< "gmsh", "nastran", "inp", "geometry"
  const char *const *extensions; ///< NULL-terminated: ".msh"
  bool sets, steps;              ///< whether a gb_deck_choice may choose sets, or a step
  /// Read a file. Local, on rank 0. *problem stays NULL for formats without a physical description.
  /// errors: GB_MODEL with file, line (or byte) and reason; GB_FILE when it cannot be opened.
  int (*read)(const char *file, const gb_deck_choice *deck, gb_mesh **mesh, gb_problem **problem,
              gb_error *error);
} gb_reader;

extern const gb_reader gb_reader_nastran, gb_reader_inp;
/// Print docs/cards.md: the cards of Nastran decks and how each is treated.
void gb_nastran_reference(void);
/// Print docs/keywords.md: the keywords of .inp decks and how each is treated.
void gb_inp_reference(void);

#endif
