/// Pictures of a mesh in SVG format: an isometric view of faces, lines and points, drawn from back
/// to front (M. E. Newell, R. G. Newell, T. L. Sancha 1972, "A solution to the hidden surface
/// problem").
#ifndef GB_PICTURE_SCENE_H
#define GB_PICTURE_SCENE_H

#include "picture/scene_faces.h"

/// The faces of a mesh that are drawn, and the scale of all pictures.
typedef struct gb_scene gb_scene;

/// Create a scene. If there are more than `max_faces` faces, neighbouring faces are merged until
/// there are fewer. Local. errors: GB_FILE (memory)
int gb_scene_create(const gb_scene_mesh *mesh, int32_t max_faces, gb_scene **out, gb_error *error);
/// Free a scene; *scene may be NULL. Local.
void gb_scene_destroy(gb_scene **scene);
/// Number of faces, lines and points that are drawn, and that exist. Local.
void gb_scene_counts(const gb_scene *scene, int32_t *drawn, int32_t *all);
/// Largest dimension of the reference configuration along an axis. Local.
double gb_scene_size(const gb_scene *scene);

/// A state of the mesh to draw.
typedef struct gb_scene_view {
  const double (*displacement)[3]; ///< [nodes]; NULL: the reference configuration
  const double *value;             ///< values for colours, [nodes] or [cells]; NULL: one colour
  bool cell;                       ///< values are those of cells
  double high;                     ///< value of the last colour; the first colour means 0
  const char *label;               ///< label of the values
} gb_scene_view;

/// Include a state in the scale. All pictures, except that of the reference, have one scale, such
/// that all included states fit. Displacements are magnified by the factor `enlarged`. Local.
void gb_scene_include(gb_scene *scene, const double (*displacement)[3], double enlarged);
/// Write a complete picture. Local. errors: GB_FILE (memory)
int gb_scene_draw(FILE *file, const gb_scene *scene, const gb_scene_view *view, gb_error *error);

#endif
