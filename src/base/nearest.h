/// The nearest known word, for messages about unknown words.
#ifndef GB_BASE_NEAREST_H
#define GB_BASE_NEAREST_H

/// Return the word of a NULL-terminated list that is nearest to `word` by edit distance, or NULL if
/// none is near. Local.
const char *gb_nearest(const char *word, const char *const list[]);

#endif
