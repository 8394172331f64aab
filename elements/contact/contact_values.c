/// Forces of contacts of a surface with a frame, without derivatives.
#define GB_JET_SLOPES 1
#include "elements/contact/contact_pair.inc.h"

void gb_contact_solve_values(const gb_element_input *in, const gb_element_state *state, int lane,
                             gb_contact_answer *out) {
  solve_pairs(in, state, lane, false, out);
}
