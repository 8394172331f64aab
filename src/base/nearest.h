/// The nearest known word, for messages about unknown words.
#ifndef GB_BASE_NEAREST_H
#define GB_BASE_NEAREST_H

/// Return the word of a NULL-terminated list that is nearest to `word` by edit distance, or NULL if
/// none is near. Local.
const char *gb_nearest(const char *word, const char *const list[]);

enum { GB_HINT = 100 };
/// Write " (did you mean WORD?)" with the nearest word of a list as above, or nothing if none is
/// near. Local. @return hint
const char *gb_nearest_hint(const char *word, const char *const list[], char hint[GB_HINT]);

#endif
