/// Shares of shells in a stiffness at one of their nodes: blocks of elements whose parameters are
/// an area and the numbers of the shell's section, which may be designs. The functions are local
/// and fail only for lack of memory, GB_FILE.
#ifndef GB_MODEL_BUILDERS_FOLD_H
#define GB_MODEL_BUILDERS_FOLD_H

#include "model/builders/draft.h"

/// The shares of one entry of shells while they are added.
typedef struct gb_shares {
  gb_section_source *section;
  gb_block *block;
  int32_t capacity;
  double (*moved)[3]; ///< work of [mesh nodes], zero, for all entries; NULL: not yet allocated
} gb_shares;

/// Begin with the shares of the next entry.
int gb_shares_create(gb_draft *draft, int entry, gb_element_kind kind, int nodes, int32_t capacity,
                     gb_shares *out, gb_error *error);
/// Add the share of element e at its node p, an index in the mesh, whose nodes are in the block
/// already. @param factor of the area
int gb_shares_add(const gb_draft *draft, gb_shares *shares, int32_t e, int32_t p, double factor,
                  gb_error *error);

#endif
