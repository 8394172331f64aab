/// Lists of elements by nodes.
#include "mesh/around.h"

int gb_elements_around_find(const gb_mesh *mesh, gb_takes_element *takes, const void *context,
                            gb_arena *arena, gb_elements_around *out, gb_error *error) {
  *out = (gb_elements_around){0};
  GB_TRY(GB_TAKE(arena, out->start, (size_t)mesh->nodes + 2, error));
  // index of the next element of each node; at the end, the first elements
  int32_t *next = out->start + 1;
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e]; (!takes || takes(context, e)) && p < mesh->start[e + 1]; p++)
      next[mesh->node[p] + 1]++;
  for (int32_t n = 0; n < mesh->nodes; n++) {
    if (next[n + 1] > out->most) out->most = next[n + 1];
    next[n + 1] += next[n];
  }
  GB_TRY(GB_TAKE(arena, out->element, (size_t)next[mesh->nodes], error));
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e]; (!takes || takes(context, e)) && p < mesh->start[e + 1]; p++)
      out->element[next[mesh->node[p]]++] = e;
  return GB_OK;
}
