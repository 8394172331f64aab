"""What an .inp deck means in Abaqus and in CalculiX, and where its sections lie.

Claims: the number of a CIRC is a radius in one and a diameter in the other, and a deck that does not say of which it is
is refused; two diameters are those of an ellipse; sections of BEAM GENERAL SECTION with a material, squares of one
number, and sections beside the line of their nodes (OFFSET1, OFFSET2, l of an I) are the same sections of a case file;
BEAM of *MPC is read as Abaqus's alone.
"""
# quick
import math
from pathlib import Path

from common import passed
from helper import check, close, program, run
from inp_decks import (BEAM, FRAME, HELD, MATERIAL, MESH, PROBES, PUSH, SHELL, STATIC, Y_HELD, Y_MATERIAL, Y_PUSH,
                       Y_SHELL, rejected, same, write)

CALCULIX, ABAQUS = "deck: {dialect: calculix}\n", "deck: {dialect: abaqus}\n"


def circles():
    """A radius, or a diameter, or neither."""
    for keys, numbers, radius in ((ABAQUS, ".1", .1), (CALCULIX, ".2", .1), (CALCULIX, ".3, .3", .15)):
        beam = "*BEAM SECTION, ELSET=SPAR, MATERIAL=metal, SECTION=CIRC\n%s\n0., 1., 0.\n" % numbers
        case = (Y_MATERIAL + "sections: {s: {type: circle, material: metal, radius: %r}}\n"
                "beams: [{group: SPAR, section: s, orientation: [0, 1, 0]}]\n" % radius)
        same("CIRC %s %s" % (numbers, keys.strip()), MESH + MATERIAL + SHELL + beam + HELD + PUSH,
             (MESH, case + Y_SHELL + Y_HELD + Y_PUSH), probes=PROBES + keys)
    deck = (MESH + MATERIAL + SHELL + "*BEAM SECTION, ELSET=SPAR, MATERIAL=metal, SECTION=CIRC\n.1%s\n0., 1., 0.\n" +
            HELD + PUSH)
    rejected(deck % "", "of Abaqus: a radius; of CalculiX: a diameter; nothing in the deck says of which it is")
    ellipses(deck)
    bare = "*BEAM GENERAL SECTION, ELSET=SPAR, SECTION=CIRC\n.1, .2\n0., 1., 0.\n7.E7, 2.7E7\n"
    rejected(MESH + MATERIAL + SHELL + bare + HELD + PUSH,
             "diameters 0.1 and 0.2 of an ellipse; accepted: with MATERIAL", CALCULIX)
    rejected(deck % ", .2", "field 2, '.2', is not read", ABAQUS)
    step = "*STEP\n*STATIC\n*OUTPUT, FIELD\n*END STEP\n"
    same("a deck with the output of Abaqus", deck % "" + step, (
        MESH, Y_MATERIAL + "sections: {s: {type: circle, material: metal, radius: 0.1}}\n"
        "beams: [{group: SPAR, section: s, orientation: [0, 1, 0]}]\n" + Y_SHELL + Y_HELD + Y_PUSH))
    rejected(deck % ", .2" + step, "field 2, '.2', is not read")
    mpc = "*MPC\nBEAM, 3, 31\n*ELEMENT, TYPE=MASS, ELSET=M\n90, 31\n*MASS, ELSET=M\n3.\n"
    rejected(FRAME + mpc + HELD + PUSH, "of Abaqus: a rigid beam; of CalculiX: a distance that stays")
    rejected(FRAME + mpc + HELD + PUSH, "accepted: a joint of type distance of the case file", CALCULIX)
    check("no dialect of Nastran", program(["help", "case"]).stdout.count("deck.dialect") == 1)


def ellipses(deck):
    """Constants of an ellipse with the half axes a, b along n1, n2: pi a b, and so on; shear factors by Cowper (J.
    Appl. Mech. 33, 1966), here at nu = 0.3."""
    a, b = .05, .1
    factor = lambda n: 15.6 * n * n * (3 * n * n + 1) / (51.1 * n ** 4 + 19 * n * n + .3)
    area = math.pi * a * b
    numbers = (area, math.pi * a * b ** 3 / 4, math.pi * a ** 3 * b / 4, math.pi * (a * b) ** 3 / (a * a + b * b),
               factor(a / b), factor(b / a))
    case = (Y_MATERIAL + "sections: {s: {type: constants, material: metal, area: %r, I_yy: %r, I_zz: %r, J: %r, "
            "k_y: %r, k_z: %r%%s}}\n" % numbers + "beams: [{group: SPAR, section: s, orientation: [0, 1, 0]}]\n" +
            Y_SHELL + Y_HELD + Y_PUSH)
    same("an ellipse", deck % ", .2", (MESH, case % ""), probes=PROBES + CALCULIX)
    offset = (deck % ", .2").replace("SECTION=CIRC", "SECTION=CIRC, OFFSET1=.5, OFFSET2=-.25")
    same("an ellipse beside its line", offset, (MESH, case % ", offset: [-0.05, 0.05]"), probes=PROBES + CALCULIX,
         ranks=2)
    for n in (1.01, 1.0001):  # an ellipse that is almost a circle
        a = run(write("deck.inp", deck % (", %r" % (.1 * n))) + PROBES + STATIC + CALCULIX)
        b = run(write("deck.inp", deck % "") + PROBES + STATIC + CALCULIX)
        if check("ellipse and circle run", a.status == 0 == b.status, a.stderr + b.stderr):
            u, v = a.json["probes"]["end"]["u"][-1][2], b.json["probes"]["end"]["u"][-1][2]
            close("an ellipse of diameters 1 : %g" % n, u, v, 0, 5 * (n - 1) * abs(v))


def places():
    """Sections of the same numbers and places."""
    held = MESH + MATERIAL + SHELL + "%s" + HELD + PUSH
    for label, beam, entry in (
            ("a square", "*BEAM SECTION, ELSET=SPAR, MATERIAL=metal, SECTION=RECT\n.1\n0., 1., 0.\n",
             "type: rectangle, width: 0.1, height: 0.1"),
            ("a word in full", BEAM.replace("RECT", "rectangular"), "type: rectangle, width: 0.1, height: 0.2"),
            ("offsets", BEAM.replace("SECTION=RECT", "SECTION=RECT, OFFSET1=.5, OFFSET2=-.25"),
             "type: rectangle, width: 0.1, height: 0.2, offset: [-0.05, 0.05]"),
            ("an I on its foot",
             "*BEAM SECTION, ELSET=SPAR, MATERIAL=metal, SECTION=I\n0., .2, .1, .1, .02, .02, .01\n0., 1., 0.\n",
             "type: I, width: 0.1, height: 0.2, flange: 0.02, web: 0.01, offset: [0, 0.1]"),
            ("a pipe with a material",
             "*BEAM GENERAL SECTION, ELSET=SPAR, MATERIAL=metal, SECTION=PIPE, OFFSET1=.5\n.1, .02\n0., 1., 0.\n",
             "type: tube, radius: 0.1, thickness: 0.02, offset: [-0.1, 0]"),
            ("products of inertia", "*BEAM GENERAL SECTION, ELSET=SPAR, SECTION=GENERAL, DENSITY=2700.\n"
             ".02, 6.E-5, 1.E-5, 2.E-5, 4.E-5\n0., 1., 0.\n7.E7, 26923076.923076924\n",
             "type: constants, area: 0.02, I_yy: 6e-5, I_zz: 2e-5, I_yz: 1e-5, J: 4e-5, k_y: 1, k_z: 1")):
        case = (Y_MATERIAL + "sections: {s: {material: metal, %s}}\n"
                "beams: [{group: SPAR, section: s, orientation: [0, 1, 0]}]\n" % entry)
        same(label, held % beam, (MESH, case + Y_SHELL + Y_HELD + Y_PUSH), ranks=1 + len(label) % 2)
    rejected(held % "*BEAM SECTION, ELSET=SPAR, MATERIAL=metal, SECTION=I\nx, .2, .1, .1, .02, .02, .01\n",
             "must be a real number, 'x'")
    rejected(held % "*BEAM GENERAL SECTION, ELSET=SPAR, MATERIAL=metal, SECTION=GENERAL\n.02, 6.E-5, 0., 2.E-5, "
             "4.E-5\n", "SECTION=GENERAL is not read; accepted: RECT, CIRC, PIPE, THICK PIPE, BOX, I;")
    rejected(held % "*BEAM GENERAL SECTION, ELSET=SPAR, SECTION=GENERAL\n.02, 6.E-5, 1.E-4, 2.E-5, 4.E-5\n0., 1., 0.\n"
             "7.E7, 2.7E7\n", "I12 = 0.0001; accepted: below sqrt(I11 I22) in size")


ROD = ("*NODE\n1,0,0,0\n2,1,0,0\n*ELEMENT,TYPE=T3D2,ELSET=E\n1,1,2\n%s\n*MATERIAL,NAME=M\n*ELASTIC\n1000.,.3\n"
       "*SOLID SECTION,ELSET=E,MATERIAL=M\n1.\n*BOUNDARY\n1,1,3\n2,2,3\n*STEP\n*STATIC\n*CLOAD\nN,1,10.\n*END STEP\n")


def repeated_nodes():
    """A node that a set lists again under *CLOAD: the displacements of CalculiX 2.20, 10 n / (E A / l) for n times;
    once in Abaqus."""
    for label, sets, times in (
            ("three lines", "*NSET,NSET=N\n2,\n2,\n2,", 3), ("a line", "*NSET,NSET=N\n2,2,2", 3),
            ("two sets of a name", "*NSET,NSET=N\n2\n*NSET,NSET=N\n2", 2),
            ("a set of a set", "*NSET,NSET=M1\n2,2\n*NSET,NSET=N\nM1,", 2),
            ("ranges", "*NSET,NSET=N,GENERATE\n2,2\n1,2", 2),
            ("sets and numbers", "*NSET,NSET=Q\n2\n*NSET,NSET=N\nQ,2\nQ", 3), ("once", "*NSET,NSET=N\n2", 1)):
        Path("rod.inp").write_text(ROD % sets)
        for keys, expected in ((CALCULIX, 0.01 * times), (ABAQUS, 0.01)):
            if r := passed("%s, %s" % (label, keys.strip()), "gimbal: 1\nmesh: rod.inp\n"
                           "probes: [{name: tip, node: 2}]\ntime: {scheme: linear, step: 1, steps: 1}\n" + keys):
                close("%s, %s: displacement" % (label, keys.strip()), r.json["probes"]["tip"]["u"][-1][0], expected,
                      1e-10)
        r = run("gimbal: 1\nmesh: rod.inp\ntime: {scheme: linear, step: 1, steps: 1}\n")
        told = "*CLOAD: of Abaqus: each node of a set once" in r.stderr
        check(label + ", of neither", r.status == 0 if times == 1 else r.status != 0 and told, r.stderr)


if __name__ == "__main__":
    circles()
    places()
    repeated_nodes()
