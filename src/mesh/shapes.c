/// The rows of the table of element shapes. Sources: Gmsh reference manual, "Node ordering"; VTK
/// User's Guide, file formats; XDMF Model and Format, "Topology".
#include "mesh/shapes.h"

#include <string.h>

#define LINE_NODES     .position = {{-1}, {1}, {0}}, .factor = {{0}, {1}, {2}}
#define TRIANGLE_NODES .position = {{0, 0}, {1, 0}, {0, 1}, {0.5, 0}, {0.5, 0.5}, {0, 0.5}}
#define QUADRILATERAL_NODES                                                                        \
  .position = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}, {0, 0}},      \
  .factor = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {2, 0}, {1, 2}, {2, 1}, {0, 2}, {2, 2}}

#define TETRAHEDRON_NODES                                                                          \
  .position = {{0, 0, 0},     {1, 0, 0},   {0, 1, 0},   {0, 0, 1},     {0.5, 0, 0},                \
               {0.5, 0.5, 0}, {0, 0.5, 0}, {0, 0, 0.5}, {0, 0.5, 0.5}, {0.5, 0, 0.5}},             \
  .factor = {{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9}}
#define WEDGE_NODES                                                                                \
  .position = {{0, 0, -1},  {1, 0, -1},   {0, 1, -1},   {0, 0, 1},   {1, 0, 1},                    \
               {0, 1, 1},   {0.5, 0, -1}, {0, 0.5, -1}, {0, 0, 0},   {0.5, 0.5, -1},               \
               {1, 0, 0},   {0, 1, 0},    {0.5, 0, 1},  {0, 0.5, 1}, {0.5, 0.5, 1},                \
               {0.5, 0, 0}, {0, 0.5, 0},  {0.5, 0.5, 0}},                                          \
  .factor = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 0, 1}, {1, 0, 1}, {2, 0, 1},                     \
             {3, 0, 0}, {5, 0, 0}, {0, 0, 2}, {4, 0, 0}, {1, 0, 2}, {2, 0, 2},                     \
             {3, 0, 1}, {5, 0, 1}, {4, 0, 1}, {3, 0, 2}, {5, 0, 2}, {4, 0, 2}}
#define HEXAHEDRON_NODES                                                                           \
  .position = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1},  {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1},       \
               {1, 1, 1},    {-1, 1, 1},  {0, -1, -1}, {-1, 0, -1}, {-1, -1, 0}, {1, 0, -1},       \
               {1, -1, 0},   {0, 1, -1},  {1, 1, 0},   {-1, 1, 0},  {0, -1, 1},  {-1, 0, 1},       \
               {1, 0, 1},    {0, 1, 1},   {0, 0, -1},  {0, -1, 0},  {-1, 0, 0},  {1, 0, 0},        \
               {0, 1, 0},    {0, 0, 1},   {0, 0, 0}},                                              \
  .factor = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1},          \
             {0, 1, 1}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {1, 2, 0}, {1, 0, 2}, {2, 1, 0},          \
             {1, 1, 2}, {0, 1, 2}, {2, 0, 1}, {0, 2, 1}, {1, 2, 1}, {2, 1, 1}, {2, 2, 0},          \
             {2, 0, 2}, {0, 2, 2}, {1, 2, 2}, {2, 1, 2}, {2, 2, 1}, {2, 2, 2}}

/// Elements of which others lack nodes.
#define NINE        (&gb_shape_types[GB_QUAD9].basis)
#define EIGHT       (&gb_shape_types[GB_HEXAHEDRON8].basis)
#define TWENTYSEVEN (&gb_shape_types[GB_HEXAHEDRON27].basis)

/// The wedge of second order with all nodes, which no file may contain.
static const gb_basis wedge18 = {3, 18, 18, 2, .along = {0, 0, 3}, .measure = 1, WEDGE_NODES};

const gb_shape_type gb_shape_types[GB_SHAPES] = {
    [GB_POINT] = {"point", 1, 15, 1, 1, .reversed = "0", .face = {"0"}, .basis = {0, 1, 1}},
    [GB_LINE2] = {"2-node line", 2, 1, 3, 2, .reversed = "10", .face = {"01"},
                  .basis = {1, 2, 2, .along = {2}, .measure = 2, LINE_NODES}},
    [GB_LINE3] = {"3-node line", 2, 8, 21, 34, .reversed = "102", .face = {"01"},
                  .basis = {1, 3, 3, .along = {3}, .measure = 2, LINE_NODES}},
    [GB_TRIANGLE3] = {"3-node triangle", 3, 2, 5, 4, .reversed = "021", .face = {"012"},
                      .basis = {2, 3, 3, 2, .measure = 0.5, .middle = 1.0 / 3, TRIANGLE_NODES,
                                .factor = {{0}, {1}, {2}}}},
    [GB_TRIANGLE6] = {"6-node triangle", 3, 9, 22, 36, .reversed = "021543", .face = {"031425"},
                      .basis = {2, 6, 6, 2, .measure = 0.5, .middle = 1.0 / 3, TRIANGLE_NODES,
                                .factor = {{0}, {1}, {2}, {3}, {4}, {5}}}},
    [GB_QUAD4] = {"4-node quadrangle", 4, 3, 9, 5, .reversed = "0321", .face = {"0123"},
                  .basis = {2, 4, 4, .along = {2, 2}, .measure = 4, QUADRILATERAL_NODES}},
    [GB_QUAD9] = {"9-node quadrangle", 4, 10, 28, 35, .reversed = "032176548", .face = {"04152637"},
                  .basis = {2, 9, 9, .along = {3, 3}, .measure = 4, QUADRILATERAL_NODES}},
    [GB_QUAD8] = {"8-node quadrangle", 4, 16, 23, 37, .reversed = "03217654", .face = {"04152637"},
                  .basis = {2, 8, 9, .measure = 4, QUADRILATERAL_NODES, .full = NINE}},
    [GB_TETRAHEDRON4] = {"4-node tetrahedron", 4, 4, 10, 6, .reversed = "0213",
                         .face = {"021", "013", "123", "032"},
                         .basis = {3, 4, 4, 3, .measure = 1.0 / 6, TETRAHEDRON_NODES}},
    [GB_TETRAHEDRON10] = {"10-node tetrahedron", 4, 11, 24, 38, .order = "0123456798",
                          .reversed = "0213654798",
                          .face = {"062514", "041937", "152839", "073826"},
                          .basis = {3, 10, 14, 3, .measure = 1.0 / 6, TETRAHEDRON_NODES}},
    [GB_PYRAMID5] =
        {"5-node pyramid", 5, 7, 14, 7, .reversed = "03214",
         .face = {"0321", "014", "124", "234", "304"},
         .basis = {3, 5, 8, .measure = 8,
                   .position = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {0, 0, 1}},
                   .full = EIGHT}},
    [GB_WEDGE6] = {"6-node prism", 6, 6, 13, 8, .order = "021354", .reversed = "021354",
                   .face = {"021", "345", "0143", "1254", "2035"},
                   .basis = {3, 6, 6, 2, .along = {0, 0, 2}, .measure = 1, WEDGE_NODES}},
    [GB_WEDGE15] = {"15-node prism", 6, 18, 26, 40, .order = "021354796dec8ba",
                    .reversed = "0213547689badce",
                    .face = {"072916", "3c4e5d", "061a4c38", "192b5e4a", "27083d5b"},
                    .basis = {3, 15, 18, 2, .measure = 1, WEDGE_NODES, .full = &wedge18}},
    [GB_HEXAHEDRON8] = {"8-node hexahedron", 8, 5, 12, 9, .reversed = "03214765",
                        .face = {"0321", "4567", "0154", "1265", "2376", "3047"},
                        .basis = {3, 8, 8, .along = {2, 2, 2}, .measure = 8, HEXAHEDRON_NODES}},
    [GB_HEXAHEDRON20] = {"20-node hexahedron", 8, 17, 25, 48, .order = "012345678bd9gijhacef",
                         .reversed = "0321476598adfbechgji",
                         .face = {"093d2b18", "4g5i6j7h", "081c5g4a", "1b2e6i5c", "2d3f7j6e",
                                  "390a4h7f"},
                         .basis = {3, 20, 27, .measure = 8, HEXAHEDRON_NODES, .full = TWENTYSEVEN}},
    [GB_HEXAHEDRON27] = {"27-node hexahedron", 8, 12, 29, 50,
                         .order = "012345678bd9gijhacefmnlokpq",
                         .reversed = "0321476598adfbechgjikmlonpq",
                         .face = {"093d2b18", "4g5i6j7h", "081c5g4a", "1b2e6i5c", "2d3f7j6e",
                                  "390a4h7f"},
                         .basis = {3, 27, 27, .along = {3, 3, 3}, .measure = 8, HEXAHEDRON_NODES}},
};

const gb_basis *gb_basis_of(int dimension, int nodes) {
  int shape = GB_LINE2;
  while (gb_shape_types[shape].basis.dimension != dimension ||
         gb_shape_types[shape].basis.nodes != nodes)
    shape++;
  return &gb_shape_types[shape].basis;
}

gb_shape gb_shape_of_face(gb_shape solid, const char *face) {
  static const gb_shape shapes[2][2] = {{GB_TRIANGLE3, GB_TRIANGLE6}, {GB_QUAD4, GB_QUAD8}};
  const int quadratic = gb_shape_nodes(solid) > gb_shape_corners(solid);
  return shapes[strlen(face) / (quadratic ? 2 : 1) - 3][quadratic];
}
