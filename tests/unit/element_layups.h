/// Layups of the recipes of elements.
#ifndef GB_TESTS_ELEMENT_LAYUPS_H
#define GB_TESTS_ELEMENT_LAYUPS_H

#include "constitutive/section.h"

static const gb_layup skin = {.kind = GB_SECTION_ISOTROPIC, .materials = 1, .plies = 1};
/// Two materials, one of them in two plies.
static const gb_layup plies = {
    .kind = GB_SECTION_LAMINATE, .materials = 2, .plies = 3, .material = {0, 1, 0}};
/// The same with their middle beside the nodes.
static const gb_layup moved_skin = {
    .kind = GB_SECTION_ISOTROPIC, .materials = 1, .plies = 1, .offset = true};
static const gb_layup moved_plies = {
    .kind = GB_SECTION_LAMINATE, .materials = 2, .plies = 3, .material = {0, 1, 0}, .offset = true};
static const gb_layup one_ply = {.kind = GB_SECTION_LAMINATE, .materials = 1, .plies = 1};
/// These layups are of beams.
#define SHAPE(name, word)                                                                          \
  static const gb_layup name = {.kind = GB_SECTION_##word, .materials = 1, .plies = 1}
SHAPE(rectangle, RECTANGLE);
SHAPE(circle, CIRCLE);
SHAPE(tube, TUBE);
SHAPE(box, BOX);
SHAPE(beam_I, I);
SHAPE(beam_C, C);
SHAPE(beam_L, L);
SHAPE(constants, CONSTANTS);
SHAPE(rod, ROD);
static const gb_layup general = {.kind = GB_SECTION_GENERAL, .plies = 1};
static const gb_layup general_shell = {.kind = GB_SECTION_GENERAL_SHELL, .plies = 1};
static const gb_layup moved_general_shell = {
    .kind = GB_SECTION_GENERAL_SHELL, .plies = 1, .offset = true};
static const gb_layup stiffened_panel = {
    .kind = GB_SECTION_STIFFENED_PANEL, .materials = 1, .plies = 1};
static const gb_layup moved_stiffened_panel = {.kind = GB_SECTION_STIFFENED_PANEL,
                                               .materials = 1,
                                               .plies = 1,
                                               .offset = true,
                                               .below = true,
                                               .tapered = true};
/// The same with lumped masses.
#define LUMPED(name, word)                                                                         \
  static const gb_layup lumped_##name = {                                                          \
      .kind = GB_SECTION_##word, .materials = 1, .plies = 1, .lumped = true}
LUMPED(skin, ISOTROPIC);
LUMPED(rectangle, RECTANGLE);
LUMPED(rod, ROD);
#define DAMPED(name, word)                                                                         \
  static const gb_layup damped_##name = {                                                          \
      .kind = GB_SECTION_##word, .materials = 1, .plies = 1, .damped = true, .damping = true}
static const gb_layup damped_plies = {.kind = GB_SECTION_LAMINATE,
                                      .materials = 2,
                                      .plies = 3,
                                      .material = {0, 1, 0},
                                      .damped = true,
                                      .damping = true};
static const gb_layup moved_damped_skin = {.kind = GB_SECTION_ISOTROPIC,
                                           .materials = 1,
                                           .plies = 1,
                                           .offset = true,
                                           .damped = true,
                                           .damping = true};
/// The elements of these layups have different thicknesses at their nodes.
static const gb_layup tapered_skin = {
    .kind = GB_SECTION_ISOTROPIC, .materials = 1, .plies = 1, .offset = true, .tapered = true};
static const gb_layup tapered_lumped_skin = {
    .kind = GB_SECTION_ISOTROPIC, .materials = 1, .plies = 1, .lumped = true, .tapered = true};
static const gb_layup tapered_plies = {.kind = GB_SECTION_LAMINATE,
                                       .materials = 2,
                                       .plies = 3,
                                       .material = {0, 1, 0},
                                       .offset = true,
                                       .tapered = true};
static const gb_layup tapered_general_shell = {
    .kind = GB_SECTION_GENERAL_SHELL, .plies = 1, .offset = true, .tapered = true};
static const gb_layup tapered_damped_plies = {.kind = GB_SECTION_LAMINATE,
                                              .materials = 2,
                                              .plies = 3,
                                              .material = {0, 1, 0},
                                              .damped = true,
                                              .tapered = true,
                                              .damping = true};
DAMPED(skin, ISOTROPIC);
DAMPED(rectangle, RECTANGLE);
DAMPED(circle, CIRCLE);
DAMPED(tube, TUBE);
DAMPED(box, BOX);
DAMPED(beam_I, I);
DAMPED(beam_C, C);
DAMPED(beam_L, L);
DAMPED(constants, CONSTANTS);
DAMPED(rod, ROD);
DAMPED(stiffened_panel, STIFFENED_PANEL);
static const gb_layup solid = {.kind = GB_SECTION_SOLID, .materials = 1};
static const gb_layup damped_solid = {
    .kind = GB_SECTION_SOLID, .materials = 1, .damped = true, .damping = true};
static const gb_layup damped_neo_hookean = {
    .kind = GB_SECTION_NEO_HOOKEAN, .materials = 1, .damped = true, .damping = true};
/// These solids have relative densities.
static const gb_layup neo_hookean = {
    .kind = GB_SECTION_NEO_HOOKEAN, .materials = 1, .plies = 1, .penalization = {3, 0.01}};
static const gb_layup orthotropic_solid = {
    .kind = GB_SECTION_ORTHOTROPIC_SOLID,
    .materials = 1,
    .plies = 1,
    .penalization = {2.5, 0.02},
    .axes = {{0.36, 0.48, 0.8}, {-0.8, 0.6, 0}, {-0.48, -0.64, 0.6}}};

#endif
