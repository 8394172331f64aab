/// Text in HTML and SVG files.
#ifndef GB_PICTURE_MARKUP_H
#define GB_PICTURE_MARKUP_H

#include <stdio.h>

/// Write a text as character data or attribute value of XML: `&`, `<`, `>` and quotes become
/// references; invalid characters and invalid UTF-8 become U+FFFD. Local.
void gb_markup_text(FILE *file, const char *text);

/// Begin an SVG picture with white background. Local.
void gb_svg_open(FILE *file, double width, double height);
/// End an SVG picture. Local.
void gb_svg_close(FILE *file);
/// Write a text whose anchor ("start", "middle" or "end") is at the point (x, y). Local.
void gb_svg_text(FILE *file, double x, double y, const char *anchor, const char *text);

#endif
