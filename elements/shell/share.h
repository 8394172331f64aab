/// Parameters of a shell's share of a stiffness at one of its nodes: of the penalty that keeps the
/// frame at a fold orthonormal, and of the stiffness of bodies about normals.
#ifndef GB_ELEMENTS_SHELL_SHARE_H
#define GB_ELEMENTS_SHELL_SHARE_H

/// `area` is the shell's share of the node's tributary area, times the factor of the stiffness.
enum { GB_SHARE_AREA, GB_SHARE_SECTION }; ///< where the numbers of the section begin

#endif
