/// Write the error of a failed run in place of results to the file of --json.
#include "command/failure.h"

#include "base/version.h"
#include "output/json.h"

#include <stdio.h>
#include <string.h>

gb_file_state gb_file_state_of(const char *path) {
  gb_file_state state = {0};
  state.exists = path && stat(path, &state.is) == 0;
  return state;
}

/// Whether two states are of the same file.
static bool is_same(const gb_file_state *a, const gb_file_state *b) {
  return a->exists == b->exists &&
         (!a->exists || (a->is.st_dev == b->is.st_dev && a->is.st_ino == b->is.st_ino));
}

/// Whether the error may be written: the file is new, or it contains a JSON object and is not the
/// case. The other inputs of a case are not known where reading it failed.
static bool may_replace(const gb_options *options, const gb_file_state *now) {
  const gb_file_state input = gb_file_state_of(options->file);
  if (!now->exists) return true;
  if (!S_ISREG(now->is.st_mode) || (input.exists && is_same(now, &input))) return false;
  FILE *file = fopen(options->json, "r");
  const int first = file ? fgetc(file) : EOF;
  if (file) fclose(file);
  return first == '{';
}

static void write_error(gb_json *json, const gb_error *error) {
  const char *line = error->message;
  gb_json_open_object(json, "error");
  gb_json_integer(json, "status", error->status);
  gb_json_text(json, "code", gb_code_word(gb_error_code(error->status, error)));
  gb_json_text(json, "message", error->message);
  gb_json_open_array(json, "lines");
  for (int i = 0; i < error->lines; i++) {
    char text[sizeof error->message];
    const size_t length = strcspn(line, "\n");
    snprintf(text, sizeof text, "%.*s", (int)length, line);
    gb_json_open_object(json, NULL);
    gb_json_text(json, "code", gb_code_word(error->code[i]));
    gb_json_text(json, "message", text);
    gb_json_close(json);
    line += length + (line[length] == '\n');
  }
  gb_json_close(json);
  gb_json_integer(json, "more", error->more);
  gb_json_close(json);
}

void gb_failure_write(const gb_options *options, const gb_file_state *before,
                      const gb_error *error) {
  const gb_file_state now = gb_file_state_of(options->json);
  gb_error own = {0};
  gb_json *json;
  if (!options->json || !is_same(before, &now) || !may_replace(options, &now)) return;
  if (gb_json_create(options->json, &json, &own) != GB_OK) return; // the error is printed anyway
  gb_json_open_object(json, NULL);
  gb_json_text(json, "case", options->file ? options->file : "");
  gb_json_text(json, "version", GB_VERSION);
  gb_json_integer(json, "schema", GB_SCHEMA);
  gb_json_text(json, "verb", options->verb ? options->verb : "");
  write_error(json, error);
  gb_json_close(json);
  gb_json_finish(&json, &own);
}
