/// Open a case as the command line asks, and print a summary of its model.
#include "command/command.h"

#include "base/platform/interrupt.h"
#include "deck/readers.h"

#include <math.h>
#include <stdio.h>

gb_gradient_method gb_command_method(const gb_command *command) {
  const gb_gradient_method method = command->options->method;
  const gb_session *session = command->session;
  return method == GB_AUTOMATIC ? gb_session_choose(session, session->analysis) : method;
}

bool gb_command_prints(const gb_command *command) {
  return command->session->rank == 0 && !command->options->quiet;
}

double gb_command_deadline(const gb_command *command) {
  const double most = command->options->max_time;
  return most > 0 ? command->session->timers->started + most : INFINITY;
}

void gb_command_warn(void *context, const char *line) {
  (void)context;
  gb_print(stderr, "gimbal: warning: %s\n", line);
}

static void print_summary(const gb_command *command) {
  const gb_session *s = command->session;
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
  if (s->deck.acts[0]) gb_print(stdout, "  deck      %s\n", s->deck.acts);
  gb_print(stdout, "  model     ");
  if (model->blocks->total_shells > 0)
    gb_print(stdout, "%lld shells, ", (long long)model->blocks->total_shells);
  for (int i = 0; i < problem->masses.count; i++)
    points += gb_is_free_node(&problem->masses.entry[i]);
  if (points > 0) gb_print(stdout, "%d points, ", points);
  if (problem->springs.count > 0) gb_print(stdout, "%d springs, ", problem->springs.count);
  if (problem->tyres.count > 0) gb_print(stdout, "%d tyres, ", problem->tyres.count);
  if (problem->contacts.count > 0) gb_print(stdout, "%d contacts, ", problem->contacts.count);
  gb_print(stdout, "%lld unknowns, ", (long long)model->dofs->total);
  if (model->blocks->total_shells > 0) gb_print(stdout, "area %.6g, ", model->checks->area);
  gb_print(stdout, "mass %.6g\n", model->checks->mass);
  gb_print(stdout, "  march     %s, %d steps of %g\n", s->analysis->time->scheme,
           s->analysis->time->steps, s->analysis->time->step);
  gb_print(stdout, "  gradient  %d functionals, %d designs", s->analysis->functionals,
           model->designs->count);
  if (command->verb->differentiates)
    gb_print(stdout, ", by the %s",
             gb_command_method(command) == GB_TANGENT ? "tangent" : "adjoint");
  gb_print(stdout, "\n\n");
  fflush(stdout);
}

/// End the run if a signal arrived before the march. If the march of the verb cannot be resumed,
/// later signals end the program at once.
static int obey_signals(const gb_command *command, gb_error *error) {
  if (!command->verb->resumes) gb_interrupt_release();
  if (!gb_interrupt_asked()) return GB_OK;
  return gb_fail(error, GB_PAUSED,
                 "%s: stopped by a signal before the march; there is nothing to go on from",
                 command->options->file);
}

/// Refuse options that name one file for several subcases or steps.
static int check_options(const gb_command *command, gb_error *error) {
  static const char *const options[] = {"--json", "--out", "--restart"};
  const gb_deck_part part = gb_session_part(command->session);
  for (size_t i = 0; part.count > 1 && i < sizeof options / sizeof *options; i++)
    if (gb_option_text(command->options, options[i]))
      return gb_fail(error, GB_OPTION_CONFLICT,
                     "%s: %s is one file, and the %d %ss of %s are solved in turn; choose one, as "
                     "--set deck.%s=%lld",
                     options[i], gb_option_text(command->options, options[i]), part.count, part.key,
                     command->options->file, part.key, (long long)part.number);
  return GB_OK;
}

/// Identify the analysis for restart files, a subcase or step as if --set had chosen it.
static void identify(const gb_command *command) {
  const gb_deck_part part = gb_session_part(command->session);
  gb_changes changes = command->request.changes;
  const char *setting[GB_SETTINGS + 1];
  char text[64];
  if (part.count > 0) {
    for (int i = 0; i < changes.settings; i++) setting[i] = changes.setting[i];
    snprintf(text, sizeof text, "deck.%s=%lld", part.key, (long long)part.number);
    setting[changes.settings++] = text;
    changes.setting = setting;
  }
  gb_identity_fill(command->session, &changes, command->verb->name, command->options->method);
}

int gb_command_open(const gb_options *options, const gb_verb *verb, int turn, gb_command *out,
                    gb_error *error) {
  *out = (gb_command){.verb = verb, .options = options, .request = verb->request};
  gb_session_request *request = &out->request;
  GB_TRY(gb_options_check(options, verb, error));
  request->file = options->file;
  request->changes = (gb_changes){options->changes.settings, options->changes.setting,
                                  options->changes.designs, NULL};
  request->memory = options->memory;
  request->turn = verb->turns && gb_mesh_file_is_deck(options->file) ? turn : 0;
  request->shell = gb_option_text(options, "--allow-shell") != NULL;
  request->warn = gb_command_warn;
  GB_TRY(gb_session_open(MPI_COMM_WORLD, request, &out->session, error));
  int status = obey_signals(out, error);
  if (status == GB_OK) status = check_options(out, error);
  if (status == GB_OK) status = gb_outputs_prepare(out, error);
  status = gb_agree(out->session->comm, status, error);
  if (status != GB_OK) {
    gb_command_close(out);
    return status;
  }
  identify(out);
  if (gb_command_prints(out)) print_summary(out);
  return GB_OK;
}

void gb_command_close(gb_command *command) {
  gb_file_unlock(&command->lock);
  gb_session_close(&command->session);
}
