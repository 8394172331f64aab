"""Rotations that supports hold about an axis near a shell's normal are drilling, which holds nothing.

Claims: a strip that lies level or tilted by up to 44 degrees about its length bends as if `fix: [rz]` at all its nodes,
or PS = 6 of a deck's grids, were not there; one that stands on edge does not bend about the held axis at all; a
rotation about the strip's width at a clamped end is held however the strip is tilted. On 1 and 2 ranks.
"""
import math

from common import ended
from helper import close, displacement, grid, run

LENGTH, WIDTH, FORCE = 1.0, 0.1, 1e-3


def strip(tilt, held, clamp, ranks=1):
    """The end's displacement along the normal of a strip along y that is turned about y: its normal leans towards x."""
    c, s = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    m = grid(2, 8, (WIDTH, LENGTH), lambda x, y: (x * c, y, -x * s))
    m.write("strip.msh")
    text = ("gimbal: 1\nmesh: strip.msh\nmaterials: {m: {young: 70e9, poisson: 0}}\n"
            "shells: [{group: plate, material: m, thickness: 0.002}]\n"
            "supports: [{group: bottom, fix: %s}%s]\n"
            "loads: [{type: traction, group: top, value: [%.17g, 0, %.17g]}]\n"
            "probes: [{name: end, at: [0, %g, 0]}]\ntime: {scheme: linear, step: 1, steps: 1}\n"
            % (clamp, ", {group: plate, fix: %s}" % held if held else "", FORCE / WIDTH * s, FORCE / WIDTH * c, LENGTH))
    r = ended("a strip of %g degrees, %s" % (tilt, held), run(text, ranks))
    u = displacement(r, "end")
    return u[0] * s + u[2] * c


EXACT = FORCE * LENGTH ** 3 / (3 * 70e9 * WIDTH * 0.002 ** 3 / 12)
for tilt in (0, 0.01, 3, 20, 44):
    for ranks in (1, 2):
        free, held = strip(tilt, "", "all", ranks), strip(tilt, "[rz]", "all", ranks)
        if free and held:
            close("a strip of %g degrees on %d ranks" % (tilt, ranks), free, EXACT, 1e-2)
            close("the same where drilling is held", held, free, 1e-10)
    hinged = strip(tilt, "", "[x, y, z, rx]")
    if hinged:
        close("its end held about its width, %g degrees" % tilt, hinged, EXACT, 1e-2)
edge = strip(90, "[rz]", "all")
if edge is not None:
    close("a strip on its edge whose rotations about z are held", edge, 0, 0, 0.05 * EXACT)
