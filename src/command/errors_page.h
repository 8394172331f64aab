/// The codes of errors for users.
#ifndef GB_COMMAND_ERRORS_PAGE_H
#define GB_COMMAND_ERRORS_PAGE_H

#include "base/error.h"

/// Print the page that docs/errors.md holds.
void gb_errors_reference(void);
/// Print what one code means and what helps, where this rank `prints`. @param word NULL: none was
/// given. errors: GB_UNKNOWN_TOPIC with the nearest code
int gb_error_explain(const char *word, bool prints, gb_error *error);

#endif
