#!/usr/bin/env python3
"""How light can the strips of meshes/scara.yaml become if arms are rigid and without mass? The section in the middle of a strip then bears
the moment of the force that moves 1 kg, and a height h the moment 11 MPa 0.002 m h^2/6. Angles of both arms are splines through
15 nodes at rest at both ends; the sum of heights is least under the moments at 61 times (SLSQP of SciPy), from random motions
to each position of both arms in which the tip is at (1, 1), quarter turns from hanging down. Prints the least mass of each.

    bench/scara-rigid.py [STARTS]        (default: 3; half a minute)

Places on each arm, by its length, where the moment is taken: PLACES below; the middles of the strips are 0.25 and 0.75.
"""
import sys

import numpy
from scipy.interpolate import CubicSpline
from scipy.optimize import minimize

NODES, TIMES, END = 15, 61, 2.0
MOMENT = 11e6 * 0.002 / 6 * 1e-6  # of a height of 1 mm
PLACES = (0.25, 0.75)
QUARTERS = [(1, 2), (1, -2), (-3, -2), (-3, 2), (2, 1), (-2, 1), (-2, -3), (2, -3)]
NODE_TIMES = numpy.linspace(0, END, NODES)
SPLINE = CubicSpline(NODE_TIMES, numpy.eye(NODES), bc_type="clamped", axis=0)
BASIS = [SPLINE(numpy.linspace(0, END, TIMES), order) for order in range(3)]


def moments(inner, ends):
    """Of each strip at each time; angles from hanging down, against the clock."""
    (a, va, aa), (b, vb, ab) = ([basis @ numpy.concatenate(([0], x, [end])) for basis in BASIS]
                                for x, end in zip(numpy.split(inner, 2), ends))
    ax = numpy.cos(a) * aa - numpy.sin(a) * va**2 + numpy.cos(b) * ab - numpy.sin(b) * vb**2
    ay = numpy.sin(a) * aa + numpy.cos(a) * va**2 + numpy.sin(b) * ab + numpy.cos(b) * vb**2
    first = [((1 - s) * numpy.sin(a) + numpy.sin(b)) * ay + ((1 - s) * numpy.cos(a) + numpy.cos(b)) * ax for s in PLACES]
    second = [(1 - s) * (numpy.sin(b) * ay + numpy.cos(b) * ax) for s in PLACES]
    return numpy.array(first + second)


def lightest(ends, random):
    s = NODE_TIMES[1:-1] / END
    smooth = 10 * s**3 - 15 * s**4 + 6 * s**5
    inner = numpy.concatenate([end * smooth + random.normal() * numpy.sin(numpy.pi * s)
                               + 0.5 * random.normal() * numpy.sin(2 * numpy.pi * s) for end in ends])
    heights = 1.05 * numpy.sqrt(abs(moments(inner, ends)).max(1) / MOMENT)

    def room(z):
        most = MOMENT * z[-4:, None] ** 2
        return numpy.concatenate([(most + sign * moments(z[:-4], ends)).ravel() for sign in (1, -1)])

    def slopes(z):
        return numpy.array([room(z + 1e-30j * unit).imag / 1e-30 for unit in numpy.eye(len(z))]).T

    slope = numpy.concatenate((numpy.zeros(len(inner)), numpy.full(4, 0.1)))
    found = minimize(lambda z: slope @ z, numpy.concatenate((inner, heights)), jac=lambda z: slope, method="SLSQP",
                     constraints=[{"type": "ineq", "fun": room, "jac": slopes}],
                     bounds=[(None, None)] * len(inner) + [(2, 100)] * 4, options={"maxiter": 150, "ftol": 1e-7})
    return found.x[-4:], room(found.x).min() > -1e-4


print("%9s %9s %9s   heights, mm" % ("arm 1", "arm 2", "mass, kg"))
for quarters in QUARTERS:
    best = None
    for start in range(int(sys.argv[1]) if len(sys.argv) > 1 else 3):
        heights, feasible = lightest([numpy.pi / 2 * q for q in quarters], numpy.random.default_rng(start))
        if feasible and (best is None or sum(heights) < sum(best)):
            best = heights
    if best is not None:
        print("%8.0f° %8.0f° %9.4f   %s" % (*(90 * q for q in quarters), 1.3e-3 * sum(best), " ".join("%.1f" % h for h in best)))
