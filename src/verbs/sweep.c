/// Table and picture of a sweep.
#include "verbs/sweep.h"

#include "picture/chart.h"
#include "picture/markup.h"

enum { WIDTH = 720, HEIGHT = 480, MOST_CURVES = 40 };

typedef void write_contents(FILE *file, const gb_sweep *sweep);

static int write_file(const gb_command *command, const char *suffix, const gb_sweep *sweep,
                      write_contents *contents, gb_error *error) {
  gb_output file;
  GB_TRY(gb_output_open(command->stem, suffix, &file, error));
  contents(file.stream, sweep);
  return gb_output_finish(&file, error);
}

static void write_table(FILE *file, const gb_sweep *sweep) {
  fprintf(file, "%s", sweep->key);
  for (int k = 0; k < sweep->count; k++) fprintf(file, ",Hz %d", k + 1);
  fprintf(file, "\n");
  for (int i = 0; i < sweep->values; i++) {
    fprintf(file, "%.17g", sweep->value[i]);
    for (int k = 0; k < sweep->count; k++)
      fprintf(file, ",%.17g", sweep->frequency[(size_t)i * (size_t)sweep->count + (size_t)k]);
    fprintf(file, "\n");
  }
}

int gb_sweep_write_table(const gb_command *command, const gb_sweep *sweep, gb_error *error) {
  return write_file(command, "modes.csv", sweep, write_table, error);
}

static void draw(FILE *file, const gb_sweep *sweep) {
  gb_curve curve[MOST_CURVES];
  char name[MOST_CURVES][sizeof "mode -2147483648"];
  const int curves = sweep->count < MOST_CURVES ? sweep->count : MOST_CURVES;
  for (int k = 0; k < curves; k++) {
    snprintf(name[k], sizeof name[k], "mode %d", k + 1);
    curve[k] = (gb_curve){.name = name[k],
                          .points = sweep->values,
                          .x = sweep->value,
                          .x_stride = 1,
                          .y = sweep->frequency + k,
                          .y_stride = (size_t)sweep->count};
  }
  gb_svg_open(file, WIDTH, HEIGHT);
  gb_chart_draw(file, &(gb_chart){.width = WIDTH,
                                  .height = HEIGHT,
                                  .x = {.label = sweep->key},
                                  .y = {.label = "Hz", .from_zero = true},
                                  .curves = curves,
                                  .curve = curve});
  gb_svg_close(file);
}

int gb_sweep_draw(const gb_command *command, const gb_sweep *sweep, gb_error *error) {
  return write_file(command, "modes.svg", sweep, draw, error);
}
