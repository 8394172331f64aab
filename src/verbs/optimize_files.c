/// Files of an optimisation: its evaluations as a table, a picture and an HDF5 file, the case of
/// the optimum, and the JSON file.
#include "command/report/report.h"
#include "verbs/optimize.h"

#include "base/platform/new_file.h"
#include "case/rewrite.h"
#include "output/hdf5_tables.h"
#include "picture/chart.h"
#include "picture/markup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The table.

int gb_optimize_table_open(gb_optimize *o, gb_error *error) {
  const gb_design_set *designs = o->session->model->designs;
  gb_output table;
  gb_output_name(o->command->stem, "history.csv", &table);
  GB_TRY(gb_new_file_open(table.path, &o->at->table, error));
  fputs("evaluation,iteration,seconds,objective,violation,optimality", o->at->table);
  for (int i = 0; i < o->wanted.values; i++) gb_report_field(o->at->table, ",", o->wanted.name[i]);
  for (int j = 0; j < designs->count; j++)
    gb_report_field(o->at->table, ",", designs->design[j].name);
  fputc('\n', o->at->table);
  return GB_OK;
}

/// Write a field; empty where there is no number.
static void write_field(FILE *file, const char *format, double number) {
  fputc(',', file);
  if (isfinite(number)) fprintf(file, format, number);
}

int gb_optimize_table_write(gb_optimize *o, gb_error *error) {
  FILE *file = o->at->table;
  const int count = gb_history_count(o->at->history);
  for (; o->at->written < count; o->at->written++) {
    const gb_evaluation *e = gb_history_entry(o->at->history, o->at->written);
    fprintf(file, "%d,", o->at->written);
    if (e->iteration >= 0) fprintf(file, "%d", e->iteration);
    write_field(file, "%.6g", e->seconds);
    write_field(file, "%.17g", e->objective);
    write_field(file, "%.17g", e->violation);
    write_field(file, "%.6g", e->optimality);
    for (int i = 0; i < o->wanted.values; i++)
      write_field(file, "%.17g", e->value ? e->value[i] : NAN);
    for (int j = 0; j < o->problem->designs; j++) write_field(file, "%.17g", e->design[j]);
    fputc('\n', file);
  }
  if (fflush(file) == 0 && !ferror(file)) return GB_OK;
  return gb_fail(error, GB_CANNOT_WRITE, "%s.history.csv: cannot be written", o->command->stem);
}

// The case of the optimum.

int gb_optimize_write_case(const gb_optimize *o, const gb_evaluation *best, gb_error *error) {
  const gb_case *c = o->session->description;
  gb_output output;
  GB_TRY(gb_output_open(o->command->stem, "optimum.yaml", &output, error));
  FILE *file = output.stream;
  fprintf(file, "# %s = %.15g", c->optimize.objective, best->objective);
  for (int i = 1; i < o->wanted.count; i++) {
    const gb_functional_settings *f = &o->analysis->functional[i];
    if (f->values == 1) fprintf(file, ", %s = %.15g", f->name, best->value[f->first]);
  }
  fputs("\n", file);
  gb_case_rewrite(file, c, o->live->first, best->design);
  return gb_output_finish(&output, error);
}

// The picture: the objective above, the violation on a logarithmic scale below.

enum { WIDTH = 720, HEIGHT = 560 };
static const double NO_VIOLATION = 1e-12; ///< the violation that is drawn where there is none

/// List the number, the objective and the violation of each evaluation; NAN where it failed.
static void list_evaluations(const gb_optimize *o, double number[], double objective[],
                             double violation[]) {
  for (int i = 0; i < gb_history_count(o->at->history); i++) {
    const gb_evaluation *e = gb_history_entry(o->at->history, i);
    number[i] = i;
    objective[i] = e->failed ? NAN : e->objective;
    violation[i] = e->failed ? NAN : fmax(e->violation, NO_VIOLATION);
  }
}

int gb_optimize_draw(const gb_optimize *o, gb_error *error) {
  const int count = gb_history_count(o->at->history);
  double *number;
  gb_output output;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, number, 3 * (size_t)count, error));
  double *objective = number + count, *violation = objective + count;
  list_evaluations(o, number, objective, violation);
  GB_TRY(gb_output_open(o->command->stem, "history.svg", &output, error));
  FILE *file = output.stream;
  gb_svg_open(file, WIDTH, HEIGHT);
  for (int k = 0; k < 2; k++) {
    const gb_curve curve = {.points = count,
                            .x = number,
                            .x_stride = 1,
                            .y = k == 0 ? objective : violation,
                            .y_stride = 1};
    gb_chart_draw(file, &(gb_chart){.title = k == 0 ? "objective" : "violation",
                                    .top = k * HEIGHT / 2.0,
                                    .width = WIDTH,
                                    .height = HEIGHT / 2.0,
                                    .x = {.label = k == 0 ? NULL : "evaluation", .whole = true},
                                    .y = {.logarithmic = k > 0},
                                    .curves = 1,
                                    .curve = &curve});
  }
  gb_svg_close(file);
  return gb_output_finish(&output, error);
}

// The HDF5 file.

static int write_all_names(const gb_optimize *o, gb_hdf5 *file, gb_error *error) {
  const gb_design_set *designs = o->session->model->designs;
  const char **text;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, text, (size_t)designs->count, error));
  GB_TRY(gb_hdf5_names(file, "function_names", o->wanted.values, o->wanted.name, error));
  for (int j = 0; j < designs->count; j++) text[j] = designs->design[j].name;
  return gb_hdf5_names(file, "design_names", designs->count, text, error);
}

enum { COLUMNS = 5 }; ///< scalars of an evaluation

/// Copy the vectors of all evaluations, one after another; NAN where an evaluation has none.
static int write_numbers(const gb_optimize *o, gb_hdf5 *file, gb_error *error) {
  const int count = gb_history_count(o->at->history), n = o->problem->designs, f = o->wanted.values;
  const size_t rows = (size_t)count, size = (size_t)n * (size_t)f;
  double *design, *value, *gradient, *of, *other;
  int gradients = 0;
  GB_SCRATCH(scratch);
  for (int i = 0; i < count; i++)
    gradients += gb_history_entry(o->at->history, i)->gradient != NULL;
  GB_TRY(GB_TAKE(&scratch, design, rows * (size_t)n, error));
  GB_TRY(GB_TAKE(&scratch, value, rows * (size_t)f, error));
  GB_TRY(GB_TAKE(&scratch, gradient, (size_t)gradients * size, error));
  GB_TRY(GB_TAKE(&scratch, of, (size_t)gradients, error));
  GB_TRY(GB_TAKE(&scratch, other, COLUMNS * rows, error));
  gradients = 0;
  for (int i = 0; i < count; i++) {
    const gb_evaluation *e = gb_history_entry(o->at->history, i);
    memcpy(design + (size_t)i * (size_t)n, e->design, (size_t)n * sizeof *design);
    for (int k = 0; k < f; k++) value[i * f + k] = e->value ? e->value[k] : NAN;
    const double all[COLUMNS] = {e->iteration, e->objective, e->violation, e->optimality,
                                 e->seconds};
    memcpy(other + COLUMNS * i, all, sizeof all);
    if (!e->gradient) continue;
    memcpy(gradient + (size_t)gradients * size, e->gradient, size * sizeof *gradient);
    of[gradients++] = i;
  }
  GB_TRY(gb_hdf5_numbers(file, "designs", count, n, design, error));
  GB_TRY(gb_hdf5_numbers(file, "functions", count, f, value, error));
  GB_TRY(gb_hdf5_numbers(file, "iteration_objective_violation_optimality_seconds", count, COLUMNS,
                         other, error));
  GB_TRY(gb_hdf5_numbers(file, "gradient", gradients, (int)size, gradient, error));
  return gb_hdf5_numbers(file, "gradient_of", gradients, 0, of, error);
}

int gb_optimize_write_history(const gb_optimize *o, gb_error *error) {
  gb_hdf5 *file = NULL;
  gb_output output;
  gb_output_name(o->command->stem, "history.h5", &output);
  int status = gb_hdf5_start(MPI_COMM_SELF, output.temporary, false, &file, error);
  if (status == GB_OK) status = write_all_names(o, file, error);
  if (status == GB_OK) status = write_numbers(o, file, error);
  if (status == GB_OK) status = gb_hdf5_close(file, error);
  gb_hdf5_destroy(&file);
  if (status != GB_OK) return status;
  if (rename(output.temporary, output.path) == 0) return GB_OK;
  return gb_fail(error, GB_CANNOT_WRITE, "%s: cannot be written", output.path);
}

// The closing table.

enum { SHOWN_DESIGNS = 20 };

/// Print a value, or the least and the largest value of a list.
static void print_function(const gb_functional_settings *f, const gb_evaluation *best) {
  const double *value = best->value + f->first;
  double least = value[0], largest = value[0];
  for (int k = 1; k < f->values; k++) {
    least = fmin(least, value[k]);
    largest = fmax(largest, value[k]);
  }
  gb_print(stdout, "  %-20s %22.15e", f->name, least);
  if (f->values > 1) gb_print(stdout, " to %22.15e in %d values", largest, f->values);
  gb_print(stdout, "\n");
}

void gb_optimize_print(const gb_optimize *o, const gb_evaluation *best, bool stopped) {
  const char *stem = o->command->stem;
  const gb_design_set *designs = o->session->model->designs;
  int gradients = 0, replayed = 0;
  for (int i = 0; i < gb_history_count(o->at->history); i++) {
    gradients += gb_history_entry(o->at->history, i)->gradient != NULL;
    replayed += gb_history_entry(o->at->history, i)->replayed;
  }
  gb_print(stdout, "\n%d iterations, %d evaluations, %d with gradients", o->at->iterations,
           gb_history_count(o->at->history), gradients);
  if (replayed)
    gb_print(stdout, " (%d from %s)", replayed, gb_option_text(o->command->options, "--from"));
  gb_print(stdout, "\n\nfunction                              value\n");
  for (int i = 0; i < o->wanted.count; i++) print_function(&o->analysis->functional[i], best);
  gb_print(stdout, "design                                value        lower        upper\n");
  for (int j = 0; j < designs->count && j < SHOWN_DESIGNS; j++)
    gb_print(stdout, "  %-20s %22.15e %12.5g %12.5g\n", designs->design[j].name, best->design[j],
             designs->design[j].lower, designs->design[j].upper);
  if (designs->count > SHOWN_DESIGNS)
    gb_print(stdout, "  ... %d more: %s.%s\n", designs->count - SHOWN_DESIGNS, stem,
             stopped ? "history.csv" : "optimum.yaml");
  if (!stopped) gb_print(stdout, "%s.optimum.yaml, %s.designs.csv, ", stem, stem);
  gb_print(stdout, "%s.history.csv, .h5, .svg\n", stem);
}

// The JSON file.

static void write_designs(gb_json *json, const gb_optimize *o, const gb_evaluation *best) {
  const gb_problem *problem = o->session->description->problem;
  gb_json_open_object(json, "designs");
  for (int i = 0; i < problem->designs.count; i++)
    gb_json_numbers(json, problem->designs.entry[i].name, o->live->first[i + 1] - o->live->first[i],
                    best->design + o->live->first[i]);
  gb_json_close(json);
}

static void write_evaluations(gb_json *json, const gb_optimize *o) {
  const int count = gb_history_count(o->at->history);
  static const char *const name[] = {"iteration", "objective", "violation", "optimality",
                                     "seconds"};
  gb_json_open_object(json, "history");
  for (int k = 0; k < 5; k++) {
    gb_json_open_array(json, name[k]);
    for (int i = 0; i < count; i++) {
      const gb_evaluation *e = gb_history_entry(o->at->history, i);
      const double number[] = {e->iteration < 0 ? NAN : e->iteration, e->objective, e->violation,
                               e->optimality, e->seconds};
      gb_json_number(json, NULL, number[k]);
    }
    gb_json_close(json);
  }
  gb_json_close(json);
}

static void write_counts(gb_json *json, const gb_optimize *o) {
  int gradients = 0, failed = 0, replayed = 0;
  const int count = gb_history_count(o->at->history);
  for (int i = 0; i < count; i++) {
    const gb_evaluation *e = gb_history_entry(o->at->history, i);
    gradients += e->gradient != NULL;
    failed += e->failed;
    replayed += e->replayed;
  }
  gb_json_integer(json, "iterations", o->at->iterations);
  gb_json_integer(json, "evaluations", count);
  gb_json_integer(json, "gradients", gradients);
  gb_json_integer(json, "failed", failed);
  gb_json_integer(json, "replayed", replayed);
}

static void write_times(gb_json *json, const gb_optimize *o) {
  const gb_session *s = o->session;
  gb_json_open_object(json, "time");
  gb_json_number(json, "march", s->timers->total[0]);
  gb_json_number(json, "gradient", s->timers->total[1]);
  gb_json_number(json, "total", gb_timer_now() - s->timers->started);
  gb_json_close(json);
}

int gb_optimize_write_json(const gb_optimize *o, const gb_evaluation *best,
                           gb_optimum_status status, const char *words, gb_error *error) {
  static const char *const word[] = {"optimal", "infeasible", "iterations", "stalled", "stopped"};
  const gb_session *s = o->session;
  gb_json *json;
  if (!o->command->options->json) return GB_OK;
  GB_TRY(gb_report_open_json(o->command, &json, error));
  if (best) gb_report_values(json, "functions", o->analysis, best->value);
  if (o->refinement) gb_refinement_write(o->refinement, json);
  gb_json_open_object(json, "optimize");
  gb_json_number(json, "objective", best ? best->objective : NAN);
  gb_json_number(json, "violation", best ? best->violation : NAN);
  gb_json_number(json, "optimality", best ? best->optimality : NAN);
  write_counts(json, o);
  gb_json_text(json, "status", word[status]);
  gb_json_text(json, "method", gb_method_traits_of[s->description->optimize.method].word);
  gb_json_text(json, "derivatives", o->analysis->method == GB_TANGENT ? "tangent" : "adjoint");
  gb_json_text(json, "words", words);
  if (best) write_designs(json, o, best);
  write_evaluations(json, o);
  gb_json_close(json);
  gb_json_integer(json, "ranks", s->ranks);
  gb_json_integer(json, "unknowns", s->model->dofs->total);
  write_times(json, o);
  gb_json_close(json);
  return gb_json_finish(&json, error);
}
