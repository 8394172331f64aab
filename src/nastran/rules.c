/// The table of all cards of Nastran's bulk data that are known here, with the treatment of each.
/// `gimbal help cards` prints it. Source: MSC Nastran Quick Reference Guide.
#include "deck/reader.h"
#include "nastran/bodies/matrices.h"
#include "nastran/bodies/springs.h"
#include "nastran/designs.h"
#include "nastran/entries/bar.h"
#include "nastran/entries/body.h"
#include "nastran/entries/grid.h"
#include "nastran/entries/load.h"
#include "nastran/entries/rule.h"
#include "nastran/entries/set.h"
#include "nastran/entries/shell.h"

#include <stdio.h>
#include <string.h>

static const gb_nastran_rule rules[] = {
    {"GRID", GB_DECK_READ, gb_nastran_grid, .text = "position in CP, axes CD, supports PS"},
    {"GRDSET", GB_DECK_READ, gb_nastran_grdset, .text = "CP, CD and PS of grids that say none"},
    {"CORD1R CORD1C CORD1S", GB_DECK_READ, gb_nastran_cord1,
     .text = "coordinate systems by three grids"},
    {"CORD2R CORD2C CORD2S", GB_DECK_READ, gb_nastran_cord2,
     .text = "coordinate systems by three points, in a system"},
    {"CQUAD4 CQUADR CTRIA3 CTRIAR", GB_DECK_READ, gb_nastran_element, GB_NASTRAN_OF_ELEMENT,
     .text =
         "shells of 4 and 3 nodes; THETA or MCID, ZOFFS; T1 to T4 by TFLAG: the thickness at each "
         "point is interpolated, and with it T, 12I/T**3 and TS/T of the PSHELL act there; a "
         "warning tells of more than twice the least, which may be 0 at an edge; a design of "
         "thickness is the mean of an element; such a PSHELL with sections has none, and its NSM "
         "is spread as the thickness"},
    {"CQUAD8", GB_DECK_READ, gb_nastran_element, GB_NASTRAN_OF_ELEMENT,
     .text = "a shell of 9 nodes, one of its own in the middle; all of G5 to G8; ZOFFS; T1 to T4 "
             "likewise"},
    {"CTRIA6", GB_DECK_READ, gb_nastran_element, GB_NASTRAN_OF_ELEMENT,
     .text = "a shell of 6 nodes; all of G4 to G6; ZOFFS; T1 to T3 likewise"},
    {"PSHELL", GB_DECK_READ, gb_nastran_pshell, GB_NASTRAN_OF_SECTION,
     .text = "thickness of homogeneous shells of MAT1, MAT2 or MAT8, NSM; with MID2, MID3 or MID4 "
             "beside MID1, 12I/T**3 or TS/T, or of a MAT2 with G13 or G23, a section by its "
             "stiffnesses, called PSHELL; a membrane (MID2 blank) bends here, which a note says; "
             "MID1 blank for plates without "
             "stiffness in their plane, along which AUTOSPC holds grids of such plates, rods and "
             "springs alone; MID2 -1 for plane strain, of a MAT1"},
    {"CHEXA CPENTA CTETRA", GB_DECK_READ, gb_nastran_solid, GB_NASTRAN_OF_ELEMENT,
     .text = "solids, with all grids on their edges or none (8 or 20, 6 or 15, 4 or 10 grids)"},
    {"CPYRAM CPYRA", GB_DECK_READ, gb_nastran_solid, GB_NASTRAN_OF_ELEMENT,
     .text = "solids of 5 grids"},
    {"PSOLID", GB_DECK_READ, gb_nastran_psolid, GB_NASTRAN_OF_SECTION,
     .text = "solids of a MAT1, on which CORDM has no effect, or of a MAT9, whose CORDM is 0 or a "
             "rectangular system; IN and ISOP, by which Nastran chooses "
             "its points of integration, are left out, which a note says; FCTN of SMECH"},
    {"CSHEAR", GB_DECK_READ, gb_nastran_cshear, GB_NASTRAN_OF_ELEMENT,
     .text = "a panel that carries shear flows along its sides alone, as Garvey's"},
    {"PSHEAR", GB_DECK_READ, gb_nastran_pshear, GB_NASTRAN_OF_SECTION,
     .text = "its thickness, NSM; no F1, F2: edges that carry tension are CRODs"},
    {"PCOMP PCOMPG", GB_DECK_READ, gb_nastran_pcomp, GB_NASTRAN_OF_SECTION,
     .text = "laminates, called PCOMP, with Z0, NSM; plies of MAT8, MAT2, or of MAT1, called `MAT1 "
             "7 of "
             "plies`; FT of TSAI, HILL, STRN; LAM of SYM"},
    {"CBAR CBEAM", GB_DECK_READ, gb_nastran_bar_card, GB_NASTRAN_OF_ELEMENT,
     .text =
         "beams with a node in their middle; orientation, offsets, OFFT (1 and 2 of old decks say "
         "nothing), pin flags of any "
         "components: by joints or, where there is no such joint or supports keep the grid from "
         "turning, by equations for small rotations"},
    {"BAROR BEAMOR", GB_DECK_READ, gb_nastran_baror,
     .text = "PID and orientation of CBARs, or of CBEAMs, that say none"},
    {"CROD CTUBE", GB_DECK_READ, gb_nastran_rod_card, GB_NASTRAN_OF_ELEMENT,
     .text =
         "rods; their torsion by J, a spring of G J/L between the rotations of its ends, has an "
         "effect on a way between bars, shells and bodies, supports of rotations and moments. "
         "There grids of rods alone turn, with half of RHO J L as inertia, and AUTOSPC holds what "
         "nothing resists; shells do not resist rotations about their normal"},
    {"CONROD", GB_DECK_READ, gb_nastran_rod_card, .text = "the same with a section of its own"},
    {"PBAR", GB_DECK_READ, gb_nastran_pbar, GB_NASTRAN_OF_SECTION,
     .text = "constants of a section, with I12 and NSM; A, I1, I2 or J of 0 is a millionth of the "
             "others, "
             "and I12^2 = I1 I2 leaves a millionth, which a note says"},
    {"PBARL", GB_DECK_READ, gb_nastran_pbarl, GB_NASTRAN_OF_SECTION,
     .text = "shapes BAR, ROD, TUBE, TUBE2, BOX, BOX1, I, I1, H, T, T1, T2, CROSS, CHAN, CHAN1, "
             "CHAN2, Z, "
             "HAT, L, with NSM; on the line are the centroid and, as in Nastran, the shear center"},
    {"PBEAM", GB_DECK_READ, gb_nastran_pbeam, GB_NASTRAN_OF_SECTION,
     .text =
         "constants with I12 and NSM, which vary up to tenfold: bars along which they vary by more "
         "than a quarter are several elements, without PLOAD1 and TEMPs; CW has no effect, as "
         "in Nastran without SA and SB; the shear center on the line, "
         "the centroid at N1, N2, NSM at M1, M2"},
    {"PBEAML", GB_DECK_READ, gb_nastran_pbarl, GB_NASTRAN_OF_SECTION,
     .text = "the shapes of PBARL, whose dimensions vary up to tenfold, by more than 6 % likewise; "
             "the shear center on the line"},
    {"PROD", GB_DECK_READ, gb_nastran_prod, GB_NASTRAN_OF_SECTION,
     .text = "area and J of rods, with NSM"},
    {"PTUBE", GB_DECK_READ, gb_nastran_ptube, GB_NASTRAN_OF_SECTION,
     .text = "the same of tubes that do not taper"},
    {"MAT1", GB_DECK_READ, gb_nastran_mat1,
     .text = "isotropic material; where E, G and NU disagree, bars, rods and panels have E and G, "
             "plies all, solids E and NU, as shells (and beyond 10 % G across them). E or G alone "
             "leaves the "
             "others 0: bars then have no torsion; GE is left out, which a note says"},
    {"MAT2", GB_DECK_READ, gb_nastran_mat2,
     .text = "of a PSHELL; of a ply orthotropic along its axes (G13 and G23 of 0)"},
    {"MAT8", GB_DECK_READ, gb_nastran_mat8,
     .text =
         "orthotropic material with its strengths; STRN of 1: they are strains, for FT of STRN"},
    {"MAT9", GB_DECK_READ, gb_nastran_mat9,
     .text = "of a PSOLID, orthotropic along the axes of its CORDM; GE is left out"},
    {"SPC", GB_DECK_READ, gb_nastran_spc,
     .text = "supports along the axes of their grids; D of displacements and small rotations"},
    {"SPCD", GB_DECK_READ, gb_nastran_spc,
     .text = "in a set of loads: a displacement or small rotation of what an SPC holds, by a TLOAD "
             "over time"},
    {"SPC1", GB_DECK_READ, gb_nastran_spc1, .text = "supports along the basic axes"},
    {"SPCADD", GB_DECK_READ, gb_nastran_spcadd, .text = "sets of supports as one"},
    {"SUPORT SUPORT1", GB_DECK_READ, gb_nastran_suport,
     .text = "in statics, supports of a free model: with PARAM,INREL,-1 the inertia of a rigid "
             "acceleration balances the loads, and displacements are those from them; in modes and "
             "in dynamics they hold nothing"},
    {"FORCE MOMENT", GB_DECK_READ, gb_nastran_nodal, .text = "on a grid, in CID"},
    {"PLOAD2", GB_DECK_READ, gb_nastran_pload2, .text = "pressure along the normal"},
    {"PLOAD4", GB_DECK_READ, gb_nastran_pload4,
     .text = "pressure along the normal, or along N1, N2, N3 in CID; bilinear between unequal P1 "
             "to P4. On a face of a solid it acts inwards, P1 at G1 and the others anticlockwise "
             "seen from outside, as forces on grids, which stay; of a triangle of a CPYRAM, G1 "
             "and G3 are the ends of its edge at the base"},
    {"FORCE1 FORCE2 MOMENT1 MOMENT2", GB_DECK_READ, gb_nastran_directed,
     .text = "on a grid, along a line between grids or across two such lines, which stays"},
    {"PLOAD", GB_DECK_READ, gb_nastran_pload,
     .text = "pressure over three or four grids, as forces on these"},
    {"PLOAD1", GB_DECK_READ, gb_nastran_pload1,
     .text = "along a CBAR or CBEAM, at a place or linear between two, along basic axes or its "
             "own: as forces and moments at its ends, whose displacements are exact"},
    {"GRAV", GB_DECK_READ, gb_nastran_grav, .text = "gravity, in a rectangular CID"},
    {"ACCEL", GB_DECK_READ, gb_nastran_accel,
     .text = "as GRAV, where its factors along DIR are all the same"},
    {"ACCEL1", GB_DECK_READ, gb_nastran_accel1, .text = "as GRAV, of all grids of the deck"},
    {"RFORCE", GB_DECK_READ, gb_nastran_rforce,
     .text = "a steady rotation of 2 pi A (R1, R2, R3) about G, in a rectangular CID, R as long as "
             "it is; forces are scaled by LOAD, so its speed by the root; METHOD 1 and 2 alike"},
    {"LOAD", GB_DECK_READ, gb_nastran_load, .text = "sets of loads as one, with factors"},
    {"TLOAD1 TLOAD2", GB_DECK_READ, gb_nastran_tload,
     .text = "a factor over time of the loads of a set, which may be static ones (TYPE 0), or of "
             "its SPCDs (TYPE 1); with a DELAY that is a time"},
    {"TABLED1 TABLED2 TABLED3", GB_DECK_READ, gb_nastran_tabled,
     .text = "of TLOAD1: lines between points, and beyond the ends; X2 > 0"},
    {"TABLED4", GB_DECK_READ, gb_nastran_tabled4,
     .text = "of TLOAD1: a sum of powers, constant below X3 and above X4"},
    {"DAREA", GB_DECK_READ, gb_nastran_darea, .text = "a force or moment of one component"},
    {"LSEQ", GB_DECK_READ, gb_nastran_lseq,
     .text = "of the set that LOADSET of the case control names: static loads, or a LOAD of them, "
             "that TLOADs of its EXCITEID multiply, beside DAREAs; no TID"},
    {"DLOAD", GB_DECK_READ, gb_nastran_load, .text = "TLOADs as one set, with factors"},
    {"EIGRL TSTEP", GB_DECK_READ, gb_nastran_solution,
     .text = "left out; a note says what the case file has in their place"},
    {"CONM2", GB_DECK_READ, gb_nastran_conm2,
     .text =
         "mass; with offset or inertia, along the axes of CID at the grid, a body there, which "
         "at shells follows them as that of an RBE2; an inertia that is negative about some axis "
         "is left out in statics, with a line"},
    {"CONM1", GB_DECK_READ, gb_nastran_conm1,
     .text = "the same by the mass matrix of a rigid body"},
    {"CMASS1 CMASS2", GB_DECK_READ, gb_nastran_cmass,
     .text = "masses along components 1 to 3 of a grid; without gravity they may differ, and what "
             "exceeds the least has no weight; inertia about 4 to 6, of a body there; between one "
             "displacement of two "
             "grids as CELAS1, the `inertance` of a bushing"},
    {"PMASS", GB_DECK_READ, gb_nastran_pmass, .text = "of CMASS1"},
    {"NSM NSM1 NSML NSML1", GB_DECK_READ, gb_nastran_nsm,
     .text =
         "of the set that NSM of the case control names: a mass per area or length of shells and "
         "bars by their properties, of shells and rods by ELEMENT too, beside their own"},
    {"NSMADD", GB_DECK_READ, gb_nastran_spcadd, .text = "sets of these as one"},
    {"RBE2", GB_DECK_READ, gb_nastran_rigid_link,
     .text =
         "a body at the grid; all of CM: rigid link, of which several at a grid are one body; "
         "components of a joint, as 123 spherical, "
         "of bars and bodies: joints; others: equations for small rotations; in statics and modes "
         "a body at shells of one grid, or of grids along one normal, and at nothing else, turns "
         "about it as the "
         "grids of these shells do in the mean, since shells do not resist that; beside bars, in "
         "motions and at large displacements it follows them by the stiffness of PARAM,K6ROT",
     .fields = "GN CM GM"},
    {"RBAR1 RJOINT", GB_DECK_READ, gb_nastran_rigid_link,
     .text = "as RBE2 of grid GA, with the components CB of grid GB; blank: all of them",
     .fields = "GA GB CB"},
    {"RBE1", GB_DECK_READ, gb_nastran_rbe1, .text = "as RBAR, of several grids"},
    {"RBAR", GB_DECK_READ, gb_nastran_rbar,
     .text = "six independent components of one grid: as RBE2; of several: equations for small "
             "rotations"},
    {"RBE3", GB_DECK_READ, gb_nastran_rbe3,
     .text =
         "123 of all grids and REFC of 123 or all: a body that follows the weighted mean; "
         "others: equations for small rotations, where a REFC of displacements alone makes the "
         "grid a point. Elements at REFGRID follow. Rotations about the normals of shells, which "
         "have none, are left out of 456. UM changes no equation"},
    {"MPC", GB_DECK_READ, gb_nastran_mpc,
     .text =
         "`equations` between components, along the axes of their grids; a grid that has these "
         "alone is the free node `GRID 12`, or a body if they name a rotation of it, whose other "
         "components AUTOSPC holds"},
    {"MPCADD", GB_DECK_READ, gb_nastran_spcadd, .text = "sets of MPC as one"},
    {"SPOINT", GB_DECK_READ, gb_nastran_spoint,
     .text = "a point with one displacement and no place: the free node `GRID 12` of which x is "
             "free, where springs or MPCs have it; its component is 0, and of springs to grids 1"},
    {"SLOAD", GB_DECK_READ, gb_nastran_sload, .text = "a force on a scalar point"},
    {"CELAS3 CELAS4 CDAMP3 CDAMP4", GB_DECK_READ, gb_nastran_celas,
     .text = "as CELAS1, ..., between scalar points, or one and the ground"},
    {"CMASS3 CMASS4", GB_DECK_READ, gb_nastran_cmass,
     .text = "masses of scalar points, or between two"},
    {"CELAS1 CELAS2 CDAMP1 CDAMP2", GB_DECK_READ, gb_nastran_celas,
     .text = "a bushing `CELAS1 7` between one component of two grids, or a grid and the ground, "
             "along axes that stay; of rotations (4 to 6) where bars or bodies have them, in "
             "statics and modes at shells too. A grid "
             "that has springs alone is the free node `GRID 12`, with its CONM2, supports, forces"},
    {"PELAS PDAMP PVISC", GB_DECK_READ, gb_nastran_scalar_property,
     .text = "of these; GE is left out, which a note says; CR is refused"},
    {"CVISC", GB_DECK_READ, gb_nastran_cvisc, .text = "a damper along the line of two grids"},
    {"GENEL", GB_DECK_READ, gb_nastran_genel,
     .text =
         "a stiffness K, or the inverse of a flexibility Z, of components UI of grids, with S by "
         "UD; the reference counts, so grids turn little"},
    {"DMIG", GB_DECK_READ, gb_nastran_dmig,
     .text = "real symmetric matrices (IFO of 6 or 1) that K2GG, B2GG or M2GG of the case control "
             "name, perhaps with a factor, 1.25*NAME; others are left out, which a note says. "
             "Between more than two grids they act as parts of pairs"},
    {"CBUSH", GB_DECK_READ, gb_nastran_cbush,
     .text =
         "a bushing at S between two grids, or a grid and the ground; orientation by G0, X1 to "
         "X3 or CID; grids that it turns and nothing else has are bodies; at S1 to S3 by OCID; "
         "apart "
         "from a grid that has springs alone if supports keep it from turning, or if it acts "
         "along the line to it alone; of displacements alone between grids that differ in the last "
         "digit of a field, at each grid itself"},
    {"PBUSH", GB_DECK_READ, gb_nastran_pbush, .text = "its K and B; GE is left out"},
    {"PARAM", GB_DECK_READ, gb_nastran_param,
     .text =
         "WTMASS acts, and AUTOSPC but for NO: in statics, displacements of grids that none of "
         "their rods and springs resist are held; INREL of -1 is inertia relief (see SUPORT); "
         "G, W3, W4, ALPHA1, ALPHA2 are refused "
         "but for 0; with COUPMASS above 0 rods have 5/12 and 1/12 of their mass, else the mass of "
         "elements is lumped at their grids "
         "(`mass` "
         "of `deck`): bars have halves at both ends, all but a ten-thousandth in their middle, "
         "and the inertia of sections and thicknesses stays; LGDISP, as SOL 106, 129, 400 or 600, "
         "makes "
         "statics without a case file those of large displacements (`scheme: deck`); K6ROT "
         "(100 if it is 0 or not given) acts on bodies at shells alone, see RBE2; SNORM and those "
         "that are not known are left out, "
         "which a note says; others, of solution and output, too"},

    {"EIGR EIGB EIGC EIGP NLPARM NLPCI NLSTEP NXSTRAT TSTEPNL TSTEP1 DYNRED RANDPS RANDT1 TABRND1 "
     "TABRNDG FREQ FREQ1 FREQ2 FREQ3 FREQ4 FREQ5",
     GB_DECK_LEFT_OUT, .text = "solution control, which the case file has"},
    {"PLOTEL PLOTEL3 PLOTEL4 PLOTEL6 PLOTEL8 PLOTHEX PLOTTET CBARAO ECHOON ECHOOFF",
     GB_DECK_LEFT_OUT, .text = "drawing and printing"},
    {"MDLPRM DTI MODTRAK SEQGP", GB_DECK_LISTED,
     .text = "parameters, tables and orders of Nastran's own, of which none acts here"},

    {"AECOMP AECOMPL AEFACT AELINK AELIST AEPARM AERO AEROS AESTAT AESURF AESURFS CAERO1 CAERO2 "
     "CAERO3 CAERO4 CAERO5 CSSCHD DIVERG FLFACT FLUTTER GUST MKAERO1 MKAERO2 MONPNT1 MONPNT2 "
     "MONPNT3 MONDSP1 PAERO1 PAERO2 PAERO3 PAERO4 PAERO5 SPLINE1 SPLINE2 SPLINE3 SPLINE4 SPLINE5 "
     "SPLINE6 SPLINE7 TRIM TRIM2 UXVEC",
     GB_DECK_LISTED, .text = "aerodynamics are not there"},
    {"DESVAR", GB_DECK_LISTED, gb_nastran_desvar,
     .text = "with `deck: {designs: keep}` a design called LABEL ID, of what its DVPREL1 or DVGRID "
             "say"},
    {"DVPREL1", GB_DECK_LISTED, gb_nastran_dvprel1,
     .text =
         "likewise: T of a PSHELL or PSHEAR, A of a PROD, A, I1, I2, J of a PBAR, of one DESVAR"},
    {"DVGRID", GB_DECK_LISTED, gb_nastran_dvgrid,
     .text = "likewise: a DESVAR that moves grids, in basic coordinates (CID 0)"},
    {"BNDGRID DCONADD DCONSTR DDVAL DEQATN DLINK DOPTPRM DRESP1 DRESP2 DRESP3 DSCREEN DTABLE "
     "DVBSHAP DVCREL1 DVCREL2 DVMREL1 DVMREL2 DVPREL2 DVSHAP DVPSURF TOPVAR",
     GB_DECK_LISTED, .text = "designs, constraints and objective are those of the case file"},
    {"SNORM", GB_DECK_LISTED,
     .text =
         "directors of shells are the means of the normals of the elements at a grid; `kink` of "
         "`shells` says up to which angle shells share one"},
    {"ASET ASET1 BSET BSET1 CSET CSET1 OMIT OMIT1 QSET QSET1 USET USET1", GB_DECK_LISTED,
     .text = "nothing is condensed: all unknowns are solved for"},
    {"MAT4 MAT5", GB_DECK_LISTED, .text = "heat is not there"},
    {"DEBUG PARVEC", GB_DECK_LISTED, .text = "these ask MYSTRAN for output of its own"},
    {"SET1 SET2 SET3", GB_DECK_LISTED, .text = "no card that is read names such sets"},
    {"TABDMP1 TABLEM1 TABLEM2 TABLEM3 TABLEM4 TABLEST", GB_DECK_LISTED,
     .text = "no card that is read names such tables"},

    {"PLSOLID PCOMPS", GB_DECK_REFUSED, .text = "solids are of a PSOLID"},
    {"CQUAD CQUADX CTRIAX CTRIAX6 PLPLANE", GB_DECK_REFUSED,
     .text = "shells have 3, 4, 6 or 9 nodes, and bend: write CTRIA3, CQUAD4, CTRIA6, CQUAD8"},
    {"CBEAM3 CBEND PBCOMP PBEAM3 PBEND PBMSECT PBRSECT", GB_DECK_REFUSED,
     .text = "write such beams as CBAR, CBEAM or CROD"},
    {"PELAST CBUSH1D CBUSH2D PBUSHT PBUSH1D CGAP PGAP", GB_DECK_REFUSED,
     .text = "use `springs` or `bushings` of the case file"},
    {"CDAMP5 PDAMPT PDAMP5", GB_DECK_REFUSED,
     .text = "use `springs` with damping of the case file"},
    {"CFAST CSEAM CWELD PFAST PSEAM PWELD", GB_DECK_REFUSED, .text = "use an RBE3 or RBE2"},
    {"EPOINT", GB_DECK_REFUSED, .text = "use SPOINT"},
    {"DMI DMIJ DMIAX DMIK", GB_DECK_REFUSED, .text = "matrices of a deck are those of DMIG"},
    {"MAT3 MAT10 MAT11 MATHP MATT9", GB_DECK_REFUSED,
     .text = "materials are MAT1, MAT2 and MAT8 of shells, or MAT9 of solids, and linear"},
    {"MATS1 TABLES1", GB_DECK_REFUSED, .nonlinear = true,
     .text = "materials are linear; a linear solution, as SOL 101 or 103, leaves it out"},
    {"MATT1 MATT2 MATT8", GB_DECK_CHOSEN, gb_nastran_matt,
     .text = "materials do not vary with temperature: they are MAT1, or MAT2 and MAT8 of shells"},
    {"MPCY", GB_DECK_CHOSEN, .text = "use `equations` of the case file"},
    {"RROD RSPLINE RSSCON RTRPLT", GB_DECK_REFUSED, .text = "write it as RBE2"},
    {"SPCOFF SPCOFF1 SPCR", GB_DECK_REFUSED, .text = "use `supports` of the case file"},
    {"ROTORG ROTORD RGYRO RSPINR RSPINT UNBALNC", GB_DECK_REFUSED,
     .text = "use joints, bodies and `spin` of the case file"},
    {"MFLUID", GB_DECK_REFUSED, .text = "there are no fluids"},
    {"BOLT BOLTLD BOLTFOR", GB_DECK_REFUSED, .text = "bolts have no preload"},
    {"SUPAX", GB_DECK_REFUSED, .text = "there are no bodies of revolution"},
    {"FORCEAX PLOADX1 RFORCE1 PRESAX", GB_DECK_REFUSED, .text = "use `loads` of the case file"},
    {"ACSRCE DELAY DPHASE TF TIC", GB_DECK_REFUSED, .text = "use `loads` by expressions of t"},
    {"RLOAD1 RLOAD2", GB_DECK_REFUSED,
     .text = "responses by frequency are not there; use `loads` by expressions of t"},
    {"TEMP TEMPD", GB_DECK_READ, gb_nastran_temp,
     .text = "temperatures of grids, of which an element has the mean, of the set that "
             "TEMPERATURE(LOAD) of the case control names; shells, PCOMPs, bars and solids expand "
             "by A, A1 "
             "and A2 of MAT1, MAT2 and MAT8 from TREF, plies from that of the PCOMP; "
             "TEMPERATURE(INITIAL), if it is one TEMPD, takes its place in SOL 106, or where it is "
             "blank"},
    {"TEMPP1 TEMPRB", GB_DECK_READ, gb_nastran_temp_of_elements,
     .text =
         "temperatures of elements in place of those of their grids: TBAR and TPRIME of shells; "
         "of bars the mean of TA and TB, without gradients; those where stresses are wanted "
         "are not read"},
    {"TEMPAX TEMPF TEMPP3", GB_DECK_CHOSEN, gb_nastran_temp_unread,
     .text = "temperatures are those of TEMP, TEMPD, TEMPP1 and TEMPRB, or `temperatures` of the "
             "case file"},
    {"TEMPBC", GB_DECK_CHOSEN, .text = "there is no conduction of heat"},
    {"DEFORM", GB_DECK_CHOSEN, .text = "bars have no deformation of their own"},
    {"NOLIN1 NOLIN2 NOLIN3 NOLIN4", GB_DECK_CHOSEN,
     .text = "use `springs` with a force of the case file"},
    {"CHBDYE CHBDYG CHBDYP CONV PCONV PHBDY PRESPT QBDY1 QBDY2 QBDY3 QHBDY QVECT QVOL RADBC RADM "
     "VIEW",
     GB_DECK_REFUSED, .text = "temperatures are not there"},
    {"BCBODY BCONP BCPARA BCTABLE BCTADD BCTSET BLSEG BSURF BSURFS BFRIC", GB_DECK_REFUSED,
     .text = "contact is not there"},
    {"CSUPER CSUPEXT RELEASE SEBNDRY SEBSET SECONCT SEELT SELABEL SELOAD SELOC SEQSET SESET SETREE "
     "SEUSET",
     GB_DECK_REFUSED, .text = "superelements are not there"},
    {"ADAPT AXIC AXIF CAABSF CCONEAX CFLUID2 FLSYM GRIDB PCONEAX POINTAX RINGAX RINGFL",
     GB_DECK_REFUSED, .text = "neither fluids nor bodies of revolution are there"},
};

const gb_nastran_rule *gb_nastran_find_rule(const char *card) {
  const gb_deck_text word = {card, (int)strlen(card)};
  for (size_t i = 0; i < sizeof rules / sizeof *rules && *card; ++i)
    if (gb_deck_has_word(rules[i].cards, word)) return &rules[i];
  return NULL;
}

void gb_nastran_reference(void) {
  static const struct {
    const char *title, *text;
  } chapters[] = {
      [GB_DECK_READ] = {"Read",
                        "What a card says beyond this is refused, by field and line; fields behind "
                        "its end are left out, with a line of the output."},
      [GB_DECK_LEFT_OUT] = {"Left out", "These are no part of a model."},
      [GB_DECK_LISTED] = {"Left out, with a line of the output",
                          "The run goes on without these, unless the case file asks for them; a "
                          "line names and counts them."},
      [GB_DECK_CHOSEN] = {"Refused, unless the case control names none of their sets",
                          "Where there is a case control, commands that would name such sets "
                          "(MPC, TEMPERATURE, DEFORM,\nNONLINEAR) are refused, so the cards do "
                          "not act and are left out with a line of the output."},
      [GB_DECK_REFUSED] = {"Refused",
                           "These change the model in ways that are not read: the first line of "
                           "each is an error.\nA card that is on no list is one too."},
  };
  printf("# Cards of Nastran decks\n\n"
         "The output of `gimbal help cards`: what becomes of the cards of the bulk data. How a "
         "deck and a\ncase file make a model together, and which sets act, says "
         "[case-file.md](case-file.md).\n");
  for (int fate = 0; fate < GB_DECK_FATES; ++fate) {
    printf("\n## %s\n\n%s\n\n| cards | |\n| --- | --- |\n", chapters[fate].title,
           chapters[fate].text);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; ++i)
      if ((int)rules[i].fate == fate) printf("| %s | %s |\n", rules[i].cards, rules[i].text);
  }
}
