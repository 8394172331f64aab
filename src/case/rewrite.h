/// Write a case file with other values of its designs.
#ifndef GB_CASE_REWRITE_H
#define GB_CASE_REWRITE_H

#include "case/schema/case_data.h"

#include <stdio.h>

/// Write the case as it was read, --set included and comments left out, with these values in its
/// entries of `design`: those of entry i from value[first[i]] up to value[first[i + 1]]. Paths
/// become absolute, so that the file can be used from any folder. Local; errors of writing are
/// errors of the stream.
void gb_case_rewrite(FILE *file, const gb_case *c, const int first[], const double value[]);
/// Write a text in double quotes, as YAML reads it. Local.
void gb_write_quoted(FILE *file, const char *text);

#endif
