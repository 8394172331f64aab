/// Decks of Abaqus and CalculiX. A deck can include itself: its own path is of one or two digits.
#include "mesh.h"

extern const gb_reader gb_reader_inp;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_mesh(&gb_reader_inp, data, size);
  return 0;
}
