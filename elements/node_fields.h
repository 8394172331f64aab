/// The table of fields that a node of a model may carry. The values of a node are contiguous, field
/// by field in the order of the table. Elements say which fields of their nodes they take.
#ifndef GB_ELEMENTS_NODE_FIELDS_H
#define GB_ELEMENTS_NODE_FIELDS_H

/// Fields as bits, so that a number is a set of fields. The position is the reference of a
/// displacement, and the director that of its increment. Other fields have no reference.
enum {
  GB_POSITION = 1,
  GB_DIRECTOR_1 = 2,
  GB_DIRECTOR_2 = 4,
  GB_DIRECTOR_3 = 8,
  GB_STATE = 16,       ///< an unknown with an equation of first order
  GB_MULTIPLIERS = 32, ///< the last, because nodes have different numbers of them
  GB_SHELL = GB_POSITION | GB_DIRECTOR_1,
  GB_DIRECTORS = GB_DIRECTOR_1 | GB_DIRECTOR_2 | GB_DIRECTOR_3,
  GB_FRAME = GB_POSITION | GB_DIRECTORS, ///< the fields that rotate with the model
  GB_NODE_FIELDS = 6,                    ///< number of fields
  GB_REFERENCE_VECTORS = 4               ///< of these the first, which have a reference
};

/// Fields whose values and residuals have a norm together.
typedef enum gb_field_group {
  GB_GROUP_LENGTH,
  GB_GROUP_ANGLE,
  GB_GROUP_STATE,
  GB_FIELD_GROUPS
} gb_field_group;

/// A field.
typedef struct gb_node_field {
  int width; ///< number of values; 0: each node has a number of its own
  int order; ///< highest time derivative in its equations. A value of first order is stored as the
             ///< velocity of a coordinate that nothing reads
  gb_field_group group; ///< GB_FIELD_GROUPS: none
} gb_node_field;

static const gb_node_field gb_node_fields[GB_NODE_FIELDS] = {
    {3, 2, GB_GROUP_LENGTH}, {3, 2, GB_GROUP_ANGLE}, {3, 2, GB_GROUP_ANGLE},
    {3, 2, GB_GROUP_ANGLE},  {1, 1, GB_GROUP_STATE}, {0, 0, GB_FIELD_GROUPS}};

/// Loop over the fields of a set, in the order of the table.
#define GB_EACH_FIELD(field, set)                                                                  \
  for (unsigned left_ = (set), field = left_ & -left_; field;                                      \
       left_ ^= field, field = left_ & -left_)

/// @return the row of the table of a field
static inline const gb_node_field *gb_node_field_of(unsigned field) {
  return &gb_node_fields[__builtin_ctz(field)];
}

/// @return the number of fields of a set
static inline int gb_field_count(unsigned fields) {
  return __builtin_popcount(fields);
}

/// @return the number of fields of a node before one of them
static inline int gb_field_place(unsigned fields, unsigned field) {
  return gb_field_count(fields & (field - 1));
}

/// @return the number of values of some fields, without multipliers
static inline int gb_field_values(unsigned fields) {
  int values = 0;
  for (; fields; fields &= fields - 1) values += gb_node_field_of(fields)->width;
  return values;
}

/// @return how many values a node with these fields has before the values of one of them
static inline int gb_field_offset(unsigned fields, unsigned field) {
  return gb_field_values(fields & (field - 1));
}

#endif
