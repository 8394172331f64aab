/// A few states of a march for pictures: some spread over it, the last, and that with the largest
/// failure index.
#ifndef GB_MONITOR_SNAPSHOTS_H
#define GB_MONITOR_SNAPSHOTS_H

#include "base/arena.h"
#include "engine/engine.h"
#include "monitor/shapes.h"
#include "output/scene.h"

typedef struct gb_snapshots gb_snapshots;

/// A state of the whole mesh.
typedef struct gb_snapshot {
  double t;
  const double (*displacement)[3]; ///< [nodes]
  const double *failure;           ///< [cells]
} gb_snapshot;

enum { GB_SNAPSHOTS = 4 }; ///< at a third, at two thirds, the last, the worst

/// On rank 0 the mesh and its states, empty on others; owned by the snapshots.
typedef struct gb_gathered {
  gb_scene_mesh mesh;
  int states;
  bool worst; ///< the last of them is that with the largest failure index
  gb_snapshot state[GB_SNAPSHOTS];
} gb_gathered;

/// Collective. The model and the shapes of its bodies must outlive it.
int gb_snapshots_create(const gb_model *model, const gb_shape_of_body shapes[], gb_snapshots **out,
                        gb_error *error);
void gb_snapshots_destroy(gb_snapshots **snapshots);
/// Keep a frame while it is among those that may be shown; `context` is the object. Collective.
int gb_snapshots_add(void *context, const gb_frame *frame, gb_error *error);
/// Bring mesh and states to rank 0, in the order of the results file. Collective, after the march.
/// errors: GB_FILE (memory)
int gb_snapshots_gather(gb_snapshots *snapshots, gb_gathered *out, gb_error *error);

#endif
