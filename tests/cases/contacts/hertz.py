"""Hertz's contacts, of rigid cylinders and spheres with elastic blocks, each within 2 %. Of a cylinder: the area in
contact is 2 a, a = sqrt(4 F R (1 - nu^2)/(pi E)) for the load F by length, and the approach is that of a layer of
finite depth and width under Hertz's pressure, a Fourier series; a stiffer penalty comes nearer to it, and 3 ranks agree
with 1. Of a sphere: the area is pi R d, the load that of the approach d."""
# timeout: 300
import math

from helper import check, close, run
from solid_blocks import block

YOUNG, POISSON = 1000.0, 0.3
PLANE = YOUNG / (1 - POISSON ** 2)
CASE = """gimbal: 1
title: a part of a block is pressed against a rigid surface
mesh: block.msh
materials: {m: {young: %r, poisson: %r, density: 1}}
solids: [{group: solid, material: m}]
supports: [%s, {group: bottom, motion: [~, ~, "%r*t"]}]
contacts: [{name: c, surface: %s, on: ground, at: [0, 0, %r], radius: %r, group: top, stiffness: %r}]
probes: [{name: c, reaction: c}]
time: {scheme: static, step: 1, steps: 1}
"""


def places(near, cells, far, length):
    """Ends of cells: uniform up to `near`, then longer by a ratio up to `length`."""
    h, low, high = near / cells, 1.0, 10.0
    for _ in range(100):
        q = (low + high) / 2
        low, high = (q, high) if sum(h * q ** (i + 1) for i in range(far)) < length - near else (low, q)
    return [h * i for i in range(cells + 1)] + [near + sum(h * low ** (i + 1) for i in range(k + 1))
                                                for k in range(far)]


def along(ends):
    """The place for a number from 0 to 1, linear in each cell."""
    def place(s):
        i = min(int(s * (len(ends) - 1) + 1e-9), len(ends) - 2)
        return ends[i] + (s * (len(ends) - 1) - i) * (ends[i + 1] - ends[i])
    return place


def pressed(supports, surface, radius, approach, stiffness, ranks=1):
    """@return force, area and gap of the contact of the part"""
    r = run(CASE % (YOUNG, POISSON, supports, approach, surface, radius, radius, stiffness), ranks)
    if not check("pressed against a %s on %d ranks" % (surface, ranks), r.status == 0, r.stderr):
        raise SystemExit
    contact = r.json["contacts"]["c"]
    return -r.json["reactions"]["c"]["force"][-1][2], contact["area"][-1], contact["gap"][-1]


def bessel(x, n=1000):
    """J_1(x), by its integral."""
    return sum(math.cos(t - x * math.sin(t)) for t in (math.pi * (i + 0.5) / n for i in range(n))) / n


def layer(load, a, width, depth):
    """The depth of the middle of a block of half width `width` on a smooth ground and between smooth walls, under
    Hertz's pressure: p = sum p_k cos(k x), of which each sinks by 2 p_k/(E' k) (cosh 2w - 1)/(sinh 2w + 2w), w = k
    depth."""
    sinks = load / (2 * width) * depth * (1 + POISSON) * (1 - 2 * POISSON) / (YOUNG * (1 - POISSON))
    for n in range(1, int(40 * width / a)):
        k = n * math.pi / width
        w = min(k * depth, 20)
        part = load / width * 2 * bessel(k * a) / (k * a)
        sinks += 2 * part / (PLANE * k) * (math.cosh(2 * w) - 1) / (math.sinh(2 * w) + 2 * w)
    return sinks


def cylinder():
    radius, approach, size, thick = 200.0, 0.012, 20.0, 0.1
    mesh = {n: (along(places(1.5, n, n, size)), along(places(1.0, n - 4, n, size))) for n in (6, 12)}
    supports = ", ".join(
        "{group: %s, fix: %s}" % of for of in (("left", "x"), ("right", "x"), ("front", "y"), ("back", "y")))
    errors = []
    for n, stiffness, ranks in ((12, 100, 1), (12, 400, 1), (6, 100, 1), (6, 100, 3)):
        x, z = mesh[n]
        block("hex20", (2 * n, 1, 2 * n - 4), place=lambda i, j, k: (x(i), thick * j, -z(1 - k))).write("block.msh")
        force, area, gap = pressed(supports, "cylinder, axis: [0, 1, 0]", radius, approach, stiffness * YOUNG, ranks)
        load = 2 * force / thick
        a = math.sqrt(4 * load * radius / (math.pi * PLANE))
        if n == 12:
            close("half width of the contact", area / thick, a, 0.02)
        close("approach", layer(load, a, size, size), approach, 0.02)
        close("depth of the penalty", -gap, 2 * load / (math.pi * a) / (stiffness * YOUNG), 0.02 if n == 12 else 0.1)
        errors.append((abs(layer(load, a, size, size) / approach - 1), load, area))
    check("a stiffer penalty is nearer", errors[1][0] < 0.7 * errors[0][0] < 0.004, errors)
    close("load on 3 ranks", errors[3][1], errors[2][1], 1e-8)
    close("area on 3 ranks", errors[3][2], errors[2][2], 1e-10)


def sphere():
    radius, approach = 20.0, 0.05
    x, z = along(places(1.25, 4, 4, 40.0)), along(places(1.0, 3, 4, 40.0))
    block("hex20", (8, 8, 7), place=lambda i, j, k: (x(i), x(j), -z(1 - k))).write("block.msh")
    force, area, _ = pressed("{group: left, fix: x}, {group: front, fix: y}", "sphere", radius, approach, 100 * YOUNG)
    close("load", 4 * force, 4 / 3 * PLANE * math.sqrt(radius) * approach ** 1.5, 0.02)
    close("radius of the contact", math.sqrt(4 * area / math.pi), math.sqrt(radius * approach), 0.02)


cylinder()
sphere()
