/// The JSON summary of an analysis; its keys are documented in docs/results.md.
#include "command/report/refine.h"
#include "command/report/report.h"
#include "session/verification.h"

#include "output/json.h"

#include <stdlib.h>
#include <string.h>

/// Times of the values of functionals that have several; nothing where there are none.
static void write_function_times(gb_json *json, const gb_session *s) {
  bool open = false;
  for (int i = 0; i < s->description->functions.count; i++) {
    const gb_functional_settings *f = &s->analysis->functional[i];
    if (f->values == 1) continue;
    if (!open) gb_json_open_object(json, "function_times");
    open = true;
    gb_json_open_array(json, s->analysis->functional[i].name);
    for (int k = 0; k < f->values; k++) gb_json_number(json, NULL, gb_report_time(s, i, k));
    gb_json_close(json);
  }
  if (open) gb_json_close(json);
}

void gb_report_errors(gb_json *json, const char *key, const gb_session *s,
                      const gb_verification_table *table) {
  gb_json_open_object(json, key);
  for (int i = 0; i < s->description->functions.count; i++) {
    gb_json_open_object(json, s->analysis->functional[i].name);
    for (int j = 0; j < table->directions; j++)
      gb_json_number(json, table->direction[j],
                     gb_worst_of_values(s, i, table->directions, j, table->error));
    gb_json_close(json);
  }
  gb_json_close(json);
}

static void write_times(gb_json *json, const gb_session *s) {
  static const char *const stage[] = {"", "gradient_"};
  gb_json_open_object(json, "time");
  for (int k = 0; k < (s->analysis->method == GB_NO_GRADIENT ? 1 : 2); k++)
    for (int p = k == 0 ? 0 : 1; p < GB_PHASES; p++) {
      char name[64] = "";
      strcat(strcat(name, stage[k]), gb_phase_name((gb_phase)p));
      gb_json_number(json, name, s->timers->seconds[k][p]);
    }
  gb_json_number(json, "march", s->timers->total[0]);
  if (s->analysis->method != GB_NO_GRADIENT) gb_json_number(json, "adjoint", s->timers->total[1]);
  gb_json_close(json);
}

/// u, v and a at a probe over the step ends: values[rows][stride].
static void write_motion(gb_json *json, int rows, size_t stride, const double values[]) {
  gb_json_rows(json, "u", rows, stride, 3, values);
  gb_json_rows(json, "v", rows, stride, 3, values + 3);
  gb_json_rows(json, "a", rows, stride, 3, values + 6);
}

static void write_probes(gb_json *json, const gb_session *s, const gb_records *records) {
  const size_t stride = (size_t)s->model->probes->count * GB_PROBE_VALUES;
  gb_json_open_object(json, "probes");
  for (int p = 0; p < s->model->probes->count; p++) {
    gb_json_open_object(json, s->model->probes->probe[p].name);
    gb_json_integer(json, "node", s->model->probes->probe[p].node_id);
    gb_json_numbers(json, "position", 3, s->model->probes->probe[p].position);
    gb_json_numbers(json, "t", records->rows, records->time);
    write_motion(json, records->rows, stride, records->probe + p * GB_PROBE_VALUES);
    gb_json_close(json);
  }
  gb_json_close(json);
}

/// The quantities of a kind over the step ends; nothing where there are none.
static void write_quantities(gb_json *json, const gb_records *records, const char *name,
                             gb_quantity_kind kind) {
  static const char *const vector[] = {"force", "moment", "local_force", "local_moment"};
  const gb_quantity_set *set = records->model->quantities;
  const size_t stride = (size_t)set->values;
  int count = 0;
  for (int i = 0; i < set->count; i++) count += set->entry[i].kind == kind;
  if (count == 0) return;
  gb_json_open_object(json, name);
  for (int i = 0; i < set->count; i++) {
    const gb_quantity *of = &set->entry[i];
    const double *values = records->quantity + of->first;
    char text[200];
    if (of->kind != kind) continue;
    gb_model_quantity_name(records->model, i, sizeof text, text);
    gb_json_open_object(json, text);
    if (kind == GB_QUANTITY_SECTION) gb_json_integer(json, "element", of->id);
    gb_json_numbers(json, "t", records->rows, records->time);
    for (int k = 0; gb_quantity_is_force(kind) && k < of->count / 3; k++)
      gb_json_rows(json, vector[k], records->rows, stride, 3, values + 3 * k);
    for (int k = 0; !gb_quantity_is_force(kind) && k < of->count; k++)
      gb_json_rows(json, of->word[k], records->rows, stride, 1, values + k);
    gb_json_close(json);
  }
  gb_json_close(json);
}

/// Columns of the balance.
static void write_columns(gb_json *json, const gb_records *records, const char *name, int first,
                          int columns) {
  gb_json_rows(json, name, records->frames, 1 + GB_BALANCES, columns, records->balance + first);
}

/// Places and orientations of bodies over the frames.
static void write_bodies(gb_json *json, const gb_session *s, const gb_records *records) {
  const size_t stride = (size_t)s->model->problem->bodies.count * GB_BODY_VALUES;
  gb_json_open_object(json, "bodies");
  for (int i = 0; i < s->model->problem->bodies.count; i++) {
    const double *first = records->orientation + i * GB_BODY_VALUES;
    gb_json_open_object(json, s->description->problem->bodies.entry[i].name);
    write_columns(json, records, "t", 0, 1);
    gb_json_rows(json, "position", records->frames, stride, 3, first);
    gb_json_rows(json, "quaternion", records->frames, stride, 4, first + 3);
    gb_json_rows(json, "directors", records->frames, stride, 9, first + 7);
    gb_json_close(json);
  }
  gb_json_close(json);
}

/// Kinks of laws that the march has crossed.
static void write_kinks(gb_json *json, const gb_kink_report *kinks) {
  gb_json_open_object(json, "kinks");
  gb_json_number(json, "crossings", kinks->crossings);
  gb_json_number(json, "most_in_a_step", kinks->most);
  gb_json_number(json, "most_at", kinks->most_time);
  gb_json_number(json, "passed_over", kinks->passed);
  gb_json_number(json, "first_passed_at", kinks->first_time);
  gb_json_close(json);
}

/// The largest values of constraints and of their rates.
static void write_drift(gb_json *json, const gb_outcome *outcome) {
  gb_json_open_object(json, "drift");
  gb_json_number(json, "position", outcome->drift[0]);
  gb_json_number(json, "velocity", outcome->drift[1]);
  gb_json_number(json, "acceleration", outcome->drift[2]);
  gb_json_close(json);
}

/// {probe: {design: {"u", "v", "a"}}}: the probes' derivatives by each design.
static void write_sensitivities(gb_json *json, const gb_session *s, const gb_records *records) {
  const gb_model *model = s->model;
  const size_t each = (size_t)model->probes->count * GB_PROBE_VALUES;
  gb_json_open_object(json, "sensitivities");
  for (int p = 0; p < model->probes->count; p++) {
    gb_json_open_object(json, model->probes->probe[p].name);
    for (int j = 0; j < model->designs->count; j++) {
      gb_json_open_object(json, model->designs->design[j].name);
      write_motion(json, records->rows, each * (size_t)model->designs->count,
                   records->sensitivity + (size_t)j * each + p * GB_PROBE_VALUES);
      gb_json_close(json);
    }
    gb_json_close(json);
  }
  gb_json_close(json);
}

/// Energies and momenta at each frame.
static void write_balance(gb_json *json, const gb_records *records) {
  gb_json_open_object(json, "balance");
  write_columns(json, records, "t", 0, 1);
  write_columns(json, records, "kinetic", 1, 1);
  write_columns(json, records, "strain", 2, 1);
  write_columns(json, records, "lost", 3, 1);
  write_columns(json, records, "momentum", 4, 3);
  write_columns(json, records, "angular_momentum", 7, 3);
  gb_json_close(json);
}

static void write_checkpoints(gb_json *json, const gb_outcome *outcome) {
  const gb_checkpoint_usage *usage = outcome->checkpoint;
  gb_json_open_object(json, "checkpoint");
  gb_json_integer(json, "snapshots", usage->snapshots);
  gb_json_integer(json, "states_each", usage->stages);
  gb_json_integer(json, "recomputed_steps", outcome->iterations.recomputed_steps);
  gb_json_integer(json, "planned_recomputed_steps", usage->planned_steps);
  gb_json_number(json, "planned_mb", usage->planned_memory / 1e6);
  gb_json_number(json, "planned_disk_mb", usage->planned_disk / 1e6);
  gb_json_close(json);
}

static void write_relief(gb_json *json, const gb_relief_report *r) {
  gb_json_open_object(json, "inertia_relief");
  gb_json_numbers(json, "about", 3, r->about);
  gb_json_numbers(json, "acceleration", 3, r->acceleration);
  gb_json_numbers(json, "angular_acceleration", 3, r->angular);
  gb_json_close(json);
}

static void write_stability(gb_json *json, const gb_stability_report *r) {
  gb_json_open_object(json, "stability");
  gb_json_integer(json, "negative", r->negative);
  gb_json_integer(json, "losses", r->losses);
  gb_json_integer(json, "unstable_states", r->unstable);
  gb_json_integer(json, "states", r->states);
  if (r->falls > 0) {
    gb_json_integer(json, "falls", r->falls);
    gb_json_number(json, "fallen_energy", r->fallen);
  }
  if (r->losses > 0) {
    gb_json_number(json, "from", r->first[GB_LOSS][0]);
    gb_json_number(json, "to", r->first[GB_LOSS][1]);
  }
  gb_json_close(json);
}

static void write_petsc(gb_json *json, const gb_timers *timers) {
  gb_json_open_object(json, "petsc");
  gb_json_integer(json, "solutions", timers->solutions);
  gb_json_integer(json, "iterations", timers->iterations);
  gb_json_close(json);
}

static void write_counts(gb_json *json, const gb_session *s, const gb_outcome *outcome) {
  gb_json_integer(json, "steps", outcome->steps);
  gb_json_integer(json, "newton_iterations", outcome->iterations.newton);
  gb_json_integer(json, "halvings", outcome->bisections);
  if (outcome->stability->states > 0) write_stability(json, outcome->stability);
  gb_json_number(json, "step_error", outcome->step_error.size);
  gb_json_number(json, "offset_bending", outcome->sights->excess[GB_BOUND_OFFSET].ratio);
  gb_json_integer(json, "factorisations",
                  outcome->factorisations + outcome->adjoint_factorisations);
  gb_json_integer(json, "gradient_factorisations", outcome->adjoint_factorisations);
  gb_json_integer(json, "krylov_iterations", outcome->iterations.krylov);
  if (s->timers->solutions > 0) write_petsc(json, s->timers);
  if (outcome->gradient) write_checkpoints(json, outcome);
  gb_json_integer(json, "ranks", s->ranks);
  gb_json_integer(json, "unknowns", s->model->dofs->total);
  gb_json_integer(json, "multipliers", s->model->dofs->total_multipliers);
  gb_json_integer(json, "redundant_rows", s->model->checks->redundant_rows);
  gb_json_integer(json, "nodes", s->model->nodes->total);
  gb_json_integer(json, "elements", s->model->blocks->total_cells);
  gb_json_integer(json, "least_elements", s->model->blocks->least_cells);
  gb_json_integer(json, "most_elements", s->model->blocks->most_cells);
}

int gb_report_open_json(const gb_command *command, gb_json **json, gb_error *error) {
  GB_TRY(gb_json_create(command->options->json, json, error));
  gb_json_open_object(*json, NULL);
  gb_json_text(*json, "case", command->session->description->file);
  gb_json_text(*json, "version", GB_VERSION);
  gb_json_integer(*json, "schema", GB_SCHEMA);
  gb_json_text(*json, "verb", command->options->verb);
  return GB_OK;
}

int gb_report_json(const gb_command *command, const gb_records *records, const gb_outcome *outcome,
                   double peak, const gb_verification_table *verification,
                   const gb_refinement *refinement, gb_error *error) {
  const gb_session *s = command->session;
  gb_json *json;
  if (!command->options->json) return GB_OK;
  GB_TRY(gb_report_open_json(command, &json, error));
  gb_report_values(json, "functions", s->analysis, outcome->value);
  write_function_times(json, s);
  if (outcome->gradient) {
    gb_json_text(json, "method", s->analysis->method == GB_TANGENT ? "tangent" : "adjoint");
    gb_report_derivatives(json, "gradient", s->analysis, outcome->gradient);
  }
  if (verification) gb_report_errors(json, "verify", s, verification);
  if (refinement) gb_refinement_write(refinement, json);
  write_counts(json, s, outcome);
  write_times(json, s);
  if (records) write_probes(json, s, records);
  if (records) write_quantities(json, records, "joints", GB_QUANTITY_JOINT);
  if (records) write_quantities(json, records, "reactions", GB_QUANTITY_REACTION);
  if (records) write_quantities(json, records, "sections", GB_QUANTITY_SECTION);
  if (records) write_quantities(json, records, "contacts", GB_QUANTITY_CONTACT);
  if (records) write_quantities(json, records, "states", GB_QUANTITY_UNKNOWN);
  if (records && s->model->dofs->total_multipliers > 0) write_drift(json, outcome);
  if (records) write_kinks(json, outcome->kinks);
  if (records && s->model->dofs->total_multipliers > 0)
    gb_json_number(json, "moved", outcome->moved->change);
  if (records && s->model->dofs->total_multipliers > 0)
    gb_json_text(json, "moved_joints", outcome->moved->joints);
  if (outcome->moved->relief.active) write_relief(json, &outcome->moved->relief);
  if (outcome->moved->equilibrium.stages > 0)
    gb_json_number(json, "equilibrium_stages", outcome->moved->equilibrium.stages);
  if (records && records->sensitivity) write_sensitivities(json, s, records);
  if (records && records->orientation) write_bodies(json, s, records);
  if (records && records->frames > 0) write_balance(json, records);
  gb_json_open_object(json, "memory");
  gb_json_number(json, "peak_mb", peak);
  gb_json_number(json, "factor_mb", outcome->factor_bytes / 1e6);
  gb_json_number(json, "checkpoint_mb", outcome->checkpoint->memory / 1e6);
  gb_json_number(json, "checkpoint_disk_mb", outcome->checkpoint->disk / 1e6);
  gb_json_close(json);
  gb_json_close(json);
  return gb_json_finish(&json, error);
}
