/// Directors turned into two unknowns across them and their stretch, which a factor may leave out.
/// At a node whose director is free the nodal penalty holds the stretch, which couples with the
/// others by curvature (thickness / radius) alone: its diagonal does for a preconditioner. Source:
/// docs/theory.md, the section on preconditioners.
#ifndef GB_SYSTEM_STRETCH_H
#define GB_SYSTEM_STRETCH_H

#include "system/assembly.h"
#include "system/nodal.h"

/// What belongs to one factor: axes of the free directors at its state, and the stretches'
/// diagonal.
typedef struct gb_stretch {
  double (*axis)[3][3]; ///< two across the director, then the director, [nodes]; zero: not free
  gb_scalar *diagonal;  ///< [owned unknowns], set where an unknown is a stretch
} gb_stretch;

/// The first of the three unknowns of a field of a node, where all are free, or -1.
int32_t gb_stretch_three(const gb_model *model, int32_t node, unsigned field);
/// The same of a shell's director.
int32_t gb_stretch_director(const gb_model *model, int32_t node);

/// An orthonormal triad whose third axis is along d.
void gb_stretch_axes(const double d[3], double axis[3][3]);
/// x <- Q x or (`back`) Q^T x, the rows of Q being the axes.
void gb_stretch_turn_three(const double axis[3][3], bool back, gb_scalar x[]);
/// Three rows of a block of so many columns <- Q times them.
void gb_stretch_turn_rows(const double axis[3][3], int width, gb_scalar row[]);
/// Three columns of a block of so many rows and columns <- them times Q^T.
void gb_stretch_turn_columns(const double axis[3][3], int height, int width, gb_scalar column[]);

/// The axes at the nodal values q; room for the diagonal. Local. errors: GB_FILE
/// @param director by gb_stretch_director, [nodes]
int gb_stretch_create(const gb_model *model, const int32_t director[], const gb_scalar q[],
                      gb_stretch *stretch, gb_error *error);
void gb_stretch_free(gb_stretch *stretch);

/// Turn the blocks of the matrix, and sum the stretches' diagonal over the ranks. Collective.
/// errors: GB_SINGULAR where a stretch is not held
int gb_stretch_turn_blocks(gb_stretch *stretch, const gb_model *model, gb_nodal *nodal,
                           const int32_t director[], const gb_node_pairs *pairs, gb_scalar block[],
                           gb_error *error);

/// Turn the free directors of a vector [owned unknowns] into the axes, or (`back`) out of them.
void gb_stretch_turn(const gb_stretch *stretch, const gb_model *model, const int32_t director[],
                     bool back, gb_scalar x[]);

#endif
