/// Selections of the elements of a model. The elements of a selection form a block, and are cells
/// of the results one after another.
#ifndef GB_MODEL_BLOCKS_SELECTION_H
#define GB_MODEL_BLOCKS_SELECTION_H

#include "model/blocks/temperatures.h"

typedef enum gb_family { GB_OF_SHELLS, GB_OF_BEAMS, GB_OF_SOLIDS, GB_FAMILIES } gb_family;

/// Elements of an entry of `shells`, `beams` or `solids`, of a shape, with an entry of
/// `temperatures`, -1: none.
typedef struct gb_selection {
  gb_family family;
  int entry;
  gb_shape shape;
  int temperature;
} gb_selection;

/// The elements of all selections. In a subdomain `count` and `order` are of the whole mesh.
typedef struct gb_selections {
  gb_heating heating;
  int64_t *count; ///< number of elements of each selection, see gb_selections_count
  int32_t *order; ///< index of each element of the model, among the shells or in its selection,
                  ///< [elements of the mesh]
} gb_selections;

/// @return the number of entries of a family
int gb_family_entries(const gb_problem *problem, gb_family family);

/// @return the number of selections that a problem can have
size_t gb_selections_length(const gb_problem *problem);

/// Find the selections of a topology. Local. The function returns the errors of gb_heating_find.
int gb_selections_create(const gb_topology *t, const gb_selections **out, gb_error *error);

/// @return the number of elements of a selection in the whole mesh
int64_t gb_selections_count(const gb_selections *s, const gb_problem *problem, gb_selection of);

/// The elements of each selection that this rank has.
typedef struct gb_selected {
  int32_t *first;   ///< place of the first element of each selection in `element`
  int32_t *element; ///< elements of the mesh, ascending in each selection
} gb_selected;

typedef struct gb_element_list {
  const int32_t *element;
  int32_t count;
} gb_element_list;

/// Find the elements of all selections whose part, [elements of the mesh], is this rank. Local.
/// errors: GB_FILE
int gb_selections_divide(const gb_selections *s, const gb_topology *t, const int32_t part[],
                         int rank, gb_selected *out, gb_error *error);

/// @return the elements of a selection that this rank has
gb_element_list gb_selected_list(const gb_selected *s, const gb_problem *problem, gb_selection of);
/// @return the elements that this rank has of all selections of an entry
gb_element_list gb_selected_entry(const gb_selected *s, const gb_problem *problem, gb_family family,
                                  int entry);

#endif
