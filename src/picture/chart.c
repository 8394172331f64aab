/// Axes with round numbers (P. S. Heckbert 1990, "Nice numbers for graph labels", Graphics Gems),
/// curves and bars. The colours are those of Okabe and Ito, which colour-blind readers can
/// distinguish.
#include "picture/chart.h"

#include "picture/markup.h"

#include <math.h>
#include <string.h>

enum { LEFT = 76, RIGHT = 16, TOP = 12, TITLE = 18, BOTTOM = 44, LINE = 17, MOST_COLUMNS = 500 };

/// The colour of a member of a sequence as "#rrggbb"; colours repeat after nine.
static const char *colour_of(int member) {
  static const char *const colour[9] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00",
                                        "#56b4e9", "#7f5539", "#555555", "#a50026"};
  return colour[member % 9];
}

/// Mapping of an axis: values low to high, or their logarithms, to the coordinates from to to.
typedef struct scale {
  bool logarithmic;
  double low, high, from, to, step;
} scale;

static double shown(const scale *s, double value) {
  return s->logarithmic ? log10(value) : value;
}

static double place(const scale *s, double value) {
  return s->from + (s->to - s->from) * (shown(s, value) - s->low) / (s->high - s->low);
}

/// The distance between labels, if there are about `about` of them: 1, 2 or 5 times a power of ten.
static double nice_step(double range, int about) {
  const double raw = range / about, power = pow(10, floor(log10(raw))), part = raw / power;
  return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

/// Extend the range to the next labels.
static void finish_scale(scale *s, const gb_axis *axis, int labels) {
  const double size = fmax(fabs(s->low), fabs(s->high));
  const double least = s->logarithmic ? 1 : fmax(axis->least, 1e-9 * size);
  if (!(s->low <= s->high)) s->low = s->high = 0;
  if (s->high - s->low < least || s->high == s->low) {
    const double middle = (s->low + s->high) / 2, half = least > 0 ? least / 2 : 0.5;
    s->low = axis->from_zero ? fmin(0, middle - half) : middle - half;
    s->high = middle + half;
  }
  s->step = s->logarithmic ? fmax(1, nice_step(s->high - s->low, labels))
                           : nice_step(s->high - s->low, labels);
  if (axis->whole) s->step = fmax(1, s->step);
  s->low = s->step * floor(s->low / s->step + 1e-9);
  s->high = s->step * ceil(s->high / s->step - 1e-9);
}

static void include_value(scale *s, double value) {
  if (!isfinite(shown(s, value))) return;
  s->low = fmin(s->low, shown(s, value));
  s->high = fmax(s->high, shown(s, value));
}

static scale make_scale(const gb_chart *c, bool across, int labels) {
  const gb_axis *axis = across ? &c->x : &c->y;
  scale s = {.logarithmic = axis->logarithmic, .low = INFINITY, .high = -INFINITY};
  for (const gb_curve *curve = c->curve; curve < c->curve + c->curves; curve++)
    for (int i = 0; i < curve->points; i++)
      include_value(&s, across ? curve->x[(size_t)i * curve->x_stride]
                               : curve->y[(size_t)i * curve->y_stride]);
  if (axis->from_zero) include_value(&s, 0);
  const double low = s.low, high = s.high;
  finish_scale(&s, axis, labels);
  if (across && !s.logarithmic && high > low) s.low = low, s.high = high; // curves fill the width
  return s;
}

/// Write the text of a label. A value much smaller than the step is round-off, and printed as 0.
static void write_label(const scale *s, double value, size_t size, char *text) {
  if (fabs(value) < 1e-9 * s->step) value = 0;
  snprintf(text, size, "%.6g", s->logarithmic ? pow(10, value) : value);
}

static void draw_ticks(FILE *file, const scale *s, bool across, double other_from,
                       double other_to) {
  const double first = s->step * ceil(s->low / s->step - 1e-9);
  for (int i = 0; first + i * s->step <= s->high + 1e-9 * s->step && i < 100; i++) {
    const double value = first + i * s->step;
    const double at = s->from + (s->to - s->from) * (value - s->low) / (s->high - s->low);
    char text[40];
    write_label(s, value, sizeof text, text);
    if (across) {
      fprintf(file, "<path d=\"M%.1f %.1fV%.1f\" stroke=\"#e4e4e4\"/>\n", at, other_from, other_to);
      gb_svg_text(file, at, other_from + LINE, "middle", text);
    } else {
      fprintf(file, "<path d=\"M%.1f %.1fH%.1f\" stroke=\"#e4e4e4\"/>\n", other_from, at, other_to);
      gb_svg_text(file, other_from - 7, at + 4, "end", text);
    }
  }
}

static void draw_frame(FILE *file, const gb_chart *c, const scale *x, const scale *y) {
  draw_ticks(file, x, true, y->from, y->to);
  draw_ticks(file, y, false, x->from, x->to);
  fprintf(file, "<path d=\"M%.1f %.1fV%.1fH%.1f\" fill=\"none\" stroke=\"#777\"/>\n", x->from,
          y->to, y->from, x->to);
  if (c->x.label) gb_svg_text(file, (x->from + x->to) / 2, y->from + 37, "middle", c->x.label);
  if (c->title) {
    fputs("<g font-weight=\"bold\" font-size=\"13\">", file);
    gb_svg_text(file, x->from, c->top + 17, "start", c->title);
    fputs("</g>\n", file);
  }
  if (!c->y.label) return;
  fprintf(file, "<text transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"middle\">",
          x->from - 60, (y->from + y->to) / 2);
  gb_markup_text(file, c->y.label);
  fputs("</text>\n", file);
}

/// The approximate width of a text.
static double text_width(const char *text) {
  return 6.7 * (double)strlen(text);
}

/// Draw a legend in lines of limited width. @param file NULL: only compute the height
/// @return the height
static double draw_legend(FILE *file, int count, const char *const name[], double left,
                          double width, double top) {
  double x = left, y = top;
  for (int i = 0; i < count; i++) {
    const double size = 34 + text_width(name[i]);
    if (x > left && x + size > left + width) x = left, y += LINE;
    if (file) {
      fprintf(file, "<path d=\"M%.1f %.1fh18\" stroke=\"%s\" stroke-width=\"4\"/>\n", x, y + 8,
              colour_of(i));
      gb_svg_text(file, x + 23, y + 12, "start", name[i]);
    }
    x += size;
  }
  return count > 0 ? y - top + LINE + 4 : 0;
}

enum { LEGEND = 40 };

static int names_of(const gb_chart *c, const char *name[LEGEND]) {
  int count = 0;
  for (int k = 0; k < c->curves && k < LEGEND && c->curve[k].name; k++)
    name[count++] = c->curve[k].name;
  return count;
}

/// State of drawing a curve.
typedef struct pen {
  FILE *file;
  const gb_chart *chart;
  const scale *x, *y;
  bool down;
  double last; ///< y of the previous point
} pen;

static void draw_point(pen *p, const gb_curve *curve, int i) {
  const double x = place(p->x, curve->x[(size_t)i * curve->x_stride]);
  const double y = place(p->y, curve->y[(size_t)i * curve->y_stride]);
  if (!isfinite(x) || !isfinite(y)) {
    p->down = false;
    return;
  }
  if (p->down && p->chart->steps) fprintf(p->file, "L%.1f %.1f", x, p->last);
  fprintf(p->file, "%c%.1f %.1f", p->down ? 'L' : 'M', x, y);
  p->down = true;
  p->last = y;
}

/// Draw the smallest and the largest of the points in one column of the picture, in their order.
static void draw_column(pen *p, const gb_curve *curve, int from, int to) {
  int low = from, high = from;
  for (int i = from; i < to; i++) {
    const double y = curve->y[(size_t)i * curve->y_stride];
    if (!(y >= curve->y[(size_t)low * curve->y_stride])) low = i;
    if (!(y <= curve->y[(size_t)high * curve->y_stride])) high = i;
  }
  draw_point(p, curve, low < high ? low : high);
  if (low != high) draw_point(p, curve, low < high ? high : low);
}

static void draw_curve(pen *p, const gb_curve *curve, const char *colour) {
  const int points = curve->points, columns = points < MOST_COLUMNS ? points : MOST_COLUMNS;
  fprintf(p->file,
          "<path class=\"curve\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\" "
          "stroke-linejoin=\"round\" d=\"",
          colour);
  p->down = false;
  for (int k = 0; k < columns; k++)
    draw_column(p, curve, (int)((long long)points * k / columns),
                (int)((long long)points * (k + 1) / columns));
  if (points == 0) fputs("M0 0", p->file);
  fputs("\"/>\n", p->file);
  for (int i = 0; p->chart->marks && i < points; i++) {
    const double x = place(p->x, curve->x[(size_t)i * curve->x_stride]);
    const double y = place(p->y, curve->y[(size_t)i * curve->y_stride]);
    if (isfinite(x) && isfinite(y))
      fprintf(p->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n", x, y, colour);
  }
}

void gb_chart_draw(FILE *file, const gb_chart *c) {
  const char *name[LEGEND];
  const int names = names_of(c, name);
  const double width = c->width - LEFT - RIGHT, high = TOP + (c->title ? TITLE : 0);
  const double legend = draw_legend(NULL, names, name, LEFT, width, 0);
  scale x = make_scale(c, true, (int)(width / 80));
  scale y = make_scale(c, false, (int)((c->height - high - BOTTOM - legend) / 36));
  x.from = LEFT, x.to = c->width - RIGHT;
  y.from = c->top + c->height - BOTTOM - legend, y.to = c->top + high;
  draw_frame(file, c, &x, &y);
  draw_legend(file, names, name, LEFT, width, y.from + BOTTOM);
  pen p = {.file = file, .chart = c, .x = &x, .y = &y};
  for (int k = 0; k < c->curves; k++) draw_curve(&p, &c->curve[k], colour_of(k));
}

/// The width of the longest text.
static double widest(int count, const char *const text[]) {
  double width = 0;
  for (int i = 0; text && i < count; i++) width = fmax(width, text_width(text[i]));
  return width;
}

/// Write the name of a row, compressed if it is too long.
static void write_name(FILE *file, const char *name, double right, double y) {
  fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\"", right - 8, y);
  if (text_width(name) > right - 8)
    fprintf(file, " textLength=\"%.0f\" lengthAdjust=\"spacingAndGlyphs\"", right - 12);
  fputc('>', file);
  gb_markup_text(file, name);
  fputs("</text>\n", file);
}

static void draw_bar(FILE *file, const gb_bars *b, int row, const scale *x, double top) {
  double at = 0, end = 0;
  for (int k = 0; k < b->parts; k++) {
    const double value = b->value[row * b->parts + k];
    if (!isfinite(value)) continue;
    const double from = place(x, at), to = place(x, at + value);
    fprintf(file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"14\" fill=\"%s\"/>\n",
            fmin(from, to), top, fabs(to - from),
            b->parts > 1 ? colour_of(k) : colour_of(value < 0));
    at += value;
    end = fmax(end, at);
  }
  write_name(file, b->name[row], x->from, top + 11);
  if (b->text) gb_svg_text(file, x->to + 8, top + 11, "start", b->text[row]);
}

void gb_bars_draw(FILE *file, const gb_bars *b) {
  const double left = fmin(16 + widest(b->rows, b->name), b->width / 3);
  const double right = fmin(16 + widest(b->rows, b->text), b->width / 3);
  const double legend =
      b->part ? draw_legend(NULL, b->parts, b->part, left, b->width - left, 0) : 0;
  const double bottom = 12 + 22.0 * b->rows;
  scale x = {.from = left, .to = b->width - right};
  for (int i = 0; i < b->rows; i++) {
    double sum = 0;
    for (int k = 0; k < b->parts; k++) sum += b->value[i * b->parts + k];
    include_value(&x, sum);
  }
  finish_scale(&x, &(gb_axis){.from_zero = true}, (int)((x.to - x.from) / 90));
  gb_svg_open(file, b->width, bottom + BOTTOM + legend);
  draw_ticks(file, &x, true, bottom, 6);
  for (int i = 0; i < b->rows; i++) draw_bar(file, b, i, &x, 12 + 22.0 * i);
  fprintf(file, "<path d=\"M%.1f %.1fV6\" stroke=\"#777\"/>\n", place(&x, 0), bottom);
  gb_svg_text(file, (x.from + x.to) / 2, bottom + 37, "middle", b->label);
  if (b->part) draw_legend(file, b->parts, b->part, left, b->width - left, bottom + BOTTOM);
  gb_svg_close(file);
}
