/// Claims: Nastran decks that cannot be read are refused with file, line, card and field: broken
/// fields, cards and continuations, and bars whose properties or ties are wrong; the same decks
/// without the defect are read.
// ranks: 1
#include "mesh_files.h"
#include "nastran_texts.h"

static const struct {
  const char *text, *part;
} broken[] = {
    {"", "no nodes"},
    {"$ nothing\n\n", "no nodes"},
    {"ENDDATA\n" MODEL, "no nodes"},
    {GRIDS, "no elements"},
    {"solid\n", "the card SOLID is not known"},
    {"\x7f"
     "ELF\x02\x01\x01",
     ":1: a card's name is expected"},
    {"123,4,5\n", "a card's name is expected"},
    {"CEND\n" MODEL, ":1: CEND without BEGIN BULK"},
    {MODEL "BEGIN SUPER=1\nGRID,9,,0.,0.,0.\n",
     ":8: 'BEGIN SUPER=1': superelements and other parts of a deck are not read; accepted: one "
     "BEGIN BULK"},
    {"CEND\nBEGIN BULK\n" MODEL "BEGIN BULK SUPER = 2\n", ":10: 'BEGIN BULK SUPER = 2'"},
    {"LOAD = x\nBEGIN BULK\n" MODEL, ":1: LOAD = needs the number of a set"},
    {SETS, "no case control, and the deck has the SPC sets 1, 2, 3"},
    {"SUBCASE 1\nLOAD = 1\nSUBCASE 7\nLOAD = 2\nBEGIN BULK\n" SETS,
     "the subcases 1 (SPC 0, LOAD 1), 7 (SPC 0, LOAD 2), of which a model has one"},
    {"SUBCASE 1\nSUBCASE 1\nBEGIN BULK\n" SETS, ":2: SUBCASE 1 is defined twice"},
    {"MPC = 3\nBEGIN BULK\n" SETS, "MPC = 3 is chosen, but no card has that set"},
    {"TEMP(LOAD) = 3\nBEGIN BULK\n" SETS, "TEMPERATURE = 3 is chosen, but no card has that set"},
    {"PARAM,G,.02\nBEGIN BULK\n" SETS, ":1: PARAM,G = .02 is not read (only 0)"},
    {MODEL "GRDSET,,,,,,,,1\n", "SEID = 1"},
    {MODEL "GRDSET,,,,,,,345\nGRDSET,,,,,,,345\n", ":9: GRDSET: there is one already"},
    {MODEL "ENDDATAX\n", "the card ENDDATAX is not known"},
    {MODEL "PARAM,W4,30.\n", ":8: PARAM,W4 = 30. is not read"},
    {MODEL "PARAM,WTMASS,0.\n", "PARAM,WTMASS needs a positive number"},
    {MODEL "PARAM,WTMASS,x\n", "PARAM,WTMASS needs a positive number"},
    {MODEL "CTRIAX,7,1,1,2\nCTRIAX,8,1,1,2\nGRID,x\nPLSOLID,8\n",
     ":11: the card PLSOLID is not read: solids are of a PSOLID"},
    {MODEL "CTRIAX,7,1,1,2\nGRID,x\n", ":9: GRID x: ID must be an integer"},
    {"SPC = 44\nBEGIN BULK\n" SETS, "SPC = 44 is chosen, but no card"},
    {MODEL "CTRIAX,7,1,1,2\n", ":8: the card CTRIAX is not read"},
    {MODEL "CTRIA6,7,1,1,2,3\n", ":8: CTRIA6 7: G4 is missing; accepted: all six grids"},
    {MODEL "CBUSH1D,3,1,1\n", ":8: the card CBUSH1D"},
    {"GRID,1,3,0.,0.,0.\n", ":1: the coordinate system 3 is not defined"},
    {"GRID,1,,0.,0.,0.,4\n", ":1: the coordinate system 4 is not defined"},
    {"GRID,1,-3,0.,0.,0.\n", "GRID 1: CP must be from 0"},
    {"GRID,1,,0.,0.,0.,,78\n", "PS must be digits from 1 to 6"},
    {"GRID,1,,0.,zero,0.\n", "GRID 1: X2 must be a real number, 'zero'"},
    {"GRID,1,,0.,1.2.3,0.\n", "'1.2.3'"},
    {"GRID,1,,0.,1.E400,0.\n", "'1.E400'"},
    {"GRID,1,,0.,0x10,0.\n", "'0x10'"},
    {"GRID,1,,0.,nan,0.\n", "'nan'"},
    {"GRID,-1,,0.,0.,0.\n", "ID must be from 1"},
    {"GRID,99999999999,,0.,0.,0.\n", "ID must be from 1 to 2147483647"},
    {"GRID,9999999999999999999999999,,0.,0.,0.\n", "ID must be an integer"},
    {"GRID    1 2             0.      0.      0.\n", "'1 2'"},
    {GRIDS "GRID,2,,7.,7.,7.\n" QUAD, ":6: node 2 is defined twice"},
    {MODEL QUAD, ":8: element 1 is defined twice"},
    {GRIDS "CQUAD4,1,5,1,2,3,7\n", ":6: element 1 names node 7"},
    {GRIDS "CQUAD4,1,5,1,2,3\n", "G4 must be an integer, ''"},
    {GRIDS "CQUAD4,1,5,1,2,3,4,,top\n", "ZOFFS must be a real number"},
    {GRIDS "CQUAD4,1,5,1,2,3,4,,,\n,,.1,.1,.1,.1\n", "TFLAG must be an integer"},
    {MODEL "PSHELL,5,1,0.,1\n", "T must be positive"},
    {MODEL "PSHELL,5,1,.1,-2\n", "MID2 = -2; accepted"},
    {MODEL "PSHELL,5,,.1\n", "MID1 is blank, and MID2 is no material"},
    {MODEL "PSHELL,5,1,.1,1,-2.\n", "12I/T**3 = -2"},
    {MODEL "PSHELL,5,1,.1,1,,1,,-3.\n", "NSM = -3"},
    {MODEL "PSHELL,5,1,.1,1\nPSHELL,5,1,.2,1\n", ":9: PSHELL 5 is defined twice"},
    {MODEL "MAT1,1,1.,,.3\nMAT1,1,1.,,.3\n", "MAT1 1 is defined twice"},
    {MODEL "MAT1,1,,,.3\n", "E and G are blank"},
    {MODEL "SPC1,1,12,77\n", ":8: SPC1: grid 77 is not defined"},
    {MODEL "SPC1,1,12,0\n", ":8: SPC1: grid 0 is not defined"},
    {MODEL "SPC1,1,12,-1\n", ":8: SPC1: grid -1 is not defined"},
    {MODEL "GRID,2,,7.,7.,7.\nSPC1,1,12,77\n",
     ":9: SPC1: grid 77 is not defined"}, // besides grid 2
    {MODEL "PLOAD2,1,1.,0\n", ":8: PLOAD2: shell element 0 is not defined"},
    {MODEL "CONM2,8,0,,1.,.1\n", ":8: CONM2: grid 0 is not defined"},
    {MODEL "RBE2,8,0,123456,1\n", ":8: RBE2: grid 0 is not defined"},
    {MODEL "RBE2,8,1,123456,0\n", ":8: RBE2: grid 0 is not defined"},
    {MODEL "SPC1,1,12,50,THRU,60\n", "no grid from 50 to 60"},
    {MODEL "SPC1,1,12,4,THRU,1\n", "must ascend"},
    {MODEL "SPC1,1,12\n", "G is missing"},
    {MODEL "SPC1,1,127,1\n", "C must be digits"},
    {MODEL "FORCE,1,1,2,1.,1.\n", "the coordinate system 2 is not defined"},
    {MODEL "PLOAD4,1,99,1.,2.\n", "PLOAD4: shell element 99 is not defined"},
    {MODEL "PLOAD4,1,1,1.,,,,1,3\n",
     ":8: PLOAD4: solid 1 is not defined: it is a shell; accepted: a solid, or PLOAD4 without G1"},
    {MODEL "PLOAD4,1,1,1.\n,7,1.,0.,0.\n", "the coordinate system 7 is not defined"},
    {MODEL "PLOAD2,1,1.,88\n", "shell element 88 is not defined"},
    {MODEL "CONM2,8,1,5,1.,.1\n", "the coordinate system 5 is not defined"},
    {MODEL "CONM2,8,77,,1.,.1\n", "grid 77 is not defined"},
    {MODEL "SPC1*,1,12,1,2,3,4\n", "more than 4 fields"},
    {MODEL "+Z,1,2\n", ":7: CTRIA3 2: '1' is in field 10, which this card leaves blank"},
    {"+Z,1,2\n" MODEL, ":1: a continuation that belongs to no card"},
    {"GRID,1,,++++++++++++++++++++++++++++++++++++++++,0.,0.\n", "X1 must be a real number"},
    {"INCLUDE\n", "INCLUDE needs a path"},
    {"INCLUDE 'open\n", "in quotes that close"},
};

static void broken_decks_are_refused(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof broken / sizeof *broken; ++i)
    assert_refused(write_text("broken.dat", broken[i].text), GB_MODEL, broken[i].part);
}

#define RODS  GRIDS "MAT1,1,1.,,.3\nPROD,6,1,1.\n"
#define BARS  GRIDS "MAT1,1,1.,,.3\nPBAR,5,1,1.,1.,1.,1.\n"
#define BAR   "CBAR,1,5,1,2,0.,1.,0.\n"
#define BEAMS GRIDS "MAT1,1,1.,,.3\n"
#define BEAM  "CBEAM,1,5,1,2,0.,1.,0.\n"

static const struct {
  const char *text, *part;
} broken_bars[] = {
    {BARS "CBAR,1,7,1,2,0.,1.,0.\n",
     ":8: CBAR 1: PID = 7 is not defined; accepted: the number of a "
     "PBAR or PBARL"},
    {BARS BEAM,
     ":8: CBEAM 1: PID = 5 is that of a PBAR; accepted: the number of a PBEAM or PBEAML"},
    {BARS "CROD,1,5,1,2\n", "CROD 1: PID = 5 is that of a PBAR; accepted: the number of a PROD"},
    {BARS "CBAR,1,5,1,2\n", ":8: CBAR 1: the orientation is missing"},
    {BARS "CBAR,1,5,1,2,1.,0.,0.\n", ":8: CBAR 1: the orientation (1, 0, 0) is along the bar"},
    {BARS "CBAR,1,5,1,2,0.,0.,0.\n", ":8: CBAR 1: the orientation is missing"},
    {BARS "GRID,10,,5.,0.,0.\nCBAR,1,5,1,2,10\n", ":9: CBAR 1: the orientation (5, 0, 0) from GA"},
    {BARS "CBAR,1,5,1,2,77\n", "CBAR 1: G0, grid 77, is not defined"},
    {BARS "CBAR,1,5,1,2,up\n", "CBAR 1: X1 must be a real number, 'up'"},
    {BARS "CBAR,1,5,1,77,0.,1.,0.\n", "CBAR 1: GB, grid 77, is not defined"},
    {BARS "CBAR,1,5,1,1,0.,1.,0.\n", "CBAR 1: both ends are grid 1"},
    {BARS "GRID,10,,0.,0.,0.\nCBAR,1,5,1,10,0.,1.,0.\n", ":9: CBAR 1: both ends are at (0, 0, 0)"},
    {BARS "CBAR,1,5,1,2,0.,1.,0.\n,,,1.,0.,0.\n", "CBAR 1: both ends are at (1, 0, 0)"},
    {BARS "CBAR,1,5,1,2,0.,1.,0.,EGG\n", "CBAR 1: OFFT = 'EGG'; accepted: GGG"},
    {BARS "CBAR,1,5,1,2,0.,1.,0.\n,17\n", "CBAR 1: PA must be digits from 1 to 6"},
    {BARS "CBAR,1,5,1,2,0.,1.,0.\n,,123456\n",
     ":8: CBAR 1: PB = 123456 connects the end with nothing; accepted: up to five components"},
    {BARS "CBAR,1,5,1,2,0.,1.,0.\n,456,456\n", "leave the bar free to turn about itself"},
    {BARS "CBAR,1,5,1,2,0.,1.,0.\n,1,14\n", "leave the bar free to slide along itself"},
    {BARS "CBAR,1,5,1,2,0.,1.,0.\n,2,2\n", "leave the bar free to move between its grids"},
    {BARS "CBAR,1,5,1,2,0.,1.,0.\n,25,6\nSPC1,1,123456,1,2\n", NULL},
    {BARS "CBAR,1,5,1,2,0.,1.,0.\n,5\nSPC1,1,1235,1\n", NULL},
    {BARS "CBAR,1,5,1,2,0.,1.,1.\n,5\nSPC1,1,1235,1\n", "supports (1235) hold"},
    {BARS "CBAR,1,5,1,2,0.,1.,0.\n,456,,0.,.1\nSPC1,1,123,1\n", "in different ways, with offsets"},
    {BARS BAR "CBAR,2,5,3,9,0.,1.,1.\n,56\nCBAR,3,5,4,3,0.,1.,1.\n,,6\n",
     "ends at grid 3 are released"},
    {BARS BAR "PBAR,5,1,1.,1.,1.,1.\n", "PBAR 5 has the number of another"},
    {BARS BAR "PROD,5,1,1.\n", "PROD 5 has the number of another"},
    {BARS BAR "CTRIA3,2,5,2,9,3\nPSHELL,5,1,.1,1\n", ":8: CBAR 1: PID = 5 is that of shells too"},
    {BARS BAR "CROD,1,6,1,2\nPROD,6,1,1.\n", ":9: element 1 is defined twice"},
    {GRIDS "PBAR,5,9,1.,1.,1.,1.\n" BAR, ":6: PBAR 5: MID = 9 is not defined; accepted: the number "
                                         "of a MAT1"},
    {BEAMS BAR "PBAR,5,1\n", ":8: PBAR 5: A, I1, I2 and J are 0; accepted: one of them > 0"},
    {BEAMS BAR "PBAR,5,1,1.,1.,-1.,1.\n", "PBAR 5: I2 = -1"},
    {BEAMS BAR "PBAR,5,1,1.,1.,1.,1.,-2.\n", "NSM = -2"},
    {BEAMS BAR "PBAR,5,1,1.,1.,1.,1.\n,,,,,,,,\n,-1.\n", "K1 = -1"},
    {BEAMS BAR "PBAR,5,1,1.,1.,1.,1.\n,,,,,,,,\n,,,2.\n", "I12 = 2; accepted: a number below"},
    {BEAMS BAR "PBARL,5,1,,HEXA\n,1.,1.,.1\n",
     ":8: PBARL 5: TYPE = 'HEXA' is not read; accepted: BAR, ROD, TUBE, TUBE2, BOX, BOX1, I, I1"},
    {BEAMS BAR "PBARL,5,1,OWN,BAR\n,1.,1.\n", "GROUP is not read; accepted: MSCBML0"},
    {BEAMS BAR "PBARL,5,1,,BAR\n,1.\n", "PBARL 5: DIM2 = 0; accepted: a number > 0"},
    {BEAMS BAR "PBARL,5,1,,BAR\n,1.,1.,-.5\n", "NSM = -0.5"},
    {BEAMS BAR "PBARL,5,1,,BAR,1.\n,1.,1.\n", "a field after TYPE"},
    {BEAMS BAR "PBARL,5,1,,TUBE\n,1.,1.\n", "DIM2, the inner radius"},
    {BEAMS BAR "PBARL,5,1,,TUBE2\n,1.,2.\n", "the wall is thicker"},
    {BEAMS BAR "PBARL,5,1,,BOX\n,1.,1.,.1,.6\n", "the walls fill it"},
    {BEAMS BAR "PBARL,5,1,,BOX\n,1.,1.,.5,.5\n", "the walls fill it"},
    {BEAMS BAR "PBARL,5,1,,I\n,1.,1.,.9,.95,.1,.1\n", "flanges or web fill it"},
    {BEAMS BAR "PBARL,5,1,,I1\n,1.,.1,1.,1.\n", "DIM4, the height"},
    {BEAMS BEAM "PBEAM,5,1,1.,1.,1.,,1.\n,NO,1.,.05\n",
     ":8: PBEAM 5: A varies from 0.05 to 1 along the beam"},
    {BEAMS BEAM "PBEAM,5,1,1.,1.,1.,,1.\n,NO,2.\n", "PBEAM 5: X/XB = 2"},
    {BEAMS BEAM "PBEAM,5,1,1.,1.,1.,2.,1.\n", "I12(A) = 2; accepted: a number below"},
    {BEAMS BEAM "PBEAM,5,1,1.,1.,1.,,1.\n,,,,,,,,\n,,,,,1.\n", "NSI(A) = 1"},
    {BEAMS BEAM "PBEAM,5,1,1.,1.,1.,,1.\n,,,,,,,,\n,,,,,,,,\n,,,,,.2,,.6\n",
     "N1(B) = 0.6, and N1(A) = 0.2"},
    {BEAMS BEAM "PBEAML,5,1,,BAR\n,1.,1.,,YES,1.,1.,20.\n",
     "PBEAML 5: DIM2 varies from 1 to 20 along the beam"},
    {BEAMS "CBEAM,1,5,1,2,0.,1.,0.\n,,,,,,,,\n,7\n", "CBEAM 1: SA = 7"},
    {RODS "CROD,1,6,1\n", "CROD 1: G2 must be an integer"},
    {RODS "CROD,1,6,2,2\n", "CROD 1: both ends are grid 2"},
    {RODS "CROD,1,6,2,77\n", "CROD 1: G2, grid 77, is not defined"},
    {RODS "CONROD,1,1,2,1\n", "CONROD 1: A and J are 0; accepted: one of them > 0"},
    {RODS "CONROD,1,1,2,9,1.\n", "CONROD 1: MID = 9 is not defined"},
    {RODS "CONROD,1,1,2,1,1.,0.,,-4.\n", "NSM = -4"},
    {BEAMS "PROD,6,1,1.,-1.\nCROD,1,6,1,2\n", "PROD 6: J = -1"},
    {BARS BAR "PLOAD2,1,1.,1\n", ":9: PLOAD2: shell element 1 is not defined"},
    {BARS BAR "SPC1,1,123456,10,THRU,99\n", ":9: SPC1: no grid from 10 to 99"}, // but nodes
    {BARS BAR "FORCE,1,10,,1.,1.,0.,0.\n", ":9: FORCE: grid 10 is not defined"},
    {BARS BAR "RBE2,9,4,123456,10\n", "grid 10 is not defined"},
};

static void broken_bars_are_refused(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof broken_bars / sizeof *broken_bars; ++i) {
    const char *path = write_text("broken.dat", broken_bars[i].text);
    if (broken_bars[i].part) {
      assert_refused(path, GB_MODEL, broken_bars[i].part);
      continue;
    }
    gb_mesh *mesh = read_mesh(path, NULL);
    gb_mesh_destroy(&mesh);
  }
}

int main(int argc, char *argv[]) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(broken_decks_are_refused),
      cmocka_unit_test(broken_bars_are_refused),
  };
  MPI_Init(&argc, &argv);
  int failed = cmocka_run_group_tests(tests, make_folder, remove_folder);
  MPI_Finalize();
  return failed;
}
