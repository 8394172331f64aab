/// Sets of an .inp deck, and the ways in which lines name nodes, elements and sets.
#include "abaqus/entries/element.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

int gb_inp_find_scope(const gb_inp *inp, gb_deck_text name) {
  char text[200];
  snprintf(text, sizeof text, "%.*s", name.length, name.text);
  for (int i = 1; i < inp->keywords->scopes.count; ++i)
    if (gb_inp_same(inp->keywords->scopes.entry[i].name, text) && gb_inp_same(name, text)) return i;
  return -1;
}

int gb_inp_full_name(gb_inp *inp, int scope, gb_deck_text name, const char **out, gb_error *error) {
  const gb_deck_text instance = inp->keywords->scopes.entry[scope].name;
  name = gb_inp_unquoted(name);
  return gb_arena_text(inp->arena, out, error, "%.*s%s%.*s", instance.length, instance.text,
                       instance.length ? "." : "", name.length, name.text);
}

bool gb_inp_means(const gb_inp *inp, int scope, gb_deck_text text, const char *name) {
  const gb_deck_text instance = inp->keywords->scopes.entry[scope].name;
  const int length = instance.length;
  if (gb_inp_same(text, name)) return true;
  if (!length || (int)strlen(name) <= length + 1 || name[length] != '.') return false;
  char before[200];
  snprintf(before, sizeof before, "%.*s", length, name);
  return gb_inp_same(instance, before) && gb_inp_same(text, name + length + 1);
}

/// The key of the name of a set, [instance.]name, whatever its letters' case.
static uint64_t key_of(gb_deck_text instance, gb_deck_text name) {
  const gb_deck_text part[] = {instance, {".", instance.length > 0}, name};
  uint64_t key = 14695981039346656037u; // FNV-1a
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < part[k].length; ++i)
      key = (key ^ (uint64_t)tolower((unsigned char)part[k].text[i])) * 1099511628211u;
  return key;
}

const gb_inp_set *gb_inp_set_of(const gb_inp *inp, int scope, bool elements, gb_deck_text name) {
  const struct gb_inp_elements *of = inp->elements;
  const gb_deck_text instances[] = {{"", 0}, inp->keywords->scopes.entry[scope].name};
  int first = -1;
  name = gb_inp_unquoted(gb_deck_trimmed(name));
  for (int k = 0; k <= (instances[1].length > 0); ++k) {
    const uint64_t key = key_of(instances[k], name);
    uint64_t at = 0;
    for (int i; (i = gb_index_next(&of->set_names, key, &at)) >= 0;)
      if (of->sets.entry[i].elements == elements && (first < 0 || i < first) &&
          gb_inp_means(inp, scope, name, of->sets.entry[i].name))
        first = i;
  }
  return first < 0 ? NULL : &of->sets.entry[first];
}

const gb_inp_surface *gb_inp_surface_of(const gb_inp *inp, int scope, gb_deck_text name) {
  GB_EACH(surface, inp->elements->surfaces)
    if (gb_inp_means(inp, scope, name, surface->name)) return surface;
  return NULL;
}

static const char *const kind_names[] = {"node", "element"};
static const char *const set_names[] = {"*NSET", "*ELSET"};

int gb_inp_need_set(const gb_inp *inp, const gb_inp_call *call, const char *key, bool elements,
                    const gb_inp_set **out, gb_error *error) {
  gb_deck_text name;
  GB_TRY(gb_inp_need(inp, call, key, &name, error));
  *out = gb_inp_set_of(inp, call->scope, elements, name);
  if (*out) return GB_OK;
  return gb_record_fail_as(GB_UNDEFINED_NUMBER, &call->is, error,
                           "%s=%.*s: there is no such set; accepted: the name of an %s", key,
                           GB_SHOWN(name), set_names[elements]);
}

long long gb_inp_number(const gb_inp *inp, int64_t id) {
  int64_t offset = 0;
  GB_EACH(scope, inp->keywords->scopes) {
    const int64_t o = scope->offset;
    if (o < id && o > offset) offset = o;
  }
  return (long long)(id - offset);
}

/// Return the index of a node, or of an element or a point element; -1: there is none.
static int32_t index_of_id(const gb_inp *inp, bool elements, int64_t id) {
  const gb_mesh *mesh = inp->mesh;
  const int64_t *ids = elements ? mesh->element_id : mesh->node_id;
  const int32_t count = elements ? mesh->elements : mesh->nodes;
  const int32_t i = gb_lower_index(ids, count, id);
  if (!elements && id > inp->elements->last_node) return -1;
  if (i < count && ids[i] == id)
    return elements || !inp->elements->tied ? i : inp->elements->tied[i];
  const gb_inp_point *points = inp->elements->points.entry;
  const int all = elements ? inp->elements->points.count : 0;
  const int64_t k = gb_deck_lower(&id, points, all, sizeof *points, gb_deck_compare_numbers);
  if (k < all && points[k].id == id) return mesh->elements + (int32_t)k;
  return -1;
}

static int32_t index_of(const gb_inp *inp, int scope, bool elements, int64_t number) {
  const int64_t offset = inp->keywords->scopes.entry[scope].offset;
  if (offset < 0 || number < 1 || number > INT32_MAX) return -1;
  return index_of_id(inp, elements, number + offset);
}

static int find_node(const gb_inp_data *data, int scope, int64_t number, int32_t *node,
                     gb_error *error) {
  *node = index_of(data->inp, scope, false, number);
  if (*node >= 0) return GB_OK;
  return gb_record_fail_as(GB_UNDEFINED_NUMBER, &data->is, error, "node %lld is not defined",
                           (long long)number);
}

/// Find a number, which may have an instance before it, as "PART-1-1.12". @return false: the text
/// is no number
static int find_number(const gb_inp_data *data, gb_deck_text text, bool elements, int32_t *index) {
  int64_t number;
  int scope = data->call->scope;
  for (int i = text.length - 1; i > 0; --i) {
    if (text.text[i] != '.') continue;
    scope = gb_inp_find_scope(data->inp, (gb_deck_text){text.text, i});
    text = (gb_deck_text){text.text + i + 1, text.length - i - 1};
    break;
  }
  if (scope < 0 || !gb_deck_integer(text, &number)) return false;
  *index = index_of(data->inp, scope, elements, number);
  return true;
}

int gb_inp_find_members(const gb_inp_data *data, int entry, bool elements, gb_inp_members *out,
                        gb_error *error) {
  const gb_deck_text text = gb_field(&data->is, entry);
  const int shown = text.length > 60 ? 60 : text.length;
  GB_REFUSE_IF(!text.length, &data->is, error, "the %s or its set is missing",
               kind_names[elements]);
  if (find_number(data, text, elements, &out->one)) {
    out->entry = &out->one;
    out->count = 1;
    out->set = NULL;
    if (out->one >= 0) return GB_OK;
    return gb_record_fail_as(GB_UNDEFINED_NUMBER, &data->is, error, "%s %.*s is not defined",
                             kind_names[elements], shown, text.text);
  }
  const gb_inp_set *set = gb_inp_set_of(data->inp, data->call->scope, elements, text);
  GB_REFUSE_IF(!set, &data->is, error,
               "'%.*s' is no set; accepted: a number of %ss, or the name of an %s", shown,
               text.text, kind_names[elements], set_names[elements]);
  *out = (gb_inp_members){.entry = set->members.entry, .count = set->members.count, .set = set};
  return GB_OK;
}

int gb_inp_need_node(const gb_inp *inp, const gb_inp_call *call, const char *key, int32_t *node,
                     gb_error *error) {
  gb_deck_text text;
  int64_t number;
  gb_inp_data data = gb_inp_begin(inp, call);
  GB_TRY(gb_inp_need(inp, call, key, &text, error));
  if (gb_deck_integer(text, &number)) return find_node(&data, call->scope, number, node, error);
  if (find_number(&data, text, false, node) && *node >= 0) return GB_OK;
  const gb_inp_set *set = gb_inp_set_of(inp, call->scope, false, text);
  *node = set && set->members.count == 1 ? *set->members.entry : -1;
  if (*node >= 0) return GB_OK;
  return gb_record_fail(&call->is, error,
                        "%s=%.*s; accepted: the number of a node, or an *NSET of one", key,
                        GB_SHOWN(text));
}

/// Find or make the set of this name. @param[out] set its index
static int begin_set(gb_inp *inp, const gb_inp_call *call, bool elements, gb_deck_text name,
                     int *set, gb_error *error) {
  const char *full;
  GB_TRY(gb_inp_full_name(inp, call->scope, name, &full, error));
  const gb_deck_text text = {full, (int)strlen(full)};
  const gb_inp_set *known = gb_inp_set_of(inp, 0, elements, text);
  *set = known ? (int)(known - inp->elements->sets.entry) : inp->elements->sets.count;
  if (known) return GB_OK;
  GB_TRY(gb_index_add(&inp->elements->set_names, inp->arena, key_of((gb_deck_text){"", 0}, text),
                      *set, error));
  const gb_inp_set new = {.name = full, .elements = elements};
  return GB_KEEP(inp, elements->sets, new, error);
}

static int add_member(gb_inp *inp, int set, int32_t member, gb_error *error) {
  return GB_KEEP(inp, elements->sets.entry[set].members, member, error);
}

/// Sort the members of a set and keep each once. @param repeats  whether to note those listed again
static int tidy(gb_inp *inp, int number, bool repeats, gb_error *error) {
  gb_inp_set *set = &inp->elements->sets.entry[number];
  int32_t *all = set->members.entry;
  int count = 0;
  gb_deck_sort(all, set->members.count, sizeof *all, gb_deck_compare_indices);
  GB_EACH(member, set->members)
    if (!count || all[count - 1] != *member)
      all[count++] = *member;
    else if (repeats)
      GB_TRY(GB_ARENA_ADD(inp->arena, set->repeated, *member, error));
  set->members.count = count;
  return GB_OK;
}

int gb_inp_begin_named(gb_inp *inp, const gb_inp_call *call, const char *key, bool elements,
                       int *set, gb_error *error) {
  gb_deck_text name;
  GB_TRY(gb_inp_need(inp, call, key, &name, error));
  return begin_set(inp, call, elements, name, set, error);
}

int gb_inp_put(gb_inp *inp, bool elements, int64_t id, int set, gb_error *error) {
  const int32_t member = index_of_id(inp, elements, id);
  return member < 0 ? GB_OK : add_member(inp, set, member, error);
}

int gb_inp_end_named(gb_inp *inp, int set) {
  return tidy(inp, set, false, NULL);
}

/// Add members from first to last by a step. Numbers that are not defined are ignored.
static int generate(gb_inp *inp, const gb_inp_data *data, int set, gb_error *error) {
  static const char *const names[] = {"the first number", "the last number", "the increment"};
  const bool elements = inp->elements->sets.entry[set].elements;
  const int64_t offset = inp->keywords->scopes.entry[data->call->scope].offset;
  int64_t n[3] = {0, 0, 1};
  int found = 0;
  for (int i = 0; i < 3; ++i)
    if (i < 2 || !gb_field_is_blank(&data->is, i))
      GB_TRY(gb_read_integer(&data->is, i, names[i], &n[i], error));
  GB_TRY(gb_expect_end(&data->is, 3, error));
  GB_REFUSE_IF(n[0] < 1 || n[1] < n[0] || n[1] > INT32_MAX || n[2] < 1, &data->is, error,
               "GENERATE needs first <= last, from 1 on, and an increment > 0");
  const gb_mesh *mesh = inp->mesh;
  const int32_t ours = elements ? mesh->elements : mesh->nodes;
  const int32_t all = ours + (elements ? inp->elements->points.count : 0);
  for (int32_t i = 0; i < all; ++i) {
    const int64_t id = i >= ours  ? inp->elements->points.entry[i - ours].id
                       : elements ? mesh->element_id[i]
                                  : mesh->node_id[i];
    const int64_t number = id - offset;
    if (offset < 0 || number < n[0] || number > n[1] || (number - n[0]) % n[2]) continue;
    if (!elements && id > inp->elements->last_node) continue;
    GB_TRY(add_member(inp, set, i, error));
    ++found;
  }
  if (found) return GB_OK;
  return gb_record_fail_as(GB_UNDEFINED_NUMBER, &data->is, error,
                           "no %s is from %lld to %lld by %lld", kind_names[elements],
                           (long long)n[0], (long long)n[1], (long long)n[2]);
}

static int list_members(gb_inp *inp, const gb_inp_data *data, int set, gb_error *error) {
  const bool elements = inp->elements->sets.entry[set].elements;
  for (int i = 0; i < data->is.count; ++i) {
    gb_inp_members members;
    if (gb_field_is_blank(&data->is, i)) continue;
    GB_TRY(gb_inp_find_members(data, i, elements, &members, error));
    if (members.entry == inp->elements->sets.entry[set].members.entry) continue; // itself
    GB_EACH(member, members) GB_TRY(add_member(inp, set, *member, error));
    for (int k = 0; members.set && k < members.set->repeated.count; ++k)
      GB_TRY(add_member(inp, set, members.set->repeated.entry[k], error));
  }
  return tidy(inp, set, true, error);
}

/// Read *NSET or *ELSET. Numbers are those of INSTANCE if it is given.
static int read_set(gb_inp *inp, const gb_inp_call *call, const char *key, bool elements,
                    gb_error *error) {
  gb_inp_call within = *call;
  gb_deck_text name;
  int set;
  GB_TRY(gb_inp_need(inp, call, key, &name, error));
  if (gb_inp_has(inp, call, "INSTANCE")) {
    const gb_deck_text instance = gb_inp_value(inp, call, "INSTANCE");
    within.scope = gb_inp_find_scope(inp, instance);
    GB_REFUSE_AS_IF(within.scope < 0, GB_UNDEFINED_NUMBER, &call->is, error,
                    "INSTANCE=%.*s is not defined", instance.length, instance.text);
  }
  GB_TRY(begin_set(inp, call, elements, name, &set, error));
  if (gb_inp_has(inp, call, "UNSORTED")) inp->elements->sets.entry[set].unsorted = true;
  for (gb_inp_data data = gb_inp_begin(inp, &within); gb_inp_next(&data);)
    GB_TRY(gb_inp_has(inp, call, "GENERATE") ? generate(inp, &data, set, error)
                                             : list_members(inp, &data, set, error));
  return tidy(inp, set, true, error);
}

/// Make a set of the nodes of elements, except those in the middle that the reader has added.
static int take_nodes(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  const gb_mesh *mesh = inp->mesh;
  const gb_inp_set *of;
  gb_deck_text name;
  int set;
  gb_inp_data data = gb_inp_begin(inp, call);
  GB_TRY(gb_inp_need(inp, call, "NSET", &name, error));
  GB_REFUSE_IF(gb_inp_has(inp, call, "GENERATE") || gb_inp_has(inp, call, "INSTANCE"), &call->is,
               error, "ELSET beside GENERATE or INSTANCE; accepted: ELSET alone");
  GB_TRY(gb_inp_need_set(inp, call, "ELSET", true, &of, error));
  GB_TRY(gb_inp_end(&data, error));
  const gb_inp_set elements = *of; // a new set may move it
  GB_TRY(begin_set(inp, call, false, name, &set, error));
  GB_EACH(member, elements.members) {
    const int32_t e = *member;
    for (int32_t k = e < mesh->elements ? mesh->start[e] : 0;
         e < mesh->elements && k < mesh->start[e + 1]; ++k)
      if (mesh->node_id[mesh->node[k]] <= inp->elements->last_node)
        GB_TRY(add_member(inp, set, mesh->node[k], error));
    if (e < mesh->elements) continue;
    const gb_inp_point *p = &inp->elements->points.entry[e - mesh->elements];
    for (int a = 0; a < p->type->nodes; ++a)
      if (p->node[a])
        GB_TRY(add_member(inp, set, gb_lower_index(mesh->node_id, mesh->nodes, p->node[a]), error));
  }
  return tidy(inp, set, false, error);
}

int gb_inp_nset(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  if (gb_inp_has(inp, call, "ELSET")) return take_nodes(inp, call, error);
  return read_set(inp, call, "NSET", false, error);
}

int gb_inp_elset(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  return read_set(inp, call, "ELSET", true, error);
}

int gb_inp_name_lines(gb_inp *inp, const gb_inp_call *call, const char *key, int fields,
                      gb_error *error) {
  const bool elements = fields > 0;
  int set;
  const gb_deck_text name = gb_inp_value(inp, call, key);
  if (!gb_inp_has(inp, call, key)) return GB_OK;
  GB_REFUSE_IF(!name.length, &call->is, error, "%s= needs a name", key);
  GB_TRY(begin_set(inp, call, elements, name, &set, error));
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) {
    int64_t number;
    if (!gb_deck_integer(gb_field(&data.is, 0), &number)) continue;
    const int32_t member = index_of(inp, call->scope, elements, number);
    if (member >= 0) GB_TRY(add_member(inp, set, member, error));
    for (int read = data.is.count; read < fields && gb_inp_next(&data);) read += data.is.count;
  }
  return tidy(inp, set, false, error);
}

int gb_inp_name_nodes(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  return gb_inp_name_lines(inp, call, "NSET", 0, error);
}

int gb_inp_each_once(int32_t all[], int count) {
  int left = 0;
  gb_deck_sort(all, count, sizeof *all, gb_deck_compare_indices);
  for (int i = 0; i < count; ++i)
    if (!left || all[left - 1] != all[i]) all[left++] = all[i];
  return left;
}

int gb_inp_add_groups(gb_inp *inp, gb_error *error) {
  GB_EACH(set, inp->elements->sets) {
    for (int dimension = set->elements ? 1 : 0; dimension <= (set->elements ? 3 : 0); ++dimension) {
      gb_group_members group = {
          .name = set->name, .number = -1, .dimension = dimension, .nodes = !set->elements};
      int32_t *index;
      GB_TRY(GB_TAKE(inp->arena, index, (size_t)set->members.count, error));
      GB_EACH(member, set->members) {
        const int32_t m = *member;
        if (set->elements && (m >= inp->mesh->elements ||
                              gb_shape_dimension((gb_shape)inp->mesh->shape[m]) != dimension))
          continue;
        index[group.count++] = m;
      }
      group.count = gb_inp_each_once(index, group.count);
      group.index = index;
      if (group.count) GB_TRY(gb_mesh_add_group(inp->mesh, &group, error));
    }
  }
  return GB_OK;
}
