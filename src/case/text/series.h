/// Files of numbers, as comma-separated values.
#ifndef GB_CASE_TEXT_SERIES_H
#define GB_CASE_TEXT_SERIES_H

#include "problem/problem.h"

/// Read series->file. Each line has a value, or an ascending time and a value, separated by commas,
/// semicolons or blanks. Text after # and a first line of words are skipped. Local.
/// errors: GB_FILE, GB_USAGE naming the file and the line
int gb_series_read(gb_series *series, gb_arena *arena, gb_error *error);

/// Read the numbers of a line and store the first `most` of them; the line is changed. Local.
/// @return how many there are; -1: the line has another text
int gb_series_numbers(char *line, int most, double number[]);

#endif
