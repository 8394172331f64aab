"""Claims: decks of which a part would be read as something else are refused: an equation of a rotation that no bar's
end has, a TEMPRB without a temperature at its second end, a static subcase or step whose modes have other supports or
loads, plane elements and tied nodes with axes that turn out of the plane or belong to one of several nodes. What is
next to them and has one meaning is read.
"""
# quick
from pathlib import Path

from helper import check, program
from nastran_decks import bulk

TRUSS = "SOL 101\nCEND\nSPC = 1\nLOAD = 1\nMPC = 9\nBEGIN BULK\n" + bulk("""
    MAT1,1,7.+4,,.3,2.7 PBAR,5,1,1.-2,2.-5,1.-5,3.-5 GRID,9,,0.,0.,0. GRID,1,,-1.,0.2,0.1,,123456
    GRID,2,,0.7,1.1,-0.3,,123456 GRID,3,,0.5,-0.9,0.8,,123456 GRID,20,,1.,0.,0. GRID,21,,2.,0.,3.,,123456
    CBAR,1,5,1,9,0.2,1.,-.3 ,,56 CBAR,2,5,2,9,0.2,1.,-.3 ,,456 CBAR,3,5,3,9,0.2,1.,-.3 ,,56 PROD,8,1,1.-3
    CROD,88,8,20,21 FORCE,1,9,,1.,2.,3.,-5. SPC1,1,456,9 SPC1,1,12,20 MPC,9,20,3,1.,9,3,-1.%s ENDDATA""")
BARS = "SOL 101\nCEND\nSPC = 1\nTEMPERATURE(LOAD) = 7\nBEGIN BULK\n" + bulk("""
    GRID,1,,0.,0.,0. GRID,2,,1.,0.,0. MAT1,1,7.+10,,.3,2700.,1.-5,0. PROD,1,1,1.-4 CROD,1,1,1,2 SPC1,1,123,1 SPC1,1,23,2
    TEMPRB,7,1,100.%s ENDDATA""")
MODES = "SOL 103\nCEND\nSUBCASE 1\n LOAD=1\n SPC=1\nSUBCASE 2\n SPC=%d\n METHOD=10\n STATSUB=1%s\nBEGIN BULK\n"
MODES += bulk("""
    MAT1,1,7.+10,,.3,2700. PBAR,5,1,1.-2,2.-5,1.-5,3.-5 EIGRL,10,,,2 GRID,1,,0.,0.,0. GRID,2,,1.,0.,0.
    CBAR,1,5,1,2,0.,1.,0. SPC1,1,123456,1 SPC1,2,123,2 SPC1,2,123456,1 FORCE,1,2,,1.,2.,3.,-5. ENDDATA""")
BEAM = ("*NODE\n1, 0., 0., 0.\n2, 1., 0., 0.\n*ELEMENT, TYPE=%s, ELSET=BAR\n1, 1, 2\n*MATERIAL, NAME=M\n*ELASTIC\n"
        "7.E10, .3\n*DENSITY\n2700.\n*BEAM SECTION, ELSET=BAR, MATERIAL=M, SECTION=RECT\n.1, .1\n0., 0., -1.\n"
        "*BOUNDARY\n1, 1, 6\n%s*STEP\n*STATIC\n*CLOAD\n2, 2, 100.\n*END STEP\n%s")
FREQUENCY = "*STEP\n*FREQUENCY\n2\n%s*END STEP\n"
AXES = "*NSET, NSET=X\n2\n*TRANSFORM, NSET=X, TYPE=R\n%s\n"
PLATES = ("*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 1, 1, 0\n4, 0, 1, 0\n11, 1, 0, 0\n12, 2, 0, 0\n13, 2, 1, 0\n14, 1, 1, 0\n"
          "*ELEMENT, TYPE=S4, ELSET=E\n1, 1, 2, 3, 4\n2, 11, 12, 13, 14\n*NSET, NSET=B\n%s\n*MATERIAL, NAME=M\n"
          "*ELASTIC\n7e10, .3\n*SHELL SECTION, ELSET=E, MATERIAL=M\n.01\n*MPC\nTIE, 11, 2\nTIE, 14, 3\n"
          "*TRANSFORM, NSET=B, TYPE=R\n0., 1., 0., -1., 0., 0.\n*BOUNDARY\n1, 1, 6\n4, 1, 6\n*STEP\n*STATIC\n*CLOAD\n"
          "12, 3, 10.\n*END STEP\n")
for name, file, text, said in (
        ("an equation of displacements", "a.bdf", TRUSS % "", None),
        ("an equation of a rotation of pinned bars", "a.bdf", TRUSS % "\n,,9,5,1.",
         "a moment, a spring or an MPC turns it"),
        ("TEMPRB of both ends", "b.bdf", BARS % ",300.", None),
        ("TEMPRB of one end", "b.bdf", BARS % "", "TB"),
        ("modes with the supports of statics", "c.bdf", MODES % (1, ""), None),
        ("modes with other supports", "c.bdf", MODES % (2, ""), None),
        ("a subcase with DLOAD", "c.bdf", MODES % (1, "\nSUBCASE 3\n SPC=1\n DLOAD=5"),
         "choose it, as `deck: {subcase: 1}`"),
        ("frequencies after statics", "d.inp", BEAM % ("B31", "", FREQUENCY % ""), None),
        ("frequencies with supports of their own", "d.inp", BEAM % ("B31", "", FREQUENCY % "*BOUNDARY\n2, 2, 3\n"),
         None),
        ("axes within the plane", "e.inp", BEAM % ("B21", AXES % "0., 1., 0., -1., 0., 0.", ""), None),
        ("axes out of the plane", "e.inp", BEAM % ("B21", AXES % "0., 0., 1., 1., 0., 0.", ""),
         "one whose third axis is z"),
        ("axes of a node beside ties", "f.inp", PLATES % "12", None),
        ("axes of one of two tied nodes", "f.inp", PLATES % "2, 3", "nodes without such ties")):
    Path(file).write_text(text)
    r = program(["run", file, "--quiet", "--set", "deck.dialect=abaqus"] if file.endswith("inp")
                else ["run", file, "--quiet"])
    check(name, r.status == 0 if said is None else r.status in (2, 3) and said in r.stderr, (r.status, r.stderr))
SOUGHT = {"103": "SOL 103 asks for modes, which `gimbal modes` finds",
          "SEBUCKL": "SOL SEBUCKL asks for buckling loads, which `gimbal buckling` finds",
          "111": "SOL 111 asks for responses by frequency, which are not there", "101": None,
          "31": "SOL 31 asks for a Craig-Bampton reduction, which is not there",
          "110": "SOL 110 asks for complex modes, which are not there",
          "145": "SOL 145 asks for aeroelasticity, which is not there",
          "159": "SOL 159 asks for conduction of heat, which is not there",
          "200": "SOL 200 asks for an optimum, which `gimbal optimize` finds by a case file",
          "77": "SOL 77 is not known: what runs here are statics", "SEMTRAN": None}
for solution, said in SOUGHT.items():
    Path("c.bdf").write_text(MODES.replace("SOL 103", "SOL " + solution) % (1, ""))
    for verb in ("run", "check", "modes"):
        r = program([verb, "c.bdf"] + ["--quiet"] * (verb == "run"))
        told = ("c.bdf:1: %s" % said in r.stderr if said and verb != "modes"
                else not any(x in r.stderr.replace("EIGRL asks", "") for x in (" asks for ", " is not known: ")))
        check("%s of SOL %s" % (verb, solution), r.status == 0 and told, (r.status, r.stderr))
Path("b.bdf").write_text((BARS % ",300.").replace("TEMPERATURE(LOAD) = 7", "DLOAD = 9").replace(
    "ENDDATA", "RLOAD2,9,1,,,3\nENDDATA"))
r = program(["run", "b.bdf", "--quiet"])
check("DLOAD names an RLOAD2", r.status == 3 and "RLOAD2 is not read: responses by frequency are not there" in r.stderr
      and "no card has that set" not in r.stderr, (r.status, r.stderr))
