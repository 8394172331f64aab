/// Disjoint sets of numbers (union-find). parent[n] is another number of the same set, or n itself
/// for the smallest number of a set. Source: Tarjan, Journal of the ACM 22 (1975), with path
/// halving.
#ifndef GB_BASE_UNITE_H
#define GB_BASE_UNITE_H

#include <stdint.h>

/// The smallest number of the set that contains n.
static inline int32_t gb_root_of(int32_t parent[], int32_t n) {
  while (parent[n] != n) n = parent[n] = parent[parent[n]];
  return n;
}

/// Unite the sets that contain a and b.
static inline void gb_unite(int32_t parent[], int32_t a, int32_t b) {
  const int32_t one = gb_root_of(parent, a), other = gb_root_of(parent, b);
  parent[one > other ? one : other] = one < other ? one : other;
}

#endif
