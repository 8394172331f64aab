/// The program: command line to verb, errors to one message and the exit status.
#include "base/interrupt.h"
#include "base/nearest.h"
#include "command/environment.h"
#include "command/session.h"

#include <stdio.h>
#include <string.h>

typedef struct verb {
  const char *name, *meaning;
  int (*run)(gb_session *session, gb_error *error);
} verb;

static const verb verbs[] = {
    {"check", "read everything, print the model and what is wrong with it, up to the first step",
     gb_command_check},
    {"run", "march; print functionals; write CASE.vtkhdf and CASE.xdmf", gb_command_run},
    {"gradient", "march, then adjoint: functionals and their gradient; also CASE.designs.csv",
     gb_command_run},
    {"verify", "compare the adjoint with complex-step runs of the whole march", gb_command_verify},
    {"modes", "natural frequencies and mode shapes; write CASE.modes.vtkhdf and CASE.modes.xdmf",
     gb_command_modes},
    {"optimize",
     "find the designs of the least objective under constraints; write CASE.optimum.yaml",
     gb_command_optimize},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static void print_help(void) {
  char text[4000];
  printf("gimbal %s: flexible multibody dynamics with an exact time-dependent adjoint\n\n"
         "usage: gimbal VERB CASE.yaml [OPTIONS]        (or mpirun -np N gimbal ...)\n\nverbs\n",
         GB_VERSION);
  for (int i = 0; i < VERBS; i++) printf("  %-16s %s\n", verbs[i].name, verbs[i].meaning);
  printf("  %-16s %s\n", "help case", "the reference of case files");
  printf("  %-16s %s\n", "help cards", "what becomes of the cards of Nastran decks");
  printf(
      "\noptions\n"
      "  --set KEY=VALUE   change any key of the case: --set time.steps=10,\n"
      "                    --set functions.ks.weight=50, --set loads[0].value=2e3 (may be "
      "repeated)\n"
      "  --json FILE       write a summary: functionals, gradient, probes, counts, times\n"
      "  --output-dir DIR  where results go (made if missing; default .)\n"
      "  --memory SIZE     for checkpoints and spare factors, over all ranks: 8GiB, 500MB\n"
      "  --restart FILE    of run and gradient: go on from a restart file, on any number of ranks\n"
      "  --from HISTORY    of optimize: go on from the evaluations of CASE.history\n"
      "  --max-time TIME   HH:MM:SS: then write a restart file and stop, as SIGTERM, SIGUSR1 and\n"
      "                    SIGINT (Ctrl-C) do; an optimisation has its history\n"
      "  --method METHOD   of gradient: adjoint (default); tangent, direct differentiation; auto,\n"
      "                    the tangent where designs are fewer than functionals of the motion\n"
      "  --tangent         --method tangent; in --json also the derivatives of the probes' motion\n"
      "                    over time\n"
      "  --steps LIST      of verify: perturbations relative to each design\n"
      "                    (default 1e-4,1e-8,1e-16,1e-30)\n"
      "  --schemes LIST    of verify: adjoint, tangent and complex step (1e-30) by each of these\n"
      "                    schemes, as bdf2,bdf3:dirk,galpha (NAME:START), or by all\n"
      "  --quiet           errors alone\n"
      "  --verbose         iterations and factorisations of each step of a march\n"
      "  --version, --help\n\n");
  gb_engine_real.list_schemes(sizeof text, text);
  printf("time: {scheme: ...}\n%s\n", text);
  gb_engine_real.list_functionals(sizeof text, text);
  printf("functions: [{type: ..., form: ...}]\n%s\n", text);
  printf("exit status: 0 done, 2 usage or case file, 3 mesh or model, 4 not converged,\n"
         "             5 singular, 6 file, disk or memory, 75 stopped by a signal or --max-time\n"
         "             after a restart file was written (before the march: without one)\n"
         "where it is not 0, mpirun adds lines of its own after ours; mpirun --quiet omits them\n\n"
         "example\n  gimbal gradient meshes/plate-run.yaml --json plate.json\n");
}

/// The page that docs/case-file.md holds.
static void print_reference(void) {
  char text[4000];
  gb_case_reference();
  gb_engine_real.list_schemes(sizeof text, text);
  printf("\n## Schemes\n\n`time.scheme`, with the numbers of those that have some and their "
         "defaults.\n\n```text\n%s```\n",
         text);
  gb_engine_real.list_functionals(sizeof text, text);
  printf("\n## Functionals\n\n`functions[].type` and, where there are several, "
         "`functions[].form`. Formulas: section 6 of\n[theory.md](theory.md).\n\n"
         "```text\n%s```\n",
         text);
}

static const verb *find_verb(const char *name) {
  for (int i = 0; i < VERBS; i++)
    if (strcmp(verbs[i].name, name) == 0) return &verbs[i];
  return NULL;
}

static int refuse_verb(const char *name, gb_error *error) {
  const char *names[VERBS + 1] = {NULL}, *near;
  for (int i = 0; i < VERBS; i++) names[i] = verbs[i].name;
  near = gb_nearest(name, names);
  return gb_fail(error, GB_USAGE,
                 "unknown verb '%s'%s%s%s; known: check, run, gradient, verify, modes, optimize; "
                 "see gimbal --help",
                 name, near ? " (did you mean " : "", near ? near : "", near ? "?)" : "");
}

/// A signal before the march ends the run here. Afterwards a march heeds signals by itself, and
/// verbs that have nothing to save end at once.
static int heed_signals(const gb_session *session, const verb *chosen, gb_error *error) {
  int status = GB_OK;
  if (chosen->run != gb_command_run && chosen->run != gb_command_optimize) gb_interrupt_release();
  if (gb_interrupt_asked())
    status = gb_fail(error, GB_PAUSED,
                     "stopped by a signal before the march; there is nothing to go on from");
  return gb_agree(session->comm, status, error);
}

static int dispatch(const gb_options *options, gb_error *error) {
  const verb *chosen = find_verb(options->verb);
  gb_session *session;
  if (!chosen) return refuse_verb(options->verb, error);
  if (!options->file)
    return gb_fail(error, GB_USAGE, "%s needs a case file: gimbal %s CASE.yaml", chosen->name,
                   chosen->name);
  GB_TRY(gb_session_open(MPI_COMM_WORLD, options, &session, error));
  int status = heed_signals(session, chosen, error);
  if (status == GB_OK) status = chosen->run(session, error);
  gb_session_close(&session);
  return status;
}

int main(int count, char *argument[]) {
  gb_options options;
  gb_error error = {0};
  int rank;
  int status = gb_environment_prepare(argument, &error);
  if (status != GB_OK) {
    gb_error_print(&error);
    return status;
  }
  MPI_Init(&count, &argument);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  gb_environment_keep();
  status = gb_agree(MPI_COMM_WORLD, gb_environment_reserve(&error), &error);
  if (status == GB_OK) status = gb_options_read(count, argument, &options, &error);
  bool help = status == GB_OK && options.verb && strcmp(options.verb, "help") == 0;
  if (status != GB_OK) {
    // said below
  } else if (options.version) {
    if (rank == 0) printf("gimbal %s\n", GB_VERSION);
  } else if (help && options.file && strcmp(options.file, "case") == 0) {
    if (rank == 0) print_reference();
  } else if (help && options.file && strcmp(options.file, "cards") == 0) {
    if (rank == 0) gb_nastran_reference();
  } else if (options.help || help) {
    if (rank == 0) print_help();
  } else if (!options.verb) {
    status = gb_fail(&error, GB_USAGE, "nothing to do: gimbal VERB CASE.yaml; see gimbal --help");
  } else {
    status = dispatch(&options, &error);
  }
  if (status == GB_OK) status = gb_agree(MPI_COMM_WORLD, gb_environment_printed(&error), &error);
  if (status != GB_OK && rank == 0) gb_error_print(&error);
  MPI_Finalize();
  return status;
}
