/// Help on a verb, a chapter of case files, or a list of names that cases may use.
#include "command/help/topics.h"

#include "command/command.h"

#include "base/nearest.h"
#include "case/case.h"
#include "case/schema/schema.h"

#include <stdio.h>
#include <string.h>

typedef struct topic {
  const char *name, *text;
} topic;

static const topic topics[] = {
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
enum { TOPICS = sizeof topics / sizeof *topics };

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

/// Add a name to a list that ends with NULL, unless it is full or has the name.
static void add_name(const char *list[GB_TOPICS], const char *name) {
  int i = 0;
  while (list[i] && strcmp(list[i], name) != 0) i++;
  if (!list[i] && i + 1 < GB_TOPICS) list[i] = name;
}

void gb_topic_list(const char *list[GB_TOPICS]) {
  static const char *const pages[] = {"case", "cards", "keywords", "errors", "man", NULL};
  memset(list, 0, GB_TOPICS * sizeof *list);
  for (int i = 0; pages[i]; i++) add_name(list, pages[i]);
  for (int i = 0; gb_verbs[i]; i++) add_name(list, gb_verbs[i]->name);
  for (int i = 0; i < TOPICS; i++) add_name(list, topics[i].name);
  for (const gb_key *key = gb_schema; key->name; key = gb_key_next(key)) add_name(list, key->name);
}

static int refuse(const char *name, gb_error *error) {
  const char *list[GB_TOPICS];
  char text[1500] = "", hint[GB_HINT];
  gb_topic_list(list);
  for (int i = 0; list[i]; i++)
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? ", " : "", list[i]);
  return gb_fail(error, GB_UNKNOWN_TOPIC, "no help on '%s'%s; accepted: %s", name,
                 gb_nearest_hint(name, list, hint), text);
}

static bool is_key(const char *name) {
  return gb_key_find(gb_schema, name) != NULL;
}

int gb_topic_print(const char *name, bool prints, gb_error *error) {
  const gb_verb *verb = gb_verb_find(name);
  int i = 0;
  while (i < TOPICS && strcmp(topics[i].name, name) != 0) i++;
  if (i == TOPICS && !verb && !is_key(name)) return refuse(name, error);
  if (!prints) return GB_OK;
  if (i < TOPICS && !topics[i].text) {
    print_list(name);
    return GB_OK;
  }
  if (i < TOPICS || verb) printf("%s", verb ? verb->page : topics[i].text);
  gb_case_chapter(name); // verbs may be keys too
  return GB_OK;
}
