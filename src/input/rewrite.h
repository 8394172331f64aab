/// A case file written again with other values of its designs.
#ifndef GB_INPUT_REWRITE_H
#define GB_INPUT_REWRITE_H

#include "input/case.h"

/// Write the case as it was read, --set included and comments left out, with these values in its
/// entries of `design`: those of entry i from value[first[i]] up to value[first[i + 1]]. Paths
/// become absolute, so that the file runs from anywhere. Local; whether all could be written, the
/// stream knows.
void gb_case_rewrite(FILE *file, const gb_case *c, const int first[], const double value[]);

#endif
