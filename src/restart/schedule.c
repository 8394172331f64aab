/// Blocks of stages, and the binomial schedule.
/// Source: Griewank & Walther 2000; docs/theory.md, equation (8.7).
#include "restart/schedule.h"

int64_t gb_blocks_count(const gb_blocks *blocks) {
  const int64_t left = blocks->stages - blocks->first;
  return left > 0 ? 1 + (left + blocks->size - 1) / blocks->size : 1;
}

int64_t gb_blocks_of(const gb_blocks *blocks, int64_t k) {
  return k < blocks->first ? 0 : 1 + (k - blocks->first) / blocks->size;
}

int64_t gb_blocks_last(const gb_blocks *blocks, int64_t block) {
  const int64_t last = blocks->first + block * blocks->size - 1;
  return last < blocks->stages ? last : blocks->stages - 1;
}

int gb_blocks_length(const gb_blocks *blocks, int64_t block) {
  const int64_t before = block > 0 ? gb_blocks_last(blocks, block - 1) : -1;
  return (int)(gb_blocks_last(blocks, block) - before);
}

static const int64_t many =
    INT64_MAX / 4; ///< larger results are replaced by this, to avoid overflow

/// beta(s, r) = (s + r)! / (s! r!); 0 if s or r is negative.
static int64_t beta(int64_t s, int64_t r) {
  if (s < 0 || r < 0) return 0;
  const int64_t least = s < r ? s : r, largest = s < r ? r : s;
  int64_t value = 1;
  for (int64_t i = 1; i <= least; i++) {
    const int64_t factor = largest + i;
    if (value > many / factor) return many;
    value = value * factor / i;
  }
  return value;
}

/// The smallest r with n <= beta(s, r): no state is computed more than r times.
static int64_t repetitions(int64_t n, int64_t s) {
  if (s == 1) return n - 1; // beta(1, r) = r + 1
  int64_t r = 0;
  while (beta(s, r) < n) r++;
  return r;
}

int64_t gb_schedule_advances(int64_t n, int64_t s) {
  const int64_t r = repetitions(n, s);
  if (s == 1) return n * (n - 1) / 2;
  return r * n - beta(s + 1, r - 1);
}

/// The longest stride that gives the least number of advances: the first part has at most
/// beta(s, r - 1) states, and the second part has at least beta(s - 1, r - 1).
int64_t gb_schedule_stride(int64_t n, int64_t s) {
  const int64_t r = repetitions(n, s);
  const int64_t by_first = beta(s, r - 1), by_second = n - beta(s - 1, r - 1);
  return by_first < by_second ? by_first : by_second;
}
