/// From a command line to a session, and what it says of itself.
#include "command/command.h"

#include "base/interrupt.h"

#include <stdio.h>
#include <string.h>

gb_gradient_method gb_command_method(const gb_session *session) {
  const gb_gradient_method method = session->options->method;
  return method == GB_AUTOMATIC ? gb_session_choose(session, &session->analysis) : method;
}

bool gb_command_prints(const gb_session *session) {
  return session->rank == 0 && !session->options->quiet;
}

static void warn(void *context, const char *line) {
  (void)context;
  gb_print(stderr, "gimbal: warning: %s\n", line);
}

static void print_summary(const gb_session *s) {
  const gb_model *model = s->model;
  const gb_problem *problem = s->description->problem;
  int points = 0;
  gb_print(stdout, "gimbal %s: %s%s%s, %d rank%s\n", GB_VERSION, s->description->file,
           s->description->title[0] ? ": " : "", s->description->title, s->ranks,
           s->ranks == 1 ? "" : "s");
  if (s->description->mesh)
    gb_print(stdout, "  mesh      %s: %lld nodes, %lld elements", s->description->mesh,
             (long long)s->mesh.nodes, (long long)s->mesh.elements);
  if (s->mesh.turned > 0) gb_print(stdout, ", %lld turned over", (long long)s->mesh.turned);
  if (s->description->mesh) gb_print(stdout, "\n");
  if (s->brought.acts[0]) gb_print(stdout, "  deck      %s\n", s->brought.acts);
  gb_print(stdout, "  model     ");
  if (model->blocks->total_shells > 0)
    gb_print(stdout, "%lld shells, ", (long long)model->blocks->total_shells);
  for (int i = 0; i < problem->masses.count; i++)
    points += gb_is_free_node(&problem->masses.entry[i]);
  if (points > 0) gb_print(stdout, "%d points, ", points);
  if (problem->springs.count > 0) gb_print(stdout, "%d springs, ", problem->springs.count);
  if (problem->tyres.count > 0) gb_print(stdout, "%d tyres, ", problem->tyres.count);
  gb_print(stdout, "%lld unknowns, ", (long long)model->dofs->total);
  if (model->blocks->total_shells > 0) gb_print(stdout, "area %.6g, ", model->checks->area);
  gb_print(stdout, "mass %.6g\n", model->checks->mass);
  gb_print(stdout, "  march     %s, %d steps of %g\n", s->analysis.time.scheme,
           s->analysis.time.steps, s->analysis.time.step);
  gb_print(stdout, "  gradient  %d functionals, %d designs", s->analysis.functionals,
           model->designs->count);
  if (strcmp(s->options->verb, "gradient") == 0)
    gb_print(stdout, ", by the %s", gb_command_method(s) == GB_TANGENT ? "tangent" : "adjoint");
  gb_print(stdout, "\n\n");
  fflush(stdout);
}

/// Whether a list of words, as "run, gradient", has a word.
static bool has(const char *list, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = list; (at = strstr(at, word)); at += length)
    if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ',')) return true;
  return false;
}

int gb_verb_check(const gb_options *options, const gb_verb *verb, gb_error *error) {
  for (int i = 0; gb_option_list[i].name; i++) {
    const gb_option *o = &gb_option_list[i];
    if (options->asks.given & 1u << i && o->verbs && !has(o->verbs, verb->name))
      return gb_fail(error, GB_OPTION_CONFLICT, "%s means nothing to %s: it is an option of %s",
                     o->name, verb->name, o->verbs);
  }
  return GB_OK;
}

/// What a check does after reading has nothing to go on from: a signal ends it at once, and one
/// that came while the case was read ends it now.
static int obey_signals(const char *file, gb_error *error) {
  gb_interrupt_release();
  if (!gb_interrupt_asked()) return GB_OK;
  return gb_fail(error, GB_PAUSED, "%s: stopped by a signal; there is nothing to go on from", file);
}

int gb_command_open(const gb_options *options, const gb_verb *verb, gb_session **out,
                    gb_error *error) {
  gb_session_request request = verb->request;
  GB_TRY(gb_verb_check(options, verb, error));
  request.file = options->file;
  request.changes = (gb_changes){options->changes.settings, options->changes.setting,
                                 options->changes.designs, NULL};
  request.memory = options->memory;
  request.shell = options->asks.shell;
  request.warn = warn;
  GB_TRY(gb_session_open(MPI_COMM_WORLD, &request, out, error));
  gb_session *s = *out;
  s->options = options;
  int status = strcmp(verb->name, "check") == 0 ? obey_signals(options->file, error) : GB_OK;
  if (status == GB_OK) status = gb_outputs_prepare(s, error);
  status = gb_agree(s->comm, status, error);
  if (status != GB_OK) {
    gb_session_close(out);
    return status;
  }
  gb_identity_fill(s, options->verb, options->method);
  if (gb_command_prints(s)) print_summary(s);
  return GB_OK;
}
