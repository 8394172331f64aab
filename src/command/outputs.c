/// The names of output files: a check before the run, temporary and final names.
#include "command/command.h"

#include "base/platform/new_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int gb_output_folder(const char *path, gb_error *error) {
  char part[PATH_MAX];
  if (strlen(path) >= sizeof part)
    return gb_fail(error, GB_CANNOT_WRITE, "%s: the path is too long", path);
  for (size_t i = 1; i <= strlen(path); i++) {
    if (path[i] && path[i] != '/') continue;
    memcpy(part, path, i);
    part[i] = 0;
    if (mkdir(part, 0777) != 0 && errno != EEXIST)
      return gb_fail(error, GB_CANNOT_WRITE, "--output-dir: cannot make folder %s: %s", part,
                     strerror(errno));
  }
  if (access(path, W_OK | X_OK) == 0) return GB_OK;
  return gb_fail(error, GB_CANNOT_WRITE, "--output-dir: cannot write into %s: %s", path,
                 strerror(errno));
}

static int check_folder_of(const char *what, const char *json, gb_error *error) {
  const char *slash = strrchr(json, '/');
  char folder[PATH_MAX] = ".";
  const size_t length = slash ? (size_t)(slash - json) + 1 : 0;
  if (!*json || (slash && !slash[1]))
    return gb_fail(error, GB_CANNOT_WRITE, "%s: cannot write '%s': it is no file", what, json);
  if (length >= sizeof folder)
    return gb_fail(error, GB_CANNOT_WRITE, "%s: %s: the path is too long", what, json);
  if (slash) snprintf(folder, sizeof folder, "%.*s", (int)length, json);
  if (access(folder, W_OK | X_OK) == 0) return GB_OK;
  return gb_fail(error, GB_CANNOT_WRITE, "%s: cannot write %s: %s", what, json, strerror(errno));
}

/// Whether two paths name the same file.
static bool is_same(const char *path, const char *other) {
  struct stat a, b;
  return other && stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
         a.st_ino == b.st_ino;
}

/// Check the name of a file that will be written. @param what  its name in messages
static int check_name(const gb_command *command, const char *what, const char *path, bool restart,
                      gb_error *error) {
  const gb_case *c = command->session->description;
  const struct {
    const char *name, *path;
  } input[] = {
      {"the case file", command->options->file},
      {"its mesh", c->mesh},
      {"the file of initial", c->optimize.initial.file},
      {"the file of --restart", restart ? NULL : gb_option_text(command->options, "--restart")}};
  gb_error own = {0};
  for (size_t i = 0; i < sizeof input / sizeof *input; i++)
    if (is_same(path, input[i].path))
      return gb_fail(error, GB_OUTPUT_CONFLICT,
                     "%s: %s is %s and would be replaced; accepted: another name", what, path,
                     input[i].name);
  if (gb_new_file_check(path, &own) != GB_OK)
    return gb_fail(error, GB_CANNOT_WRITE, "%s: %s", what, own.message);
  return GB_OK;
}

/// Whether two paths of files that do not exist yet are the same: compare their folders and names.
static bool is_same_place(const char *path, const char *other) {
  const char *const both[] = {path, other}, *name[2];
  char folder[2][PATH_MAX];
  for (int i = 0; i < 2; i++) {
    const char *slash = strrchr(both[i], '/');
    const int length = slash ? (int)(slash - both[i]) + 1 : 0;
    name[i] = both[i] + length;
    if (snprintf(folder[i], PATH_MAX, "./%.*s", length, both[i]) >= PATH_MAX) return false;
    if (length > 0 && both[i][0] == '/') snprintf(folder[i], PATH_MAX, "%.*s", length, both[i]);
  }
  return strcmp(name[0], name[1]) == 0 && is_same(folder[0], folder[1]);
}

/// Check the files that a verb may write beside those of --json and --out.
static int check_results(const gb_command *command, const char *suffix, gb_error *error) {
  const struct {
    const char *option, *path;
  } named[] = {{"--json", command->options->json}, {"--out", command->options->out}};
  const bool restart = strncmp(suffix, "restart", 7) == 0;
  char temporary[PATH_MAX + 8];
  gb_output output;
  gb_output_name(command->stem, suffix, &output);
  const char *const path[] = {output.path, output.temporary};
  for (int i = 0; i < 2; i++) {
    GB_TRY(check_name(command, "--output-dir", path[i], restart, error));
    for (int k = 0; k < 2; k++) {
      if (!named[k].path) continue;
      snprintf(temporary, sizeof temporary, "%s.tmp", named[k].path);
      if (is_same_place(path[i], named[k].path) || is_same_place(path[i], temporary))
        return gb_fail(error, GB_OUTPUT_CONFLICT,
                       "%s: %s is a name of the run's other files; accepted: another name",
                       named[k].option, named[k].path);
    }
  }
  return GB_OK;
}

/// Lock the names of outputs: two runs at a time would remove each other's temporary files. A busy
/// lock is tried again for a few seconds, because ranks end shortly after a killed launcher.
static int lock_names(gb_command *command, gb_error *error) {
  enum { TRIES = 50 };
  const struct timespec pause = {.tv_nsec = 100000000};
  char path[PATH_MAX + 32];
  bool busy = true;
  snprintf(path, sizeof path, "%s%s.running", command->stem, command->verb->lock);
  for (int i = 0; i < TRIES && busy; i++) {
    if (i > 0) nanosleep(&pause, NULL);
    GB_TRY(gb_file_lock_take(path, &command->lock, &busy, error));
  }
  if (!busy) return GB_OK;
  return gb_fail(error, GB_OUTPUT_CONFLICT,
                 "--output-dir: another run writes %s%s.* and has not ended (it has locked %s); "
                 "accepted: another folder, or the end of that run",
                 command->stem, command->verb->lock, path);
}

/// Check a file that an option names; NULL: none.
static int check_file(const gb_command *command, const char *what, const char *path,
                      gb_error *error) {
  char temporary[PATH_MAX + 8];
  if (!path) return GB_OK;
  GB_TRY(check_folder_of(what, path, error));
  snprintf(temporary, sizeof temporary, "%s.tmp", path);
  GB_TRY(check_name(command, what, path, false, error));
  return check_name(command, what, temporary, false, error);
}

void gb_output_stem(const char *folder, const char *file, size_t size, char stem[]) {
  const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
  const char *dot = strrchr(name, '.');
  const int length = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
  snprintf(stem, size, "%s/%.*s", folder, length, name);
}

int gb_outputs_prepare(gb_command *command, gb_error *error) {
  const gb_options *options = command->options;
  const gb_deck_part part = gb_session_part(command->session);
  const size_t size = strlen(options->output) + strlen(options->file) + 64;
  GB_TRY(gb_arena_allocate(&command->session->memory, size, 1, &command->stem, error));
  gb_output_stem(options->output, options->file, size, command->stem);
  const size_t used = strlen(command->stem);
  if (part.count > 1)
    snprintf(command->stem + used, size - used, ".%s-%lld", part.key, (long long)part.number);
  if (command->session->rank != 0) return GB_OK;
  if (!command->verb->dry) GB_TRY(gb_output_folder(options->output, error));
  GB_TRY(check_file(command, "--json", options->json, error));
  GB_TRY(check_file(command, "--out", options->out, error));
  if (options->json && options->out && is_same_place(options->json, options->out))
    return gb_fail(error, GB_OUTPUT_CONFLICT,
                   "--out: %s is the file of --json; accepted: another name", options->out);
  const char *const *suffix = command->verb->suffix;
  if (!suffix) return GB_OK;
  for (; *suffix; suffix++) GB_TRY(check_results(command, *suffix, error));
  return lock_names(command, error);
}

void gb_output_name(const char *stem, const char *suffix, gb_output *out) {
  snprintf(out->path, sizeof out->path, "%s.%s", stem, suffix);
  snprintf(out->temporary, sizeof out->temporary, "%s.tmp", out->path);
}

int gb_output_open(const char *stem, const char *suffix, gb_output *out, gb_error *error) {
  gb_output_name(stem, suffix, out);
  return gb_new_file_open(out->temporary, &out->stream, error);
}

int gb_output_finish(gb_output *out, gb_error *error) {
  return gb_new_file_finish(out->stream, out->temporary, out->path, error);
}

void gb_output_discard(gb_output *out) {
  fclose(out->stream);
  unlink(out->temporary);
}

int gb_output_create(const char *stem, const char *suffix, gb_output *out, gb_error *error) {
  gb_output_name(stem, suffix, out);
  GB_TRY(gb_new_file_check(out->path, error));
  return gb_output_open(stem, suffix, out, error);
}
