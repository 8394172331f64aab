/// Refuse keys and names of entries.
#include "case/rules/rules.h"

#include "base/nearest.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int refuse(int code, const gb_subject *s, const char *key, const char *format,
                  va_list arguments) {
  const gb_node *node = key ? gb_node_find(s->node, key) : NULL;
  char path[300], what[1200];
  vsnprintf(what, sizeof what, format, arguments);
  snprintf(path, sizeof path, "%.200s%s%s", s->path, key ? "." : "", key ? key : "");
  return gb_refuse_as(code, s->reading, node ? node : s->node, path, "%s", what);
}

int gb_rule_refuse(const gb_subject *s, const char *key, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int status = refuse(GB_WRONG_VALUE, s, key, format, arguments);
  va_end(arguments);
  return status;
}

int gb_rule_refuse_as(int code, const gb_subject *s, const char *key, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int status = refuse(code, s, key, format, arguments);
  va_end(arguments);
  return status;
}

int gb_rule_refuse_name(const gb_subject *s, const char *key, const char *kind, gb_named list) {
  const gb_node *node = gb_node_find(s->node, key);
  const char **name;
  char known[600] = "";
  GB_TRY(GB_TAKE(s->reading->arena, name, (size_t)list.count + 1, s->reading->error));
  for (int i = 0; i < list.count; i++) {
    const size_t used = strlen(known);
    name[i] = gb_name_of(list, i);
    snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", name[i]);
  }
  const char *near = gb_nearest(node->text, name);
  return gb_rule_refuse_as(GB_UNKNOWN_NAME, s, key, "unknown %s (found %s)%s%s; accepted: %s%s%s",
                           kind, gb_node_found(node).text, near ? "; nearest: " : "",
                           near ? near : "", *known ? known : "a name under ", *known ? "" : kind,
                           *known ? "" : "s, which holds none");
}
