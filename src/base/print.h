/// Printing of texts that hold names from files.
#ifndef GB_BASE_PRINT_H
#define GB_BASE_PRINT_H

#include <stdio.h>

/// As fprintf, of up to 8,000 characters, control characters but line ends escaped. Local. Whether
/// all could be written, the stream knows (ferror).
void gb_print(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
