/// Probes at points of bodies: nodes tied to the bodies.
#include "model/builders/builder.h"

static int ties(gb_topology *t, gb_error *error) {
  for (int i = 0; i < t->from->problem->probes.count; i++) {
    const gb_probe *probe = &t->from->problem->probes.entry[i];
    int body;
    if (probe->place != GB_PROBE_BODY) continue;
    GB_TRY(gb_need_body(t->from, probe->where, probe->body, &body, error));
    GB_TRY(gb_topology_attach(t, body, probe->at, error));
  }
  return GB_OK;
}

const gb_builder gb_builder_probe = {.ties = ties};
