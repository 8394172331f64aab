/// A case file: YAML in the format of docs/case-file.md, checked against one schema table.
#ifndef GB_INPUT_CASE_H
#define GB_INPUT_CASE_H

#include "input/case_data.h"
#include <stdbool.h>

/// Changes of a case before it is checked; {0}: none.
typedef struct gb_changes {
  int settings;
  const char *const *setting; ///< --set arguments "a.b=c", "functions[0].weight=5" or
                              ///< "functions.ks.weight=5" (an entry by its name), [settings]
  const char *designs;        ///< file with the values of all designs, by its path from here; NULL
  gb_error *defects; ///< takes what is wrong in the case, so that names that nothing has can be
                     ///< looked for; NULL: it is refused
} gb_changes;

/// Read and check a case file. Local: rank 0
/// calls it, the others get the bytes by gb_case_text and call it too, so that all hold the same
/// case. errors: GB_USAGE naming file, line, key, what was found, what is accepted, the nearest
/// known key; GB_FILE when the file cannot be read.
int gb_case_read(const char *file, const char *text, size_t length, const gb_changes *changes,
                 gb_case **out, gb_error *error);
/// The file's bytes on every rank (rank 0 reads). Collective. *text is the caller's to free.
int gb_case_text(MPI_Comm comm, const char *file, char **text, size_t *length, gb_error *error);
void gb_case_destroy(gb_case **c);

/// The schema as a Markdown table (key, type, default, accepted, meaning), for `gimbal help case`
/// and docs.
void gb_case_reference(void);
/// The chapter of a key of the outermost level. @return whether there is one
bool gb_case_chapter(const char *key);

/// Bytes of a size as the user writes it: "2 GiB", "500 MB", "1e9". @return whether it is one
bool gb_size_from(const char *text, double *out);

#endif
