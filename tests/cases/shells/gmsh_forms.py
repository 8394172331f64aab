"""What gmsh writes of one geometry is one model: as text and binary, in formats 2.2 and 4.1.

Claims: shells of 3, 4, 6, 8 and 9 nodes with beams of 2 and 3 nodes, groups that overlap and a group of a corner are
the same motion to 1e-9 in each form, on 1 and 2 ranks; surfaces that gmsh left out, as they are in no physical group,
are said.
"""
import shutil
import subprocess

from helper import check, close, run, skip

if not shutil.which("gmsh"):
    skip("no gmsh")

GEOMETRY = """SetFactory("Built-in");
Point(1) = {0, 0, 0, .4}; Point(2) = {1, 0, 0, .4}; Point(3) = {1, 1, .1, .4}; Point(4) = {0, 1, 0, .4};
Point(5) = {2, .2, .1, .4}; Point(6) = {2, 1, .3, .4};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1}; Line(5) = {2, 5}; Line(6) = {5, 6};
Line(7) = {6, 3};
Curve Loop(1) = {1, 2, 3, 4}; Surface(1) = {1}; Curve Loop(2) = {5, 6, 7, -2}; Surface(2) = {2};
Physical Curve("root", 12) = {4}; Physical Curve("spar", 13) = {2}; Physical Curve("edge", 14) = {2, 3};
Physical Point("tip", 15) = {3};
"""
BOTH = 'Physical Surface("skin", 10) = {1, 2}; Physical Surface("half", 11) = {1};\n'
ONE = 'Physical Surface("skin", 10) = {1}; Physical Surface("half", 11) = {1};\n'
CASE = """gimbal: 1
mesh: mesh.msh
materials: {m: {young: 7e7, poisson: 0.3, density: 2700}}
sections: {s: {type: rectangle, material: m, width: 0.05, height: 0.1}}
shells: [{group: skin, material: m, thickness: 0.02}]
beams: [{group: spar, section: s, orientation: [1, 0, 0]}]
supports: [{group: root, fix: all}]
loads: [{type: force, group: tip, value: [0, 0, 3]}, {type: pressure, group: half, value: 20},
        {type: traction, group: edge, value: [0, 1, 5]}]
probes: [{name: tip, group: tip}]
time: {scheme: linear, step: 1, steps: 1}
output: {every: 0}
"""
WARNING = "mesh.msh: no elements are in it of 1 of its surfaces (2), as gmsh leaves out what is in no physical group"


def mesh(text, form, binary, order, quads, incomplete):
    with open("plate.geo", "w") as file:
        file.write(text)
    command = ["gmsh", "-2", "plate.geo", "-o", "mesh.msh", "-format", form, "-order", order, "-v",
               "1", "-setnumber", "Mesh.RecombineAll", quads, "-setnumber", "Mesh.SecondOrderIncomplete",
               incomplete] + ["-bin"] * binary
    return subprocess.run(list(map(str, command)), capture_output=True, stdin=subprocess.DEVNULL).returncode == 0


for order, quads, incomplete in ((1, 0, 0), (1, 1, 0), (2, 0, 0), (2, 1, 1), (2, 1, 0)):
    first = None
    for form in ("msh41", "msh22"):
        for binary in (0, 1):
            label = "order %d, quadrangles %d, incomplete %d, %s, binary %d" % (order, quads, incomplete, form, binary)
            if not check(label + " is written", mesh(GEOMETRY + BOTH, form, binary, order, quads, incomplete)):
                continue
            r = run(CASE, 1 + binary)
            said = [line for line in r.stderr.splitlines() if "3-node triangles" not in line]
            if not check(label, r.status == 0 and not said, r.stderr):
                continue
            u = r.json["probes"]["tip"]["u"][-1]
            first = first or u
            close(label, max(abs(a - b) for a, b in zip(u, first)), 0, 0, 1e-9 * max(map(abs, first)))
mesh(GEOMETRY + ONE, "msh41", 0, 1, 0, 0)
r = run(CASE, verb="check")
check("a surface that was left out", r.status == 0 and WARNING in r.stderr, r.stderr)
