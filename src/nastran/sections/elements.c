/// Shells and solids of a Nastran deck as elements of the mesh.
#include "nastran/entries/shell.h"

int gb_nastran_join_element(gb_nastran *nastran, const gb_record *card, int64_t id,
                            int64_t property, gb_shape shape, const int64_t node[],
                            gb_error *error) {
  GB_TRY(gb_nastran_use(nastran, property, error));
  GB_TRY(gb_mesh_builder_element(nastran->deck->builder, id, shape, (int32_t)property, node,
                                 card->line, error));
  return gb_mesh_builder_join(nastran->deck->builder, property, error);
}
