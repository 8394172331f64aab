/// What an optimisation writes: its evaluations as a table, a picture and an HDF5 file, the case of
/// the optimum, and its part of the JSON file.
#include "command/optimize.h"
#include "command/report.h"

#include "base/new_file.h"
#include "input/rewrite.h"
#include "output/hdf5_tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 4200 };

/// Open STEM.ENDING.tmp. @param[out] path, temporary  [PATH] and [PATH + 8]
static int open_file(const gb_optimize *o, const char *ending, char path[], char temporary[],
                     FILE **file, gb_error *error) {
  snprintf(path, PATH, "%s.%s", o->session->stem, ending);
  snprintf(temporary, PATH + 8, "%s.tmp", path);
  return gb_new_file_open(temporary, file, error);
}

// The table.

/// A name as a field of RFC 4180.
static void write_name(FILE *file, const char *name) {
  if (!strpbrk(name, ",\"\r\n")) {
    fprintf(file, ",%s", name);
    return;
  }
  fputs(",\"", file);
  for (; *name; name++) fprintf(file, *name == '"' ? "\"\"" : "%c", *name);
  fputc('"', file);
}

int gb_optimize_table_open(gb_optimize *o, gb_error *error) {
  char path[PATH];
  const gb_design_set *designs = o->session->model->designs;
  snprintf(path, sizeof path, "%s.history.csv", o->session->stem);
  GB_TRY(gb_new_file_open(path, &o->at.table, error));
  fputs("evaluation,iteration,seconds,objective,violation,optimality", o->at.table);
  for (int i = 0; i < o->wanted.values; i++) write_name(o->at.table, o->wanted.name[i]);
  for (int j = 0; j < designs->count; j++) write_name(o->at.table, designs->design[j].name);
  fputc('\n', o->at.table);
  return GB_OK;
}

/// A field; no number is an empty one.
static void write_field(FILE *file, const char *format, double number) {
  fputc(',', file);
  if (isfinite(number)) fprintf(file, format, number);
}

int gb_optimize_table_write(gb_optimize *o, gb_error *error) {
  FILE *file = o->at.table;
  const int count = gb_history_count(o->at.history);
  for (; o->at.written < count; o->at.written++) {
    const gb_evaluation *e = gb_history_entry(o->at.history, o->at.written);
    fprintf(file, "%d,", o->at.written);
    if (e->iteration >= 0) fprintf(file, "%d", e->iteration);
    write_field(file, "%.6g", e->seconds);
    write_field(file, "%.17g", e->objective);
    write_field(file, "%.17g", e->violation);
    write_field(file, "%.6g", e->optimality);
    for (int i = 0; i < o->wanted.values; i++)
      write_field(file, "%.17g", e->value ? e->value[i] : NAN);
    for (int j = 0; j < o->problem.designs; j++) write_field(file, "%.17g", e->design[j]);
    fputc('\n', file);
  }
  if (fflush(file) == 0 && !ferror(file)) return GB_OK;
  return gb_fail(error, GB_FILE, "%s.history.csv: cannot be written", o->session->stem);
}

// The case of the optimum.

int gb_optimize_write_case(const gb_optimize *o, const gb_evaluation *best, gb_error *error) {
  char path[PATH], temporary[PATH + 8];
  const gb_case *c = o->session->description;
  FILE *file;
  GB_TRY(open_file(o, "optimum.yaml", path, temporary, &file, error));
  fprintf(file, "# %s = %.15g", c->optimize.objective, best->objective);
  for (int i = 1; i < o->wanted.count; i++) {
    const gb_functional_request *f = &o->live.analysis.functional[i];
    if (f->values == 1)
      fprintf(file, ", %s = %.15g", gb_optimize_name(o, i), best->value[f->first]);
  }
  fputs("\n", file);
  gb_case_rewrite(file, c, o->live.first, best->design);
  return gb_new_file_finish(file, temporary, path, error);
}

// The picture: the objective above, the violation on a logarithmic scale below.

enum {
  WIDTH = 720,
  HEIGHT = 560,
  LEFT = 90,
  RIGHT = 20,
  TOP = 30,
  GAP = 40,
  BOTTOM = 50,
  TICKS = 4
};

/// One of the two curves: values at evaluations, between `low` and `high`.
typedef struct curve {
  const char *name;
  double top, bottom; ///< of its part of the picture
  double low, high;
  bool logarithmic;
} curve;

/// What a curve shows of an evaluation; NAN: nothing.
static double shown(const curve *c, const gb_evaluation *e) {
  if (e->failed) return NAN;
  return c->logarithmic ? log10(fmax(e->violation, 1e-12)) : e->objective;
}

static void find_range(const gb_optimize *o, curve *c) {
  c->low = INFINITY;
  c->high = -INFINITY;
  for (int i = 0; i < gb_history_count(o->at.history); i++) {
    const double value = shown(c, gb_history_entry(o->at.history, i));
    if (isfinite(value)) c->low = fmin(c->low, value), c->high = fmax(c->high, value);
  }
  if (!(c->high > c->low)) c->low -= 0.5, c->high = c->low + 1;
}

static void draw_curve(FILE *file, const gb_optimize *o, curve *c) {
  const int count = gb_history_count(o->at.history);
  find_range(o, c);
  fprintf(file,
          "<rect x=\"%d\" y=\"%g\" width=\"%d\" height=\"%g\" fill=\"none\" stroke=\"#888\"/>\n"
          "<text x=\"%d\" y=\"%g\">%s</text>\n",
          LEFT, c->top, WIDTH - LEFT - RIGHT, c->bottom - c->top, LEFT, c->top - 8, c->name);
  for (int i = 0; i <= TICKS; i++) {
    const double value = c->low + (c->high - c->low) * i / TICKS;
    fprintf(file, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.4g</text>\n", LEFT - 6,
            c->bottom - (c->bottom - c->top) * i / TICKS + 4,
            c->logarithmic ? pow(10, value) : value);
  }
  fputs("<polyline fill=\"none\" stroke=\"#26a\" stroke-width=\"1.5\" points=\"", file);
  for (int i = 0; i < count; i++) {
    const double value = shown(c, gb_history_entry(o->at.history, i));
    if (isfinite(value))
      fprintf(file, "%.2f,%.2f ",
              LEFT + (WIDTH - LEFT - RIGHT) * (double)i / (count > 1 ? count - 1 : 1),
              c->bottom - (c->bottom - c->top) * (value - c->low) / (c->high - c->low));
  }
  fputs("\"/>\n", file);
}

int gb_optimize_draw(const gb_optimize *o, gb_error *error) {
  char path[PATH], temporary[PATH + 8];
  const double middle = TOP + (HEIGHT - TOP - GAP - BOTTOM) / 2.0;
  curve objective = {.name = "objective", .top = TOP, .bottom = middle};
  curve violation = {
      .name = "violation", .top = middle + GAP, .bottom = HEIGHT - BOTTOM, .logarithmic = true};
  FILE *file;
  GB_TRY(open_file(o, "history.svg", path, temporary, &file, error));
  fprintf(file,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
          "font-family=\"sans-serif\" font-size=\"12\">\n"
          "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n",
          WIDTH, HEIGHT, WIDTH, HEIGHT);
  draw_curve(file, o, &objective);
  draw_curve(file, o, &violation);
  fprintf(file, "<text x=\"%d\" y=\"%d\">0</text>\n", LEFT, HEIGHT - BOTTOM + 18);
  fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%d</text>\n", WIDTH - RIGHT,
          HEIGHT - BOTTOM + 18, gb_history_count(o->at.history) - 1);
  fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">evaluation</text>\n</svg>\n",
          (WIDTH + LEFT - RIGHT) / 2, HEIGHT - 12);
  return gb_new_file_finish(file, temporary, path, error);
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

enum { COLUMNS = 5 }; ///< of what is known of each evaluation beside its vectors

/// Copies of what evaluations have, one after another; NAN where there is none.
static int write_numbers(const gb_optimize *o, gb_hdf5 *file, gb_error *error) {
  const int count = gb_history_count(o->at.history), n = o->problem.designs, f = o->wanted.values;
  const size_t rows = (size_t)count, size = (size_t)n * (size_t)f;
  double *design, *value, *gradient, *of, *other;
  int gradients = 0;
  GB_SCRATCH(scratch);
  for (int i = 0; i < count; i++) gradients += gb_history_entry(o->at.history, i)->gradient != NULL;
  GB_TRY(GB_TAKE(&scratch, design, rows * (size_t)n, error));
  GB_TRY(GB_TAKE(&scratch, value, rows * (size_t)f, error));
  GB_TRY(GB_TAKE(&scratch, gradient, (size_t)gradients * size, error));
  GB_TRY(GB_TAKE(&scratch, of, (size_t)gradients, error));
  GB_TRY(GB_TAKE(&scratch, other, COLUMNS * rows, error));
  gradients = 0;
  for (int i = 0; i < count; i++) {
    const gb_evaluation *e = gb_history_entry(o->at.history, i);
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
  char path[PATH], temporary[PATH + 8];
  gb_hdf5 *file = NULL;
  snprintf(path, sizeof path, "%s.history.h5", o->session->stem);
  snprintf(temporary, sizeof temporary, "%s.tmp", path);
  int status = gb_hdf5_start(MPI_COMM_SELF, temporary, false, &file, error);
  if (status == GB_OK) status = write_all_names(o, file, error);
  if (status == GB_OK) status = write_numbers(o, file, error);
  if (status == GB_OK) status = gb_hdf5_close(file, error);
  gb_hdf5_destroy(&file);
  if (status != GB_OK) return status;
  if (rename(temporary, path) == 0) return GB_OK;
  return gb_fail(error, GB_FILE, "%s: cannot be written", path);
}

// The JSON file.

static void write_designs(gb_json *json, const gb_optimize *o, const gb_evaluation *best) {
  const gb_problem *problem = o->session->description->problem;
  gb_json_open_object(json, "designs");
  for (int i = 0; i < problem->designs.count; i++)
    gb_json_numbers(json, problem->designs.entry[i].name, o->live.first[i + 1] - o->live.first[i],
                    best->design + o->live.first[i]);
  gb_json_close(json);
}

static void write_evaluations(gb_json *json, const gb_optimize *o) {
  const int count = gb_history_count(o->at.history);
  static const char *const name[] = {"iteration", "objective", "violation", "optimality",
                                     "seconds"};
  gb_json_open_object(json, "history");
  for (int k = 0; k < 5; k++) {
    gb_json_open_array(json, name[k]);
    for (int i = 0; i < count; i++) {
      const gb_evaluation *e = gb_history_entry(o->at.history, i);
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
  const int count = gb_history_count(o->at.history);
  for (int i = 0; i < count; i++) {
    const gb_evaluation *e = gb_history_entry(o->at.history, i);
    gradients += e->gradient != NULL;
    failed += e->failed;
    replayed += e->replayed;
  }
  gb_json_integer(json, "iterations", o->at.iterations);
  gb_json_integer(json, "evaluations", count);
  gb_json_integer(json, "gradients", gradients);
  gb_json_integer(json, "failed", failed);
  gb_json_integer(json, "replayed", replayed);
}

static void write_times(gb_json *json, const gb_optimize *o) {
  const gb_session *s = o->session;
  gb_json_open_object(json, "time");
  gb_json_number(json, "march", s->timers.total[0]);
  gb_json_number(json, "gradient", s->timers.total[1]);
  gb_json_number(json, "total", gb_timer_now() - s->started);
  gb_json_close(json);
}

int gb_optimize_write_json(const gb_optimize *o, const gb_evaluation *best,
                           gb_optimum_status status, const char *words, gb_error *error) {
  static const char *const word[] = {"optimal", "infeasible", "iterations", "stalled", "stopped"};
  const gb_session *s = o->session;
  gb_json *json;
  if (!s->options->json) return GB_OK;
  GB_TRY(gb_report_open_json(s, &json, error));
  if (best) {
    gb_json_open_object(json, "functions");
    for (int i = 0; i < o->wanted.count; i++) {
      const gb_functional_request *f = &o->live.analysis.functional[i];
      if (f->values == 1)
        gb_json_number(json, gb_optimize_name(o, i), best->value[f->first]);
      else
        gb_json_numbers(json, gb_optimize_name(o, i), f->values, best->value + f->first);
    }
    gb_json_close(json);
  }
  gb_json_open_object(json, "optimize");
  gb_json_number(json, "objective", best ? best->objective : NAN);
  gb_json_number(json, "violation", best ? best->violation : NAN);
  gb_json_number(json, "optimality", best ? best->optimality : NAN);
  write_counts(json, o);
  gb_json_text(json, "status", word[status]);
  gb_json_text(json, "method", gb_method_traits_of[s->description->optimize.method].word);
  gb_json_text(json, "derivatives", o->live.analysis.method == GB_TANGENT ? "tangent" : "adjoint");
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
