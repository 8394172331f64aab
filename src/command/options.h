/// The command line: one verb, one case file, options.
#ifndef GB_COMMAND_OPTIONS_H
#define GB_COMMAND_OPTIONS_H

#include "engine/engine.h"
#include <stdbool.h>

enum { GB_SETTINGS = 64, GB_STEPS = 8, GB_WORDS = 64 };

typedef struct gb_verify_options {
  int steps; ///< of complex step
  double step[GB_STEPS];
  bool asked;          ///< of report
  bool differences;    ///< of the case read again, in place of complex step
  bool refine;         ///< of gradient and optimize: a second march with half the step
  const char *schemes; ///< "all" or a list; NULL: the case's own
} gb_verify_options;

/// Of verbs that open sessions of their own.
typedef struct gb_lone_options {
  int words;
  const char *word[GB_WORDS];                 ///< behind the file
  const char *ranks, *launcher, *vary, *weak; ///< of scaling; NULL: not given
  bool march;                                 ///< of scaling: without the gradient
} gb_lone_options;

/// What there is, for reading it and for help.
typedef struct gb_option {
  const char *name, *value; ///< value: the word for it in help; NULL: a flag
  const char *verbs;        ///< that it is an option of; NULL: all, or it does no harm
  const char *words;        ///< all that are accepted; NULL: not listed
  const char *meaning;
} gb_option;

extern const gb_option gb_option_list[]; ///< ends with one without a name

typedef struct gb_options {
  const char *verb, *file;
  gb_lone_options lone;
  struct {
    int settings;
    const char *setting[GB_SETTINGS], *designs;
  } changes;                 ///< as gb_changes
  const char *json, *output; ///< NULL: none, "."
  const char *out;           ///< NULL: none
  const char *restart;       ///< NULL: none
  const char *from;          ///< history of an optimisation to go on from; NULL: none
  double max_time;           ///< seconds; 0: no limit
  double memory;             ///< bytes; 0: what the case says
  bool quiet, verbose;
  struct {
    unsigned given; ///< bits of those of the list
    bool help, version;
    bool shell; ///< geometries of gmsh may run programs
  } asks;
  gb_gradient_method method; ///< of gradient and verify
  gb_verify_options verify;
} gb_options;

/// Local. errors: GB_USAGE naming the argument and what is accepted.
int gb_options_read(int count, char *argument[], gb_options *options, gb_error *error);

#endif
