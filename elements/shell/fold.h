/// Parameters of a shell's share of the penalty that keeps the frame at a fold orthonormal.
#ifndef GB_ELEMENTS_SHELL_FOLD_H
#define GB_ELEMENTS_SHELL_FOLD_H

/// `area` is the shell's share of the node's tributary area.
enum { GB_FOLD_AREA, GB_FOLD_SECTION }; ///< where the numbers of the section begin

#endif
