/// Charts in SVG format: curves and bars.
#ifndef GB_PICTURE_CHART_H
#define GB_PICTURE_CHART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// A curve through the points x[i * x_stride], y[i * y_stride]; it has gaps at values that are not
/// finite.
typedef struct gb_curve {
  const char *name; ///< name in the legend; NULL: not in the legend
  int points;
  const double *x, *y;
  size_t x_stride, y_stride;
} gb_curve;

typedef struct gb_axis {
  const char *label;
  bool logarithmic; ///< logarithmic axis; values that are not positive are omitted
  bool from_zero;   ///< the axis includes zero
  bool whole;       ///< labels are whole numbers
  double least;     ///< smallest range of the axis, so that round-off is a straight line; 0: any
} gb_axis;

typedef struct gb_chart {
  const char *title;         ///< NULL: none
  double top, width, height; ///< position and size in the picture
  gb_axis x, y;
  int curves;
  const gb_curve *curve;
  bool steps; ///< piecewise constant: a value is valid until the next point
  bool marks; ///< draw a mark at each point
} gb_chart;

/// Draw a chart into an open picture. Points that cannot be distinguished are omitted. Local.
void gb_chart_draw(FILE *file, const gb_chart *chart);

/// Horizontal stacked bars. Values must be positive if there are several parts.
typedef struct gb_bars {
  double width; ///< width of the picture; its height follows from the rows
  const char *label;
  int rows, parts;
  const char *const *name; ///< name of each row, [rows]
  const char *const *part; ///< names of the parts in the legend, [parts]; NULL: no legend
  const char *const *text; ///< text after each bar, [rows]
  const double *value;     ///< [rows][parts]
} gb_bars;

/// Write a complete picture. Local.
void gb_bars_draw(FILE *file, const gb_bars *bars);

#endif
