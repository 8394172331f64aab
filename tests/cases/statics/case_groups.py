"""Groups that a case makes: by numbers, by place, of another group, and `all`.

Claims: supports, loads, probes, masses, links and sections by such groups give the numbers of the same case with the
mesh's own groups, to the last bits, on 1 to 3 ranks, for surfaces, lines of beams and nodes; a box has what its bounds
touch; places without nodes and numbers that the mesh has not are refused.
"""
# quick
import math

from common import ended
from helper import check, close, grid, run
from hdf5 import File

mesh = grid(4, 3, size=(2.0, 0.9), kind="quad4")
mesh.write("plate.msh")
BASE = """
gimbal: 1
mesh: plate.msh
materials: {m: {young: 7e10, poisson: 0.3, density: 2700}}
shells: [{group: %(plate)s, material: m, thickness: 0.01}]
supports: [{group: %(left)s, fix: all}]
loads:
  - {type: force, group: %(corner)s, value: [1, 2, -5]}
  - {type: pressure, group: %(plate)s, value: 300}
masses: [{group: %(corner)s, mass: 0.4}]
probes: [{name: tip, group: %(corner)s}, {name: root, reaction: %(left)s}]
functions: [{name: strain, type: compliance}, {name: m, type: mass}]
design: [{name: t, thickness: %(plate)s}]
time: {scheme: galpha, step: 1e-3, steps: 5}
"""
OWN = {"plate": "plate", "left": "left", "corner": "corner11"}

def result(text, ranks=1, **more):
    r = ended("gradient", run(text, ranks, "gradient", **more))
    return {} if r.status else {"functions": r.json["functions"], "gradient": r.json["gradient"],
                                "probes": r.json.get("probes")}

def same(label, a, b):
    if isinstance(a, dict):
        for key in a:
            same("%s: %s" % (label, key), a[key], b.get(key) if isinstance(b, dict) else None)
    elif isinstance(a, list):
        for x, y in zip(a, b):
            same(label, x, y)
    elif isinstance(a, float):
        close(label, b, a, 1e-12, 1e-300)

expected = result(BASE % OWN)
check("there is something", expected and expected["functions"]["strain"] > 0, expected)
WAYS = {
    "side": ("side: -x", "at: [2, 0.9, 0]"),
    "box": ("box: [[-1, -1, -1], [0, 0.9, 0]]", "box: [[2, 0.9, 0], [2, 0.9, 0]]"),
    "cylinder": ("cylinder: {axis: [[0, -3, 0], [0, 3, 0]], radius: 1e-3}",
                 "cylinder: {axis: [[2, 0.9, -1], [2, 0.9, 1]], radius: 0.29}"),
    "numbers": ("nodes: [16, 1, 6, 11]", "nodes: 20"),
}
for way, (left, corner) in WAYS.items():
    groups = "groups:\n  - {name: held, %s}\n  - {name: point, of: plate, %s}\n" % (left, corner)
    for ranks in (1, 2, 3) if way == "side" else (2,):
        found = result(BASE % {"plate": "all", "left": "held", "corner": "point"} + groups, ranks)
        same("%s on %d ranks" % (way, ranks), expected["functions"], found.get("functions", {}))
        same("%s on %d ranks" % (way, ranks), expected["gradient"], found.get("gradient", {}))

# A pressure on part of the elements: those whose nodes are all in the box, or by their numbers.
PART = """
gimbal: 1
mesh: plate.msh
materials: {m: {young: 7e10, poisson: 0.3, density: 2700}}
shells: [{group: plate, material: m, thickness: 0.01}]
groups: [{name: part, %s}, {name: edge, side: -x}]
supports: [{group: edge, fix: all}]
loads: [{type: pressure, group: part, value: 7}]
probes: [{name: root, reaction: edge}]
functions: [{name: f, type: value, of: root, value: fz, at: end}]
time: {scheme: static, step: 1, steps: 1}
"""
for what, place, area in (("a box", "box: [[0.5, 0, 0], [1.6, 0.65, 0]]", 2 * 2),
                          ("all of it", "of: plate, side: -z", 12),
                          ("a box of one", "box: [[2, 0.9, 1], [1.4, 0.55, -1]]", 1)):
    for ranks in (1, 2):
        r = ended("pressure on %s" % what, run(PART % place, ranks))
        close("its force", abs(r.json["functions"]["f"]), 7 * area * 0.5 * 0.3, 1e-9)

# Lines of beams along points are of the mesh too.
BEAM = """
gimbal: 1
materials: {m: {young: 7e10, poisson: 0.3, density: 2700}}
sections: {s: {type: rectangle, material: m, width: 0.02, height: 0.01}}
beams: [{name: rod, points: [[0, 0, 0], [1, 0, 0], [1, 1, 0]], elements: 4, section: s, orientation: [0, 0, 1]}]
groups: [{name: foot, at: [0, 0, 0]}, {name: upper, box: [[1, 0, 0], [1, 1, 0]]}, {name: top, side: +y}]
supports: [{group: foot, fix: all}]
loads: [{type: traction, group: upper, value: [0, 0, 3]}]
probes: [{name: root, reaction: foot}, {name: end, group: top}]
functions: [{name: f, type: value, of: root, value: fz, at: end}, {name: w, type: value, of: end, value: z, at: end}]
time: {scheme: static, step: 1, steps: 1}
"""
r = ended("a beam", run(BEAM, 2))
close("carries its load", r.json["functions"]["f"], -3, 1e-9)
own = run(BEAM.replace("group: foot", "group: rod.start").replace("group: top", "group: rod.end")
          .replace("reaction: foot", "reaction: rod.start"), 1)
close("and bends as by its own groups", r.json["functions"]["w"], own.json["functions"]["w"], 1e-12)

# Functions of parts: mass and compliance add up, KS of the whole is that of the parts, gradients are exact.
PARTS = """
gimbal: 1
mesh: plate.msh
materials: {m: {young: 7e10, poisson: 0.3, density: 2700, yield: 3e8}}
sections: {s: {type: rectangle, material: m, width: 0.02, height: 0.01}}
shells: [{group: plate, material: m, thickness: 0.01}]
beams: [{name: rod, points: [[0, 2, 0], [2, 2, 0.3]], elements: 4, section: s, orientation: [0, 0, 1]}]
groups:
  - {name: near, elements: [1, 2, 5, 6, 9, 10]}
  - {name: far, box: [[1, 0, 0], [2, 0.9, 0]]}
  - {name: held, side: -x}
supports: [{group: held, fix: all}, {group: rod.start, fix: all}]
loads: [{type: pressure, group: plate, value: 300}, {type: force, group: rod.end, value: [0, 1, 20]}]
functions: [%s]
design: [{name: t, thickness: plate, per: element}, {name: h, section: s, parameter: height}]
time: {scheme: %s, step: 1e-3, steps: 4}
"""
KINDS = {"mass": "type: mass", "work": "type: compliance", "ks": "type: ks, weight: 30",
         "index": "type: induced, form: exponential, weight: 30, sum: discrete"}
names = {"near", "far", "rod"}
listed = ", ".join("{name: %s.%s, %s%s}" % (kind, part, words, ", of: " + part if part != "whole" else "")
                   for kind, words in KINDS.items() for part in ("near", "far", "rod", "whole"))
for ranks in (1, 3):
    r = ended("functions of parts on %d ranks" % ranks, run(PARTS % (listed, "galpha"), ranks, "gradient"))
    value, slope = r.json["functions"], r.json["gradient"]
    for kind in ("mass", "work"):
        close("%s adds up" % kind, sum(value[kind + "." + part] for part in names), value[kind + ".whole"], 1e-13)
        for k, whole in enumerate(slope[kind + ".whole"]["t"]):
            close("so does its slope %d" % k, sum(slope[kind + "." + part]["t"][k] for part in names),
                  whole, 1e-10, 1e-14)
    close("KS of the parts", math.log(sum(math.exp(30 * value["ks." + part]) for part in names)) / 30,
          value["ks.whole"], 1e-12)
    check("the far part knows nothing of near elements' mass", slope["mass.far"]["t"][0] == 0
          and slope["mass.near"]["t"][0] > 0)
r = ended("gradients of parts are exact",
          run(PARTS % (listed, "bdf2"), 2, "verify", ["design=[{name: h, section: s, parameter: height}, "
                                                "{name: t, thickness: plate}]"]))
# KS of an expression at the nodes of a group: of all nodes by the displacements in the results, of one node its value.
listed = """{name: edge, type: nodes, form: ks, of: edge, weight: 2e4, at: end, value: "sqrt(ux^2 + uy^2 + uz^2)"},
  {name: speed, type: nodes, form: ks, of: edge, weight: 50, value: "vx*x + vz + 0.1*t*uy"},
  {name: each, type: nodes, form: ks, of: edge, weight: 2e4, at: each, value: uz},
  {name: one, type: nodes, form: ks, of: rod.end, weight: 7, at: end, value: "uz + 2*ux"},
  {name: same, type: value, of: tip, value: "uz + 2*ux"}"""
NODES = PARTS.replace(
    "  - {name: held", "  - {name: edge, side: +x}\n  - {name: held") + "probes: [{name: tip, group: rod.end}]\n"
for ranks in (1, 3):
    r = ended("functions of nodes on %d ranks" % ranks, run(NODES % (listed, "galpha"), ranks, name="nodes"))
    file = File("nodes.vtkhdf")
    places, moves = file.rows("/VTKHDF/Points"), file.rows("/VTKHDF/PointData/displacement")
    count = len(moves) // 5
    found = r.json["functions"]
    for k in range(5):
        frame = [u for X, u in zip(places[-count:], moves[k * count:(k + 1) * count]) if X[0] > 2 - 1e-9]
        check("nodes of the edge", len(frame) == 5, frame)  # four of the plate, one of the beam
        close("KS of the edge at step %d" % k, found["each"][k],
              math.log(sum(math.exp(2e4 * u[2]) for u in frame)) / 2e4, 1e-9, 1e-12)
    close("of the size of displacements", found["edge"],
          math.log(sum(math.exp(2e4 * math.hypot(*u)) for u in frame)) / 2e4, 1e-9)
    close("of one node", found["one"], found["same"], 1e-12)
for scheme in ("bdf2", "dirk4", "static"):
    words = listed if scheme != "static" else listed.split("},")[0] + "}"
    r = ended("gradients of functions of nodes are exact by %s" % scheme,
              run(NODES % (words, scheme), 2, "verify", ["design=[{name: h, section: s, parameter: height}, "
                                                   "{name: t, thickness: plate}]"]))
# Where a design moves the places that displacements count from.
MOVED = """
gimbal: 1
bodies: [{name: arm, mass: 2, inertia: [0.1, 0.2, 0.2, 0, 0, 0.01], at: [0.5, 0.1, 0], angular_velocity: [0, 0, 2]}]
materials: {m: {young: 7e8, poisson: 0.3, density: 2700}}
sections: {s: {type: rectangle, material: m, width: 0.02, height: 0.01}}
beams: [{name: rod, points: [[1, 0, 0], [2, 0, 0.3]], elements: 3, section: s, orientation: [0, 0, 1], ends: [arm, ~]}]
joints: [{name: hinge, type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1]}]
functions: [{name: far, type: nodes, form: ks, of: rod, weight: 30, value: "ux*uy + x - 2*uz"}]
design: [{name: a, body: arm, parameter: at.x}, {name: b, joint: hinge, parameter: at.y}]
gravity: [0, -9.81, 1]
time: {scheme: bdf2, step: 0.01, steps: 4}
"""
for ranks in (1, 2):
    r = ended("places as designs on %d ranks" % ranks, run(MOVED, ranks, "verify"))

for what, words, said in (("no part", 'type: nodes, form: ks, weight: 3, value: "ux"', ["functions[0].of", "missing"]),
                          ("no expression", "type: nodes, form: ks, weight: 3, of: far",
                           ["functions[0].value", "missing"]),
                          ("an acceleration", "type: nodes, form: ks, weight: 3, of: far, value: ax",
                           ["ax", "unknown"]),
                          ("no number", 'type: nodes, form: ks, weight: 3, of: far, value: "log(ux)"',
                           ["finite", "node"]),
                          ("an unknown part", "type: mass, of: nowhere", ["functions[0]", "nowhere"]),
                          ("a part without elements", "type: ks, weight: 3, of: corner11", ["corner11", "no elements"]),
                          ("a frequency of a part", "type: frequency, mode: 1, of: far",
                           ["functions[0].of", "not used"])):
    r = run(PARTS % ("{%s}" % words, "galpha"), 2)
    check("%s: refused" % what, r.status in (2, 3), (r.status, r.stderr))
    for word in said:
        check("%s: says %s" % (what, word), word in r.stderr, r.stderr)

for what, entry, words in (
        ("no place", "{name: a}", ["groups[0]", "one of nodes"]),
        ("two places", "{name: a, side: -x, at: [0, 0, 0]}", ["groups[0]", "found 2"]),
        ("a name of the mesh", "{name: left, side: -x}", ["groups[0].name", "'left'"]),
        ("a node that is not", "{name: a, nodes: [1, 777]}", ["groups[0]", "no node 777"]),
        ("half a node", "{name: a, nodes: [1.5]}", ["groups[0].nodes", "whole"]),
        ("an element that is not", "{name: a, elements: [99999]}", ["no element 99999"]),
        ("a node of another group", "{name: a, of: left, nodes: [2]}", ["left has no node 2"]),
        ("nowhere", "{name: a, at: [1, 5, 0]}", ["groups[0].at", "nearest", "accepted"]),
        ("an empty box", "{name: a, box: [[5, 5, 5], [6, 6, 6]]}", ["no node is there", "from [0, 0, 0]"]),
        ("half a box", "{name: a, box: [[5, 5, 5], ~]}", ["groups[0].box", "corner"]),
        ("a flat cylinder", "{name: a, cylinder: {axis: [[1, 1, 1], [1, 1, 1]], radius: 1}}", ["no axis of a length"]),
        ("a cylinder without radius", "{name: a, cylinder: {axis: [[1, 1, 1], [1, 1, 2]]}}", ["found no radius"]),
        ("an unknown group", "{name: a, of: hub, side: -x}", ["groups[0]", "hub"]),
        ("an unknown side", "{name: a, side: left}", ["groups[0].side", "-x"]),
        ("a name twice", "{name: a, side: -x}, {name: a, side: +x}", ["a", "groups[1]"])):
    for ranks in (1, 2) if what in ("nowhere", "no place") else (1,):
        r = run(BASE % OWN + "groups: [%s]\n" % entry, ranks, "check")
        check("%s: refused" % what, r.status in (2, 3), (r.status, r.stderr))
        for word in words:
            check("%s: says %s" % (what, word), word in r.stderr, r.stderr)
r = run(BEAM.replace("points: [[0, 0, 0], [1, 0, 0], [1, 1, 0]], elements: 4", "group: rod"), 1)
check("no mesh", r.status in (2, 3), r.stderr)
