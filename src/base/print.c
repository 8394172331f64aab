/// Printing through a buffer in which control characters are escaped.
#include "base/print.h"

#include "base/error.h"

#include <stdarg.h>

enum { ROOM = 8000 };

void gb_print(FILE *stream, const char *format, ...) {
  char text[ROOM];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  gb_printable(sizeof text, text, true);
  fputs(text, stream);
}
