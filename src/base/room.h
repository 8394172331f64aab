/// Whether this machine has the memory that a number in the input asks for.
#ifndef GB_BASE_ROOM_H
#define GB_BASE_ROOM_H

#include <stdbool.h>
#include <stddef.h>

/// Whether a count of things, of which one takes at least so many bytes, takes more than half of
/// the machine's memory, so that it can be refused before any is asked for. Local.
/// @param[out] text [size] what a message says of it behind the key
bool gb_room_lacks(double count, double bytes, size_t size, char *text);

#endif
