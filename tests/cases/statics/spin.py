"""Centrifugal forces of a steady rotation in statics (`spin`): closed forms of a bar with its softening, of a ring, of
a mass on a spring and of a swinging rod, of all elements that have mass; gradients by complex step on 1 and 3 ranks;
RFORCE of a deck as the same model in YAML; what is refused; the example of a bladed disc.

Sources: EA u'' + rho A w^2 (x + u) = 0, so x + u = sin(k x) / (k cos(k L)), k = w sqrt(rho/E). A thin ring has the hoop
stress rho w^2 R^2. A uniform rod on a pin of its axis with a spring of stiffness c stands where c angle = m w^2 L^2/3
sin(angle) cos(angle) - m g L/2 sin(angle).
"""
# quick
import math
from pathlib import Path

from common import ended, in_turn, refused
from helper import ROOT, check, close, grid, run

USAGE, MODEL = 2, 3
YOUNG, DENSITY, LENGTH = 2e11, 8000.0, 1.0
MATERIAL = "materials: {m: {young: 2e11, poisson: 0, density: 8000, yield: 1e9}}\n"
END = "time: {scheme: %s, step: 0.5, steps: 2}\noutput: {every: 0}\n"


def tip(text, probe="tip", ranks=1, scheme="static", settings=()):
    r = run("gimbal: 1\n" + text + (END % scheme if "time:" not in text else ""), ranks, settings=settings)
    return r.json["probes"][probe]["u"][-1] if check("the model turns", r.status == 0, r.stderr) else [math.nan] * 3


# ---- closed forms --------------------------------------------------------------------------------

def bars():
    """Small, and with a softening that doubles the length: a beam's strain is its elongation. Such a bar bends aside
    where it is free to: `unstable: warn` keeps it straight."""
    beam = MATERIAL + """sections: {s: {type: rectangle, material: m, width: 0.02, height: 0.03}}
beams: [{points: [[0, 0, 0], [1, 0, 0]], elements: %d, order: %d, name: bar, section: s, orientation: [0, 0, 1],
         ends: [ground, ~]}]
probes: [{name: tip, body: bar.end, at: [1, 0, 0]}]
spin: {speed: "%.17g*t", axis: [0, 0, 3], about: [0, 0, 7]}
"""
    for k, tolerance in ((0.01, 1e-8), (1.0, 1e-5)):
        speed = k * math.sqrt(YOUNG / DENSITY)
        for order, elements in ((2, 8), (1, 16)):
            for ranks in (1, 2):
                u = tip(beam % (elements, order, speed), ranks=ranks, settings=["time.unstable=warn"])
                close("a beam of order %d, k = %g, on %d ranks" % (order, k, ranks), u[0], math.tan(k) / k - 1,
                      tolerance if order == 2 else 2e-3 * max(1, k))
    grid(8, 1, size=(1, 0.1)).write("strip.msh")
    for kind in ("quad4", "tri3", "tri6", "quad9"):
        grid(8, 1, size=(1, 0.1), kind=kind).write("strip.msh")
        u = tip("mesh: strip.msh\n" + MATERIAL + """shells: [{group: plate, material: m, thickness: 0.01}]
supports: [{group: left, fix: [x, z, ry]}, {group: corner00, fix: [y]}]
probes: [{name: tip, group: corner10}]
spin: {speed: "0.01*%.17g*t", axis: [0, 1, 0]}
""" % math.sqrt(YOUNG / DENSITY))
        close("a strip of " + kind, u[0], math.tan(0.01) / 0.01 - 1, 3e-2 if kind in ("quad4", "tri3") else 2e-4)


def rings():
    """A quarter of a ring of radius 2 between planes of symmetry: u = rho w^2 R^3 / E, hoop stress rho w^2 R^2."""
    radius, speed = 2.0, 30.0
    def around(x, y):
        return radius * math.cos(math.radians(x)), y, radius * math.sin(math.radians(x))
    for kind, cells in (("quad4", 40), ("quad9", 8), ("tri6", 12)):
        grid(cells, 1, size=(90, 0.2), kind=kind, place=around).write("ring.msh")
        r = ended("a ring of " + kind, run("gimbal: 1\nmesh: ring.msh\n" + MATERIAL + """shells: [{group: plate,
          material: m, thickness: 0.1}]
supports: [{group: left, symmetry: z}, {group: right, symmetry: x}, {group: corner00, fix: [y]}]
probes: [{name: tip, group: corner00}, {name: other, group: corner01}]
functions: [{name: mean, type: induced, form: power, weight: 1}]
spin: {speed: %g, axis: [0, 1, 0]}
time: {scheme: static, step: 1, steps: 1}
output: {every: 0}
""" % speed))
        stress = DENSITY * (speed * radius) ** 2
        # triangles whose diagonals go one way twist a little: the mean of both edges does not
        mean = sum(r.json["probes"][p]["u"][-1][0] for p in ("tip", "other")) / 2
        close("it grows, " + kind, mean, stress * radius / YOUNG, 1e-2 if kind == "quad4" else 2e-3)
        close("its stress, " + kind, 1e9 * r.json["functions"]["mean"], stress, 1e-2)


def masses():
    """m w^2 (R + u) = k u, of a point and of a body on a slide, whatever else is enforced; by linear statics m w^2 R =
    k u, as Nastran and TACS have it."""
    mass, stiffness, radius, speed = 3.0, 2e3, 0.7, 12.0
    exact = mass * speed ** 2 * radius / (stiffness - mass * speed ** 2)
    spin = 'spin: {speed: "%g*t", axis: [0, 0, -1], about: [0.2, 0, 0]}\n' % speed
    for scheme in ("static", "linear"):
        u = tip("""masses: [{name: bob, at: [0.9, 0, 0], mass: 3, fix: [y, z]}]
springs: [{between: [ground, bob], at: [[0.2, 0, 0], ~], stiffness: 2e3}]
probes: [{name: tip, mass: bob}]
""" + spin, scheme=scheme)
        linear = mass * speed ** 2 * radius / stiffness
        close("a mass on a spring, " + scheme, u[0], linear if scheme == "linear" else exact, 1e-12)
    for enforce in ("auto", "index1", "index3", "penalty, factor: 1e9"):
        u = tip("""bodies: [{name: bob, mass: 3, inertia: [0.1, 0.2, 0.3, 0.01, 0, 0], at: [0.9, 0, 0]}]
joints: [{type: prismatic, name: slide, between: [ground, bob], at: [0.2, 0, 0], axis: [1, 0, 0]}]
springs: [{between: [ground, bob], at: [[0.2, 0, 0], [0.9, 0, 0]], stiffness: 2e3}]
constraints: {enforce: %s}
probes: [{name: tip, body: bob, at: [0.9, 0, 0]}]
""" % enforce + spin)
        close("a body on a slide, " + enforce, u[0], exact, 1e-8)


def governor():
    """A rod that hangs from the axis swings out; its angle is that of its gravity and its inertia."""
    length, g, mass, spring = 0.5, 9.81, 3.0, 0.5
    for speed in (6.5, 9.0):
        for ranks in (1, 2):
            u = tip("""bodies: [{name: rod, box: [1e-3, 1e-3, 0.5], density: 6e6, at: [0, 0, -0.25]}]
joints: [{type: revolute, name: pin, between: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0]}]
springs: [{name: c, joint: pin, stiffness: 0.5}]
gravity: [0.0, 0, -9.81]
loads: [{type: force, body: rod, at: [0, 0, -0.5], value: ["if(t < 0.999, 1, 0)", 0, 0]}]
spin: {speed: "%g*min(1, 2*t)", axis: [0, 0, 1]}
probes: [{name: tip, body: rod, at: [0, 0, -0.5]}]
time: {scheme: static, step: 0.025, steps: 40}
output: {every: 0}
""" % speed, ranks=ranks)
            low, high = 0.1, math.pi / 2
            for _ in range(60):
                angle = (low + high) / 2
                moment = mass * math.sin(angle) * (speed ** 2 * length ** 2 / 3 * math.cos(angle) - g * length / 2)
                low, high = (angle, high) if moment > spring * angle else (low, angle)
            close("the rod at %g on %d ranks" % (speed, ranks), abs(u[0]), length * math.sin(angle), 1e-5)


# ---- gradients -----------------------------------------------------------------------------------

ALL = """mesh: plate.msh
materials: {m: {young: 7e10, poisson: 0.3, density: 2700, yield: 1e8}}
sections: {s: {type: rectangle, material: m, width: 0.02, height: 0.03}}
shells: [{group: plate, material: m, thickness: 0.01}]
supports: [{group: left, fix: all}]
bodies: [{name: hub, mass: 4, inertia: [0.1, 0.2, 0.3, 0.02, 0.01, 0], at: [1.3, 0.2, 0.1]}]
links: [{body: hub, group: right}]
beams: [{points: [[1.3, 0.2, 0.1], [1.8, 0.3, 0.2]], elements: 2, order: 2, name: arm, section: s,
         orientation: [0, 0, 1], ends: [hub, ~]}]
masses: [{body: hub, at: [1.4, 0.3, 0.2], mass: 2}, {name: bob, at: [1.5, 0.6, 0], mass: 1}]
springs: [{between: [hub, bob], at: [[1.3, 0.3, 0], ~], stiffness: [1e5, 0, 1e8]},
          {between: [ground, bob], at: [[1, 0.9, 0.4], ~], stiffness: 1e5},
  {between: [ground, bob], at: [[1.5, 0.6, 1], ~], stiffness: 1e5}]
spin: {speed: "60*t^2", axis: [0.2, 1, 0.3], about: [-0.2, 0, 0.1]}
gravity: [0, 0, -9.81]
probes: [{name: tip, body: arm.end, at: [1.8, 0.3, 0.2]}, {name: bob, mass: bob}, {name: root, reaction: left}]
design:
  - {name: t, thickness: plate, per: patch}
  - {name: rho, material: m, parameter: density}
  - {name: E, material: m, parameter: young}
  - {name: w, section: s, parameter: width}
  - {name: m, body: hub, parameter: mass}
  - {name: I, body: hub, parameter: inertia.xy}
  - {name: b, mass: bob, parameter: mass}
functions:
  - {name: u, type: end, of: tip, value: "ux^2 + 2*uz"}
  - {name: v, type: integral, of: bob, value: "ux + uy^2"}
  - {name: ks, type: ks, weight: 20}
  - {name: r, type: end, of: root, value: "fx + 2*my"}
time: {scheme: %s, step: 0.25, steps: 4}
output: {every: 0}
"""


def gradients():
    grid(4, 2, size=(1, 0.5), distort=0.2, patch=lambda i, j: 1 + i // 2).write("plate.msh")
    for scheme, ranks in (("static", (1, 3)), ("linear", (1, 2))):
        first = None
        for n in ranks:
            r = run("gimbal: 1\n" + ALL % scheme, n, "verify", options=["--steps", "1e-30"])
            name = "%s on %d ranks" % (scheme, n)
            if not check(name, r.status == 0 and r.json, r.stderr):
                continue
            worst = max(e for f in r.json["verify"].values() for e in f.values())
            check(name + " by complex step", worst <= 1e-10, r.json["verify"])
            first = first or r.json["gradient"]
            for f, parts in r.json["gradient"].items():
                size = max(abs(x) for part in first[f].values() for x in part)
                for d, part in parts.items():
                    for x, y in zip(part, first[f][d]):
                        close("%s: d %s / d %s" % (name, f, d), x, y, 1e-8, 1e-9 * size)


# ---- decks ---------------------------------------------------------------------------------------

DECK = """LOAD = %d
SPC = 1
BEGIN BULK
GRID,1,,0.1,0.,0.
GRID,2,,1.1,0.,0.
GRID,3,,1.1,.4,.1
GRID,4,,.1,.4,0.
GRID,9,,-.2,.1,.3
CORD2R,5,0,0.,0.,0.,0.,1.,0.,+
+,0.,0.,1.
CQUAD4,1,1,1,2,3,4
PSHELL,1,1,.02,1
MAT1,1,7.+10,,.3,2700.
SPC1,1,123456,1,4
%s
PARAM,COUPMASS,1
ENDDATA
"""
FACE = """mesh: face.msh
materials: {m: {young: 7e10, poisson: 0.3, density: 2700}}
shells: [{group: plate, material: m, thickness: 0.02}]
supports: [{group: left, fix: [x, y, z, rx, ry, rz]}]
probes: [{name: tip, node: 3}]
spin: {speed: %.17g, axis: [%.17g, %.17g, %.17g], about: [%.17g, %.17g, %.17g]}
"""


def decks():
    Path("face.msh").write_text("""$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
1 1 "left"
2 2 "plate"
$EndPhysicalNames
$Nodes
4
1 0.1 0 0
2 1.1 0 0
3 1.1 0.4 0.1
4 0.1 0.4 0
$EndNodes
$Elements
2
1 1 2 1 1 4 1
2 3 2 2 2 1 2 3 4
$EndElements
""")
    march = "time: {scheme: static, step: 1, steps: 1}\noutput: {every: 0}\n"
    turn = 2 * math.pi
    for label, number, card, speed, axis, about in (
            ("R of length 3", 7, "RFORCE,7,,,2.,1.,-2.,2.", 6 * turn, (1, -2, 2), (0, 0, 0)),
            ("about a grid that has nothing", 7, "RFORCE,7,9,,1.,3.,0.,4.,2", 5 * turn, (3, 0, 4), (-.2, .1, .3)),
            ("in a system", 7, "RFORCE,7,1,5,5.,1.,0.,0.", 5 * turn, (0, 0, 1), (.1, 0, 0)),
            ("scaled by LOAD", 8, "RFORCE,7,,,5.,0.,1.,0.\nLOAD,8,2.,1.5,7", 5 * turn * math.sqrt(3),
             (0, 1, 0), (0, 0, 0))):
        Path("deck.bdf").write_text(DECK % (number, card))
        for ranks in (1, 2):
            found = tip("mesh: deck.bdf\nprobes: [{name: tip, node: 3}]\n" + march, ranks=ranks)
            exact = tip(FACE % (speed, *axis, *about) + march)
            check("RFORCE, %s, on %d ranks" % (label, ranks), math.dist(found, exact) <= 1e-12 * math.hypot(*exact) > 0,
                  (found, exact))
    for card, words in (("RFORCE,7,,,5.,0.,1.,0.,2,+\n+,1.", "RACC = 1 is not read"),
                        ("RFORCE,7,,,5.,0.,1.,0.,3", "METHOD is 3; accepted: 1 or 2"),
                        ("RFORCE,7,77,,5.,0.,1.,0.", "RFORCE: grid 77 is not defined"),
                        ("RFORCE,7,,,5.,0.,1.,0.\nRFORCE,7,,,5.,1.,1.,0.", "a second one acts"),
                        ("RFORCE,6,,,5.,0.,1.,0.\nLOAD,7,-2.,1.5,6", "a factor -3 of LOAD")):
        Path("deck.bdf").write_text(DECK % (7, card))
        refused(words, "gimbal: 1\nmesh: deck.bdf\n" + march, words, status=MODEL, verb="check")


# ---- refusals, the example -----------------------------------------------------------------------

BOB = """masses: [{name: bob, at: [0.9, 0, 0], mass: 3, fix: [y, z]}]
springs: [{between: [ground, bob], at: [[0.2, 0, 0], ~], stiffness: 2e3}]
probes: [{name: tip, mass: bob}]
"""


def refusals():
    march = "time: {scheme: %s, step: 0.1, steps: 1}\noutput: {every: 0}\n"
    for key, scheme, verb, words in (
            ("spin: {speed: 3}", "static", "run", "spin.axis: is missing"),
            ("spin: {axis: [1, 0, 0]}", "static", "run", "spin.speed: is missing"),
            ("spin: {speed: 3, axis: [0, 0, 0]}", "static", "run", "spin.axis: no direction"),
            ("spin: {speed: 3*x, axis: [0, 0, 1]}", "static", "run", "spin.speed"),
            ("spin: {speed: 1/(t - t), axis: [0, 0, 1]}", "static", "run", "spin"),
            ("spin: {speed: 3, axis: [0, 0, 1]}", "bdf2", "run",
             "spin: the forces of a steady rotation, with scheme bdf2"),
            ("spin: {speed: 3, axis: [0, 0, 1]}", "static", "modes", "accepted: modes.spin in its place")):
        for ranks in (1, 2):
            refused("%s, %s" % (key, verb), "gimbal: 1\n" + BOB + key + "\n" + march % scheme, words,
                    status=USAGE, ranks=ranks, verb=verb)
    grid(2, 1).write("light.msh")
    light = "gimbal: 1\nmesh: light.msh\nmaterials: {m: {young: 1e7, poisson: 0}}\n" \
            "shells: [{group: plate, material: m, thickness: 0.1}]\n" \
            "supports: [{group: left, fix: all}]\n%s\n" + march % "static"
    for ranks in (1, 2):
        refused("nothing has mass", light % "spin: {speed: 3, axis: [0, 0, 1]}", "act on mass, and the model has none",
                status=USAGE, ranks=ranks)
        r = run(light % "gravity: [0, 0, -10]", ranks)
        check("nothing has weight", r.status == 0 and "warning: gravity" in r.stderr, r.stderr)


def example():
    """Each blade pulls at the disc: the tips move outwards alike, nearly in one plane."""
    r = ended("the bladed disc turns",
              run(ROOT / "meshes" / "bladed-disc.yaml", 2, settings=["time.step=1", "time.steps=1", "output.every=0"]))
    u = r.json["probes"]["tip"]["u"][-1]
    ring = 4430 * (600 * math.pi) ** 2 / 114e9
    print("a tip moves out by %.4g m; a bar from bore to tip would by %.4g m" % (
        u[0], ring * (0.3 ** 2 * 0.26 - (0.3 ** 3 - 0.04 ** 3) / 3) / 2))
    check("growth", 3e-4 < u[0] < 1e-3 and abs(u[1]) < 0.02 * u[0] and abs(u[2]) < 1e-9, u)


in_turn(bars, rings, masses, governor, gradients, decks, refusals, example)
