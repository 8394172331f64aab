/// The rows of the table of element shapes. Sources: Gmsh reference manual, "Node ordering"; VTK
/// User's Guide, file formats; XDMF Model and Format, "Topology".
#include "mesh/shapes.h"

#define LINE_NODES     .position = {{-1}, {1}, {0}}, .factor = {{0}, {1}, {2}}
#define TRIANGLE_NODES .position = {{0, 0}, {1, 0}, {0, 1}, {0.5, 0}, {0.5, 0.5}, {0, 0.5}}
#define QUADRILATERAL_NODES                                                                        \
  .position = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}, {0, 0}},      \
  .factor = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {2, 0}, {1, 2}, {2, 1}, {0, 2}, {2, 2}}

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
    [GB_TETRAHEDRON4] = {"4-node tetrahedron", 4, 4, 10, 6, .reversed = "0213",
                         .face = {"021", "013", "123", "032"},
                         .basis = {3, 4, 4, 3, .measure = 1.0 / 6,
                                   .position = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                   .factor = {{0}, {1}, {2}, {3}}}},
    [GB_WEDGE6] =
        {"6-node prism", 6, 6, 13, 8, .order = "021354", .reversed = "021354",
         .face = {"021", "345", "0143", "1254", "2035"},
         .basis =
             {3, 6, 6, 2, .along = {0, 0, 2}, .measure = 1,
              .position = {{0, 0, -1}, {1, 0, -1}, {0, 1, -1}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}},
              .factor = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 0, 1}, {1, 0, 1}, {2, 0, 1}}}},
    [GB_HEXAHEDRON8] = {"8-node hexahedron", 8, 5, 12, 9, .reversed = "03214765",
                        .face = {"0321", "4567", "0154", "1265", "2376", "3047"},
                        .basis = {3, 8, 8, .along = {2, 2, 2}, .measure = 8,
                                  .position = {{-1, -1, -1},
                                               {1, -1, -1},
                                               {1, 1, -1},
                                               {-1, 1, -1},
                                               {-1, -1, 1},
                                               {1, -1, 1},
                                               {1, 1, 1},
                                               {-1, 1, 1}},
                                  .factor = {{0, 0, 0},
                                             {1, 0, 0},
                                             {1, 1, 0},
                                             {0, 1, 0},
                                             {0, 0, 1},
                                             {1, 0, 1},
                                             {1, 1, 1},
                                             {0, 1, 1}}}},
};

const gb_basis *gb_basis_of(int dimension, int nodes) {
  int shape = GB_LINE2;
  while (gb_shape_types[shape].basis.dimension != dimension ||
         gb_shape_types[shape].basis.nodes != nodes)
    shape++;
  return &gb_shape_types[shape].basis;
}
