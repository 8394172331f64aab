/// Macros for the rows of tables of keys, ranges that several tables use, and the tables of
/// entries.
#ifndef GB_CASE_SCHEMA_KEY_TABLES_H
#define GB_CASE_SCHEMA_KEY_TABLES_H

#include "case/schema/schema.h"

#include <math.h>
#include <stddef.h>

// Ranges of numbers that no design varies.
#define positive     gb_positive
#define not_negative gb_not_negative
#define from_one     gb_from_one

// Rows of a table: key, type, structure and member, meaning, then further members of gb_key.
#define KEY(key, type, structure, member, text, ...)                                               \
  {                                                                                                \
    .name = key, .kind = GB_KEY_##type, .of = #structure, .offset = offsetof(structure, member),   \
    .meaning = text, ##__VA_ARGS__                                                                 \
  }
#define LIST(key, type, structure, member, rows, text, ...)                                        \
  KEY(key, type, structure, member.entry, text, .list.count = offsetof(structure, member.count),   \
      .list.size = sizeof *((structure *)0)->member.entry, .keys = rows, ##__VA_ARGS__)
#define UNIQUE(structure, member, key)                                                             \
  .list.unique = key, .list.name_at = offsetof(structure, member)
#define BY_SCHEME .missing = NAN, .unset = "the scheme's own", .belongs_to = "scheme"
#define END                                                                                        \
  { .name = NULL }
// The end of a table that another table continues.
#define CONTINUED(table)                                                                           \
  { .name = NULL, .keys = table }

/// Tables that continue gb_schema.
extern const gb_key gb_schema_bodies[], gb_schema_springs[], gb_schema_contacts[];
/// Keys of entries and mappings.
extern const gb_key gb_keys_material[], gb_keys_section[], gb_keys_load[], gb_keys_temperature[],
    gb_keys_initial[], gb_keys_group[], gb_keys_shell[], gb_keys_beam[], gb_keys_solid[],
    gb_keys_support[], gb_keys_spin[], gb_keys_control[], gb_keys_design[], gb_keys_function[],
    gb_keys_optimize[];
extern const gb_key gb_keys_time[], gb_keys_modes[], gb_keys_probe[], gb_keys_output[],
    gb_keys_checkpoint[], gb_keys_solver[];

#endif
