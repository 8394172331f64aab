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
  GB_FRAME = GB_POSITION | GB_DIRECTORS, ///< the fields that have a reference
  GB_NODE_FIELDS = 6,                    ///< most fields of a node
  GB_REFERENCE_VECTORS = 4               ///< of these the first, which have a reference
};

/// Loop over the fields of a set, in their order.
#define GB_EACH_FIELD(field, set)                                                                  \
  for (unsigned left_ = (set), field = left_ & -left_; field;                                      \
       left_ ^= field, field = left_ & -left_)

/// @return the number of fields of a set
static inline int gb_field_count(unsigned fields) {
  int count = 0;
  for (; fields; fields &= fields - 1) count++;
  return count;
}

/// @return the number of fields of a node before one of them
static inline int gb_field_place(unsigned fields, unsigned field) {
  return gb_field_count(fields & ((field & -field) - 1));
}

/// @return the number of values of some fields
static inline int gb_field_values(unsigned fields) {
  return 3 * gb_field_count(fields);
}

/// @return the number of values of a node before those of a field
static inline int gb_field_offset(unsigned fields, unsigned field) {
  return 3 * gb_field_place(fields, field);
}

#endif
