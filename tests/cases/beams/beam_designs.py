"""Derivatives by every number of every section of beams, of materials and loads: adjoint against complex step to 1e-10
and tangent against adjoint to 1e-11 for four schemes, on 1 and 3 ranks; against models built anew; and a dimension that
a section does not have is refused. An offset of the section is a beam along other points that is fixed to the same
bodies.
"""
# timeout: 600
import math

from helper import ROOT, built_anew, check, close, gradients_agree, run
from beam_lines import add, line

STIFFNESS = [[9e4, 3e3, -2e3, 100, 200, -150], [3e3, 3e4, 1e3, 50, 30, 20], [-2e3, 1e3, 3.5e4, 40, 10, 60],
             [100, 50, 40, 60, 3, 2], [200, 30, 10, 3, 70, -5], [-150, 20, 60, 2, -5, 90]]
SHAPES = {
    "rectangle": {"width": 0.08, "height": 0.05},
    "circle": {"radius": 0.02},
    "tube": {"radius": 0.04, "thickness": 0.005},
    "box": {"width": 0.08, "height": 0.05, "thickness": 0.004},
    "I": {"width": 0.08, "height": 0.06, "flange": 0.005, "web": 0.004},
    "C": {"width": 0.05, "height": 0.08, "flange": 0.005, "web": 0.004},
    "L": {"width": 0.06, "height": 0.08, "thickness": 0.006},
    # with I_zz of 2e-6 the derivative along verify's direction cancels to a thousandth of its terms by sdirk3
    "constants": {"area": 3e-3, "I_yy": 1e-6, "I_zz": 2.5e-6, "J": 1.5e-6, "k_y": 0.8, "k_z": 0.7},
    "general": {}}
GENERAL = ["stiffness.%d%d" % (i, j) for i in range(1, 7) for j in range(i, 7)]
GENERAL += ["mass." + n for n in ("rhoA", "S_y", "S_z", "I_yy", "I_zz", "I_yz")]


def section(name, numbers=None):
    if name == "general":
        return "{type: general, stiffness: %s, mass: [3, 0.02, -0.03, 0.004, 0.003, 0.001]}" % STIFFNESS
    return "{type: %s, material: m, %s}" % (name, ", ".join("%s: %.17g" % n for n in (numbers or SHAPES[name]).items()))


def case(name, designs="", scheme="galpha", aggregates=True):
    """An arc of 2-node beams and an arm of 3-node beams at an angle to it, under gravity and loads."""
    fails = aggregates and name not in ("general", "constants")
    return "\n".join([
        "gimbal: 1", "mesh: two.msh", "gravity: [0, 0.1, -0.981]",
        "materials: {m: {young: 1e7, poisson: 0.3, density: 800, yield: 2e5}}",
        "sections:", "  s: " + section(name),
        "beams:", "  - {group: arc, section: s, orientation: [0, 0, 1]}",
        "  - {group: arm, section: s, orientation: [0, 1, 0]}", "supports:", "  - {group: root, fix: all}",
        "loads:", "  - {name: l, type: force, group: tip, value: [0, 0.3, \"2*sin(20*t)\"]}",
        "  - {type: moment, group: tip, value: [0.01, \"0.02*t\", 0.01]}",
        "  - {type: traction, group: arm, value: [0, 0.5, 0]}", "probes:", "  - {name: tip, group: tip}",
        "design:", designs, "functions:", "  - {name: m, type: mass}", "  - {name: c, type: compliance}",
        "  - {name: e, type: end, of: tip, value: \"ux + 2*uy + 3*uz + vx\"}",
        "  - {name: ks, type: ks, weight: 20}" if fails else "",
        "  - {name: induced, type: induced, form: exponential, weight: 20, sum: discrete}" if fails else "",
        "  - {name: power, type: induced, form: power2, weight: 8}" if fails else "",
        "time: {scheme: %s, step: 5e-3, steps: 4}" % scheme, "output: {every: 0}", ""])


def designs(name):
    numbers = GENERAL if name == "general" else list(SHAPES[name])
    text = ["  - {name: \"%s\", section: s, parameter: %s}" % (n, n) for n in numbers + ["offset.y", "offset.z"]]
    if name != "general":
        text += ["  - {name: %s, material: m, parameter: %s}" % (n, n) for n in ("young", "poisson", "density")]
    if name not in ("general", "constants"):
        text.append("  - {name: yield, material: m, parameter: yield}")
    return "\n".join(text + ["  - {name: load, load: l, parameter: amplitude}"])


mesh = line(3, 1, lambda s: (math.sin(0.9 * s), 1 - math.cos(0.9 * s), 0.09 * s), "arc")
mesh.elements.pop()
end = list(mesh.nodes.values())[-1]
nodes = add(mesh, "arm", [(end[0] + 0.2 * k, end[1] - 0.1 * k, end[2] + 0.3 * k) for k in range(5)], 2)
mesh.element("point", "tip", (nodes[-1],))
mesh.write("two.msh")
for name in SHAPES:
    gradients_agree(name, case(name, designs(name)), ("bdf2", "galpha", "dirk4", "sdirk3"),
                    (1, 3) if name in ("tube", "general") else (1,), timeout=300)

# a mechanism of beams with loops, between joints and a body
gradients_agree("slider-crank", (ROOT / "meshes/flexible-slider-crank.yaml").read_text(),
                ("bdf2", "galpha", "dirk4", "sdirk3"), (1,),
                ["time.step=1e-5", "time.steps=8", "output.every=0", "time.error_limit=1e9"], timeout=300)

# models built anew with other numbers, one of each kind
for name in ("rectangle", "L"):
    numbers = SHAPES[name]
    built_anew(name, case(name, "%s"), {
        n: ("section: s, parameter: " + n, {"sections.s." + n: (v, 1)}) for n, v in numbers.items()}, 1e-5)
built_anew("general", case("general", "%s"), {
    "S_y": ("section: s, parameter: mass.S_y", {"sections.s.mass": ([3, 0.02, -0.03, 0.004, 0.003, 0.001],
                                                                     [0, 1, 0, 0, 0, 0])}),
    "I_yz": ("section: s, parameter: mass.I_yz", {"sections.s.mass": ([3, 0.02, -0.03, 0.004, 0.003, 0.001],
                                                                      [0, 0, 0, 0, 0, 1])})}, 1e-5)
OFFSET = """gimbal: 1
materials: {m: {young: 2e9, poisson: 0.3, density: 1000, yield: 1e7, damping: {mass: 0.5, stiffness: 1e-4}}}
sections: {s: {type: L, material: m, width: 0.06, height: 0.08, thickness: 0.006, offset: %s}}
bodies: [{name: tip, at: [1, 0, 0], mass: 0.5, inertia: [0.01, 0.02, 0.03, 0, 0, 0]}]
beams:
  - {name: rod, points: [[0, %r, %r], [1, %r, %r]], elements: %d, order: %d, section: s, orientation: [0, 1, 0],
     ends: [ground, tip]}
loads: [{type: force, body: tip, at: [1, 0.1, 0], value: ["20*sin(9*t)", 30, "-40*t"]}]
probes: [{name: p, body: tip, at: [1, 0, 0]}]
functions: [{type: mass}, {name: ks, type: ks, weight: 30}, {type: compliance}]
time: {scheme: galpha, step: 0.01, steps: 30}
output: {every: 0}
"""


def offsets():
    """Axes between nodes are not quite orthonormal, and elements stretch along the line of their nodes, so both agree as
    elements shrink, by the order of the elements. In time they have errors of their own."""
    y, z = 0.11, -0.07
    at_rest = ["time.scheme=static", "time.step=0.1", "time.steps=3"]

    def difference(elements, order, settings):
        moved = run(OFFSET % ("[%r, %r]" % (y, z), 0.0, 0.0, 0.0, 0.0, elements // order, order), 2, settings=settings)
        other = run(OFFSET % ("[0, 0]", y, z, y, z, elements // order, order), settings=settings)
        if not check("offset, order %d" % order, moved.status == 0 and other.status == 0, moved.stderr + other.stderr):
            return 1
        u, v = (r.json["probes"]["p"]["u"][-1] for r in (moved, other))
        close("the same mass", moved.json["functions"]["mass"], other.json["functions"]["mass"], 1e-12)
        close("its failure", moved.json["functions"]["ks"], other.json["functions"]["ks"], 1e-3)
        check("it moves", max(map(abs, v)) > 1e-3, v)
        return max(abs(a - b) for a, b in zip(u, v)) / max(map(abs, v))
    for order, bound, ratio in ((1, 4e-5, 3.8), (2, 1e-7, 12)):
        errors = [difference(n, order, at_rest) for n in (8, 16)]
        check("an offset at rest, %d nodes" % (order + 1), errors[1] < bound and errors[0] / errors[1] > ratio, errors)
    text = OFFSET % ("[%r, %r]" % (y, z), 0.0, 0.0, 0.0, 0.0, 8, 1)
    r = run(text.replace(", stiffness: 1e-4", ""), settings=["time.steps=12"])
    check("a factor made where multipliers are far off is left again", r.status == 0, r.stderr)
    for order in (1, 2):
        close("an offset in motion, order %d" % order, difference(16, order, ["time.step=1e-3"]), 0, 0, 2e-6)


offsets()
for label, old, new, words in (
        ("another shape's number", "parameter: radius", "parameter: width", "radius, thickness"),
        ("plies of a beam", "parameter: radius", "parameter: \"plies[0].angle\"", "radius, thickness")):
    r = run(case("tube", designs("tube")).replace(old, new), verb="check")
    check(label + " is refused", r.status == 2 and words in r.stderr, r.stderr)
