/// What a YAML text may hold: nesting, anchors and what aliases stand for within bounds, no tags of
/// programs. The text is looked through once, event by event, before a tree is made of it.
#include "input/document_limits.h"

#include <stdio.h>
#include <string.h>
#include <yaml.h>

enum {
  DEEPEST = 64,      ///< lists and mappings in each other; a case needs 5
  ANCHORS = 200,     ///< libyaml and the search below compare each with all
  LARGEST = 16 << 20 ///< characters that all aliases stand for
};

typedef struct anchor {
  char name[64];
  bool open; ///< its value is being read
  size_t size;
} anchor;

/// A list or mapping that is being read.
typedef struct level {
  int anchor; ///< -1: none
  size_t start;
} level;

typedef struct look {
  const gb_reading *reading;
  const char *origin;
  bool lines;
  int depth, anchors;
  size_t size, repeated; ///< characters so far with what aliases stand for, and of these alone
  anchor anchor[ANCHORS];
  level level[DEEPEST + 1];
} look;

static int refuse(const look *l, const yaml_event_t *event, const char *what) {
  char place[24] = "";
  if (l->lines) snprintf(place, sizeof place, ":%zu", event->start_mark.line + 1);
  return gb_fail(l->reading->error, GB_USAGE, "%s%s: %s", l->origin, place, what);
}

/// Tags say what a plain text says by itself, or name a program's type.
static int check_tag(const look *l, const yaml_event_t *event, const yaml_char_t *given,
                     const char *const accepted[]) {
  static const char standard[] = "tag:yaml.org,2002:";
  const char *tag = (const char *)given;
  if (!tag || !strcmp(tag, "!")) return GB_OK;
  const bool short_form = !strncmp(tag, standard, strlen(standard));
  if (short_form) tag += strlen(standard);
  for (int i = 0; short_form && accepted[i]; i++)
    if (!strcmp(tag, accepted[i])) return GB_OK;
  char what[200];
  snprintf(what, sizeof what, "a YAML tag (found %s%.80s); accepted: values without tags",
           short_form ? "!!" : "", tag);
  return refuse(l, event, what);
}

/// Remember an anchor. @return in *place, its number, or -1
static int add_anchor(look *l, const yaml_event_t *event, const yaml_char_t *name, int *place) {
  *place = -1;
  if (!name) return GB_OK;
  if (l->anchors == ANCHORS || strlen((const char *)name) >= sizeof l->anchor->name) {
    char what[120];
    snprintf(what, sizeof what,
             "too many YAML anchors, or too long a name; accepted: %d of at most %zu characters",
             ANCHORS, sizeof l->anchor->name - 1);
    return refuse(l, event, what);
  }
  *place = l->anchors++;
  anchor *a = &l->anchor[*place];
  *a = (anchor){.open = true};
  strcpy(a->name, (const char *)name);
  return GB_OK;
}

static void close_anchor(look *l, int place, size_t size) {
  l->anchor[place].open = false;
  l->anchor[place].size = size;
}

static int open_level(look *l, const yaml_event_t *event, const yaml_char_t *name) {
  char what[100];
  snprintf(what, sizeof what, "nested too deeply; accepted: at most %d lists and mappings",
           DEEPEST);
  if (l->depth == DEEPEST) return refuse(l, event, what);
  level *opened = &l->level[l->depth++];
  opened->start = l->size++;
  return add_anchor(l, event, name, &opened->anchor);
}

static void close_level(look *l) {
  const level *closed = &l->level[--l->depth];
  if (closed->anchor >= 0) close_anchor(l, closed->anchor, l->size - closed->start);
}

static int see_scalar(look *l, const yaml_event_t *event) {
  static const char *const accepted[] = {"str", "int", "float", "bool", "null", NULL};
  int place;
  GB_TRY(check_tag(l, event, event->data.scalar.tag, accepted));
  GB_TRY(add_anchor(l, event, event->data.scalar.anchor, &place));
  l->size += event->data.scalar.length + 1;
  if (place >= 0) close_anchor(l, place, event->data.scalar.length + 1);
  return GB_OK;
}

static int see_alias(look *l, const yaml_event_t *event) {
  const char *name = (const char *)event->data.alias.anchor;
  int place = 0;
  while (place < l->anchors && strcmp(l->anchor[place].name, name)) place++;
  if (place == l->anchors) return GB_OK; // the parser's message is better
  if (l->anchor[place].open) return refuse(l, event, "a YAML alias inside of what it stands for");
  l->size += l->anchor[place].size;
  l->repeated += l->anchor[place].size;
  if (l->repeated <= LARGEST) return GB_OK;
  char what[120];
  snprintf(what, sizeof what, "YAML aliases that stand for more than %d characters in all",
           LARGEST);
  return refuse(l, event, what);
}

static int see(look *l, const yaml_event_t *event) {
  static const char *const list[] = {"seq", NULL}, *const map[] = {"map", NULL};
  switch (event->type) {
  case YAML_SEQUENCE_START_EVENT:
    GB_TRY(check_tag(l, event, event->data.sequence_start.tag, list));
    return open_level(l, event, event->data.sequence_start.anchor);
  case YAML_MAPPING_START_EVENT:
    GB_TRY(check_tag(l, event, event->data.mapping_start.tag, map));
    return open_level(l, event, event->data.mapping_start.anchor);
  case YAML_SEQUENCE_END_EVENT:
  case YAML_MAPPING_END_EVENT:
    close_level(l);
    return GB_OK;
  case YAML_SCALAR_EVENT:
    return see_scalar(l, event);
  case YAML_ALIAS_EVENT:
    return see_alias(l, event);
  case YAML_DOCUMENT_START_EVENT:
    l->anchors = 0;
    return GB_OK;
  default:
    return GB_OK;
  }
}

int gb_document_limits(const gb_reading *reading, const char *origin, bool lines, const char *text,
                       size_t length) {
  yaml_parser_t parser;
  yaml_event_t event;
  look l = {.reading = reading, .origin = origin, .lines = lines};
  if (!yaml_parser_initialize(&parser))
    return gb_fail(reading->error, GB_FILE, "%s: out of memory while reading", origin);
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
  int status = GB_OK;
  for (bool ended = false; status == GB_OK && !ended;) {
    if (!yaml_parser_parse(&parser, &event)) break; // what makes the tree says what is wrong
    ended = event.type == YAML_STREAM_END_EVENT;
    status = see(&l, &event);
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return status;
}
