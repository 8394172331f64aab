/// Parameters of a shell's share of the penalty that keeps the frame at a kink orthonormal.
#ifndef GB_ELEMENTS_KINK_H
#define GB_ELEMENTS_KINK_H

/// `area` is the shell's share of the node's tributary area.
enum { GB_KINK_AREA, GB_KINK_SECTION }; ///< where the numbers of the section begin

#endif
