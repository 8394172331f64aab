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

#endif
