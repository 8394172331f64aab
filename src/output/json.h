/// A JSON writer: nested objects and arrays; doubles with 17 digits; NaN and infinity as null. All
/// functions are local.
#ifndef GB_OUTPUT_JSON_H
#define GB_OUTPUT_JSON_H

#include "base/error.h"

typedef struct gb_json gb_json;

/// Create FILE.tmp; called on rank 0 only. errors: GB_FILE
int gb_json_create(const char *file, gb_json **out, gb_error *error);
// Write a value. The key is NULL in arrays and for the outermost object.

void gb_json_open_object(gb_json *json, const char *key);
void gb_json_open_array(gb_json *json, const char *key);
/// Close the innermost open object or array.
void gb_json_close(gb_json *json);
void gb_json_number(gb_json *json, const char *key, double value);
void gb_json_integer(gb_json *json, const char *key, long long value);
void gb_json_text(gb_json *json, const char *key, const char *value);
void gb_json_numbers(gb_json *json, const char *key, int count, const double values[]);
/// Write an array of rows. Each row is an array of its first `columns` values or, if `columns` is
/// 1, a number. @param values [rows][stride]
void gb_json_rows(gb_json *json, const char *key, int rows, size_t stride, int columns,
                  const double values[]);
/// Complete the file, rename it to FILE, and free the writer. errors: GB_FILE; the temporary file
/// is then removed
int gb_json_finish(gb_json **json, gb_error *error);
/// Free the writer and remove an unfinished file; *json may be NULL.
void gb_json_destroy(gb_json **json);

#endif
