/// Expressions: parsing, value, derivatives and complex value of any text.
#include "fuzz.h"

#include "base/expression/expression.h"

#include <complex.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const variables[] = {"t", "tip.x", "v", NULL};
  gb_error error = {0};
  gb_expression *x = NULL;
  GB_SCRATCH(arena);
  char *text = calloc(size + 1, 1);
  if (!text) abort();
  memcpy(text, data, size);
  const int status = gb_expression_parse(text, variables, &arena, &x, &error);
  fuzz_check(status, &error);
  if ((status == GB_OK) != (x != NULL)) abort();
  if (x) {
    double value[] = {0.3, -2, 1e3}, taylor[3];
    double _Complex complex_value[] = {0.3, -2, 1e3};
    gb_expression_real(x, value);
    gb_expression_complex(x, complex_value);
    gb_expression_slope(x, complex_value, 0);
    if (!gb_expression_uses(x, 1) && !gb_expression_uses(x, 2))
      gb_expression_motion(x, (const double[1][3]){{0.3, 1, 0}}, taylor);
  }
  free(text);
  return 0;
}
