/// Pictures of a mesh as SVG: an isometric view of faces, lines and points, from behind to before
/// (M. E. Newell, R. G. Newell, T. L. Sancha 1972, "A solution to the hidden surface problem").
#ifndef GB_OUTPUT_SCENE_H
#define GB_OUTPUT_SCENE_H

#include "output/scene_faces.h"

/// What of a mesh is drawn, the same in all of its pictures.
typedef struct gb_scene gb_scene;

/// Of more faces than `most` neighbours become one, until they are that few. Local.
/// errors: GB_FILE (memory)
int gb_scene_create(const gb_scene_mesh *mesh, int32_t most, gb_scene **out, gb_error *error);
void gb_scene_destroy(gb_scene **scene);
/// Faces, lines and points that are drawn, and those that there are.
void gb_scene_counts(const gb_scene *scene, int32_t *drawn, int32_t *all);
/// The largest extent of the reference along an axis.
double gb_scene_size(const gb_scene *scene);

/// A state of the mesh. NULL displacement: the reference; NULL value: one colour for all.
typedef struct gb_scene_view {
  const double (*displacement)[3]; ///< [nodes]
  const double *value;             ///< [nodes], or where `cell` [cells]
  bool cell;
  double high;       ///< the value of the last colour, the first one is of 0
  const char *label; ///< of the values
} gb_scene_view;

/// Make room for a state: all pictures but that of the reference have one scale, in which all of
/// these are seen. The displacements are drawn enlarged. Local.
void gb_scene_include(gb_scene *scene, const double (*displacement)[3], double enlarged);
/// A whole picture. Local. errors: GB_FILE (memory)
int gb_scene_draw(FILE *file, const gb_scene *scene, const gb_scene_view *view, gb_error *error);

#endif
