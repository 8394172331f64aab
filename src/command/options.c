/// Reading the command line.
#include "command/options.h"

#include "base/nearest.h"
#include "input/case.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    "--set",     "--json",   "--output-dir", "--memory",  "--method",   "--from",
    "--tangent", "--steps",  "--schemes",    "--restart", "--max-time", "--quiet",
    "--verbose", "--verify", "--help",       "--version", "--ranks",    "--launcher",
    "--vary",    "--weak",   "--march",      NULL};

static int read_steps(const char *text, gb_options *options, gb_error *error) {
  options->verify.steps = 0;
  do {
    char *end;
    double step = strtod(text, &end);
    if (end == text || !(step > 0) || (*end && *end != ',') || options->verify.steps == GB_STEPS)
      return gb_fail(error, GB_USAGE,
                     "--steps: '%s' is no list of up to %d positive steps, as 1e-4,1e-30", text,
                     GB_STEPS);
    options->verify.step[options->verify.steps++] = step;
    text = *end ? end + 1 : end;
  } while (*text);
  return GB_OK;
}

static int read_method(const char *value, gb_options *options, gb_error *error) {
  static const char *const methods[] = {"adjoint", "tangent", "auto", NULL};
  int i = 0;
  while (methods[i] && strcmp(methods[i], value) != 0) i++;
  if (!methods[i])
    return gb_fail(error, GB_USAGE, "--method: '%s' is no method; accepted: auto, adjoint, tangent",
                   value);
  options->method = (gb_gradient_method)(GB_ADJOINT + i);
  return GB_OK;
}

/// HH:MM:SS, MM:SS or seconds.
static int read_time(const char *text, double *seconds, gb_error *error) {
  const char *rest = text;
  int parts = 0;
  *seconds = 0;
  for (char *end; parts < 3; rest = end + 1) {
    const double part = strtod(rest, &end);
    if (end == rest || !(part >= 0 && part < 1e9) || (parts > 0 && part >= 60)) break;
    *seconds = 60 * *seconds + part;
    parts++;
    if (*end == 0 && *seconds > 0) return GB_OK;
    if (*end != ':') break;
  }
  return gb_fail(error, GB_USAGE, "--max-time: '%s' is no time; give HH:MM:SS, as 1:30:00", text);
}

static int read_value(const char *name, const char *value, gb_options *options, gb_error *error) {
  if (strcmp(name, "--set") == 0) {
    if (options->settings == GB_SETTINGS)
      return gb_fail(error, GB_USAGE, "more than %d times --set", GB_SETTINGS);
    options->setting[options->settings++] = value;
  } else if (strcmp(name, "--json") == 0) {
    options->json = value;
  } else if (strcmp(name, "--output-dir") == 0) {
    options->output = value;
  } else if (strcmp(name, "--schemes") == 0) {
    options->verify.schemes = value;
  } else if (strcmp(name, "--method") == 0) {
    return read_method(value, options, error);
  } else if (strcmp(name, "--ranks") == 0) {
    options->lone.ranks = value;
  } else if (strcmp(name, "--launcher") == 0) {
    options->lone.launcher = value;
  } else if (strcmp(name, "--vary") == 0) {
    options->lone.vary = value;
  } else if (strcmp(name, "--weak") == 0) {
    options->lone.weak = value;
  } else if (strcmp(name, "--restart") == 0) {
    options->restart = value;
  } else if (strcmp(name, "--from") == 0) {
    options->from = value;
  } else if (strcmp(name, "--max-time") == 0) {
    return read_time(value, &options->max_time, error);
  } else if (strcmp(name, "--steps") == 0) {
    return read_steps(value, options, error);
  } else if (!gb_size_from(value, &options->memory) || options->memory == 0) {
    return gb_fail(error, GB_USAGE, "--memory: '%s' is no size; give for example 8GiB or 500MB",
                   value);
  }
  return GB_OK;
}

static bool *flag(const char *name, gb_options *options) {
  if (strcmp(name, "--quiet") == 0) return &options->quiet;
  if (strcmp(name, "--verbose") == 0) return &options->verbose;
  if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) return &options->help;
  if (strcmp(name, "--march") == 0) return &options->lone.march;
  if (strcmp(name, "--verify") == 0) return &options->verify.asked;
  return NULL;
}

static int refuse(const char *name, gb_error *error) {
  const char *near = gb_nearest(name, names);
  return gb_fail(error, GB_USAGE, "unknown option %s%s%s%s; `gimbal --help` lists them", name,
                 near ? " (did you mean " : "", near ? near : "", near ? "?)" : "");
}

static bool is_known(const char *name) {
  for (int i = 0; names[i]; i++)
    if (strcmp(names[i], name) == 0) return true;
  return false;
}

/// An option at argument i; @return the next argument through *i.
static int read_option(int count, char *argument[], int *i, gb_options *options, gb_error *error) {
  char name[64];
  const char *text = argument[*i], *equals = strchr(text, '=');
  size_t length = equals ? (size_t)(equals - text) : strlen(text);
  if (length >= sizeof name) return refuse(text, error);
  memcpy(name, text, length);
  name[length] = 0;
  bool *switched = flag(name, options), tangent = strcmp(name, "--tangent") == 0;
  const bool version = strcmp(name, "--version") == 0;
  if (switched || tangent || version) {
    if (equals) return gb_fail(error, GB_USAGE, "%s takes no value", name);
    if (version) options->verb = "version";
    if (version) return GB_OK;
    if (tangent) return read_method("tangent", options, error);
    *switched = true;
    return GB_OK;
  }
  if (!is_known(name)) return refuse(name, error);
  if (!equals && *i + 1 >= count) return gb_fail(error, GB_USAGE, "%s needs a value", name);
  return read_value(name, equals ? equals + 1 : argument[++*i], options, error);
}

/// Whether a word stands in a list of words between spaces.
static bool is_in(const char *list, const char *word) {
  const char *found = strstr(list, word);
  const size_t length = strlen(word);
  for (; found; found = strstr(found + 1, word))
    if (length > 0 && (found == list || found[-1] == ' ') &&
        (!found[length] || found[length] == ' '))
      return true;
  return false;
}

/// An option of other verbs would do nothing, silently.
static int check_meaning(const gb_options *options, gb_error *error) {
  const char *verb = options->verb ? options->verb : "";
  const gb_lone_options *lone = &options->lone;
  const struct {
    const char *name, *verbs;
    bool given;
  } all[] = {{"--restart", "run gradient", options->restart},
             {"--max-time", "run gradient optimize", options->max_time > 0},
             {"--from", "optimize", options->from},
             {"--ranks", "scaling", lone->ranks},
             {"--launcher", "scaling", lone->launcher},
             {"--vary", "scaling", lone->vary},
             {"--weak", "scaling", lone->weak},
             {"--march", "scaling", lone->march},
             {"--verify", "report", options->verify.asked},
             {"--schemes", "verify", options->verify.schemes}};
  const bool known = is_in("check run gradient verify modes optimize report plot scaling", verb);
  for (size_t i = 0; known && i < sizeof all / sizeof *all; i++)
    if (all[i].given && !is_in(all[i].verbs, verb))
      return gb_fail(error, GB_USAGE, "%s means nothing to %s: it is an option of %s", all[i].name,
                     verb, all[i].verbs);
  return GB_OK;
}

static bool takes_words(const char *verb) {
  return strcmp(verb, "plot") == 0 || strcmp(verb, "scaling") == 0;
}

int gb_options_read(int count, char *argument[], gb_options *options, gb_error *error) {
  *options = (gb_options){.output = ".",
                          .method = GB_ADJOINT,
                          .verify = {.steps = 4, .step = {1e-4, 1e-8, 1e-16, 1e-30}}};
  bool open = true; // until `--`
  for (int i = 1; i < count; i++) {
    if (open && strcmp(argument[i], "--") == 0) {
      open = false;
    } else if (open && argument[i][0] == '-' && argument[i][1]) {
      GB_TRY(read_option(count, argument, &i, options, error));
    } else if (!options->verb) {
      options->verb = argument[i];
    } else if (!options->file) {
      options->file = argument[i];
    } else if (options->lone.words < GB_WORDS && takes_words(options->verb)) {
      options->lone.word[options->lone.words++] = argument[i];
    } else {
      return gb_fail(error, GB_USAGE,
                     "'%s' is one argument too many: gimbal VERB CASE.yaml [OPTIONS]", argument[i]);
    }
  }
  return check_meaning(options, error);
}
