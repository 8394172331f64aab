/// Mesh and case of a chain of plates that joints between bodies on their edges connect; the mesh
/// lists the plates in another order.
#ifndef GB_TESTS_CHAIN_OF_PLATES_H
#define GB_TESTS_CHAIN_OF_PLATES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { PLATES = 12, SIDE = 3, NODES = SIDE * SIDE, STRIDE = 5, TEXT = 10000 };
static const double PITCH = 1.1;

/// @return the position of a plate in the chain from its number in the mesh
static int place_of(int plate) {
  return plate * STRIDE % PLATES;
}

/// Write the mesh to an open file.
static void write_mesh(int descriptor) {
  FILE *file = fdopen(descriptor, "w");
  assert_non_null(file);
  fprintf(file, "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n%d\n2 1 \"skin\"\n",
          2 * PLATES + 1);
  for (int k = 0; k < PLATES; k++)
    fprintf(file, "1 %d \"l%d\"\n1 %d \"r%d\"\n", 2 * k + 2, k, 2 * k + 3, k);
  fprintf(file, "$EndPhysicalNames\n$Nodes\n%d\n", PLATES * NODES);
  for (int p = 0; p < PLATES; p++)
    for (int i = 0; i < NODES; i++)
      fprintf(file, "%d %.17g %.17g 0\n", p * NODES + i + 1, place_of(p) * PITCH + i % SIDE * 0.5,
              i / SIDE * 0.5);
  fprintf(file, "$EndNodes\n$Elements\n%d\n", PLATES * 8);
  for (int p = 0, e = 1; p < PLATES; p++)
    for (int i = 0; i < SIDE - 1; i++) {
      const int row = p * NODES + i * SIDE + 1;
      for (int j = 0; j < SIDE - 1; j++, e++)
        fprintf(file, "%d 3 2 1 1 %d %d %d %d\n", e, row + j, row + j + 1, row + j + SIDE + 1,
                row + j + SIDE);
      for (int end = 0; end < 2; end++, e++)
        fprintf(file, "%d 1 2 %d 1 %d %d\n", e, 2 * place_of(p) + 2 + end, row + end * (SIDE - 1),
                row + end * (SIDE - 1) + SIDE);
    }
  fprintf(file, "$EndElements\n");
  assert_int_equal(fclose(file), 0);
}

static void add(char text[], const char *format, ...) {
  const size_t used = strlen(text);
  va_list list;
  va_start(list, format);
  const int length = vsnprintf(text + used, TEXT - used, format, list);
  va_end(list);
  assert_true(length > 0 && used + (size_t)length < TEXT);
}

/// The case, with the bodies in the order of the ends of plates: all right ones, then all left
/// ones.
static void write_case(const char *mesh, char text[]) {
  text[0] = 0;
  add(text, "gimbal: 1\nmesh: %s\nmaterials: {m: {young: 7e10, poisson: 0.3, density: 2700}}\n",
      mesh);
  add(text,
      "shells: [{group: skin, material: m, thickness: 0.01}]\n"
      "supports: [{group: l0, fix: all}]\ntime: {scheme: bdf2, step: 0.01, steps: 1}\nbodies:\n");
  for (int right = 1; right >= 0; right--)
    for (int k = 0; k < PLATES - 1; k++)
      add(text, "  - {name: %c%d, at: [%.17g, 0.5, 0], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}\n",
          right ? 'r' : 'l', right ? k : k + 1, right ? k * PITCH + 1 : (k + 1) * PITCH);
  add(text, "links:\n");
  for (int k = 0; k < PLATES - 1; k++)
    add(text, "  - {body: r%d, group: r%d}\n  - {body: l%d, group: l%d}\n", k, k, k + 1, k + 1);
  add(text, "joints:\n");
  for (int k = 0; k < PLATES - 1; k++)
    add(text, "  - {type: revolute, between: [r%d, l%d], at: [%.17g, 0.5, 0], axis: [0, 1, 0]}\n",
        k, k + 1, k * PITCH + 1.05);
}

#endif
