/// Bounds of what a YAML text may ask for, looked at before it becomes a tree.
#ifndef GB_INPUT_DOCUMENT_LIMITS_H
#define GB_INPUT_DOCUMENT_LIMITS_H

#include "input/document.h"

/// Refuse YAML text that nests too deeply, has tags, too many anchors, an alias inside of its own
/// anchor, or aliases that stand for more than a case can need. Text that is no YAML passes.
/// @param origin, lines  as for gb_document_read
/// errors: GB_USAGE with origin:line
int gb_document_limits(const gb_reading *reading, const char *origin, bool lines, const char *text,
                       size_t length);

#endif
