/// Help on one thing: a verb, a key of the case file, schemes, functions, exit status.
#ifndef GB_COMMAND_HELP_TOPICS_H
#define GB_COMMAND_HELP_TOPICS_H

#include "base/error.h"

/// Check that there is help on a topic, and print it if `prints`. Local. errors: GB_USAGE, which
/// lists the topics
int gb_topic_print(const char *name, bool prints, gb_error *error);

enum { GB_TOPICS = 100 };
/// List the names of all topics, each once, and NULL after the last one. Local.
void gb_topic_list(const char *list[GB_TOPICS]);

#endif
