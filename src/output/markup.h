/// Text in HTML and SVG files.
#ifndef GB_OUTPUT_MARKUP_H
#define GB_OUTPUT_MARKUP_H

#include <stdio.h>

/// Write a text as XML's character data and values of attributes: `&`, `<`, `>` and quotes as
/// references, what is no character of XML or no UTF-8 as U+FFFD. Local.
void gb_markup_text(FILE *file, const char *text);

/// Begin a picture of so many units across and down, on white. Local.
void gb_svg_open(FILE *file, double width, double height);
void gb_svg_close(FILE *file);
/// Write text with its anchor ("start", "middle" or "end") at a point. Local.
void gb_svg_text(FILE *file, double x, double y, const char *anchor, const char *text);

#endif
