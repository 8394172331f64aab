/// A case file: YAML in the format of docs/case-file.md, checked against one schema table.
#ifndef GB_CASE_CASE_H
#define GB_CASE_CASE_H

#include "case/schema/case_data.h"
#include <stdbool.h>

/// Changes of a case before it is checked; {0}: none.
typedef struct gb_changes {
  int settings;
  const char *const *setting; ///< --set arguments "a.b=c", "functions[0].weight=5" or
                              ///< "functions.ks.weight=5" (an entry by its name), [settings]
  /// file with the values of all designs, relative to the working directory; NULL: none
  const char *designs;
  /// receives the errors of the case, so that unknown names are found too; NULL: the case is
  /// refused at the first error
  gb_error *defects;
} gb_changes;

/// Read and check a case file. Local: all ranks call it with the same bytes, from gb_case_text, and
/// have the same case. errors: GB_USAGE with the file, line, key, the value that was found, the
/// accepted values and the nearest known key; GB_FILE: the file cannot be read.
int gb_case_read(const char *file, const char *text, size_t length, const gb_changes *changes,
                 gb_case **out, gb_error *error);
/// Read the file on rank 0 and broadcast its bytes. A deck of Nastran or an .inp deck gets the text
/// of a case that solves it in statics, in one step. The caller frees *text. Collective.
int gb_case_text(MPI_Comm comm, const char *file, char **text, size_t *length, gb_error *error);
void gb_case_destroy(gb_case **c);

/// Print the schema as Markdown tables (key, accepted values, default, meaning), for `gimbal help
/// case` and docs/case-file.md.
void gb_case_reference(void);
/// Print the chapter of an outermost key. @return whether the key exists
bool gb_case_chapter(const char *key);

/// Convert a size such as "2 GiB", "500 MB" or "1e9" to bytes. @return whether the text is a size
bool gb_size_from(const char *text, double *out);

#endif
