/// Files of numbers: comma-separated values.
#ifndef GB_INPUT_SERIES_H
#define GB_INPUT_SERIES_H

#include "problem/problem.h"

/// Read series->file: one number a line, or two, ascending times and values. Commas, semicolons
/// and blanks separate; what follows # and a first line of words are skipped. Local.
/// errors: GB_FILE, GB_USAGE naming the file and the line
int gb_series_read(gb_series *series, gb_arena *arena, gb_error *error);

/// The numbers of a line, the first `most` of which are stored; the line is changed. Local.
/// @return how many there are, -1: something else stands there
int gb_series_numbers(char *line, int most, double number[]);

#endif
