/// Pages about the error codes, for users.
#ifndef GB_COMMAND_HELP_ERRORS_PAGE_H
#define GB_COMMAND_HELP_ERRORS_PAGE_H

#include "base/error.h"

/// Print the page docs/errors.md.
void gb_errors_reference(void);
/// Print the meaning and the remedy of an error code if `prints` is true. @param word the code;
/// NULL: none was given. errors: GB_UNKNOWN_TOPIC with the nearest code
int gb_error_explain(const char *word, bool prints, gb_error *error);

#endif
