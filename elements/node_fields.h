/// Fields that a node of a model may carry, three values each, in this order. Elements say which
/// fields of their nodes they take.
#ifndef GB_ELEMENTS_NODE_FIELDS_H
#define GB_ELEMENTS_NODE_FIELDS_H

/// Bits of fields. The reference of a displacement is the position, that of a director's increment
/// the director; multipliers have none.
enum {
  GB_POSITION = 1,
  GB_DIRECTOR_1 = 2,
  GB_DIRECTOR_2 = 4,
  GB_DIRECTOR_3 = 8,
  GB_MULTIPLIERS = 16 | 32, ///< six
  GB_SHELL = GB_POSITION | GB_DIRECTOR_1,
  GB_DIRECTORS = GB_DIRECTOR_1 | GB_DIRECTOR_2 | GB_DIRECTOR_3,
  GB_FRAME = GB_POSITION | GB_DIRECTORS,
  GB_NODE_VECTORS = 6,     ///< most vectors of a node
  GB_REFERENCE_VECTORS = 4 ///< of these the first, which have a reference
};

/// Vectors of some fields.
static inline int gb_field_vectors(unsigned fields) {
  int count = 0;
  for (; fields; fields &= fields - 1) count++;
  return count;
}

/// Vectors of a node before those of a field.
static inline int gb_field_offset(unsigned fields, unsigned field) {
  return gb_field_vectors(fields & ((field & -field) - 1));
}

#endif
