/// What each verb does and writes, and lists of what cases may name.
#include "command/topics.h"

#include "base/nearest.h"
#include "engine/engine.h"
#include "input/case.h"
#include "input/schema.h"

#include <stdio.h>
#include <string.h>

typedef struct topic {
  const char *name, *text;
} topic;

static const topic topics[] = {
    {"check",
     "gimbal check CASE.yaml [--set KEY=VALUE] [--json FILE] [--memory SIZE]\n\n"
     "Reads case and mesh, builds the model and takes the first step; refuses what run refuses.\n"
     "Prints elements, masses and inertia, sums of loads, degrees of freedom, designs, probes and\n"
     "the memory that a run and its gradient take at least. Writes nothing but --json.\n"},
    {"run",
     "gimbal run CASE.yaml [--set KEY=VALUE] [--json FILE] [--output-dir DIR] [--restart FILE]\n"
     "           [--max-time TIME] [--quiet | --verbose]\n\n"
     "Marches and prints the functionals. Writes CASE.vtkhdf and CASE.xdmf (every output.every\n"
     "steps; 0: none), CASE.functions.csv where functions are lists, CASE.restart when stopped.\n"},
    {"gradient",
     "gimbal gradient CASE.yaml [--method adjoint | tangent | auto] [--designs FILE] [--out FILE] "
     "...\n"
     "with the options of run\n\n"
     "Marches, then differentiates all functionals by all designs. Writes what run does, and\n"
     "CASE.designs.csv. --tangent --json FILE has the derivatives of probes over time too;\n"
     "--memory SIZE bounds the states that are kept: others are computed again.\n"},
    {"verify",
     "gimbal verify CASE.yaml [--steps LIST] [--schemes LIST | all] [--method METHOD]\n\n"
     "Compares the gradient with complex-step runs of the whole march: design by design, or along\n"
     "one direction where there are more than six. Ends with 4 where one is off by more than "
     "1e-8.\n"},
    {"modes",
     "gimbal modes CASE.yaml [--set modes.count=20] [--json FILE] [--output-dir DIR]\n\n"
     "Natural frequencies and shapes about the reference, an equilibrium or a state of the march,\n"
     "see gimbal help case, Modes. Writes CASE.modes.vtkhdf and CASE.modes.xdmf; with modes.sweep\n"
     "CASE.modes.csv and CASE.modes.svg.\n"},
    {"optimize",
     "gimbal optimize CASE.yaml [--from CASE.history] [--max-time TIME] [--json FILE]\n\n"
     "Varies the designs until the objective is least and all constraints hold. Writes\n"
     "CASE.optimum.yaml, CASE.designs.csv and the evaluations, CASE.history, .csv, .h5 and "
     ".svg.\n"},
    {"report",
     "gimbal report CASE.yaml [--verify] [--method METHOD] [--json FILE] [--output-dir DIR]\n\n"
     "Marches, differentiates where there are designs and functions, and writes one page with\n"
     "pictures, histories, functionals, derivatives, times and memory: CASE.report.html.\n"},
    {"plot",
     "gimbal plot CASE.vtkhdf [NAME ...] [--output-dir DIR]\n"
     "gimbal plot CASE.yaml NAME ... [options of run]\n\n"
     "Draws histories of a results file, or of a case that is run first: tip.uz, tip, mast,\n"
     "kinetic, energy, displacement, ... Without a NAME it lists those that there are. Writes\n"
     "CASE.plot.svg and CASE.plot.csv.\n"},
    {"scaling",
     "gimbal scaling CASE.yaml [--ranks 1,2] [--launcher \"mpirun -n\"] [--vary KEY=A,B,...]\n"
     "               [--weak KEY=A,B,...] [--march] [--set KEY=VALUE] [--output-dir DIR]\n"
     "gimbal scaling FILE.json ...\n\n"
     "Starts the gradient of a case (--march: the march alone) on several numbers of ranks, for\n"
     "each value of --vary, --weak having a value for each number of ranks; or reads files of\n"
     "--json. Prints speed-up, phases, balance, the cost of functionals and designs, and weak\n"
     "scaling; writes CASE.scaling.csv and CASE.scaling.svg. Not to be started by mpirun.\n"},
    {"status",
     "0   done\n"
     "2   usage: command line or case file\n"
     "3   model: mesh or model\n"
     "4   diverged: not converged, no optimum, or a derivative that verify found wrong\n"
     "5   singular: the operator cannot be factorised, as of a mechanism in statics\n"
     "6   file: file, disk or memory\n"
     "75  paused: by a signal or --max-time, after CASE.restart was written (before the march:\n"
     "    without one)\n\n"
     "These numbers stay. Where it is not 0, mpirun adds lines of its own after ours;\n"
     "mpirun --quiet omits them.\n"},
    {"schemes", NULL},
    {"functions", NULL},
};
enum { TOPICS = sizeof topics / sizeof *topics, MOST = 100 };

static void print_list(const char *name) {
  char text[4000];
  if (strcmp(name, "schemes") == 0) {
    printf("time: {scheme: ...}\n");
    gb_engine_real.list_schemes(sizeof text, text);
  } else {
    gb_case_chapter(name);
    printf("\nfunctions: [{type: ..., form: ...}]\n");
    gb_engine_real.list_functionals(sizeof text, text);
  }
  printf("%s", text);
}

static int refuse(const char *name, gb_error *error) {
  const char *list[MOST + 1] = {"case", "cards", "errors", "man"};
  char text[1500] = "case";
  int count = 4;
  for (int i = 0; i < TOPICS; i++) list[count++] = topics[i].name;
  for (const gb_key *key = gb_schema; key->name && count < MOST; key++) list[count++] = key->name;
  for (int i = 1; i < count; i++)
    snprintf(text + strlen(text), sizeof text - strlen(text), ", %s", list[i]);
  const char *near = gb_nearest(name, list);
  return gb_fail(error, GB_UNKNOWN_TOPIC, "no help on '%s'%s%s%s; accepted: %s", name,
                 near ? " (did you mean " : "", near ? near : "", near ? "?)" : "", text);
}

static bool is_key(const char *name) {
  for (const gb_key *key = gb_schema; key->name; key++)
    if (strcmp(key->name, name) == 0) return true;
  return false;
}

int gb_topic_print(const char *name, bool prints, gb_error *error) {
  int i = 0;
  while (i < TOPICS && strcmp(topics[i].name, name) != 0) i++;
  if (i == TOPICS && !is_key(name)) return refuse(name, error);
  if (!prints) return GB_OK;
  if (i < TOPICS && !topics[i].text) {
    print_list(name);
    return GB_OK;
  }
  if (i < TOPICS) printf("%s", topics[i].text);
  gb_case_chapter(name); // verbs may be keys too
  return GB_OK;
}
