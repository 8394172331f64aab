"""A chain of folded shells with links, joints and an equation has the same results on 5 and 7 ranks as on one.

Claims: of 24 folded strips, which bodies on their edges and revolute joints about different axes connect, with an average
link, springs, and an equation between strips that lie on different ranks, functions and gradients agree to 1e-10 with one
rank, in dynamics and in statics, however the ranks cut the folds and the links.
"""
from helper import Mesh, check, close, run

STRIPS, LONG, WIDE, LENGTH, WIDTH, PITCH = 24, 8, 4, 0.2, 0.1, 0.22

mesh, corner = Mesh(), {}
for k in range(STRIPS):
    at = {}
    for j in range(2 * WIDE + 1):
        y, z = min(j, WIDE) * WIDTH / WIDE, max(j - WIDE, 0) * WIDTH / WIDE
        for i in range(LONG + 1):
            at[i, j] = mesh.node(k * PITCH + i * LENGTH / LONG, y, z)
    for j in range(2 * WIDE):
        for i in range(LONG):
            mesh.element("quad4", "skin", [at[i, j], at[i + 1, j], at[i + 1, j + 1], at[i, j + 1]])
        for side, i in (("l", 0), ("r", LONG)):
            mesh.element("line2", "%s%d" % (side, k), [at[i, j], at[i, j + 1]])
    corner[k] = at[LONG // 2, 2 * WIDE]
mesh.write("chain.msh")

ends = [("r%d" % k, k * PITCH + LENGTH) for k in range(STRIPS - 1)] + [("l%d" % k, k * PITCH) for k in range(1, STRIPS)]
CHAIN = """gimbal: 1
mesh: chain.msh
materials: {aluminium: {young: 70e9, poisson: 0.33, density: 2700, yield: 270e6}}
shells: [{group: skin, material: aluminium, thickness: 2e-3}]
supports: [{group: l0, fix: all}, {group: r%d, fix: all}]
gravity: [0, 0, -9.81]
bodies:
%s
links:
%s
joints:
%s
equations:
  - {name: rod, terms: [{node: %d, uz: 1}, {node: %d, uz: -1}]}
springs:
  - {name: s, between: [ground, l12], at: [[0, 0, 1], [%.17g, 0.05, 0]], stiffness: 100, damping: 1}
%s
design: [{name: t, thickness: skin}, {name: k, spring: s, parameter: stiffness}]
functions: [{name: c, type: compliance}, {name: ks, type: ks, weight: 30}]
output: {every: 0}
""" % (STRIPS - 1,
       "\n".join("  - {name: %s, at: [%.17g, 0.05, 0], mass: 0.05, inertia: [1e-4, 1e-4, 1e-4, 0, 0, 0]}" % end for end in ends),
       "\n".join("  - {body: %s, group: %s, type: %s}" % (name, name, "average" if name == "r7" else "rigid") for name, _ in ends),
       "\n".join("  - {name: j%d, type: revolute, between: [r%d, l%d], at: [%.17g, 0.05, 0], axis: [0, %d, %d]}"
                 % (k, k, k + 1, (k + 1) * PITCH - 0.01, k % 2, 1 - k % 2) for k in range(STRIPS - 1)),
       corner[3], corner[20], 12 * PITCH,
       "\n".join("  - {name: turn%d, joint: j%d, stiffness: 2}" % (k, k) for k in range(STRIPS - 1)))

for scheme in ("{scheme: galpha, step: 2e-3, steps: 6}", "{scheme: static, step: 1, steps: 1}"):
    one = run(CHAIN + "time: " + scheme + "\n", 1, "gradient")
    check(scheme, one.status == 0, one.stderr)
    for ranks in (5, 7):
        more = run(CHAIN + "time: " + scheme + "\n", ranks, "gradient")
        check("%s on %d" % (scheme, ranks), more.status == 0, more.stderr)
        for name, value in one.json["functions"].items():
            close("%s on %d: %s" % (scheme, ranks, name), more.json["functions"][name], value, 1e-10)
            for design, (slope,) in one.json["gradient"][name].items():
                close("%s on %d: d %s / d %s" % (scheme, ranks, name, design), more.json["gradient"][name][design][0], slope,
                      1e-10, 1e-10)
