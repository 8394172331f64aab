/// Output that the verbs `modes` and `buckling` have in common.
#ifndef GB_VERBS_MODE_OUTPUTS_H
#define GB_VERBS_MODE_OUTPUTS_H

#include "command/command.h"
#include "modes/modes.h"
#include "output/json.h"

/// Print the derivatives: a row for each mode, a column for each of the first designs. Rank 0.
/// @param unit of the values
void gb_modes_print_derivatives(const gb_session *session, const gb_modes *modes, const char *unit);
/// Write {design: [derivative of each mode]}, or why there are none. Rank 0.
void gb_modes_write_derivatives(gb_json *json, const gb_session *session, const gb_modes *modes);
/// Write the numbers of factorisations, ranks and unknowns, the times and the memory. Rank 0.
/// @param peak memory in MB
void gb_modes_write_run(gb_json *json, const gb_session *session, int factorisations, double peak);
/// Name the files of shapes, or tell why there are none. Rank 0.
void gb_modes_print_files(const gb_command *command, const char *suffix);
/// Write CASE.SUFFIX.vtkhdf and CASE.SUFFIX.xdmf: one frame for each mode, whose time is the
/// frequency or the load factor. Collective. errors: GB_FILE
int gb_modes_write_shapes(const gb_command *command, const gb_modes *modes, const char *suffix,
                          gb_error *error);

#endif
