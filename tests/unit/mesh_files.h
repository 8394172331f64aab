/// What the tests of mesh readers share: a folder of their own, files made of texts, meshes
/// compared.
#ifndef TESTS_UNIT_MESH_FILES_H
#define TESTS_UNIT_MESH_FILES_H

#include "deck/readers.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/gimbal-test-XXXXXX";

static inline int make_folder(void **state) {
  (void)state;
  return mkdtemp(folder) ? 0 : 1;
}

static inline int remove_folder(void **state) {
  char command[100];
  (void)state;
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command);
}

/// A path in the folder; the text lives until the next eight calls.
static inline const char *in_folder(const char *name) {
  static char paths[8][120];
  static int next;
  char *path = paths[next++ % 8];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

static inline const char *write_bytes(const char *name, const void *bytes, size_t size) {
  const char *path = in_folder(name);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
  return path;
}

static inline const char *write_text(const char *name, const char *text) {
  return write_bytes(name, text, strlen(text));
}

/// A file's bytes; the caller's to free.
static inline unsigned char *read_bytes(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  unsigned char *bytes = malloc(*size + 1);
  assert_non_null(bytes);
  assert_int_equal(fread(bytes, 1, *size, file), *size);
  fclose(file);
  return bytes;
}

static inline gb_mesh *read_mesh(const char *path, gb_problem **problem) {
  gb_error error = {0};
  gb_mesh *mesh = NULL;
  gb_problem *own = NULL;
  int status = gb_mesh_read(path, &(gb_deck_choice){0}, &mesh, &own, &error);
  if (status != GB_OK) fail_msg("%s", error.message);
  if (problem)
    *problem = own;
  else if (own)
    gb_problem_destroy(&own);
  return mesh;
}

/// Reading must fail with this status and a message that holds `part`.
static inline void assert_refused(const char *path, int status, const char *part) {
  gb_error error = {0};
  gb_mesh *mesh = NULL;
  gb_problem *problem = NULL;
  int found = gb_mesh_read(path, &(gb_deck_choice){0}, &mesh, &problem, &error);
  if (found != status || !strstr(error.message, part))
    fail_msg("status %d '%s' instead of %d '%s'", found, error.message, status, part);
  assert_null(mesh);
  assert_null(problem);
}

/// An element by what it is, not by its number.
typedef struct description {
  int32_t shape, property, node[9], element;
} description;

static inline int compare_descriptions(const void *a, const void *b) {
  return memcmp(a, b, offsetof(description, element));
}

/// Elements in an order that does not depend on numbers. @param rank of each element there
static inline description *describe(const gb_mesh *mesh, int32_t *rank) {
  description *all = calloc((size_t)mesh->elements, sizeof *all);
  assert_non_null(all);
  for (int32_t e = 0; e < mesh->elements; ++e) {
    all[e].shape = mesh->shape[e];
    all[e].property = mesh->property[e];
    all[e].element = e;
    memcpy(all[e].node, mesh->node + mesh->start[e],
           (size_t)(mesh->start[e + 1] - mesh->start[e]) * sizeof *mesh->node);
  }
  qsort(all, (size_t)mesh->elements, sizeof *all, compare_descriptions);
  for (int32_t i = 0; i < mesh->elements; ++i) rank[all[i].element] = i;
  return all;
}

static inline void assert_same_groups(const gb_mesh *a, const gb_mesh *b, const int32_t *rank_a,
                                      const int32_t *rank_b) {
  assert_int_equal(a->groups, b->groups);
  for (int g = 0; g < a->groups; ++g) {
    const gb_group *x = &a->group[g], *y = &b->group[g];
    assert_string_equal(x->name, y->name);
    assert_int_equal(x->number, y->number);
    assert_int_equal(x->dimension, y->dimension);
    assert_int_equal(x->elements, y->elements);
    assert_int_equal(x->nodes, y->nodes);
    assert_memory_equal(x->node, y->node, (size_t)x->nodes * sizeof *x->node);
    char *seen = calloc((size_t)a->elements, 1);
    assert_non_null(seen);
    for (int32_t i = 0; i < x->elements; ++i) seen[rank_a[x->element[i]]] = 1;
    for (int32_t i = 0; i < y->elements; ++i) assert_int_equal(seen[rank_b[y->element[i]]]--, 1);
    free(seen);
  }
}

/// Equal but for round-off in positions written as text, and for the numbers of elements, which
/// gmsh's formats choose differently.
static inline void assert_same_mesh(const gb_mesh *a, const gb_mesh *b) {
  assert_int_equal(a->nodes, b->nodes);
  assert_int_equal(a->elements, b->elements);
  assert_memory_equal(a->node_id, b->node_id, (size_t)a->nodes * sizeof *a->node_id);
  for (int32_t n = 0; n < a->nodes; ++n)
    for (int i = 0; i < 3; ++i)
      assert_true(fabs(a->position[n][i] - b->position[n][i]) <= 1e-15 * 4);
  int32_t *rank = calloc(2 * (size_t)a->elements, sizeof *rank);
  assert_non_null(rank);
  description *x = describe(a, rank), *y = describe(b, rank + a->elements);
  for (int32_t e = 0; e < a->elements; ++e) assert_int_equal(compare_descriptions(x + e, y + e), 0);
  assert_same_groups(a, b, rank, rank + a->elements);
  free(x);
  free(y);
  free(rank);
}

static inline unsigned next_random(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

/// Reading a damaged copy may succeed or fail, with a message, but must come back. Every `stride`th
/// truncation and as many byte flips.
static inline void survive_damage(const char *path, const char *copy, size_t stride) {
  size_t size, runs = 0;
  unsigned seed = 12345;
  unsigned char *bytes = read_bytes(path, &size), *damaged = malloc(size + 1);
  for (size_t length = 0; length < size; length += stride, ++runs) {
    for (int flips = 0; flips < 2; ++flips) {
      gb_error error = {0};
      gb_mesh *mesh = NULL;
      gb_problem *problem = NULL;
      memcpy(damaged, bytes, size);
      for (int i = 0; flips && i < 4; ++i)
        damaged[next_random(&seed) % size] = (unsigned char)next_random(&seed);
      const char *file = write_bytes(copy, damaged, flips ? size : length);
      int status = gb_mesh_read(file, &(gb_deck_choice){0}, &mesh, &problem, &error);
      assert_true((status == GB_OK) == (mesh != NULL));
      assert_true((status == GB_OK) == !error.message[0]);
      char warnings[300];
      if (mesh) gb_mesh_check(mesh, sizeof warnings, warnings, &error);
      gb_mesh_destroy(&mesh);
      if (problem) gb_problem_destroy(&problem);
    }
  }
  assert_true(runs > 20);
  free(bytes);
  free(damaged);
}

#endif
