/// Mesh files of gmsh, formats 2.2 and 4.1, text and binary.
#include "mesh.h"

extern const gb_reader gb_reader_gmsh;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_mesh(&gb_reader_gmsh, data, size);
  return 0;
}
