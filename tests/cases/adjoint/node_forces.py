"""Own forces, moments and initial velocities of the nodes of a group.

Claims: nodes whose own forces or moments are all the same have the motion of that force or moment on each, and of
several loads on groups of one node the same as one list, at shells, folds and beams; own velocities of a rigid motion
that each node has are that motion; in linear statics the derivatives of a displacement by the forces are the motion by
a unit force there (Maxwell and Betti), to 1e-10; the derivatives of the kinetic energy of a free plate in translation
by the velocities of its nodes are momenta of their tributary masses, to 1e-10; adjoint and complex step agree to 1e-10
and the tangent with them on 1, 2 and 3 ranks, for forces and moments with a factor of time by a control that is a
design too, and for velocities where a support, a fold and a spherical joint constrain them; cases that are read anew
give the same by differences, to 1e-7; lists of another length, what has no own vectors and a factor of three numbers
are refused.
"""
from pathlib import Path

from common import ended, in_turn, refusals
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
    own = "loads: [{type: moment, group: right, values: [[2, 0, 0], [2, 0, 0], [2, 0, 0]], value: sin(50*t), " \
          "amplitude: 0.25}," \
          " {type: moment, group: right, values: [[0, 1, 0], [0, 1, 0], [0, 1, 0]]}]\n"
    equal("one moment on all", run(case + value), run(case + own, 3, name="own"))
    for mesh_file, form in folded_and_beam():
        each = form + "loads: [%s]\n" % ", ".join("{type: moment, group: n%d, value: %s, amplitude: 0.02}" % (n + 1, f)
                                                  for n, f in enumerate(FORCES))
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
    case = HEAD.replace("plate.msh", "bent.msh").replace("group: left", "group: bottom").replace(
        "group: corner11", "node: %d" % max(
        bent.nodes)) + MOTION + FUNCTIONS + groups
    yield "fold", case
    (Path("beam.msh")).write_text("""$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
1 1 "rod"
0 2 "root"
$EndPhysicalNames
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
    ended("linear statics", r, other)
    u = [c for n in RIGHT for c in other.json["probes"]["p%d" % n]["u"][-1]]
    found = r.json["gradient"]["uz"]["F"]
    for k, wanted in enumerate(u):
        close("the tip by force %d" % k, found[k], wanted, 1e-10, 1e-10 * max(map(abs, u)))
    flat = [c for force in FORCES for c in force]
    close("the tip is linear", sum(g * f for g, f in zip(found, flat)), r.json["functions"]["uz"], 1e-10)


def momenta():
    """A plate of 3 x 2 equal cells in free translation by v: dE/dv_n = m_n v, m_n by quarters of cells."""
    flat = grid(3, 2, size=(1, 0.6))
    flat.write("flat.msh")
    v, cell = (0.3, -0.2, 0.5), 270 * 0.02 * 0.1
    case = HEAD.replace("plate.msh", "flat.msh").replace("supports: [{group: left, fix: all}]\n", "") + MOTION + """
functions: [{name: kinetic, type: energy, form: kinetic, at: end}]
initial: [{name: own, group: plate, velocities: [%s]}]
design: [{name: V, initial: own, parameter: velocities}]
""" % ", ".join(["[%g, %g, %g]" % v] * len(flat.nodes))
    for ranks in (1, 3):
        r = ended("momenta", run(case, ranks, "gradient", name="momenta"))
        close("kinetic energy", r.json["functions"]["kinetic"], 0.5 * 6 * cell * sum(c * c for c in v), 1e-10)
        for k, (_, (x, y, _)) in enumerate(sorted(flat.nodes.items())):
            share = cell / 4 * (1 if x in (0, 1) else 2) * (1 if y in (0, 0.6) else 2)
            for i in range(3):
                close("momentum %d of node %d" % (i, k), r.json["gradient"]["kinetic"]["V"][3 * k + i],
                      share * v[i], 1e-10)


# A roof with a fold at its ridge, clamped at one eave; a body hangs at a corner of the other by a spherical joint.
ROOF = """gimbal: 1
mesh: roof.msh
materials: {m: {young: 7e6, poisson: 0.3, density: 270, yield: 3e5}}
shells: [{group: plate, material: m, thickness: 0.02}]
supports: [{group: left, fix: all}, {group: bottom, fix: [y]}]
bodies: [{name: b, mass: 0.5, at: [1, 0.7, 0], inertia: [0.1, 0.1, 0.1, 0, 0, 0], velocity: [0, 0.1, 0]}]
joints: [{type: spherical, name: j, between: ["group:corner11", b], at: [1, 0.6, 0]}]
probes: [{name: tip, group: corner11}, {name: body, body: b, at: [1, 0.7, 0]}]
output: {every: 0}
functions: [{name: c, type: compliance}, {name: uz, type: end, of: tip, value: uz}, {name: ks, type: ks, weight: 8},
  {name: swing, type: end, of: body, value: "ux + 2*uz"}]
initial: [{name: own, group: right, velocities: %s, velocity: [0.1, 0, 0]}, {name: more, group: plate, velocities: %s}]
design: [{name: V, initial: own, parameter: velocities}, {name: W, initial: more, parameter: velocities},
  {name: all, initial: own, parameter: velocity.x}]
time: {scheme: bdf2, step: 2e-3, steps: 6}
"""


def exact_velocities():
    roof = grid(4, 2, size=(1, 0.6), place=lambda x, y: (x, y, 0.5 - abs(x - 0.5)))
    roof.write("roof.msh")
    more = [[0.1 * k, 0.2, -0.05 * k] for k in range(len(roof.nodes))]
    case = ROOF % (FORCES, more)
    gradients_agree("own velocities", case, ("bdf2", "dirk3", "galpha"), (1, 2, 3), tangent=1e-11)
    r = run(case, 2, "gradient")
    ridge = [k for k, (x, _, _) in enumerate(at for _, at in sorted(roof.nodes.items())) if x == 0.5]
    for k in (3 * ridge[1] + 2, 3 * len(more) - 2, 3 * ridge[0] + 1):
        value = []
        for step in (1e-4, -1e-4):
            flat = [c for v in more for c in v]
            flat[k] += step
            moved = [flat[i:i + 3] for i in range(0, len(flat), 3)]
            value.append(run(case, 3, name="anew", settings=["initial.more.velocities=%s" % moved, "design=~"]))
            equal("velocities of the design", value[-1], run(case, name="set", settings=["design.W.values=%s" % flat]))
        for f, gradient in r.json["gradient"].items():
            plus, minus = (one.json["functions"][f] for one in value)
            close("d %s by velocity %d by differences" % (f, k), gradient["W"][k], (plus - minus) / 2e-4, 1e-7,
                  1e-7 * max(map(abs, gradient["W"])))


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
    refusals(lambda text: case + text + "\n", [
        ("loads: [{type: force, group: right, values: [[0, 0, 1], [0, 0, 2]]}]", 2, "found 2); accepted: 3"),
        ("loads: [{type: force, group: right}]", 2, "accepted: value, or values"),
        ("loads: [{type: pressure, group: plate}]", 2, "value"),
        ("loads: [{type: pressure, group: plate, %s}]" % three, 2, "with type: force"),
        ("loads: [{type: moment, group: plate, %s}]" % three, 2, "found 3); accepted: 12"),
        ("loads: [{type: force, group: right, follow: true, %s}]" % three, 2, "with type: force"),
        ("loads: [{type: force, group: right, value: [1, 2, 3], %s}]" % three, 2, "one number or expression"),
        ("loads: [{type: force, group: right, values: []}]", 2, "not a list of vectors"),
        ("loads: [{type: force, group: right, values: [[0, 0], [1, 2]]}]", 2, "not a vector"),
        ("initial: [{group: right, velocities: [[0, 0, 1]]}]", 2, "found 1); accepted: 3"),
        ("initial: [{name: i, group: right, %s}]\n"
         "design: [{name: V, initial: i, parameter: velocities, values: [1, 2]}]"
         % three.replace("values", "velocities"), 2, "(found 2); accepted: 9"),
        ("initial: [{name: i, group: right, velocity: [0, 0, 1]}]\n"
         "design: [{name: V, initial: i, parameter: velocities}]", 2, "unknown word"),
        ("loads: [{name: l, type: force, group: right, value: [0, 0, 1]}]\n"
         "design: [{name: F, load: l, parameter: values}]", 2, "unknown word"),
        ("loads: [{name: l, type: force, group: right, %s}]\n"
         "design: [{name: F, load: l, parameter: values}, {name: G, load: l, parameter: values}]" % three,
         2, "is design 'F."),
        ("loads: [{name: l, type: force, group: right, %s}]\n"
         "design: [{name: F, load: l, parameter: values, values: [1, 2]}]" % three, 2, "found 2); accepted: 9")])


in_turn(same_motions, reciprocal, momenta, exact, exact_velocities, refused)
