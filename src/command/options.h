/// The command line: one verb, one case file, options.
#ifndef GB_COMMAND_OPTIONS_H
#define GB_COMMAND_OPTIONS_H

#include "engine/engine.h"
#include <stdbool.h>

enum { GB_SETTINGS = 64, GB_STEPS = 8, GB_WORDS = 64, GB_GIVEN_OPTIONS = 32 };

typedef struct gb_options gb_options;

/// One option. Help, the manual page and the completion of shells are printed from these rows.
typedef struct gb_option {
  const char *name, *value; ///< value: its name in help; NULL: a flag
  const char *meaning;
  const char *words; ///< all values that are accepted; NULL: they are not listed
  size_t offset; ///< of the member of gb_options that stores it, a bool for a flag and a text for
                 ///< a value; 0: gb_option_text returns it
  /// Store the value (NULL for a flag) in place of `offset`. NULL: by `offset`.
  int (*read)(const char *value, gb_options *options, gb_error *error);
} gb_option;

#define GB_OPTION(option, placeholder, text, ...)                                                  \
  { .name = option, .value = placeholder, .meaning = text, ##__VA_ARGS__ }

struct gb_options {
  const char *verb, *file;
  struct {
    int count;
    const char *entry[GB_WORDS];
  } words; ///< that follow the file
  struct {
    int settings;
    const char *setting[GB_SETTINGS], *designs;
  } changes;                 ///< as gb_changes
  const char *json, *output; ///< NULL: none, "."
  const char *out;           ///< NULL: none
  double max_time;           ///< seconds; 0: no limit
  double memory;             ///< bytes; 0: the case's
  bool quiet, verbose;
  bool refine;               ///< march a second time with half the step
  gb_gradient_method method; ///< of gradient and verify
  struct {
    int count;
    double size[GB_STEPS];
  } complex_step; ///< perturbations of verify
  struct {
    int count;
    struct {
      const gb_option *option;
      const char *text; ///< its value; "" of a flag
    } entry[GB_GIVEN_OPTIONS];
  } given; ///< options of the command line, each once
};

extern const gb_option gb_common_options[]; ///< of every verb; ends with one without a name
/// Options that several verbs have.
extern const gb_option gb_option_max_time, gb_option_refine, gb_option_out;

/// The value of an option by its name; "" of a flag. NULL: it is not given.
const char *gb_option_text(const gb_options *options, const char *name);

#endif
