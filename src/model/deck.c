/// Decks: growing arrays of entries, and one deck completed by another.
#include "model/deck.h"

#include <stdlib.h>
#include <string.h>

int gb_deck_create(gb_deck **out, gb_error *error) {
  *out = NULL;
  gb_deck *deck;
  GB_TRY(gb_allocate(1, sizeof *deck, &deck, error));
  int status = gb_arena_create(&deck->arena, error);
  if (status != GB_OK) {
    gb_deck_destroy(&deck);
    return status;
  }
  *out = deck;
  return GB_OK;
}

static void destroy_expressions(gb_expression *value[3]) {
  for (int i = 0; i < 3; i++) gb_expression_destroy(&value[i]);
}

void gb_deck_destroy(gb_deck **deck) {
  gb_deck *d = *deck;
  if (!d) return;
  if (!d->gravity_borrowed) destroy_expressions(d->gravity);
  if (!d->loads_borrowed)
    for (int i = 0; i < d->loads; i++) destroy_expressions(d->load[i].value);
  if (!d->masses_borrowed)
    for (int i = 0; i < d->masses; i++) destroy_expressions(d->mass[i].motion);
  free(d->material);
  for (int i = 0; i < d->sections; i++) free(d->section[i].ply);
  free(d->section);
  free(d->shell);
  free(d->support);
  free(d->load);
  free(d->initial);
  free(d->probe);
  free(d->design);
  free(d->mass);
  for (int i = 0; i < d->joints; i++) {
    gb_expression_destroy(&d->joint[i].angle);
    gb_expression_destroy(&d->joint[i].distance);
  }
  free(d->spring);
  free(d->body);
  free(d->joint);
  free(d->link);
  gb_arena_destroy(&d->arena);
  free(d);
  *deck = NULL;
}

int gb_deck_append(void *array, int *count, size_t size, void *out, gb_error *error) {
  char *first;
  memcpy(&first, array, sizeof first);
  if ((*count & (*count - 1)) == 0) { // 0 or a power of two: the room is used up
    size_t room = *count ? 2 * (size_t)*count : 1;
    char *larger = realloc(first, room * size);
    if (!larger)
      return gb_fail(error, GB_FILE, "out of memory: %zu x %zu bytes were asked for", room, size);
    first = larger;
    memcpy(array, &first, sizeof first);
  }
  char *entry = first + (size_t)*count * size;
  memset(entry, 0, size);
  memcpy(out, &entry, sizeof entry);
  ++*count;
  return GB_OK;
}

static bool has_material(const gb_deck *deck, int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (!strcmp(deck->material[i].name, name)) return true;
  return false;
}

static bool has_shell(const gb_deck *deck, int count, const char *group) {
  for (int i = 0; i < count; i++)
    if (!strcmp(deck->shell[i].group, group)) return true;
  return false;
}

static bool has_section(const gb_deck *deck, int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (!strcmp(deck->section[i].name, name)) return true;
  return false;
}

/// Plies and all: each deck owns its own.
static int copy_section(gb_deck *deck, const gb_section_entry *from, gb_error *error) {
  gb_section_entry *section = NULL;
  GB_TRY(GB_DECK_APPEND(deck, section, sections, &section, error));
  *section = *from;
  section->ply = NULL;
  section->plies = 0;
  for (int i = 0; i < from->plies; i++) {
    gb_ply *ply = NULL;
    GB_TRY(gb_deck_append(&section->ply, &section->plies, sizeof *ply, &ply, error));
    *ply = from->ply[i];
  }
  return GB_OK;
}

static int complete_sections(gb_deck *deck, const gb_deck *from, gb_error *error) {
  int materials = deck->materials, shells = deck->shells, sections = deck->sections;
  for (int i = 0; i < from->sections; i++)
    if (!has_section(deck, sections, from->section[i].name))
      GB_TRY(copy_section(deck, &from->section[i], error));
  for (int i = 0; i < from->materials; i++) {
    if (has_material(deck, materials, from->material[i].name)) continue;
    gb_material *material = NULL;
    GB_TRY(GB_DECK_APPEND(deck, material, materials, &material, error));
    *material = from->material[i];
  }
  for (int i = 0; i < from->shells; i++) {
    if (has_shell(deck, shells, from->shell[i].group)) continue;
    gb_shell_section *shell = NULL;
    GB_TRY(GB_DECK_APPEND(deck, shell, shells, &shell, error));
    *shell = from->shell[i];
  }
  return GB_OK;
}

static bool has_body(const gb_deck *deck, int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (!strcmp(deck->body[i].name, name)) return true;
  return false;
}

/// Bodies with what ties them: of joints none is driven, so that there is no expression to own.
static int complete_bodies(gb_deck *deck, const gb_deck *from, gb_error *error) {
  const int bodies = deck->bodies;
  for (int i = 0; i < from->bodies; i++) {
    if (has_body(deck, bodies, from->body[i].name)) continue;
    gb_body *body = NULL;
    GB_TRY(GB_DECK_APPEND(deck, body, bodies, &body, error));
    *body = from->body[i];
  }
  for (int i = 0; i < from->links; i++) {
    gb_link *link = NULL;
    GB_TRY(GB_DECK_APPEND(deck, link, links, &link, error));
    *link = from->link[i];
  }
  for (int i = 0; i < from->joints; i++) {
    gb_joint_entry *joint = NULL;
    GB_TRY(GB_DECK_APPEND(deck, joint, joints, &joint, error));
    *joint = from->joint[i];
  }
  return GB_OK;
}

/// Copy a whole array of a kind that the deck has none of.
static int copy_kind(void *array, int *count, size_t size, const void *from, int from_count,
                     gb_error *error) {
  if (*count || !from_count) return GB_OK;
  for (int i = 0; i < from_count; i++) {
    void *entry = NULL;
    GB_TRY(gb_deck_append(array, count, size, &entry, error));
    memcpy(entry, (const char *)from + (size_t)i * size, size);
  }
  return GB_OK;
}

#define COPY_KIND(deck, from, array, count, error)                                                 \
  copy_kind(&(deck)->array, &(deck)->count, sizeof *(deck)->array, (from)->array, (from)->count,   \
            error)

int gb_deck_complete(gb_deck *deck, const gb_deck *from, gb_error *error) {
  GB_TRY(complete_sections(deck, from, error));
  GB_TRY(complete_bodies(deck, from, error));
  GB_TRY(COPY_KIND(deck, from, support, supports, error));
  GB_TRY(COPY_KIND(deck, from, initial, initials, error));
  GB_TRY(COPY_KIND(deck, from, probe, probes, error));
  GB_TRY(COPY_KIND(deck, from, design, designs, error));
  GB_TRY(COPY_KIND(deck, from, spring, springs, error));
  if (!deck->masses) {
    deck->masses_borrowed = true; // before the copy, so that a failed one frees nothing of `from`
    GB_TRY(COPY_KIND(deck, from, mass, masses, error));
  }
  if (!deck->loads) {
    deck->loads_borrowed = true;
    GB_TRY(COPY_KIND(deck, from, load, loads, error));
  }
  if (!deck->gravity[0]) {
    deck->gravity_borrowed = true;
    memcpy(deck->gravity, from->gravity, sizeof deck->gravity);
  }
  return GB_OK;
}
