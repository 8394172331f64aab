"""Nine-node shells (MITC9) in statics: against a plate in closed form they converge one order faster than MITC4, with 2
in the energy norm (4 in energy) instead of 1, and with 3 at the nodes of distorted meshes (4 of uniform ones) instead
of 2, thick and thin; they give published values on coarse meshes, the same on 1, 2 and 3 ranks. The patch test is in
patch.py, motion and gradients in nine_node_motion.py. Prints the tables of docs/verification.md.

Sources: Mindlin's plate under a load sin(pi x/a) sin(pi y/a), simply supported (hard): w0 = q (1 + 2 D k^2/S)/(4 D
k^4), k = pi/a, S = 5/6 G t. Pinched cylinder: MacNeal & Harder (1985). Others: statics.py.
"""
import math

from common import ended, in_turn
from helper import ROOT, WORK, check, close, gmsh, grid, run
from shell_problems import (
    HEMISPHERE, LINEAR, NAME, ROUNDING, SHEAR, check_ranks, hemisphere_curve, plate_errors,
    roll_up_of_directors, row, solve, tip_curve, title, worst_of_curve)

# ---- a plate in closed form ----------------------------------------------------------------------

def check_orders():
    title("Mindlin plate under a sine load: errors of the deflection at the nodes and of the energy",
          "element", "mesh", "t/a", "n", "deflection", "order", "energy", "order")
    for shift in (0, 0.2):
        for t in (0.1, 0.01):
            for kind, expected in (("quad4", (2, 2)), ("quad9", (3 if shift else 4, 4))):
                errors = [plate_errors(kind, n, t, shift) for n in (4, 8, 16)]
                orders = [["", ""]] + [["%.2f" % math.log2(a / b) for a, b in zip(*pair)]
                                       for pair in zip(errors, errors[1:])]
                name = "distorted" if shift else "uniform"
                for n, e, o in zip((4, 8, 16), errors, orders):
                    row(NAME[kind], name, str(t), str(n), "%.2e" % e[0], o[0], "%.2e" % e[1], o[1])
                for found, order in zip(orders[-1], expected):
                    found = float(found)
                    check("%s, %s, t/a = %g: order %d" % (NAME[kind], name, t, order),
                          found > order - (0.25 if shift else 0.05), found)
                if not shift:
                    check("%s is not better than that" % NAME[kind], float(orders[-1][1]) < expected[1] + 0.05, orders)


# ---- published values ----------------------------------------------------------------------------

def check_cylinder():
    title("Pinched cylinder, linear: displacement under the force", "element", "n", "displacement", "of 1.8248e-5")
    case, found = ROOT / "meshes" / "pinched-cylinder.yaml", {}
    for order, meshes in ((1, (8, 16)), (2, (4, 8, 16))):
        for n in meshes:
            gmsh(case.with_suffix(".geo"), "cylinder.msh", "-setnumber", "n", n, "-setnumber", "order", order)
            r = ended(
                "the cylinder is pinched", run(case, 2, settings=["mesh=%s/cylinder.msh" % WORK, "output.every=0"]))
            found[order, n] = -r.json["probes"]["pinched"]["u"][-1][2]
            row("MITC4" if order == 1 else "MITC9", str(n), found[order, n],
                "%.2f %%" % (100 * found[order, n] / 1.8248e-5))
    close("the example: 8 x 8", found[2, 8], 1.8248e-5, 0.01)
    close("16 x 16", found[2, 16], 1.8248e-5, 0.015)  # a point load's own depth grows with log n
    check("better than 16 x 16 four-node elements, which have the same unknowns",
          abs(found[2, 8] / 1.8248e-5 - 1) < 0.2 * abs(found[1, 16] / 1.8248e-5 - 1), found)


def check_linear():
    title("Scordelis-Lo roof and pinched hemisphere, linear, MITC9", "n", "roof, of 0.3024",
          "outwards, of 0.0940", "inwards")
    for n in (4, 8, 16):
        roof = -solve("roof", n, "quad9", settings=LINEAR)["edge"][0][2] / 1e-6
        ball = [value / 1e-6 / 200 for value in hemisphere_curve(solve("hemisphere", n, "quad9", settings=LINEAR))[0]]
        row(str(n), "%.6f = %.2f %%" % (roof, 100 * roof / 0.3024),
            "%.6f = %.2f %%" % (ball[0], 100 * ball[0] / 0.0940), ball[1])
        close("roof, n = %d" % n, roof, 0.3024, 0.01)
        if n > 4:
            for value in ball:
                close("hemisphere, Simo, n = %d" % n, value, 0.0930, 0.01)
    for value in ball:
        close("hemisphere, MacNeal and Harder", value, 0.0940, 0.01)


def check_nonlinear():
    title("Large displacements at full load, MITC9", "problem", "n", "first", "second", "largest error in the curve")
    for problem, meshes, to_curve, table in (
            ("shear", (4, 8), tip_curve, SHEAR),
            ("hemisphere", (8, 16), hemisphere_curve, HEMISPHERE)):
        for n in meshes:
            curve = to_curve(solve(problem, n, "quad9"))
            gate = 0.01 if n == meshes[-1] else math.inf
            worst = worst_of_curve("%s, MITC9" % problem, curve, table, gate, ROUNDING)
            row(problem, str(n), *curve[-1], "%.2f %%" % (100 * worst))
        if problem == "shear":
            close("shear-flexible beam, back", curve[-1][0], 3.289509, 5e-4)
            close("shear-flexible beam, up", curve[-1][1], 6.700133, 5e-4)


def roll_up_curve(n):
    """The end moment on three nodes: a sixth, two thirds, a sixth."""
    mesh = grid(n, 1, size=(12, 1), kind="quad9", group="strip")
    mesh.groups = {{"left": "root"}.get(k, k): v for k, v in mesh.groups.items()}
    mesh.elements = [(kind, {"left": "root"}.get(g, g), p, nodes) for kind, g, p, nodes in mesh.elements]
    mesh.element("point", "middle of tip", (mesh.nearest(12, 0.5),))
    for corner in (0, 1):
        mesh.element("point", "tip", (mesh.nearest(12, corner),))
    mesh.write("strip.msh")
    text = (ROOT / "meshes" / "cantilever-moment.yaml").read_text()
    line = '  - {type: moment, group: tip, value: [0, "-25*pi/3*t", 0]}'
    check("the example has its load", line in text)
    parts = [line.replace("25*pi/3", "50*pi/3*%s" % part).replace("group: tip", "group: " + group)
             for part, group in (("1/6", "tip"), ("2/3", "middle of tip"))]
    r = ended("the strip rolls up", run(text.replace(line, "\n".join(parts)).replace(
        "cantilever-moment.geo", "strip.msh"), settings=["output.every=0"]))
    return tip_curve({"tip": r.json["probes"]["tip"]["u"][1:]})


def check_roll_up():
    title("Roll-up to a full circle, MITC9: error of the shell's own equations", "n", "error", "order")
    own = []
    for n in (4, 8, 16):
        exact = [roll_up_of_directors((k + 1) / 20) for k in range(20)]
        own.append(max(math.dist(a, b) / math.hypot(*b) for a, b in zip(roll_up_curve(n), exact)))
        order = math.log2(own[-2] / own[-1]) if len(own) > 1 else 0
        row(str(n), "%.2e" % own[-1], "%.2f" % order if order else "")
    check("roll-up has order 4", order > 3.8, own)
    check("roll-up within 0.1 %", own[-1] < 1e-3, own)


in_turn(check_orders, check_linear, check_nonlinear, check_roll_up, check_cylinder)
check_ranks("hemisphere", 6, "quad9", (2, 3), ["time.step=0.1", "time.steps=4"])
