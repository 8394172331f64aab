/// From libyaml's document tree to ours: nodes that can be replaced, with their positions as text.
/// Before a tree is made of a text it is read once, event by event: nesting, anchors and the size
/// of aliases must lie within bounds, and there are no tags of programs.
#include "input/document.h"

#include <stdarg.h>
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
  size_t size, repeated; ///< characters so far with those of aliases, and of aliases alone
  anchor anchor[ANCHORS];
  level level[DEEPEST + 1];
} look;

static int refuse(const look *l, const yaml_event_t *event, const char *what) {
  char where[24] = "";
  if (l->lines) snprintf(where, sizeof where, ":%zu", event->start_mark.line + 1);
  return gb_fail(l->reading->error, GB_USAGE, "%s%s: %s", l->origin, where, what);
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

/// Remember an anchor. @return in *index, its number, or -1
static int add_anchor(look *l, const yaml_event_t *event, const yaml_char_t *name, int *index) {
  *index = -1;
  if (!name) return GB_OK;
  if (l->anchors == ANCHORS || strlen((const char *)name) >= sizeof l->anchor->name) {
    char what[120];
    snprintf(what, sizeof what,
             "too many YAML anchors, or too long a name; accepted: %d of at most %zu characters",
             ANCHORS, sizeof l->anchor->name - 1);
    return refuse(l, event, what);
  }
  *index = l->anchors++;
  anchor *a = &l->anchor[*index];
  *a = (anchor){.open = true};
  strcpy(a->name, (const char *)name);
  return GB_OK;
}

static void close_anchor(look *l, int index, size_t size) {
  l->anchor[index].open = false;
  l->anchor[index].size = size;
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
  int index;
  GB_TRY(check_tag(l, event, event->data.scalar.tag, accepted));
  GB_TRY(add_anchor(l, event, event->data.scalar.anchor, &index));
  l->size += event->data.scalar.length + 1;
  if (index >= 0) close_anchor(l, index, event->data.scalar.length + 1);
  return GB_OK;
}

static int see_alias(look *l, const yaml_event_t *event) {
  const char *name = (const char *)event->data.alias.anchor;
  int index = 0;
  while (index < l->anchors && strcmp(l->anchor[index].name, name)) index++;
  if (index == l->anchors) return GB_OK; // the parser's message is better
  if (l->anchor[index].open) return refuse(l, event, "a YAML alias inside of what it stands for");
  l->size += l->anchor[index].size;
  l->repeated += l->anchor[index].size;
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

/// Refuse YAML text that nests too deeply, has tags, too many anchors, an alias inside of its own
/// anchor, or aliases that stand for more than a case can need. Text that is no YAML passes.
static int check_limits(const gb_reading *reading, const char *origin, bool lines, const char *text,
                        size_t length) {
  yaml_parser_t parser;
  yaml_event_t event;
  look l = {.reading = reading, .origin = origin, .lines = lines};
  if (!yaml_parser_initialize(&parser))
    return gb_fail(reading->error, GB_FILE, "%s: out of memory while reading", origin);
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
  int status = GB_OK;
  for (bool ended = false; status == GB_OK && !ended;) {
    if (!yaml_parser_parse(&parser, &event)) break; // making the tree tells what is wrong
    ended = event.type == YAML_STREAM_END_EVENT;
    status = see(&l, &event);
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return status;
}

/// A document on its way from libyaml's tree to ours.
typedef struct conversion {
  const gb_reading *reading;
  const char *origin;
  bool lines;
  yaml_document_t document;
  gb_node *nodes; ///< one for each of the document's, in its order
} conversion;

/// A reader's error gives a byte offset alone: count its line and column.
static int refuse_byte(const gb_reading *reading, const char *origin, const char *text,
                       size_t length, const yaml_parser_t *parser) {
  int line = 1, column = 1;
  for (size_t i = 0; i < parser->problem_offset && i < length; i++) {
    column = text[i] == '\n' ? 1 : column + 1;
    line += text[i] == '\n';
  }
  return gb_fail(reading->error, GB_USAGE, "%s:%d:%d: %s (found byte 0x%02X); accepted: UTF-8 text",
                 origin, line, column, parser->problem, (unsigned)parser->problem_value & 0xFF);
}

static int refuse_syntax(const gb_reading *reading, const char *origin, const char *text,
                         size_t length, const yaml_parser_t *parser) {
  if (parser->error == YAML_MEMORY_ERROR)
    return gb_fail(reading->error, GB_FILE, "%s: out of memory while reading", origin);
  if (parser->error == YAML_READER_ERROR) return refuse_byte(reading, origin, text, length, parser);
  const char *context = parser->context ? parser->context : "";
  return gb_fail(reading->error, GB_USAGE, "%s:%d:%d: not valid YAML: %s%s%s", origin,
                 (int)parser->problem_mark.line + 1, (int)parser->problem_mark.column + 1,
                 parser->problem ? parser->problem : "syntax error", *context ? ", " : "", context);
}

static int write_where(const conversion *c, const yaml_mark_t *mark, const char **where) {
  if (!c->lines) {
    *where = c->origin;
    return GB_OK;
  }
  return gb_arena_text(c->reading->arena, where, c->reading->error, "%s:%d", c->origin,
                       (int)mark->line + 1);
}

static int convert_scalar(const conversion *c, const yaml_node_t *from, gb_node *node) {
  node->kind = GB_NODE_SCALAR;
  node->plain = from->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
  const char *value = (const char *)from->data.scalar.value;
  if (strlen(value) != from->data.scalar.length)
    return gb_fail(c->reading->error, GB_USAGE, "%s: text with a zero byte in it (found %.60s)",
                   node->where, value);
  return gb_arena_text(c->reading->arena, &node->text, c->reading->error, "%s", value);
}

static int convert_list(const conversion *c, const yaml_node_t *from, gb_node *node) {
  const yaml_node_item_t *item = from->data.sequence.items.start;
  node->kind = GB_NODE_LIST;
  node->count = (int)(from->data.sequence.items.top - item);
  GB_TRY(gb_arena_allocate(c->reading->arena, (size_t)node->count, sizeof *node->pair, &node->pair,
                           c->reading->error));
  for (int i = 0; i < node->count; i++) node->pair[i].value = &c->nodes[item[i] - 1];
  return GB_OK;
}

static int convert_map(const conversion *c, const yaml_node_t *from, gb_node *node) {
  const yaml_node_pair_t *pair = from->data.mapping.pairs.start;
  node->kind = GB_NODE_MAP;
  node->count = (int)(from->data.mapping.pairs.top - pair);
  GB_TRY(gb_arena_allocate(c->reading->arena, (size_t)node->count, sizeof *node->pair, &node->pair,
                           c->reading->error));
  for (int i = 0; i < node->count; i++)
    node->pair[i] = (gb_pair){&c->nodes[pair[i].key - 1], &c->nodes[pair[i].value - 1]};
  return GB_OK;
}

/// Node by node in the document's order: no recursion, so nesting and aliases cost nothing.
static int convert(conversion *c, gb_node **root) {
  yaml_document_t *document = &c->document;
  size_t count = (size_t)(document->nodes.top - document->nodes.start);
  const gb_reading *reading = c->reading;
  if (count == 0)
    return gb_fail(reading->error, GB_USAGE, "%s%s: nothing is there; accepted: %s", c->origin,
                   c->lines ? ":1" : "", c->lines ? "keys, such as gimbal: 1" : "a value");
  GB_TRY(gb_arena_allocate(reading->arena, count, sizeof *c->nodes, &c->nodes, reading->error));
  for (size_t i = 0; i < count; i++) {
    const yaml_node_t *from = &document->nodes.start[i];
    gb_node *node = &c->nodes[i];
    GB_TRY(write_where(c, &from->start_mark, &node->where));
    if (from->type == YAML_SEQUENCE_NODE)
      GB_TRY(convert_list(c, from, node));
    else if (from->type == YAML_MAPPING_NODE)
      GB_TRY(convert_map(c, from, node));
    else
      GB_TRY(convert_scalar(c, from, node));
  }
  *root = c->nodes;
  return GB_OK;
}

static int refuse_second(const conversion *c, yaml_parser_t *parser, const char *text,
                         size_t length) {
  yaml_document_t second;
  if (!yaml_parser_load(parser, &second))
    return refuse_syntax(c->reading, c->origin, text, length, parser);
  const yaml_node_t *root = yaml_document_get_root_node(&second);
  int line = root ? (int)root->start_mark.line + 1 : 0;
  yaml_document_delete(&second);
  if (!line) return GB_OK;
  return gb_fail(c->reading->error, GB_USAGE,
                 "%s:%d: a second YAML document (after ---); accepted: one", c->origin, line);
}

int gb_document_read(const gb_reading *reading, const char *origin, bool lines, const char *text,
                     size_t length, gb_node **root) {
  *root = NULL;
  GB_TRY(check_limits(reading, origin, lines, text, length));
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser))
    return gb_fail(reading->error, GB_FILE, "%s: out of memory while reading", origin);
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
  conversion c = {.reading = reading, .origin = origin, .lines = lines};
  int status;
  if (!yaml_parser_load(&parser, &c.document)) {
    status = refuse_syntax(reading, origin, text, length, &parser);
  } else {
    status = convert(&c, root);
    yaml_document_delete(&c.document);
    if (status == GB_OK) status = refuse_second(&c, &parser, text, length);
  }
  yaml_parser_delete(&parser);
  return status;
}

gb_node *gb_node_find(const gb_node *node, const char *key) {
  if (node->kind != GB_NODE_MAP) return NULL;
  for (int i = 0; i < node->count; i++) {
    const gb_node *k = node->pair[i].key;
    if (k->kind == GB_NODE_SCALAR && !strcmp(k->text, key)) return node->pair[i].value;
  }
  return NULL;
}

bool gb_node_is_null(const gb_node *node) {
  return node->kind == GB_NODE_SCALAR && node->plain &&
         (!*node->text || !strcmp(node->text, "~") || !strcmp(node->text, "null"));
}

gb_found gb_node_found(const gb_node *node) {
  gb_found found;
  if (node->kind == GB_NODE_LIST) {
    snprintf(found.text, sizeof found.text, "a list of %d", node->count);
  } else if (node->kind == GB_NODE_MAP) {
    snprintf(found.text, sizeof found.text, "a mapping");
  } else if (!*node->text) {
    snprintf(found.text, sizeof found.text, "nothing");
  } else {
    int length = (int)strnlen(node->text, 60); // cut between characters of UTF-8
    while (length == 60 && length > 0 && (node->text[length] & 0xC0) == 0x80) length--;
    snprintf(found.text, sizeof found.text, "%.*s%s", length, node->text,
             node->text[length] ? "..." : "");
  }
  return found;
}

int gb_refuse(const gb_reading *reading, const gb_node *node, const char *path, const char *format,
              ...) {
  char what[1200];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  return gb_fail(reading->error, GB_USAGE, "%s: %s: %s", node->where, path, what);
}
