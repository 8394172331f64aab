/// Names of outputs, and what stands in their way.
#include "command/command.h"

#include "base/new_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/// Make a folder with those above it.
static int make_folder(const char *path, gb_error *error) {
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

/// Whether two paths lead to one file.
static bool is_same(const char *path, const char *other) {
  struct stat a, b;
  return other && stat(path, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
         a.st_ino == b.st_ino;
}

/// One name that will be given to a file; `what` says in messages which.
static int check_name(const gb_session *s, const char *what, const char *path, bool restart,
                      gb_error *error) {
  const struct {
    const char *name, *path;
  } input[] = {{"the case file", s->options->file},
               {"its mesh", s->description->mesh},
               {"the file of initial", s->description->optimize.initial.file},
               {"the file of --restart", restart ? NULL : s->options->restart}};
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

/// The folder of a path and the name in it, by which two paths of files that are still to be
/// written are compared.
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

/// Results, restart files and designs: all that a run or a gradient may write.
static const char *const suffixes[] = {
    ".vtkhdf",      ".vtkhdf.tmp",      ".xdmf",          ".xdmf.tmp",
    ".restart",     ".restart.tmp",     ".restart.old",   ".restart.old.tmp",
    ".designs.csv", ".designs.csv.tmp", ".functions.csv", ".functions.csv.tmp"};

static const char *const modes_suffixes[] = {
    ".modes.vtkhdf", ".modes.vtkhdf.tmp", ".modes.xdmf", ".modes.xdmf.tmp",
    ".modes.csv",    ".modes.csv.tmp",    ".modes.svg",  ".modes.svg.tmp"};

static const char *const optimize_suffixes[] = {
    ".history",      ".history.tmp",      ".history.old", ".history.csv",
    ".history.h5",   ".history.h5.tmp",   ".history.svg", ".history.svg.tmp",
    ".optimum.yaml", ".optimum.yaml.tmp", ".designs.csv", ".designs.csv.tmp"};

static const char *const report_suffixes[] = {".report.html", ".report.html.tmp"};

/// Files that a verb may write beside that of --json.
static int check_results(const gb_session *s, size_t count, const char *const suffix[],
                         gb_error *error) {
  const struct {
    const char *option, *path;
  } named[] = {{"--json", s->options->json}, {"--out", s->options->out}};
  char path[PATH_MAX + 32], temporary[PATH_MAX + 8];
  for (size_t i = 0; i < count; i++) {
    snprintf(path, sizeof path, "%s%s", s->stem, suffix[i]);
    const bool restart = strncmp(suffix[i], ".restart", 8) == 0;
    GB_TRY(check_name(s, "--output-dir", path, restart, error));
    for (int k = 0; k < 2; k++) {
      if (!named[k].path) continue;
      snprintf(temporary, sizeof temporary, "%s.tmp", named[k].path);
      if (is_same_place(path, named[k].path) || is_same_place(path, temporary))
        return gb_fail(error, GB_OUTPUT_CONFLICT,
                       "%s: %s is a name of the run's other files; accepted: another name",
                       named[k].option, named[k].path);
    }
  }
  return GB_OK;
}

/// Two runs at a time would remove each other's temporary files. Ranks whose launcher was killed
/// end a moment after it, so a lock that is busy is tried again for a few seconds.
static int lock_names(gb_session *s, const char *kind, gb_error *error) {
  enum { TRIES = 50 };
  const struct timespec pause = {.tv_nsec = 100000000};
  char path[PATH_MAX + 32];
  bool busy = true;
  snprintf(path, sizeof path, "%s%s.running", s->stem, kind);
  for (int i = 0; i < TRIES && busy; i++) {
    if (i > 0) nanosleep(&pause, NULL);
    GB_TRY(gb_file_lock_take(path, &s->lock, &busy, error));
  }
  if (!busy) return GB_OK;
  return gb_fail(error, GB_OUTPUT_CONFLICT,
                 "--output-dir: another run writes %s%s.* and has not ended (it has locked %s); "
                 "accepted: another folder, or the end of that run",
                 s->stem, kind, path);
}

/// A file that an option names; NULL: none.
static int check_file(const gb_session *s, const char *what, const char *path, gb_error *error) {
  char temporary[PATH_MAX + 8];
  if (!path) return GB_OK;
  GB_TRY(check_folder_of(what, path, error));
  snprintf(temporary, sizeof temporary, "%s.tmp", path);
  GB_TRY(check_name(s, what, path, false, error));
  return check_name(s, what, temporary, false, error);
}

int gb_outputs_prepare(gb_session *s, gb_error *error) {
  const char *file = s->options->file, *slash = strrchr(file, '/');
  const char *name = slash ? slash + 1 : file, *dot = strrchr(name, '.');
  const char *verb = s->options->verb;
  int length = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
  GB_TRY(gb_arena_text(&s->memory, &s->stem, error, "%s/%.*s", s->options->output, length, name));
  if (s->rank != 0) return GB_OK;
  if (strcmp(verb, "check") != 0) GB_TRY(make_folder(s->options->output, error));
  GB_TRY(check_file(s, "--json", s->options->json, error));
  GB_TRY(check_file(s, "--out", s->options->out, error));
  if (s->options->json && s->options->out && is_same_place(s->options->json, s->options->out))
    return gb_fail(error, GB_OUTPUT_CONFLICT,
                   "--out: %s is the file of --json; accepted: another name", s->options->out);
  const struct {
    const char *verb, *kind;
    size_t count;
    const char *const *suffix;
  } own[] = {
      {"run", "", sizeof suffixes / sizeof *suffixes, suffixes},
      {"gradient", "", sizeof suffixes / sizeof *suffixes, suffixes},
      {"optimize", "", sizeof optimize_suffixes / sizeof *optimize_suffixes, optimize_suffixes},
      {"report", ".report", sizeof report_suffixes / sizeof *report_suffixes, report_suffixes},
      {"modes", ".modes", sizeof modes_suffixes / sizeof *modes_suffixes, modes_suffixes}};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    if (strcmp(verb, own[i].verb) != 0) continue;
    GB_TRY(check_results(s, own[i].count, own[i].suffix, error));
    return lock_names(s, own[i].kind, error);
  }
  return GB_OK;
}
