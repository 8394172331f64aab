/// Questions to a session.
#include "command/session.h"

#include <string.h>

bool gb_session_prints(const gb_session *session) {
  return session->rank == 0 && !session->options->quiet;
}

gb_gradient_method gb_session_method(const gb_session *session) {
  gb_gradient_method method = session->options->method;
  if (method != GB_AUTOMATIC) return method;
  int solves = gb_engine_real.adjoint_solves(&session->analysis);
  return session->model->designs->count < solves ? GB_TANGENT : GB_ADJOINT;
}

bool gb_session_is_static(const gb_session *session) {
  gb_scheme_traits traits;
  for (int i = 0; gb_engine_real.scheme(i, &traits); i++)
    if (strcmp(traits.name, session->analysis.time.scheme) == 0) return traits.is_static;
  return false;
}
