/// The verb `plot`: histories of a results file, or of a case that is run first, as a picture and a
/// table.
#include "command/results_file.h"

#include "base/nearest.h"
#include "monitor/records.h"
#include "output/histories.h"
#include "picture/chart.h"
#include "picture/markup.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 760, HEIGHT = 320, MOST = 200 };

/// A column that is drawn.
typedef struct chosen {
  const gb_history_table *table;
  int column;
  char kind[32]; ///< the quantity in words; columns of one kind share a chart
} chosen;

typedef struct plot {
  const char *file;
  gb_arena *memory; ///< owns the tables
  gb_history_tables all;
  int count;
  chosen one[MOST];
} plot;

/// @return the part of a name after its last point: ux of tip.ux
static const char *component(const char *column) {
  const char *point = strrchr(column, '.');
  return point ? point + 1 : column;
}

/// Find the kind of a column: its letters without a final axis, u of ux, s of s11_top.
static void name_kind(const gb_history_table *table, const char *column, char kind[32]) {
  static const char *const words[][2] = {{"u", "displacement"}, {"v", "velocity"},
                                         {"a", "acceleration"}, {"f", "force"},
                                         {"m", "moment"},       {"d", "directors"}};
  const char *text = component(column);
  size_t length = 0;
  while (length < 31 && isalpha((unsigned char)text[length])) length++;
  if (length > 1 && !text[length] && strchr("xyz", text[length - 1])) length--;
  if (length == 1 && strchr("xyz", *text) && !text[1]) text = "position", length = 8;
  snprintf(kind, 32, "%.*s", (int)length, text);
  if (!strcmp(table->name, "balance") && !text[length] && length > 1) strcpy(kind, "energy");
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(kind, words[i][0])) strcpy(kind, words[i][1]);
}

/// Whether a name selects a column: by its own name, or by the name of its point, table or kind.
static bool is_meant(const gb_history_table *table, const char *column, const char *name) {
  const size_t length = strlen(name);
  char kind[32];
  name_kind(table, column, kind);
  if (!strcmp(kind, name)) return true;
  if (!strcmp(column, name) || !strcmp(table->name, name)) return true;
  return !strncmp(column, name, length) && column[length] == '.';
}

static int list_names(const plot *p, const char *name, gb_error *error) {
  const char *list[MOST + 1] = {NULL};
  int count = 0;
  char text[1200] = "", hint[GB_HINT];
  for (int t = 0; t < p->all.count; t++)
    for (int c = 1; c < p->all.table[t].columns && count < MOST; c++)
      list[count++] = p->all.table[t].column[c];
  for (int i = 0; i < count && strlen(text) < sizeof text - 100; i++)
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%.80s", i ? ", " : "", list[i]);
  if (!name)
    return gb_fail(error, GB_MISSING_ARGUMENT, "%s: plot needs names of histories; accepted: %s",
                   p->file, text);
  return gb_fail(error, GB_UNKNOWN_HISTORY, "%s: no history '%s'%s; accepted: %s", p->file, name,
                 gb_nearest_hint(name, list, hint), text);
}

static int choose(plot *p, const char *name, gb_error *error) {
  const int before = p->count;
  for (int t = 0; t < p->all.count; t++)
    for (int c = 1; c < p->all.table[t].columns; c++) {
      const gb_history_table *table = &p->all.table[t];
      if (!is_meant(table, table->column[c], name)) continue;
      if (p->count == MOST)
        return gb_fail(error, GB_TOO_MANY, "%s: more than %d histories", p->file, MOST);
      p->one[p->count] = (chosen){.table = table, .column = c};
      name_kind(table, table->column[c], p->one[p->count++].kind);
    }
  return p->count > before ? GB_OK : list_names(p, name, error);
}

static int choose_all(plot *p, const gb_options *options, gb_error *error) {
  for (int i = 0; i < options->words.count; i++) GB_TRY(choose(p, options->words.entry[i], error));
  return GB_OK;
}

/// Whether no earlier history is of the same kind.
static bool is_first(const plot *p, int i) {
  for (int k = 0; k < i; k++)
    if (!strcmp(p->one[k].kind, p->one[i].kind)) return false;
  return true;
}

/// Draw one chart with all histories of a kind.
static void draw_kind(FILE *file, const plot *p, int first, double top) {
  gb_curve curve[MOST];
  int curves = 0;
  for (int i = first; i < p->count; i++) {
    const gb_history_table *table = p->one[i].table;
    if (strcmp(p->one[i].kind, p->one[first].kind) != 0) continue;
    curve[curves++] = (gb_curve){.name = table->column[p->one[i].column],
                                 .points = table->rows,
                                 .x = table->value,
                                 .x_stride = (size_t)table->columns,
                                 .y = table->value + p->one[i].column,
                                 .y_stride = (size_t)table->columns};
  }
  gb_chart_draw(file, &(gb_chart){.top = top,
                                  .width = WIDTH,
                                  .height = HEIGHT,
                                  .x = {.label = "t"},
                                  .y = {.label = p->one[first].kind},
                                  .curves = curves,
                                  .curve = curve});
}

static int draw(const plot *p, const char *stem, gb_error *error) {
  int kinds = 0;
  gb_output output;
  GB_TRY(gb_output_create(stem, "plot.svg", &output, error));
  FILE *file = output.stream;
  for (int i = 0; i < p->count; i++) kinds += is_first(p, i);
  gb_svg_open(file, WIDTH, HEIGHT * kinds);
  kinds = 0;
  for (int i = 0; i < p->count; i++)
    if (is_first(p, i)) draw_kind(file, p, i, HEIGHT * kinds++);
  gb_svg_close(file);
  return gb_output_finish(&output, error);
}

static double time_of(const chosen *one, int row) {
  return one->table->value[(size_t)row * (size_t)one->table->columns];
}

/// Write a line for each time; fields are blank for histories without a value at that time.
static void write_rows(FILE *file, const plot *p) {
  int row[MOST] = {0};
  while (true) {
    double t = INFINITY;
    for (int i = 0; i < p->count; i++)
      if (row[i] < p->one[i].table->rows) t = fmin(t, time_of(&p->one[i], row[i]));
    if (!isfinite(t)) return;
    fprintf(file, "%.17g", t);
    for (int i = 0; i < p->count; i++) {
      const chosen *one = &p->one[i];
      fputc(',', file);
      if (row[i] == one->table->rows || time_of(one, row[i]) > t) continue;
      fprintf(
          file, "%.17g",
          one->table->value[(size_t)row[i]++ * (size_t)one->table->columns + (size_t)one->column]);
    }
    fputc('\n', file);
  }
}

static int write_table(const plot *p, const char *stem, gb_error *error) {
  gb_output output;
  GB_TRY(gb_output_create(stem, "plot.csv", &output, error));
  FILE *file = output.stream;
  fputs("t", file);
  for (int i = 0; i < p->count; i++) {
    fputs(",\"", file);
    for (const char *c = p->one[i].table->column[p->one[i].column]; *c; c++)
      fprintf(file, *c == '"' ? "\"\"" : "%c", *c);
    fputc('"', file);
  }
  fputc('\n', file);
  write_rows(file, p);
  return gb_output_finish(&output, error);
}

static int plot_file(const gb_options *options, const char *path, const char *stem,
                     gb_error *error) {
  plot *p;
  GB_SCRATCH(memory);
  GB_TRY(GB_TAKE(&memory, p, 1, error));
  *p = (plot){.file = path, .memory = &memory};
  GB_TRY(gb_histories_read(path, p->memory, &p->all, error));
  if (options->words.count == 0) return list_names(p, NULL, error);
  GB_TRY(choose_all(p, options, error));
  GB_TRY(draw(p, stem, error));
  GB_TRY(write_table(p, stem, error));
  if (!options->quiet) gb_print(stdout, "plot %s.plot.svg, %s.plot.csv\n", stem, stem);
  return GB_OK;
}

static int store_names(plot *p, const char *table, int columns, const char *const column[],
                       gb_error *error) {
  gb_history_table one = {.columns = columns};
  GB_TRY(gb_arena_text(p->memory, &one.name, error, "%s", table));
  GB_TRY(GB_TAKE(p->memory, one.column, (size_t)columns, error));
  for (int i = 0; i < columns; i++)
    GB_TRY(gb_arena_text(p->memory, &one.column[i], error, "%s", column[i]));
  return gb_arena_add(p->memory, &p->all.table, &p->all.count, sizeof one, &one, error);
}

/// Add the names of a table to a plot, whose tables have no rows before the case runs.
static int add_names(void *context, const char *table, int rows, int columns,
                     const char *const column[], const double values[], gb_error *error) {
  (void)rows;
  (void)values;
  return gb_agree(MPI_COMM_WORLD, store_names(context, table, columns, column, error), error);
}

/// Check that a run will write histories for all names, so that a wrong name is refused before it.
static int check_names(const gb_options *options, const gb_model *model, gb_error *error) {
  plot *p;
  gb_records none;
  GB_SCRATCH(memory);
  GB_TRY(gb_agree(MPI_COMM_WORLD, GB_TAKE(&memory, p, 1, error), error));
  *p = (plot){.file = options->file, .memory = &memory};
  GB_TRY(gb_records_create(model, false, 1, &none, error));
  int status = gb_records_tables(&none, add_names, p, error);
  gb_records_destroy(&none);
  if (status == GB_OK) status = choose_all(p, options, error);
  return gb_agree(MPI_COMM_WORLD, status, error);
}

static int plot_histories(const gb_options *options, gb_error *error) {
  gb_command_results results;
  int rank, status = GB_OK;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (!gb_is_results_file(options->file) && options->words.count == 0)
    return gb_fail(
        error, GB_MISSING_ARGUMENT,
        "plot needs names of histories: gimbal plot CASE.yaml tip.uz kinetic; gimbal plot "
        "CASE.vtkhdf lists those of a run");
  GB_TRY(gb_command_find_results(options, "plot", check_names, &results, error));
  if (rank == 0) status = plot_file(options, results.path, results.stem, error);
  return gb_agree(MPI_COMM_WORLD, status, error);
}

const gb_verb gb_verb_plot = {
    .name = "plot",
    .meaning = "histories of CASE.vtkhdf, or of CASE.yaml, by names; write CASE.plot.svg and "
               "CASE.plot.csv",
    .page =
        "gimbal plot CASE.vtkhdf [NAME ...] [--output-dir DIR]\n"
        "gimbal plot CASE.yaml NAME ... [options of run]\n\n"
        "Draws histories of a results file, or of a case that is run first: tip.uz, tip, mast,\n"
        "kinetic, energy, displacement, ... Without a NAME it lists those that there are. Writes\n"
        "CASE.plot.svg and CASE.plot.csv.\n",
    .words = true,
    .alone = plot_histories,
};
