"""Own forces, moments and initial velocities of the nodes of a group.

Claims: nodes whose own forces or moments are all the same have the motion of that force or moment on each, and of several
loads on groups of one node the same as one list, at shells, folds and beams; own velocities of a rigid motion that each node has are that motion; in linear statics the
derivatives of a displacement by the forces are the motion by a unit force there (Maxwell and Betti), to 1e-10; adjoint, tangent and complex step agree to 1e-10 on 1, 2 and 3 ranks, with a factor of time by a
control that is a design too; cases that are read anew give the same by differences, to 1e-7; lists of another length,
what has no own forces and a factor of three numbers are refused.
"""
from pathlib import Path

from helper import check, close, gradients_agree, grid, run

HEAD = """gimbal: 1
mesh: plate.msh
materials: {m: {young: 7e6, poisson: 0.3, density: 270, yield: 3e5}}
shells: [{group: plate, material: m, thickness: 0.02}]
supports: [{group: left, fix: all}]
probes: [{name: tip, group: corner11}]
output: {every: 0}
"""
MOTION = "time: {scheme: bdf2, step: 1e-3, steps: 6}\n"
STATIC = "time: {scheme: linear, step: 1, steps: 1}\n"
FUNCTIONS = """functions:
  - {name: c, type: compliance}
  - {name: uz, type: end, of: tip, value: uz}
  - {name: ks, type: ks, weight: 8}
"""
FORCES = [[0, 1, 2], [0.5, 1, 3], [1, -1, 4]]


def arched(x, y):
    return x, y, 0.05 * x * (1 - x) + 0.02 * y * y


mesh = grid(3, 2, size=(1, 0.6), place=arched, distort=0.15)
mesh.write("plate.msh")
RIGHT = [n for n, (x, _, _) in sorted(mesh.nodes.items()) if x > 1 - 1e-9]


def equal(label, one, other):
    if check(label, one.status == 0 and other.status == 0, one.stderr + other.stderr):
        for f, value in one.json["functions"].items():
            close("%s: %s" % (label, f), other.json["functions"][f], value, 1e-9)


def same_motions():
    case = HEAD + MOTION + FUNCTIONS
    value = "loads: [{type: force, group: right, value: [sin(50*t), 0, 2*sin(50*t)], amplitude: 1.5}]\n"
    own = "loads: [{type: force, group: right, values: [%s], value: sin(50*t), amplitude: 1.5}]\n" % ", ".join(
        ["[1, 0, 2]"] * 3)
    equal("one force on all", run(case + value), run(case + own, 2, name="own"))
    groups = "groups: [%s]\n" % ", ".join("{name: n%d, nodes: %d}" % (n, n) for n in RIGHT)
    loads = "loads: [%s]\n" % ", ".join("{type: force, group: n%d, value: %s}" % (n, f) for n, f in zip(RIGHT, FORCES))
    own = "loads: [{type: force, group: right, values: %s}]\n" % FORCES
    equal("one force each", run(case + groups + loads), run(case + own, 3, name="own"))
    value = "loads: [{type: moment, group: right, value: [sin(50*t), 2, 0], amplitude: 0.5}]\n"
    own = "loads: [{type: moment, group: right, values: [[2, 0, 0], [2, 0, 0], [2, 0, 0]], value: sin(50*t), amplitude: 0.25}," \
          " {type: moment, group: right, values: [[0, 1, 0], [0, 1, 0], [0, 1, 0]]}]\n"
    equal("one moment on all", run(case + value), run(case + own, 3, name="own"))
    for mesh_file, form in folded_and_beam():
        each = form + "loads: [%s]\n" % ", ".join("{type: moment, group: n%d, value: %s, amplitude: 0.02}" % (n + 1, f) for n, f in enumerate(FORCES))
        own = form + "loads: [{type: moment, group: all, values: %s, amplitude: 0.02}]\n" % FORCES
        equal("one moment each, " + mesh_file, run(each), run(own, 2, name="own"))
    start = "initial: [{group: plate, velocity: [0.1, 0, 0.2]}, {group: right, velocity: [0, 1, 0]}]\n"
    own = "initial: [{group: plate, velocities: [%s]}, {group: right, velocities: [%s], velocity: [0, 0.5, 0]}]\n" % (
        ", ".join(["[0.1, 0, 0.2]"] * len(mesh.nodes)), ", ".join(["[0, 0.5, 0]"] * 3))
    equal("velocities", run(case + start), run(case + own, 2, name="own"))
    start = "initial: [%s]\n" % ", ".join("{group: n%d, velocity: %s}" % (n, f) for n, f in zip(RIGHT, FORCES))
    own = "initial: [{group: right, velocities: %s}]\n" % FORCES
    equal("one velocity each", run(case + groups + start), run(case + own, 2, name="own"))


def folded_and_beam():
    """Three nodes of a fold, and three of a beam."""
    bent = grid(2, 2, place=lambda x, y: (x, min(y, 0.5), max(y - 0.5, 0)))
    bent.write("bent.msh")
    fold = [n for n, p in sorted(bent.nodes.items()) if abs(p[1] - 0.5) < 1e-9 and p[2] < 1e-9]
    groups = "groups: [{name: all, nodes: %s}, %s]\n" % (fold, ", ".join(
        "{name: n%d, nodes: [%d]}" % (k + 1, n) for k, n in enumerate(fold)))
    case = HEAD.replace("plate.msh", "bent.msh").replace("group: left", "group: bottom").replace("group: corner11", "node: %d" % max(
        bent.nodes)) + MOTION + FUNCTIONS + groups
    yield "fold", case
    (Path("beam.msh")).write_text("""$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n1 1 "rod"\n0 2 "root"\n$EndPhysicalNames
$Nodes\n4\n1 0.2 0 0\n2 0.4 0 0\n3 0.6 0.1 0\n4 0 0 0\n$EndNodes
$Elements\n4\n1 15 2 2 1 4\n2 1 2 1 1 4 1\n3 1 2 1 1 1 2\n4 1 2 1 1 2 3\n$EndElements\n""")
    yield "beam", """gimbal: 1
mesh: beam.msh
materials: {m: {young: 7e6, poisson: 0.3, density: 270, yield: 3e5}}
sections: {s: {type: rectangle, material: m, width: 0.03, height: 0.02}}
beams: [{group: rod, section: s, orientation: [0, 0, 1]}]
groups: [{name: all, nodes: [1, 2, 3]}, {name: n1, nodes: [1]}, {name: n2, nodes: [2]}, {name: n3, nodes: [3]}]
supports: [{group: root, fix: all}]
probes: [{name: tip, node: 3}]
output: {every: 0}
functions: [{name: uz, type: end, of: tip, value: uz}, {name: uy, type: end, of: tip, value: uy}]
""" + MOTION


def reciprocal():
    """Linear statics: the derivatives of the tip's uz by forces are the motion by a unit force at the tip."""
    design = "design: [{name: F, load: own, parameter: values}]\n"
    own = "loads: [{name: own, type: force, group: right, values: %s}]\n" % FORCES
    unit = "loads: [{type: force, group: corner11, value: [0, 0, 1]}]\n"
    groups = "groups: [%s]\n" % ", ".join("{name: n%d, nodes: %d}" % (n, n) for n in RIGHT)
    probes = ["{name: p%d, group: n%d}" % (n, n) for n in RIGHT]
    case = HEAD.replace("corner11}]", "corner11}, %s]" % ", ".join(probes)) + STATIC + FUNCTIONS + groups
    r, other = run(case + own + design, 2, "gradient"), run(case + unit, name="unit")
    if not check("linear statics", r.status == 0 and other.status == 0, r.stderr + other.stderr):
        return
    u = [c for n in RIGHT for c in other.json["probes"]["p%d" % n]["u"][-1]]
    found = r.json["gradient"]["uz"]["F"]
    for k, wanted in enumerate(u):
        close("the tip by force %d" % k, found[k], wanted, 1e-10, 1e-10 * max(map(abs, u)))
    flat = [c for force in FORCES for c in force]
    close("the tip is linear", sum(g * f for g, f in zip(found, flat)), r.json["functions"]["uz"], 1e-10)


def exact():
    case = HEAD + FUNCTIONS + """loads:
  - {name: own, type: force, group: right, values: %s, value: "cos(9*t)*u1", amplitude: 1.5}
  - {name: turn, type: moment, group: right, values: %s, value: "cos(9*t)*u1"}
controls: [{name: u1, nodes: 3, to: 6e-3, values: [1, 2, 3]}]
design: [{name: F, load: own, parameter: values}, {name: a, load: own, parameter: amplitude}, {name: u, control: u1},
  {name: M, load: turn, parameter: values}]
""" % (FORCES, FORCES)
    gradients_agree("own forces", case + MOTION, ("bdf2", "dirk3"), (1, 2, 3), tangent=1e-10)
    r = run(case + MOTION, verb="gradient")
    value, h = {}, 1e-3
    for f in r.json["gradient"]:
        value[f] = []
    flat = [c for force in FORCES for c in force]
    for step in (h, -h):
        moved = list(flat)
        moved[5] += step
        again = run(case + MOTION, name="anew", settings=["loads[0].values=%s" % [moved[k:k + 3] for k in (0, 3, 6)],
                                                          "design=~"])
        designed = run(case + MOTION, name="designed", settings=["design[0].values=%s" % moved])
        equal("values of the design", again, designed)
        for f in value:
            value[f].append(again.json["functions"][f])
    for f, (plus, minus) in value.items():
        close("d %s by differences" % f, r.json["gradient"][f]["F"][5], (plus - minus) / (2 * h), 1e-7)


def refused():
    case = HEAD + FUNCTIONS + STATIC
    three = "values: [[0, 0, 1], [0, 0, 1], [0, 0, 1]]"
    for status, said, text in (
            (2, "found 2); accepted: 3", "loads: [{type: force, group: right, values: [[0, 0, 1], [0, 0, 2]]}]"),
            (2, "accepted: value, or values", "loads: [{type: force, group: right}]"),
            (2, "value", "loads: [{type: pressure, group: plate}]"),
            (2, "with type: force", "loads: [{type: pressure, group: plate, %s}]" % three),
            (2, "found 3); accepted: 12", "loads: [{type: moment, group: plate, %s}]" % three),
            (2, "with type: force", "loads: [{type: force, group: right, follow: true, %s}]" % three),
            (2, "one number or expression", "loads: [{type: force, group: right, value: [1, 2, 3], %s}]" % three),
            (2, "not a list of vectors", "loads: [{type: force, group: right, values: []}]"),
            (2, "not a vector", "loads: [{type: force, group: right, values: [[0, 0], [1, 2]]}]"),
            (2, "found 1); accepted: 3", "initial: [{group: right, velocities: [[0, 0, 1]]}]"),
            (2, "unknown word", "loads: [{name: l, type: force, group: right, value: [0, 0, 1]}]\n"
             "design: [{name: F, load: l, parameter: values}]"),
            (2, "is design 'F.", "loads: [{name: l, type: force, group: right, %s}]\n"
             "design: [{name: F, load: l, parameter: values}, {name: G, load: l, parameter: values}]" % three),
            (2, "found 2); accepted: 9", "loads: [{name: l, type: force, group: right, %s}]\n"
             "design: [{name: F, load: l, parameter: values, values: [1, 2]}]" % three)):
        r = run(case + text + "\n", name="refused")
        check("refused: " + said, r.status == status and said in r.stderr, (text, r.status, r.stderr))


same_motions()
reciprocal()
exact()
refused()
