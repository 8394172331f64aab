/// The verb `scaling`: start a case on several numbers of ranks, or read what such runs have
/// written, and compare.
#include "verbs/scaling.h"
#include "command/command.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 64, PATH = 4096, WORDS = 2 * GB_SETTINGS + 64 };

/// A list of values that commas separate outside of brackets and quotes.
typedef struct values {
  const char *key; ///< of KEY=A,B,C; NULL: none
  int count;
  const char *value[MOST];
} values;

static int split(const char *what, const char *text, bool keyed, gb_arena *arena, values *out,
                 gb_error *error) {
  char *copy;
  int depth = 0;
  bool quoted = false;
  *out = (values){.count = 0};
  if (!text) return GB_OK;
  GB_TRY(gb_arena_text(arena, &copy, error, "%s", text));
  char *next = keyed ? strchr(copy, '=') : copy;
  if (keyed && next) out->key = copy, *next++ = 0;
  for (char *c = next; next && *next && out->count < MOST; c++) {
    quoted ^= *c == '"';
    depth += !quoted * ((*c == '[' || *c == '{') - (*c == ']' || *c == '}'));
    if (*c && (*c != ',' || depth > 0 || quoted)) continue;
    out->value[out->count++] = next;
    next = *c ? c + 1 : c;
    if (*c) *c = 0;
  }
  if (out->count > 0 && *out->value[0]) return GB_OK;
  return gb_fail(error, GB_OPTION_VALUE, "%s: '%s' is no list; give for example %s", what, text,
                 keyed ? "KEY=1,2,4" : "1,2,4,8");
}

/// The runs of a scaling study.
typedef struct study {
  const gb_options *options;
  gb_arena memory;
  values ranks, vary, weak;
  char program[PATH], stem[PATH];
} study;

static int find_names(study *s, gb_error *error) {
  const ssize_t size = readlink("/proc/self/exe", s->program, sizeof s->program - 1);
  if (size <= 0)
    return gb_fail(error, GB_MISSING_PROGRAM, "cannot find this program: %s", strerror(errno));
  gb_output_stem(s->options->output, s->options->file, sizeof s->stem, s->stem);
  return gb_output_folder(s->options->output, error);
}

/// A command line at work.
typedef struct command {
  int count;
  char *word[WORDS + 1];
} command;

static int add(command *c, gb_arena *arena, gb_error *error, const char *format, const char *text) {
  if (c->count == WORDS)
    return gb_fail(error, GB_TOO_MANY, "a command of more than %d words", WORDS);
  return gb_arena_text(arena, &c->word[c->count++], error, format, text);
}

static int add_setting(command *c, gb_arena *arena, const char *key, const char *value,
                       gb_error *error) {
  char text[1000];
  snprintf(text, sizeof text, "%s=%s", key, value);
  GB_TRY(add(c, arena, error, "%s", "--set"));
  return add(c, arena, error, "%s", text);
}

/// LAUNCHER RANKS gimbal gradient CASE ...; @param vary, weak  places in their lists
static int compose(study *s, int rank, int vary, const char *json, command *c, gb_error *error) {
  const gb_options *o = s->options;
  const char *launcher = gb_option_text(o, "--launcher");
  char *text, *rest;
  *c = (command){.count = 0};
  GB_TRY(gb_arena_text(&s->memory, &text, error, "%s", launcher ? launcher : "mpirun -n"));
  for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
    GB_TRY(add(c, &s->memory, error, "%s", word));
  const char *const words[] = {s->ranks.value[rank],
                               s->program,
                               gb_option_text(o, "--march") ? "run" : "gradient",
                               o->file,
                               "--quiet",
                               "--json",
                               json,
                               "--output-dir",
                               o->output};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    GB_TRY(add(c, &s->memory, error, "%s", words[i]));
  for (int i = 0; i < o->changes.settings; i++) {
    GB_TRY(add(c, &s->memory, error, "%s", "--set"));
    GB_TRY(add(c, &s->memory, error, "%s", o->changes.setting[i]));
  }
  GB_TRY(add_setting(c, &s->memory, "output.every", "0", error));
  if (s->vary.key) GB_TRY(add_setting(c, &s->memory, s->vary.key, s->vary.value[vary], error));
  if (s->weak.key) GB_TRY(add_setting(c, &s->memory, s->weak.key, s->weak.value[rank], error));
  return GB_OK;
}

/// Start a command and wait for it. A run writes its JSON even if it fails; if there is none, the
/// launcher failed, or the run was killed.
static int execute(command *c, const char *json, gb_error *error) {
  int status = 0;
  remove(json);
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0) {
    execvp(c->word[0], c->word);
    _exit(127);
  }
  if (child < 0)
    return gb_fail(error, GB_MISSING_PROGRAM, "cannot start a program: %s", strerror(errno));
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return GB_OK;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    return gb_fail(error, GB_MISSING_PROGRAM,
                   "cannot start '%s'; accepted: --launcher with the words before the number of "
                   "ranks, as \"mpirun -n\"",
                   c->word[0]);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (access(json, F_OK) != 0)
    return gb_fail(error, GB_MISSING_PROGRAM,
                   "the launcher '%s' failed with status %d before a run wrote its JSON; accepted: "
                   "--launcher with words that start programs on this machine",
                   c->word[0], code);
  return gb_fail(error, code >= GB_USAGE && code <= GB_FILE ? code : GB_FILE,
                 "a run of %s ended with status %d", c->word[0], code);
}

static int run_one(study *s, int rank, int vary, gb_scaling_run *out, gb_error *error) {
  char *json;
  command *c;
  GB_TRY(GB_TAKE(&s->memory, c, 1, error));
  GB_TRY(gb_arena_text(&s->memory, &json, error,
                       s->vary.key ? "%s.scaling-%s-%d.json" : "%s.scaling-%s.json", s->stem,
                       s->ranks.value[rank], vary + 1));
  GB_TRY(compose(s, rank, vary, json, c, error));
  GB_TRY(execute(c, json, error));
  GB_TRY(gb_scaling_read(json, &s->memory, out, error));
  if (!s->options->quiet)
    fprintf(stderr, "%g ranks, %g unknowns: march %.3g s, gradient %.3g s\n", out->ranks,
            out->unknowns, out->seconds[0][GB_SCALING_ALL], out->seconds[1][GB_SCALING_ALL]);
  return GB_OK;
}

static int check_ranks(const study *s, gb_error *error) {
  for (int i = 0; i < s->ranks.count; i++) {
    char *end;
    const long count = strtol(s->ranks.value[i], &end, 10);
    if (*end || end == s->ranks.value[i] || count < 1 || count > INT_MAX)
      return gb_fail(error, GB_OPTION_VALUE, "--ranks: '%s' is no number of ranks; give 1,2,4,8",
                     s->ranks.value[i]);
  }
  if (!s->weak.key || s->weak.count == s->ranks.count) return GB_OK;
  return gb_fail(error, GB_OPTION_VALUE,
                 "--weak: found %d values for %d numbers of --ranks; accepted: one "
                 "for each",
                 s->weak.count, s->ranks.count);
}

/// One run for each number of ranks and each value of --vary.
static int run_all(study *s, gb_scaling *all, gb_error *error) {
  const gb_options *o = s->options;
  const char *ranks = gb_option_text(o, "--ranks");
  if (o->words.count > 0)
    return gb_fail(error, GB_MISSING_ARGUMENT,
                   "scaling: found several cases (%s); accepted: one, or JSONs", o->words.entry[0]);
  GB_TRY(split("--ranks", ranks ? ranks : "1,2", false, &s->memory, &s->ranks, error));
  GB_TRY(split("--vary", gb_option_text(o, "--vary"), true, &s->memory, &s->vary, error));
  GB_TRY(split("--weak", gb_option_text(o, "--weak"), true, &s->memory, &s->weak, error));
  GB_TRY(check_ranks(s, error));
  const int varied = s->vary.key ? s->vary.count : 1;
  GB_TRY(GB_TAKE(&s->memory, all->run, (size_t)(s->ranks.count * varied), error));
  for (int v = 0; v < varied; v++)
    for (int i = 0; i < s->ranks.count; i++)
      GB_TRY(run_one(s, i, v, &all->run[all->count++], error));
  return GB_OK;
}

static int read_all(study *s, gb_scaling *all, gb_error *error) {
  const gb_options *o = s->options;
  GB_TRY(GB_TAKE(&s->memory, all->run, (size_t)o->words.count + 1, error));
  GB_TRY(gb_scaling_read(o->file, &s->memory, &all->run[all->count++], error));
  for (int i = 0; i < o->words.count; i++)
    GB_TRY(gb_scaling_read(o->words.entry[i], &s->memory, &all->run[all->count++], error));
  return GB_OK;
}

static int compare_runs(const void *a, const void *b) {
  const gb_scaling_run *left = a, *right = b;
  const double key[2][5] = {
      {left->unknowns, left->steps, left->functionals, left->designs, left->ranks},
      {right->unknowns, right->steps, right->functionals, right->designs, right->ranks}};
  for (int i = 0; i < 5; i++)
    if (key[0][i] != key[1][i]) return key[0][i] < key[1][i] ? -1 : 1;
  return strcmp(left->file, right->file);
}

static bool is_json(const char *file) {
  const size_t length = strlen(file);
  return length > 5 && strcmp(file + length - 5, ".json") == 0;
}

/// Print, write and draw what a cost model predicts.
static int foresee(study *s, const gb_scaling *all, double unknowns, gb_error *error) {
  gb_scaling predicted = {0};
  char stem[PATH + 16];
  GB_TRY(gb_scaling_predict(all, unknowns, &s->memory, &predicted, error));
  gb_scaling_print(&predicted);
  snprintf(stem, sizeof stem, "%s.predicted", s->stem);
  return gb_scaling_write(&predicted, stem, error);
}

static int read_unknowns(const gb_options *options, double *out, gb_error *error) {
  const char *text = gb_option_text(options, "--predict");
  char *end = NULL;
  *out = text ? strtod(text, &end) : 0;
  if (!text || (*text && !*end && *out >= 1e3 && *out <= 1e12)) return GB_OK;
  return gb_fail(error, GB_OPTION_VALUE,
                 "--predict: '%s' is no number of unknowns from 1e3 to 1e12; give for example 1e8",
                 text);
}

static int study_all(study *s, gb_error *error) {
  gb_scaling all = {0};
  double unknowns;
  GB_TRY(read_unknowns(s->options, &unknowns, error));
  const bool reads = is_json(s->options->file);
  GB_TRY(find_names(s, error));
  if (reads) snprintf(s->stem, sizeof s->stem, "%s/runs", s->options->output);
  GB_TRY(reads ? read_all(s, &all, error) : run_all(s, &all, error));
  qsort(all.run, (size_t)all.count, sizeof *all.run, compare_runs);
  gb_scaling_print(&all);
  GB_TRY(gb_scaling_write(&all, s->stem, error));
  return unknowns > 0 ? foresee(s, &all, unknowns, error) : GB_OK;
}

/// The verb: without MPI, because it starts programs that use it.
static int compare(const gb_options *options, gb_error *error) {
  study *s;
  if (getenv("OMPI_COMM_WORLD_RANK") || getenv("PMI_RANK"))
    return gb_fail(
        error, GB_OPTION_CONFLICT,
        "scaling starts its ranks itself (--ranks, --launcher); accepted: without mpirun");
  GB_TRY(GB_ALLOCATE(s, 1, error));
  s->options = options;
  const int status = options->file ? study_all(s, error)
                                   : gb_fail(error, GB_MISSING_ARGUMENT,
                                             "scaling needs a case or files of --json: gimbal "
                                             "scaling CASE.yaml --ranks 1,2,4");
  gb_arena_free(&s->memory);
  free(s);
  return status;
}

const gb_verb gb_verb_scaling = {
    .name = "scaling",
    .meaning = "times of CASE.yaml on several numbers of ranks, or of JSONs; write "
               "CASE.scaling.csv and .svg",
    .page =
        "gimbal scaling CASE.yaml [--ranks 1,2] [--launcher \"mpirun -n\"] [--vary KEY=A,B,...]\n"
        "               [--weak KEY=A,B,...] [--march] [--predict UNKNOWNS] [--set KEY=VALUE]\n"
        "               [--output-dir DIR]\n"
        "gimbal scaling FILE.json ... [--predict UNKNOWNS]\n\n"
        "Starts the gradient of a case (--march: the march alone) on several numbers of ranks, "
        "for\n"
        "each value of --vary, --weak having a value for each number of ranks; or reads files of\n"
        "--json. Prints speed-up, phases, balance, the cost of functionals and designs, and weak\n"
        "scaling; writes CASE.scaling.csv and CASE.scaling.svg. --predict fits a cost model to "
        "the\n"
        "runs and does the same for a larger model on 1 to 1,024 ranks, in CASE.predicted.*. Not "
        "to\n"
        "be started by mpirun.\n",
    .option =
        (const gb_option *const[]){
            &(const gb_option)GB_OPTION("--ranks", "LIST", "numbers of ranks (default 1,2)"),
            &(const gb_option)GB_OPTION(
                "--launcher", "WORDS",
                "what stands before the number of ranks (default: mpirun -n)"),
            &(const gb_option)GB_OPTION("--vary", "KEY=A,B", "all of it for each value of a key"),
            &(const gb_option)GB_OPTION("--weak", "KEY=A,B",
                                        "a value for each number of ranks, as larger meshes"),
            &(const gb_option)GB_OPTION("--march", NULL, "without the gradient"),
            &(const gb_option)GB_OPTION("--predict", "UNKNOWNS",
                                        "times and memory of so many unknowns on 1 to 1,024 ranks, "
                                        "by a cost model that is fitted to the runs"),
            NULL},
    .words = true,
    .without_mpi = compare,
};
