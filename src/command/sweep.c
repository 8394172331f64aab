/// Table and picture of a sweep.
#include "command/sweep.h"

#include "base/new_file.h"

#include <math.h>

/// The picture in its own units, and the part of it that curves may take.
enum { WIDTH = 720, HEIGHT = 480, LEFT = 80, RIGHT = 20, TOP = 30, BOTTOM = 60, TICKS = 5 };

typedef void write_contents(FILE *file, const gb_sweep *sweep);

static int write_file(const gb_session *s, const char *ending, const gb_sweep *sweep,
                      write_contents *contents, gb_error *error) {
  char path[4200], temporary[4210];
  FILE *file;
  snprintf(path, sizeof path, "%s.modes.%s", s->stem, ending);
  snprintf(temporary, sizeof temporary, "%s.tmp", path);
  GB_TRY(gb_new_file_open(temporary, &file, error));
  contents(file, sweep);
  return gb_new_file_finish(file, temporary, path, error);
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

int gb_sweep_write_table(const gb_session *s, const gb_sweep *sweep, gb_error *error) {
  return write_file(s, "csv", sweep, write_table, error);
}

/// The frame of a picture: values from and to, frequencies up to.
typedef struct frame {
  double from, to, top;
} frame;

static double across(const frame *f, double value) {
  return LEFT + (WIDTH - LEFT - RIGHT) * (value - f->from) / (f->to - f->from);
}

static double up(const frame *f, double frequency) {
  return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * fmax(frequency, 0) / f->top;
}

static frame frame_of(const gb_sweep *sweep) {
  frame f = {sweep->value[0], sweep->value[sweep->values - 1], 0};
  for (int i = 0; i < sweep->values * sweep->count; i++) f.top = fmax(f.top, sweep->frequency[i]);
  if (!(f.top > 0)) f.top = 1;
  return f;
}

static void draw_axes(FILE *file, const frame *f, const char *key) {
  fprintf(file,
          "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#888\"/>\n",
          LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
  for (int i = 0; i <= TICKS; i++) {
    const double value = f->from + (f->to - f->from) * i / TICKS, frequency = f->top * i / TICKS;
    fprintf(file, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.4g</text>\n",
            across(f, value), HEIGHT - BOTTOM + 18, value);
    fprintf(file, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.4g</text>\n", LEFT - 6,
            up(f, frequency) + 4, frequency);
  }
  fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (WIDTH + LEFT - RIGHT) / 2,
          HEIGHT - 16);
  for (const char *c = key; *c; c++) { // names may hold what XML means otherwise
    if (*c == '<' || *c == '&')
      fprintf(file, "&#%d;", *c);
    else
      fputc(*c, file);
  }
  fprintf(file, "</text>\n<text x=\"%d\" y=\"%d\">Hz</text>\n", LEFT - 40, TOP - 8);
}

static void draw(FILE *file, const gb_sweep *sweep) {
  const frame f = frame_of(sweep);
  fprintf(
      file,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n",
      WIDTH, HEIGHT, WIDTH, HEIGHT);
  draw_axes(file, &f, sweep->key);
  for (int k = 0; k < sweep->count; k++) {
    fprintf(file,
            "<polyline fill=\"none\" stroke=\"hsl(%d,70%%,40%%)\" stroke-width=\"1.5\" points=\"",
            (k * 47) % 360);
    for (int i = 0; i < sweep->values; i++) {
      const double frequency = sweep->frequency[(size_t)i * (size_t)sweep->count + (size_t)k];
      if (isfinite(frequency))
        fprintf(file, "%.2f,%.2f ", across(&f, sweep->value[i]), up(&f, frequency));
    }
    fprintf(file, "\"/>\n");
  }
  fprintf(file, "</svg>\n");
}

int gb_sweep_draw(const gb_session *s, const gb_sweep *sweep, gb_error *error) {
  return write_file(s, "svg", sweep, draw, error);
}
