/// Forces of contacts of lines and faces of a mesh, without derivatives.
#define GB_JET_SLOPES 1
#include "elements/contact/face_pair.inc.h"

void gb_face_contact_solve_values(const gb_element_input *in, const gb_element_state *state,
                                  int lane, gb_contact_answer *out) {
  solve_pairs(in, state, lane, false, out);
}
