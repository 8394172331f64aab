/// Valid characters are those of XML 1.0 (section 2.2) in UTF-8 (RFC 3629).
#include "picture/markup.h"

#include <stdbool.h>
#include <string.h>

/// Number of bytes of the character at `text`; 0 if it is invalid.
static size_t character(const unsigned char *text) {
  static const unsigned char lead[] = {0x80, 0xe0, 0xf0, 0xf8}, mark[] = {0, 0xc0, 0xe0, 0xf0};
  static const unsigned least[] = {0, 0x80, 0x800, 0x10000};
  if (*text < 0x80) return *text >= 0x20 || *text == '\n' || *text == '\t';
  for (size_t more = 1; more < 4; more++) {
    if ((*text & lead[more]) != mark[more]) continue;
    unsigned code = *text & (0x3fu >> more);
    for (size_t k = 1; k <= more; k++) {
      if ((text[k] & 0xc0) != 0x80) return 0;
      code = code << 6 | (text[k] & 0x3fu);
    }
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    const bool none = code < least[more] || code > 0x10ffff || code == 0xfffe || code == 0xffff;
    return surrogate || none ? 0 : more + 1;
  }
  return 0;
}

void gb_markup_text(FILE *file, const char *text) {
  for (size_t size; *text; text += size ? size : 1) {
    size = character((const unsigned char *)text);
    if (size == 0)
      fputs("\xef\xbf\xbd", file);
    else if (strchr("&<>\"'", *text))
      fprintf(file, "&#%d;", *text);
    else
      fwrite(text, 1, size, file);
  }
}

void gb_svg_open(FILE *file, double width, double height) {
  fprintf(file,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" font-family=\"Helvetica,"
          "Arial,sans-serif\" font-size=\"12\" fill=\"#333\">\n"
          "<rect width=\"%g\" height=\"%g\" fill=\"white\"/>\n",
          width, height, width, height);
}

void gb_svg_close(FILE *file) {
  fputs("</svg>\n", file);
}

void gb_svg_text(FILE *file, double x, double y, const char *anchor, const char *text) {
  fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
  gb_markup_text(file, text);
  fputs("</text>\n", file);
}
