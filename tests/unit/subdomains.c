/// Claims: a model that ranks other than 0 build of subdomains has the same nodes, unknowns,
/// elements, designs, starts, probes, quantities and checks, bit for bit, as one that they build of
/// the whole mesh, for examples with folds, beams, solids, decks, temperatures, contacts, given
/// motions and probes, without a mesh, with designs by element, of fields, filters and shapes, for
/// coordinates of nodes, a corner that moves, a free beam along points, and a chain of links and
/// joints; rank 0 alone has the mesh; and of bodies that surfaces of the mesh enclose, only the
/// rank of a body has the arrays of its shape.
// ranks: 2 3 4
#include "chain_of_plates.h"
#include "model/groups/subdomain.h"
#include "model/model.h"
#include "session/session.h"

#include <math.h>
#include <stdlib.h>

static void same(const char *what, size_t bytes, const void *a, const void *b) {
  if (bytes > 0 && (!a || !b || memcmp(a, b, bytes) != 0)) fail_msg("other %s", what);
}

#define SAME(member) assert_int_equal(one->member, other->member)
#define ALIKE(member, count)                                                                       \
  same(#member, (size_t)(count) * sizeof *one->member, one->member, other->member)

static void compare_nodes(const gb_node_set *one, const gb_node_set *other) {
  SAME(count), SAME(owned), SAME(in_results), SAME(total);
  ALIKE(fields, one->count);
  ALIKE(first, one->count + 1);
  ALIKE(reference, one->first[one->count]);
  ALIKE(id, one->count);
  ALIKE(index, one->count);
  ALIKE(tied, one->count);
}

static void compare_dofs(const gb_dof_map *one, const gb_dof_map *other, size_t values) {
  SAME(unknowns), SAME(owned), SAME(owned_multipliers), SAME(first), SAME(total);
  SAME(total_multipliers), SAME(T.varies), SAME(T.follows), SAME(T.slopes), SAME(given.count);
  ALIKE(order, one->owned);
  ALIKE(ghost, one->unknowns - one->owned);
  ALIKE(T.start, values + 1);
  ALIKE(T.unknown, one->T.start[values]);
  ALIKE(T.factor, one->T.start[values]);
  SAME(neighbours.list.count), SAME(neighbours.sent);
  ALIKE(neighbours.list.entry, one->neighbours.list.count);
  ALIKE(neighbours.unknown, one->neighbours.sent);
  for (int i = 0; i < one->T.slopes; i++) {
    SAME(T.slope[i].design), SAME(T.slope[i].row), SAME(T.slope[i].unknown);
  }
  for (int i = 0; i < one->given.count; i++) {
    SAME(given.entry[i].value), SAME(given.entry[i].index), SAME(given.entry[i].position);
    same("given motion", sizeof(gb_motion *), &one->given.entry[i].motion,
         &other->given.entry[i].motion);
    ALIKE(given.entry[i].reference, 1);
  }
}

static void compare_pools(const gb_contact_pool *one, const gb_contact_pool *other) {
  SAME(surfaces), SAME(points), SAME(nodes), SAME(samples);
  ALIKE(node, one->nodes);
  ALIKE(here, one->surfaces);
  if (one->faces) ALIKE(faces, one->surfaces);
}

static void compare_block(const gb_block *one, const gb_block *other) {
  SAME(kind), SAME(nodes), SAME(elements), SAME(shape), SAME(parameters), SAME(entry);
  SAME(varyings.count), SAME(section.total), SAME(section.entry);
  ALIKE(node, one->nodes * one->elements);
  if (one->cell) ALIKE(cell, one->elements);
  ALIKE(parameter, one->parameters);
  if (one->own) ALIKE(own, one->parameters * one->elements);
  ALIKE(value, 1);
  for (int i = 0; i < one->varyings.count; i++) {
    SAME(varyings.entry[i].parameter), SAME(varyings.entry[i].design);
    if (one->varyings.entry[i].element) ALIKE(varyings.entry[i].element, one->elements);
    if (one->varyings.entry[i].slope) ALIKE(varyings.entry[i].slope, one->elements);
  }
  if (one->section.groups) ALIKE(section.groups, one->elements);
  if (one->section.shells && one->section.shells->axis) ALIKE(section.shells->axis, one->elements);
  if (one->joint->entry) ALIKE(joint->entry, one->elements);
  if (one->joint->pool) compare_pools(one->joint->pool, other->joint->pool);
}

static void compare_blocks(const gb_block_set *one, const gb_block_set *other) {
  SAME(count), SAME(total_shells), SAME(total_cells), SAME(least_cells), SAME(most_cells);
  SAME(damped), SAME(plies), SAME(fails), SAME(coupled);
  assert_ptr_equal(one->index, other->index);
  for (int i = 0; i < one->count; i++) compare_block(&one->block[i], &other->block[i]);
  ALIKE(cell_id, gb_block_set_cells(one));
  ALIKE(cell_property, gb_block_set_cells(one));
}

static void compare_designs(const gb_design_set *one, const gb_design_set *other) {
  SAME(count), SAME(width), SAME(numbers);
  ALIKE(value, one->width);
  ALIKE(built, one->width);
  for (int i = 0; i < one->count; i++)
    assert_string_equal(one->design[i].name, other->design[i].name);
  double *along = test_calloc((size_t)one->width + 1, sizeof *along);
  double *copy = test_calloc((size_t)one->width + 1, sizeof *along);
  gb_error error;
  for (int i = 0; i < one->count; i++) along[i] = copy[i] = one->value[i];
  assert_int_equal(gb_design_set_extend(one, MPI_COMM_WORLD, along, &error), GB_OK);
  assert_int_equal(gb_design_set_extend(other, MPI_COMM_WORLD, copy, &error), GB_OK);
  same("values of designs", (size_t)one->width * sizeof *along, along, copy);
  assert_int_equal(gb_design_set_fold(one, MPI_COMM_WORLD, along, &error), GB_OK);
  assert_int_equal(gb_design_set_fold(other, MPI_COMM_WORLD, copy, &error), GB_OK);
  same("gradients", (size_t)one->width * sizeof *along, along, copy);
  test_free(along);
  test_free(copy);
}

static void compare_probes(const gb_probe_set *one, const gb_probe_set *other, int groups) {
  SAME(count);
  for (int i = 0; i < one->count; i++) {
    SAME(probe[i].node), SAME(probe[i].node_id);
    ALIKE(probe[i].position, 3);
  }
  for (int k = 0; k < groups; k++) {
    SAME(group[k].count);
    ALIKE(group[k].node, one->group[k].count);
  }
}

static void compare_quantities(const gb_quantity_set *one, const gb_quantity_set *other) {
  SAME(count), SAME(values), SAME(joints);
  for (int i = 0; i < one->count; i++) {
    SAME(entry[i].kind), SAME(entry[i].id), SAME(entry[i].center), SAME(entry[i].block);
    SAME(entry[i].element), SAME(entry[i].nodes);
    ALIKE(entry[i].node, one->entry[i].nodes);
  }
}

static void compare(const gb_model *one, const gb_model *other) {
  const size_t values = gb_node_values(one->nodes);
  compare_nodes(one->nodes, other->nodes);
  compare_dofs(one->dofs, other->dofs, values);
  compare_blocks(one->blocks, other->blocks);
  compare_designs(one->designs, other->designs);
  compare_probes(one->probes, other->probes, one->problem->measured.count);
  compare_quantities(one->quantities, other->quantities);
  SAME(initial->slopes), SAME(origins->count), SAME(origins->first_id);
  ALIKE(initial->value, values);
  ALIKE(checks, 1);
  SAME(contact_nodes->count);
  if (one->contact_nodes->index) ALIKE(contact_nodes->index, one->nodes->count);
  if (one->relief) ALIKE(relief, 1);
}

/// Open a case, whose model ranks other than 0 build of subdomains, build the model of the whole
/// mesh too, and compare them.
static void check(const gb_session_request *request) {
  gb_session *session;
  gb_error error = {0};
  gb_model *whole;
  const gb_mesh none = {.file = "no mesh", .start = (int32_t[]){0}};
  int rank, any;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (gb_session_open(MPI_COMM_WORLD, request, &session, &error) != GB_OK)
    fail_msg("%s: %s", request->file, error.message);
  const gb_problem *problem = session->description->problem;
  any = session->mesh.kept != NULL;
  assert_true(rank == 0 || !any);
  MPI_Bcast(&any, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (any && gb_mesh_broadcast(MPI_COMM_WORLD, 0, &session->mesh.kept, &error) != GB_OK)
    fail_msg("%s: %s", request->file, error.message);
  if (gb_model_create(MPI_COMM_WORLD, any ? session->mesh.kept : &none, problem,
                      &(gb_march_times){0}, &whole, &error) != GB_OK)
    fail_msg("%s: %s", request->file, error.message);
  compare(whole, session->model);
  gb_model_destroy(&whole);
  gb_session_close(&session);
}

static void examples_are_the_same(void **state) {
  static const char *const files[] = {
      "balanced-flap",  "bimetal-strip",   "bladed-disc", "box-beam",      "bracket",
      "cambered-panel", "crane-jib",       "drop",        "flapping-wing", "flush-skin",
      "free-plate",     "heated-panel",    "latch",       "linkage",       "lug",
      "marble-run",     "mbb-beam",        "rotor-blade", "rubber-mount",  "shear-web",
      "shell-box",      "stiffened-panel", "tip-path",    "wing-box"};
  (void)state;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char path[100];
    snprintf(path, sizeof path, "meshes/%s.yaml", files[i]);
    check(&(gb_session_request){.file = path, .keeps_mesh = true, .shell = true});
  }
}

static void mast_is_the_same(void **state) {
  static const char text[] =
      "gimbal: 1\n"
      "mesh: meshes/plate.geo\n"
      "materials: {steel: {young: 210e9, poisson: 0.3, density: 7850}}\n"
      "sections: {tube: {type: tube, material: steel, radius: 0.02, thickness: 2e-3}}\n"
      "shells: [{group: plate, material: steel, thickness: 5e-3}]\n"
      "bodies: [{name: foot, at: [1, 0.3, 0], mass: 1, inertia: [1, 1, 1, 0, 0, 0]}]\n"
      "links: [{body: foot, group: tip}]\n"
      "beams: [{name: mast, points: [[1, 0.3, 0], [1, 0.3, 1]], elements: 3, section: tube, "
      "orientation: [0, 1, 0], ends: [foot, ~]}]\n"
      "supports: [{body: foot, fix: all, inertia_relief: true}]\n"
      "loads: [{type: force, body: mast.end, at: [1, 0.3, 1], value: [1, 0, 0]}]\n"
      "time: {scheme: linear, step: 1, steps: 1}\n";
  (void)state;
  check(&(gb_session_request){.file = "mast.yaml", .text = text, .keeps_mesh = true});
}

static void coordinates_are_the_same(void **state) {
  static const char text[] =
      "gimbal: 1\n"
      "mesh: meshes/plate.geo\n"
      "materials: {steel: {young: 210e9, poisson: 0.3, density: 7850}}\n"
      "shells: [{group: plate, material: steel, thickness: 5e-3}]\n"
      "supports: [{group: root, fix: all}]\n"
      "loads: [{type: pressure, group: plate, value: 1}]\n"
      "design: [{name: X, coordinates: tip}, "
      "{name: S, shape: {group: plate, vector: [0, 0, x*y]}, lower: -1, upper: 1}]\n"
      "functions: [{name: c, type: compliance}]\n"
      "time: {scheme: linear, step: 1, steps: 1}\n";
  (void)state;
  check(&(gb_session_request){.file = "plate.yaml", .text = text, .keeps_mesh = true});
}

/// Move a corner of a box, which has folds.
static void corner_is_the_same(void **state) {
  static const char text[] =
      "gimbal: 1\n"
      "mesh: meshes/shell-box.geo\n"
      "materials: {steel: {young: 210e9, poisson: 0.3, density: 7850}}\n"
      "shells: [{group: walls, material: steel, thickness: 5e-3}]\n"
      "supports: [{group: pin, fix: all}]\n"
      "loads: [{type: pressure, group: walls, value: 1}]\n"
      "design: [{name: corner, shape: {group: far, vector: [1, 1, 1]}, lower: -1, upper: 1}]\n"
      "functions: [{name: c, type: compliance}]\n"
      "time: {scheme: linear, step: 1, steps: 1}\n";
  (void)state;
  check(&(gb_session_request){.file = "box.yaml", .text = text, .keeps_mesh = true});
}

/// Whether this rank has a body of the model.
static bool has_body(const gb_model *model, int body) {
  bool found = false;
  for (int i = 0; i < model->blocks->count; i++) {
    const gb_block *block = &model->blocks->block[i];
    for (int32_t e = 0; block->kind == GB_ELEMENT_RIGID_BODY && e < block->elements; e++)
      found = found || gb_block_entry(block, e) == body;
  }
  return found;
}

/// Check the shape of a body, a cube of side 0.5. @param here whether this rank has the body
static void check_cube(const gb_shape_of_body *cube, bool here) {
  assert_int_equal(cube->point != NULL, here);
  for (int32_t k = 0; cube->point && k < cube->points; k++)
    for (int i = 0; i < 3; i++) assert_true(fabs(cube->point[k][i]) < 0.25 + 1e-12);
  for (int32_t k = 0; cube->point && k < cube->values; k++)
    assert_in_range(cube->node[k], 0, cube->points - 1);
  for (int32_t k = 0; cube->point && k < cube->cells; k++)
    assert_int_equal(cube->cell[k], GB_QUAD4);
  int32_t least[] = {cube->points, cube->cells, cube->values};
  MPI_Allreduce(MPI_IN_PLACE, least, 3, MPI_INT32_T, MPI_MIN, MPI_COMM_WORLD);
  assert_int_equal(least[0], cube->points);
  assert_int_equal(least[1], cube->cells);
  assert_int_equal(least[2], cube->values);
}

static void bodies_are_the_same(void **state) {
  static const char text[] =
      "gimbal: 1\n"
      "mesh: meshes/shell-box.geo\n"
      "bodies: [{name: one, surface: walls, density: 1}, {name: two, surface: walls, density: 2}]\n"
      "time: {scheme: galpha, step: 1e-3, steps: 1}\n";
  const gb_session_request request = {.file = "cubes.yaml", .text = text, .keeps_mesh = true};
  gb_session *session;
  gb_error error = {0};
  (void)state;
  check(&request);
  assert_int_equal(gb_session_open(MPI_COMM_WORLD, &request, &session, &error), GB_OK);
  for (int i = 0; i < 2; i++) {
    check_cube(&session->shapes[i], has_body(session->model, i));
    assert_true(fabs(session->description->problem->bodies.entry[i].mass - (1 + i) * 0.125) <
                1e-12);
  }
  gb_session_close(&session);
}

static void chain_is_the_same(void **state) {
  char text[TEXT], mesh[] = "/tmp/gimbal-test-XXXXXX.msh";
  int rank;
  (void)state;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) write_mesh(mkstemps(mesh, 4));
  MPI_Bcast(mesh, sizeof mesh, MPI_CHAR, 0, MPI_COMM_WORLD);
  write_case(mesh, text);
  check(&(gb_session_request){.file = "chain.yaml", .text = text, .keeps_mesh = true});
  if (rank == 0) assert_int_equal(remove(mesh), 0);
}

int main(int count, char *argument[]) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples_are_the_same),    cmocka_unit_test(mast_is_the_same),
      cmocka_unit_test(coordinates_are_the_same), cmocka_unit_test(corner_is_the_same),
      cmocka_unit_test(bodies_are_the_same),      cmocka_unit_test(chain_is_the_same)};
  MPI_Init(&count, &argument);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
