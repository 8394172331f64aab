/// Tables, JSON and results files of modes.
#include "verbs/mode_outputs.h"

#include "command/report/report.h"
#include "monitor/result_mesh.h"
#include "output/results.h"

#include <math.h>
#include <stdio.h>

/// The least distance of the times of two frames, relative to the largest frequency: viewers show
/// frames of equal times once.
static const double APART = 1e-6;
/// The most columns of the table of derivatives.
enum { SHOWN_DESIGNS = 4 };

void gb_modes_print_derivatives(const gb_session *s, const gb_modes *modes, const char *unit) {
  const gb_design_set *designs = s->model->designs;
  const int shown = designs->count < SHOWN_DESIGNS ? designs->count : SHOWN_DESIGNS;
  if (modes->no_derivative) gb_print(stdout, "there are no derivatives %s\n", modes->no_derivative);
  if (!modes->derivative) return;
  gb_print(stdout, "\nd %s / d design\nmode", unit);
  for (int k = 0; k < shown; k++) gb_print(stdout, " %22.22s", designs->design[k].name);
  gb_print(stdout, "%s\n", shown < designs->count ? " ..." : "");
  for (int i = 0; i < modes->count; i++) {
    const double *row = modes->derivative + (size_t)i * (size_t)designs->count;
    gb_print(stdout, "%4d", i + 1);
    for (int k = 0; k < shown; k++)
      if (isnan(row[k]))
        gb_print(stdout, " %22s", "none");
      else
        gb_print(stdout, " %22.15e", row[k]);
    gb_print(stdout, "\n");
  }
  gb_print(stdout, "\n");
}

void gb_modes_write_derivatives(gb_json *json, const gb_session *s, const gb_modes *modes) {
  const gb_design_set *designs = s->model->designs;
  if (modes->no_derivative) gb_json_text(json, "no_derivative", modes->no_derivative);
  if (!modes->derivative) return;
  gb_json_open_object(json, "derivative");
  for (int k = 0; k < designs->count; k++)
    gb_json_rows(json, designs->design[k].name, modes->count, (size_t)designs->count, 1,
                 modes->derivative + k);
  gb_json_close(json);
}

void gb_modes_write_run(gb_json *json, const gb_session *s, int factorisations, double peak) {
  gb_json_integer(json, "factorisations", factorisations);
  gb_json_integer(json, "ranks", s->ranks);
  gb_json_integer(json, "unknowns", s->model->dofs->total);
  gb_json_integer(json, "multipliers", s->model->dofs->total_multipliers);
  gb_json_open_object(json, "time");
  for (int p = 0; p < GB_PHASES; p++)
    gb_json_number(json, gb_phase_name((gb_phase)p), s->timers->seconds[0][p]);
  gb_json_number(json, "modes", s->timers->total[0]);
  gb_json_close(json);
  gb_json_open_object(json, "memory");
  gb_json_number(json, "peak_mb", peak);
  gb_json_close(json);
}

void gb_modes_print_files(const gb_command *command, const char *suffix) {
  const char *stem = command->stem;
  if (command->session->description->output.every > 0)
    gb_print(stdout, "shapes %s.%s.xdmf, %s.%s.vtkhdf\n", stem, suffix, stem, suffix);
  else
    gb_print(stdout, "no files of shapes, as output.every is 0\n");
}

static int write_frames(const gb_session *s, const gb_modes *modes, const gb_result_mesh *shown,
                        gb_results *results, gb_error *error) {
  const gb_results_mesh *mesh = gb_result_mesh_share(shown);
  const size_t size = gb_node_values(s->model->nodes);
  const double *time = modes->frequency ? modes->frequency : modes->value;
  const double apart = APART * fmax(fabs(time[modes->count - 1]), 1e-6);
  double *vector, last = -INFINITY;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(s->comm, GB_TAKE(&scratch, vector, 6 * (size_t)mesh->nodes, error), error));
  double *base = vector + 3 * (size_t)mesh->nodes;
  const gb_results_field field[] = {{"displacement", 0, 3, vector}, {"state", 0, 3, base}};
  if (modes->about.base) gb_result_mesh_motion(shown, modes->about.base, true, base);
  for (int i = 0; i < modes->count; i++) {
    gb_result_mesh_motion(shown, modes->shape + (size_t)i * size, false, vector);
    last = fmax(time[i], last + apart);
    GB_TRY(gb_results_frame(results, last, modes->about.base ? 2 : 1, field, error));
  }
  return GB_OK;
}

int gb_modes_write_shapes(const gb_command *command, const gb_modes *modes, const char *suffix,
                          gb_error *error) {
  const gb_session *s = command->session;
  gb_result_mesh *shown = NULL;
  gb_results *results = NULL;
  char *stem = NULL;
  GB_SCRATCH(scratch);
  if (s->description->output.every == 0) return GB_OK;
  GB_TRY(gb_agree(s->comm, gb_arena_text(&scratch, &stem, error, "%s.%s", command->stem, suffix),
                  error));
  int status =
      gb_result_mesh_create(s->model, s->shapes, s->description->output.swept, &shown, error);
  if (status == GB_OK)
    status = gb_results_create(s->comm, stem, gb_result_mesh_share(shown), &results, error);
  if (status == GB_OK) status = write_frames(s, modes, shown, results, error);
  if (status == GB_OK) status = gb_results_close(results, error);
  gb_results_destroy(&results);
  gb_result_mesh_destroy(&shown);
  return status;
}
