/// Memory that lives and dies together: the arrays of an object, the strings and tables of a case.
#ifndef GB_BASE_ARENA_H
#define GB_BASE_ARENA_H

#include "base/error.h"

/// {0} is an empty one.
typedef struct gb_arena {
  struct gb_arena_piece *first;
} gb_arena;

/// Free all that it gave; it is empty then.
void gb_arena_free(gb_arena *arena);
int gb_arena_create(gb_arena **out, gb_error *error);
void gb_arena_destroy(gb_arena **arena); ///< frees all that it gave; accepts NULL
/// Declares an arena that is freed where its block is left, on each way out.
#define GB_SCRATCH(arena) __attribute__((cleanup(gb_arena_free))) gb_arena arena = {0}
/// Zeroed memory that the arena owns, aligned for packs. @param[out] out address of the pointer to
/// set
int gb_arena_allocate(gb_arena *arena, size_t count, size_t size, void *out, gb_error *error);
/// The same for a pointer to entries, of which there shall be `count`.
#define GB_TAKE(arena, pointer, count, error)                                                      \
  gb_arena_allocate(arena, count, sizeof *(pointer), &(pointer), error)
/// A copy of text (formatted as by printf) that the arena owns.
/// @param[out] out  address of the pointer to characters to set
int gb_arena_text(gb_arena *arena, void *out, gb_error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/// gb_array_append of base/list.h in the arena's memory.
int gb_arena_append(gb_arena *arena, void *array, int *count, size_t size, void *out,
                    gb_error *error);
/// The same with a copy of `entry`. errors: GB_FILE (memory, more than INT_MAX entries)
int gb_arena_add(gb_arena *arena, void *array, int *count, size_t size, const void *entry,
                 gb_error *error);
/// On a GB_LIST_OF: GB_ARENA_ADD(arena, list, new, error), new being of its type.
#define GB_ARENA_ADD(arena, list, new, error)                                                      \
  gb_arena_add(arena, &(list).entry, &(list).count, sizeof *(list).entry,                          \
               1 ? &(new) : (list).entry, error)

#endif
