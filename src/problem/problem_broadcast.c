/// Problems as bytes. The bytes are a list of records, each an array of structures in which numbers
/// of earlier records, from 1, stand for pointers; the last record is the problem itself. An array
/// to which several pointers lead is one record. Tables tell where structures have pointers.
#include "problem/problem_broadcast.h"

#include "base/count.h"

#include <stddef.h>
#include <string.h>

/// Kinds of pointers, by the entries to which they lead.
typedef enum lengths {
  END_OF_TABLE,
  OF_ONE,
  OF_TEXT,  ///< a text with its final zero
  OF_ARRAY, ///< an array whose length is a member of the structure
  OF_LIST,  ///< an array of a GB_LIST_OF, to which entries may be added
  NOT_SENT  ///< nothing that is sent; the pointer is NULL in the copy
} lengths;

/// A pointer in a structure.
typedef struct reference {
  lengths length;
  size_t at, count_at;           ///< offsets of the pointer and of the number of entries, an int
  size_t size;                   ///< of an entry
  const struct reference *inner; ///< pointers in an entry; NULL: none
} reference;

#define SIZE_OF(type, member) sizeof *((type *)0)->member
#define TEXT(type, member)                                                                         \
  { OF_TEXT, offsetof(type, member), 0, 1, NULL }
#define ONE(type, member, inner)                                                                   \
  { OF_ONE, offsetof(type, member), 0, SIZE_OF(type, member), inner }
#define ARRAY(type, member, count, inner)                                                          \
  { OF_ARRAY, offsetof(type, member), offsetof(type, count), SIZE_OF(type, member), inner }
#define LIST(type, member, inner)                                                                  \
  {                                                                                                \
    OF_LIST, offsetof(type, member.entry), offsetof(type, member.count),                           \
        SIZE_OF(type, member.entry), inner                                                         \
  }
#define ABSENT(type, member)                                                                       \
  { NOT_SENT, offsetof(type, member), 0, 0, NULL }
#define END                                                                                        \
  { END_OF_TABLE, 0, 0, 0, NULL }
#define EXPRESSION(type, member) ONE(type, member, in_expression)
#define EXPRESSIONS(type, member)                                                                  \
  EXPRESSION(type, member[0]), EXPRESSION(type, member[1]), EXPRESSION(type, member[2])
#define VECTORS(type, member) ARRAY(type, member.entry, member.count, NULL)
#define SERIES(type, member)                                                                       \
  TEXT(type, member.file), ARRAY(type, member.entry, member.count, NULL),                          \
      ARRAY(type, member.time, member.count, NULL)
#define MOTION(type, member)                                                                       \
  VECTORS(type, member.own[0]), VECTORS(type, member.own[1]), VECTORS(type, member.own[2]),        \
      EXPRESSIONS(type, member.displacement), EXPRESSION(type, member.angle)

static const reference in_expression[] = {ARRAY(gb_expression, code, length, NULL), END};
static const reference in_text[] = {{OF_TEXT, 0, 0, 1, NULL}, END};

static const reference in_gb_material[] = {TEXT(gb_material, where), TEXT(gb_material, name), END};
static const reference in_ply[] = {TEXT(gb_ply, where), TEXT(gb_ply, material), END};
static const reference in_gb_section_entry[] = {
    TEXT(gb_section_entry, where), TEXT(gb_section_entry, name),
    LIST(gb_section_entry, plies, in_ply), TEXT(gb_section_entry, material), END};
static const reference in_own_shell[] = {ARRAY(gb_own_shell, ratio, ratios, NULL), END};
static const reference in_gb_shell_section[] = {
    TEXT(gb_shell_section, where),
    TEXT(gb_shell_section, group),
    TEXT(gb_shell_section, section),
    TEXT(gb_shell_section, material),
    ARRAY(gb_shell_section, turn, turns, NULL),
    ARRAY(gb_shell_section, own.entry, own.count, in_own_shell),
    END};
static const reference in_gb_beam[] = {TEXT(gb_beam, where),
                                       TEXT(gb_beam, group),
                                       TEXT(gb_beam, name),
                                       TEXT(gb_beam, section),
                                       ARRAY(gb_beam, bar, bars, NULL),
                                       VECTORS(gb_beam, points),
                                       TEXT(gb_beam, ends[0]),
                                       TEXT(gb_beam, ends[1]),
                                       END};
static const reference in_gb_solid[] = {TEXT(gb_solid, where), TEXT(gb_solid, group),
                                        TEXT(gb_solid, material), END};

static const reference in_gb_support[] = {TEXT(gb_support, where),    TEXT(gb_support, group),
                                          TEXT(gb_support, body),     TEXT(gb_support, name),
                                          MOTION(gb_support, motion), END};
static const reference in_gb_load[] = {
    TEXT(gb_load, where), TEXT(gb_load, group),        TEXT(gb_load, mass),   TEXT(gb_load, body),
    TEXT(gb_load, name),  EXPRESSIONS(gb_load, value), VECTORS(gb_load, own), END};
static const reference in_node_table[] = {
    ARRAY(gb_node_table, element, elements, NULL), ARRAY(gb_node_table, heat, elements, NULL),
    ARRAY(gb_node_table, node, count, NULL), ARRAY(gb_node_table, value, count, NULL), END};
static const reference in_gb_temperature[] = {TEXT(gb_temperature, where),
                                              TEXT(gb_temperature, name),
                                              TEXT(gb_temperature, group),
                                              EXPRESSION(gb_temperature, value),
                                              EXPRESSION(gb_temperature, field),
                                              SERIES(gb_temperature, values),
                                              ONE(gb_temperature, table, in_node_table),
                                              END};
static const reference in_gb_initial_motion[] = {
    TEXT(gb_initial_motion, where), TEXT(gb_initial_motion, name), TEXT(gb_initial_motion, group),
    VECTORS(gb_initial_motion, own), END};
static const reference in_gb_point_mass[] = {
    TEXT(gb_point_mass, where), TEXT(gb_point_mass, group),    TEXT(gb_point_mass, body),
    TEXT(gb_point_mass, name),  MOTION(gb_point_mass, motion), END};
static const reference in_gb_spring[] = {TEXT(gb_spring, where),
                                         TEXT(gb_spring, name),
                                         TEXT(gb_spring, between[0]),
                                         TEXT(gb_spring, between[1]),
                                         EXPRESSION(gb_spring, law.expression),
                                         ARRAY(gb_spring, law.point, law.points, NULL),
                                         TEXT(gb_spring, joint),
                                         END};
static const reference in_gb_state_entry[] = {
    TEXT(gb_state_entry, where), TEXT(gb_state_entry, name), EXPRESSION(gb_state_entry, rate), END};
static const reference in_gb_bushing[] = {TEXT(gb_bushing, where), TEXT(gb_bushing, name),
                                          TEXT(gb_bushing, between[0]),
                                          TEXT(gb_bushing, between[1]), END};
static const reference in_gb_matrix_entry[] = {
    TEXT(gb_matrix_entry, where), TEXT(gb_matrix_entry, name), TEXT(gb_matrix_entry, between[0]),
    TEXT(gb_matrix_entry, between[1]), END};
static const reference in_gb_body[] = {TEXT(gb_body, where), TEXT(gb_body, name),
                                       TEXT(gb_body, surface), END};
static const reference in_gb_tyre[] = {TEXT(gb_tyre, where), TEXT(gb_tyre, name),
                                       TEXT(gb_tyre, wheel), END};
static const reference in_gb_contact[] = {TEXT(gb_contact, where),
                                          TEXT(gb_contact, name),
                                          TEXT(gb_contact, on),
                                          TEXT(gb_contact, body),
                                          TEXT(gb_contact, group),
                                          VECTORS(gb_contact, points),
                                          END};
static const reference in_gb_joint_entry[] = {TEXT(gb_joint_entry, where),
                                              TEXT(gb_joint_entry, name),
                                              TEXT(gb_joint_entry, between[0]),
                                              TEXT(gb_joint_entry, between[1]),
                                              EXPRESSION(gb_joint_entry, angle),
                                              EXPRESSION(gb_joint_entry, distance),
                                              END};
static const reference in_gb_link[] = {TEXT(gb_link, where), TEXT(gb_link, body),
                                       TEXT(gb_link, group), ARRAY(gb_link, weight, weights, NULL),
                                       END};
static const reference in_term[] = {TEXT(gb_equation_term, where), TEXT(gb_equation_term, group),
                                    TEXT(gb_equation_term, body), TEXT(gb_equation_term, mass),
                                    END};
static const reference in_gb_equation[] = {TEXT(gb_equation, where), TEXT(gb_equation, name),
                                           LIST(gb_equation, terms, in_term),
                                           EXPRESSION(gb_equation, value), END};
static const reference in_gb_group_entry[] = {TEXT(gb_group_entry, where),
                                              TEXT(gb_group_entry, name),
                                              TEXT(gb_group_entry, of),
                                              LIST(gb_group_entry, nodes, NULL),
                                              LIST(gb_group_entry, elements, NULL),
                                              END};
static const reference in_gb_measured[] = {TEXT(gb_measured, where), TEXT(gb_measured, name), END};
static const reference in_gb_probe[] = {TEXT(gb_probe, where),
                                        TEXT(gb_probe, name),
                                        TEXT(gb_probe, group),
                                        TEXT(gb_probe, mass),
                                        TEXT(gb_probe, body),
                                        TEXT(gb_probe, reaction),
                                        END};
static const reference in_gb_control[] = {TEXT(gb_control, where),
                                          TEXT(gb_control, name),
                                          SERIES(gb_control, values),
                                          ABSENT(gb_control, knot),
                                          ABSENT(gb_control, node),
                                          ABSENT(gb_control, moment),
                                          END};
#define OWNER(kind, ...) TEXT(gb_design_entry, owner[GB_OWNER_##kind]),
static const reference in_gb_design_entry[] = {
    // clang-format off
    TEXT(gb_design_entry, where),
    TEXT(gb_design_entry, name),
    TEXT(gb_design_entry, group),
    TEXT(gb_design_entry, control),
    GB_FOR_OWNERS(OWNER)
    OWNER(ROAD)
    TEXT(gb_design_entry, parameter),
    LIST(gb_design_entry, links, in_text),
    VECTORS(gb_design_entry, field.points),
    LIST(gb_design_entry, values, NULL),
    TEXT(gb_design_entry, shape.group),
    EXPRESSIONS(gb_design_entry, shape.vector),
    TEXT(gb_design_entry, shape.file),
    LIST(gb_design_entry, shape.table, NULL),
    END
    // clang-format on
};

static const reference in_deck[] = {TEXT(gb_deck_facts, sets), TEXT(gb_deck_facts, part.key),
                                    ABSENT(gb_deck_facts, sections), END};
#define OF_OTHERS(type, list)                  LIST(gb_problem, list, in_##type),
#define OF_OWNERS(kind, type, word, list, ...) LIST(gb_problem, list, in_##type),
static const reference in_problem[] = {
    // clang-format off
    ABSENT(gb_problem, arena),
    ABSENT(gb_problem, names),
    ABSENT(gb_problem, constraints),
    ABSENT(gb_problem, solver),
    TEXT(gb_problem, file),
    ONE(gb_problem, deck, in_deck),
    LIST(gb_problem, ignored, in_text),
    EXPRESSIONS(gb_problem, gravity),
    TEXT(gb_problem, spin.where),
    EXPRESSION(gb_problem, spin.speed),
    TEXT(gb_problem, road.where),
    EXPRESSION(gb_problem, road.height),
    LIST(gb_problem, partial, in_text),
    GB_FOR_OWNERS(OF_OWNERS)
    GB_FOR_OTHER_ENTRIES(OF_OTHERS)
    END
    // clang-format on
};

/// An array of a problem.
typedef struct record {
  const char *original; ///< address in the problem that is written
  const char *bytes;    ///< numbers of records stand for its pointers
  size_t size;          ///< number of bytes
  char *copy;           ///< array of the problem that is read; NULL: it has not been read yet
} record;

typedef struct records {
  gb_arena *arena; ///< owns the copies
  bool reads;      ///< whether a problem is read, or written
  GB_LIST_OF(record) list;
  gb_index addresses; ///< numbers of records by their original addresses
} records;

static int visit(records *r, const reference table[], char *entry, gb_error *error);

static int visit_all(records *r, const reference *of, size_t count, char *entry, gb_error *error) {
  for (size_t i = 0; of->inner && i < count; i++)
    GB_TRY(visit(r, of->inner, entry + i * of->size, error));
  return GB_OK;
}

/// @return the number of entries to which a pointer of a structure leads
static size_t count_of(const reference *of, const char *entry, const char *target) {
  int count = 1;
  if (of->length == OF_TEXT) return strlen(target) + 1;
  if (of->length != OF_ONE) memcpy(&count, entry + of->count_at, sizeof count);
  return (size_t)count;
}

/// Write an array, unless it has been written. @return its number, or -1 after an error
static int write_array(records *r, const reference *of, size_t count, const char *target,
                       gb_error *error) {
  const size_t size = count * of->size;
  const uint64_t key = gb_index_address(target);
  uint64_t at = 0;
  char *copy;
  for (int k; (k = gb_index_next(&r->addresses, key, &at)) >= 0;)
    if (r->list.entry[k].original == target && r->list.entry[k].size == size) return k;
  if (gb_arena_allocate(r->arena, size + 1, 1, &copy, error) != GB_OK) return -1;
  memcpy(copy, target, size);
  if (visit_all(r, of, count, copy, error) != GB_OK) return -1;
  record new = {.original = target, .bytes = copy, .size = size};
  const int number = r->list.count;
  if (gb_index_add(&r->addresses, r->arena, key, number, error) != GB_OK) return -1;
  return GB_ARENA_ADD(r->arena, r->list, new, error) == GB_OK ? number : -1;
}

/// Read an array, unless it has been read. A list has room for the entries that
/// gb_arena_append may add to one of its length.
static int read_array(records *r, const reference *of, size_t count, record *own, gb_error *error) {
  size_t room = 1;
  if (own->copy) return GB_OK;
  while (of->length == OF_LIST && room < count) room *= 2;
  GB_TRY(gb_arena_allocate(r->arena, (room > count ? room : count), of->size, &own->copy, error));
  memcpy(own->copy, own->bytes, own->size);
  return visit_all(r, of, count, own->copy, error);
}

/// Replace the pointers of a structure by numbers of records, from 1, or these by pointers.
static int visit(records *r, const reference table[], char *entry, gb_error *error) {
  for (const reference *of = table; of->length != END_OF_TABLE; of++) {
    char *target;
    memcpy(&target, entry + of->at, sizeof target);
    if (!target) continue;
    if (of->length == NOT_SENT) {
      target = NULL;
    } else if (r->reads) {
      record *own = &r->list.entry[(uintptr_t)target - 1];
      GB_TRY(read_array(r, of, own->size / of->size, own, error));
      target = own->copy;
    } else {
      const int number = write_array(r, of, count_of(of, entry, target), target, error);
      if (number < 0) return error->status;
      target = (char *)(uintptr_t)(number + 1);
    }
    memcpy(entry + of->at, &target, sizeof target);
  }
  return GB_OK;
}

int gb_problem_pack(const gb_problem *problem, gb_arena *arena, size_t *size, char **bytes,
                    gb_error *error) {
  static const reference whole = {OF_ONE, 0, 0, sizeof(gb_problem), in_problem};
  GB_SCRATCH(scratch);
  records r = {.arena = &scratch};
  if (write_array(&r, &whole, 1, (const char *)problem, error) < 0) return error->status;
  const size_t count = (size_t)r.list.count;
  *size = (1 + count) * sizeof *size;
  for (size_t k = 0; k < count; k++) *size += r.list.entry[k].size;
  GB_TRY(GB_TAKE(arena, *bytes, *size, error));
  char *next = *bytes + (1 + count) * sizeof *size;
  memcpy(*bytes, &count, sizeof count);
  for (size_t k = 0; k < count; k++) {
    const record *own = &r.list.entry[k];
    memcpy(*bytes + (1 + k) * sizeof own->size, &own->size, sizeof own->size);
    memcpy(next, own->bytes, own->size);
    next += own->size;
  }
  return GB_OK;
}

/// Read the problem, the last record, into a new one.
static int read_problem(records *r, gb_problem *out, gb_error *error) {
  const gb_problem new = *out;
  memcpy(out, r->list.entry[r->list.count - 1].bytes, sizeof *out);
  const int status = visit(r, in_problem, (char *)out, error);
  out->arena = new.arena;
  out->names = new.names;
  out->constraints = new.constraints;
  out->solver = new.solver;
  return status;
}

int gb_problem_unpack(const char *bytes, gb_problem **out, gb_error *error) {
  size_t count;
  GB_SCRATCH(scratch);
  memcpy(&count, bytes, sizeof count);
  GB_TRY(gb_problem_create(out, error));
  records r = {.arena = (*out)->arena, .reads = true};
  int status = GB_TAKE(&scratch, r.list.entry, count, error);
  const char *next = bytes + (1 + count) * sizeof count;
  r.list.count = (int)count;
  for (size_t k = 0; status == GB_OK && k < count; k++) {
    record *own = &r.list.entry[k];
    memcpy(&own->size, bytes + (1 + k) * sizeof own->size, sizeof own->size);
    own->bytes = next;
    next += own->size;
  }
  if (status == GB_OK) status = read_problem(&r, *out, error);
  if (status != GB_OK) gb_problem_destroy(out);
  return status;
}

int gb_problem_broadcast(MPI_Comm comm, gb_problem **problem, gb_error *error) {
  char *bytes = NULL;
  size_t size = 0;
  int rank, status = GB_OK;
  GB_SCRATCH(scratch);
  MPI_Comm_rank(comm, &rank);
  if (rank == 0) status = gb_problem_pack(*problem, &scratch, &size, &bytes, error);
  GB_TRY(gb_agree(comm, status, error));
  gb_broadcast(comm, 0, sizeof size, &size);
  if (rank > 0) status = GB_TAKE(&scratch, bytes, size, error);
  GB_TRY(gb_agree(comm, status, error));
  gb_broadcast(comm, 0, size, bytes);
  if (rank > 0) status = gb_problem_unpack(bytes, problem, error);
  return gb_agree(comm, status, error);
}
