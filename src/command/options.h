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
  const char *schemes; ///< "all" or a list; NULL: the case's own
} gb_verify_options;

/// Of verbs that open sessions of their own.
typedef struct gb_lone_options {
  int words;
  const char *word[GB_WORDS];                 ///< behind the file
  const char *ranks, *launcher, *vary, *weak; ///< of scaling; NULL: not given
  bool march;                                 ///< of scaling: without the gradient
} gb_lone_options;

typedef struct gb_options {
  const char *verb, *file; ///< verb "version": --version
  gb_lone_options lone;
  int settings;
  const char *setting[GB_SETTINGS]; ///< --set arguments
  const char *json, *output;        ///< NULL: none, "."
  const char *restart;              ///< NULL: none
  const char *from;                 ///< history of an optimisation to go on from; NULL: none
  double max_time;                  ///< seconds; 0: no limit
  double memory;                    ///< bytes; 0: what the case says
  bool quiet, verbose, help;
  gb_gradient_method method; ///< of gradient and verify
  gb_verify_options verify;
} gb_options;

/// Local. errors: GB_USAGE naming the argument and what is accepted.
int gb_options_read(int count, char *argument[], gb_options *options, gb_error *error);

#endif
