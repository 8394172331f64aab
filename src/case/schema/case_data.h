/// Data of a case file.
#ifndef GB_CASE_SCHEMA_CASE_DATA_H
#define GB_CASE_SCHEMA_CASE_DATA_H

#include "deck/readers.h"
#include "problem/settings.h"

/// Limits of a function at the optimum.
typedef struct gb_constraint_entry {
  const char *where, *function;
  double lower, upper, equals, scale; ///< NAN: not given
} gb_constraint_entry;

typedef struct gb_case {
  const char *file;  ///< path as the user gave it
  int version;       ///< of the format: 1
  const char *title; ///< "" when not given
  const char
      *mesh; ///< path relative to the working directory (resolved against the case file's folder)
  const char *mesh_where;
  int orient; ///< gb_orient
  gb_deck_choice deck;
  gb_keeping keep;            ///< entries of the deck that are kept
  gb_problem *problem;        ///< physical description; its arena owns every string of the case too
  gb_constraints constraints; ///< borrowed by the problem
  gb_solver_settings solver;  ///< borrowed by the problem
  gb_march_settings time;
  GB_LIST_OF(gb_functional_settings) functions;
  gb_modes_settings modes;
  struct {
    const char *where, *objective; ///< where NULL: not given
    double scale;                  ///< scale of the objective; NAN: not given
    GB_LIST_OF(gb_constraint_entry) constraints;
    int method; ///< index for gb_method_traits_of
    double tolerance;
    int iterations;
    /// tree of the file after --set, from which the case is written again
    const struct gb_node *tree;
    struct {
      /// file with initial values of the designs, for all verbs; NULL: not given
      const char *file;
      /// names of the values in the order of the designs, [names]; no names if the file is a case
      const char **name;
      int names;
    } initial;
  } optimize;
  struct {
    int every;     ///< steps between frames; 0: no results file; default 1
    bool sections; ///< forces, moments, strains and stresses of shells and beams are written
    bool swept;    ///< the solids that the sections of beams sweep are written
  } output;
  gb_storage_settings checkpoint;
} gb_case;

#endif
