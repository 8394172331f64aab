/// Fields at a step end, of the nodes and cells of results: displacements, velocities,
/// accelerations, directors and contact of nodes; stress, failure index and values of sections of
/// cells.
#ifndef GB_MONITOR_FIELDS_H
#define GB_MONITOR_FIELDS_H

#include "engine/engine.h"
#include "monitor/shapes.h"
#include "output/results.h"

typedef struct gb_fields gb_fields;

/// Create the mesh of results and its fields, with values zero. Collective. errors: GB_FILE
/// (memory)
/// @param model     must exist as long as gb_fields_compute is called, and `shapes`, of its bodies,
///                  as well
/// @param design    values of the designs in the march; NULL: the model's
/// @param sections  with forces, moments, strains and stresses of shells and beams
/// @param swept     with beams as solids
int gb_fields_create(const gb_model *model, const gb_shape_of_body shapes[], const double design[],
                     bool sections, bool swept, gb_fields **out, gb_error *error);
/// Free the fields; *fields may be NULL. Local.
void gb_fields_destroy(gb_fields **fields);
/// Compute all values from a frame that has the failure index and, if they are among the fields,
/// values of sections. Local.
void gb_fields_compute(gb_fields *fields, const gb_frame *frame);

/// This rank's part of the mesh. Local.
const gb_results_mesh *gb_fields_mesh(const gb_fields *fields);
/// Time of the frame of which the values are. Local.
double gb_fields_time(const gb_fields *fields);
/// List the fields with their values. The failure index is omitted if no material has a strength.
/// Local. @param[out] count  number of fields
const gb_results_field *gb_fields_list(const gb_fields *fields, int *count);

#endif
