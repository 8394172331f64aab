/// An arena is a singly linked list of allocations.
#include "base/arena.h"

#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 }; ///< bytes of the widest pack of base/pack.h

/// Header of an allocation. Its memory begins at the next aligned address.
typedef struct gb_arena_piece {
  struct gb_arena_piece *next;
} piece;

int gb_arena_create(gb_arena **out, gb_error *error) {
  return gb_allocate(1, sizeof **out, out, error);
}

void gb_arena_free(gb_arena *arena) {
  for (piece *p = arena->first, *next; p; p = next) {
    next = p->next;
    free(p);
  }
  arena->first = NULL;
}

void gb_arena_destroy(gb_arena **arena) {
  if (!*arena) return;
  gb_arena_free(*arena);
  free(*arena);
  *arena = NULL;
}

int gb_arena_allocate(gb_arena *arena, size_t count, size_t size, void *out, gb_error *error) {
  piece *p;
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX - ALIGNMENT)
    return gb_fail(error, GB_OUT_OF_MEMORY, "out of memory: %zu x %zu bytes were asked for", count,
                   size);
  GB_TRY(gb_allocate(1, ALIGNMENT + bytes, &p, error)); // p is aligned to 16 bytes
  p->next = arena->first;
  arena->first = p;
  void *memory = (char *)p + ALIGNMENT - (uintptr_t)p % ALIGNMENT;
  memcpy(out, &memory, sizeof memory);
  return GB_OK;
}

int gb_arena_append(gb_arena *arena, void *array, int *count, size_t size, void *out,
                    gb_error *error) {
  char *first;
  memcpy(&first, array, sizeof first);
  if (*count == INT_MAX) return gb_fail(error, GB_FILE, "a list of more than %d entries", INT_MAX);
  if ((*count & (*count - 1)) == 0) { // 0 or a power of two: the array is full
    const char *full = first;
    GB_TRY(gb_arena_allocate(arena, *count ? 2 * (size_t)*count : 1, size, &first, error));
    if (*count) memcpy(first, full, (size_t)*count * size);
    memcpy(array, &first, sizeof first);
  }
  first += (size_t)(*count)++ * size;
  memcpy(out, &first, sizeof first);
  return GB_OK;
}

int gb_arena_add(gb_arena *arena, void *array, int *count, size_t size, const void *entry,
                 gb_error *error) {
  void *own = NULL;
  GB_TRY(gb_arena_append(arena, array, count, size, &own, error));
  memcpy(own, entry, size);
  return GB_OK;
}

/// Write the digits of a number at the end of `digits`. @return the first one
static const char *write_number(int number, char digits[16]) {
  char *at = digits + 15;
  unsigned rest = number < 0 ? 0U - (unsigned)number : (unsigned)number;
  *at = 0;
  do *--at = (char)('0' + rest % 10);
  while (rest /= 10);
  if (number < 0) *--at = '-';
  return at;
}

/// Format a text as vsnprintf does if it consists of characters, %s and %d, as most paths of keys
/// do. @return its length; -1: it has other conversions
static int format_plain(size_t size, char text[], const char *format, va_list arguments) {
  size_t length = 0;
  for (const char *at = format; *at; at++) {
    char digits[16];
    const char *part = at;
    size_t bytes = 1;
    if (*at == '%') {
      if (*++at != 's' && *at != 'd') return -1;
      part = *at == 's' ? va_arg(arguments, const char *)
                        : write_number(va_arg(arguments, int), digits);
      if (!part) return -1;
      bytes = strlen(part);
    }
    if (length + bytes < size) memcpy(text + length, part, bytes);
    length += bytes;
  }
  if (length < size) text[length] = 0;
  return length > INT_MAX ? -1 : (int)length;
}

/// Format a text into `size` characters as vsnprintf does.
static int format_text(size_t size, char text[], const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int length = format_plain(size, text, format, again);
  va_end(again);
  return length < 0 ? vsnprintf(text, size, format, arguments) : length;
}

int gb_arena_text(gb_arena *arena, void *out, gb_error *error, const char *format, ...) {
  va_list arguments;
  char first[256], *text = NULL;
  va_start(arguments, format);
  const int length = format_text(sizeof first, first, format, arguments);
  va_end(arguments);
  GB_TRY(gb_arena_allocate(arena, (size_t)length + 1, 1, &text, error));
  memcpy(out, &text, sizeof text);
  if ((size_t)length < sizeof first) {
    memcpy(text, first, (size_t)length);
    return GB_OK;
  }
  va_start(arguments, format);
  format_text((size_t)length + 1, text, format, arguments);
  va_end(arguments);
  return GB_OK;
}
