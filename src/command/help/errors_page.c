/// The codes of errors, as a page and one by one.
#include "command/help/errors_page.h"

#include "base/nearest.h"
#include "session/plausibility.h"

#include <stdio.h>
#include <string.h>

static const struct {
  int status;
  const char *title;
} chapters[] = {{GB_USAGE, "command line or case file"}, {GB_MODEL, "mesh or model"},
                {GB_DIVERGED, "not converged"},          {GB_SINGULAR, "singular"},
                {GB_FILE, "file, disk or memory"},       {GB_PAUSED, "stopped"}};
enum { CHAPTERS = sizeof chapters / sizeof *chapters };
enum { KNOWN = 200 }; ///< codes at most

void gb_errors_reference(void) {
  printf(
      "# Codes of errors\n\n"
      "Printed by `gimbal help errors`. Each line of an error ends with a code in brackets, which "
      "keeps its meaning;\nthe words before it may change. `gimbal help error CODE` explains one. "
      "A file of `--json` of a run that failed\nhas them too ([results.md](results.md)), as do "
      "`gimbal_code` of the library and `gimbal.Error.code` of Python.\n\n"
      "All defects of a case, its mesh or deck come in one run, sorted by file and line, at most "
      "50 "
      "and a count of the rest;\nwhat a refused entry defines is not called unknown. The exit "
      "status "
      "is that of the first line.\n");
  for (int i = 0; i < CHAPTERS; i++) {
    printf("\n## Exit status %d: %s\n\n| code | meaning | what helps |\n| --- | --- | --- |\n",
           chapters[i].status, chapters[i].title);
    for (const gb_code_text *code = gb_code_list; code->word; code++)
      if (code->status == chapters[i].status)
        printf("| `%s` | %s | %s |\n", code->word, code->meaning, code->help);
  }
  printf("\n## Warnings\n\n"
         "`run` and `gradient` end with a line for each of these that they find, on standard error "
         "and with --quiet too,\nas `gimbal_warnings` of the library and the warnings of Python "
         "have them after a run. The exit status is 0:\nthe march ended well, but perhaps it is "
         "not the one that was meant. `check` ends with those of the model.\n\n"
         "| code | meaning | what helps |\n| --- | --- | --- |\n");
  for (const gb_code_text *doubt = gb_doubts; doubt->word; doubt++)
    printf("| `%s` | %s | %s |\n", doubt->word, doubt->meaning, doubt->help);
}

/// Print the explanation of a code of a list, or add its words to those that are known.
/// @return whether it is there
static bool explain(const gb_code_text list[], const char *word, bool prints, int *count,
                    const char *known[]) {
  for (const gb_code_text *code = list; code->word; code++) {
    if (word && strcmp(code->word, word) == 0) {
      if (prints && code->status == GB_OK)
        printf("%s (a warning)\n\n%s\n%s\n", code->word, code->meaning, code->help);
      else if (prints)
        printf("%s (exit status %d)\n\n%s\n%s\n", code->word, code->status, code->meaning,
               code->help);
      return true;
    }
    if (*count + 1 < KNOWN) known[(*count)++] = code->word;
  }
  return false;
}

int gb_error_explain(const char *word, bool prints, gb_error *error) {
  const char *known[KNOWN] = {NULL};
  int count = 0;
  if (explain(gb_code_list, word, prints, &count, known) ||
      explain(gb_doubts, word, prints, &count, known))
    return GB_OK;
  char hint[GB_HINT];
  return gb_fail(error, GB_UNKNOWN_TOPIC,
                 "help error: no code '%.60s'%s; accepted: those of gimbal help errors",
                 word ? word : "", gb_nearest_hint(word ? word : "", known, hint));
}
