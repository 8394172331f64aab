/// Claim: a problem completed by another takes what it lacks, keeps what it has, and each
/// expression is freed once (run under valgrind to see that).
// ranks: 1
#include "problem/problem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static gb_error error;

static gb_problem *new_deck(void) {
  gb_problem *problem;
  assert_int_equal(gb_problem_create(&problem, &error), GB_OK);
  return problem;
}

static void add_material(gb_problem *problem, const char *name, double young) {
  gb_material *material;
  assert_int_equal(GB_PROBLEM_APPEND(problem, materials, &material, &error), GB_OK);
  assert_true(material->young == 0 && !material->name);
  *material = (gb_material){.name = name, .young = young};
}

static void add_shell(gb_problem *problem, const char *group, double thickness) {
  gb_shell_section *shell;
  assert_int_equal(GB_PROBLEM_APPEND(problem, shells, &shell, &error), GB_OK);
  *shell = (gb_shell_section){.group = group, .thickness = thickness};
}

static void add_load(gb_problem *problem, double value) {
  gb_load *load;
  assert_int_equal(GB_PROBLEM_APPEND(problem, loads, &load, &error), GB_OK);
  assert_int_equal(gb_expression_constant(value, problem->arena, &load->value[0], &error), GB_OK);
}

static void arrays_grow_and_keep_their_entries(void **state) {
  (void)state;
  gb_problem *problem = new_deck();
  for (int i = 0; i < 1000; i++) add_material(problem, "m", i);
  assert_int_equal(problem->materials.count, 1000);
  for (int i = 0; i < 1000; i++) assert_true(problem->materials.entry[i].young == i);
  gb_problem_destroy(&problem);
  assert_null(problem);
  gb_problem_destroy(&problem);
}

static void lacking_parts_are_taken(void **state) {
  (void)state;
  gb_problem *problem = new_deck(), *from = new_deck();
  add_material(problem, "steel", 1);
  add_shell(problem, "skin", 1);
  add_material(from, "steel", 2);
  add_material(from, "titanium", 3);
  add_shell(from, "skin", 2);
  add_shell(from, "rib", 3);
  add_load(from, 5);
  add_load(from, 6);
  for (int i = 0; i < 3; i++)
    assert_int_equal(gb_expression_constant(i, from->arena, &from->gravity[i], &error), GB_OK);
  gb_support *support;
  assert_int_equal(GB_PROBLEM_APPEND(from, supports, &support, &error), GB_OK);
  support->fix = GB_FIX_ALL;

  assert_int_equal(gb_problem_complete(problem, from, &(gb_keeping){0}, &error), GB_OK);
  assert_int_equal(problem->materials.count, 2);
  assert_true(problem->materials.entry[0].young == 1 && problem->materials.entry[1].young == 3);
  assert_int_equal(problem->shells.count, 2);
  assert_true(problem->shells.entry[0].thickness == 1 && problem->shells.entry[1].thickness == 3);
  assert_int_equal(problem->loads.count, 2);
  assert_true(gb_expression_real(problem->loads.entry[1].value[0], NULL) == 6);
  assert_true(gb_expression_real(problem->gravity[2], NULL) == 2);
  assert_int_equal(problem->supports.count, 1);
  assert_int_equal(problem->supports.entry[0].fix, GB_FIX_ALL);
  gb_problem_destroy(&problem);
  assert_true(gb_expression_real(from->loads.entry[0].value[0], NULL) == 5);
  gb_problem_destroy(&from);
}

static void own_parts_stay(void **state) {
  (void)state;
  gb_problem *problem = new_deck(), *from = new_deck();
  add_load(problem, 1);
  add_load(from, 5);
  for (int i = 0; i < 3; i++)
    assert_int_equal(gb_expression_constant(9, problem->arena, &problem->gravity[i], &error),
                     GB_OK);
  assert_int_equal(gb_expression_constant(1, from->arena, &from->gravity[0], &error), GB_OK);
  assert_int_equal(gb_problem_complete(problem, from, &(gb_keeping){0}, &error), GB_OK);
  assert_int_equal(problem->loads.count, 1);
  assert_true(gb_expression_real(problem->loads.entry[0].value[0], NULL) == 1);
  assert_true(gb_expression_real(problem->gravity[0], NULL) == 9);
  gb_problem_destroy(&from);
  gb_problem_destroy(&problem);
}

int main(int argc, char *argv[]) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arrays_grow_and_keep_their_entries),
      cmocka_unit_test(lacking_parts_are_taken),
      cmocka_unit_test(own_parts_stay),
  };
  MPI_Init(&argc, &argv);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
