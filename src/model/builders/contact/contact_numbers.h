/// The form and the parameters of the blocks of a contact.
#ifndef GB_MODEL_BUILDERS_CONTACT_CONTACT_NUMBERS_H
#define GB_MODEL_BUILDERS_CONTACT_CONTACT_NUMBERS_H

#include "elements/contact/contact_form.h"
#include "model/builders/builder.h"
#include "model/contact/contact_bodies.h"

#include <math.h>

/// Set the form and the parameters of a block. Local. errors: GB_FILE
/// @param dimension of what touches: 0 points, 1 lines, 2 faces
static inline int gb_contact_set_numbers(const gb_draft *draft, const gb_contact *contact,
                                         int dimension, gb_block *block, gb_error *error) {
  const double *number[GB_CONTACT_PARAMETERS] = {[GB_CONTACT_BALL] = &contact->ball,
                                                 [GB_CONTACT_LINE] = &contact->line,
                                                 [GB_CONTACT_SIZE] = &contact->size[0],
                                                 [GB_CONTACT_SIZE + 1] = &contact->size[1]};
  gb_contact_form *form;
  GB_TRY(GB_TAKE(block->arena, form, 1, error));
  *form = (gb_contact_form){.surface = (gb_contact_surface)contact->surface,
                            .inside = contact->inside && !gb_contact_is_of_elements(contact),
                            .body = contact->body != NULL,
                            .line = gb_contact_has_lines(contact),
                            .sticks = gb_contact_sticks(contact),
                            .flush = contact->inside && gb_contact_is_of_elements(contact),
                            .dimension = dimension,
                            .touching = 1};
  block->joint->law = form;
  block->entry = contact - draft->t->from->problem->contacts.entry;
  for (int k = 0; k < GB_CONTACT_BALL; k++) number[k] = &contact->law[k];
  for (int k = 0; k < GB_CONTACT_PARAMETERS; k++) {
    block->parameter[k] = 0;
    if (number[k] && !isnan(*number[k]))
      GB_TRY(gb_draft_parameter(draft, block, k, number[k], error));
  }
  for (int i = 0; contact->surface == GB_CONTACT_BOX && i < 3; i++)
    block->parameter[GB_CONTACT_SIZE + i] = contact->edges[i];
  return GB_OK;
}

/// Places in the model's memory, one for each element of a block on all ranks.
typedef struct gb_contact_places_kept {
  int32_t first, each; ///< the first place, and the number of values of an element; 0: none
} gb_contact_places_kept;

/// Reserve the places of a block whose form and numbers are set. Local. errors: GB_FILE
/// @param room number of elements on all ranks
static inline int gb_contact_reserve(gb_draft *draft, gb_block *block, int32_t room,
                                     gb_contact_places_kept *out, gb_error *error) {
  const gb_contact_form *form = block->joint->law;
  gb_element_unknowns unknowns;
  *out = (gb_contact_places_kept){0};
  if (!form->sticks) return GB_OK;
  gb_element_take(gb_elements[block->kind], block->nodes, 0, &unknowns);
  const gb_element_input in = {.nodes = block->nodes, .table = form};
  out->first = draft->blocks->memory;
  out->each = unknowns.size + gb_elements[block->kind]->keeps(&in);
  draft->blocks->memory += room * out->each;
  return GB_TAKE(block->arena, block->joint->memory, (size_t)room, error);
}

/// Set the place of the next element of a block. Local.
/// @param number of the element among the elements of the block on all ranks
static inline void gb_contact_place_kept(const gb_contact_places_kept *places, int32_t number,
                                         gb_block *block) {
  if (block->joint->memory)
    block->joint->memory[block->elements] = places->first + number * places->each;
}

#endif
