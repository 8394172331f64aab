"""Reactions and joint forces that a run records are the functionals of the same quantities.

Claims: at the end of marches of 10 and 150 steps, of a plate, a block of solids and a beam on a hinge under growing
loads, by every scheme that stays stable, recorded forces are those of the functions to 1e-9 of the largest.
"""
import re

from helper import Mesh, check, close, grid, program, run

SCHEMES = re.findall(r"^  (\w+) ", program(["help", "schemes"]).stdout, re.M)[2:]
CASE = """gimbal: 1
%s
materials: {m: {young: 1.34e9, poisson: 0.3, density: 700}}
%s
functions:
%stime: {scheme: galpha, step: 1.5e-4, steps: 10}
output: {every: 0}
"""
FORCES = "".join("  - {name: f%s, type: value, of: held, value: f%s, at: end}\n" % (x, x) for x in "xyz")
PLATE = CASE % ("mesh: plate.msh", """shells: [{group: plate, material: m, thickness: 0.025}]
supports: [{group: left, fix: all}]
loads: [{type: pressure, group: plate, value: "-224e2*t"}]
probes: [{name: held, reaction: left}]""", FORCES)
BLOCK = CASE % ("mesh: block.msh", """solids: [{group: block, material: m}]
supports: [{group: left, fix: all}]
loads: [{type: force, group: right, value: ["1e6*t", "1e5*t", "-2e5*t"]}]
probes: [{name: held, reaction: left}]""", FORCES)
BEAM = CASE % ("""sections: {s: {type: circle, material: m, radius: 0.02}}
gravity: [0, 0, -9.81]""", """beams: [{name: arm, points: [[0, 0, 0], [0.5, 0, 0.1]], elements: 3, section: s, orientation: [0, 1, 0]}]
joints: [{name: held, type: revolute, between: [ground, arm.start], at: [0, 0, 0], axis: [0, 1, 0]}]
loads: [{type: force, group: arm.end, value: ["300*t", 0, 0]}]""", FORCES)


def compare(label, case, scheme, steps):
    r = run(case, settings=["time.scheme=" + scheme, "time.steps=%d" % steps])
    if r.status in (4, 5):
        return False  # a scheme that is unstable with this step: it diverges, to where the operator is singular
    if not check("%s by %s, %d steps" % (label, scheme, steps), r.status == 0, r.stderr):
        return True
    found = (r.json.get("reactions") or r.json["joints"])["held"]["force"][-1]
    f = r.json["functions"]
    largest = max(map(abs, found))
    for x, value in zip("xyz", found):
        close("%s by %s, %d steps: force %s" % (label, scheme, steps, x), value, f["f" + x], 1e-9, 1e-9 * largest)
    return True


grid(3, 2, (0.5, 0.3)).write("plate.msh")
block = Mesh()
nodes = [[block.node(0.2 * i, 0.1 * (j % 2), 0.1 * (j // 2)) for j in (0, 1, 3, 2)] for i in range(4)]
for a, b in zip(nodes, nodes[1:]):
    block.element("hex8", "block", a + b)
for name, four in (("left", nodes[0]), ("right", nodes[-1])):
    block.element("quad4", name, four)
block.write("block.msh")
for label, case in (("plate", PLATE), ("block", BLOCK), ("beam", BEAM)):
    done = [scheme for scheme in SCHEMES for steps in (10, 150) if compare(label, case, scheme, steps)]
    check("%s by many schemes" % label, len(done) > 30, done)
