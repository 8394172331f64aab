/// The verb `modes`: natural frequencies and mode shapes about a state, printed and written.
#include "command/report/report.h"
#include "verbs/mode_outputs.h"
#include "verbs/sweep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// The most columns of the table of a sweep.
enum { SHOWN_MODES = 6 };

static const char *remark(const gb_modes *modes, int i) {
  if (modes->frequency[i] == 0) return modes->about.turns ? "critical speed" : "rigid";
  if (modes->frequency[i] < 0) return "unstable";
  return modes->repeated[i] ? "repeated" : "";
}

static void print_table(const gb_modes *modes) {
  double sum[3] = {0};
  gb_print(stdout, "mode             Hz          rad/s    mass x    mass y    mass z    error\n");
  for (int i = 0; i < modes->count; i++) {
    const double *mass = modes->mass[i];
    gb_print(stdout, "%4d %14.8g %14.8g %9.3g %9.3g %9.3g %8.1e  %s\n", i + 1, modes->frequency[i],
             2 * M_PI * modes->frequency[i], mass[0], mass[1], mass[2], modes->error[i],
             remark(modes, i));
    for (int k = 0; k < 3; k++) sum[k] += mass[k];
  }
  if (modes->about.turns) return;
  gb_print(stdout, "effective modal masses: %.4g, %.4g, %.4g of %.4g, %.4g, %.4g\n", sum[0], sum[1],
           sum[2], modes->about.mass[0], modes->about.mass[1], modes->about.mass[2]);
}

/// @return the number of modes whose omega^2 is negative
static int count_unstable(const gb_modes *modes) {
  int unstable = 0;
  for (int i = 0; i < modes->count; i++) unstable += modes->frequency[i] < 0;
  return unstable;
}

/// @return the number of modes whose omega^2 is zero to round-off
static int count_rigid(const gb_modes *modes) {
  int rigid = 0;
  for (int i = 0; i < modes->count; i++) rigid += modes->frequency[i] == 0;
  return rigid;
}

static void print_remarks(const gb_command *command, const gb_modes *modes) {
  if (modes->about.base) gb_print(stdout, "about the state at t = %g\n", modes->about.t);
  const int rigid = count_rigid(modes);
  if (rigid > 0)
    gb_print(stdout, "%d modes are rigid: their frequency is zero to round-off\n", rigid);
  const int unstable = count_unstable(modes);
  if (unstable > 0)
    gb_print(stdout,
             "%d modes are unstable: omega^2 is negative, the motion grows with exp(|omega| t)\n",
             unstable);
  if (modes->about.damped) gb_print(stdout, "the model's damping is left out\n");
  double largest = 0;
  for (int i = 0; i < modes->count; i++) largest = fmax(largest, modes->error[i]);
  gb_print(stdout, "relative error of omega^2 at most %.1e; %d factorisations; %s\n", largest,
           modes->factorisations,
           modes->about.turns ? "in a turning frame modes are not counted" : "none is missing");
  gb_modes_print_files(command, "modes");
}

static int write_json(const gb_command *command, const gb_modes *modes, double peak,
                      gb_error *error) {
  static const char *const axis[] = {"x", "y", "z"};
  const gb_session *s = command->session;
  gb_json *json;
  if (!command->options->json) return GB_OK;
  GB_TRY(gb_report_open_json(command, &json, error));
  gb_json_open_object(json, "modes");
  gb_json_numbers(json, "frequency", modes->count, modes->frequency);
  gb_modes_write_derivatives(json, s, modes);
  gb_json_numbers(json, "omega2", modes->count, modes->value);
  gb_json_numbers(json, "error", modes->count, modes->error);
  gb_json_integer(json, "rigid", count_rigid(modes));
  gb_json_integer(json, "unstable", count_unstable(modes));
  gb_json_open_array(json, "repeated");
  for (int i = 0; i < modes->count; i++) gb_json_integer(json, NULL, modes->repeated[i]);
  gb_json_close(json);
  gb_json_open_object(json, "effective_mass");
  for (int k = 0; k < 3; k++) gb_json_rows(json, axis[k], modes->count, 3, 1, modes->mass[0] + k);
  gb_json_close(json);
  if (!modes->about.turns) gb_json_numbers(json, "mass", 3, modes->about.mass);
  gb_json_numbers(json, "spin", 3, s->description->modes.spin);
  gb_json_text(json, "at", s->description->modes.words);
  gb_json_number(json, "t", modes->about.t);
  gb_json_integer(json, "damping_left_out", modes->about.damped);
  gb_json_close(json);
  gb_modes_write_run(json, s, modes->factorisations, peak);
  gb_json_close(json);
  return gb_json_finish(&json, error);
}

/// The values of a sweep at which no frequencies were found: their number, and the error of the
/// first.
typedef struct failed_values {
  int count;
  double first;
  gb_error error;
} failed_values;

/// Find the frequencies of the case with one more setting; NAN beyond the last one.
static int find_frequencies(const gb_command *command, double value, int count, double frequency[],
                            gb_error *error) {
  const gb_session *s = command->session;
  gb_session_request request = command->request;
  const char *settings[GB_SETTINGS + 1];
  gb_session *own;
  gb_modes modes;
  char setting[400];
  snprintf(setting, sizeof setting, "%.300s=%.17g", s->description->modes.sweep.key, value);
  for (int i = 0; i < request.changes.settings; i++) settings[i] = request.changes.setting[i];
  settings[request.changes.settings++] = setting;
  request.changes.setting = settings;
  GB_TRY(gb_session_open(s->comm, &request, &own, error));
  const gb_modes_request wanted = gb_session_modes(own, own->analysis);
  const int status = gb_modes_find(&wanted, &modes, error);
  for (int k = 0; status == GB_OK && k < count && k < modes.count; k++)
    frequency[k] = modes.frequency[k];
  if (status == GB_OK) gb_modes_free(&modes);
  gb_session_close(&own);
  return status;
}

/// Find the frequencies at one value of a sweep. The sweep continues if no state or no modes are
/// found.
static int try_value(const gb_command *command, double value, int count, double frequency[],
                     failed_values *failed, gb_error *error) {
  gb_error own = {0};
  for (int k = 0; k < count; k++) frequency[k] = NAN;
  const int status = find_frequencies(command, value, count, frequency, &own);
  if (status == GB_OK) return GB_OK;
  const int code = gb_error_code(status, &own);
  if (status != GB_DIVERGED && status != GB_SINGULAR)
    return gb_fail(error, code, "%s", own.message);
  if (failed->count++ > 0) return GB_OK;
  failed->first = value;
  failed->error = own;
  return GB_OK;
}

static void print_sweep(const gb_command *command, const gb_sweep *sweep) {
  gb_print(stdout, "\n%14s   Hz\n", sweep->key);
  for (int i = 0; i < sweep->values; i++) {
    gb_print(stdout, "%14.6g  ", sweep->value[i]);
    const double *frequency = sweep->frequency + (size_t)i * (size_t)sweep->count;
    for (int k = 0; k < sweep->count && k < SHOWN_MODES; k++)
      if (isnan(frequency[k]))
        gb_print(stdout, " %12s", "none");
      else
        gb_print(stdout, " %12.6g", frequency[k]);
    gb_print(stdout, "\n");
  }
  gb_print(stdout, "sweep %s.modes.csv, %s.modes.svg\n", command->stem, command->stem);
}

static int write_sweep(const gb_command *command, const gb_sweep *sweep, gb_error *error) {
  GB_TRY(gb_sweep_write_table(command, sweep, error));
  GB_TRY(gb_sweep_draw(command, sweep, error));
  if (!command->options->quiet) print_sweep(command, sweep);
  return GB_OK;
}

/// Find the frequencies for each value of the sweep's key. They are written and printed even if
/// some values fail; the status is then that of the first failure.
static int sweep(const gb_command *command, int count, gb_error *error) {
  const gb_session *s = command->session;
  const gb_case *c = s->description;
  const int values = c->modes.sweep.steps + 1;
  double *value = NULL, *frequency = NULL;
  failed_values failed = {0};
  GB_SCRATCH(scratch);
  if (!c->modes.sweep.key) return GB_OK;
  if (c->modes.sweep.from == c->modes.sweep.to)
    return gb_fail(error, GB_WRONG_VALUE, "%s.sweep: from and to are the same (found %g)",
                   c->modes.where, c->modes.sweep.to);
  int status = GB_TAKE(&scratch, value, (size_t)values, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, frequency, (size_t)values * (size_t)count, error);
  GB_TRY(gb_agree(s->comm, status, error));
  for (int i = 0; i < values; i++) {
    const double part = (double)i / c->modes.sweep.steps;
    value[i] = (1 - part) * c->modes.sweep.from + part * c->modes.sweep.to;
    GB_TRY(
        try_value(command, value[i], count, frequency + (size_t)i * (size_t)count, &failed, error));
  }
  const gb_sweep all = {c->modes.sweep.key, values, count, value, frequency};
  GB_TRY(gb_agree(s->comm, s->rank == 0 ? write_sweep(command, &all, error) : GB_OK, error));
  if (failed.count == 0) return GB_OK;
  return gb_fail(error, gb_error_code(GB_DIVERGED, &failed.error),
                 "%s.sweep: %d of %d values have no frequencies, those of the others are written; "
                 "the first is %s = %g: %s",
                 c->modes.where, failed.count, values, c->modes.sweep.key, failed.first,
                 failed.error.message);
}

static int find_modes(gb_command *command, gb_error *error) {
  gb_session *s = command->session;
  const gb_modes_request request = gb_session_modes(s, s->analysis);
  const double start = gb_timer_now();
  gb_modes modes;
  GB_TRY(gb_modes_find(&request, &modes, error));
  s->timers->total[0] = gb_timer_now() - start;
  int status = gb_modes_write_shapes(command, &modes, "modes", error);
  const double peak = gb_report_peak_memory(s->comm);
  if (status == GB_OK && s->rank == 0) {
    status = write_json(command, &modes, peak, error);
    if (status == GB_OK && !command->options->quiet) {
      print_table(&modes);
      gb_modes_print_derivatives(s, &modes, "Hz");
      print_remarks(command, &modes);
    }
  }
  const int count = modes.count;
  gb_modes_free(&modes);
  GB_TRY(gb_agree(s->comm, status, error));
  return sweep(command, count, error);
}

const gb_verb gb_verb_modes = {
    .name = "modes",
    .meaning = "natural frequencies and mode shapes; write CASE.modes.vtkhdf and CASE.modes.xdmf",
    .page = "gimbal modes CASE.yaml [--set modes.count=20] [--json FILE] [--output-dir DIR]\n\n"
            "Natural frequencies and shapes about the reference, an equilibrium or a state of the "
            "march,\n"
            "see gimbal help case, Modes. Writes CASE.modes.vtkhdf and CASE.modes.xdmf; with "
            "modes.sweep\n"
            "CASE.modes.csv and CASE.modes.svg.\n",
    .suffix = (const char *const[]){"modes.vtkhdf", "modes.xdmf", "modes.csv", "modes.svg", NULL},
    .lock = ".modes",
    .run = find_modes,
    .request = {.stays = GB_AIM_MODES},
};
