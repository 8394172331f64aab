/// The verb `buckling`: load factors and shapes of buckling about a state, printed and written.
#include "modes/buckling.h"
#include "command/report/report.h"
#include "verbs/mode_outputs.h"

#include <math.h>
#include <stdio.h>

/// A path whose largest change (see gb_modes_about) is more than this is warned of; about a state
/// of a march the stiffness turns with the path, which allows less.
static const double LARGE_CHANGE = 0.1, LARGE_TURN = 1e-3;

static void print(const gb_command *command, const gb_modes *modes) {
  const gb_session *s = command->session;
  const gb_modes_settings *settings = &s->description->modes;
  double largest = 0;
  gb_print(stdout, "mode    load factor    error\n");
  for (int i = 0; i < modes->count; i++) {
    gb_print(stdout, "%4d %14.8g %8.1e  %s\n", i + 1, modes->value[i], modes->error[i],
             modes->repeated[i] ? "repeated" : "");
    largest = fmax(largest, modes->error[i]);
  }
  gb_modes_print_derivatives(s, modes, "load factor");
  if (modes->about.base)
    gb_print(stdout,
             "about the state at t = %g: the load parameter at buckling is %g + load factor\n",
             modes->about.t, modes->about.t);
  else
    gb_print(stdout, "factors of the loads at t = %g, about the reference\n", modes->about.t);
  if (modes->about.change > (modes->about.base ? LARGE_TURN : LARGE_CHANGE))
    gb_print(
        stdout,
        "warning: at the first load factor, the linear path displaces or turns the model by %.2g "
        "of its size: too much for a linearised load factor\n",
        modes->about.change);
  if (modes->about.neglected > 0)
    gb_print(stdout,
             "the loads that follow are not symmetric: their symmetric part counts, and the rest, "
             "which is neglected, changes load factors by about %.1e of them at most\n",
             modes->about.neglected);
  if (settings->count > modes->count)
    gb_print(stdout, "the model has no more than these %d positive load factors\n", modes->count);
  gb_print(stdout, "relative error at most %.1e; %d factorisations; none is missing\n", largest,
           modes->factorisations);
  gb_modes_print_files(command, "buckling");
}

static int write_json(const gb_command *command, const gb_modes *modes, double peak,
                      gb_error *error) {
  const gb_session *s = command->session;
  gb_json *json;
  if (!command->options->json) return GB_OK;
  GB_TRY(gb_report_open_json(command, &json, error));
  gb_json_open_object(json, "buckling");
  gb_json_numbers(json, "factor", modes->count, modes->value);
  gb_modes_write_derivatives(json, s, modes);
  gb_json_numbers(json, "error", modes->count, modes->error);
  gb_json_open_array(json, "repeated");
  for (int i = 0; i < modes->count; i++) gb_json_integer(json, NULL, modes->repeated[i]);
  gb_json_close(json);
  gb_json_text(json, "at", s->description->modes.words);
  gb_json_number(json, "t", modes->about.t);
  gb_json_number(json, "change", modes->about.change);
  gb_json_number(json, "neglected", modes->about.neglected);
  gb_json_close(json);
  gb_modes_write_run(json, s, modes->factorisations, peak);
  gb_json_close(json);
  return gb_json_finish(&json, error);
}

/// Repeated load factors have no derivatives of their own.
static void hide_derivatives(const gb_session *s, gb_modes *modes) {
  const size_t designs = (size_t)s->model->designs->count;
  for (size_t i = 0; modes->derivative && i < (size_t)modes->count * designs; i++)
    if (modes->repeated[i / designs]) modes->derivative[i] = NAN;
}

static int find(gb_command *command, gb_error *error) {
  gb_session *s = command->session;
  const gb_modes_request request = gb_session_modes(s, s->analysis);
  const double start = gb_timer_now();
  gb_modes modes;
  GB_TRY(gb_buckling_find(&request, &modes, error));
  s->timers->total[0] = gb_timer_now() - start;
  hide_derivatives(s, &modes);
  int status = gb_modes_write_shapes(command, &modes, "buckling", error);
  const double peak = gb_report_peak_memory(s->comm);
  if (status == GB_OK && s->rank == 0) {
    status = write_json(command, &modes, peak, error);
    if (status == GB_OK && !command->options->quiet) print(command, &modes);
  }
  gb_modes_free(&modes);
  return gb_agree(s->comm, status, error);
}

const gb_verb gb_verb_buckling = {
    .name = "buckling",
    .meaning = "load factors and shapes of buckling; write CASE.buckling.vtkhdf and "
               "CASE.buckling.xdmf",
    .page =
        "gimbal buckling CASE.yaml [--set modes.count=5] [--json FILE] [--output-dir DIR]\n\n"
        "Positive factors of the loads at which linearised buckling begins, about the reference "
        "or\n"
        "about a state of a static march, see gimbal help case, Modes. Writes "
        "CASE.buckling.vtkhdf\n"
        "and CASE.buckling.xdmf.\n",
    .suffix = (const char *const[]){"buckling.vtkhdf", "buckling.xdmf", NULL},
    .lock = ".buckling",
    .run = find,
    .request = {.stays = GB_AIM_BUCKLING},
};
