/// What a case file says, as data.
#ifndef GB_INPUT_CASE_DATA_H
#define GB_INPUT_CASE_DATA_H

#include "input/reader.h"
#include "problem/problem.h"

typedef struct gb_function_entry {
  const char *where, *name, *type;
  const char *form, *sum, *of, *value; ///< NULL: not given
  double weight;                       ///< 0: not given
  int mode;                            ///< 0: not given
  gb_when at;
  double about[3], axes[2][3]; ///< NAN: not given
} gb_function_entry;

/// What a function is to be at the optimum.
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
  gb_keeping keep;     ///< of the deck
  gb_problem *problem; ///< physical description; its arena owns every string of the case too
  struct {
    const char *where, *scheme, *start, *quadrature; ///< start, quadrature NULL: the default
    double step;
    int steps, retry;
    double error_limit;
    const char *from;               ///< "reference" or "equilibrium"; NULL: reference
    double beta, gamma, rho, alpha; ///< scheme numbers; NAN when not given
    const char *factor;             ///< "keep" or "each"; NULL: keep
    int iterations;                 ///< Newton iterations allowed; 0: the default
    double tolerance;               ///< 0: the default
    bool adapt, arc_length;         ///< of static
    const char *unstable;           ///< of static: "warn", "stop" or "branch"; NULL: warn
    struct {
      const char *probe;       ///< NULL: loads are driven
      double direction[3], to; ///< to NAN: not given
    } control;
  } time;
  GB_LIST_OF(gb_function_entry) functions;
  struct {
    const char *where, *at; ///< where NULL: not given
    int count;
    double time; ///< where `at` is no word
    double spin[3], about[3];
    struct {
      const char *key; ///< NULL: no sweep
      double from, to;
      int steps;
    } sweep;
  } modes;
  struct {
    const char *where, *objective; ///< where NULL: not given
    double scale;                  ///< of the objective; NAN: not given
    GB_LIST_OF(gb_constraint_entry) constraints;
    int method; ///< of gb_method_traits_of
    double tolerance;
    int iterations;
    const struct gb_node *tree; ///< the file as it was read, with --set, to be written again
    struct {
      const char *file;  ///< whose values the designs begin with, for all verbs; NULL: not given
      const char **name; ///< of the values in the order of the designs; none of a case, [names]
      int names;
    } initial;
  } optimize;
  struct {
    int every;     ///< steps between frames; 0: no results file; default 1
    bool sections; ///< with forces, moments, strains and stresses of shells and beams
    bool swept;    ///< with the solids that the sections of beams sweep
  } output;
  struct {
    double memory, disk; ///< bytes
    const char *directory;
    int every; ///< steps between restart files; 0: none but on a signal
  } checkpoint;
} gb_case;

#endif
