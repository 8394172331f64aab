"""Equations of components of displacement and rotation.

Claims: two points geared by an equation have the closed form of a static, a natural and a driven motion, on 1, 2 and
3 ranks, by positions and by accelerations; coefficients of any size give the same; an equation for each node of a
group keeps a section plane, as a rigid bar does; a rotation of a body, of a beam's node and of a shell's is the
coefficient of what it says; displacements of a place on a body are those of the place; gradients agree with complex
step and models built anew; modes are those of the condensed model; a redundant equation among 1521 is seen and left
out, by name, and changes nothing; what contradicts, or has no such component, is refused by `check` and `run` alike.
"""
# timeout: 240
import math
import re

from common import ended, in_turn, refused_twice
from helper import ROOT, check, close, displacement, gradients_agree, grid, run

PAIR = """gimbal: 1
masses:
  - {name: a, at: [0, 0, 0], mass: 2, fix: [y, z]}
  - {name: b, at: [1, 0, 0], mass: 3, fix: [y, z]}
springs:
  - {between: [ground, a], at: [[-1, 0, 0], ~], stiffness: 100}
loads:
  - {type: force, mass: b, value: ["3*t", 0, 0]}
equations:
%s
probes:
  - {name: a, mass: a}
  - {name: b, mass: b}
time: {scheme: %s}
"""
GEAR = "  - {name: gear, terms: [{mass: a, ux: %.17g}, {mass: b, ux: %.17g}], value: %s}"
STATIC = "static, step: 1, steps: 1"


def plain(text):
    return re.sub(r"\s+", " ", text)


def a_gear_of_points():
    for ranks, scheme, scale in ((1, "linear", 1), (2, "static", 1e9), (3, "static", 1e-9)):
        text = PAIR % (GEAR % (2 * scale, -scale, '"%.17g*t^2"' % (0.1 * scale)), "%s, step: 1, steps: 1" % scheme)
        r = ended("a gear, %s on %d ranks" % (scheme, ranks), run(text, ranks))
        # 2 a - b = 0.1; k a = 2 * 3
        close("a", displacement(r, "a")[0], 0.06, 1e-12)
        close("b", displacement(r, "b")[0], 0.02, 1e-12)


def a_gear_that_moves():
    # u = ua = ub / 2: (2 + 4 * 3) u'' + 100 u = 6 t, at rest
    w = math.sqrt(100 / 14)
    exact = 6 / 100 * (1 - math.sin(w) / w)
    for ranks, scheme, enforce in ((1, "dirk4", "index1"), (2, "galpha", "index3"), (1, "newmark", "index1"),
                                   (2, "bdf2", "index3"), (1, "galpha", "projected")):
        text = PAIR % (GEAR % (2, -1, "0"), scheme + ", step: 1e-2, steps: 100")
        r = ended("%s by %s" % (scheme, enforce), run(text + "constraints: {enforce: %s}\n" % enforce, ranks))
        close("%s by %s" % (scheme, enforce), displacement(r, "a")[0], exact, 1e-7 if scheme == "dirk4" else 1e-3)


def modes_of_a_gear():
    text = PAIR % (GEAR % (2, -1, "0"), STATIC)
    r = ended("modes", run(text + "modes: {count: 1, at: reference}\n", 2, "modes"))
    close("frequency", r.json["modes"]["frequency"][0], math.sqrt(100 / 14) / (2 * math.pi), 1e-10)


def driven_gear():
    # b is pushed by a value: 2 a - b = sin, while a is held by its spring and mass alone
    text = PAIR % (GEAR % (2, -1, '"0.1*sin(3*t)^2"'), "dirk4, step: 5e-3, steps: 40")
    text += """design: [{name: m, mass: b, parameter: mass}, {name: k, spring: s, parameter: stiffness}]
functions:
  - {name: end, type: end, of: b, value: "ux + 0.1*vx"}
  - {name: path, type: integral, of: a, value: "ux^2"}
"""
    text = text.replace("{between: [ground, a]", "{name: s, between: [ground, a]")
    gradients_agree("a gear", text, ["dirk4", "galpha", "bdf2"], (1, 2), ["time.steps=10"])


def planes_stay_plane():
    mesh = grid(6, 3, (2, 1)).write("plate.msh")
    base = """gimbal: 1
mesh: plate.msh
materials: {m: {young: 1e6, poisson: 0.3, density: 1}}
shells: [{group: plate, material: m, thickness: 0.1}]
supports: [{group: left, fix: all}, {group: plate, fix: [z, rotation]}]
time: {scheme: linear, step: 1, steps: 1}
probes: [{name: far, group: corner11}, {name: near, group: corner10}]
"""
    # all of the right side goes along x as a point does, which is pulled
    tied = base + """masses: [{name: grip, at: [3, 0, 0], mass: 0, fix: [y, z]}]
loads: [{type: force, mass: grip, value: [7e-6, 0, 0]}]
equations: [{terms: [{group: right, ux: 1}, {mass: grip, ux: -1}]}]
"""
    one = run(tied, 1)
    two = run(tied, 2)
    ended("a side that stays straight", one, two)
    u = displacement(one, "far")[0]
    close("both corners", displacement(one, "near")[0], u, 1e-12)
    close("on 2 ranks", displacement(two, "far")[0], u, 1e-11)
    given = base.replace("supports: [", 'supports: [{group: right, motion: ["%.17g*t", ~, ~]}, ' % u)
    given = given.replace("probes: [", "probes: [{name: pull, reaction: right}, ")
    three = ended("the same by a given motion", run(given))
    close("force of it", three.json["reactions"]["pull"]["force"][-1][0], 7e-6, 1e-8)
    close("contraction", displacement(three, "far")[1], displacement(one, "far")[1], 1e-8)


BEAM = """gimbal: 1
materials: {m: {young: 1e6, poisson: 0.25, density: 1}}
sections: {s: {type: rectangle, material: m, width: 0.1, height: 0.1}}
beams:
  - {points: [[0, 0, 0], [1, 0, 0]], elements: 2, name: rod, section: s, orientation: [0, 1, 0]}
%s
supports: [{group: rod.start, fix: all}]
equations:
%s
probes: [{name: tip, group: rod.end}]
time: {scheme: linear, step: 1, steps: 1}
"""


def rotations_of_beams():
    # a rotation at the tip alone bends the beam to a parabola: u = theta L / 2
    for about, along, sign in (("ry", 2, -1), ("rz", 1, 1)):
        r = ended("a tip that turns, %s" % about,
                  run(BEAM % ("", "  - {terms: [{body: rod.end, %s: 4}], value: 0.08}" % about)))
        close("u of %s" % about, displacement(r, "tip")[along], sign * 0.01, 1e-9)
    # L / 2 theta_z = u_y holds by itself; 0 = u_y - 1/4 theta_z puts the moment's parabola off
    r = run(BEAM % ('loads: [{type: force, group: rod.end, value: [0, 1, 0]}]',
                    "  - {terms: [{group: rod.end, rz: -1}, {group: rod.end, uy: 1.5}]}"))
    # F and u at the tip with u = 2/3 theta L: that of a force alone, so that the equation carries nothing
    bending, shear = 1e6 * 1e-4 / 12, 5 / 6 * 0.4e6 * 1e-2
    if check("a slope", r.status == 0, r.stderr):
        close("stiffer by shear alone", displacement(r, "tip")[1], 1 / (3 * bending), 3 * bending / shear)


BODY = """gimbal: 1
bodies:
  - {name: wheel, mass: 2, inertia: [1, 1, 2, 0, 0, 0], at: [0, 0, 0]}
  - {name: pinion, mass: 1, inertia: [1, 1, 0.5, 0, 0, 0], at: [3, 0, 0]}
joints:
  - {name: one, type: revolute, between: [ground, wheel], at: [0, 0, 0], axis: [0, 0, 1]}
  - {name: two, type: revolute, between: [ground, pinion], at: [3, 0, 0], axis: [0, 0, 1]}
springs:
  - {joint: one, stiffness: 10}
loads: [{type: moment, body: pinion, value: [0, 0, 1]}]
equations:
%s
probes: [{name: rim, body: wheel, at: [2, 0, 0]}, {name: tooth, body: pinion, at: [2, 0, 0]}]
time: {scheme: linear, step: 1, steps: 1}
"""


def bodies_in_gear():
    # radii 2 and 1: 2 theta1 = -theta2; the moment at the wheel is -2
    by_turns = "  - {terms: [{body: wheel, rz: 2}, {body: pinion, rz: 1}]}"
    by_place = "  - {terms: [{body: wheel, at: [2, 0, 0], uy: 1}, {body: pinion, at: [2, 0, 0], uy: -1}]}"
    for name, text in (("turns", by_turns), ("places", by_place)):
        for ranks in (1, 2):
            r = ended("a gear by %s" % name, run(BODY % text, ranks))
            close("rim, by %s" % name, displacement(r, "rim")[1], -2 * 0.2, 1e-12)
            close("tooth, by %s" % name, displacement(r, "tooth")[1], -0.4, 1e-12)
    # modes: (2 + 4 * 0.5) theta'' + 10 theta
    free = BODY.replace("loads: [{type: moment, body: pinion, value: [0, 0, 1]}]\n", "")
    r = ended("modes of a gear", run(free % by_turns + "modes: {count: 1, at: reference}\n", 1, "modes"))
    close("frequency", r.json["modes"]["frequency"][0], math.sqrt(10 / 4) / (2 * math.pi), 1e-10)
    both = by_turns + "\n" + by_place
    r = run(BODY % both, 2)
    check("one of both says it already", r.status == 0 and "it is redundant and left out" in plain(r.stderr), r.stderr)
    close("rim, by both", displacement(r, "rim")[1], -0.4, 1e-12)


def shapes_vary():
    # the place of a body and of its tooth are designs
    text = BODY % ("  - {terms: [{body: wheel, at: [2, 0, 0.5], uy: 1}, {body: pinion, at: [2, 0, 0.5], uy: -1}, "
                   "{body: wheel, rz: 0.3}]}")
    # centres of mass beside the axes, so that no derivative vanishes
    text = text.replace("2, 0, 0, 0], at: [0, 0, 0]}", "2, 0, 0, 0], at: [0.1, 0, 0]}")
    text = text.replace("0.5, 0, 0, 0], at: [3, 0, 0]}", "0.5, 0, 0, 0], at: [3, 0.2, 0]}")
    text = text.replace("joints:", "design:\n  - {name: m, body: pinion, parameter: mass}\n"
                        "  - {name: x, body: wheel, parameter: at.x}\n"
                        "functions: [{name: rim, type: end, of: rim, value: \"uy\"}]\njoints:")
    text = text.replace("time: {scheme: linear, step: 1, steps: 1}", "time: {scheme: dirk4, step: 1e-2, steps: 10}")
    gradients_agree("a wheel's place", text, ["dirk4"], (1, 2))
    r = run(text, 1, "gradient")
    h, value = 1e-4, {}
    for step in (h, -h):
        again = ended("a wheel elsewhere", run(text.replace("at: [0.1, 0, 0]}", "at: [%.17g, 0, 0]}" % (0.1 + step))))
        value[step] = again.json["functions"]["rim"]
    close("by building anew", r.json["gradient"]["rim"]["x"][0], (value[h] - value[-h]) / (2 * h), 1e-5, 1e-9)


def shells_turn():
    grid(4, 2, (2, 1)).write("strip.msh")
    text = """gimbal: 1
mesh: strip.msh
materials: {m: {young: 1e6, poisson: 0, density: 1}}
shells: [{group: plate, material: m, thickness: 0.1}]
supports: [{group: left, fix: all}]
equations: [{terms: [{group: %s}], value: %s}]
time: {scheme: linear, step: 1, steps: 1}
probes: [{name: tip, group: corner10}]
"""
    r = ended("an edge that turns", run(text % ("right, ry: 1", "-0.01"), 2))
    close("parabola", displacement(r, "tip")[2], 0.01, 1e-6)
    refused_twice("drilling", text % ("right, rz: 1", "0.01"), 3, "rotation about its director", "square to that")
    refused_twice("no such node", text.replace("group: %s", "node: 99, ux: 1").replace("%s", "0"), 3, "no node 99")
    refused_twice("two places", text.replace("group: %s", "node: 1, group: left, ux: 1").replace("%s", "0"), 2,
                  "one of group, node, body, mass")
    refused_twice("nothing", text.replace("{group: %s}", "{node: 1}").replace("%s", "0"), 2, "no coefficient but 0")
    refused_twice("unknown", text.replace("{group: %s}", "{node: 1, uw: 1}").replace("%s", "0"),
                  2, "unknown key (found uw)")
    refused_twice("no terms", text.replace("{group: %s}", "").replace("%s", "0"), 2, "terms")
    refused_twice("pairs", text.replace("group: %s", "group: left, ux: 1}, {group: right, ux: 1").replace("%s", "0"), 3,
                  "one term with a group of several nodes")


def refused_of_points():
    refused_twice("a point turns", PAIR % ("  - {terms: [{mass: a, rx: 1}]}", STATIC), 3, "has no rotation")
    refused_twice("no such point", PAIR % ("  - {terms: [{mass: c, ux: 1}]}", STATIC), 2, "'c'")
    refused_twice(
        "contradictory", PAIR % (GEAR % (2, -1, "0") + "\n" + (GEAR % (4, -2, "1e-3")).replace("gear", "g2"), STATIC),
        3, "equation 'g2': it contradicts the other equations", "equation 'gear'", "off by 0.001")
    refused_twice("held already", PAIR % ("  - {terms: [{mass: a, uy: 1}], value: 0.5}", STATIC), 3, "it contradicts",
                  "masses[0]")
    refused_twice("a jump", PAIR % (GEAR % (2, -1, "0.1"), "dirk4, step: 1e-2, steps: 1"), 2,
                  "the value is 0.1 at t = 0")
    r = run(PAIR % (GEAR % (2, -1, '"0.1*t"') + "\n" + (GEAR % (-4, 2, '"-0.2*t"')).replace("gear", "g2"), STATIC), 2)
    check("alike", r.status == 0 and "equation 'g2': the other equations (equation 'gear') already say it"
          in plain(r.stderr), r.stderr)
    close("alike, a", displacement(r, "a")[0], 0.06, 1e-12)
    # without the gear the second point is loose; with an equation of both alone they are held
    r = run(PAIR.replace("equations:\n%s\n", "") % STATIC, 1, "check")
    check(
        "a loose point", r.status == 5 and "no support keeps point 'b' from moving along (1, 0, 0)" in plain(r.stderr),
        r.stderr)
    r = run(PAIR % (GEAR % (2, -1, "0"), STATIC), 1, "check")
    check("a held point", r.status == 0 and "free to move" not in r.stdout and
          "independent constraint rows" in r.stdout, r.stdout)


def a_repeated_one_among_many():
    # 40 x 39 points on springs, each as its neighbour along x; one is said twice, with another factor
    n, m = 40, 39
    lines = ["gimbal: 1", "masses:"]
    for j in range(m):
        lines += ["  - {name: p%d_%d, at: [%d, %d, 0], mass: 1, fix: [y, z]}" % (i, j, i, j) for i in range(n)]
    lines += ["springs:"]
    lines += ["  - {between: [ground, p0_%d], at: [[-1, %d, 0], ~], stiffness: 2}" % (j, j) for j in range(m)]
    lines += ["loads: [{type: force, mass: p%d_7, value: [4, 0, 0]}]" % (n - 1), "equations:"]
    for j in range(m):
        lines += ["  - {terms: [{mass: p%d_%d, ux: 1}, {mass: p%d_%d, ux: -1}]}" % (i, j, i + 1, j)
                  for i in range(n - 1)]
    lines += ["  - {name: twice, terms: [{mass: p3_7, ux: 5}, {mass: p%d_7, ux: -5}]}" % (n - 1)]
    lines += ["probes: [{name: p, mass: p%d_7}, {name: q, mass: p1_8}]" % (n - 1),
              "time: {scheme: linear, step: 1, steps: 1}", "output: {every: 0}", ""]
    for ranks in (1, 2):
        r = ended("many equations on %d ranks" % ranks, run("\n".join(lines), ranks))
        check("one is left out", plain(r.stderr).count("left out") == 1 and "equation 'twice'" in r.stderr, r.stderr)
        close("what is pulled", displacement(r, "p")[0], 2, 1e-11)
        close("what is not", displacement(r, "q")[0], 0, 0, 1e-12)


def geared_shafts():
    # the example, whose wheels' inertia is added in the middle of the closed form of three turning masses
    r = run(ROOT / "meshes/geared-shafts.yaml", 2, "modes", name="geared-shafts")
    G, i = 210e9 / 2.6, 0.4
    k = [G * math.pi / 2 * 0.012 ** 4 / 0.5, i * i * G * math.pi / 2 * 0.016 ** 4 / 0.8]
    shaft = [7850 * math.pi / 2 * 0.012 ** 4 * 0.5, i * i * 7850 * math.pi / 2 * 0.016 ** 4 * 0.8]
    J = [0.08 + shaft[0] / 3, 4e-4 + i * i * 1e-2 + sum(shaft) / 3, i * i * 1.5 + shaft[1] / 3]
    # det(K - w J) / -w = a w^2 - b w + c
    a = J[0] * J[1] * J[2]
    b = k[0] * (J[0] + J[1]) * J[2] + k[1] * (J[1] + J[2]) * J[0]
    c = k[0] * k[1] * sum(J)
    w = (b - math.sqrt(b * b - 4 * a * c)) / (2 * a)
    if check("geared shafts", r.status == 0, r.stderr):
        close("they turn as one", r.json["modes"]["frequency"][0], 0, 0, 1e-4)
        close("torsion", r.json["modes"]["frequency"][1], math.sqrt(w) / (2 * math.pi), 1e-3)


in_turn(a_gear_of_points, geared_shafts, a_gear_that_moves, modes_of_a_gear, driven_gear, planes_stay_plane,
        rotations_of_beams, bodies_in_gear, shapes_vary, shells_turn, refused_of_points, a_repeated_one_among_many)
