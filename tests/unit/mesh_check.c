/// Claims: each kind of mesh that no model can use is found, with the right numbers; a sound mesh
/// passes; meshes of a million elements and a node of 200,000 elements take no quadratic time.
// ranks: 1
#include "mesh/mesh_builder.h"
#include "mesh_files.h"

static const char head[] =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n10\n"
    "11 0 0 0\n12 1 0 0\n13 2 0 0\n14 0 1 0\n15 1 1 0\n16 2 1 0\n17 1 0 1\n18 1 1 1\n"
    "19 1 0 0\n20 0.3 0.3 0\n$EndNodes\n$Elements\n";

/// Check a mesh of these nodes and element lines: "" must be found when it is sound.
static void assert_reports(const char *nodes, const char *elements, const char *part,
                           const char *other) {
  char text[2000], warnings[500];
  gb_error error = {0};
  snprintf(text, sizeof text, "%s%s\n$EndElements\n", nodes, elements);
  gb_mesh *mesh = read_mesh(write_text("check.msh", text), NULL);
  int status = gb_mesh_check(mesh, sizeof warnings, warnings, &error);
  gb_mesh_destroy(&mesh);
  assert_int_equal(status, *part ? GB_MODEL : GB_OK);
  if (!strstr(error.message, part) || (other && strstr(error.message, other)))
    fail_msg("'%s' instead of '%s'", error.message, part);
  if (*part) assert_non_null(strstr(error.message, "check.msh: "));
}

static void assert_finds(const char *elements, const char *part, const char *other) {
  assert_reports(head, elements, part, other);
}

static void sound_meshes_pass(void **state) {
  (void)state;
  assert_finds("2\n1 3 2 1 1 11 12 15 14\n2 3 2 1 1 12 13 16 15", "", NULL);
  assert_finds("2\n1 3 2 1 1 11 12 15 14\n2 2 2 1 1 12 13 15", "", NULL);
  // Opposed neighbours are allowed between groups, a junction in one too.
  assert_finds("3\n1 3 2 1 1 11 12 15 14\n2 3 2 1 1 12 13 16 15\n3 3 2 1 1 12 15 18 17", "", NULL);
  assert_finds("2\n1 3 2 1 1 11 12 15 14\n2 3 2 2 1 12 15 16 13", "", NULL);
  assert_finds("3\n1 3 2 1 1 11 12 15 14\n2 3 2 1 1 12 13 16 15\n3 3 2 2 1 12 15 18 17", "", NULL);
}

static void degenerate_elements_are_found(void **state) {
  (void)state;
  assert_finds("2\n1 3 2 1 1 11 12 15 14\n8 3 2 1 1 12 13 13 15",
               "1 degenerate elements that name a node twice: 8", "without");
  assert_finds("1\n5 2 2 1 1 11 12 13", "without length, area or volume: 5", NULL);
  assert_finds("1\n6 3 2 1 1 11 12 13 19", "without length, area or volume: 6", NULL);
  assert_finds("1\n7 1 2 1 1 12 19", "without length, area or volume: 7", NULL);
}

static void inverted_elements_are_found(void **state) {
  (void)state;
  assert_finds("1\n4 3 2 1 1 11 12 14 15", "1 inverted elements", "degenerate"); // a bow tie
  assert_finds("1\n3 3 2 1 1 11 12 20 14", "normals at their nodes disagree): 3", NULL); // concave
  assert_finds("1\n3 3 2 1 1 11 12 13 14", "", NULL); // a straight corner is none
  assert_finds("1\n3 3 2 1 1 11 12 18 14", "", NULL); // a warped one neither
}

/// Check a line and a triangle with middle nodes at x on the side from (0, 0) to (2, 0).
static void find_at(double x, const char *of_line, const char *of_triangle) {
  char nodes[300];
  const char *const element[] = {"5 8 2 1 1 31 32 34", "6 9 2 1 1 31 32 33 34 35 36"};
  snprintf(nodes, sizeof nodes,
           "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n6\n31 0 0 0\n32 2 0 0\n33 0 2 0\n"
           "34 %.17g 0 0\n35 1 1 0\n36 0 1 0\n$EndNodes\n$Elements\n1\n",
           x);
  assert_reports(nodes, element[0], of_line, NULL);
  assert_reports(nodes, element[1], of_triangle, NULL);
}

static void middle_nodes_at_ends_are_found(void **state) {
  (void)state;
  const char *const line = "1 folded lines (the middle node is not in the middle half between the "
                           "ends): 5",
                    *const triangle = "1 inverted elements";
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 4; ++k) {
      const double off = (const double[]){0.5, 0.501, 0.9999, 1}[k];
      find_at(i ? 1 - off : 1 + off, line, triangle);
    }
  find_at(1.499, "", "");
  find_at(0.501, "", "");
  find_at(-3, line, triangle);
}

static void duplicates_are_found(void **state) {
  (void)state;
  assert_finds("3\n21 3 2 1 1 11 12 15 14\n22 3 2 1 1 12 13 16 15\n23 3 2 1 1 14 15 12 11",
               "1 duplicate elements (the same nodes as another): 23 (of 21)", NULL);
  assert_finds("2\n1 1 2 3 1 11 12\n2 1 2 3 1 12 11", "2 (of 1)", NULL);
  // Copies of one element in two groups are one element, not two.
  assert_finds("2\n1 3 2 1 1 11 12 15 14\n2 3 2 2 1 11 12 15 14", "", NULL);
}

static void opposed_normals_are_found(void **state) {
  (void)state;
  assert_finds("2\n31 3 2 1 1 11 12 15 14\n35 3 2 1 1 12 15 16 13",
               "1 pairs of neighbours of one group with opposed normals: 31 and 35", "duplicate");
}

static void five_numbers_are_shown(void **state) {
  char text[1000] = "7\n";
  (void)state;
  for (int e = 0; e < 7; ++e) {
    size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, "%d 2 2 1 1 11 12 12\n", 100 + e);
  }
  assert_finds(text, "7 degenerate elements that name a node twice: 100, 101, 102, 103, 104, ...",
               "105, 106");
}

static void nodes_without_an_element_are_told(void **state) {
  char text[1000], warnings[200], shorter[30], note[] = "check.msh: a note";
  gb_error error = {0};
  (void)state;
  snprintf(text, sizeof text, "%s%s", head,
           "2\n1 3 2 1 1 11 12 15 14\n2 1 2 1 1 17 18\n$EndElements\n");
  gb_mesh *mesh = read_mesh(write_text("check.msh", text), NULL);
  assert_int_equal(gb_mesh_check(mesh, sizeof warnings, warnings, &error), GB_OK);
  assert_non_null(strstr(warnings, "nodes that no element uses: 4 (13, 16, 19, 20)"));
  mesh->notes = note;
  assert_int_equal(gb_mesh_check(mesh, sizeof warnings, warnings, &error), GB_OK);
  assert_non_null(strstr(warnings, "check.msh: a note\n"));
  assert_non_null(strstr(warnings, "no element uses"));
  assert_int_equal(gb_mesh_check(mesh, sizeof shorter, shorter, &error), GB_OK);
  assert_true(strlen(shorter) < sizeof shorter && !strncmp(shorter, warnings, strlen(shorter)));
  gb_mesh_destroy(&mesh);
}

static void nowhere(const void *context, int64_t place, size_t size, char *text) {
  (void)context;
  snprintf(text, size, "%lld", (long long)place);
}

static void add_node(gb_mesh_builder *builder, int64_t id, double x, double y) {
  gb_error error = {0};
  assert_int_equal(gb_mesh_builder_node(builder, id, (double[]){x, y, 0}, id, &error), GB_OK);
}

static void add_element(gb_mesh_builder *builder, int64_t id, gb_shape shape, int64_t *nodes) {
  gb_error error = {0};
  assert_int_equal(gb_mesh_builder_element(builder, id, shape, 1, nodes, id, &error), GB_OK);
  assert_int_equal(gb_mesh_builder_join(builder, 1 + id % 3, &error), GB_OK);
}

static void assert_sound(gb_mesh_builder *builder, int32_t elements) {
  char warnings[200];
  gb_error error = {0};
  gb_mesh *mesh;
  assert_int_equal(gb_mesh_builder_finish(builder, true, &mesh, &error), GB_OK);
  assert_int_equal(mesh->elements, elements);
  assert_int_equal(gb_mesh_check(mesh, sizeof warnings, warnings, &error), GB_OK);
  assert_string_equal(warnings, "");
  gb_mesh_destroy(&mesh);
  gb_mesh_builder_destroy(&builder);
}

/// Numbers fall, so that everything must be sorted.
static void a_million_elements_pass(void **state) {
  enum { SIDE = 1000 };
  gb_error error = {0};
  gb_mesh_builder *builder;
  (void)state;
  assert_int_equal(gb_mesh_builder_create("grid", nowhere, NULL, &builder, &error), GB_OK);
  for (int64_t j = SIDE; j >= 0; --j)
    for (int64_t i = SIDE; i >= 0; --i) add_node(builder, 2 * (j * (SIDE + 1) + i), i, j);
  for (int64_t j = SIDE; j-- > 0;)
    for (int64_t i = SIDE; i-- > 0;) {
      int64_t n = 2 * (j * (SIDE + 1) + i), up = 2 * (SIDE + 1);
      add_element(builder, j * SIDE + i, GB_QUAD4, (int64_t[]){n, n + 2, n + up + 2, n + up});
    }
  assert_sound(builder, SIDE * SIDE);
}

/// All elements meet at node 0, which a search among neighbours would make quadratic.
static void a_fan_passes(void **state) {
  enum { BLADES = 200000 };
  gb_error error = {0};
  gb_mesh_builder *builder;
  (void)state;
  assert_int_equal(gb_mesh_builder_create("fan", nowhere, NULL, &builder, &error), GB_OK);
  add_node(builder, 0, 0, 0);
  for (int64_t i = 1; i <= BLADES; ++i) {
    double angle = 6.283185307179586 * (double)i / BLADES;
    add_node(builder, i, cos(angle), sin(angle));
    add_element(builder, i, GB_TRIANGLE3, (int64_t[]){0, i, i % BLADES + 1});
  }
  assert_sound(builder, BLADES);
}

int main(int argc, char *argv[]) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sound_meshes_pass),
      cmocka_unit_test(degenerate_elements_are_found),
      cmocka_unit_test(inverted_elements_are_found),
      cmocka_unit_test(middle_nodes_at_ends_are_found),
      cmocka_unit_test(duplicates_are_found),
      cmocka_unit_test(opposed_normals_are_found),
      cmocka_unit_test(five_numbers_are_shown),
      cmocka_unit_test(nodes_without_an_element_are_told),
      cmocka_unit_test(a_million_elements_pass),
      cmocka_unit_test(a_fan_passes),
  };
  MPI_Init(&argc, &argv);
  const char *patience = getenv("PATIENCE");              // of tests/run, as under valgrind
  alarm(120 * (patience ? (unsigned)atoi(patience) : 1)); // a quadratic loop ends here
  int failed = cmocka_run_group_tests(tests, make_folder, remove_folder);
  MPI_Finalize();
  return failed;
}
