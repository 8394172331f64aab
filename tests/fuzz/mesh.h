/// A mesh file of any bytes: reading, then the check of what was read.
#ifndef TESTS_FUZZ_MESH_H
#define TESTS_FUZZ_MESH_H

#include "fuzz.h"

#include "deck/readers.h"

static inline void fuzz_mesh(const gb_reader *reader, const uint8_t *data, size_t size) {
  char path[40], warnings[500];
  gb_error error = {0};
  gb_mesh *mesh = NULL;
  gb_problem *deck = NULL;
  const int file = fuzz_file(data, size, sizeof path, path);
  const int status = reader->read(path, &(gb_deck_choice){0}, &mesh, &deck, &error);
  fuzz_check(status, &error);
  if ((status == GB_OK) != (mesh != NULL)) abort();
  if (mesh) fuzz_check(gb_mesh_check(mesh, sizeof warnings, warnings, &error), &error);
  gb_mesh_destroy(&mesh);
  if (deck) gb_problem_destroy(&deck);
  close(file);
}

#endif
