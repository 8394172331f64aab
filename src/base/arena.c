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

int gb_arena_text(gb_arena *arena, void *out, gb_error *error, const char *format, ...) {
  char first[256]; // long enough for nearly all: formatting takes longer than all else here
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(first, sizeof first, format, arguments);
  va_end(arguments);
  char *text = NULL;
  GB_TRY(gb_arena_allocate(arena, (size_t)length + 1, 1, &text, error));
  memcpy(out, &text, sizeof text);
  if ((size_t)length < sizeof first) {
    memcpy(text, first, (size_t)length + 1);
    return GB_OK;
  }
  va_start(arguments, format);
  vsnprintf(text, (size_t)length + 1, format, arguments);
  va_end(arguments);
  return GB_OK;
}
