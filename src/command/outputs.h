/// Where a run writes, looked at before it marches.
#ifndef GB_COMMAND_OUTPUTS_H
#define GB_COMMAND_OUTPUTS_H

#include "command/session.h"

/// Fill session->stem and session->restart_path; on rank 0 make the folder of results and refuse
/// what could not be written at the end, or would replace the case, its mesh, the restart file that
/// is read, a link, or what is no file. Local. errors: GB_FILE, GB_USAGE
int gb_outputs_prepare(gb_session *session, gb_error *error);

#endif
