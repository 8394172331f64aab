/// Shared by the files of the Nastran reader that are of bars: shapes of sections, and what is laid
/// along bars.
#ifndef GB_INPUT_NASTRAN_BARS_H
#define GB_INPUT_NASTRAN_BARS_H

#include "input/nastran.h"

enum { GB_NASTRAN_DIMENSIONS = 8 }; ///< most of a shape

/// A shape of PBARL and PBEAML, called by its TYPE.
typedef struct gb_nastran_shape {
  const char *type;
  int dimensions;
  /// Its section from its dimensions, all of them positive: a shape of ours with its dimensions, or
  /// constants, of which `center` is filled. @return why it is none, or NULL
  const char *(*set)(const double d[], gb_nastran_section *section);
} gb_nastran_shape;

/// All shapes, up to a type that is NULL.
extern const gb_nastran_shape gb_nastran_shapes[];

gb_nastran_handler gb_nastran_ptube, gb_nastran_baror;
#endif
