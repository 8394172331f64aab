"""No field of a card is read without effect: each is changed, or filled where it is blank, and then the model moves
otherwise, or a line of the output says why not, or the deck is refused.

Claims: of decks that hold every card on the first list of `gimbal help cards`, each field of each card that is changed
to another number or word, and each blank one that gets some, up to a line beyond the card's end for one card
of each name, changes what the nodes do or the mass, is told of or is refused; but for names, for what says where
Nastran prints stresses, and for temperatures, all of which are listed here. Of grids with the same fields, two of each
deck are changed.
"""
# timeout: 240
import json
import re
import subprocess
from pathlib import Path

from common import changed, passed, refused
from helper import ROOT, check, program, run
from python_package import ENV, PACKAGE, PYTHON

# ---- decks: cards in free fields between blanks, with all fields of a card in one word -------------

SHELLS = """
CORD2R,7,0,1.,0.,0.,1.,.3,1.,2.,.1,0. CORD2C,8,7,0.,0.,0.,0.,.1,1.,1.,.2,.3 CORD1R,9,1,2,3
CORD2S,6,0,0.,0.,0.,0.,.1,1.,1.,.2,.3 CORD1C,4,1,2,5 CORD1S,5,1,2,5 GRDSET,,,,,,, GRID,1,,0.,0.,0. GRID,2,,1.,.1,0.
GRID,3,7,.9,.6,.1,8 GRID,4,,0.,1.,0. GRID,5,,1.,1.,0.,, GRID,6,,2.,1.,0.2,9 GRID,8,8,2.5,60.,.1 GRID,9,6,2.7,80.,40.
GRID,10,4,2.6,70.,.2 GRID,11,5,2.9,75.,50. CQUAD4,1,5,1,2,5,4,,,,,,,, CQUADR,2,5,2,3,6,5,10.,,,,.05,.06,.055,.05
CTRIA3,7,5,6,9,11,,,,,1,1.,1.1,1.2 CTRIA3,3,11,5,6,8,30.,,,,,, CTRIAR,4,12,6,9,8 CTRIA3,5,5,8,9,10 CTRIA3,6,11,9,11,10,7
PSHELL,5,1,.05,1,,1,,.3,,, PCOMP,11,,.4,,TSAI,,,,2,.02,30.,YES,3,.03,-45.,NO
PCOMPG,12,,.4,,TSAI,,,,1,2,.02,40.,YES,,,,2,3,.03,-45.,NO MAT1,1,7.+7,,.3,2700.,,,,1.+5,,
MAT8,2,7.+7,3.+6,.25,2.+6,1.+6,1.+6,1500.,,,,1.+5,2.+5,1.+4,2.+4,1.+4
MAT8,3,5.+7,3.+6,.25,2.+6,1.+6,1.+6,1500.,,,,1.+5,2.+5,1.+4,2.+4,1.+4 SPC1,2,123456,1,4 SPC,4,2,1,.001,5,1,.001
SPC,4,6,12 SPC,4,3,1 SPCADD,1,2,4 FORCE,11,3,7,300.,.2,.3,1. FORCE,12,6,,200.,.2,.3,1. FORCE1,12,5,80.,3,6
FORCE2,12,6,80.,1,3,2,6 PLOAD,12,60.,1,2,5,4 PLOAD2,11,70.,1 PLOAD2,11,30.,2,THRU,3 PLOAD4,11,3,40.,,,,,,
PLOAD4,11,2,40.,50.,60.,70.,,,7,1.,.2,.3 GRAV,12,7,9.81,.1,.2,-1. LOAD,10,2.,1.5,11,.5,12 CONM2,20,8,,3.,,,,,,,,,,
PARAM,WTMASS,.5 PARAM,GRDPNT,0
""", "SPC = 1\nLOAD = 10\n", (3, 5, 6, 8, 9, 10, 11)

SECOND = """
GRDSET,,,,,,,456 GRID,1,,0.,0.,0.,,0 GRID,2,,1.,0.,0. GRID,3,,1.,1.,0.1 GRID,4,,0.,1.,0.,,0 GRID,5,,.5,0.,0.,,0
GRID,6,,1.,.5,.0 GRID,7,,.5,1.,0.05,,0 GRID,8,,0.,.5,0.,,0 GRID,9,,2.,0.,0.3,,0 GRID,10,,1.5,0.,.1,,0
GRID,11,,1.5,.5,.2,,0 CQUAD8,1,5,1,2,3,4,5,6,7,8,.05,.05,.06,.05,,.01,0 CTRIA6,2,5,2,9,3,10,11,6,,,1.,.9,1.1,1
PSHELL,5,1,.05,1,,,,.3 MAT1,1,7.+7,,.3,2700. SPC1,2,123456,1,4,8 RFORCE,3,2,,.3,.2,.3,1.,1
""", "SPC = 2\nLOAD = 3\n", (2, 3, 9)

BARS = """
BAROR,,51,,,0.,1.,.1 BEAMOR,,53,,,0.,1.,.2 CORD2R,7,0,1.,0.,0.,1.,.3,1.,2.,.1,0. GRID,1,,0.,0.,0. GRID,2,,1.,.1,0.
GRID,3,,2.,0.,0.2 GRID,4,,3.,0.,0.1 GRID,5,,4.,0.,0.1,7 GRID,6,,2.,1.,0.3 GRID,7,,3.,1.,0.5 GRID,8,,3.,-1.,0.5
GRID,9,,4.,-1.,0.7 CBAR,1,,1,2 CBAR,2,52,2,3,.1,.2,1.,,,,.01,.02,.03,.04,.05,.06 CBEAM,3,,3,4
CBEAM,4,54,4,5,6,,,,,,.01,.02,.03,.04,.05,.06 CROD,5,55,1,6 CONROD,6,3,6,1,.01,,,.3 CTUBE,7,56,10,12 CROD,11,55,10,1
CONROD,12,10,6,1,.01,,,.3 GRID,10,,1.,1.,1. GRID,12,,0.,1.,2.,,123 CBAR,8,52,4,7,.1,.2,1. CBAR,13,52,3,7,.1,.2,1.,,5
CBAR,9,52,4,8,.1,.2,1. PBAR,51,1,.01,2.-5,1.-5,3.-5,.3,,,,,,,,,,.8,.9,2.-6 PBARL,52,1,,BOX,,,,,.1,.2,.01,.02,.4
PBEAM,53,1,.01,2.-5,1.-5,1.-6,3.-5,.3,,,,,,,,,.8,.9,,,,,,,,,,,.01,.02
PBEAM,54,1,.01,2.-5,1.-5,1.-6,3.-5,.3,,,,,,,,,YES,1.,.01,2.-5,1.-5,1.-6,3.-5,.3,,,,,,,,,.8,.9
PBEAML,57,1,,T,,,,,.1,.1,.01,.02,.3,YES,1.,.1,.1,.01,.02,.3 CBEAM,10,57,3,6,.1,.2,1. FORCE,3,9,,.2,.3,.1,1.
PROD,55,1,.01,,,.2 PTUBE,56,1,.05,.01,.2 MAT1,1,7.+7,,.3,2700. SPC1,2,123456,1 MOMENT,3,5,7,5.,.2,.3,1.
MOMENT1,3,4,4.,3,6 MOMENT2,3,4,5.,3,4,2,6 PLOAD1,3,2,FY,LE,.2,30.,.7,40. PLOAD1,3,3,FZE,FR,.5,30.
CONM1,20,5,,3.,,3.,,,3.,,,,2.,,,,,2.,,,,,,2. CONM2,21,7,,3.,.1,.2,.3,,1.,.1,1.,.2,.1,1.
CONM2,22,8,-1,3.,3.1,-.9,.4,,1.,.1,1.,.2,.1,1. RBE2,23,5,123456,9 RBE3,24,,6,123,1.,123,2,3,4,,,,,,,,UM,6,12,4,3,,,,
""", "SPC = 2\nLOAD = 3\n", (2, 3, 4, 5, 6, 7, 8)

TIES = """
GRID,1,,0.,0.,0. GRID,2,,1.,.1,0. GRID,3,,2.,0.,0. GRID,11,,0.,2.,0. GRID,12,,1.,2.1,0. GRID,13,,2.,2.,0.
GRID,14,,2.,3.,0. GRID,15,,3.,3.,0.2 GRID,16,,3.,2.,0.4 GRID,17,,4.,2.,0.6 CBAR,1,51,1,2,0.,1.,.1 CBAR,2,51,2,3,0.,1.,.1
CBAR,3,51,11,12,0.,1.,.1 CBAR,4,51,12,13,0.,1.,.1 CBAR,5,51,14,15,0.,1.,.1 CBAR,6,51,16,17,0.,1.,.1
PBAR,51,1,.01,2.-5,1.-5,3.-5,.3,,,,,,,,,,.8,.9 MAT1,1,7.+7,,.3,2700. SPC1,2,123456,1,11 FORCE,3,3,,5.,.2,.3,1.
FORCE,3,13,,7.,.2,.3,1. FORCE,3,15,,7.,.2,.3,1. FORCE,3,17,,.7,.2,.3,1. MPC,5,2,1,1.,12,1,-1.,,,3,2,.5
MPC,6,2,2,1.,12,2,-1. MPCADD,4,5,6 RBAR,20,13,14,1235,46,46,1235 RBE1,21,15,12345,14,6,,,UM,16,123456 GRID,18,,5.,2.,0.6
GRID,19,,6.,2.1,0.7 GRID,20,,6.,2.1,0.7 GRID,21,,7.,2.,0.8 CBAR,7,51,18,19,0.,1.,.1 CBAR,8,51,20,21,0.,1.,.1
FORCE,3,21,,.5,.2,.3,1. RBAR1,22,17,18 RJOINT,23,19,20,123456
""", "SPC = 2\nLOAD = 3\nMPC = 4\n", (2, 3, 12, 13, 14, 15, 16, 17, 19, 21)

SPRINGS = """
CORD2R,7,0,0.,0.,0.,1.,0.,1.,3.,1.,0. GRID,1,,0.,0.,0.,,123456 GRID,2,,1.,0.,0. GRID,3,,2.,0.,0. GRID,4,,2.,0.,0.,7
GRID,5,,4.,1.,0. GRID,6,,4.,2.,0.,,23 CELAS1,1,31,1,1,2,1 CELAS2,2,90.,2,2 CELAS2,3,80.,2,3,,,0., CELAS1,4,32,3,1,2,1
CELAS2,5,70.,3,2,2,2 CELAS2,6,75.,3,3 CBUSH,7,33,3,4,,,,7,.4 CBUSH,8,34,5,,,,,7 CBUSH,14,35,42,43,1
CBUSH,15,33,42,43,.1,.2,1.,,.3 GRID,41,,0.,5.,0.,,123456 GRID,42,,1.,5.,.1 GRID,43,,1.3,5.1,.2 GRID,44,,2.,6.,0.,,123456
CBAR,31,51,41,42,0.,1.,.1 CBAR,32,51,43,44,0.,1.,.1 PBAR,51,1,.01,2.-5,1.-5,3.-5,.3,,,,,,,,,,.8,.9 MAT1,1,7.+4,,.3,10.
FORCE,3,42,,5.,.2,.3,1. PELAS,31,50.,,,32,60. PBUSH,33,K,50.,60.,70.,,,,,B,1.,2.,3. PBUSH,34,K,50.,60.,70.
PBUSH,35,K,50.,40.,30.,20.,10.,5. CDAMP1,9,41,2,1 CDAMP2,10,2.,3,1,2,1 CDAMP1,16,42,2,2 PDAMP,41,3.,42,4.
CVISC,11,43,5,6 PVISC,43,5. CELAS2,12,40.,5,1 CELAS2,13,45.,5,2 CONM2,21,2,,1. CONM2,22,3,,1. CONM2,23,4,,1.
CONM2,24,5,,1. CMASS1,25,45,6,1 CMASS2,26,.5,6,1 CMASS1,27,46,,,6,1 PMASS,45,1.,46,2. FORCE,3,3,,5.,.2,.3,1.
FORCE,3,5,,5.,.2,.3,1. FORCE,3,6,,5.,1.,0.,0. FORCE,3,2,,5.,.2,.3,1.
""", "LOAD = 3\n", ("GRID 2", "GRID 3", "GRID 4", "GRID 5", "GRID 6", 42, 43)

PULSES = """
GRID,1,,0.,0.,0. GRID,2,,1.,.1,0. GRID,3,,2.,0.,0.2 GRID,4,,3.,0.,0. CBAR,1,51,1,2,0.,1.,.1 CBAR,2,51,2,3,0.,1.,.1
CBAR,3,51,3,4,0.,1.,.1 PBAR,51,1,.01,2.-5,1.-5,3.-5,.3,,,,,,,,,,.8,.9 MAT1,1,7.+7,,.3,2700. SPC1,2,123456,1 SPC1,2,2,3
TLOAD1,11,21,.003,LOAD,31 TLOAD2,12,22,.002,0,0.,.025,2.,30.,.5,1. TLOAD1,13,23,,DISP,32 TLOAD1,14,21,,LOAD,33
TLOAD1,15,21,,LOAD,34 TABLED1,31,,,,,,,,0.,1.,.01,2.,.02,5.,ENDT TABLED2,32,0.,,,,,,,0.,0.,.02,1.,ENDT
TABLED3,33,.01,.5,,,,,,0.,0.,.02,1.,.03,1.5,ENDT TABLED4,34,.01,.5,.001,.015,,,,1.,2.,3.,ENDT DAREA,21,4,1,5.,4,3,6.
DAREA,22,4,6,5. FORCE,24,2,,5.,.2,.3,1. LSEQ,4,22,24 LSEQ,4,23,23 SPCD,23,3,2,.01
DLOAD,10,2.,.5,11,1.5,12,1.,13,1.,14,1.,15 TSTEP,1,5,.01 EIGRL,1,,,5
""", "SPC = 2\nDLOAD = 10\nLOADSET = 4\n", (2, 3, 4)

POINTS = """
SPOINT,1,2,3 SPOINT,4,THRU,5 CELAS3,20,31,1,2 CELAS4,21,40.,2,3 CELAS4,22,45.,,4 CELAS1,23,31,5,0,1,0 CELAS4,27,45.,3
PELAS,31,50. CDAMP3,24,41,1 CDAMP4,25,2.,2,4 PDAMP,41,3. CMASS3,26,51,2 CMASS4,28,1.,3 CMASS4,29,1.5,,4 CMASS4,30,1.,1
CMASS4,32,1.,5 PMASS,51,2. SLOAD,3,2,4.,3,3. SLOAD,3,4,2. SPC,2,5,,
""", "SPC = 2\nLOAD = 3\n", tuple("GRID %d" % n for n in range(1, 6))

OWN = """
GRID,1,,0.,0.,0. GRID,2,,1.,.1,0. GRID,3,,1.,1.1,.1 GRID,4,,0.,1.,.2 GRID,5,,2.,.1,.3 GRID,6,,2.,1.,.1
CQUAD4,1,5,1,2,3,4,20. CQUAD4,2,6,2,5,6,3,50. PSHELL,5,2,.05,2,,2,,.3 PSHELL,6,3,.05
MAT2,2,8.+7,2.+7,,5.+7,,1.5+7,1500.,,,,,,,, MAT8,3,5.+7,3.+6,.25,2.+6,1.+6,1.+6,1500. SPC1,2,123456,1,4
FORCE,3,6,,30.,.2,1.,.5 FORCE,3,3,,3.,.2,1.,.5 GRAV,3,,9.,.1,.2,.3
""", "SPC = 2\nLOAD = 3\n", (2, 3, 5, 6)

PANELS = """
GRID,1,,0.,0.,0. GRID,2,,0.,.2,0. GRID,3,,.3,0.,0. GRID,4,,.3,.25,.02 GRID,5,,.6,0.,0. GRID,6,,.6,.2,0.
CSHEAR,1,5,1,3,4,2, CSHEAR,5,,3,5,6,4, CROD,11,55,1,3 CROD,12,55,2,4 CROD,13,55,3,4 CROD,14,55,3,5 CROD,15,55,4,6
CROD,16,55,5,6 PSHEAR,5,1,.001,.3,,, PROD,55,1,.0002,,,.2 MAT1,1,7.+7,,.3,2700. SPC1,2,123456,1,2 SPC1,2,3,3,4,5,6
FORCE,3,5,,30.,.2,1.,.5 FORCE,3,6,,20.,.3,1.,.5
""", "SPC = 2\nLOAD = 3\n", (3, 4, 5, 6)

MASSES = """
GRID,1,,0.,0.,0. GRID,2,,1.,.1,0. GRID,3,,1.,1.1,.1 GRID,4,,0.,1.,.2 GRID,5,,2.,.1,.3 CQUAD4,1,5,1,2,3,4
CTRIA3,2,6,2,5,3 CBAR,3,7,4,3,.1,.2,1. PSHELL,5,1,.05,1 PSHELL,6,1,.05,1 PBAR,7,1,.01,2.-5,1.-5,3.-5
MAT1,1,7.+7,,.3,2700. SPC1,2,123456,1,4 CORD2R,7,0,1.,0.,0.,1.,.3,1.,2.,.1,0. ACCEL,5,7,.3,.2,-1.,X,,,0.,9.,1.,9.
ACCEL1,6,7,3.,.2,1.,.5,,,1,THRU,5 LOAD,3,1.,1.,5,2.,6 NSM,10,PSHELL,5,2.,6,3. NSM1,11,ELEMENT,1.5,1 NSML,12,PBAR,7,3.5
NSML1,13,PSHELL,4.5,5,THRU,6 NSMADD,9,10,11,12,13
""", "SPC = 2\nLOAD = 3\nNSM = 9\n", (2, 3, 5)

HEATED = """
GRID,1,,0.,0.,0. GRID,2,,1.,.1,0. GRID,3,,1.,1.1,.1 GRID,4,,0.,1.,.2 GRID,5,,2.,.1,.3 GRID,6,,2.,1.,.1
CQUAD4,1,5,1,2,3,4 CQUAD4,2,5,2,5,6,3 CBAR,3,7,2,5,.1,.2,1. CROD,4,8,3,6 PSHELL,5,1,.05,1 PBAR,7,1,.01,2.-5,1.-5,3.-5
PROD,8,2,.002 MAT1,1,7.+7,,.3,2700.,2.-5,15. MAT1,2,9.+7,,.3,2700.,1.-5,5. RBE2,9,5,123456,6 SPC1,2,123456,1,4
TEMP,3,1,80.,2,60.,3,70. TEMPD,3,90. TEMPP1,3,2,75.,20. TEMPRB,3,3,65.,85.
""", "SPC = 2\nTEMPERATURE(LOAD) = 3\n", (2, 3, 5, 6)

FREE = """
GRID,1,,0.,0.,0. GRID,2,,1.,.1,0. GRID,3,,1.,1.1,.1 GRID,4,,0.,1.,.2 CQUAD4,1,5,1,2,3,4 PSHELL,5,1,.05,1
MAT1,1,7.+7,,.3,2700. PARAM,INREL,-1 SUPORT,1,123,2,23 SUPORT1,4,4,3 FORCE,3,3,,30.,.2,1.,.5 FORCE,3,2,,3.,.2,1.,.5
""", "LOAD = 3\nSUPORT1 = 4\n", (2, 3, 4)

BLOCKS = """
GRID,1,,0.,0.,0. GRID,2,,1.,.1,0. GRID,3,,1.,1.1,.1 GRID,4,,0.,1.,.2 GRID,5,,0.,.1,1. GRID,6,,1.,.2,1.1
GRID,7,,1.1,1.2,1. GRID,8,,.1,1.,.9 GRID,9,,2.,.1,.3 GRID,10,,1.9,.2,1.2 GRID,11,,.5,.6,2. GRID,12,,.6,2.2,.5
CHEXA,1,5,1,2,3,4,5,6,7,8 CPENTA,2,5,2,9,3,6,10,7 CPYRAM,3,5,5,6,7,8,11 CTETRA,4,5,6,10,7,11 CPYRA,5,6,4,8,7,3,12
PSOLID,5,1,,,,, PSOLID,6,2,0,TWO,GRID,FULL,SMECH MAT1,1,7.+7,,.3,2700.
MAT9,2,9.+7,2.+7,1.+7,,,,7.+7,1.5+7,,,,6.+7,,,,2.+7,,,2.5+7,,3.+7,1800. SPC1,2,123456,1,4,5
PLOAD4,3,1,50.,60.,70.,80.,5,7,,.1,.2,.3 PLOAD4,3,2,50.,60.,70.,,6,,,,, PLOAD4,3,4,50.,60.,70.,,7,6,,,,
PLOAD4,3,3,50.,60.,70.,,5,6,,,,
""", "SPC = 2\nLOAD = 3\n", (2, 3, 6, 7, 8, 9, 10, 11, 12)

MATRICES = """
GRID,1,,0.,0.,0.,,123456 GRID,2,,1.,.2,0. GRID,3,,2.,.3,.1 DMIG,KA,0,6,1,0,,,4 DMIG,KA,2,1,,2,1,90.,,3,1,-40.
DMIG,KA,2,2,,2,2,80.,,2,1,3. DMIG,KA,2,3,,2,3,85.,,3,3,-30. DMIG,KA,3,1,,3,1,70.
GENEL,9,,3,2,3,3,,,UD,,1,2,2,2,,,K,60.,4.,50.,,,,,S,.5,.4,.3,.2 FORCE,3,2,,5.,.2,.3,1. FORCE,3,3,,4.,.2,.3,1.
GENEL,10,,2,1,2,2,,,Z,.02,.001,.03
""", "LOAD = 3\nK2GG = KA\n", ("GRID 2", "GRID 3")

DECKS = {"blocks": BLOCKS, "free": FREE, "heated": HEATED, "masses": MASSES, "points": POINTS, "panels": PANELS,
         "own": OWN, "shells": SHELLS, "second order": SECOND, "bars": BARS, "ties": TIES, "springs": SPRINGS,
         "matrices": MATRICES, "pulses": PULSES}

# ---- fields that may change nothing: by their numbers on the card -----------------------------------

ID = "a name"
STRESS = "where Nastran prints stresses"
HEAT = "acts through temperatures"
AXES = "of a grid that nothing pushes or holds along its axes"
TURN = "of an isotropic shell or solid"
CONTROL = "told of by a note: the case file has it"
PRECISE = "the precision or number of columns of a matrix"
HELD = "of a grid that is held"
WITHOUT = {"GENEL": {2: ID, 13: HELD, 27: HELD, 29: HELD}, "DMIG": {5: PRECISE, 6: PRECISE, 9: PRECISE},
           "TEMPP1": {6: STRESS, 7: STRESS}, "TEMPRB": dict.fromkeys(range(10, 18), STRESS),
           "GRID": {7: AXES, 8: "held anyway"}, "CQUAD4": {2: ID, 8: TURN}, "CQUADR": {2: ID, 8: TURN},
           "CTRIA3": {2: ID, 7: TURN}, "CTRIAR": {2: ID, 7: TURN}, "CHEXA": {2: ID}, "CPENTA": {2: ID},
           "CTETRA": {2: ID}, "CPYRAM": {2: ID}, "CPYRA": {2: ID},
           "PSOLID": {4: TURN, 5: CONTROL, 6: STRESS, 7: CONTROL}, "CQUAD8": {2: ID, 16: TURN},
           "CTRIA6": {2: ID, 10: TURN}, "PSHELL": {10: STRESS, 11: STRESS},
           "MAT2": {**dict.fromkeys(range(10, 14), HEAT), 15: STRESS, 16: STRESS, 17: STRESS, 18: "MCSID, of stresses"},
           "MAT1": {7: HEAT, 8: HEAT, 11: "SC", 12: "SS", 13: "MCSID, of stresses"},
           "MAT8": {10: HEAT, 11: HEAT, 12: HEAT}, "MAT9": dict.fromkeys((25, 26, 27, 31), HEAT),
           "PCOMP": {5: "SB", 7: HEAT}, "PCOMPG": {5: "SB", 7: HEAT, 10: ID, 18: ID},
           "ACCEL": {10: "the factor is one", 12: "the factor is one"},
           "ACCEL1": dict.fromkeys(range(12, 26), "beyond all grids"),
           "NSM1": dict.fromkeys(range(6, 20), "not defined, and ignored"),
           "NSML1": dict.fromkeys(range(7, 20), "not defined, and ignored"), "CONM1": {2: ID},
           "CONM2": {2: ID, 4: "of a mass without offset and inertia"},
           "PARAM": {3: "GRDPNT asks for a table", 4: "of complex parameters"},
           "RFORCE": {9: "METHOD of the mass, which is one here"}, "PBAR": dict.fromkeys(range(9, 18), STRESS),
           "PBEAM": dict.fromkeys([*range(10, 18), *range(26, 34)], STRESS), "PROD": {6: STRESS},
           "CONROD": {2: ID, 7: "J, where nothing turns its other end", 8: STRESS}, "CBAR": {2: ID}, "CBEAM": {2: ID},
           "CROD": {2: ID}, "CTUBE": {2: ID}, "CSHEAR": {2: ID}, "RBE1": {2: ID, **dict.fromkeys(range(12, 26), HEAT)},
           "RBE2": {2: ID, **dict.fromkeys(range(6, 18), HEAT)},
           "RBE3": {2: ID, **dict.fromkeys(range(19, 23), "UM says what is eliminated, and nothing is")},
           "RBAR": {2: ID, 9: HEAT}, "RBAR1": {2: ID, 6: HEAT}, "RJOINT": {2: ID, 6: HEAT}, "CVISC": {2: ID},
           "CBUSH": {2: ID, 6: "CID is there", 7: "CID is there", 8: "CID is there", 10: "of a line without length"},
           "CELAS1": {2: ID, 5: "1 is 0 of a scalar point", 7: "of the ground, or the same"},
           "CELAS2": {2: ID, 7: "of the ground", 9: STRESS}, "PELAS": {5: STRESS, 9: STRESS},
           "CDAMP1": {2: ID, 5: "of the ground", 7: "of the ground"}, "CDAMP2": {2: ID, 7: "of the ground"},
           "CMASS1": {2: ID, 5: "of the ground", 7: "of the ground"}, "CMASS2": {2: ID, 7: "of the ground"},
           "CELAS3": {2: ID}, "CELAS4": {2: ID}, "CDAMP3": {2: ID}, "CDAMP4": {2: ID}, "CMASS3": {2: ID},
           "CMASS4": {2: ID}, "TSTEP": dict.fromkeys(range(2, 10), CONTROL),
           "EIGRL": dict.fromkeys(range(2, 18), CONTROL)}
# of one deck
YIELD = {"MAT1": {10: "ST, the yield stress, of which no functional is"}}
PLACES = {"blocks": {**YIELD, "PLOAD4": {7: "P4 of a triangle"}},
          **dict.fromkeys(("free", "heated", "masses", "second order", "bars", "ties", "pulses"), YIELD),
          "own": {"MAT8": dict.fromkeys(range(13, 18), "strengths, of which no functional is")},
          "panels": {**YIELD, "FORCE": {8: "along what is held"}},
          "matrices": {"GRID": dict.fromkeys(range(3, 7), "matrices act along axes, wherever they are")},
          "springs": {**YIELD, "GRID": dict.fromkeys(range(3, 7), "springs act along axes, wherever they are"),
                      "FORCE": {7: "along what is held", 8: "along what is held"}}}

CHILD = r'''
import json, os, sys, warnings
sys.path.insert(0, sys.argv[2])
import gimbal

def measure(lines, control, nodes, linear, strong):
    """What the nodes do and the mass, or why it was refused; and what was told."""
    with open("deck.bdf", "w") as f:
        f.write(control + "BEGIN BULK\n" + "\n".join(lines) + "\nENDDATA\n")
    probes = ", ".join("{name: n%s, %s: %s}" % (n, "node" if str(n).isdigit() else "mass", n) for n in nodes)
    text = ("gimbal: 1\nmesh: deck.bdf\noutput: {every: 0}\nprobes: [%s]\nfunctions: [{name: m, type: mass}%s]\n"
            "time: {scheme: %s}\n" % (probes, ", {name: k, type: ks, weight: 50}" if strong else "",
                                    "linear, step: 1, steps: 1" if linear else "bdf2, step: 0.01, steps: 3"))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            with gimbal.Case("case.yaml", text=text) as case:
                values = list(case.run(method=None, histories=True))
                return ["runs", values + case.history()[1].ravel().tolist()], sorted(str(w.message) for w in told)
        except gimbal.Error as e:
            return ["refused", str(e)], []

def split(line):
    words = line.split(",")
    return words[:1] + [w.strip() for w in words[1:]]

def join(words):
    out = [",".join(words[:9])]
    for k in range(9, len(words), 8):
        out.append("," + ",".join(words[k:k + 8]))
    return "\n".join(out)

def others(word):
    """Other values for a field."""
    if not word:
        return ["7", ".37", "XYZ"]
    try:
        int(word)
        return [str(int(word) + 1)]
    except ValueError:
        pass
    digits = word.lstrip("+-")
    if digits[:1].isdigit() or digits[:1] == ".":
        return ["-1.7" if word.startswith(".9") else "1.7"] if float_of(word) != 1.7 else ["1.3"]
    return ["QQ"]

def pattern(word):
    """Whether a field is blank, an integer, a number with a point or a word."""
    return word and ("." in word or (0 if word.isdigit() else word))

def float_of(word):
    for sign in "+-":
        if sign in word[1:] and "e" not in word:
            word = word[0] + word[1:].replace(sign, "e" + sign)
    return float(word)

decks, found = json.load(open("decks.json")), []
count, before = 0, []
for name, (text, control, nodes) in decks.items():
    lines = [join(split(l)) for l in text.split()]
    cards = [split(l) for l in text.split()]
    linear, strong = name not in ("bars", "springs", "pulses", "points"), name == "shells"
    (state, base), said = measure(lines, control, nodes, linear, strong)
    again = measure(lines, control, nodes, linear, strong)[0][1]
    if state != "runs" or base != again:
        found.append([name, "", 0, "", "", str(base if state != "runs" else "is not the same twice")])
        continue
    for k, words in enumerate(cards):
        like = (name, words[0], *map(pattern, words[1:]))
        if words[0] == "GRID" and before.count(like) == 2:  # more of them tell nothing else
            continue
        last = len(words)
        full = (last + 6) // 8 * 8 + (8 if words[0] not in before else 0)  # once, a line beyond the last
        before += words[0], like
        for i in range(1, full + 1):
            for value in others(words[i] if i < last else ""):
                changed = words + [""] * (i + 1 - last)
                changed[i] = value
                deck = lines[:k] + [join(changed)] + lines[k + 1:]
                (state, values), told = measure(deck, control, nodes, linear, strong)
                count += 1
                if state == "runs" and values == base and told == said:
                    found.append([name, words[0], i + 1, ",".join(words), value, "is read without effect"])
print(json.dumps([count, found]))
'''


def main():
    with open("decks.json", "w") as f:
        json.dump(DECKS, f)
    Path("child.py").write_text(CHILD)
    p = subprocess.run([str(ROOT / "tools/mpirun.sh"), "1", PYTHON, "child.py", "", str(PACKAGE)], capture_output=True,
                       text=True, env=ENV | {"OPENBLAS_NUM_THREADS": "1"}, stdin=subprocess.DEVNULL)
    if not check("the fields are gone through", p.returncode == 0, p.stdout[-2000:] + p.stderr[-2000:]):
        return
    count, found = json.loads(p.stdout.strip().splitlines()[-1])
    for name, card, field, line, value, what in found:
        reason = WITHOUT.get(card, {}).get(field) or PLACES.get(name, {}).get(card, {}).get(field)
        if not reason or (value in ("XYZ", "QQ") and reason != CONTROL):
            check("%s: %s: field %d as '%s'" % (name, line, field, value), False, what)
    check("many were changed", count > 2000, count)
    read = program(["help", "cards"]).stdout.split("\n## ")[1]
    names = {n for row in re.findall(r"^\| ([A-Z0-9 ]+) \| .* \|$", read, re.M) for n in row.split()}
    here = {line.split(",")[0] for text, _, _ in DECKS.values() for line in text.split()}
    check("every card that is read is in a deck", names <= here, sorted(names - here))


def wrong():
    """What would be no material, and sets that are not what they seem."""
    shell = SHELLS[0].split()

    def run_with(control, *changes):
        lines = ["\n,".join([",".join(w[:9])] + [",".join(w[k:k + 8]) for k in range(9, len(w), 8)])
                 for w in (l.split(",") for l in shell)]
        text = changed("\n".join(lines) + "\n", *changes)
        Path("bad.bdf").write_text(control + "BEGIN BULK\n" + text + "ENDDATA\n")
        return run("gimbal: 1\nmesh: bad.bdf\ntime: {scheme: linear, step: 1, steps: 1}\n", verb="check")

    for words, *changes in (
            ("MAT1 1: E = -7e+07 and NU = 0.3; accepted", ("MAT1,1,7.+7", "MAT1,1,-7.+7")),
            ("MAT1 1: E = 7e+07 and NU = 0.6; accepted", ("7.+7,,.3", "7.+7,,.6")),
            ("MAT1 1: RHO = -2700; accepted: a number >= 0", (".3,2700.", ".3,-2700.")),
            ("MAT1 1: ST = -100000; accepted: a number >= 0", (",1.+5,,\n", ",-1.+5,,\n")),
            ("MAT8 2: RHO = -1500; accepted: a number >= 0", ("1.+6,1500.", "1.+6,-1500.")),
            ("SPCADD 1: other cards have this set too", ("SPC1,2,", "SPC1,1,")),
            ("LOAD 10: other cards have this set too", ("FORCE,11,3", "FORCE,10,3")),
            ("LOAD 10: the set 14 is that of a LOAD; accepted: sets of other cards",
             ("LOAD,10,2.,1.5,11", "LOAD,14,1.,1.,11\nLOAD,10,2.,1.5,14")),
            ("PCOMP 11: SOUT is not read; accepted: YES, NO or blank", ("30.,YES", "30.,2.")),
            ("GRDSET 5: '5' is in field 2, which this card leaves blank", ("GRDSET,,", "GRDSET,5,"))):
        refused(words, run_with("SPC = 1\nLOAD = 10\n", *changes), 3, words, "bad.bdf:")
    passed("a set without cards is told of", run_with("SPC = 1\nLOAD = 10\n", ("SPCADD,1,2,4", "SPCADD,1,2,4,77")),
           "SPCADD 1: no card has the set 77")
    bars = ("GRID,1,,0.,0.,0.,,123456\nGRID,2,,1.,0.,0.\nGRID,3,,1.,1.,0.\nGRID,4,,0.,1.,0.,,123456\n"
            "CQUAD4,1,5,1,2,3,4\nMAT8,2,1.+9,2.+9,.2,3.+8,3.+8,3.+8\nFORCE,1,2,,1.,0.,0.,1.\n")
    moved = []
    for plies in (",2,.002,10.,,2,.002\n", ",2,.002,10.,,,,,YES\n"):  # SOUT alone makes a ply as well
        Path("plies.bdf").write_text("BEGIN BULK\n" + bars + "PCOMP,5\n" + plies + "ENDDATA\n")
        r = run("gimbal: 1\nmesh: plies.bdf\nprobes: [{name: p, node: 2}]\ntime: {scheme: linear, step: 1, steps: 1}\n")
        moved.append(r.json["probes"]["p"]["u"][-1] if check("plies by " + plies, r.status == 0, r.stderr) else None)
    check("a ply that SOUT makes", moved[0] and moved[0] == moved[1] and abs(moved[0][2]) > 1e-9, moved)


main()
wrong()
