/// The models of small_systems.h.
#ifndef GB_TESTS_SMALL_MODELS_H
#define GB_TESTS_SMALL_MODELS_H

#include "tests/unit/twice/small_systems.h"

/// m a + c v + k q = sin 2t; x = (m, c, k, q0, v0).
extern const small_model small_oscillator;
/// Two masses, a cubic spring, a linear spring, a damper; x = (k, k3, m2, c, v0).
extern const small_model small_chain;
/// Spherical pendulum of a point mass by one multiplier; x = (m, L, g).
extern const small_model small_pendulum;
/// Two bars from (-1, 0) and (1, 0) to a joint at (0, height), pulled by t P at an angle, in
/// Green's strain: statics at large displacements; x = (EA, P, height).
extern const small_model small_truss;

#endif
