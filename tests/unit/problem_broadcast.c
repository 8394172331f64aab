/// Claims: the bytes of a problem contain no address: a problem that is read again, at other
/// addresses, has the same bytes, and so has one that is made of the bytes, for all examples of
/// cases and decks and for a deck with thicknesses at nodes, axes, weighted links, equations,
/// temperatures, bars, springs and designs, for subcases, and for a case with lists of vectors; and
/// ranks other than 0 get the problem of rank 0.
// ranks: 2 3
#include "problem/problem_broadcast.h"
#include "case/case.h"
#include "mesh_files.h"

#include <glob.h>

/// A problem with what owns it.
typedef struct owned {
  gb_case *description; ///< NULL: the problem is of a deck
  gb_problem *problem;
} owned;

static bool ends_with(const char *path, const char *ending) {
  const size_t length = strlen(path), last = strlen(ending);
  return length >= last && !strcmp(path + length - last, ending);
}

static owned open_problem(const char *path) {
  const gb_changes none = {0};
  const gb_deck_choice choice = {.turn = 1,
                                 .statics = true,
                                 .step = ends_with(path, ".inp"),
                                 .designs = ends_with(path, ".bdf")};
  gb_error error = {0};
  owned own = {0};
  if (ends_with(path, ".yaml")) {
    size_t size;
    unsigned char *text = read_bytes(path, &size);
    text[size] = 0;
    if (gb_case_read(path, (char *)text, size, &none, &own.description, &error) != GB_OK)
      fail_msg("%s", error.message);
    free(text);
    own.problem = own.description->problem;
    return own;
  }
  gb_mesh *mesh = NULL;
  if (gb_mesh_read(path, &choice, &mesh, &own.problem, &error) != GB_OK)
    fail_msg("%s", error.message);
  gb_mesh_destroy(&mesh);
  return own;
}

static void close_problem(owned *own) {
  if (own->description)
    gb_case_destroy(&own->description);
  else
    gb_problem_destroy(&own->problem);
}

/// Compare the bytes of two problems. @return the bytes, which the arena owns
static char *assert_same(const char *path, const gb_problem *one, const gb_problem *other,
                         gb_arena *arena) {
  gb_error error = {0};
  size_t size[2];
  char *bytes[2];
  assert_int_equal(gb_problem_pack(one, arena, &size[0], &bytes[0], &error), GB_OK);
  assert_int_equal(gb_problem_pack(other, arena, &size[1], &bytes[1], &error), GB_OK);
  if (size[0] != size[1] || memcmp(bytes[0], bytes[1], size[0]) != 0) fail_msg("%s", path);
  return bytes[0];
}

/// Read a problem twice and make a third one of its bytes.
static void check(const char *path) {
  GB_SCRATCH(arena);
  gb_error error = {0};
  gb_problem *copy;
  owned one = open_problem(path), again = open_problem(path);
  const char *bytes = assert_same(path, one.problem, again.problem, &arena);
  assert_int_equal(gb_problem_unpack(bytes, &copy, &error), GB_OK);
  assert_same(path, one.problem, copy, &arena);
  gb_problem_destroy(&copy);
  close_problem(&again);
  close_problem(&one);
}

static void examples_have_no_addresses(void **state) {
  static const char *const patterns[] = {"meshes/*.yaml", "meshes/*.bdf", "meshes/*.inp"};
  (void)state;
  for (int k = 0; k < 3; k++) {
    glob_t found;
    assert_int_equal(glob(patterns[k], 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) check(found.gl_pathv[i]);
    globfree(&found);
  }
}

static const char deck[] =
    "SPC = 1\nLOAD = 2\nTEMPERATURE = 3\nMPC = 4\nBEGIN BULK\n"
    "MAT1,1,7.+10,,.3,2700.,1.-5,20.\nMAT8,2,1.+11,1.+10,.3,5.+9,5.+9,5.+9,1500.\n"
    "PSHELL,1,1,.01,1,,1\nPCOMP,2\n,2,.001,0.,YES,2,.002,45.,YES\n"
    "GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nGRID,3,,2.,0.,0.\nGRID,4,,0.,1.,0.\nGRID,5,,1.,1.,0.\n"
    "GRID,6,,2.,1.,0.\nGRID,7,,1.,.5,1.\nGRID,8,,1.,.5,2.\nGRID,9,,3.,0.,0.\n"
    "CQUAD4,1,1,1,2,5,4\n,,,.01,.02,.02,.01\nCQUAD4,2,2,2,3,6,5,30.\n"
    "PBAR,3,1,1.-4,1.-8,1.-8,2.-8\nCBAR,3,3,7,8,1.,0.,0.\nCBAR,4,3,3,9,0.,0.,1.\n"
    "RBE3,5,,7,123456,1.,123,1,2\n,2.,123,4,5\n"
    "MPC,4,6,3,1.,3,3,-1.\nCELAS2,7,1.+5,8,1\nCONM2,8,8,,2.5\n"
    "SPC1,1,123456,1,4\nSPCD,2,9,3,.001\nSPC1,1,3,9\nFORCE,2,8,,1.,1.,0.,0.\nGRAV,2,,9.81,0.,0.,-1."
    "\n"
    "PLOAD2,2,5.,1\nTEMP,3,1,30.,2,40.\nTEMPD,3,20.\n"
    "PSHELL,4,1,.02,1\nCTRIA3,5,4,3,9,6\nDESVAR,1,T,.02,.001,.1\n"
    "DVPREL1,1,PSHELL,4,T,,,,\n,1,1.\nENDDATA\n";

static void decks_have_no_addresses(void **state) {
  (void)state;
  check(write_text("all.bdf", deck));
  check(write_text("two.bdf", "CEND\nSUBCASE 1\nSPC = 1\nLOAD = 2\nSUBCASE 2\nSPC = 1\nLOAD = 2\n"
                              "BEGIN BULK\nGRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nMAT1,1,7.+10,,.3\n"
                              "PBAR,3,1,1.-4,1.-8,1.-8,2.-8\nCBAR,3,3,1,2,0.,1.,0.\n"
                              "SPC1,1,123456,1\nFORCE,2,2,,1.,1.,0.,0.\nENDDATA\n"));
}

static void cases_have_no_addresses(void **state) {
  static const char text[] =
      "gimbal: 1\n"
      "mesh: plate.msh\n"
      "ignore: [others]\n"
      "materials: {steel: {young: 210e9, poisson: 0.3, density: 7850, expansion: 1e-5}}\n"
      "shells: [{group: plate, material: steel, thickness: 5e-3}]\n"
      "groups: [{name: some, nodes: [1, 2]}, {name: others, elements: [1, 2]}]\n"
      "supports: [{name: held, group: root, displacements: [[0, 0, 1], [0, 0, 2]]}]\n"
      "initial: [{name: start, group: some, velocities: [[0, 0, 1], [0, 0, 2]]}]\n"
      "temperatures: [{group: plate, value: t, field: x}, "
      "{group: others, value: 1, values: [1, 2, 3]}]\n"
      "masses: [{name: point, at: [0, 0, 1], mass: 1}]\n"
      "bodies: [{name: lump, surface: skin, density: 1}]\n"
      "contacts: [{surface: plane, on: ground, axis: [0, 0, 1], at: [0, 0, -1], body: lump, "
      "points: [[0, 0, 0], [0, 0, 1]], ball: 0.1, stiffness: 1e3}]\n"
      "joints: [{type: revolute, between: [ground, lump], at: [0, 0, 0], axis: [0, 0, 1], "
      "angle: t}]\n"
      "equations: [{terms: [{group: some, ux: 1}, {mass: point, ux: -1}]}]\n"
      "design: [{name: S, shape: {table: shape.txt}, lower: -1, upper: 1}]\n"
      "time: {scheme: galpha, step: 1, steps: 1}\n";
  (void)state;
  write_text("shape.txt", "1 0 0 1\n2 0 0 2\n");
  check(write_text("all.yaml", text));
}

static void every_rank_gets_the_problem(void **state) {
  const char *path = "meshes/hanging-panel.bdf";
  gb_error error = {0};
  int rank;
  GB_SCRATCH(arena);
  (void)state;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  owned own = open_problem(path);
  gb_problem *problem = rank == 0 ? own.problem : NULL;
  assert_int_equal(gb_problem_broadcast(MPI_COMM_WORLD, &problem, &error), GB_OK);
  assert_same(path, own.problem, problem, &arena);
  assert_true((problem == own.problem) == (rank == 0));
  if (rank > 0) gb_problem_destroy(&problem);
  close_problem(&own);
}

int main(int count, char *argument[]) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples_have_no_addresses), cmocka_unit_test(decks_have_no_addresses),
      cmocka_unit_test(cases_have_no_addresses), cmocka_unit_test(every_rank_gets_the_problem)};
  MPI_Init(&count, &argument);
  const int failed = cmocka_run_group_tests(tests, make_folder, remove_folder);
  MPI_Finalize();
  return failed;
}
