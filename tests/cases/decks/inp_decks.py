"""Each keyword of an .inp deck is what it means: the same model by YAML to 1e-12, or a closed form; or it is refused or
left out aloud.

Claims: sections, bodies, springs, supports and loads of a deck move as the same entries of a case file do, on 1 and 2
ranks; steps go on (OP=MOD), end (OP=NEW) and are chosen; instances are shifted parts; writing (CRLF, lower case,
blanks, continuations, 1.D3, comments, included files) changes nothing; `gimbal help keywords` lists each keyword once,
and one of each list does what it says; wrong lines are refused with file, line and what is accepted.
"""
# quick
# timeout: 300
import math
import re
from pathlib import Path

from common import agree, passed, refused, same_motions
from helper import ROOT, check, close, program, run

MODEL, USAGE = 3, 2
STATIC = "time: {scheme: static, step: 1, steps: 1}\n"
MARCH = "time: {scheme: bdf2, step: 0.02, steps: 5}\n"
STEP = "*STEP\n*STATIC\n*END STEP\n"
NODES = {1: (0, 0, 0), 2: (1, 0, 0), 3: (2, 0, .1), 4: (0, 1, 0), 5: (1, 1, 0), 6: (2, 1, .1),
         21: (0, 3, 0), 22: (1, 3, .2), 23: (2, 3, .5), 31: (2.5, 1, 0), 41: (2, 0, 1), 51: (2, 3, .5)}
MESH = ("*NODE\n" + "".join("%d, %r, %r, %r\n" % ((n,) + x) for n, x in NODES.items()) + "*ELEMENT, TYPE=S4, "
        "ELSET=SKIN\n1, 1,2,5,4\n2, 2,3,6,5\n*ELEMENT, TYPE=B31, ELSET=SPAR\n7, 21,22\n8, 22,23\n*NSET, NSET=ROOT\n"
        "1, 4, 21\n*NSET, NSET=TIP\n6\n*NSET, NSET=END\n23\n*NSET, NSET=EDGE\n3, 6\n*NSET, NSET=N22\n22\n"
        "*NSET, NSET=N3\n3\n*NSET, NSET=BAR, GENERATE\n21, 23, 1\n*NSET, NSET=ALL\nEDGE, BAR, 1, 2, 4, 5\n")
MATERIAL = "*MATERIAL, NAME=metal\n*ELASTIC\n7.E7, .3\n*DENSITY\n2700.,\n"
SHELL = "*SHELL SECTION, ELSET=SKIN, MATERIAL=metal\n.05, 5\n"
BEAM = "*BEAM SECTION, ELSET=SPAR, MATERIAL=metal, SECTION=RECT\n.1, .2\n0., 1., 0.\n"
HELD = "*BOUNDARY\nROOT, ENCASTRE\n"
PUSH = "*CLOAD\n6, 3, 3.\n23, 1, .5\n23, 3, -2.\n"
Y_MATERIAL = "materials: {metal: {young: 7e7, poisson: 0.3, density: 2700}}\n"
Y_BEAM = "  spar: {type: rectangle, material: metal, width: 0.1, height: 0.2}\n"
Y_BEAMS = "beams: [{group: SPAR, section: spar, orientation: [0, 1, 0]}]\n"
Y_SHELL = "shells: [{group: SKIN, material: metal, thickness: 0.05}]\n"
SIX = "[x, y, z, rx, ry, rz]"
Y_HELD = "supports: [{group: ROOT, fix: %s}]\n" % SIX
Y_PUSH = "loads: [{type: force, group: TIP, value: [0, 0, 3]}, {type: force, group: END, value: [0.5, 0, -2]}]\n"
PROBES = "probes: [{name: shell, node: 6}, {name: bar, node: 22}, {name: end, node: 23}]\n"


def write(name, text, mode="w"):
    with open(name, mode, newline="") as file:
        file.write(text)
    return "gimbal: 1\nmesh: %s\n" % name


def same(label, deck, case, march=STATIC, ranks=1, probes=PROBES, tolerance=1e-12):
    """A deck alone, and its mesh with a case file, have the same probes to 1e-12 of the largest of each."""
    same_motions(label, run(write("deck.inp", deck) + probes + march, ranks),
                 run(write("mesh.inp", case[0]) + case[1] + probes + march), tolerance, 1e-12)


def rejected(deck, wanted, keys="", status=MODEL):
    refused(wanted, write("wrong.inp", deck) + keys + STATIC, status, wanted, verb="check")


def line_of(deck, text):
    return deck[:deck.index(text)].count("\n") + 1


def sections():
    """Shells, beams and trusses with their materials."""
    for ranks in (1, 2):
        same("the frame", MESH + MATERIAL + SHELL + BEAM + HELD + PUSH,
             (MESH, Y_MATERIAL + "sections:\n" + Y_BEAM + Y_BEAMS + Y_SHELL + Y_HELD + Y_PUSH), ranks=ranks)
    for old, names in (("TYPE=B31", "B31R B31H PIPE31 PIPE31H"), ("TYPE=S4", "S4RS S4RSW")):
        for name in names.split():
            same(name, FRAME.replace(old, "TYPE=" + name) + HELD + PUSH, (MESH, Y_FRAME + Y_HELD + Y_PUSH))
    shapes = (("CIRC", ".1", "type: circle, radius: 0.1"),
              ("PIPE", ".1, .02", "type: tube, radius: 0.1, thickness: 0.02"),
              ("THICK PIPE", ".1, .04", "type: tube, radius: 0.1, thickness: 0.04"),
              ("BOX", ".1, .2, .01, .01, .01, .01", "type: box, width: 0.1, height: 0.2, thickness: 0.01"),
              ("I", ".1, .2, .1, .1, .02, .02, .01", "type: I, width: 0.1, height: 0.2, flange: 0.02, web: 0.01"))
    for name, numbers, entry in shapes:
        beam = "*BEAM SECTION, ELSET=SPAR, MATERIAL=metal, SECTION=%s\n%s\n0., 1., .3\n" % (name, numbers)
        same(name, MESH + MATERIAL + SHELL + beam + HELD + PUSH, (
            MESH, Y_MATERIAL + "sections: {s: {%s, material: metal}}\n" % entry +
            "beams: [{group: SPAR, section: s, orientation: [0, 1, 0.3]}]\n" + Y_SHELL + Y_HELD + Y_PUSH),
             probes=PROBES + "deck: {dialect: abaqus}\n")
    general = ("*BEAM GENERAL SECTION, ELSET=SPAR, SECTION=GENERAL, DENSITY=2700.\n.02, 6.E-5, 0., 2.E-5, 4.E-5\n"
               "%s7.E7, 2.8E7\n")
    entry = (Y_MATERIAL[:-2] + ", own: {young: 7e7, poisson: 0.25, density: 2700}}\n"
             "sections: {s: {type: constants, material: own, area: 0.02, I_yy: 6e-5, I_zz: 2e-5, J: 4e-5, k_y: 1, "
             "k_z: 1}}\nbeams: [{group: SPAR, section: s, orientation: [%s]}]\n")
    for n1, vector in (("0., 1., 0.\n", "0, 1, 0"), ("\n", "0, 0, -1")):
        same("GENERAL", MESH + MATERIAL + SHELL + general % n1 + HELD + PUSH,
             (MESH, entry % vector + Y_SHELL + Y_HELD + Y_PUSH))
    truss = MESH.replace("TYPE=B31", "TYPE=T3D2")
    area = "*SOLID SECTION, ELSET=SPAR, MATERIAL=metal\n.02,\n"
    held = "*BOUNDARY\nROOT, PINNED\n1, 4, 6\n4, ENCASTRE\n22, 2, 3\n23, 2, 3\n"
    same("trusses", truss + MATERIAL + SHELL + area + held + "*CLOAD\nTIP, 3, 3.\nEND, 1, 4.\n",
         (truss, Y_MATERIAL + "sections: {s: {type: rod, material: metal, area: 0.02}}\n"
          "beams: [{group: SPAR, section: s}]\n" + Y_SHELL + "groups: [{name: clamped, nodes: [1, 4]}, "
          "{name: pin, nodes: [21]}, {name: guides, nodes: [22, 23]}]\nsupports: [{group: clamped, fix: %s}, "
          "{group: pin, fix: [x, y, z]}, {group: guides, fix: [y, z]}]\n" % SIX +
          "loads: [{type: force, group: TIP, value: [0, 0, 3]}, {type: force, group: END, value: [4, 0, 0]}]\n"))
    ply = ("*MATERIAL, NAME=ply\n*ELASTIC, TYPE=%s\n%s\n*DENSITY\n1600.\n*ORIENTATION, NAME=O\n1., .5, 0., 0., 1., 0.\n"
           "3, 0.\n")
    lamina = ply % ("LAMINA", "1.4E8, 1.E7, .3, 5.E6, 5.E6, 3.E6")
    constants = ply % ("ENGINEERING CONSTANTS", "1.4E8, 1.E7, 9.E6, .3, .2, .4, 5.E6, 5.E6\n3.E6")
    y_ply = (Y_MATERIAL[:-2] + ", core: {E1: 7e7, E2: 7e7, poisson: 0.3, G12: %r, G13: %r, G23: %r, density: 2700}, "
             "ply: {E1: 1.4e8, E2: 1e7, poisson: 0.3, G12: 5e6, G13: 5e6, G23: 3e6, density: 1600}}\n")
    y_ply = y_ply.replace("%r", repr(7e7 / 2.6))
    plies = ("*SHELL SECTION, ELSET=SKIN, COMPOSITE, ORIENTATION=O\n.01, 3, ply, 30.\n.03, 3, ply, -45., core\n"
             ".01, , metal\n")
    y_plies = ("  lam: {type: laminate, plies: [{material: ply, thickness: 0.01, angle: 30}, {material: ply, "
               "thickness: 0.03, angle: -45}, {material: core, thickness: 0.01, angle: 0}]}\n")
    y_shell = "shells: [{group: SKIN, section: lam, axis: [1, 0.5, 0]}]\n"
    for text in (lamina, constants):
        same("plies", MESH + MATERIAL + text + plies + BEAM + HELD + PUSH, (
            MESH, y_ply + "sections:\n" + Y_BEAM + y_plies + Y_BEAMS + y_shell + Y_HELD + Y_PUSH))
    same("an orthotropic shell", MESH + MATERIAL + lamina + "*SHELL SECTION, ELSET=SKIN, MATERIAL=ply, ORIENTATION=O, "
         "OFFSET=0.\n.05\n" + BEAM + HELD + PUSH, (
             MESH, y_ply + "sections:\n" + Y_BEAM + "  lam: {type: laminate, plies: [{material: ply, thickness: 0.05, "
             "angle: 0}]}\n" + Y_BEAMS + y_shell + Y_HELD + Y_PUSH))
    named_plies(ply, lamina, plies, y_ply, y_plies, y_shell)
    damped = MATERIAL + "*DAMPING, ALPHA=3., BETA=1.E-3\n"
    same("damping", MESH + damped + SHELL + BEAM + HELD + PUSH, (
        MESH, Y_MATERIAL[:-3] + ", damping: {mass: 3, stiffness: 1e-3}}}\nsections:\n" + Y_BEAM + Y_BEAMS + Y_SHELL +
        Y_HELD + Y_PUSH), MARCH)


def named_plies(ply, lamina, plies, y_ply, y_plies, y_shell):
    """Plies by orientations: angles of two axes a, b about the normal n, atan2(n . (a x b), a . b) of their
    projections."""
    more = ("*ORIENTATION, NAME=P\n2., 1., 0., 0., 1., 0.\n3, 0.\n*ORIENTATION, NAME=Q\n.5, .25, 0., 0., -1., 0.\n"
            "3, 0.\n")
    by_names = plies.replace("ply, 30.", "ply, P").replace("ply, -45., core", "ply, q, core")
    straight = y_plies.replace("30", "0").replace("-45", "0")
    frame = (MESH, y_ply + "sections:\n" + Y_BEAM + straight + Y_BEAMS + y_shell + Y_HELD + Y_PUSH)
    same("plies by orientations along one axis", MESH + MATERIAL + lamina + more + by_names + BEAM + HELD + PUSH, frame,
         ranks=2)
    all_names = by_names.replace(", ORIENTATION=O", "").replace(".01, , metal", ".01, , metal, O")
    same("plies that all name theirs", MESH + MATERIAL + lamina + more + all_names + BEAM + HELD + PUSH, frame)
    across = "*ORIENTATION, NAME=R\n-.3, 1., 0., -1., 0., 0.\n3, 10.\n"
    mixed = plies.replace("ply, 30.", "ply, R")
    skin = PLATE + MATERIAL + lamina + across
    case = y_ply + "sections:\n" + y_plies.replace(
        "angle: 30", "angle: %r") + y_shell + "supports: [{group: ROOT, fix: %s}]\n" % SIX + (
            "groups: [{name: two, nodes: [2]}, {name: three, nodes: [3]}]\n"
            "loads: [{type: force, group: two, value: [0, 0, 40]}, {type: force, group: three, value: [1500, 0, 0]}]\n")
    angle = math.degrees(math.atan2(1 * 1 + .5 * .3, -.3 + .5))
    same("a ply whose axis is turned", skin + mixed + LOADED, (PLATE, case % (angle + 10)), probes=AT)
    same("a ply whose axis is turned back", skin.replace("-1., 0., 0.\n3, 10.", "1., 0., 0.\n3, 10.") + mixed + LOADED,
         (PLATE, case % (angle - 10)), probes=AT)
    rejected(MESH + MATERIAL + lamina + across + mixed + BEAM + HELD + PUSH, "the orientation 'R' is turned by 90.1")
    rejected(skin.replace("-.3, 1., 0., -1., 0., 0.\n3, 10.", "0., 0., 1., -1., 0., 0.\n3, 0.") + mixed + LOADED,
             "is along the normal of element 1")
    rejected(skin + plies.replace("ply, 30.", "ply, S") + LOADED, "ORIENTATION=S is not defined")
    rejected(skin.replace("\n3, 10.", "\n1, 10.") + mixed + LOADED, "ORIENTATION=R has no second line 3, 0.")


FRAME = MESH + MATERIAL + SHELL + BEAM
Y_FRAME = Y_MATERIAL + "sections:\n" + Y_BEAM + Y_BEAMS + Y_SHELL


def actions():
    """Supports, loads and motions at the start."""
    for label, deck, case, march in (
            ("moments", HELD + "*CLOAD\nEDGE, 4, .2\nEND, 5, -.3\n23, 6, .1\n22, 2, .3\n22, 2, .2\n6, 1, 5.\n",
             Y_HELD + "loads: [{type: moment, group: EDGE, value: [0.2, 0, 0]}, {type: moment, group: END, "
             "value: [0, -0.3, 0.1]}, {type: force, group: N22, value: [0, 0.5, 0]}, {type: force, group: TIP, "
             "value: [5, 0, 0]}]\n", STATIC),
            ("P and GRAV", HELD + "*DLOAD\nSKIN, P, 30.\n1, P, 5.\n, GRAV, 9.81, 1., 0., -2.\n",
             Y_HELD + "groups: [{name: one, elements: [1]}]\nloads: [{type: pressure, group: SKIN, value: 30}, "
             "{type: pressure, group: one, value: 5}]\ngravity: [4.38716537, 0, -8.77433074]\n", STATIC),
            ("CENTRIF", HELD + "*DLOAD\n, CENTRIF, .09, .5, 1., -.7, 1., -.5, 2.\n",
             Y_HELD + "spin: {speed: 0.3, axis: [1, -0.5, 2], about: [0.5, 1, -0.7]}\n", STATIC),
            ("a motion of a support", "*BOUNDARY\nROOT, 1, 6\nEDGE, 3, 3, .01\n6, 1\nEND, 2, , -.02\n",
             "supports: [{group: ROOT, fix: [x, y, z, rx, ry, rz]}, {group: EDGE, motion: [~, ~, 0.01]}, "
             "{group: TIP, fix: [x]}, {group: END, motion: [~, -0.02, ~]}]\n", STATIC),
            ("an amplitude", "*AMPLITUDE, NAME=A\n0., 0., .04, 1., .07, .5, .2, 2.\n" + HELD +
             "*CLOAD, AMPLITUDE=a\n6, 3, 3.\n*CLOAD\n23, 3, -2.\n", Y_HELD + "loads: [{type: force, group: TIP, "
             "value: [0, 0, '3*if(t < 0.04, t/0.04, if(t < 0.07, 1 - 0.5*(t - 0.04)/0.03, "
             "0.5 + 1.5*(t - 0.07)/0.13))']}, {type: force, group: END, value: [0, 0, -2]}]\n", MARCH),
            ("velocities", HELD + "*INITIAL CONDITIONS, TYPE=VELOCITY\nEDGE, 3, .5\nEND, 1, .2\nEND, 3, .5\n",
             Y_HELD + "initial: [{group: EDGE, velocity: [0, 0, 0.5]}, {group: END, velocity: [0.2, 0, 0.5]}]\n",
             MARCH),
            ("symmetry", HELD + "*BOUNDARY\nN3, XSYMM\nTIP, YSYMM\nN22, ZSYMM\nEND, XASYMM\n5, YASYMM\n2, ZASYMM\n"
             "*CLOAD\n3, 2, 3.\n6, 1, 2.\n22, 1, 2.\n23, 1, 9.\n3, 3, 1.\n22, 4, .3\n23, 5, .1\n",
             "groups: [{name: a, nodes: [5]}, {name: b, nodes: [2]}]\n"
             "supports: [{group: ROOT, fix: [x, y, z, rx, ry, rz]}, {group: N3, fix: [x, ry, rz]}, "
             "{group: TIP, fix: [y, rx, rz]}, {group: N22, fix: [z, rx, ry]}, {group: END, fix: [y, z, rx]}, "
             "{group: a, fix: [x, z, ry]}, {group: b, fix: [x, y, rz]}]\n"
             "loads: [{type: force, group: N3, value: [0, 3, 1]}, {type: force, group: TIP, value: [2, 0, 0]}, "
             "{type: force, group: N22, value: [2, 0, 0]}, {type: force, group: END, value: [9, 0, 0]}, {type: moment, "
             "group: N22, value: [0.3, 0, 0]}, {type: moment, group: END, value: [0, 0.1, 0]}]\n", STATIC)):
        same(label, FRAME + deck, (MESH, Y_FRAME + case), march, 1 + len(label) % 2,
             tolerance=1e-8 if "GRAV" in label else 1e-12)
    surface = "*SURFACE, NAME=TOP\nSKIN, SPOS\n*SURFACE, NAME=UNDER\n2, SNEG\n*SURFACE, NAME=NONE\n"
    same("DSLOAD", FRAME + surface + HELD + "*DSLOAD\nTOP, P, 7.\nUNDER, P, 9.\n" + PUSH,
         (MESH, Y_FRAME + Y_HELD + "groups: [{name: two, elements: [2]}]\n" + Y_PUSH.replace(
             "]}]", "]}, {type: pressure, group: SKIN, value: -7}, {type: pressure, group: two, value: 9}]")))
    rejected(FRAME + surface + HELD + "*DSLOAD\nNONE, P, 7.\n" + PUSH,
             "'NONE'; accepted: the name of a *SURFACE of shells or solids that is not empty")
    rejected(FRAME + surface + "*COUPLING, CONSTRAINT NAME=c, REF NODE=31, SURFACE=NONE\n*KINEMATIC\n" + HELD + PUSH,
             "SURFACE=NONE is empty")
    follow = "*STEP, NLGEOM=YES\n*STATIC\n*DLOAD\nSKIN, P, 400.\n*CLOAD\nEND, 3, -2.\n*END STEP\n"
    for word in ("YES", "ON"):
        same("pressures follow with NLGEOM=" + word, FRAME + HELD + follow.replace("YES", word),
             (MESH, Y_FRAME + Y_HELD + "loads: [{type: pressure, group: SKIN, value: 400, follow: true}, {type: force, "
              "group: END, value: [0, 0, -2]}]\n"))


def bodies():
    """Bodies, their links and masses, springs, free nodes."""
    point = ("*ELEMENT, TYPE=MASS, ELSET=M\n90, 31\n*MASS, ELSET=M\n3.\n*ELEMENT, TYPE=ROTARYI, ELSET=R\n91, 31\n"
             "*ROTARY INERTIA, ELSET=R\n.1, .2, .3\n")
    y_body = "bodies: [{name: b, at: [2.5, 1, 0], mass: 3, inertia: [0.1, 0.2, 0.3, 0, 0, 0]}]\n"
    load = HELD + "*CLOAD\n31, 3, 1.5\n31, 4, .2\n23, 3, -2.\n"
    y_load = Y_HELD + ("loads: [{type: force, body: b, at: [2.5, 1, 0], value: [0, 0, 1.5]}, {type: moment, body: b, "
                       "value: [0.2, 0, 0]}, {type: force, group: END, value: [0, 0, -2]}]\n")
    nodes = "*SURFACE, NAME=S, TYPE=NODE\nEDGE\n"
    shells = "*SURFACE, NAME=S\n2,\n"
    mesh = MESH + "*NSET, NSET=FACE\n2, 3, 5, 6\n*ELSET, ELSET=OUT\n2\n"
    frame = FRAME.replace(MESH, mesh)
    rigid = "links: [{body: b, group: EDGE}]\n"
    ball = ("joints: [{type: spherical, between: [b, 'group:N3'], at: [2, 0, 0.1]}, {type: spherical, "
            "between: [b, 'group:TIP'], at: [2, 1, 0.1]}]\n")
    mean = "links: [{body: b, group: EDGE, type: average}]\n"
    couple = "*COUPLING, CONSTRAINT NAME=c, REF NODE=31, SURFACE=S\n"
    still = "*BOUNDARY\n31, 4, 6\n"
    y_still = "joints: [%s{type: %s, between: [ground, b], at: [2.5, 1, 0]%s}]\n"
    probes = PROBES[:-2] + ", {name: body, body: %s, at: [2.5, 1.3, 0.4]}]\n"
    for label, deck, entries in (
            ("KINEMATIC", nodes + couple + "*KINEMATIC\n", rigid),
            ("KINEMATIC 1 to 6", nodes + couple + "*KINEMATIC\n1, 6\n", rigid),
            ("KINEMATIC 1 to 3", nodes + couple + "*KINEMATIC\n1, 3\n", ball),
            ("DISTRIBUTING", nodes + couple + "*DISTRIBUTING\n", mean),
            ("DISTRIBUTING by areas", shells + couple + "*DISTRIBUTING, WEIGHTING METHOD=UNIFORM\n",
             mean.replace("EDGE", "FACE")), ("RIGID BODY of nodes", "*RIGID BODY, REF NODE=31, TIE NSET=EDGE\n", rigid),
            ("RIGID BODY of pins", "*RIGID BODY, REF NODE=31, PIN NSET=EDGE\n", ball),
            ("RIGID BODY of CalculiX", "*RIGID BODY, REF NODE=31, NSET=EDGE\n", ball),
            ("RIGID BODY of elements", "*RIGID BODY, REF NODE=31, ELSET=OUT\n", rigid.replace("EDGE", "FACE")),
            ("MPC BEAM", "*MPC\nBEAM, 3, 31\nBEAM, TIP, 31\n", rigid)):
        for march, ranks in ((MARCH, 1 + len(label) % 2),):
            a = run(write("deck.inp", frame + deck + point + load) + "deck: {dialect: abaqus}\n" + probes % "NODE 31" +
                    march, ranks)
            b = run(write("mesh.inp", mesh) + Y_FRAME + y_body + entries + y_load + probes % "b" + march)
            same_motions(label, a, b)
    a = run(write("deck.inp", frame + nodes + couple + "*KINEMATIC\n" + point + load + still) + probes % "NODE 31" +
            STATIC)
    d = run(write("mesh.inp", mesh) + Y_FRAME + y_body + rigid +
            y_load.replace(SIX + "}]", SIX + "}, {body: b, fix: [rx, ry, rz]}]") + probes % "b" + STATIC)
    b = run(write("mesh.inp", mesh) + Y_FRAME + y_body + rigid + y_load + probes % "b" +
            "joints: [{type: prismatic, between: [ground, b], at: [2.5, 1, 0], axis: [0, 0, 1]}]\n" + STATIC)
    c = run(write("deck.inp",
                  frame + nodes + couple + "*KINEMATIC\n" + point + load + "*BOUNDARY\n31, 1, 2\n31, 4, 6\n") +
            probes % "NODE 31" + STATIC)
    for label, one, other in (("a support that is no joint", a, d), ("a support of a body that is a joint", c, b)):
        if check(label, one.status == 0 == other.status, one.stderr + other.stderr):
            agree(label, *(r.json["probes"]["body"]["u"][-1] for r in (one, other)), 1e-11)
    springs = ("*ELEMENT, TYPE=SPRINGA, ELSET=K\n60, 6, 41\n*SPRING, ELSET=K\n\n200.\n*ELEMENT, TYPE=SPRING1, ELSET=G\n"
               "61, 41\n62, 23\n*SPRING, ELSET=G\n%d\n70.\n*ELEMENT, TYPE=SPRING2, ELSET=C\n63, 3, 22\n"
               "*SPRING, ELSET=C\n2, 2\n3000.\n*ELEMENT, TYPE=DASHPOTA, ELSET=D\n64, 3, 31\n*DASHPOT, ELSET=D\n\n90.\n"
               "*ELEMENT, TYPE=MASS, ELSET=P\n65, 41\n66, 5\n67, 31\n*MASS, ELSET=P\n.5\n")
    held = HELD + "*BOUNDARY\n41, 1, 2\n31, 1, 3\n"
    free = ("masses: [{name: p, at: [2, 0, 1], mass: 0.5, fix: [x, y]}, {name: q, at: [2.5, 1, 0], mass: 0.5, "
            "fix: [x, y, z]}, {group: N5, mass: 0.5}]\ngroups: [{name: N5, nodes: [5]}]\n")
    entries = ("springs: [{between: ['group:TIP', p], stiffness: 200}, {between: ['group:N3', q], damping: 90}]\n"
               "bushings:\n  - {between: [p, ground], at: [2, 0, 1], apart: true, stiffness: [0, 0, 70, 0, 0, 0]}\n"
               "  - {between: ['group:END', ground], at: [2, 3, 0.5], apart: true, stiffness: [0, 0, 70, 0, 0, 0]}\n"
               "  - {between: ['group:N3', 'group:N22'], at: [2, 0, 0.1], apart: true, stiffness: [0, 3000, 0, 0, 0, "
               "0]}\n")
    both = PROBES[:-2] + ", {name: free, mass: %s}]\n"
    a = run(write("deck.inp", FRAME + springs % 3 + held + PUSH + "*CLOAD\n41, 3, .7\n") + both % "NODE 41" + MARCH, 2)
    b = run(write("mesh.inp", MESH) + Y_FRAME + free + entries + Y_HELD +
            Y_PUSH.replace("]}]", "]}, {type: force, mass: p, value: [0, 0, 0.7]}]") + both % "p" + MARCH)
    same_motions("springs", a, b)


def equations():
    """Equations between nodes of shells, beams, bodies and free nodes; the six-node shell."""
    deck = ("*ELEMENT, TYPE=MASS, ELSET=M\n90, 31\n91, 41\n*MASS, ELSET=M\n3.\n*ELEMENT, TYPE=ROTARYI, ELSET=R\n"
            "92, 31\n*ROTARY INERTIA, ELSET=R\n.1, .2, .3\n" + HELD + "*BOUNDARY\n31, 1, 2\n31, 4, 6\n41, 1, 2\n"
            "*EQUATION\n2\nTIP, 3, 1., END, 3, -2.\n*EQUATION\n3\n3, 3, 1., 31, 3, -.5\n22, 5, .3\n2\n"
            "41, 3, 1., 6, 3, -1.\n")
    entries = ("bodies: [{name: b, at: [2.5, 1, 0], mass: 3, inertia: [0.1, 0.2, 0.3, 0, 0, 0]}]\n"
               "masses: [{name: p, at: [2, 0, 1], mass: 3, fix: [x, y]}]\n"
               "joints: [{type: prismatic, between: [ground, b], at: [2.5, 1, 0], axis: [0, 0, 1]}]\nequations:\n"
               "  - terms: [{group: TIP, uz: 1}, {group: END, uz: -2}]\n"
               "  - terms: [{group: N3, uz: 1}, {body: b, at: [2.5, 1, 0], uz: -0.5}, {group: N22, ry: 0.3}]\n"
               "  - terms: [{mass: p, uz: 1}, {group: TIP, uz: -1}]\n")
    same("*EQUATION", FRAME + deck + PUSH, (MESH, Y_FRAME + entries + Y_HELD + Y_PUSH), MARCH, 2)
    for old, new, wanted in (("END, 3, -2.", "EDGE, 3, -2.",
                              "a set of 2 nodes behind a node of 1; accepted: as many as in the first term, or one"),
                             ("41, 3, 1., 6, 3, -1.\n", "41, 3, 1.\n",
                              "a line of data is missing: further terms of an equation"),
                             ("TIP, 3, 1., END", "TIP, 3, 1., 3, 3, 1., END", "is not read"),
                             ("TIP, 3, 1.", "TIP, 7, 1.", "component 7; accepted: 1 to 6")):
        rejected(FRAME + deck.replace(old, new) + PUSH, wanted)
    nodes = {1: (0, 0, 0), 2: (1, 0, .1), 3: (2, 0, 0), 4: (1, 1, .1), 5: (0, 2, 0), 6: (0, 1, 0)}
    six = ("*NODE\n" + "".join("%d, %r, %r, %r\n" % ((n,) + x) for n, x in nodes.items()) +
           "*ELEMENT, TYPE=STRI65, ELSET=SKIN\n1, 1, 3, 5, 2, 4, 6\n" + MATERIAL + SHELL +
           "*BOUNDARY\n1, PINNED\n3, PINNED\n2, 3\n5, 3\n*CLOAD\n6, 3, 2.\n4, 1, .2\n")
    bulk = ("BEGIN BULK\n" + "".join("GRID,%d,,%r,%r,%r\n" % ((n,) + tuple(map(float, x))) for n, x in nodes.items()) +
            "CTRIA6,1,5,1,3,5,2,4,6\nPSHELL,5,1,.05,1\nMAT1,1,7.+7,,.3,2700.\nSPC1,1,123,1,3\nSPC1,1,3,2,5\n"
            "FORCE,1,6,,2.,0.,0.,1.\nFORCE,1,4,,.2,1.,0.,0.\nENDDATA\n")
    at = "probes: [{name: a, node: 4}, {name: b, node: 6}]\n"
    a, b = run(write("deck.inp", six) + at + STATIC), run(write("deck.bdf", bulk) + at + STATIC)
    same_motions("STRI65 as CTRIA6", a, b, 1e-11)


PLATE = ("*NODE\n1, 0., 0.\n2, 1., 0.\n3, 1., 1.\n4, 0., 1.\n*ELEMENT, TYPE=S4, ELSET=SKIN\n1, 1,2,3,4\n"
         "*NSET, NSET=ROOT\n1, 4\n")
STEEL = "*MATERIAL, NAME=STEEL\n*ELASTIC\n2.E11, .3\n*DENSITY\n7800.\n*SHELL SECTION, ELSET=SKIN, MATERIAL=STEEL\n.01\n"
LOADED = "*STEP\n*STATIC\n*BOUNDARY\nROOT, 1, 6\n*CLOAD\n2, 3, 40.\n3, 1, 1.5E3\n*END STEP\n"
AT = "probes: [{name: a, node: 2}, {name: b, node: 3}]\n"


def shown(result):
    return [p["u"][-1] for p in result.json["probes"].values()] if result.status == 0 else result.stderr


def writing():
    """The same deck in other letters."""
    plain = PLATE + STEEL + LOADED
    if not (first := passed("a plate", write("plain.inp", plain) + AT + STATIC, silent=True)):
        return
    acts = run(write("plain.inp", plain) + AT + STATIC, verb="check").stdout
    acts += program(["check", "case.yaml"]).stdout
    check("a line says what acts", "deck      model data, step 1 of 1 (STATIC); supports: 0 of the case, "
          "1 of the deck; loads: 0 of the case, 2 of the deck" in acts, acts)
    Path("sub").mkdir(exist_ok=True)
    write("sub/nodes.txt", "1, 0., 0.\n2, 1., 0.\n3, 1., 1.\n4, 0., 1.\n")
    write("sub/steel.txt", STEEL)
    spaced = re.sub(r"(?m)^([^*\n].*)$", lambda m: "   " + m[1].replace(",", "  ,\t"), plain)
    for label, text in (("CRLF", plain.replace("\n", "\r\n")), ("lower case", plain.lower()), ("blanks", spaced),
                        ("a mark of UTF-8", "\ufeff" + plain),
                        ("comments", plain.replace("\n", "\n** a comment, *NODE\n\n")), ("no line end", plain.rstrip()),
                        ("parameters on a further line", plain.replace("TYPE=S4, ELSET", "TYPE=S4,\n  ELSET").replace(
                                "SECTION, ELSET", "SECTION,\nELSET")),
                        ("blanks in keywords",
                         plain.replace("*SHELL SECTION", "* SHELL  SECTION ").replace("*END STEP", "*ENDSTEP")),
                        ("other numbers", plain.replace("2.E11", "+2.0D+11").replace("1.5E3", "1.5+3").replace(
                                "40.", "4d1").replace(".01", "1-2")), (
                                        "quotes", plain.replace("=STEEL", '="STEEL"').replace(
                                                "NSET=ROOT", 'NSET="ROOT"').replace("\nROOT,", '\n"ROOT",')),
                        ("*INCLUDE", "*INCLUDE, INPUT=sub/steel.txt\n*NODE\n*INCLUDE, INPUT=sub/nodes.txt\n" +
                         PLATE[PLATE.index("*ELEMENT"):] + LOADED),
                        ("a keyword inside a name", plain.replace("STEEL", "NODE_STEP").replace("ROOT", "ELSET-1")),
                        ("sections before nodes", STEEL + PLATE + LOADED),
                        ("words in the title", "*HEADING\nELEMENT, TYPE=C3D8\n" + plain),
                        ("output", plain.replace("*END STEP", "*OUTPUT, FIELD\n*NODE OUTPUT\nU, RF\n"
                                                 "*NODE PRINT, NSET=ROOT\nRF\n*END STEP"))):
        r = run(write("other.inp", text) + AT + STATIC)
        check(label, shown(r) == shown(first) and not r.stderr, "%s\n%s" % (shown(r), r.stderr))
    nodes = PLATE.replace("1, 1,2,3,4", "1, 1,2,\n3,\n4")
    check("an element on three lines",
          shown(run(write("other.inp", nodes + STEEL + LOADED) + AT + STATIC)) == shown(first))
    case = "gimbal: 1\nmesh: plain.inp\n" + AT + STATIC
    r = run(case + "loads: [{type: force, group: ROOT, value: [0, 0, 1]}]\n")
    check("loads of the case replace those of the deck",
          r.status == 0 and max(map(abs, r.json["probes"]["a"]["u"][-1])) < 1e-12, r.stderr)
    r = run(case + "deck: {loads: keep}\nloads: [{type: force, group: ROOT, value: [0, 0, 1]}]\n")
    check("or stay beside them", shown(r) == shown(first), r.stderr)
    r = run(case + "materials: {m: {young: 1e11, poisson: 0.3}}\n"
            "shells: [{group: SKIN, material: m, thickness: 0.02}]\n")
    check("a section of the case replaces the deck's", r.status == 0 and shown(r) != shown(first), r.stderr)
    plies = ("*NODE\n5, 2., 0.\n6, 2., 1.\n*ELEMENT, TYPE=S4, ELSET=SKIN\n2, 2,3,6,5\n" +
             STEEL[:STEEL.index("*SHELL")] + "*SHELL SECTION, ELSET=SKIN, COMPOSITE\n.01, , STEEL\n.02, , STEEL, 30.\n")
    rejected(PLATE + plies + LOADED, "the deck has plies that go by the way they face", "orient: consistent\n", USAGE)
    passed("its derivative", case + "functions: [{type: compliance}]\ndesign: [{name: t, thickness: SKIN}]\n",
           verb="verify")


def steps():
    """What goes on from step to step, and what ends."""
    held = "*BOUNDARY\nROOT, 1, 6\n"
    two = ("*STEP, NAME=first\n*STATIC\n" + held + "*CLOAD\n2, 3, 40.\n3, 3, 10.\n*END STEP\n*STEP\n*STATIC\n*CLOAD%s\n"
           "3, 3, 70.\n*END STEP\n")
    rejected(PLATE + STEEL + two % "", "has the steps 1 (STATIC, first), 2 (STATIC), of which a model has one")
    rejected(PLATE + STEEL + two % "", "the deck has 2 steps, and deck.step is 3", "deck: {step: 3}\n")
    rejected(PLATE + STEEL + LOADED, "accepted: step, dialect, mass, supports, loads", "deck: {subcase: 1}\n", USAGE)
    for op, step, loads in (("", 1, "2, 3, 40.\n3, 3, 10.\n"), ("", 2, "2, 3, 40.\n3, 3, 70.\n"),
                            (", OP=NEW", 2, "3, 3, 70.\n"), (", OP=MOD", 2, "2, 3, 15.\n2, 3, 25.\n3, 3, 70.\n")):
        a = run(write("steps.inp", PLATE + STEEL + two % op) + "deck: {step: %d}\n" % step + AT + STATIC)
        b = run(write("one.inp", PLATE + STEEL + held + "*STEP\n*STATIC\n*CLOAD\n" + loads + "*END STEP\n") + AT +
                STATIC)
        check("step %d%s" % (step, op), a.status == 0 and shown(a) == shown(b),
              "%s\n%s\n%s" % (a.stderr, shown(a), shown(b)))
    ends = (PLATE + STEEL + "*STEP\n*STATIC\n*BOUNDARY\n1, 1, 6\n2, 1, 6\n*END STEP\n*STEP\n*STATIC\n"
            "*BOUNDARY, OP=NEW\nROOT, 1, 6\n*CLOAD\n2, 3, 40.\n3, 1, 1.5E3\n*END STEP\n")
    a = run(write("ends.inp", ends) + "deck: {step: 2}\n" + AT + STATIC)
    check("supports that end", shown(a) == shown(run(write("plain.inp", PLATE + STEEL + LOADED) + AT + STATIC)),
          a.stderr)
    about = two.replace("*STEP\n*STATIC\n*CLOAD%s", "*STEP, PERTURBATION\n*STATIC\n*CLOAD%s")
    rejected(PLATE + STEEL + about % "", "*STEP, PERTURBATION about the loads of step 1", "deck: {step: 2}\n")
    same("a step of no analysis", FRAME + HELD + "*STEP\n*NO ANALYSIS\n" + PUSH + "*END STEP\n",
         (MESH, Y_FRAME + Y_HELD + Y_PUSH))
    modes = run(write("modes.inp", PLATE + STEEL + "*STEP\n*FREQUENCY\n3\n" + held + "*END STEP\n") + STATIC +
                "modes: {count: 3}\n", verb="modes")
    check("frequencies", modes.status == 0 and len(modes.json["modes"]["frequency"]) == 3, modes.stderr)


def instances():
    """Parts once and shifted once more are the nodes and elements written out."""
    part = "*PART, NAME=P\n" + PLATE + "*SHELL SECTION, ELSET=SKIN, MATERIAL=STEEL\n.01\n*END PART\n"
    material = STEEL[:STEEL.index("*SHELL")]
    assembly = ("*ASSEMBLY, NAME=A\n*INSTANCE, NAME=I, PART=P\n*END INSTANCE\n*INSTANCE, NAME=J, PART=P\n3., 0., .5\n"
                "*END INSTANCE\n*NODE\n1, 2., .5, .2\n*NSET, NSET=R\n1\n*NSET, NSET=TWO, INSTANCE=J\n1, 4\n"
                "*NSET, NSET=ONE, INSTANCE=I\n2, 3\n*SURFACE, NAME=S, TYPE=NODE\nTWO\nI.3\nI.2\n"
                "*COUPLING, CONSTRAINT NAME=c, REF NODE=R, SURFACE=S\n*KINEMATIC\n*END ASSEMBLY\n")
    step = ("*STEP\n*STATIC\n*BOUNDARY\nI.ROOT, ENCASTRE\n*CLOAD\nJ.3, 3, 2.\nONE, 1, 3.\nR, 3, 1.\n*DLOAD\n"
            "J.SKIN, P, 5.\n*END STEP\n")
    out = ("*NODE\n1, 0., 0.\n2, 1., 0.\n3, 1., 1.\n4, 0., 1.\n5, 3., 0., .5\n6, 4., 0., .5\n7, 4., 1., .5\n"
           "8, 3., 1., .5\n9, 2., .5, .2\n*ELEMENT, TYPE=S4, ELSET=SKIN\n1, 1,2,3,4\n2, 5,6,7,8\n")
    flat = (out + STEEL + "*SURFACE, NAME=S, TYPE=NODE\n5\n8\n3\n2\n*COUPLING, CONSTRAINT NAME=c, REF NODE=9, "
            "SURFACE=S\n*KINEMATIC\n*STEP\n*STATIC\n*BOUNDARY\n1, ENCASTRE\n4, ENCASTRE\n*CLOAD\n7, 3, 2.\n2, 1, 3.\n"
            "3, 1, 3.\n9, 3, 1.\n*DLOAD\n2, P, 5.\n*END STEP\n")
    at = "probes: [{name: a, node: 3}, {name: b, node: 7}, {name: c, body: %s, at: [2, 0, 0]}]\n" % "NODE 9"
    for ranks in (1, 2):
        a = run(write("parts.inp", part + assembly + material + step) + at + STATIC, ranks)
        b = run(write("flat.inp", flat) + at + STATIC, ranks)
        same_motions("instances as written out", a, b)
    rejected(part + assembly.replace(".5\n*END I", ".5\n0., 0., 0., 0., 0., 1.\n*END I"),
             "the angle of a rotation must be a real number")
    rejected(part + assembly.replace("PART=P\n3.", "PART=Q\n3."), "PART=Q is not defined before it")
    rejected(part + assembly.replace("*END INSTANCE\n*NODE", "*NODE"),
             "*INSTANCE has no *END INSTANCE: is the deck whole?")


def middles():
    """S8R, and S8R5, is the shell of nine nodes of a gmsh file or of CQUAD8; B32 the beam of three; S3 the triangle."""
    nodes = {1: (0, 0, 0), 2: (1, 0, .1), 3: (2, 0, 0), 4: (2, 1, .2), 5: (2, 2, 0), 6: (1, 2, .1), 7: (0, 2, 0),
             8: (0, 1, 0), 11: (3, 0, 0), 12: (4, 0, 0)}
    deck = ("*NODE\n" + "".join("%d, %r, %r, %r\n" % ((n,) + x) for n, x in nodes.items()) +
            "*ELEMENT, TYPE=S8R5, ELSET=SKIN\n1, 1, 3, 5, 7, 2, 4, 6,\n 8\n*ELEMENT, TYPE=B32, ELSET=SPAR\n"
            "3, 3, 11, 12\n" + MATERIAL + SHELL + BEAM + "*NSET, NSET=ROOT, GENERATE\n1, 8, 7\n*BOUNDARY\n"
            "ROOT, PINNED\n7, PINNED\n8, 1, 6\n12, 2\n*CLOAD\n12, 3, .5\n4, 1, .2\n")
    bulk = ("BEGIN BULK\n" +
            "".join("GRID,%d,,%r,%r,%r\n" % ((n,) + tuple(map(float, x))) for n, x in nodes.items() if n != 11) +
            "CQUAD8,1,5,1,3,5,7,2,4,+\n+,6,8\nPSHELL,5,1,.05,1\nMAT1,1,7.+7,,.3,2700.\nSPC1,1,123,1,7\n"
            "SPC1,1,123456,8\nSPC1,1,2,12\nCBAR,3,6,3,12,0.,1.,0.\nPBARL,6,1,,BAR\n,.2,.1\nFORCE,1,12,,.5,0.,0.,1.\n"
            "FORCE,1,4,,.2,1.,0.,0.\nENDDATA\n")
    at = "probes: [{name: a, node: 4}, {name: b, node: 12}]\n"
    a, b = run(write("deck.inp", deck) + at + STATIC), run(write("deck.bdf", bulk) + at + STATIC)
    for name in "B32R B32H B32RH PIPE32 PIPE32H".split():
        r = run(write("deck.inp", deck.replace("TYPE=B32", "TYPE=" + name)) + at + STATIC)
        check(name + " is B32", r.status == 0 and shown(r) == shown(a), r.stderr)
    same_motions("S8R and B32 as CQUAD8 and CBAR", a, b, 1e-11)
    three = PLATE.replace("TYPE=S4, ELSET=SKIN\n1, 1,2,3,4", "TYPE=STRI3, ELSET=SKIN\n1, 1,2,3\n2, 1, 3, 4")
    bulk = ("BEGIN BULK\nGRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nGRID,3,,1.,1.,0.\nGRID,4,,0.,1.,0.\nCTRIA3,1,5,1,2,3\n"
            "CTRIA3,2,5,1,3,4\nPSHELL,5,1,.01,1\nMAT1,1,2.+11,,.3,7800.\nSPC1,1,123456,1,4\nFORCE,1,2,,40.,0.,0.,1.\n"
            "FORCE,1,3,,1.5+3,1.,0.,0.\nENDDATA\n")
    a, b = run(write("deck.inp", three + STEEL + LOADED) + AT + STATIC), run(write("deck.bdf", bulk) + AT + STATIC)
    same_motions("STRI3 as CTRIA3", a, b)


def page():
    """Each keyword on one list, and one of each list tried."""
    text = program(["help", "keywords"]).stdout
    lists = {part.splitlines()[0]: re.findall(r"^\| ([A-Z][A-Z ,-]+) \|.* ([^|]*) \|$", part, re.M)
             for part in text.split("\n## ")[1:]}
    check("four lists", len(lists) == 4, list(lists))
    names = [name for rows in lists.values() for words, _ in rows for name in words.split(", ")]
    check("each keyword once", len(names) == len(set(names)) > 100, sorted(n for n in set(names) if names.count(n) > 1))
    bad = [(name, text) for words, text in lists["Refused"] for name in words.split(", ")]
    deck = PLATE + STEEL + "".join("*%s, ANY=1\n1, 2\n" % name for name, _ in bad[:25]) + LOADED
    r = run(write("refused.inp", deck) + STATIC, verb="check")
    first = (PLATE + STEEL).count("\n") + 1
    for k, (name, _) in enumerate(bad[:25]):
        wanted = "refused.inp:%d: the keyword *%s is not read: " % (first + 2 * k, name)
        check(wanted, r.status == MODEL and wanted in r.stderr, r.stderr[:900])
    listed = [words.split(", ")[0] for words, _ in lists["Left out, with a line of the output"]]
    silent = [words.split(", ")[0] for words, _ in lists["Left out"]]
    r = run(write("skipped.inp",
                  PLATE + STEEL + "".join("*%s\n1.\n" % n for n in listed + listed[:1] + silent) + LOADED) + STATIC,
            verb="check")
    check("a line counts them", r.status == 0 and r.stderr.strip().endswith(
        "skipped.inp: keywords that are left out, as `gimbal help keywords` says: " +
        ", ".join(["*%s (2)" % listed[0]] + ["*" + n for n in listed[1:]])), r.stderr)


def wrong():
    """Defects have file, line and what is accepted; all of a deck in one run."""
    deck = PLATE + STEEL + LOADED
    for label, old, new, wanted in (
            ("a type of solids", "TYPE=S4", "TYPE=C3D8T", "*ELEMENT: TYPE=C3D8T is not read: solids are C3D4, C3D5, "
             "C3D6, C3D8, C3D10, C3D15 and C3D20, also with R, I, H or M; accepted: S3"),
            ("a truss that bends", "TYPE=S4", "TYPE=T2D3",
             "TYPE=T2D3 is not read: nothing holds the middle node of a truss across its line: use T2D2"),
            ("a beam that warps", "TYPE=S4", "TYPE=B31OSH", "TYPE=B31OSH is not read: beams do not warp: use B31"),
            ("connectors", "TYPE=S4", "TYPE=CONN2D2", "connectors are CONN3D2"),
            ("a parameter", "*ELASTIC", "*ELASTIC, MODULI=LONG TERM",
             "the parameter MODULI is not read; accepted: TYPE"),
            ("plasticity", "*DENSITY", "*PLASTIC\n2.E8, 0.\n*DENSITY",
             "the keyword *PLASTIC is not read: materials are linear"),
            ("temperatures", "2.E11, .3", "2.E11, .3, 20.\n1.E11, .3, 200.",
             "numbers that vary with temperature are not read"),
            ("no number", "2.E11, .3", "2.E11, abc", "nu must be a real number, 'abc' was found"),
            ("Poisson's number", "2.E11, .3", "2.E11, .5", "accepted: E > 0, -1 < nu < 0.5"),
            ("a node", "2, 3, 40.", "9, 3, 40.", "*CLOAD: node 9 is not defined"),
            ("a set", "ROOT, 1, 6", "ROOF, 1, 6",
             "'ROOF' is no set; accepted: a number of nodes, or the name of an *NSET"),
            ("a component", "2, 3, 40.", "2, 8, 40.", "component 8; accepted: 1 to 6"),
            ("components", "ROOT, 1, 6", "ROOT, 6, 1", "components 6 to 1; accepted: 1 to 6, ascending"),
            ("a condition", "ROOT, 1, 6", "ROOT, CLAMPED",
             "'CLAMPED'; accepted: the first component, or ENCASTRE, PINNED, XSYMM"),
            ("an offset", "MATERIAL=STEEL\n.01", "MATERIAL=STEEL, OFFSET=TOP\n.01",
             "OFFSET=TOP; accepted: SPOS, SNEG, or where the nodes are"),
            ("no thickness", "MATERIAL=STEEL\n.01", "MATERIAL=STEEL", "a line of data is missing: the thickness"),
            ("a thickness", "\n.01", "\n0.", "the thickness = 0; accepted: a number > 0"),
            ("a material", "MATERIAL=STEEL", "MATERIAL=STEAL", "the material 'STEAL' is not defined"),
            ("a material that is not elastic", "*ELASTIC\n2.E11, .3\n", "", "the material 'STEEL' has no *ELASTIC"),
            ("a section of others", "*SHELL SECTION", "*SOLID SECTION",
             "which is a shell with a section by *SHELL SECTION; accepted: a set of trusses alone"),
            ("a truncated deck", "*END STEP\n", "", "*STEP has no *END STEP: is the deck whole?"),
            ("data behind a step", "*END STEP\n", "*END STEP\n*CLOAD\n2, 3, 1.\n", "*CLOAD behind the last step"),
            ("a load twice", "3, 1, 1.5E3", "3, 1, 1.5E3\n*DLOAD\nSKIN, BX, 3.",
             "'BX' is not read; accepted: P on shells, PX, PY, PZ, P1, P2 on beams, P1 to P6 on solids, GRAV, CENTRIF"),
            ("a pressure of beams", "3, 1, 1.5E3", "3, 1, 1.5E3\n*DLOAD\nSKIN, P1, 3.",
             "of Abaqus: a force per length along n1 or n2; of CalculiX: a pressure on a side"),
            ("a rotation of a part", "3, 1, 1.5E3",
             "3, 1, 1.5E3\n*ELEMENT, TYPE=T3D2, ELSET=BAR\n9, 1, 2\n*DLOAD\nBAR, CENTRIF, 9., 0., 0., 0., 0., 0., 1.",
             "CENTRIF on 1 of the 2 elements; accepted: a blank field, or a set of all"),
            ("gravity of a part", "3, 1, 1.5E3", "3, 1, 1.5E3\n*DLOAD\nNONE, GRAV, 9.81, 0., 0., -1.",
             "'NONE' is no set"),
            ("an unknown keyword", "*DENSITY", "*DENSTIY",
             "the keyword *DENSTIY is not known, and leaving it out could change the model"),
            ("a missing file", "*MATERIAL", "*INCLUDE, INPUT=none.txt\n*MATERIAL", "*INCLUDE: none.txt"),
            ("two values", "ROOT, 1, 6", "ROOT, 1, 3\n1, 1, 1, .1", "component 1 of node 1 is"),
            ("an amplitude", "*CLOAD", "*CLOAD, AMPLITUDE=ramp", "AMPLITUDE=ramp is not defined"),
            ("an element that is not there", "1, 1,2,3,4", "1, 1,2,3,5",
             "element 1 names node 5, which is not defined"),
            ("an element twice", "1, 1,2,3,4", "1, 1,2,3,4\n1, 1,2,3,4", "element 1 is defined twice"),
            ("a node too many", "1, 1,2,3,4", "1, 1,2,3,4,5", "field 6, '5', is not read"),
            ("a nodal normal", "2, 1., 0.\n", "2, 1., 0., 0., 0., 1., 1.\n", "normals are those of the elements"),
            ("no deck", "*NODE\n1, 0.", "1, 0.", "a keyword is expected, as *NODE; is this an Abaqus deck?")):
        bad = deck.replace(old, new, 1)
        check(label + " is another deck", bad != deck)
        refused(label, write("wrong.inp", bad) + STATIC, (MODEL, 6 if "file" in label else MODEL), wanted, "wrong.inp",
                verb="check")
    bad = deck.replace("2.E11, .3", "2.E11, x").replace("ROOT, 1, 6", "ROOT, 1, 7")
    r = run(write("wrong.inp", bad.replace("*DENSITY\n7800.", "*DENSITY\nheavy")) + STATIC, verb="check")
    lines = [line_of(bad, "2.E11, x"), line_of(bad, "7800.")]
    check("two defects in one run", all("wrong.inp:%d:" % n in r.stderr for n in lines), r.stderr)


def bracket():
    """The example: its weight on its bolts, its derivatives, and alike on 2 ranks."""
    case = ROOT / "meshes" / "bracket.yaml"
    tip = {}
    for ranks in (1, 2):
        if not (r := passed("the bracket", case, silent=True, ranks=ranks,
                            settings=["time.steps=10", "output.every=0"])):
            return
        tip[ranks] = r.json["probes"]["front"]["u"][-1]
        close("the bolts bear it at the start", r.json["reactions"]["bolts"]["force"][0][2],
              9.81 * r.json["functions"]["mass"], 1e-6)
    close("the front on 2 ranks", max(abs(a - b) for a, b in zip(tip[1], tip[2])), 0, 0, 1e-9 * max(map(abs, tip[1])))
    passed("its derivatives", case, verb="verify", settings=["time.steps=2", "output.every=0"])


if __name__ == "__main__":
    for part in (sections, actions, bodies, equations, writing, steps, instances, middles, page, wrong, bracket):
        part()
