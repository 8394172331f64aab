/// The nearest word of a list by edit distance (insert, delete, replace, swap of neighbours).
/// Source: Damerau, Commun. ACM 7 (1964) 171, in the restricted form that counts a swap as one.
#include "base/nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 63 };

static int smallest(int a, int b) {
  return a < b ? a : b;
}

/// Edit distance of two words of at most LONGEST characters, ignoring case.
static int distance(const char *a, const char *b) {
  int rows[3][LONGEST + 2]; // the row under construction and the two before it
  int columns = (int)strlen(b);
  for (int j = 0; j <= columns; j++) rows[0][j] = j;
  int *last = NULL, *before = rows[0], *row = rows[1];
  for (int i = 1; a[i - 1]; i++) {
    row[0] = i;
    for (int j = 1; j <= columns; j++) {
      int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
      row[j] = smallest(before[j - 1] + (x != y), 1 + smallest(before[j], row[j - 1]));
      if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) &&
          y == tolower((unsigned char)a[i - 2]))
        row[j] = smallest(row[j], last[j - 2] + 1);
    }
    int *spare = last ? last : rows[2];
    last = before;
    before = row;
    row = spare;
  }
  return before[columns];
}

/// Mistakes in the first letter are rare: of two equally near words, the one with the same first
/// letter is chosen.
static bool begins_alike(const char *a, const char *b) {
  return tolower((unsigned char)*a) == tolower((unsigned char)*b);
}

const char *gb_nearest(const char *word, const char *const list[]) {
  const char *nearest = NULL;
  size_t length = strlen(word);
  if (length > LONGEST) return NULL;
  int best = 1 + (int)length / 3; // the largest distance that is plausible for a typing mistake
  for (; *list; list++) {
    if (strlen(*list) > LONGEST) continue;
    int d = distance(word, *list);
    if (d > best || d >= (int)strlen(*list)) continue;
    if (d == best && nearest && (begins_alike(word, nearest) || !begins_alike(word, *list)))
      continue;
    best = d;
    nearest = *list;
  }
  return nearest;
}

const char *gb_nearest_hint(const char *word, const char *const list[], char hint[GB_HINT]) {
  const char *near = gb_nearest(word, list);
  *hint = 0;
  if (near) snprintf(hint, GB_HINT, " (did you mean %s?)", near);
  return hint;
}
