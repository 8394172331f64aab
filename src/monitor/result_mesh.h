/// What a results file shows of a model: the nodes of its mesh, its points and places, the shells,
/// springs and points as cells, each rigid body as a shape that goes with its frame, and on request
/// each beam as the solid that its section sweeps.
#ifndef GB_MONITOR_RESULT_MESH_H
#define GB_MONITOR_RESULT_MESH_H

#include "monitor/shapes.h"
#include "monitor/swept.h"
#include "output/results.h"

typedef struct gb_result_mesh gb_result_mesh;

/// Collective. The model and the shapes of its bodies must outlive it.
/// @param swept  with the solids of beams
int gb_result_mesh_create(const gb_model *model, const gb_shape_of_body shapes[], bool swept,
                          gb_result_mesh **out, gb_error *error);
void gb_result_mesh_destroy(gb_result_mesh **shown);
/// This rank's share, for the results file; its first cells are those of the model's blocks in
/// order, the others the rest of the bodies' shapes, then the solids of beams.
const gb_results_mesh *gb_result_mesh_share(const gb_result_mesh *shown);
/// A vector at each node: displacements, velocities or accelerations.
/// @param nodal   of the model's nodes, [nodal values]
/// @param finite  they are displacements, and no small ones
/// @param out     [mesh nodes][3]
void gb_result_mesh_motion(const gb_result_mesh *shown, const double nodal[], bool finite,
                           double out[]);
/// Give the solids of beams the values of their elements' own cells.
/// @param values  [mesh cells][components], those of the model's cells given
void gb_result_mesh_sweep(const gb_result_mesh *shown, int components, double values[]);
/// Set what stands for each cell that is the line of a solid of beams. @param is_line  [mesh cells]
void gb_result_mesh_lines(const gb_result_mesh *shown, bool is_line[]);
/// Present directors of shells, zero elsewhere; nodal and out as above.
void gb_result_mesh_directors(const gb_result_mesh *shown, const double nodal[], double out[]);

#endif
