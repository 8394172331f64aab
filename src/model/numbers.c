/// The numbers of a deck that a design may vary: a new one is a line of a list here, and what is
/// built from it looks it up by its address.
#include "model/build.h"

#include "base/nearest.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct number {
  const char *name;
  size_t offset; ///< in the entry
  double lower, upper;
} number;

#define NUMBER(structure, member, from, to)                                                        \
  { #member, offsetof(structure, member), from, to }
#define VECTOR(structure, member)                                                                  \
  {#member ".x", offsetof(structure, member[0]), -INFINITY, INFINITY},                             \
      {#member ".y", offsetof(structure, member[1]), -INFINITY, INFINITY}, {                       \
#member ".z", offsetof(structure, member[2]), -INFINITY, INFINITY                              \
  }

#define POLYNOMIAL(structure, member)                                                              \
  {#member, offsetof(structure, member[0]), -INFINITY, INFINITY},                                  \
      {#member ".2", offsetof(structure, member[1]), -INFINITY, INFINITY}, {                       \
#member ".3", offsetof(structure, member[2]), -INFINITY, INFINITY                              \
  }

static const number material_numbers[] = {NUMBER(gb_material, young, 0, INFINITY),
                                          NUMBER(gb_material, poisson, -1, 0.5),
                                          NUMBER(gb_material, density, 0, INFINITY),
                                          NUMBER(gb_material, yield, 0, INFINITY),
                                          {NULL}};
static const number load_numbers[] = {NUMBER(gb_load, amplitude, -INFINITY, INFINITY), {NULL}};
static const number initial_numbers[] = {
    VECTOR(gb_initial_motion, velocity), VECTOR(gb_initial_motion, angular_velocity), {NULL}};
static const number mass_numbers[] = {
    NUMBER(gb_point_mass, mass, 0, INFINITY), VECTOR(gb_point_mass, velocity), {NULL}};
static const number spring_numbers[] = {POLYNOMIAL(gb_spring, stiffness),
                                        POLYNOMIAL(gb_spring, damping),
                                        NUMBER(gb_spring, length, 0, INFINITY),
                                        NUMBER(gb_spring, angle, -INFINITY, INFINITY),
                                        {NULL}};

static const number body_numbers[] = {
    NUMBER(gb_body, mass, 0, INFINITY),
    {"inertia.xx", offsetof(gb_body, inertia[0]), 0, INFINITY},
    {"inertia.yy", offsetof(gb_body, inertia[1]), 0, INFINITY},
    {"inertia.zz", offsetof(gb_body, inertia[2]), 0, INFINITY},
    {"inertia.xy", offsetof(gb_body, inertia[3]), -INFINITY, INFINITY},
    {"inertia.xz", offsetof(gb_body, inertia[4]), -INFINITY, INFINITY},
    {"inertia.yz", offsetof(gb_body, inertia[5]), -INFINITY, INFINITY},
    VECTOR(gb_body, velocity),
    VECTOR(gb_body, angular_velocity),
    {NULL}};

/// The entries of one kind: where the deck has them.
typedef struct owner {
  const char *key;                   ///< of the design
  size_t array, count, size, naming; ///< offsets in the deck, size of an entry, offset of its name
  const number *numbers;
} owner;

#define OWNER(word, structure, member, counter)                                                    \
  {                                                                                                \
    .key = #word, .array = offsetof(gb_deck, member), .count = offsetof(gb_deck, counter),         \
    .size = sizeof(structure), .naming = offsetof(structure, name), .numbers = word##_numbers      \
  }

static const owner owners[GB_OWNERS] = {
    [GB_OWNER_MATERIAL] = OWNER(material, gb_material, material, materials),
    [GB_OWNER_LOAD] = OWNER(load, gb_load, load, loads),
    [GB_OWNER_INITIAL] = OWNER(initial, gb_initial_motion, initial, initials),
    [GB_OWNER_MASS] = OWNER(mass, gb_point_mass, mass, masses),
    [GB_OWNER_BODY] = OWNER(body, gb_body, body, bodies),
    [GB_OWNER_SPRING] = OWNER(spring, gb_spring, spring, springs)};

enum { WORDS = 40 };

/// Words that would have been accepted.
typedef struct words {
  int count;
  const char *word[WORDS + 1]; ///< NULL-terminated
} words;

static void add_word(words *list, const char *word) {
  if (word && list->count < WORDS) list->word[list->count++] = word;
}

static int refuse_word(const gb_design_entry *design, const char *key, const char *found,
                       const words *known, gb_error *error) {
  char text[600] = "";
  for (int i = 0; i < known->count; i++) {
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "", known->word[i]);
  }
  const char *near = gb_nearest(found, known->word);
  return gb_fail(error, GB_USAGE, "%s.%s: unknown word%s%s (found %s); accepted: %s", design->where,
                 key, near ? ", nearest: " : "", near ? near : "", found,
                 *text ? text : "names, which no entry has");
}

/// The entry of this name.
static int find_entry(const gb_deck *deck, const gb_design_entry *design, const owner *kind,
                      const char *name, char **entry, gb_error *error) {
  words known = {0};
  char *array;
  int count;
  memcpy(&array, (const char *)deck + kind->array, sizeof array);
  memcpy(&count, (const char *)deck + kind->count, sizeof count);
  for (int i = 0; i < count; i++) {
    const char *own;
    *entry = array + (size_t)i * kind->size;
    memcpy(&own, *entry + kind->naming, sizeof own);
    if (own && strcmp(own, name) == 0) return GB_OK;
    add_word(&known, own);
  }
  return refuse_word(design, kind->key, name, &known, error);
}

static bool is_used(const gb_deck *deck, const char *material) {
  for (int i = 0; i < deck->shells; i++)
    if (strcmp(deck->shell[i].material, material) == 0) return true;
  return false;
}

/// What cannot vary: a material that no shell has, a number that was not given or has no effect.
static int check_use(const gb_deck *deck, const gb_design_entry *design, int kind,
                     const char *entry, const gb_number *found, gb_error *error) {
  const char *name = design->owner[kind], *reason = NULL;
  const gb_point_mass *mass = (const void *)entry;
  const gb_spring *spring = (const void *)entry;
  if (kind == GB_OWNER_MATERIAL && !is_used(deck, name))
    reason = "no shell has it";
  else if (kind == GB_OWNER_MATERIAL && *found->address == 0 && strcmp(found->name, "yield") == 0)
    reason = "it has no yield stress";
  else if (kind == GB_OWNER_SPRING && found->address == &spring->angle && !spring->joint)
    reason = "it is not about a joint";
  else if (kind == GB_OWNER_SPRING && found->address == &spring->length && spring->joint)
    reason = "it is about a joint; vary its angle";
  else if (isnan(*found->address))
    reason = "its length is the distance in the reference configuration; give length";
  else if (kind == GB_OWNER_MASS && found->address != &mass->mass && mass->group)
    reason = "it is carried by a group; vary the group's initial motion";
  else if (kind == GB_OWNER_MASS && found->address != &mass->mass && mass->body)
    reason = "it is carried by a body; vary the body's velocity";
  else if (kind == GB_OWNER_MASS && found->address != &mass->mass && mass->motion[0])
    reason = "its motion is given";
  if (!reason) return GB_OK;
  return gb_fail(error, GB_USAGE, "%s: %s of %s '%s' cannot vary: %s", design->where, found->name,
                 owners[kind].key, name, reason);
}

int gb_build_number(const gb_deck *deck, const gb_design_entry *design, gb_number *out,
                    gb_error *error) {
  words known = {0};
  char *entry = NULL;
  int k = 0;
  while (k < GB_OWNERS - 1 && !design->owner[k]) k++;
  GB_TRY(find_entry(deck, design, &owners[k], design->owner[k], &entry, error));
  const number *row = owners[k].numbers;
  for (; row->name && strcmp(row->name, design->parameter) != 0; row++) add_word(&known, row->name);
  if (!row->name) return refuse_word(design, "parameter", design->parameter, &known, error);
  *out = (gb_number){row->name, (double *)(void *)(entry + row->offset), row->lower, row->upper};
  return check_use(deck, design, k, entry, out, error);
}
