"""What joins and moves nodes of .inp decks: connectors, axes of nodes, motions of bodies, loads along beams.

Claims: each connection type is the joint, spring or bushing of a case file of the same place and axes, driven, damped
and elastic; supports, loads and equations along axes of *TRANSFORM are those along turned axes; motions of nodes of
bodies and of free nodes are those of supports and masses; PX to P2 are tractions; *KINEMATIC COUPLING is *COUPLING. All
to 1e-11, on 1 and 2 ranks.
"""
# quick
# timeout: 200
import math

from common import passed, same_motions
from helper import check, run
from inp_decks import FRAME, HELD, MARCH, MESH, PROBES, PUSH, STATIC, Y_FRAME, Y_HELD, Y_PUSH, rejected, same, write

POINT = ("*NODE\n61, 2., 1., .1\n*ELEMENT, TYPE=MASS, ELSET=M\n90, 61\n*MASS, ELSET=M\n30.\n*ELEMENT, TYPE=ROTARYI, "
         "ELSET=R\n91, 61\n*ROTARY INERTIA, ELSET=R\n1., 2., 3.\n*ORIENTATION, NAME=AX\n.2, 1., .3, 0., 0., 1.\n"
         "1, 0.\n")
Y_POINT = ("bodies: [{name: b, at: [2, 1, 0.1], mass: 30, inertia: [1, 2, 3, 0, 0, 0]}, {name: e, at: [2, 1, 0.1], "
           "mass: 0, inertia: [0, 0, 0, 0, 0, 0]}]\nlinks: [{body: e, group: TIP}]\n")
ACTS = "*CLOAD\n61, 3, 15.\n61, 4, .7\n61, 5, .9\n23, 3, -2.\n"
Y_ACTS = ("loads: [{type: force, body: b, at: [2, 1, 0.1], value: [0, 0, 15]}, {type: moment, body: b, "
          "value: [0.7, 0.9, 0]}, {type: force, group: END, value: [0, 0, -2]}]\n")
AXES = "[0.2, 1, 0.3]"


def pair(label, deck, case, march=MARCH, ranks=1, probe=("NODE 61", "b"), tolerance=1e-11):
    """A deck and a case whose body has another name."""
    probes = PROBES[:-2] + ", {name: body, body: %s, at: [2.3, 1.5, 0.4]}]\n"
    same_motions(label, run(write("deck.inp", deck) + probes % probe[0] + march, ranks),
                 run(write("mesh.inp", MESH + "*NODE\n61, 2., 1., .1\n") + case + probes % probe[1] + march), tolerance,
                 1e-12)


def alone(case):
    """Without the body at the node."""
    return case.replace(", {name: e, at: [2, 1, 0.1], mass: 0, inertia: [0, 0, 0, 0, 0, 0]}", "").replace(
        "links: [{body: e, group: TIP}]\n", "")


def connectors():
    """Between a body and the corner of the shells."""
    frame, y_frame = FRAME + POINT, Y_FRAME + Y_POINT + Y_HELD + Y_ACTS
    element = "*ELEMENT, TYPE=CONN3D2, ELSET=C\n95, 6, 61\n*CONNECTOR SECTION, ELSET=C%s\n%s\n%s"
    behavior = "*CONNECTOR BEHAVIOR, NAME=B\n"
    kind = "joints: [{name: c, type: %s, between: [e, b], at: [2, 1, 0.1], axis: " + AXES + "%s}]\n"
    spring = "*CONNECTOR ELASTICITY, COMPONENT=4\n700.\n*CONNECTOR DAMPING, COMPONENT=4\n3.\n"
    for label, types, more, of, entry in (
            ("HINGE", "HINGE,", "AX,", "", kind % ("revolute", "")),
            ("JOIN, REVOLUTE", "JOIN, REVOLUTE", "AX, AX", "", kind % ("revolute", "")),
            ("a hinge with a spring", "Hinge", "ax", spring,
             kind % ("revolute", ", damping: 3") + "springs: [{joint: c, stiffness: 700}]\n"),
            ("JOIN", "JOIN", "", "", kind % ("spherical", "")), ("WELD", "WELD", "", "", kind % ("fixed", "")),
            ("BEAM", "BEAM", "", "", kind % ("fixed", "")),
            ("ALIGN, JOIN", "ALIGN, JOIN", "", "", kind % ("fixed", "")),
            ("CYLINDRICAL", "CYLINDRICAL", "AX", "", kind % ("cylindrical", "")),
            ("SLOT, REVOLUTE", "SLOT, REVOLUTE", "AX", "", kind % ("cylindrical", "")),
            ("TRANSLATOR", "TRANSLATOR", "AX", "*CONNECTOR DAMPING, COMPONENT=1\n20.\n",
             kind % ("prismatic", ", damping: 20")), ("PLANAR", "PLANAR", "AX", "", kind % ("planar", "")),
            ("UJOINT", "UJOINT", "AX", "", kind % ("universal", ", second: [1, -0.2, 0]")),
            ("UNIVERSAL, JOIN", "UNIVERSAL, JOIN", "AX", "", kind % ("universal", ", second: [1, -0.2, 0]")),
            ("CARTESIAN", "CARTESIAN", "AX", "*CONNECTOR ELASTICITY, COMPONENT=1\n3.E3\n*CONNECTOR ELASTICITY, "
             "COMPONENT=3\n5.E3\n*CONNECTOR DAMPING, COMPONENT=2\n9.\n",
             "bushings: [{between: [e, b], at: [2, 1, 0.1], axes: [" + AXES +
             ", [0, 0, 1]], stiffness: [3e3, 0, 5e3, 0, 0, 0], damping: [0, 9, 0, 0, 0, 0]}]\n"),
            ("BUSHING", "BUSHING", "AX",
             "".join("*CONNECTOR ELASTICITY, COMPONENT=%d\n%d.E3\n" % (c, 10 - c) for c in range(1, 7)),
             "bushings: [{between: [e, b], at: [2, 1, 0.1], axes: [" + AXES +
             ", [0, 0, 1]], stiffness: [9e3, 8e3, 7e3, 6e3, 5e3, 4e3]}]\n")):
        section = element % (", BEHAVIOR=B" if of else "", types, more + "\n" if more else "")
        case = y_frame
        # about the normal too, which a node of shells lacks
        if label in ("CARTESIAN", "BUSHING", "UJOINT", "UNIVERSAL, JOIN"):
            section = "*RIGID BODY, REF NODE=31, TIE NSET=EDGE\n" + section
            case = case.replace("{name: e, at: [2, 1, 0.1]", "{name: e, at: [2.5, 1, 0]").replace(
                "group: TIP}]", "group: EDGE}]", 1)
        if label == "JOIN":
            case, entry = alone(case), entry.replace("[e,", "['group:TIP',")
        pair(label, frame + (behavior + of if of else "") + section + HELD + ACTS, case + entry, MARCH,
             1 + len(label) % 2)
    driven = (element % ("", "HINGE", "AX\n") + "*AMPLITUDE, NAME=A\n0., 0., 1., 10.\n" + HELD + ACTS +
              "*CONNECTOR MOTION, AMPLITUDE=A\nC, 4, .2\n")
    pair("a driven hinge", frame + driven, y_frame + kind % ("revolute", ", angle: '2*t'"), MARCH, 2)
    slide = (driven.replace("HINGE", "TRANSLATOR").replace("C, 4", "95, 1"))
    pair("a driven translator", frame + slide, y_frame + kind % ("prismatic", ", distance: '2*t'"))
    grounded = (element.replace("95, 6, 61", "95, , 61") % ("", "TRANSLATOR", "AX\n") +
                element.replace("ELSET=C", "ELSET=D").replace("95, 6, 61", "96, 61, 6") % ("", "JOIN", ""))
    pair("the ground", frame + grounded + HELD + ACTS, alone(y_frame) + "joints: [{type: prismatic, between: [ground, "
         "b], at: [2, 1, 0.1], axis: " + AXES + "}, {type: spherical, between: [b, 'group:TIP'], at: [2, 1, 0.1]}]\n",
         MARCH)
    slot = element.replace("95, 6, 61", "95, 61, 6") % (", BEHAVIOR=B", "SLOT", "AX\n")
    pair("SLOT", frame + behavior + "*CONNECTOR DAMPING, COMPONENT=1\n20.\n" + slot + HELD + ACTS,
         alone(y_frame) + kind.replace("[e, b]", "[b, 'group:TIP']") % ("inline", ", damping: 20"))
    far_frame, far_case = frame.replace("61, 2., 1., .1", "61, 2.1, 1.5, .25"), alone(y_frame).replace(
        "at: [2, 1, 0.1]", "at: [2.1, 1.5, 0.25]")
    pair("SLOT of nodes apart", far_frame + slot.replace(", BEHAVIOR=B", "") + HELD + ACTS,
         far_case + kind.replace("[e, b]", "[b, 'group:TIP']") % ("inline", ""), MARCH, 2)
    far = "*ELEMENT, TYPE=CONN3D2, ELSET=C\n95, 3, 61\n*CONNECTOR SECTION, ELSET=C%s\n%s\n"
    y_far = y_frame.replace("group: TIP", "group: N3").replace("{name: e, at: [2, 1, 0.1]", "{name: e, at: [2, 0, 0.1]")
    pair("LINK", frame + far % ("", "LINK") + HELD + ACTS,
         alone(y_frame) + "joints: [{type: distance, between: ['group:N3', b], at: [[2, 0, 0.1], [2, 1, 0.1]]}]\n")
    pair("AXIAL", frame + behavior + "*CONNECTOR ELASTICITY, COMPONENT=1\n300.\n*CONNECTOR DAMPING, COMPONENT=1\n"
         "9.\n" + far % (", BEHAVIOR=B", "AXIAL") + HELD + ACTS, alone(y_frame) +
         "springs: [{between: ['group:N3', b], at: [[2, 0, 0.1], [2, 1, 0.1]], stiffness: 300, damping: 9}]\n")
    table = behavior + "*CONNECTOR ELASTICITY, NONLINEAR, COMPONENT=%d\n-30., -.1\n0., 0.\n80., .2\n"
    law = "if(s < -0.1, -30, if(s < 0, 300*s, if(s < 0.2, 400*s, 80)))"
    pair("AXIAL by a table", frame + table % 1 + far % (", BEHAVIOR=B", "AXIAL") + HELD + ACTS,
         alone(y_frame) + "springs: [{between: ['group:N3', b], at: [[2, 0, 0.1], [2, 1, 0.1]], force: '%s'}]\n" % law)
    pair("HINGE by a table", frame + table % 4 + element % (", BEHAVIOR=B", "HINGE", "AX\n") + HELD + ACTS,
         y_frame + kind % ("revolute", "") + "springs: [{joint: c, force: '%s'}]\n" % law)
    rejected(frame + table % 1 + element % (", BEHAVIOR=B", "BUSHING", "AX\n") + HELD,
             "elasticity of component 1 of BUSHING that is NONLINEAR")
    rejected(frame + (table % 4).replace("ELASTICITY", "DAMPING") + HELD, "NONLINEAR; accepted: of elasticity")
    rejected(frame + table % 4 + spring + HELD, "component 4 has a number already")
    pair("BEAM of nodes that lie apart", frame + far % ("", "BEAM") + HELD + ACTS,
         y_far + "joints: [{type: fixed, between: [e, b], at: [2, 0, 0.1]}]\n")
    tied = "*RIGID BODY, REF NODE=31, TIE NSET=EDGE\n" + element % ("", "HINGE", "AX\n")
    pair("a node that is tied to a body", frame + tied + HELD + ACTS, y_frame.replace(
        "{name: e, at: [2, 1, 0.1]", "{name: e, at: [2.5, 1, 0]").replace("group: TIP", "group: EDGE") + kind %
         ("revolute", ""))
    for old, new, wanted in (
            ("HINGE", "CVJOINT", "'CVJOINT' is not read; accepted: BEAM, WELD, JOIN, HINGE"),
            ("HINGE", "JOIN, CARDAN", "'JOIN, CARDAN' is not read"),
            ("95, 6, 61", "95, 3, 61", "the nodes of element 95, HINGE, lie apart; accepted: at one place"),
            ("AX\n", "AY\n", "the orientation 'AY' is not defined"),
            ("95, 6, 61", "95, , ", "a connector without nodes"),
            ("\nAX\n", "\nAX, AY\n", "axes of the second node; accepted: those of the first"),
            ("95, 6, 61", "95, 61, 61", "both ends of element 95 are NODE 61"),
            ("ELSET=C\n95", "ELSET=D\n95", "no such set"),
            ("95, 6, 61", "95, 6, 62", "element 95 names node 62, which is not defined"),
            ("C, 4, .2", "C, 5, .2", "component 5; accepted: 4 of HINGE"),
            ("ELSET=C\nH", "ELSET=C, BEHAVIOR=B\nH", "BEHAVIOR=B is not defined"),
            ("*CONNECTOR MOTION, AMPLITUDE=A", "*CONNECTOR LOAD", "the keyword *CONNECTOR LOAD is not read"),
            ("MOTION, AMPLITUDE=A", "MOTION, TYPE=VELOCITY", "TYPE=VELOCITY is not read; accepted: DISPLACEMENT")):
        check(new + " is another deck", driven.replace(old, new) != driven)
        rejected(frame + driven.replace(old, new), wanted)
    elastic = frame + behavior + spring + element % (", BEHAVIOR=B", "JOIN", "") + HELD
    rejected(elastic, "elasticity of component 4 of JOIN is not read")
    rejected(elastic.replace("DAMPING", "ELASTICITY"), "component 4 has a number already")
    rejected(elastic.replace("COMPONENT=4", "COMPONENT=7"), "COMPONENT=7; accepted: 1 to 6")
    rejected(frame + element % ("", "BUSHING", "") + HELD, "BUSHING needs BEHAVIOR=")
    rejected(frame.replace("1, 0.\n", "1, 30.\n") + driven, "an *ORIENTATION with a rotation; accepted: without")


def axes():
    """Components along axes of nodes."""
    c, s = math.cos(.5), math.sin(.5)
    turned = "*NSET, NSET=SLOPE\n6, 23\n*TRANSFORM, NSET=SLOPE, TYPE=R\n%r, 0., %r, 0., 1., 0.\n" % (c, s)
    deck = (FRAME + turned + HELD + "*BOUNDARY\nTIP, 3\nEND, 1, , .01\nEND, 5\n*CLOAD\n6, 1, 3.\n23, 2, .5\n6, 5, .2\n"
            "3, 3, 1.\n")
    # n1 = (c, 0, s), n2 = (0, 1, 0), n3 = n1 x n2 = (-s, 0, c)
    y = (Y_FRAME + Y_HELD + ("equations:\n  - terms: [{group: TIP, ux: %r, uz: %r}]\n"
                             "  - {terms: [{group: END, ux: %r, uz: %r}], value: %s}\n"
                             "  - terms: [{group: END, ry: 1}]\n") % (-s, c, c, s, "%s"))
    loads = ("loads: [{type: force, group: TIP, value: [%r, 0, %r]}, {type: force, group: END, value: [0, 0.5, 0]}, "
             "{type: moment, group: TIP, value: [0, 0.2, 0]}, {type: force, group: N3, value: [0, 0, 1]}]\n") % (
                 3 * c, 3 * s)
    for ranks in (1, 2):
        same("TRANSFORM", deck, (MESH, y % ".01" + loads), ranks=ranks, tolerance=1e-10)
    grows = deck.replace("*BOUNDARY\nTIP", "*AMPLITUDE, NAME=G\n0., 0., 1., 10.\n*BOUNDARY, AMPLITUDE=G\nTIP")
    same("a support that grows along an axis", grows, (MESH, y % "'0.1*t'" + loads), MARCH, tolerance=1e-10)
    whole = FRAME + turned + HELD + "*BOUNDARY\nTIP, 1, 3\nEND, 4, 6\n" + "*CLOAD\n23, 1, 3.\n22, 3, 1.\n3, 3, 2.\n"
    same("all axes are the same as all axes", whole, (
        MESH, Y_FRAME + "supports: [{group: ROOT, fix: [x, y, z, rx, ry, rz]}, {group: TIP, fix: [x, y, z]}, "
        "{group: END, fix: [rx, ry, rz]}]\nloads: [{type: force, group: END, value: [%r, 0, %r]}, {type: force, "
        "group: N22, value: [0, 0, 1]}, {type: force, group: N3, value: [0, 0, 2]}]\n" % (3 * c, 3 * s)),
         probes=PROBES.replace("node: 6", "node: 3"))
    polar = (FRAME + "*TRANSFORM, NSET=EDGE, TYPE=C\n0., -1., 0., 0., -1., 2.\n" + HELD +
             "*BOUNDARY\nEDGE, 2\n*CLOAD\nEDGE, 1, 2.\n6, 3, 1.\n23, 3, 1.\n")
    terms, forces = [], []
    for name, x in (("N3", (2, 0)), ("TIP", (2, 1))):
        r = math.hypot(x[0], x[1] + 1)
        e = (x[0] / r, (x[1] + 1) / r)
        terms.append("{terms: [{group: %s, ux: %r, uy: %r}]}" % (name, -e[1], e[0]))
        forces.append("{type: force, group: %s, value: [%r, %r, %d]}" % (name, 2 * e[0], 2 * e[1], name == "TIP"))
    same("cylindrical axes", polar, (MESH, Y_FRAME + Y_HELD + "equations: [%s]\n"
                                     "loads: [%s, {type: force, group: END, value: [0, 0, 1]}]\n" %
                                     (", ".join(terms), ", ".join(forces))), ranks=2, tolerance=1e-10)
    tie = FRAME + turned + HELD + "*EQUATION\n2\n6, 3, 1., 23, 3, -2.\n" + PUSH.replace("6, 3, 3.", "3, 3, 3.")
    same("an equation along axes", tie, (
        MESH, Y_FRAME + Y_HELD + "equations: [{terms: [{group: TIP, ux: %r, uz: %r}, {group: END, ux: %r, "
        "uz: %r}]}]\n" % (-s, c, 2 * s, -2 * c) + (
            "loads: [{type: force, group: N3, value: [0, 0, 3]}, {type: force, group: END, value: [%r, 0, %r]}]\n" %
            (.5 * c + 2 * s, .5 * s - 2 * c))), tolerance=1e-10)
    for old, new, wanted in (("0., 1., 0.\n*BOUNDARY", "1., 0., 0.\n*BOUNDARY", None),
                             ("TYPE=R", "TYPE=S", "TYPE=S is not read; accepted: R, C"),
                             (", 0., 1., 0.\n", ", %r, 0., %r\n" % (2 * c, 2 * s), "a and b lie along one line"),
                             ("TRANSFORM, NSET=SLOPE", "TRANSFORM, NSET=SLOP", "there is no such set")):
        if wanted:
            rejected(deck.replace(old, new), wanted)
    rejected(polar.replace("0., -1., 0., 0., -1., 2.", "2., 0., 0., 2., 0., 2."),
             "node 3 lies on the axis of its *TRANSFORM")
    rejected(deck + "*ELEMENT, TYPE=SPRING1, ELSET=K\n99, 6\n*SPRING, ELSET=K\n3\n100.\n",
             "a component of node 6, which has a *TRANSFORM")


def motions():
    """Bodies and free nodes that move."""
    frame = FRAME + POINT + "*KINEMATIC COUPLING, REF NODE=61\nTIP, 1, 3\n3\n"
    y = (Y_FRAME + "bodies: [{name: b, at: [2, 1, 0.1], mass: 30, inertia: [1, 2, 3, 0, 0, 0]}]\n"
         "links: [{body: b, group: N3, drilling: 1e-4}]\n")
    joint = "joints: [{type: spherical, between: [b, 'group:TIP'], at: [2, 1, 0.1]}]\n"
    pair("KINEMATIC COUPLING", frame + HELD + ACTS, y + joint + Y_HELD + Y_ACTS, MARCH)
    held = HELD[:-1] + "\n61, 1, , .01\n61, 2\n61, 3, 3, -.02\n"
    supports = Y_HELD[:-2] + ", {body: b, fix: [y]}, {body: b, motion: [0.01, ~, -0.02]}]\n"
    push = ("*CLOAD\n23, 3, -2.\n", "loads: [{type: force, group: END, value: [0, 0, -2]}]\n")
    pair("a body that is moved", frame + held + push[0], y + joint + supports + push[1], STATIC, 2)
    some = frame + HELD + "*BOUNDARY\n61, 4, 6\n" + ACTS
    pair("a body that does not turn", some, y + joint + Y_HELD[:-2] + ", {body: b, fix: [rx, ry, rz]}]\n" + Y_ACTS,
         STATIC)
    rigid = FRAME + "*NODE\n62, 0., 0., 9.\n" + POINT + "*RIGID BODY, REF NODE=61, ROT NODE=62, TIE NSET=EDGE\n" + HELD
    calculix = (rigid + "*BOUNDARY\n62, 2\n*CLOAD\n62, 1, .7\n62, 3, .4\n61, 3, 15.\n23, 3, -2.\n*EQUATION\n2\n"
                "62, 1, 1., 23, 3, -2.\n")
    y_rigid = (Y_FRAME + "bodies: [{name: b, at: [2, 1, 0.1], mass: 30, inertia: [1, 2, 3, 0, 0, 0]}]\n"
               "links: [{body: b, group: EDGE}]\n" + Y_HELD[:-2] + ", {body: b, fix: [ry]}]\n"
               "equations: [{terms: [{body: b, rx: 1}, {group: END, uz: -2}]}]\n" +
               Y_ACTS.replace("[0.7, 0.9, 0]", "[0.7, 0, 0.4]"))
    pair("ROT NODE", calculix, y_rigid, MARCH, 2)
    rejected(calculix.replace("62, 2\n", "62, 2, 2, .1\n"),
             "node 62 is ROT NODE of a body; accepted: forces and fixed displacements 1 to 3")
    rejected(calculix.replace("62, 3, .4", "62, 4, .4"), "node 62 is ROT NODE of a body")
    rejected(calculix.replace("ROT NODE=62", "ROT NODE=5"), "ROT NODE 5 has elements")
    rejected(calculix.replace("62, 1, 1.,", "62, 5, 1.,"), "component 5 of a ROT NODE")
    free = ("*ELEMENT, TYPE=MASS, ELSET=P\n95, 41\n*MASS, ELSET=P\n.5\n*ELEMENT, TYPE=SPRINGA, ELSET=K\n60, 6, 41\n"
            "*SPRING, ELSET=K\n\n2.E4\n")
    same("a free node that is moved", FRAME + free + HELD + "*BOUNDARY\n41, 1, , .03\n41, 2\n41, 3, 3, -.01\n" + PUSH,
         (MESH, Y_FRAME + "masses: [{name: p, at: [2, 0, 1], mass: 0.5, motion: [0.03, 0, -0.01]}]\n"
          "springs: [{between: ['group:TIP', p], stiffness: 2e4}]\n" + Y_HELD + Y_PUSH))


def lines():
    """Forces per length of beams."""
    for label, deck, value, follow in (("PX to PZ", "SPAR, PX, 3.\nSPAR, PZ, -5.\n7, PZ, 1.\n",
                                        ([3, 0, -4], [3, 0, -5]), False),
                                       ("P1 and P2", "SPAR, P1, 3.\nSPAR, P2, -5.\n", None, True)):
        if value is None:
            value = []
            for a, b in (((0, 3, 0), (1, 3, .2)), ((1, 3, .2), (2, 3, .5))):
                t = [q - p for p, q in zip(a, b)]
                t = [p / math.hypot(*t) for p in t]
                n1 = [0, 1, 0]
                n2 = [t[1] * n1[2] - t[2] * n1[1], t[2] * n1[0] - t[0] * n1[2], t[0] * n1[1] - t[1] * n1[0]]
                value.append([3 * p - 5 * q for p, q in zip(n1, n2)])
        loads = ", ".join("{type: traction, group: %s, value: %r%s}" % (g, v, ", follow: true" if follow else "")
                          for g, v in zip(("e7", "e8"), value))
        case = (Y_FRAME + Y_HELD + "groups: [{name: e7, elements: [7]}, {name: e8, elements: [8]}]\n"
                "loads: [%s, {type: force, group: TIP, value: [0, 0, 1]}]\n" % loads)
        step = "*STEP, NLGEOM\n*STATIC\n*DLOAD\n%s*CLOAD\n6, 3, 1.\n*END STEP\n" % deck
        later = "*STEP, NLGEOM=YES\n*STATIC\n*END STEP\n*STEP, PERTURBATION\n*STATIC\n*END STEP\n" + step.replace(
            ", NLGEOM", "")
        same(label + ", whose NLGEOM goes on", FRAME + HELD + later, (MESH + 3 * "*STEP\n*STATIC\n*END STEP\n", case),
             probes=PROBES + "deck: {dialect: abaqus, step: 3}\n")
        same(label, FRAME + HELD + step, (MESH, case), probes=PROBES + "deck: {dialect: abaqus}\n", ranks=1 + follow)
    rejected(FRAME + HELD + "*DLOAD\nSPAR, P1, 3.\n",
             "of Abaqus: a force per length along n1 or n2; of CalculiX: a pressure on a side")
    rejected(FRAME + HELD + "*DLOAD\nSPAR, P1, 3.\n", "P1 of CalculiX is a pressure on a side of the section",
             "deck: {dialect: calculix}\n")
    bent = ("*NODE\n1, 0., 0., 0.\n2, 1., 0., 0.\n3, 1.98, .17, 0.\n*ELEMENT, TYPE=B31, ELSET=B\n1, 1, 2\n2, 2, 3\n"
            "*MATERIAL, NAME=S\n*ELASTIC\n2.E11, .3\n*BEAM SECTION, ELSET=B, MATERIAL=S, SECTION=RECT\n.02, .03\n%s\n"
            "*BOUNDARY\n1, 1, 6\n*STEP\n*STATIC\n*DLOAD\nB, %s, 3.\n*END STEP\n")
    # n1 is along the first element, between whose nodes the tangent of the bent beam passes it
    for n1, load, wanted in (("1., 0., 0.", "P1", "wrong.inp:19: *DLOAD: n1 = (1, 0, 0) is along element 1"),
                             ("1., 0.005, 0.", "P2", "is along element 1"),
                             ("1., 0., 0.", "PX", "wrong.inp:11: *BEAM SECTION.orientation: the section's y turns by "
                              "more than 90 degrees within element 1")):
        rejected(bent % (n1, load), wanted, "deck: {dialect: abaqus}\n")
    passed("n1 across a bent beam is accepted",
           write("bent.inp", bent % ("1., 0.3, 0.", "P1")) + "deck: {dialect: abaqus}\n" + STATIC)
    rejected(FRAME + HELD + "*DLOAD\nSKIN, PX, 3.\n", "PX on an element that is no beam")


if __name__ == "__main__":
    for part in (connectors, axes, motions, lines):
        part()
