/// A small JSON writer: nested objects and arrays, doubles with 17 digits, NaN and infinities as
/// null.
#ifndef GB_OUTPUT_JSON_H
#define GB_OUTPUT_JSON_H

#include "base/error.h"

typedef struct gb_json gb_json;

/// Open FILE.tmp; local, rank 0 alone. errors: GB_FILE
int gb_json_create(const char *file, gb_json **out, gb_error *error);
/// Key is NULL inside arrays and for the outermost object.
void gb_json_open_object(gb_json *json, const char *key);
void gb_json_open_array(gb_json *json, const char *key);
void gb_json_close(gb_json *json); ///< the innermost open object or array
void gb_json_number(gb_json *json, const char *key, double value);
void gb_json_integer(gb_json *json, const char *key, long long value);
void gb_json_text(gb_json *json, const char *key, const char *value);
void gb_json_numbers(gb_json *json, const char *key, int count, const double values[]);
/// A list of rows, each a list of its first `columns` values, or where that is 1 the value itself.
/// @param values [rows][stride]
void gb_json_rows(gb_json *json, const char *key, int rows, size_t stride, int columns,
                  const double values[]);
/// Flush, check, rename to FILE and free. errors: GB_FILE (the temporary file is removed).
int gb_json_finish(gb_json **json, gb_error *error);
void gb_json_destroy(gb_json **json); ///< drops an unfinished file

#endif
