/// The list of error codes as an array, and the words of codes.
#include "base/codes.h"

#include <stddef.h>

#define TEXT_OF(name, word, status, meaning, help) {word, status, meaning, help},
const gb_code_text gb_code_list[] = {GB_FOR_STATUSES(TEXT_OF)
                                         GB_FOR_CODES(TEXT_OF){NULL, 0, NULL, NULL}};

const char *gb_code_word(int code) {
#define WORD_OF(name, word, status, meaning, help)                                                 \
  case GB_##name:                                                                                  \
    return word;
  switch (code) {
    GB_FOR_STATUSES(WORD_OF)
    GB_FOR_CODES(WORD_OF)
  default:
    return "usage";
  }
}
