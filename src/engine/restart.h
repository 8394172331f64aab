/// Restart files of a model's analysis: whose they are, and the order of the unknowns in them.
#ifndef GB_ENGINE_RESTART_H
#define GB_ENGINE_RESTART_H

#include "engine/analysis.h"
#include "integrators/table.h"
#include "restart/archive.h"

typedef struct gb_restart gb_restart;

/// Borrows all. Collective.
int gb_restart_create(const gb_analysis *analysis, gb_system *system, const gb_table *table,
                      gb_restart **out, gb_error *error);
void gb_restart_destroy(gb_restart **restart);
/// analysis->restart_path to be written, or analysis->restart_from to be read. Collective.
int gb_restart_create_file(const gb_restart *restart, gb_archive **out, gb_error *error);
int gb_restart_open_file(const gb_restart *restart, gb_archive **out, gb_error *error);
/// Write what the run is, or compare it. Collective. errors: GB_USAGE naming what differs
int gb_restart_identify(gb_restart *restart, gb_archive *archive, gb_error *error);

#endif
