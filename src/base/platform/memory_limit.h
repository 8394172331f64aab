/// Check whether a number in the input needs more memory than the machine has.
#ifndef GB_BASE_PLATFORM_MEMORY_LIMIT_H
#define GB_BASE_PLATFORM_MEMORY_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

/// Whether `count` objects of at least `bytes` bytes each need more than half of the machine's
/// memory, so that the number can be refused before anything is allocated. Local.
/// @param[out] text [size] text for an error message, to follow the name of the key
bool gb_exceeds_memory(double count, double bytes, size_t size, char *text);

#endif
