/// The shell's Jacobian as a matrix.
#ifndef GB_ELEMENTS_SHELL_SHELL_MATRIX_H
#define GB_ELEMENTS_SHELL_SHELL_MATRIX_H

#include "elements/element.h"

/// For the element's table: see elements/element.h.
void gb_shell_jacobian(const gb_element_input *in, const gb_element_state *state,
                       const double sigma[3], gb_pack J[]);

#endif
