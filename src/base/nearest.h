/// The nearest word, for messages about words that are not known.
#ifndef GB_BASE_NEAREST_H
#define GB_BASE_NEAREST_H

/// The word of a list (NULL-terminated) nearest to `word` by edit distance; NULL when none is near.
const char *gb_nearest(const char *word, const char *const list[]);

#endif
