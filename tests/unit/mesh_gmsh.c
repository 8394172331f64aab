/// Claims: one geometry gives one mesh through formats 2.2 and 4.1, as text and binary in either
/// byte order, and through the .geo reader; groups hold what the geometry says; broken files give a
/// message, never a crash.
// ranks: 1
#include "mesh_files.h"

#include <sys/stat.h>

static void mesh_by_gmsh(const char *geometry, const char *options, const char *mesh) {
  char command[400];
  snprintf(command, sizeof command, "gmsh -2 %s %s -o %s </dev/null >/dev/null 2>&1", geometry,
           options, mesh);
  assert_int_equal(system(command), 0);
}

static void assert_formats_agree(const char *geometry) {
  static const char *const options[] = {"-format msh22", "-format msh22 -bin",
                                        "-format msh41 -bin"};
  const char *path = in_folder("agree.msh");
  mesh_by_gmsh(geometry, "-format msh41", path);
  gb_mesh *first = read_mesh(path, NULL);
  for (int i = 0; i < 4; ++i) {
    if (i < 3) mesh_by_gmsh(geometry, options[i], path);
    gb_mesh *other = read_mesh(i < 3 ? path : geometry, NULL);
    assert_same_mesh(first, other);
    gb_mesh_destroy(&other);
  }
  gb_mesh_destroy(&first);
}

static void formats_agree_on_a_plate(void **state) {
  (void)state;
  assert_formats_agree("meshes/plate.geo");
}

static void formats_agree_on_overlapping_groups(void **state) {
  (void)state;
  assert_formats_agree("tests/data/patches.geo");
}

static void formats_agree_on_second_order(void **state) {
  (void)state;
  assert_formats_agree("tests/data/curved.geo");
}

/// The normal's z times twice the area of a surface's corner triangle.
static double turn(const gb_mesh *mesh, int32_t e) {
  const int32_t *n = mesh->node + mesh->start[e];
  const double *a = mesh->position[n[0]], *b = mesh->position[n[1]], *c = mesh->position[n[2]];
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static void groups_hold_what_the_geometry_says(void **state) {
  (void)state;
  gb_mesh *mesh = read_mesh("tests/data/patches.geo", NULL);
  const gb_group *both = gb_mesh_group(mesh, "all but below", -1),
                 *left = gb_mesh_group(mesh, "left", 2), *named = gb_mesh_group(mesh, "70", -1),
                 *below = gb_mesh_group(mesh, "below", -1), *seam = gb_mesh_group(mesh, "seam", 1),
                 *corner = gb_mesh_group(mesh, "corner", -1);
  assert_true(both && left && named && below && seam && corner);
  assert_int_equal(both->elements, 9 + 18);
  assert_int_equal(both->nodes, 7 * 4);
  assert_int_equal(named->elements, 18);
  assert_int_equal(seam->nodes, 8);
  for (int32_t i = 0; i < left->elements; ++i) {
    assert_true(turn(mesh, left->element[i]) > 0);
    assert_int_equal(mesh->property[left->element[i]], 11);
  }
  for (int32_t i = 0; i < below->elements; ++i) assert_true(turn(mesh, below->element[i]) < 0);
  for (int32_t i = 0; i < seam->nodes; ++i) {
    double x = mesh->position[seam->node[i]][0];
    assert_true(fabs(x - 1) < 1e-9 || fabs(x - 2) < 1e-9);
  }
  assert_int_equal(corner->nodes, 1);
  assert_true(mesh->position[corner->node[0]][0] == 3 && mesh->position[corner->node[0]][1] == 1);
  assert_null(gb_mesh_group(mesh, "left", 1));
  assert_null(gb_mesh_group(mesh, "right", -1));
  gb_mesh_destroy(&mesh);
}

/// Middle nodes of 9-node elements lie on the cylinder, between their corners.
static void node_order_of_second_order_is_known(void **state) {
  static const int between[5][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}};
  (void)state;
  gb_mesh *mesh = read_mesh("tests/data/curved.geo", NULL);
  for (int32_t e = 0; e < mesh->elements; ++e) {
    const int32_t *n = mesh->node + mesh->start[e];
    if (mesh->shape[e] != GB_QUAD9) continue;
    for (int k = 0; k < 5; ++k) {
      const double *a = mesh->position[n[between[k][0]]], *b = mesh->position[n[between[k][1]]];
      double middle[3], radius = 0;
      for (int i = 0; i < 3; ++i) middle[i] = (a[i] + b[i]) / 2;
      for (int i = 0; i < 2; ++i) radius += middle[i] * middle[i];
      for (int i = 0; i < 2; ++i) middle[i] /= sqrt(radius);
      for (int i = 0; i < 3; ++i) assert_true(fabs(mesh->position[n[4 + k]][i] - middle[i]) < 1e-6);
    }
  }
  gb_mesh_destroy(&mesh);
}

static const char square[] = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
                             "$PhysicalNames\n1\n2 5 \"a \"quoted\" name\"\n$EndPhysicalNames\n"
                             "$Entities\n0 0 1 0\n3 0 0 0 1 1 0 1 5 0\n$EndEntities\n"
                             "$Nodes\n1 4 1 4\n2 3 0 4\n1\n2\n3\n4\n"
                             "0 0 0\n1 0 0\n1 1 0\n0 1 0\n$EndNodes\n"
                             "$Elements\n1 1 1 1\n2 3 3 1\n1 1 2 3 4\n$EndElements\n";

/// Bytes of a number in the chosen order.
static void put(FILE *file, const void *number, size_t size, int big_endian) {
  const unsigned char *bytes = number;
  for (size_t i = 0; i < size; ++i) fputc(bytes[big_endian ? size - 1 - i : i], file);
}

static void put_ints(FILE *file, int big_endian, int count, const int32_t *values) {
  for (int i = 0; i < count; ++i) put(file, &values[i], sizeof *values, big_endian);
}

static void put_sizes(FILE *file, int big_endian, int count, const int64_t *values) {
  for (int i = 0; i < count; ++i) put(file, &values[i], sizeof *values, big_endian);
}

static void put_reals(FILE *file, int big_endian, int count, const double *values) {
  for (int i = 0; i < count; ++i) put(file, &values[i], sizeof *values, big_endian);
}

/// The square above, as bytes.
static const char *write_square(const char *name, int big) {
  const char *path = in_folder(name);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  fputs("$MeshFormat\n4.1 1 8\n", file);
  put_ints(file, big, 1, (int32_t[]){1});
  fputs("\n$EndMeshFormat\n$PhysicalNames\n1\n2 5 \"a \"quoted\" name\"\n$EndPhysicalNames\n",
        file);
  fputs("$Entities\n", file);
  put_sizes(file, big, 4, (int64_t[]){0, 0, 1, 0});
  put_ints(file, big, 1, (int32_t[]){3});
  put_reals(file, big, 6, (double[]){0, 0, 0, 1, 1, 0});
  put_sizes(file, big, 1, (int64_t[]){1});
  put_ints(file, big, 1, (int32_t[]){5});
  put_sizes(file, big, 1, (int64_t[]){0});
  fputs("\n$EndEntities\n$Nodes\n", file);
  put_sizes(file, big, 4, (int64_t[]){1, 4, 1, 4});
  put_ints(file, big, 3, (int32_t[]){2, 3, 0});
  put_sizes(file, big, 5, (int64_t[]){4, 1, 2, 3, 4});
  put_reals(file, big, 12, (double[]){0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0});
  fputs("\n$EndNodes\n$Elements\n", file);
  put_sizes(file, big, 4, (int64_t[]){1, 1, 1, 1});
  put_ints(file, big, 3, (int32_t[]){2, 3, 3});
  put_sizes(file, big, 6, (int64_t[]){1, 1, 1, 2, 3, 4});
  fputs("\n$EndElements\n", file);
  fclose(file);
  return path;
}

static void both_byte_orders_are_read(void **state) {
  (void)state;
  gb_mesh *text = read_mesh(write_text("square.msh", square), NULL);
  assert_string_equal(text->group[0].name, "a \"quoted\" name");
  for (int big = 0; big < 2; ++big) {
    gb_mesh *bytes = read_mesh(write_square("square.msh", big), NULL);
    assert_same_mesh(text, bytes);
    gb_mesh_destroy(&bytes);
  }
  gb_mesh_destroy(&text);
}

static void without_physical_groups_surfaces_are_groups(void **state) {
  (void)state;
  gb_mesh *mesh = read_mesh(
      write_text("plain.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n5\n9 0 0 0\n2 1 0 0\n"
                              "3 1 1 0\n4 0 1 0\n5 2 0 0\n$EndNodes\n$Elements\n3\n"
                              "7 3 2 0 31 9 2 3 4\n8 2 2 0 40 2 5 3\n1 1 2 0 12 9 2\n"
                              "$EndElements\n"),
      NULL);
  assert_int_equal(mesh->elements, 3);
  assert_int_equal(mesh->groups, 2);
  assert_string_equal(mesh->group[0].name, "31");
  assert_string_equal(mesh->group[1].name, "40");
  assert_int_equal(mesh->element_id[mesh->group[1].element[0]], 8);
  assert_int_equal(mesh->node_id[mesh->nodes - 1], 9);
  gb_mesh_destroy(&mesh);
}

#define HEAD2        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define HEAD4        "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
#define NODES2       "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$EndNodes\n"
#define ELEMENTS2(x) "$Elements\n1\n" x "\n$EndElements\n"
#define NODES4       "$Nodes\n1 3 1 3\n2 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n0 1 0\n$EndNodes\n"

static const struct {
  const char *text, *part;
} broken[] = {
    {"", "empty"},
    {"\n\n  \n", "empty"},
    {"solid ascii stl\n", ":1: a section as $Nodes is expected"},
    {"\x7f"
     "ELF\x02\x01\x01",
     "is this a gmsh file"},
    {NODES2, "$MeshFormat is expected first"},
    {"$MeshFormat\n4 0 8\n$EndMeshFormat\n", "version 4"},
    {"$MeshFormat\n1 0 8\n$EndMeshFormat\n", "convert with gmsh"},
    {"$MeshFormat\n4.1 0 4\n$EndMeshFormat\n", "data size 4"},
    {"$MeshFormat\n4.1 1 8\nabcd\n$EndMeshFormat\n", "byte order"},
    {"$MeshFormat\nx 0 8\n$EndMeshFormat\n", "'x' was found"},
    {"$MeshFormat\n4.1 0 8\n", "truncated"},
    {HEAD2, "no $Nodes"},
    {HEAD2 NODES2, "no $Elements"},
    {HEAD2 ELEMENTS2("1 3 2 1 1 1 2 3 4"), "no $Nodes"},
    {HEAD2 "$Nodes\n4\n1 0 0 0\n2 1 0 0\n", "rest of the file"},
    {HEAD2 "$Nodes\n3\n1 0 0 0\n2 1.00 0.00 0\n3 1 1",
     "the file ends where a coordinate is expected"},
    {HEAD2 "$Nodes\n999999999999\n$EndNodes\n", "cannot hold that"},
    {HEAD2 "$Nodes\n-1\n$EndNodes\n", "-1"},
    {HEAD2 "$Nodes\n2\n1 0 0 zero\n2 0 0 1\n$EndNodes\n", ":6: a coordinate is expected, 'zero'"},
    {HEAD2 "$Nodes\n2\n1 0 0 nan\n2 0 0 1\n$EndNodes\n", "'nan'"},
    {HEAD2 "$Nodes\n2\n1 0 0 1e999\n2 0 0 1\n$EndNodes\n", "'1e999'"},
    {HEAD2 "$Nodes\n1\n1 0 0 0\n2 1 0 0\n$EndNodes\n", ":7: $EndNodes is expected"},
    {HEAD2 "$Nodes\n2\n7 0 0 0\n7 1 0 0\n$EndNodes\n" ELEMENTS2("1 1 2 1 1 7 7"),
     ":7: node 7 is defined twice"},
    {HEAD2 NODES2 ELEMENTS2("1 3 2 1 1 1 2 3 5"), ":13: element 1 names node 5"},
    {HEAD2 NODES2 "$Elements\n2\n1 1 2 1 1 1 2\n1 1 2 1 1 2 3\n$EndElements\n",
     ":14: element 1 is defined twice"},
    {HEAD2 NODES2 ELEMENTS2("6 13 2 1 1 1 2 3 4"), "element 6 is a 18-node prism"},
    {HEAD2 NODES2 ELEMENTS2("6 21 2 1 1 1 2 3 4 1 2 3 4 1 2"), "10-node triangle"},
    {HEAD2 NODES2 ELEMENTS2("6 777 2 1 1 1 2 3 4"), "type 777"},
    {HEAD2 NODES2 ELEMENTS2("1 3 99999999 1 1 1 2 3 4"), "number of tags is 99999999"},
    {HEAD2 NODES2 ELEMENTS2("1 3 2 99999999999 1 1 2 3 4"), "more than 32 bits"},
    {HEAD2 NODES2 "$Elements\n0\n$EndElements\n", "no elements"},
    {HEAD2 "$Nodes\n0\n$EndNodes\n" ELEMENTS2("1 15 2 1 1 1"), "no nodes"},
    {HEAD2 NODES2 ELEMENTS2("1 3 2 1 1 1 2 3 4") "$NodeData\n1\n", "no $EndNodeData"},
    {HEAD2 "$PhysicalNames\n1\n2 1 plate\n$EndPhysicalNames\n", "no name in quotes"},
    {HEAD2 "$PhysicalNames\n2\n2 1 \"a\"\n2 2 \"a\"\n$EndPhysicalNames\n" NODES2
           "$Elements\n2\n1 2 2 1 1 1 2 3\n2 2 2 2 1 1 3 4\n$EndElements\n",
     "groups 1 and 2 are both named 'a'"},
    {HEAD4 "$Nodes\n1 3 1 3\n2 1 0 4\n1\n2\n3\n0 0 0\n1 0 0\n0 1 0\n$EndNodes\n",
     "at most 3 nodes"},
    {HEAD4 "$Nodes\n1 4 1 3\n2 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n0 1 0\n$EndNodes\n",
     "1 nodes fewer than announced"},
    {HEAD4 "$Nodes\n99999999 3 1 3\n", "the number of blocks is 99999999"},
    {HEAD4 NODES4 "$Elements\n1 1 1 1\n2 1 4 1\n8 1 2 3 1\n$EndElements\n",
     "a 4-node tetrahedron in a block of dimension 2"},
    {HEAD4 NODES4 "$Elements\n1 1 1 1\n1 1 2 1\n8 1 2 3\n$EndElements\n",
     "3-node triangle in a block of dimension 1"},
    {HEAD4 NODES4 "$Elements\n1 1 1 1\n2 1 2 2\n8 1 2 3\n9 1 2 3\n$EndElements\n",
     "where 1 are left"},
    {HEAD4 "$PartitionedEntities\n", "partitioned"},
    {HEAD4 "$Entities\n0 0 1 0\n3 0 0 0 1 1 0 2 5 -6 0\n$EndEntities\n", "opposite orientation"},
};

static void broken_files_are_refused(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof broken / sizeof *broken; ++i)
    assert_refused(write_text("broken.msh", broken[i].text), GB_MODEL, broken[i].part);
}

/// An entity in very many groups, each of whose elements would be a member of all.
static void groups_of_an_entity_are_bounded(void **state) {
  enum { GROUPS = 1001 };
  char text[20000], *end = text;
  (void)state;
  end += sprintf(end,
                 "\xEF\xBB\xBF$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 1 0\n"
                 "1 0 0 0 1 1 0 %d",
                 GROUPS);
  for (int i = 1; i <= GROUPS; ++i) end += sprintf(end, " %d", i);
  sprintf(end, " 0\n$EndEntities\n");
  assert_refused(write_text("groups.msh", text), GB_MODEL,
                 "groups.msh:6: entity 1 is in 1001 physical groups; read are 1000");
}

static void what_is_no_file_is_refused(void **state) {
  (void)state;
  assert_refused(in_folder("missing.msh"), GB_FILE, "cannot be opened");
  assert_refused(in_folder("missing.geo"), GB_FILE, "cannot be opened");
  assert_refused(write_text("mesh.stl", "solid"), GB_USAGE, ".msh (gmsh)");
  assert_refused(folder, GB_USAGE, "no known extension");
  char directory[150];
  snprintf(directory, sizeof directory, "mkdir %s/d.msh %s/d.geo %s/d.bdf", folder, folder, folder);
  assert_int_equal(system(directory), 0);
  assert_refused(in_folder("d.msh"), GB_FILE, "is a folder");
  assert_refused(in_folder("d.geo"), GB_FILE, "is a folder");
  assert_refused(in_folder("d.bdf"), GB_FILE, "is a folder");
  static const char *const pipes[] = {"p.msh", "p.geo", "p.bdf"};
  for (int i = 0; i < 3; ++i) { // that nobody writes: opening one waits for ever
    assert_int_equal(mkfifo(in_folder(pipes[i]), 0600), 0);
    assert_refused(in_folder(pipes[i]), GB_FILE, "is a device or a pipe");
  }
  write_text("pipe.bdf", "$\nINCLUDE 'p.bdf'\n");
  assert_refused(in_folder("pipe.bdf"), GB_FILE, "pipe.bdf:2: INCLUDE");
  assert_int_equal(symlink("/dev/zero", in_folder("zero.msh")), 0);
  assert_refused(in_folder("zero.msh"), GB_FILE, "is a device or a pipe");
}

static void gmsh_failing_or_missing_is_told(void **state) {
  (void)state;
  assert_int_equal(setenv("TMPDIR", folder, 1), 0);
  assert_refused(write_text("bad.geo", "Point(1) = {0, 0, ;\n"), GB_MODEL, "syntax error");
  assert_refused(write_text("none.geo", "x = 1;\n"), GB_MODEL, "none.geo");
  char *path = strdup(getenv("PATH"));
  assert_int_equal(setenv("PATH", folder, 1), 0);
  assert_refused("meshes/plate.geo", GB_FILE, "gmsh, which meshes .geo files, is not on the PATH");
  assert_int_equal(setenv("PATH", path, 1), 0);
  free(path);
  assert_int_equal(setenv("TMPDIR", in_folder("missing"), 1), 0);
  assert_refused("meshes/plate.geo", GB_FILE, "no temporary folder");
  assert_int_equal(unsetenv("TMPDIR"), 0);
  char command[100];
  snprintf(command, sizeof command, "ls -d %s/gimbal-* >/dev/null 2>&1", folder);
  assert_int_not_equal(system(command), 0); // nothing is left behind
}

static void damaged_files_are_survived(void **state) {
  static const char *const options[] = {"-format msh22", "-format msh22 -bin", "-format msh41",
                                        "-format msh41 -bin"};
  (void)state;
  for (int i = 0; i < 4; ++i) {
    mesh_by_gmsh("tests/data/patches.geo", options[i], in_folder("whole.msh"));
    survive_damage(in_folder("whole.msh"), "damaged.msh", 23);
  }
}

int main(int argc, char *argv[]) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(formats_agree_on_a_plate),
      cmocka_unit_test(formats_agree_on_overlapping_groups),
      cmocka_unit_test(formats_agree_on_second_order),
      cmocka_unit_test(groups_hold_what_the_geometry_says),
      cmocka_unit_test(node_order_of_second_order_is_known),
      cmocka_unit_test(both_byte_orders_are_read),
      cmocka_unit_test(without_physical_groups_surfaces_are_groups),
      cmocka_unit_test(broken_files_are_refused),
      cmocka_unit_test(groups_of_an_entity_are_bounded),
      cmocka_unit_test(what_is_no_file_is_refused),
      cmocka_unit_test(gmsh_failing_or_missing_is_told),
      cmocka_unit_test(damaged_files_are_survived),
  };
  MPI_Init(&argc, &argv);
  int failed = cmocka_run_group_tests(tests, make_folder, remove_folder);
  MPI_Finalize();
  return failed;
}
