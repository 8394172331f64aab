/// Traits of the schemes of a session.
#include "session/session.h"

#include <string.h>

gb_scheme_traits gb_session_traits(const char *scheme) {
  gb_scheme_traits traits;
  for (int i = 0; gb_engine_real.scheme(i, &traits); i++)
    if (strcmp(traits.name, scheme) == 0) return traits;
  return (gb_scheme_traits){0};
}

bool gb_session_is_static(const gb_session *session) {
  return gb_scheme_is_static(session->analysis->time->scheme);
}
