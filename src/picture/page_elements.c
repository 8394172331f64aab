/// Elements of the page of `report`: cells of tables, captions and charts.
#include "picture/page.h"

#include "picture/markup.h"

#include <stdarg.h>

static void write_formatted(FILE *file, const char *format, va_list arguments) {
  char text[1000];
  vsnprintf(text, sizeof text, format, arguments);
  gb_markup_text(file, text);
}

void gb_page_cell(FILE *file, const char *tag, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(file, "<%s>", tag);
  write_formatted(file, format, arguments);
  fprintf(file, "</%s>", tag);
  va_end(arguments);
}

void gb_page_caption(FILE *file, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("<figcaption>", file);
  write_formatted(file, format, arguments);
  fputs("</figcaption></figure>\n", file);
  va_end(arguments);
}

void gb_page_chart(FILE *file, const gb_chart *chart) {
  fputs("<figure>", file);
  gb_svg_open(file, chart->width, chart->height);
  gb_chart_draw(file, chart);
  gb_svg_close(file);
}
