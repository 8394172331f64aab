/// Reading the command line.
#include "command/options.h"

#include "base/nearest.h"
#include "input/case.h"

#include <stdlib.h>
#include <string.h>

#define MARCHES "run, gradient"
const gb_option gb_option_list[] = {
    {"--set", "KEY=VALUE", NULL, NULL,
     "change any key of the case: --set time.steps=10, --set functions.ks.weight=50, --set "
     "loads[0].value=2e3 (may be repeated)"},
    {"--designs", "FILE", NULL, NULL,
     "values of all designs, in place of the case's: a table with name and value, HDF5 with "
     "design_names and designs, or a case with values"},
    {"--json", "FILE", NULL, NULL, "write a summary: functionals, gradient, probes, counts, times"},
    {"--out", "FILE", "gradient", NULL,
     "write designs, values and gradient alone: FILE.csv, FILE.h5 or FILE.json"},
    {"--output-dir", "DIR", NULL, NULL, "where results go (made if missing; default .)"},
    {"--memory", "SIZE", NULL, NULL,
     "for checkpoints and spare factors, over all ranks: 8GiB, 500MB"},
    {"--restart", "FILE", MARCHES, NULL, "go on from a restart file, on any number of ranks"},
    {"--from", "HISTORY", "optimize", NULL, "go on from the evaluations of CASE.history"},
    {"--max-time", "TIME", MARCHES ", optimize", NULL,
     "HH:MM:SS: then write a restart file and stop, as SIGTERM, SIGUSR1 and SIGINT (Ctrl-C) do; an "
     "optimisation has its history"},
    {"--method", "METHOD", NULL, "adjoint tangent auto",
     "of gradient: adjoint (default); tangent, direct differentiation; auto, the tangent where "
     "designs are fewer than functionals of the motion"},
    {"--tangent", NULL, NULL, NULL,
     "--method tangent; in --json also the derivatives of the probes' motion over time"},
    {"--refine", NULL, "gradient, optimize", NULL,
     "march to the result once more with half the time step, and print how much functionals and "
     "derivatives change"},
    {"--steps", "LIST", NULL, NULL,
     "of verify: perturbations relative to each design (default 1e-4,1e-8,1e-16,1e-30)"},
    {"--schemes", "LIST", "verify", NULL,
     "adjoint, tangent and complex step (1e-30) by each of these schemes, as bdf2,bdf3:dirk,galpha "
     "(NAME:START), or by all"},
    {"--differences", NULL, "verify", NULL,
     "compare with central differences of the case read again, which have nothing in common with "
     "the gradient but the march; also frequencies"},
    {"--verify", NULL, "report", NULL, "compare the gradient with complex step (1e-30)"},
    {"--ranks", "LIST", "scaling", NULL, "numbers of ranks (default 1,2)"},
    {"--launcher", "WORDS", "scaling", NULL,
     "what stands before the number of ranks (default: mpirun -n)"},
    {"--vary", "KEY=A,B", "scaling", NULL, "all of it for each value of a key"},
    {"--weak", "KEY=A,B", "scaling", NULL, "a value for each number of ranks, as larger meshes"},
    {"--march", NULL, "scaling", NULL, "without the gradient"},
    {"--quiet", NULL, NULL, NULL, "errors alone"},
    {"--allow-shell", NULL, NULL, NULL,
     "let geometries (.geo) run programs by SystemCall and its like, which are refused without"},
    {"--verbose", NULL, NULL, NULL, "iterations and factorisations of each step of a march"},
    {"--version", NULL, NULL, NULL, "the version alone"},
    {"--help", NULL, NULL, NULL, "this page"},
    {0}};

static const gb_option *find(const char *name) {
  for (const gb_option *o = gb_option_list; o->name; o++)
    if (strcmp(o->name, name) == 0) return o;
  return NULL;
}

static int read_steps(const char *text, gb_options *options, gb_error *error) {
  options->verify.steps = 0;
  do {
    char *end;
    double step = strtod(text, &end);
    if (end == text || !(step > 0) || (*end && *end != ',') || options->verify.steps == GB_STEPS)
      return gb_fail(error, GB_OPTION_VALUE,
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
    return gb_fail(error, GB_OPTION_VALUE,
                   "--method: '%s' is no method; accepted: auto, adjoint, tangent", value);
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
  return gb_fail(error, GB_OPTION_VALUE, "--max-time: '%s' is no time; give HH:MM:SS, as 1:30:00",
                 text);
}

/// A file's kind is its ending; one of --json is written as that is.
static int check_out(gb_options *options, gb_error *error) {
  const char *out = options->out, *dot = out ? strrchr(out, '.') : NULL;
  if (!out || (dot && (!strcmp(dot, ".csv") || !strcmp(dot, ".h5") || !strcmp(dot, ".hdf5"))))
    return GB_OK;
  if (!dot || strcmp(dot, ".json") != 0)
    return gb_fail(error, GB_OPTION_VALUE,
                   "--out: found '%s'; accepted: FILE.csv, FILE.h5 or FILE.json", out);
  if (options->json && strcmp(options->json, out) != 0)
    return gb_fail(error, GB_OPTION_CONFLICT,
                   "--out: found %s beside %s of --json; accepted: one of them", out,
                   options->json);
  options->json = out;
  options->out = NULL;
  return GB_OK;
}

static int read_value(const char *name, const char *value, gb_options *options, gb_error *error) {
  if (strcmp(name, "--set") == 0) {
    if (options->changes.settings == GB_SETTINGS)
      return gb_fail(error, GB_TOO_MANY, "more than %d times --set", GB_SETTINGS);
    options->changes.setting[options->changes.settings++] = value;
  } else if (strcmp(name, "--json") == 0) {
    options->json = value;
  } else if (strcmp(name, "--output-dir") == 0) {
    options->output = value;
  } else if (strcmp(name, "--designs") == 0) {
    options->changes.designs = value;
  } else if (strcmp(name, "--out") == 0) {
    options->out = value;
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
    return gb_fail(error, GB_OPTION_VALUE,
                   "--memory: '%s' is no size; give for example 8GiB or 500MB", value);
  }
  return GB_OK;
}

static bool *flag(const char *name, gb_options *options) {
  if (strcmp(name, "--quiet") == 0) return &options->quiet;
  if (strcmp(name, "--allow-shell") == 0) return &options->asks.shell;
  if (strcmp(name, "--verbose") == 0) return &options->verbose;
  if (strcmp(name, "--refine") == 0) return &options->verify.refine;
  if (strcmp(name, "--verify") == 0) return &options->verify.asked;
  if (strcmp(name, "--differences") == 0) return &options->verify.differences;
  if (strcmp(name, "--march") == 0) return &options->lone.march;
  if (strcmp(name, "--help") == 0) return &options->asks.help;
  if (strcmp(name, "--version") == 0) return &options->asks.version;
  return NULL;
}

static int refuse(const char *name, gb_error *error) {
  const char *names[sizeof gb_option_list / sizeof *gb_option_list] = {NULL};
  for (int i = 0; gb_option_list[i].name; i++) names[i] = gb_option_list[i].name;
  const char *near = gb_nearest(name, names);
  return gb_fail(error, GB_UNKNOWN_OPTION, "unknown option %s%s%s%s; `gimbal --help` lists them",
                 name, near ? " (did you mean " : "", near ? near : "", near ? "?)" : "");
}

/// An option at argument i; @return the next argument through *i.
static int read_option(int count, char *argument[], int *i, gb_options *options, gb_error *error) {
  char name[64];
  const char *text = argument[*i], *equals = strchr(text, '=');
  size_t length = equals ? (size_t)(equals - text) : strlen(text);
  if (length >= sizeof name) return refuse(text, error);
  memcpy(name, text, length);
  name[length] = 0;
  const gb_option *option = find(strcmp(name, "-h") == 0 ? "--help" : name);
  if (!option) return refuse(name, error);
  options->asks.given |= 1u << (option - gb_option_list);
  if (!option->value) {
    if (equals) return gb_fail(error, GB_OPTION_VALUE, "%s takes no value", name);
    if (strcmp(name, "--tangent") == 0) return read_method("tangent", options, error);
    *flag(option->name, options) = true;
    return GB_OK;
  }
  if (!equals && *i + 1 >= count) return gb_fail(error, GB_OPTION_VALUE, "%s needs a value", name);
  return read_value(name, equals ? equals + 1 : argument[++*i], options, error);
}

static bool takes_words(const gb_options *options) {
  if (strcmp(options->verb, "help") == 0)
    return strcmp(options->file, "error") == 0 && options->lone.words == 0;
  return strcmp(options->verb, "plot") == 0 || strcmp(options->verb, "scaling") == 0;
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
    } else if (options->lone.words < GB_WORDS && takes_words(options)) {
      options->lone.word[options->lone.words++] = argument[i];
    } else {
      return gb_fail(error, GB_MISSING_ARGUMENT,
                     "'%s' is one argument too many: gimbal VERB CASE.yaml [OPTIONS]", argument[i]);
    }
  }
  return check_out(options, error);
}
