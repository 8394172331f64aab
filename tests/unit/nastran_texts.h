/// Cards of a small model of one quadrilateral and one triangle, which the tests of Nastran decks
/// write into decks of their own.
#ifndef TESTS_UNIT_NASTRAN_TEXTS_H
#define TESTS_UNIT_NASTRAN_TEXTS_H

#define GRIDS                                                                                      \
  "GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nGRID,3,,1.,1.,0.\nGRID,4,,0.,1.,0.\nGRID,9,,2.,1.,0.\n"
#define QUAD     "CQUAD4,1,5,1,2,3,4\n"
#define TRIANGLE "CTRIA3,2,6,2,9,3\n"
#define MODEL    GRIDS QUAD TRIANGLE

/// The model with two sets of supports, forces and gravity.
#define SETS                                                                                       \
  MODEL "SPC1,1,3,1\nSPC1,2,3,2\nSPC1,3,3,3\nFORCE,1,1,,1.,,,1.\nFORCE,2,2,,1.,,,1.\n"             \
        "GRAV,2,,1.,,,1.\n"

#endif
