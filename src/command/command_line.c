/// Reading the command line.
#include "command/verbs.h"

#include "base/nearest.h"

#include <string.h>

/// Check the ending of the file of --out, which selects its format; FILE.json is written as --json
/// is.
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

static const gb_option *find(const char *name) {
  const gb_option *o;
  for (int i = 0; (o = gb_option_at(i)); i++)
    if (strcmp(o->name, name) == 0) break;
  return o;
}

static int refuse(const char *name, gb_error *error) {
  const char *names[GB_GIVEN_OPTIONS + 1] = {NULL};
  const gb_option *o;
  for (int i = 0; i < GB_GIVEN_OPTIONS && (o = gb_option_at(i)); i++) names[i] = o->name;
  char hint[GB_HINT];
  return gb_fail(error, GB_UNKNOWN_OPTION, "unknown option %s%s; `gimbal --help` lists them", name,
                 gb_nearest_hint(name, names, hint));
}

/// Store an option and its value, which is NULL for a flag.
static int store(const gb_option *o, const char *value, gb_options *options, gb_error *error) {
  int i = 0;
  while (i < options->given.count && options->given.entry[i].option != o) i++;
  if (i == GB_GIVEN_OPTIONS)
    return gb_fail(error, GB_TOO_MANY, "more than %d options", GB_GIVEN_OPTIONS);
  if (i == options->given.count) options->given.count++;
  options->given.entry[i].option = o;
  options->given.entry[i].text = value ? value : "";
  if (o->read) return o->read(value, options, error);
  if (!o->offset) return GB_OK;
  char *member = (char *)options + o->offset;
  if (value)
    memcpy(member, &value, sizeof value);
  else
    *(bool *)member = true;
  return GB_OK;
}

/// Read the option at argument i, and the next argument, *i, where that is its value.
static int read_option(int count, char *argument[], int *i, gb_options *options, gb_error *error) {
  char name[64];
  const char *text = argument[*i], *equals = strchr(text, '=');
  size_t length = equals ? (size_t)(equals - text) : strlen(text);
  if (length >= sizeof name) return refuse(text, error);
  memcpy(name, text, length);
  name[length] = 0;
  const gb_option *option = find(strcmp(name, "-h") == 0 ? "--help" : name);
  if (!option) return refuse(name, error);
  if (!option->value && equals) return gb_fail(error, GB_OPTION_VALUE, "%s takes no value", name);
  if (!option->value) return store(option, NULL, options, error);
  if (!equals && *i + 1 >= count) return gb_fail(error, GB_OPTION_VALUE, "%s needs a value", name);
  return store(option, equals ? equals + 1 : argument[++*i], options, error);
}

static bool takes_words(const gb_options *options) {
  if (strcmp(options->verb, "help") == 0)
    return strcmp(options->file, "error") == 0 && options->words.count == 0;
  const gb_verb *verb = gb_verb_find(options->verb);
  return verb && verb->words;
}

int gb_options_read(int count, char *argument[], gb_options *options, gb_error *error) {
  *options = (gb_options){
      .output = ".", .method = GB_ADJOINT, .complex_step = {4, {1e-4, 1e-8, 1e-16, 1e-30}}};
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
    } else if (options->words.count < GB_WORDS && takes_words(options)) {
      options->words.entry[options->words.count++] = argument[i];
    } else if (i > 1 && strchr(argument[i], '=') && strchr(argument[i - 1], '=')) {
      return gb_fail(error, GB_MISSING_ARGUMENT, "'%s' needs a --set of its own: --set %s --set %s",
                     argument[i], argument[i - 1], argument[i]);
    } else {
      return gb_fail(error, GB_MISSING_ARGUMENT,
                     "'%s' is one argument too many: gimbal VERB CASE.yaml [OPTIONS]", argument[i]);
    }
  }
  return check_out(options, error);
}
