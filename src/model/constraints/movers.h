/// Nodes that joints and equations hold, the columns of their motions, and rows by these columns in
/// the reference configuration or in a pose near it. Source: docs/theory.md, the section on
/// redundant rows.
#ifndef GB_MODEL_CONSTRAINTS_MOVERS_H
#define GB_MODEL_CONSTRAINTS_MOVERS_H

#include "model/constraints/equation_rows.h"
#include "model/constraints/joint_rows.h"
#include "model/constraints/row_reduction.h"
#include "model/constraints/supports.h"

/// Columns of a node: its displacement, then the angular velocity of its frame times a length, or
/// the changes of its directors times it.
enum { GB_MOVER_COLUMNS = 12 };

typedef struct gb_movers {
  const gb_supports *supports;
  const gb_topology *t;
  double size; ///< the length
  int count;
  int32_t *node,
      *place; ///< the nodes, [count], and the place of each model node among them, -1: none
  double (*x)[GB_MOVER_COLUMNS]; ///< how far they are from the reference, [count]; NULL: not at all
  double (*turn)[3][3];          ///< the rotations of their frames, [count]
} gb_movers;

/// A row of a joint or, where `equation` is not -1, the equation of this node.
typedef struct gb_mover_row {
  gb_joint_row joint;
  int32_t equation;
  bool given;     ///< a prescribed motion, or an equation with a value that varies
  bool redundant; ///< repeats others in the reference configuration
  bool stays;     ///< repeats others there alone
} gb_mover_row;

/// Find the nodes. Local. errors: GB_FILE
int gb_movers_create(const gb_supports *supports, gb_movers *out, gb_error *error);
/// @return the place of a joint's end among the movers; -1: the ground
int gb_movers_end(const gb_movers *m, int joint, int end);
/// @return the first column of a mover's components that are free, and of those that supports fix
int gb_movers_free(int mover);
int gb_movers_fixed(const gb_movers *m, int mover);
/// Add the entries of a row to an accumulator.
void gb_movers_add_row(const gb_movers *m, const gb_mover_row *row, gb_accumulator *out);
/// @return what a row that is not given keeps at zero
double gb_movers_value(const gb_movers *m, const gb_mover_row *row);

/// Find the rows that repeat others in the reference configuration alone, as in a flat linkage, and
/// set their `stays`: rows are tested again in poses a small step along the motions that the rows
/// leave free, projected back to the rows. Local. errors: GB_FILE
int gb_movers_test_nearby(gb_movers *m, int rows, gb_mover_row row[], gb_error *error);

#endif
