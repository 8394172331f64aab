/// The options that all verbs or several verbs have.
#include "command/options.h"

#include "case/case.h"

#include <stdlib.h>
#include <string.h>

static int read_steps(const char *text, gb_options *options, gb_error *error) {
  options->complex_step.count = 0;
  do {
    char *end;
    double step = strtod(text, &end);
    if (end == text || !(step > 0) || (*end && *end != ',') ||
        options->complex_step.count == GB_STEPS)
      return gb_fail(error, GB_OPTION_VALUE,
                     "--steps: '%s' is no list of up to %d positive steps, as 1e-4,1e-30", text,
                     GB_STEPS);
    options->complex_step.size[options->complex_step.count++] = step;
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
static int read_time(const char *text, gb_options *options, gb_error *error) {
  const char *rest = text;
  double *seconds = &options->max_time;
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

static int read_tangent(const char *value, gb_options *options, gb_error *error) {
  (void)value;
  return read_method("tangent", options, error);
}

static int read_setting(const char *value, gb_options *options, gb_error *error) {
  if (options->changes.settings == GB_SETTINGS)
    return gb_fail(error, GB_TOO_MANY, "more than %d times --set", GB_SETTINGS);
  options->changes.setting[options->changes.settings++] = value;
  return GB_OK;
}

static int read_memory(const char *value, gb_options *options, gb_error *error) {
  if (gb_size_from(value, &options->memory) && options->memory != 0) return GB_OK;
  return gb_fail(error, GB_OPTION_VALUE,
                 "--memory: '%s' is no size; give for example 8GiB or 500MB", value);
}

#define STORED(member) .offset = offsetof(gb_options, member)

/// The options of every verb.
const gb_option gb_common_options[] = {
    GB_OPTION(
        "--set", "KEY=VALUE",
        "change any key of the case: --set time.steps=10, --set functions.ks.weight=50, --set "
        "loads[0].value=2e3 (may be repeated)",
        .read = read_setting),
    GB_OPTION(
        "--designs", "FILE",
        "values of all designs, in place of the case's: a table with name and value, HDF5 with "
        "design_names and designs, or a case with values",
        STORED(changes.designs)),
    GB_OPTION("--json", "FILE", "write a summary: functionals, gradient, probes, counts, times",
              STORED(json)),
    GB_OPTION("--output-dir", "DIR", "where results go (made if missing; default .)",
              STORED(output)),
    GB_OPTION("--memory", "SIZE", "for checkpoints and spare factors, over all ranks: 8GiB, 500MB",
              .read = read_memory),
    GB_OPTION(
        "--method", "METHOD",
        "of gradient: adjoint (default); tangent, direct differentiation; auto, the tangent where "
        "designs are fewer than functionals of the motion",
        .words = "adjoint tangent auto", .read = read_method),
    GB_OPTION("--tangent", NULL,
              "--method tangent; in --json also the derivatives of the probes' motion over time",
              .read = read_tangent),
    GB_OPTION("--steps", "LIST",
              "of verify: perturbations relative to each design (default 1e-4,1e-8,1e-16,1e-30)",
              .read = read_steps),
    GB_OPTION("--quiet", NULL, "errors alone", STORED(quiet)),
    GB_OPTION(
        "--allow-shell", NULL,
        "let geometries (.geo) run programs by SystemCall and its like, which are refused without"),
    GB_OPTION("--verbose", NULL, "iterations and factorisations of each step of a march",
              STORED(verbose)),
    GB_OPTION("--version", NULL, "the version alone"),
    GB_OPTION("--help", NULL, "this page"),
    {.name = NULL}};
const gb_option gb_option_max_time = GB_OPTION("--max-time", "TIME",
                                               "HH:MM:SS: then write a restart file and stop, as "
                                               "SIGTERM, SIGUSR1 and SIGINT (Ctrl-C) do; an "
                                               "optimisation has its history",
                                               .read = read_time);
const gb_option gb_option_refine = GB_OPTION(
    "--refine", NULL,
    "march to the result once more with half the time step, and print how much functionals and "
    "derivatives change",
    STORED(refine));
const gb_option gb_option_out = GB_OPTION(
    "--out", "FILE", "write designs, values and gradient alone: FILE.csv, FILE.h5 or FILE.json",
    STORED(out));

const char *gb_option_text(const gb_options *options, const char *name) {
  for (int i = 0; i < options->given.count; i++)
    if (strcmp(options->given.entry[i].option->name, name) == 0)
      return options->given.entry[i].text;
  return NULL;
}
