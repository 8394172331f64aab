/// Claim: a deck completed by another takes what it lacks, keeps what it has, and each expression
/// is freed once (run under valgrind to see that).
// ranks: 1
#include "model/deck.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static gb_error error;

static gb_deck *new_deck(void) {
  gb_deck *deck;
  assert_int_equal(gb_deck_create(&deck, &error), GB_OK);
  return deck;
}

static void add_material(gb_deck *deck, const char *name, double young) {
  gb_material *material;
  assert_int_equal(GB_DECK_APPEND(deck, material, materials, &material, &error), GB_OK);
  assert_true(material->young == 0 && !material->name);
  *material = (gb_material){.name = name, .young = young};
}

static void add_shell(gb_deck *deck, const char *group, double thickness) {
  gb_shell_section *shell;
  assert_int_equal(GB_DECK_APPEND(deck, shell, shells, &shell, &error), GB_OK);
  *shell = (gb_shell_section){.group = group, .thickness = thickness};
}

static void add_load(gb_deck *deck, double value) {
  gb_load *load;
  assert_int_equal(GB_DECK_APPEND(deck, load, loads, &load, &error), GB_OK);
  assert_int_equal(gb_expression_constant(value, &load->value[0], &error), GB_OK);
}

static void arrays_grow_and_keep_their_entries(void **state) {
  (void)state;
  gb_deck *deck = new_deck();
  for (int i = 0; i < 1000; i++) add_material(deck, "m", i);
  assert_int_equal(deck->materials, 1000);
  for (int i = 0; i < 1000; i++) assert_true(deck->material[i].young == i);
  gb_deck_destroy(&deck);
  assert_null(deck);
  gb_deck_destroy(&deck);
}

static void lacking_parts_are_taken(void **state) {
  (void)state;
  gb_deck *deck = new_deck(), *from = new_deck();
  add_material(deck, "steel", 1);
  add_shell(deck, "skin", 1);
  add_material(from, "steel", 2);
  add_material(from, "titanium", 3);
  add_shell(from, "skin", 2);
  add_shell(from, "rib", 3);
  add_load(from, 5);
  add_load(from, 6);
  for (int i = 0; i < 3; i++)
    assert_int_equal(gb_expression_constant(i, &from->gravity[i], &error), GB_OK);
  gb_support *support;
  assert_int_equal(GB_DECK_APPEND(from, support, supports, &support, &error), GB_OK);
  support->fix = GB_FIX_ALL;

  assert_int_equal(gb_deck_complete(deck, from, &error), GB_OK);
  assert_int_equal(deck->materials, 2);
  assert_true(deck->material[0].young == 1 && deck->material[1].young == 3);
  assert_int_equal(deck->shells, 2);
  assert_true(deck->shell[0].thickness == 1 && deck->shell[1].thickness == 3);
  assert_int_equal(deck->loads, 2);
  assert_true(gb_expression_real(deck->load[1].value[0], NULL) == 6);
  assert_true(gb_expression_real(deck->gravity[2], NULL) == 2);
  assert_int_equal(deck->supports, 1);
  assert_int_equal(deck->support[0].fix, GB_FIX_ALL);
  gb_deck_destroy(&deck);
  assert_true(gb_expression_real(from->load[0].value[0], NULL) == 5);
  gb_deck_destroy(&from);
}

static void own_parts_stay(void **state) {
  (void)state;
  gb_deck *deck = new_deck(), *from = new_deck();
  add_load(deck, 1);
  add_load(from, 5);
  for (int i = 0; i < 3; i++)
    assert_int_equal(gb_expression_constant(9, &deck->gravity[i], &error), GB_OK);
  assert_int_equal(gb_expression_constant(1, &from->gravity[0], &error), GB_OK);
  assert_int_equal(gb_deck_complete(deck, from, &error), GB_OK);
  assert_int_equal(deck->loads, 1);
  assert_true(gb_expression_real(deck->load[0].value[0], NULL) == 1);
  assert_true(gb_expression_real(deck->gravity[0], NULL) == 9);
  gb_deck_destroy(&from);
  gb_deck_destroy(&deck);
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
