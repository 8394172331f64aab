"""Friction that sticks: points, lines, faces and bodies on a surface remember where they stuck.

Claims: a block on a slope holds below tan a = mu and creeps nowhere, and above it slides with g (sin a - mu cos a); a
block that a spring pulls sticks until the force is mu m g and then follows the closed form; a ball rolls at 5/7 of the
acceleration; what sliding takes is the energy that is lost; a bar on a table that is pulled at its end slides where
the closed form says, keeps half of that when it is let go, and does so in any number of load steps; a rope on a bollard
(capstan) gives way and sticks where it is let go as the closed form says, with derivatives of runs with other
friction; a solid on faces carries what pulls it, slides in part without halved load steps, and ends with status 4
beyond mu N; gradients are those of the complex step, of functions of forces too, and of cases that are built anew;
they do not depend on ranks, checkpoints, halved steps or restarts; what is not known beside it is refused.
"""
import math
from pathlib import Path

from beam_lines import line
from common import changed, ended, in_turn, refusals, refused
from helper import ROOT, built_anew, check, close, gradients_agree, run, same_gradients
from solid_blocks import block

STICK_SLIP = (ROOT / "meshes" / "stick-slip.yaml").read_text()
SLOPE = """gimbal: 1
gravity: [%r, 0, -8]
bodies: [{name: block, mass: 2, inertia: [0.1, 0.1, 0.1, 0, 0, 0], at: [0, 0, 0.1]}]
contacts:
  - {name: c, surface: plane, on: ground, at: [0, 0, 4e-5], body: block, stiffness: 1e5, damping: 100,
     points: [[-0.2, -0.2, 0], [0.2, -0.2, 0], [-0.2, 0.2, 0], [0.2, 0.2, 0]], friction: 0.3, stick: 2e5}
probes: [{name: p, body: block, at: [0, 0, 0.1]}, {name: held, reaction: c}]
functions:
  - {name: moment, type: end, value: held.my}
  - {name: force, type: integral, value: held.fx * p.z}
design:
  - {name: mu, contact: c, parameter: friction}
  - {name: k, contact: c, parameter: stiffness}
  - {name: kt, contact: c, parameter: stick}
  - {name: m, body: block, parameter: mass}
time: {scheme: galpha, rho: 0.5, step: 1e-3, steps: %d}
output: {every: %d}
"""


def slopes():
    """What sticks moves by the force on the springs of its four points, along the slope and across it."""
    for pull, schemes in ((1.0, ("galpha", "dirk2")), (4.0, ("bdf2", "newmark"))):
        for scheme in schemes:
            r = ended("%s on a slope, %s" % (pull, scheme), run(SLOPE % (pull, 1000, 1000), settings=[
                "time.scheme=" + scheme]))
            u, v = ([x[0] for x in r.json["probes"]["p"][name]] for name in ("u", "v"))
            if pull / 8 < 0.3:
                springs = 2 * pull / (4 * 2e5) + 2 * pull * 0.1 ** 2 / (4 * 1e5 * 0.2 ** 2)
                close("%s holds" % scheme, u[-1], springs, 1e-3)
                close("%s creeps nowhere" % scheme, u[-1], u[-100], 1e-8)
            else:
                close("%s slides" % scheme, v[-1] - v[500], 0.5 * (pull - 0.3 * 8), 1e-6)


def pulled():
    r = ended("a block that a spring pulls", run(STICK_SLIP))
    p, w = r.json["probes"]["middle"], math.sqrt(10)
    for t, u in zip(p["t"], p["u"]):
        sliding = max(t - 1.5, 0)
        exact = 0.2 * sliding - 0.2 / w * math.sin(w * sliding)
        if abs(u[0] - exact) > 5e-5:
            check("the block at t = %g" % t, False, (u[0], exact))
    check("it was seen", len(p["t"]) > 50)
    other = ended("on 3 ranks", run(STICK_SLIP, 3, settings=["time.steps=300"]))
    close("ranks agree", other.json["probes"]["middle"]["u"][-1][0], p["u"][300][0], 1e-9)


def rolling():
    r = ended("a ball rolls", run("""gimbal: 1
gravity: [2, 0, -9]
bodies: [{name: ball, sphere: 0.1, density: 1000, at: [0, 0, 0.1]}]
contacts:
  - {surface: plane, on: ground, at: [0, 0, 0], body: ball, ball: 0.1, stiffness: 1e6, damping: 10, friction: 0.5,
     stick: 1e6}
probes: [{name: p, body: ball, at: [0, 0, 0.1]}]
time: {scheme: galpha, step: 2e-3, steps: 500}
output: {every: 5}
"""))
    x = [u[0] for u in r.json["probes"]["p"]["u"]]
    close("5/7 of the acceleration", x[-1], 0.5 * 2 * 5 / 7, 1e-4)
    turned, before = 0.0, 0.0
    for d in r.json["bodies"]["ball"]["directors"]:  # d1 turns from x to -z
        angle = math.atan2(-d[2], d[0])
        turned += (angle - before + math.pi) % (2 * math.pi) - math.pi
        before = angle
    close("it does not slip", 0.1 * turned, x[-1], 1e-5)


def energy():
    text = changed(SLOPE % (0.0, 500, 10), ("at: [0, 0, 0.1]}]\nc", "at: [0, 0, 0.1], velocity: [1, 0, 0]}]\nc"))
    r = ended("a block slides to rest", run(text))
    b = r.json["balance"]
    close("it loses its energy", b["lost"][-1], 1.0, 1e-3)
    check("energy never grows", all(y > x - 1e-9 for x, y in zip(b["lost"], b["lost"][1:])), b["lost"])
    close("it stops after v^2 / (2 mu g)", r.json["probes"]["p"]["u"][-1][0], 1 / (2 * 0.3 * 8), 5e-3)


# ---- statics ------------------------------------------------------------------------------------

E, AREA, WEIGHT, MU, PULL, LENGTH = 1e9, 1e-4, 50.0, 0.4, 60.0, 5.0
BAR = """gimbal: 1
mesh: bar.msh
materials: {m: {young: %r, poisson: 0.3, density: 1}}
sections: {s: {type: rectangle, material: m, width: 0.01, height: 0.01}}
beams: [{group: bar, section: s, orientation: [0, 1, 0]}]
supports: [{group: bar, fix: [y, rx, rz]}]
loads:
  - {name: weight, type: traction, group: bar, value: [0, 0, %r]}
  - {name: pull, type: force, group: tip, value: ["%r * (1 - abs(2*t - 1))", 0, 0]}
contacts:
  - {name: table, surface: plane, on: ground, at: [0, 0, 5e-6], group: bar, stiffness: 1e7, friction: %r, stick: 1e8}
probes: [{name: end, at: [%r, 0, 0]}, {name: held, reaction: table}]
time: {scheme: static, step: %r, steps: %d}
output: {every: 0}
"""


def bar(steps):
    """The end slides over PULL / (mu w); its displacement is PULL^2 / (2 E A mu w), of which half is left."""
    line(100, 1, lambda s: (LENGTH * s, 0, 0), "bar").write("bar.msh")
    r = ended("a bar in %d load steps" % steps, run(BAR % (E, -WEIGHT, PULL, MU, LENGTH, 1 / steps, steps)))
    u, force = r.json["probes"]["end"]["u"], r.json["reactions"]["held"]["force"]
    middle = min(range(len(u)), key=lambda k: abs(r.json["probes"]["end"]["t"][k] - 0.5))
    close("the table holds the bar", force[middle][0], -PULL, 1e-8)
    close("the end slides", u[middle][0], PULL ** 2 / (2 * E * AREA * MU * WEIGHT), 1e-2)
    close("half is left", u[-1][0], PULL ** 2 / (4 * E * AREA * MU * WEIGHT), 2e-2)
    return u[-1][0]


def bars():
    few, many = bar(8), bar(24)
    close("any number of load steps", few, many, 1e-3)


ROPE = """gimbal: 1
mesh: rope.msh
materials: {m: {young: 1e9, poisson: 0.3, density: 1}}
sections: {s: {type: rectangle, material: m, width: 0.01, height: 0.01}}
beams: [{group: bar, section: s, orientation: [0, 0, 1]}]
supports: [{group: bar, fix: [z, rx, ry]}, {group: root, fix: all}]
loads: [{name: pull, type: force, group: tip, value: ["-100 * min(0.1 + 1.8*t, 1.5 - t)", 0, 0]}]
contacts:
  - {name: bollard, surface: cylinder, on: ground, at: [0, 0, 0], axis: [0, 0, 1], radius: 1, group: knots,
     stiffness: 1e7, friction: %r, stick: 1e7}
probes: [{name: end, group: tip}]
functions: [{name: u, type: end, of: end, value: -ux}]
design: [{name: mu, contact: bollard, parameter: friction}]
time: {scheme: static, step: %r, steps: %d, unstable: warn}
output: {every: 0}
"""


def rope(parts):
    mesh = line(parts, 1, lambda s: (math.cos(math.pi / 2 * s), math.sin(math.pi / 2 * s), 0), "bar")
    for node in list(mesh.nodes)[1:-1]:
        mesh.element("point", "knots", (node, ))
    mesh.write("rope.msh")


def capstan():
    """A rope on a quarter of a bollard, pulled by P, slides everywhere: its tension is P e^-mu s, its end gives way by
    u = P R (1 - e^-mu s) / (EA mu). Let go to P/2 it slides back over s = ln 2 / (2 mu), and sticks behind."""
    exact = lambda mu, pull, s: pull / (1e5 * mu) * (1 - math.exp(-mu * s))
    back = math.log(2) / (2 * 0.3)
    left = exact(0.3, 100, math.pi / 2) - exact(0.3, 100, back) + exact(-0.3, 50, back)
    rope(45)
    runs = [ended("a rope in %d load steps" % n, run(ROPE % (0.3, 1 / n, n))).json for n in (10, 20)]
    u = [-of[0] for of in runs[0]["probes"]["end"]["u"]]
    close("the rope slides", u[5], exact(0.3, 100, math.pi / 2), 2e-3)
    close("it sticks behind", u[-1], left, 1e-3)
    close("in any number of load steps", runs[1]["functions"]["u"], u[-1], 1e-7)
    # behind the point up to which it slides back friction is all that can hold, where nothing moves any more
    rope(25)
    found = ended("derivatives of a rope", run(ROPE % (0.3, 0.1, 10), verb="gradient")).json["gradient"]["u"]["mu"][0]
    more, less = [run(ROPE % (0.3 + h, 0.1, 10)).json["functions"]["u"] for h in (1e-4, -1e-4)]
    close("by friction", found, (more - less) / 2e-4, 1e-6)


SOLID = """gimbal: 1
mesh: block.msh
materials: {s: {young: 1e7, poisson: 0.3}}
solids: [{group: all, material: s}]
contacts:
  - {name: c, surface: plane, on: ground, at: [0, 0, 0], group: bottom, stiffness: 1e8, friction: 0.4, stick: 1e8}
loads:
  - {name: press, type: traction, group: top, value: [0, 0, "-1e4*min(1, 2*t)"]}
  - {name: pull, type: traction, group: top, value: ["3e3*max(0, 2*t - 1)", 0, 0]}
probes: [{name: held, reaction: c}, {name: tip, at: [1, 0.5, 0.5]}]
time: {scheme: static, step: 0.125, steps: 8}
functions:
  - {name: x, type: end, value: tip.x}
  - {name: moment, type: end, value: held.my * tip.x}
design:
  - {name: mu, contact: c, parameter: friction}
  - {name: k, contact: c, parameter: stiffness}
  - {name: kt, contact: c, parameter: stick}
  - {name: E, material: s, parameter: young}
output: {every: 0}
"""


def solids():
    block("hex8", (2, 2, 1), [1.0, 1.0, 0.5], lambda x, y, z: (x, y, z), group="all").write("block.msh")
    r = ended("a solid on its face", run(SOLID))
    force = r.json["reactions"]["held"]["force"][-1]
    close("friction carries the pull", force[0], -3000, 1e-8)
    close("and contact the weight", force[2], 10000, 1e-8)
    by_default = ended("friction by velocity", run(changed(SOLID, ("stick: 1e8", "velocity: 1e-3"), (
        "  - {name: kt, contact: c, parameter: stick}\n", ""))))
    close("sticks in statics by the stiffness", by_default.json["functions"]["x"], r.json["functions"]["x"], 1e-12)
    check("which is told", "contacts[0].friction: sticks in statics, with stick: 1e+08" in by_default.stderr,
          by_default.stderr)
    gradients_agree("a solid on its face", SOLID, ["static"])
    built_anew("a solid on its face", SOLID.replace("design:\n", "design:\n%s").split("%s")[0] + "%s", {
        "mu": ("contact: c, parameter: friction", {"contacts[0].friction": (0.4, 1)}),
        "kt": ("contact: c, parameter: stick", {"contacts[0].stick": (1e8, 1)})}, 1e-5, 1)
    refused("a pull beyond mu N", changed(SOLID, ("3e3", "5e3")), "no support, spring or contact", status=4)
    # 324 unknowns, of whose operator the symmetric part alone leads nowhere where some points slide
    block("hex8", (5, 5, 2), [1.0, 1.0, 0.5], lambda x, y, z: (x, y, z), group="all").write("block.msh")
    slides = changed(SOLID, ("young: 1e7", "young: 2e6"), ("group: top, value: [\"3e3*max(0, 2*t - 1)\"",
                                                         "group: right, value: [\"7e3*max(0, 2*t - 1)\""))
    r = ended("a block of which a part slides", run(slides))
    check("takes no load step twice", r.json["halvings"] == 0, str(r.json["halvings"]))
    three = ended("on three ranks", run(slides, 3))
    close("and slides as far", three.json["functions"]["x"], r.json["functions"]["x"], 1e-11)


# ---- gradients ----------------------------------------------------------------------------------

# Derivatives by the springs' stiffness are second derivatives of displacements: of springs so stiff that they give way
# by 4e-6 m alone, round-off of places of 0.1 m is seen in the eleventh digit. The block slides, sticks and swings.
SOFT = changed(SLOPE, ("4e-5", "4e-3"), ("1e5", "1e3"), ("2e5", "2e3"), ("step: 1e-3", "step: 1e-2"))


def gradients():
    gradients_agree("a slope that holds", SOFT % (2.0, 30, 1000), ["galpha", "dirk2"])
    gradients_agree("a slope that slides", SOFT % (4.0, 30, 1000), ["galpha", "bdf3"], ranks=(1,))
    text = SOFT % (4.0, 40, 1000)
    same_gradients("few checkpoints", text, (1, 2), settings=["checkpoint.memory=10000", "checkpoint.disk=0"])
    built_anew("a slope", text.split("design:")[0] + text[text.index("time:"):] + "design:\n%s", {
        "mu": ("contact: c, parameter: friction", {"contacts[0].friction": (0.3, 1)}),
        "kt": ("contact: c, parameter: stick", {"contacts[0].stick": (2e3, 1)}),
        "k": ("contact: c, parameter: stiffness", {"contacts[0].stiffness": (1e3, 1)})}, 1e-5, 1)


def restarts():
    """From a file of the march and one of the sweep, on as many ranks and on others."""
    text = SOFT % (2.0, 40, 1000)  # it slides at first, and then sticks elsewhere
    keep = ["checkpoint.every=30", "checkpoint.keep=true"]
    whole = ended("the whole march", run(text, verb="gradient", settings=keep))
    results = Path("case.vtkhdf").read_bytes()
    files = {"march": Path("case.restart.old").read_bytes(), "sweep": Path("case.restart").read_bytes()}
    for place, data in files.items():
        for ranks in (1, 2):
            Path("again.restart").write_bytes(data)
            Path("case.vtkhdf.tmp").write_bytes(results)
            r = ended("from the %s on %d ranks" % (place, ranks),
                      run(text, ranks, "gradient", options=["--restart", "again.restart"]))
            for function, row in whole.json["gradient"].items():
                close("%s from the %s on %d ranks" % (function, place, ranks), r.json["functions"][function],
                      whole.json["functions"][function], 1e-11)
                for design, (value,) in row.items():
                    close("d %s / d %s from the %s on %d ranks" % (function, design, place, ranks),
                          r.json["gradient"][function][design][0], value, 1e-8, 1e-9)


def refusal():
    good = SLOPE % (2.0, 2, 1000)
    refusals(good, [
        ("stick: 2e5", "stick: 2e5, velocity: 1e-3", "stick: beside velocity", "one of them"),
        (", stick: 2e5", "", "friction without velocity or stick"),
        ("stick: 2e5", "stick: 0", "stick: out of range", "a number > 0"),
        ("points:", "line: 0.1, points:", "stick: lines of bodies", "velocity"),
        ("on: ground, at: [0, 0, 4e-5], body: block", "on: b*, body: b*", "stick: surfaces on several bodies"),
        ("body: block, parameter: mass", "body: block, parameter: at.x", "contacts[0].stick: beside designs that move"),
    ])
    refused("modes about a state", good + "modes: {count: 2, at: 0.002}\n", "contacts that stick", verb="modes")


in_turn(slopes, pulled, rolling, energy, bars, capstan, solids, gradients, restarts, refusal)
