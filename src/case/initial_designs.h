/// Initial values of designs from a file.
#ifndef GB_CASE_INITIAL_DESIGNS_H
#define GB_CASE_INITIAL_DESIGNS_H

#include "case/schema/case_data.h"
#include "case/text/document.h"

/// Where the case says `initial: FILE`, or has FILE in that list, take it out of the tree and put
/// the values in FILE into the entries of `design` as their `values`, digit by digit. FILE is a
/// table whose first columns are `name` and `value`, an HDF5 file (stored_designs.h), or a case
/// with such values. Local. @param given a file to be used in place of the case's; NULL: none
/// errors: GB_FILE; GB_USAGE: a name that the case does not have, or an entry without a value
int gb_initial_designs(const gb_reading *reading, gb_node *root, const char *given, gb_case *c);

#endif
