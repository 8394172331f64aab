/// Charts as SVG: curves over an axis, and bars.
#ifndef GB_OUTPUT_CHART_H
#define GB_OUTPUT_CHART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// Points of a curve, x[i * x_stride] and y[i * y_stride]; it is broken where one is no number.
typedef struct gb_curve {
  const char *name; ///< in the legend; NULL: it has no line there
  int points;
  const double *x, *y;
  size_t x_stride, y_stride;
} gb_curve;

typedef struct gb_axis {
  const char *label;
  bool logarithmic; ///< values that are not positive are left out
  bool from_zero;   ///< zero is on it
  bool whole;       ///< its labels are whole numbers
  double least;     ///< range that is shown at least, so that round-off is a line; 0: any
} gb_axis;

typedef struct gb_chart {
  const char *title;         ///< NULL: none
  double top, width, height; ///< of its part of the picture, over whose width it goes
  gb_axis x, y;
  int curves;
  const gb_curve *curve;
  bool steps, marks; ///< values hold until the next point; each point has a mark
} gb_chart;

/// Draw into an open picture, thinned to what can be seen. Local.
void gb_chart_draw(FILE *file, const gb_chart *chart);

/// Horizontal bars, each of parts one after another, which are positive where there are several.
typedef struct gb_bars {
  double width; ///< of the picture, which is as high as it must be
  const char *label;
  int rows, parts;
  const char *const *name; ///< [rows]
  const char *const *part; ///< in the legend, [parts]; NULL: no legend
  const char *const *text; ///< behind each bar, [rows]
  const double *value;     ///< [rows][parts]
} gb_bars;

/// A whole picture. Local.
void gb_bars_draw(FILE *file, const gb_bars *bars);

#endif
