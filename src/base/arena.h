/// Memory that is freed all at once, for example the arrays of an object, or the strings and tables
/// of a case.
#ifndef GB_BASE_ARENA_H
#define GB_BASE_ARENA_H

#include "base/error.h"

/// Initialise an arena with {0}.
typedef struct gb_arena {
  struct gb_arena_piece *first;
} gb_arena;

/// Free all memory that the arena owns. The arena is empty afterwards. Local.
void gb_arena_free(gb_arena *arena);
/// Create an arena on the heap. Local.
int gb_arena_create(gb_arena **out, gb_error *error);
/// Free an arena and all memory that it owns; *arena may be NULL. Local.
void gb_arena_destroy(gb_arena **arena);
/// Declare an arena that is freed when its block ends, also by return.
#define GB_SCRATCH(arena) __attribute__((cleanup(gb_arena_free))) gb_arena arena = {0}
/// Allocate count x size bytes, zeroed, aligned for packs and owned by the arena. Local.
/// @param[out] out address of the pointer to set
/// errors: GB_FILE (memory)
int gb_arena_allocate(gb_arena *arena, size_t count, size_t size, void *out, gb_error *error);
/// Allocate `count` entries of the type that `pointer` points to, and set `pointer`.
#define GB_TAKE(arena, pointer, count, error)                                                      \
  gb_arena_allocate(arena, count, sizeof *(pointer), &(pointer), error)
/// Format a text as printf does, into memory that the arena owns. Local.
/// @param[out] out address of the pointer to characters to set
int gb_arena_text(gb_arena *arena, void *out, gb_error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/// Append an entry as gb_array_append of base/list.h does, in memory that the arena owns. Local.
/// errors: GB_FILE (memory, more than INT_MAX entries)
int gb_arena_append(gb_arena *arena, void *array, int *count, size_t size, void *out,
                    gb_error *error);
/// Append a copy of `entry` to an array, in memory that the arena owns. Local. errors: as above
int gb_arena_add(gb_arena *arena, void *array, int *count, size_t size, const void *entry,
                 gb_error *error);
/// Append a copy of the variable `new` to a GB_LIST_OF of its type.
#define GB_ARENA_ADD(arena, list, new, error)                                                      \
  gb_arena_add(arena, &(list).entry, &(list).count, sizeof *(list).entry,                          \
               1 ? &(new) : (list).entry, error)

#endif
