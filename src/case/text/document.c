/// Build a tree of nodes, with their positions as text, from libyaml's events. Nesting, anchors and
/// the size of aliases are limited, and tags of types other than YAML's are refused.
#include "case/text/document.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

enum {
  DEEPEST = 64,      ///< largest depth of nested lists and mappings; a case needs 5
  ANCHORS = 200,     ///< largest number of anchors, which are searched linearly
  LARGEST = 16 << 20 ///< largest number of characters that all aliases repeat
};

typedef struct anchor {
  char name[64];
  gb_node *node;
  bool open; ///< the value of the anchor is not complete
  size_t size;
} anchor;

/// A list or mapping that is not complete.
typedef struct level {
  gb_node *node;
  gb_node *key; ///< key of a mapping whose value comes next; NULL: a key comes next
  int anchor;   ///< index of the anchor; -1: none
  size_t start;
} level;

typedef struct builder {
  const gb_reading *reading;
  const char *origin;
  bool lines;
  int documents, depth, anchors;
  size_t size;     ///< characters so far, where an alias counts as the text that it repeats
  size_t repeated; ///< characters that aliases repeat, a part of `size`
  gb_node *root;
  anchor anchor[ANCHORS];
  level level[DEEPEST + 1];
} builder;

static int refuse(const builder *b, const yaml_event_t *event, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static int refuse(const builder *b, const yaml_event_t *event, const char *format, ...) {
  char where[24] = "", what[200];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  if (b->lines) snprintf(where, sizeof where, ":%zu", event->start_mark.line + 1);
  return gb_fail(b->reading->error, GB_BAD_YAML, "%s%s: %s", b->origin, where, what);
}

/// Refuse tags, which repeat the type of a plain text or name the type of a program.
static int check_tag(const builder *b, const yaml_event_t *event, const yaml_char_t *given,
                     const char *const accepted[]) {
  static const char standard[] = "tag:yaml.org,2002:";
  const char *tag = (const char *)given;
  if (!tag || !strcmp(tag, "!")) return GB_OK;
  const bool short_form = !strncmp(tag, standard, strlen(standard));
  if (short_form) tag += strlen(standard);
  for (int i = 0; short_form && accepted[i]; i++)
    if (!strcmp(tag, accepted[i])) return GB_OK;
  return refuse(b, event, "a YAML tag (found %s%.80s); accepted: values without tags",
                short_form ? "!!" : "", tag);
}

static int find_anchor(const builder *b, const yaml_char_t *name) {
  int index = 0;
  while (index < b->anchors && strcmp(b->anchor[index].name, (const char *)name)) index++;
  return index;
}

/// Store an anchor. *index = its index, or -1
static int add_anchor(builder *b, const yaml_event_t *event, const yaml_char_t *name, gb_node *node,
                      int *index) {
  *index = -1;
  if (!name) return GB_OK;
  if (b->anchors == ANCHORS || strlen((const char *)name) >= sizeof b->anchor->name)
    return refuse(b, event,
                  "too many YAML anchors, or too long a name; accepted: %d of at most %zu "
                  "characters",
                  ANCHORS, sizeof b->anchor->name - 1);
  *index = b->anchors++;
  anchor *a = &b->anchor[*index];
  *a = (anchor){.node = node, .open = true};
  strcpy(a->name, (const char *)name);
  return GB_OK;
}

static void close_anchor(builder *b, int index, size_t size) {
  if (index < 0) return;
  b->anchor[index].open = false;
  b->anchor[index].size = size;
}

/// Append a node to the innermost list or mapping.
static int hang(builder *b, const yaml_event_t *event, gb_node *node) {
  if (b->documents > 1)
    return refuse(b, event, "a second YAML document (after ---); accepted: one");
  if (b->depth == 0) {
    b->root = node;
    return GB_OK;
  }
  level *l = &b->level[b->depth - 1];
  if (l->node->kind == GB_NODE_MAP && !l->key) {
    l->key = node;
    return GB_OK;
  }
  gb_pair *pair;
  GB_TRY(gb_arena_append(b->reading->arena, &l->node->pair, &l->node->count, sizeof *pair, &pair,
                         b->reading->error));
  *pair = (gb_pair){l->key, node};
  l->key = NULL;
  return GB_OK;
}

/// Create a node at the position of the event.
static int add_node(builder *b, const yaml_event_t *event, gb_node_kind kind, gb_node **out) {
  const gb_reading *reading = b->reading;
  GB_TRY(gb_arena_allocate(reading->arena, 1, sizeof **out, out, reading->error));
  (*out)->kind = kind;
  (*out)->where = b->origin;
  if (b->lines)
    GB_TRY(gb_arena_text(reading->arena, &(*out)->where, reading->error, "%s:%d", b->origin,
                         (int)event->start_mark.line + 1));
  return hang(b, event, *out);
}

static int open_level(builder *b, const yaml_event_t *event, gb_node_kind kind,
                      const yaml_char_t *name) {
  level opened = {.start = b->size++};
  if (b->depth == DEEPEST)
    return refuse(b, event, "nested too deeply; accepted: at most %d lists and mappings", DEEPEST);
  GB_TRY(add_node(b, event, kind, &opened.node));
  GB_TRY(add_anchor(b, event, name, opened.node, &opened.anchor));
  b->level[b->depth++] = opened;
  return GB_OK;
}

static int see_scalar(builder *b, const yaml_event_t *event) {
  static const char *const accepted[] = {"str", "int", "float", "bool", "null", NULL};
  const char *value = (const char *)event->data.scalar.value;
  const size_t length = event->data.scalar.length;
  const gb_reading *reading = b->reading;
  gb_node *node;
  int index;
  GB_TRY(check_tag(b, event, event->data.scalar.tag, accepted));
  GB_TRY(add_node(b, event, GB_NODE_SCALAR, &node));
  GB_TRY(add_anchor(b, event, event->data.scalar.anchor, node, &index));
  b->size += length + 1;
  close_anchor(b, index, length + 1);
  node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
  if (strlen(value) != length)
    return gb_fail(reading->error, GB_BAD_YAML, "%s: text with a zero byte in it (found %.60s)",
                   node->where, value);
  return gb_arena_text(reading->arena, &node->text, reading->error, "%s", value);
}

static int see_alias(builder *b, const yaml_event_t *event) {
  const int index = find_anchor(b, event->data.alias.anchor);
  const anchor *a = &b->anchor[index];
  if (index == b->anchors)
    return refuse(b, event, "a YAML alias without an anchor (found %.60s)",
                  (const char *)event->data.alias.anchor);
  if (a->open) return refuse(b, event, "a YAML alias inside of what it stands for");
  b->size += a->size;
  b->repeated += a->size;
  if (b->repeated > LARGEST)
    return refuse(b, event, "YAML aliases that stand for more than %d characters in all", LARGEST);
  return hang(b, event, a->node);
}

static int see(builder *b, const yaml_event_t *event) {
  static const char *const list[] = {"seq", NULL}, *const map[] = {"map", NULL};
  switch (event->type) {
  case YAML_SEQUENCE_START_EVENT:
    GB_TRY(check_tag(b, event, event->data.sequence_start.tag, list));
    return open_level(b, event, GB_NODE_LIST, event->data.sequence_start.anchor);
  case YAML_MAPPING_START_EVENT:
    GB_TRY(check_tag(b, event, event->data.mapping_start.tag, map));
    return open_level(b, event, GB_NODE_MAP, event->data.mapping_start.anchor);
  case YAML_SEQUENCE_END_EVENT:
  case YAML_MAPPING_END_EVENT:
    b->depth--;
    close_anchor(b, b->level[b->depth].anchor, b->size - b->level[b->depth].start);
    return GB_OK;
  case YAML_SCALAR_EVENT:
    return see_scalar(b, event);
  case YAML_ALIAS_EVENT:
    return see_alias(b, event);
  case YAML_DOCUMENT_START_EVENT:
    b->documents++;
    return GB_OK;
  default:
    return GB_OK;
  }
}

/// Find line and column of an error of libyaml's reader, which gives only a byte offset.
static int refuse_byte(const builder *b, const char *text, size_t length,
                       const yaml_parser_t *parser) {
  int line = 1, column = 1;
  for (size_t i = 0; i < parser->problem_offset && i < length; i++) {
    column = text[i] == '\n' ? 1 : column + 1;
    line += text[i] == '\n';
  }
  return gb_fail(b->reading->error, GB_BAD_YAML,
                 "%s:%d:%d: %s (found byte 0x%02X); accepted: UTF-8 text", b->origin, line, column,
                 parser->problem, (unsigned)parser->problem_value & 0xFF);
}

static int refuse_syntax(const builder *b, const char *text, size_t length,
                         const yaml_parser_t *parser) {
  gb_error *error = b->reading->error;
  if (parser->error == YAML_MEMORY_ERROR)
    return gb_fail(error, GB_OUT_OF_MEMORY, "%s: out of memory while reading", b->origin);
  if (parser->error == YAML_READER_ERROR) return refuse_byte(b, text, length, parser);
  const char *context = parser->context ? parser->context : "";
  return gb_fail(error, GB_BAD_YAML, "%s:%d:%d: not valid YAML: %s%s%s", b->origin,
                 (int)parser->problem_mark.line + 1, (int)parser->problem_mark.column + 1,
                 parser->problem ? parser->problem : "syntax error", *context ? ", " : "", context);
}

/// Refuse an anchor that is defined twice.
static int check_anchors(const builder *b) {
  for (int i = 0; i < b->anchors; i++)
    for (int j = 0; j < i; j++)
      if (!strcmp(b->anchor[i].name, b->anchor[j].name))
        return gb_fail(b->reading->error, GB_BAD_YAML,
                       "%s: a YAML anchor given twice (found %s, first at %s); accepted: once",
                       b->anchor[i].node->where, b->anchor[i].name, b->anchor[j].node->where);
  return GB_OK;
}

int gb_document_read(const gb_reading *reading, const char *origin, bool lines, const char *text,
                     size_t length, gb_node **root) {
  yaml_parser_t parser;
  builder b = {.reading = reading, .origin = origin, .lines = lines};
  if (!yaml_parser_initialize(&parser))
    return gb_fail(reading->error, GB_OUT_OF_MEMORY, "%s: out of memory while reading", origin);
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
  int status = GB_OK;
  for (bool ended = false; status == GB_OK && !ended;) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event)) {
      status = refuse_syntax(&b, text, length, &parser);
      break;
    }
    ended = event.type == YAML_STREAM_END_EVENT;
    status = see(&b, &event);
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  *root = b.root;
  if (status != GB_OK) return status;
  if (b.root) return check_anchors(&b);
  return gb_fail(reading->error, GB_BAD_YAML, "%s%s: nothing is there; accepted: %s", origin,
                 lines ? ":1" : "", lines ? "keys, such as gimbal: 1" : "a value");
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

static int refuse_value(int code, const gb_reading *reading, const gb_node *node, const char *path,
                        const char *format, va_list arguments) {
  char what[1200];
  vsnprintf(what, sizeof what, format, arguments);
  return gb_fail(reading->error, code, "%s: %s: %s", node->where, path, what);
}

int gb_refuse(const gb_reading *reading, const gb_node *node, const char *path, const char *format,
              ...) {
  va_list arguments;
  va_start(arguments, format);
  const int status = refuse_value(GB_WRONG_VALUE, reading, node, path, format, arguments);
  va_end(arguments);
  return status;
}

int gb_refuse_as(int code, const gb_reading *reading, const gb_node *node, const char *path,
                 const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int status = refuse_value(code, reading, node, path, format, arguments);
  va_end(arguments);
  return status;
}
