/// --set a.b=c: find the node of a path in the tree, along the schema, and set its value.
#include "case/schema/schema.h"

#include "base/nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// State of a walk along the path of a setting.
typedef struct walk {
  const gb_reading *reading;
  gb_node *value;     ///< value to be stored at the end of the path; its `where` is the argument
  const char *path;   ///< the whole path, for messages
  const char *rest;   ///< rest of the path
  gb_node **slot;     ///< pointer to the present node
  const gb_key *row;  ///< the row of the present node; NULL: an entry, or the whole file
  const gb_key *keys; ///< the keys of the present node, if it is a mapping of keys
  gb_node *beside;    ///< mapping of keys that contains the present node; NULL: none
  const gb_key *rows; ///< keys of that mapping
} walk;

/// @return the length of the next word of the path, up to a dot or a bracket
static int word_length(const char *rest) {
  return (int)strcspn(rest, ".[");
}

/// Whether the rest of the path starts with this whole name (which may have dots of its own).
static bool starts_with(const char *rest, const char *name) {
  size_t length = strlen(name);
  return length > 0 && !strncmp(rest, name, length) &&
         (!rest[length] || rest[length] == '.' || rest[length] == '[');
}

/// Give the present node's slot a copy of its own, with space for one more entry.
static int unshare(walk *w) {
  const gb_reading *reading = w->reading;
  const gb_node *old = *w->slot;
  gb_node *node;
  GB_TRY(GB_TAKE(reading->arena, node, 1, reading->error));
  *node = *old;
  GB_TRY(GB_TAKE(reading->arena, node->pair, (size_t)old->count + 1, reading->error));
  if (old->count) memcpy(node->pair, old->pair, (size_t)old->count * sizeof *node->pair);
  *w->slot = node;
  return GB_OK;
}

static int refuse_end(const walk *w, const char *what) {
  return gb_refuse_as(GB_WRONG_SETTING, w->reading, w->value, w->path,
                      "%s (found %s at the end of the path)", what, *w->rest ? w->rest : "nothing");
}

/// Add a key that the file does not have: an empty mapping if the path goes on below it.
static int insert(walk *w, const gb_key *row) {
  const gb_reading *reading = w->reading;
  bool ends = strlen(w->rest) == strlen(row->name);
  if (!ends && row->kind != GB_KEY_MAP) return refuse_end(w, "the file has no entries here");
  gb_node *pair, *map = *w->slot;
  GB_TRY(GB_TAKE(reading->arena, pair, 2, reading->error));
  pair[0] = (gb_node){.kind = GB_NODE_SCALAR, .where = w->value->where, .text = row->name};
  pair[1] = (gb_node){.kind = GB_NODE_MAP, .where = w->value->where};
  map->pair[map->count++] = (gb_pair){&pair[0], &pair[1]};
  return GB_OK;
}

/// Step into the entry with the key `name`, which exists.
static void enter(walk *w, const char *name) {
  gb_node *map = *w->slot;
  for (int i = 0; i < map->count; i++) {
    const gb_node *key = map->pair[i].key;
    if (key->kind != GB_NODE_SCALAR || strcmp(key->text, name)) continue;
    w->slot = &map->pair[i].value;
    break;
  }
  w->rest += strlen(name);
}

static int step_key(walk *w) {
  char word[80];
  const gb_key *row = w->keys;
  while (row->name && !starts_with(w->rest, row->name)) row = gb_key_next(row);
  if (!row->name) {
    snprintf(word, sizeof word, "%.*s", word_length(w->rest), w->rest);
    return gb_key_refuse(w->reading, w->value, w->path, w->keys, word);
  }
  if (gb_node_is_null(*w->slot)) (*w->slot)->kind = GB_NODE_MAP;
  if ((*w->slot)->kind != GB_NODE_MAP) return refuse_end(w, "the file has no mapping here");
  if (!gb_node_find(*w->slot, row->name)) GB_TRY(insert(w, row));
  w->beside = *w->slot;
  w->rows = w->keys;
  enter(w, row->name);
  w->row = row;
  w->keys = row->kind == GB_KEY_MAP ? row->keys : NULL;
  return GB_OK;
}

/// The name of an entry of a list, or NULL.
static const char *entry_name(const gb_key *row, const gb_node *list, int i) {
  if (!row->list.unique) return NULL;
  const gb_node *name = gb_node_find(list->pair[i].value, row->list.unique);
  if (!name && row->rule == gb_rule_function) name = gb_node_find(list->pair[i].value, "type");
  return name && name->kind == GB_NODE_SCALAR ? name->text : NULL;
}

static const char *name_of(const walk *w, int i) {
  const gb_node *node = *w->slot;
  if (node->kind == GB_NODE_LIST) return entry_name(w->row, node, i);
  const gb_node *key = node->pair[i].key;
  return key->kind == GB_NODE_SCALAR ? key->text : NULL;
}

static int refuse_name(const walk *w) {
  const gb_reading *reading = w->reading;
  const gb_node *node = *w->slot;
  const char **names;
  char word[80], known[400] = "";
  int count = 0;
  snprintf(word, sizeof word, "%.*s", word_length(w->rest), w->rest);
  GB_TRY(GB_TAKE(reading->arena, names, (size_t)node->count + 1, reading->error));
  for (int i = 0; i < node->count; i++) {
    const char *name = name_of(w, i);
    if (!name) continue;
    names[count++] = name;
    size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", name);
  }
  const char *near = gb_nearest(word, names);
  return gb_refuse_as(GB_WRONG_SETTING, reading, w->value, w->path,
                      "no entry of this name (found %s)%s%s; accepted: %s", word,
                      near ? "; nearest: " : "", near ? near : "",
                      count                        ? known
                      : node->kind == GB_NODE_LIST ? "a number in brackets, such as [0]"
                                                   : "none, for there are no entries");
}

/// Step into an entry by its name: the longest name that fits, because names may contain dots.
static int step_name(walk *w) {
  gb_node *node = *w->slot;
  int best = -1;
  for (int i = 0; i < node->count; i++) {
    const char *name = name_of(w, i);
    if (!name || !starts_with(w->rest, name)) continue;
    if (best < 0 || strlen(name) > strlen(name_of(w, best))) best = i;
  }
  if (best < 0) return refuse_name(w);
  w->rest += strlen(name_of(w, best));
  w->slot = &node->pair[best].value;
  return GB_OK;
}

static int step_number(walk *w) {
  char *end = NULL;
  gb_node *node = *w->slot;
  if (node->kind != GB_NODE_LIST) return refuse_end(w, "the file has no list here");
  long i = isdigit((unsigned char)w->rest[1]) ? strtol(w->rest + 1, &end, 10) : -1;
  if (i < 0 || *end != ']') return refuse_end(w, "not a number in brackets, such as [0],");
  if (i >= node->count)
    return gb_refuse_as(GB_WRONG_SETTING, w->reading, w->value, w->path,
                        "no such entry (found [%ld]); accepted: [0] to [%d], of %d entries", i,
                        node->count - 1, node->count);
  w->rest = end + 1;
  w->slot = &node->pair[i].value;
  return GB_OK;
}

/// Step into an entry of a list, by number or by name, or of a vector or a row of a matrix, by
/// number.
static int step_entry(walk *w) {
  const gb_key *row = w->row;
  bool entries = row && (row->kind == GB_KEY_LIST || row->kind == GB_KEY_NAMED);
  bool number = *w->rest == '[';
  bool nested = !row && number && (*w->slot)->kind == GB_NODE_LIST;
  if (!nested && (!row || (!number && !entries)))
    return refuse_end(w, "there are no keys below this one");
  if (number) {
    GB_TRY(step_number(w));
  } else {
    w->rest++;
    if ((*w->slot)->kind == GB_NODE_SCALAR) return refuse_end(w, "the file has no entries here");
    GB_TRY(step_name(w));
  }
  w->row = NULL;
  w->beside = NULL;
  w->keys = entries ? row->keys : NULL;
  return GB_OK;
}

static int step(walk *w) {
  GB_TRY(unshare(w));
  if (!w->keys) return step_entry(w);
  if (*w->rest == '[') return refuse_end(w, "not a list");
  if (*w->rest == '.') w->rest++;
  return step_key(w);
}

/// Remove keys of the file that depend on the old value of a changed key, such as the numbers of
/// another scheme. Keys that --set has written are kept.
static void drop_followers(const walk *w) {
  gb_node *map = w->beside;
  if (!map || !w->row) return;
  int kept = 0;
  for (int i = 0; i < map->count; i++) {
    const gb_node *key = map->pair[i].key;
    const gb_key *row = key->kind == GB_NODE_SCALAR ? gb_key_find(w->rows, key->text) : NULL;
    const bool follows = row && row->belongs_to && !strcmp(row->belongs_to, w->row->name);
    const bool set = !strncmp(map->pair[i].value->where, "--set ", 6);
    if (!follows || set) map->pair[kept++] = map->pair[i];
  }
  map->count = kept;
}

/// Check that an argument has the form KEY.PATH=VALUE.
static int check_form(const char *setting, gb_error *error) {
  const char *equals = strchr(setting, '=');
  if (equals && equals != setting) return GB_OK;
  return gb_fail(error, GB_WRONG_SETTING,
                 "--set %.200s: not a setting; accepted: KEY.PATH=VALUE, such as time.steps=10",
                 setting);
}

int gb_setting_check(const char *setting, gb_error *error) {
  const size_t length = strcspn(setting, ".[=");
  const gb_key *row = gb_schema;
  GB_TRY(check_form(setting, error));
  while (row->name && (strlen(row->name) != length || strncmp(row->name, setting, length) != 0))
    row = gb_key_next(row);
  if (row->name) return GB_OK;
  return gb_fail(error, GB_WRONG_SETTING, "--set %.200s: unknown key (found %.*s); accepted: %s",
                 setting, (int)length, setting, "keys of case files, as time.steps=10");
}

int gb_setting_apply(const gb_reading *reading, gb_node **root, const char *setting) {
  GB_TRY(check_form(setting, reading->error));
  const char *equals = strchr(setting, '=');
  char *origin, *path;
  GB_TRY(gb_arena_text(reading->arena, &origin, reading->error, "--set %.200s", setting));
  GB_TRY(gb_arena_text(reading->arena, &path, reading->error, "%.*s", (int)(equals - setting),
                       setting));
  walk w = {.reading = reading, .path = path, .rest = path, .slot = root, .keys = gb_schema};
  GB_TRY(gb_document_read(reading, origin, false, equals + 1, strlen(equals + 1), &w.value));
  while (*w.rest) GB_TRY(step(&w));
  *w.slot = w.value;
  drop_followers(&w);
  return GB_OK;
}
