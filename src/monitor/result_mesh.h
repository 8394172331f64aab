/// The mesh of a results file: nodes of the mesh and free nodes; shells, springs and points as
/// cells; each rigid body as a shape that moves with its frame; each joint and bushing as a
/// vertex that moves with its first partner; and optionally each beam as the solid swept by its
/// section.
#ifndef GB_MONITOR_RESULT_MESH_H
#define GB_MONITOR_RESULT_MESH_H

#include "monitor/shapes.h"
#include "monitor/swept.h"
#include "output/results.h"

typedef struct gb_result_mesh gb_result_mesh;

/// Create the mesh. The model and the shapes of its bodies must exist as long as the mesh.
/// Collective. errors: GB_FILE (memory)
/// @param swept  with solids of beams
int gb_result_mesh_create(const gb_model *model, const gb_shape_of_body shapes[], bool swept,
                          gb_result_mesh **out, gb_error *error);
/// Free the mesh; *mesh may be NULL. Local.
void gb_result_mesh_destroy(gb_result_mesh **mesh);
/// This rank's part of the mesh, for the results file. Its first cells are those of the model's
/// blocks in order, then further cells of shapes of bodies, joints and bushings, and the solids of
/// beams. Local.
const gb_results_mesh *gb_result_mesh_share(const gb_result_mesh *mesh);
/// Compute displacements, velocities or accelerations of all nodes of this rank. Local.
/// @param nodal  values of the model's nodes, [nodal values]
/// @param finite whether they are finite displacements; otherwise ends of rods are not rotated
/// @param[out] out [mesh nodes][3]
void gb_result_mesh_motion(const gb_result_mesh *mesh, const double nodal[], bool finite,
                           double out[]);
/// Find the local node of the model that each node of the mesh is or, of a body's shape, moves
/// with; -1: others. Local. @param[out] source [mesh nodes]
void gb_result_mesh_sources(const gb_result_mesh *mesh, int32_t source[]);
/// Copy the values of beam elements to the cells of their solids. Local.
/// @param[in,out] values [mesh cells][components]; those of the model's cells are given
void gb_result_mesh_sweep(const gb_result_mesh *mesh, int components, double values[]);
/// Mark the line cells of beams that also have a solid. Local. @param[out] is_line [mesh cells]
void gb_result_mesh_lines(const gb_result_mesh *mesh, bool is_line[]);
/// Compute the current directors of shells and axes of joints and bushings; zero at other nodes.
/// Local. nodal and out as above
void gb_result_mesh_directors(const gb_result_mesh *mesh, const double nodal[], double out[]);

#endif
