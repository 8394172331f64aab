/// Claim: every rank gets the root's mesh, whichever rank is the root.
// ranks: 1 2 3
#include "mesh_files.h"

static void every_rank_gets_the_mesh(void **state) {
  int rank, ranks;
  (void)state;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  gb_mesh *own = read_mesh("meshes/plate-small.bdf", NULL);
  char note[] = "a note";
  own->notes = note;
  for (int root = 0; root < ranks; ++root) {
    gb_error error = {0};
    gb_mesh *mesh = NULL;
    if (rank == root) mesh = read_mesh("meshes/plate-small.bdf", NULL);
    if (rank == root) mesh->notes = note;
    assert_int_equal(gb_mesh_broadcast(MPI_COMM_WORLD, root, &mesh, &error), GB_OK);
    assert_same_mesh(own, mesh);
    assert_memory_equal(own->element_id, mesh->element_id, (size_t)own->elements * sizeof(int64_t));
    assert_string_equal(mesh->file, own->file);
    assert_string_equal(mesh->notes, "a note");
    gb_mesh_destroy(&mesh);
    assert_null(mesh);
  }
  gb_mesh_destroy(&own);
}

static void groups_are_found_and_listed(void **state) {
  char text[200], shorter[40];
  (void)state;
  gb_mesh *mesh = read_mesh("meshes/plate-small.bdf", NULL);
  assert_ptr_equal(gb_mesh_group(mesh, "skin", -1), &mesh->group[0]);
  assert_ptr_equal(gb_mesh_group(mesh, "7", -1), &mesh->group[0]);
  assert_ptr_equal(gb_mesh_group(mesh, "7", 2), &mesh->group[0]);
  assert_null(gb_mesh_group(mesh, "7", 1));
  assert_null(gb_mesh_group(mesh, "-1", -1));
  assert_null(gb_mesh_group(mesh, "7x", -1));
  gb_mesh_group_names(mesh, sizeof text, text);
  assert_true(!strncmp(text, "skin (surface), SPC 1: 123456 (point), FORCE", 44));
  gb_mesh_group_names(mesh, sizeof shorter, shorter);
  assert_string_equal(shorter, "skin (surface), ...");
  gb_mesh_destroy(&mesh);
}

int main(int argc, char *argv[]) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_rank_gets_the_mesh),
      cmocka_unit_test(groups_are_found_and_listed),
  };
  MPI_Init(&argc, &argv);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
