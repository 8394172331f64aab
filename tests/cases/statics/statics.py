"""Statics against published tables: Scordelis-Lo roof, pinched hemisphere (linear, and the whole nonlinear curve),
cantilever under end shear and under an end moment (a full circle), with MITC4 and MITC3, under mesh refinement, and the
same on 1, 2 and 3 ranks. Prints the tables of docs/verification.md. The cases are the examples in meshes/.

Sources: Sze, Liu & Lo, "Popular benchmark problems for geometric nonlinear analysis of shells", Finite Elements in
Analysis and Design 40 (2004), sections 3.1, 3.2 and 3.4; MacNeal & Harder, "A proposed standard set of problems to test
finite element accuracy", Finite Elements in Analysis and Design 1 (1985); the pinched hemisphere at a hundredth of the
load by Elmer's shells of order 4 (elmerfem, fem/tests/Shell_OpenHemisphere_High_Order_Blending); the shear cantilever
as a shear-flexible beam, integrated to 1e-9. Numbers: sections 1.1, 1.2, 1.4 and 1.9 of the reference values.
"""
# timeout: 300
import math

from common import in_turn
from helper import check, close
from shell_problems import (
    HEMISPHERE, LINEAR, NAME, ROUNDING, SHEAR, check_ranks, hemisphere_curve, roll_up,
    roll_up_of_directors, row, solve, tip_curve, title, worst_of_curve)


# ---- checks --------------------------------------------------------------------------------------

def check_roof():
    title("Scordelis-Lo roof, linear: vertical displacement of the middle of the free edge",
          "element", "n", "displacement", "of 0.3024")
    for kind in ("quad4", "tri3"):
        values = []
        for n in (4, 8, 16, 32, 64):
            value = -solve("roof", n, kind, settings=LINEAR)["edge"][0][2] / 1e-6
            values.append(value)
            row(NAME[kind], str(n), value, "%.2f %%" % (100 * value / 0.3024))
        close("the roof's displacement by " + NAME[kind], value, 0.3024, 0.01)
        changes = [abs(b - a) for a, b in zip(values, values[1:])]
        check("it converges", changes == sorted(changes, reverse=True), changes)
        close("16 elements by " + NAME[kind], values[2], values[-1], 0.002 if kind == "quad4" else 0.05)


def check_linear_hemisphere():
    title("Pinched hemisphere, linear, forces of 2: displacement under the forces",
          "element", "n", "outwards", "inwards", "of 0.0940")
    for kind in ("quad4", "tri3"):
        for n in (8, 16, 32, 64):
            u = solve("hemisphere", n, kind, settings=LINEAR)
            outwards, inwards = (value / 1e-6 / 200 for value in hemisphere_curve(u)[0])
            row(NAME[kind], str(n), outwards, inwards, "%.2f %%" % (100 * outwards / 0.0940))
        for name, value in (("outwards", outwards), ("inwards", inwards)):
            close("linear hemisphere, %s, MacNeal and Harder" % name, value, 0.0940, 0.01)
            close("linear hemisphere, %s, Simo" % name, value, 0.0930, 0.01)
    u = solve("hemisphere", 64, settings=["time.step=0.01", "time.steps=1"])
    outwards, inwards = hemisphere_curve(u)[0]
    print("\nForces of 4, large displacements, n = 64: %.5f outwards, %.5f inwards" % (outwards, inwards))
    close("hemisphere at forces of 4, outwards, Elmer", outwards, 0.18494, 0.01)
    close("hemisphere at forces of 4, inwards, Elmer", inwards, 0.18902, 0.01)


def check_curve(text, problem, to_curve, reference, meshes, columns):
    """The whole curve on the finest of the meshes (per element, n doubles), within 1 % by MITC4 and
    2 % by MITC3, and that its end converges. Returns the curves by element and n."""
    title(text, "element", "n", *columns, "largest error in the curve")
    curves = {}
    for kind, tolerance in (("quad4", 0.01), ("tri3", 0.02)):
        for n in meshes[kind]:
            curve = curves[kind, n] = to_curve(solve(problem, n, kind))
            gate = tolerance if n == meshes[kind][-1] else math.inf
            worst = worst_of_curve("%s %s" % (problem, NAME[kind]), curve, reference, gate, ROUNDING)
            row(NAME[kind], str(n), *curve[-1], "%.2f %%" % (100 * worst))
        ends = [curves[kind, n][-1] for n in meshes[kind]]
        for i in range(2):
            steps = [abs(b[i] - a[i]) for a, b in zip(ends, ends[1:])]
            check("%s by %s converges" % (problem, NAME[kind]), steps[-1] < 0.5 * steps[-2], ends)
    return curves


def print_curve(text, curve, reference, heads):
    title(text, "load", *heads)
    for k, (found, expected) in enumerate(zip(curve, reference)):
        row("%.2f" % ((k + 1) / len(curve)), "%.3f" % found[0], "%.3f" % expected[0],
            "%.3f" % found[1], "%.3f" % expected[1])


def check_roll_up():
    """Distances of the tip from its exact place, relative to its displacement (a component passes
    through zero), and from that of the shell's own equations, which falls with order 2."""
    levels = [(k + 1) / 20 for k in range(20)]
    title("Roll-up by an end moment: the tip after the full circle, exactly (12, 0)",
          "element", "n", "back", "up", "largest error in the curve", "of the shell's equations")
    for kind, meshes in (("quad4", (8, 16, 32, 64)), ("tri3", (8, 16, 32, 64))):
        own = []
        for n in meshes:
            curve = tip_curve(solve("moment", n, kind))
            worst = [max(math.dist(found, exact(t)) / math.hypot(*exact(t))
                         for t, found in zip(levels, curve))
                     for exact in (roll_up, roll_up_of_directors)]
            own.append(worst[1])
            row(NAME[kind], str(n), *curve[-1], *["%.3f %%" % (100 * error) for error in worst])
        check("all load levels of the roll-up are there", len(curve) == 20, len(curve))
        check("roll-up by %s within 1 %%" % NAME[kind], worst[0] <= 0.01, worst)
        orders = [math.log2(a / b) for a, b in zip(own, own[1:])]
        check("roll-up by %s has order 2" % NAME[kind], orders[-1] >= 1.9, orders)


def check_examples():
    """The .geo files of the examples give what structured meshes of the same n give."""
    for problem, n, settings in (("roof", 16, LINEAR), ("shear", 16, ()), ("moment", 32, ()),
                                 ("hemisphere", 32, LINEAR)):
        example, own = solve(problem, settings=settings), solve(problem, n, settings=settings)
        for probe in own:
            for i in range(3):
                size = max(abs(x) for x in own[probe][-1])
                close("%s, probe %s of the example's mesh" % (problem, probe),
                      example[probe][-1][i], own[probe][-1][i], 0, 1e-6 * size)


def check_hemisphere():
    meshes = {"quad4": (8, 16, 32), "tri3": (12, 24, 48)}
    curves = check_curve("Pinched hemisphere, full load, forces of 400", "hemisphere",
                         hemisphere_curve, HEMISPHERE, meshes,
                         ("outwards, 4.067", "inwards, 8.178"))
    print_curve("Pinched hemisphere, MITC4, n = 32", curves["quad4", 32], HEMISPHERE,
                ("outwards", "Sze", "inwards", "Sze"))


def check_shear():
    """Sze's curve, and the exact value of a shear-flexible beam at full load, which the limit of
    the shells meets but for terms of the order of (t kappa)^2."""
    meshes = {"quad4": (8, 16, 32), "tri3": (8, 16, 32)}
    curves = check_curve("Cantilever under end shear, full load", "shear", tip_curve, SHEAR, meshes,
                         ("back, 3.286", "up, 6.698"))
    print_curve("Cantilever under end shear, MITC4, n = 32", curves["quad4", 32], SHEAR, ("back", "Sze", "up", "Sze"))
    for kind in ("quad4", "tri3"):
        coarse, fine = curves[kind, 16][-1], curves[kind, 32][-1]
        limit = [b + (b - a) / 3 for a, b in zip(coarse, fine)]
        print("\nLimit of %s by Richardson: %.5f, %.5f; of the beam: 3.28951, 6.70013" % (NAME[kind], *limit))
        close("limit of the shear cantilever, back", limit[0], 3.289509, 5e-4)
        close("limit of the shear cantilever, up", limit[1], 6.700133, 5e-4)


in_turn(check_roof, check_linear_hemisphere, check_hemisphere, check_shear, check_roll_up)
check_ranks("roof", 16, "quad4", (2,), LINEAR)
check_ranks("hemisphere", 12, "quad4", (2, 3))
check_ranks("shear", 16, "tri3", (2,))
check_ranks("moment", 16, "quad4", (2,))
check_examples()
