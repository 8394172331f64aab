/// What the tests of schemes share: a table by the name of its scheme. Include after <cmocka.h>.
#ifndef GB_TESTS_SCHEME_TABLES_H
#define GB_TESTS_SCHEME_TABLES_H

#include "integrators/schemes/table.h"

#include <math.h>

static inline gb_time_settings settings(const char *scheme, double h, int steps) {
  return (gb_time_settings){
      .scheme = scheme, .parameter = {NAN, NAN, NAN}, .step = h, .steps = steps};
}

static inline gb_table *table_of(gb_time_settings time) {
  gb_error error = {0};
  gb_table *table = NULL;
  const int status = gb_table_create(&time, &table, &error);
  if (status != GB_OK) print_error("%s: %s\n", time.scheme, error.message);
  assert_int_equal(status, GB_OK);
  return table;
}

#endif
