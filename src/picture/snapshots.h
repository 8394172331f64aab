/// A few states of a march for pictures: at a third and two thirds of the time, at the end, and the
/// state with the largest failure index.
#ifndef GB_PICTURE_SNAPSHOTS_H
#define GB_PICTURE_SNAPSHOTS_H

#include "base/arena.h"
#include "engine/engine.h"
#include "monitor/shapes.h"
#include "picture/scene.h"

typedef struct gb_snapshots gb_snapshots;

/// A state of the whole mesh.
typedef struct gb_snapshot {
  double t;
  const double (*displacement)[3]; ///< [nodes]
  const double *failure;           ///< [cells]
} gb_snapshot;

enum { GB_SNAPSHOTS = 4 }; ///< largest number of states for pictures

/// The mesh and the states for pictures on rank 0, empty on other ranks. The arrays are owned by
/// gb_snapshots.
typedef struct gb_gathered {
  gb_scene_mesh mesh;
  int states;
  bool has_largest_failure; ///< the last state is the one with the largest failure index
  gb_snapshot state[GB_SNAPSHOTS];
} gb_gathered;

/// Create the object. The model and the shapes of its bodies must exist as long as the object.
/// Collective. errors: GB_FILE (memory)
int gb_snapshots_create(const gb_model *model, const gb_shape_of_body shapes[], gb_snapshots **out,
                        gb_error *error);
/// Free the object; *snapshots may be NULL. Local.
void gb_snapshots_destroy(gb_snapshots **snapshots);
/// Add a frame of the march; `context` is the object. Collective.
int gb_snapshots_add(void *context, const gb_frame *frame, gb_error *error);
/// Gather mesh and states on rank 0, in the order of the results file, after the march. Collective.
/// errors: GB_FILE (memory)
int gb_snapshots_gather(gb_snapshots *snapshots, gb_gathered *out, gb_error *error);

#endif
