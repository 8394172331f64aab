"""LSEQ cards of Nastran decks let TLOADs multiply static loads; displacements are those of their closed form.

Claims: with LOADSET of the case control, or `deck: {loadset: n}`, a TLOAD multiplies the static loads, LOADs that
combine them, gravity or SPCDs that the LSEQ of its EXCITEID names, and the DAREAs of its EXCITEID, but no static loads
of this number; without, these and the DAREAs; on 1 and 3 ranks. A set that no card has, or a field without meaning, is
told of with file and line.
"""
# quick
from pathlib import Path

from common import refused
from helper import check, close, run

MODEL = 3
STIFFNESS = {2: 100.0, 3: 50.0, 4: 40.0, 5: 80.0, 6: 20.0}
F = 0.75  # of the table at t = 1
BULK = "BEGIN BULK\n" + "".join("GRID,%d,,%d.,0.,0.,,23456\nCELAS2,1%d,%g,%d,1\nCONM2,2%d,%d,,%d.\n" %
                                (n, n, n, k, n, n, n, n) for n, k in STIFFNESS.items())
BULK += ("SPC1,1,1,6\nFORCE,26,2,,4.,1.,0.,0.\nFORCE,29,3,,5.,1.,0.,0.\nLOAD,27,2.,3.,26,-1.,29\nDAREA,28,4,1,7.\n"
         "FORCE,28,5,,9.,1.,0.,0.\nSPCD,40,6,1,.2\nGRAV,41,,3.,1.,0.,0.\nTABLED1,3,,,,,,,,+\n+,0.,0.,2.,1.5,ENDT\n"
         "TLOAD1,31,28,,,3\nTLOAD1,32,28,,DISP,3\nLSEQ,60,28,27\nLSEQ,61,28,26\nLSEQ,61,99,29\nLSEQ,62,28,40\n"
         "LSEQ,63,28,41\n")
PROBES = "probes: [%s]\n" % ", ".join("{name: p%d, mass: GRID %d}" % (n, n) for n in STIFFNESS)
STATIC = "time: {scheme: static, step: 1, steps: 1}\n"
AREA = {4: 7.0}


def case(control, cards="", keys=""):
    Path("sequences.bdf").write_text("SPC = 1\n" + control + BULK + cards + "ENDDATA\n")
    return "gimbal: 1\nmesh: sequences.bdf\n" + keys + PROBES + STATIC


def moves(label, forces, text, note=None, ranks=1):
    """Grids have these forces times the table over their stiffnesses, and no others move."""
    r = run(text, ranks)
    told = note in r.stderr if note else not r.stderr
    if check(label, r.status == 0 and told, r.stderr):
        for n, k in STIFFNESS.items():
            close("%s, grid %d" % (label, n), r.json["probes"]["p%d" % n]["u"][-1][0], F * forces.get(n, 0.0) / k,
                  1e-13, 1e-14)


combined = {2: 2 * 3 * 4.0, 3: -2 * 5.0, **AREA}
for size in (1, 3):
    moves("a LOAD on %d ranks" % size, combined, case("LOADSET = 60\nDLOAD = 31\n"), ranks=size)
moves("a set of cards", {2: 4.0, **AREA}, case("LOADSET = 61\nDLOAD = 31\n"))
moves("by the case file", {2: 4.0, **AREA}, case("LOADSET = 60\nDLOAD = 31\n", keys="deck: {loadset: 61}\n"))
moves("SPCD", {6: 0.2 * STIFFNESS[6]}, case("LOADSET = 62\nDLOAD = 32\n"))
moves("gravity", {n: 3.0 * n + AREA.get(n, 0) for n in STIFFNESS if n != 6}, case("LOADSET = 63\nDLOAD = 31\n"))
moves("no LOADSET", {5: 9.0, **AREA}, case("DLOAD = 31\n"),
      "names no LOADSET: the sets of the deck (60, 61, 62, 63) do not act")
moves("an EXCITEID of neither", AREA,
      case("LOADSET = 64\nDLOAD = 70\n", "LSEQ,64,98,26\nTLOAD1,71,29,,,3\nDLOAD,70,1.,1.,71,1.,31\n"),
      "TLOAD1 71: no card has the set 29, EXCITEID")
moves("an LID of no card", AREA, case("LOADSET = 64\nDLOAD = 31\n", "LSEQ,64,28,77\n"),
      "LSEQ 64: no card has the set 77, LID")
case("")
line = Path("sequences.bdf").read_text().count("\n")
for control, cards, words in (
        ("LOADSET = 9\nDLOAD = 31\n", "", "sequences.bdf:2: LOADSET = 9 is chosen, but no card has that set"),
        ("", "LSEQ,64,28,26,5\n", "sequences.bdf:%d: LSEQ 64: TID" % line),
        ("", "LSEQ,64,28\n", "sequences.bdf:%d: LSEQ 64: LID" % line),
        ("", "LSEQ,0,28,26\n", "sequences.bdf:%d: LSEQ 0: SID" % line)):
    refused(words, case(control, cards), MODEL, words, verb="check")
