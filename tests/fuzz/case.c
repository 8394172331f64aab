/// Case files with settings: the first line that starts with a tab and those after it are settings
/// of the command line.
#include "fuzz.h"

#include "case/case.h"

#include <string.h>

enum { SETTINGS = 4 };

/// Cut the settings off a text. @return how many
static int cut_settings(char *text, const char *settings[SETTINGS]) {
  int count = 0;
  for (char *at = strstr(text, "\n\t"); at && count < SETTINGS; at = strstr(at, "\n\t")) {
    *at = 0;
    at += 2;
    settings[count++] = at;
  }
  return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  gb_error error = {0};
  gb_case *c = NULL;
  const char *settings[SETTINGS];
  char *text = calloc(size + 1, 1);
  if (!text) abort();
  memcpy(text, data, size);
  const int count = cut_settings(text, settings);
  const size_t length = count ? strlen(text) : size; // without settings also zero bytes
  const int status = gb_case_read("folder/input.yaml", text, length,
                                  &(gb_changes){count, settings, NULL, NULL}, &c, &error);
  fuzz_check(status, &error);
  if ((status == GB_OK) != (c != NULL)) abort();
  gb_case_destroy(&c);
  free(text);
  return 0;
}
