/// Case files for tests of their reader: one with an entry of each kind, and the shortest.
#ifndef GB_TESTS_CASE_TEXT_H
#define GB_TESTS_CASE_TEXT_H

static const char full[] =
    "gimbal: 1\n"
    "title: clamped plate\n"
    "mesh: plate.msh\n"
    "gravity: [0, 0, -9.81*t]\n"
    "materials:\n"
    "  aluminium: {young: 70e9, poisson: 0.3, density: 2500, yield: 350e6}\n"
    "  rubber: {young: 1e+6, poisson: -.5}\n"
    "shells:\n"
    "  - {group: plate, material: aluminium, thickness: 5e-3}\n"
    "  - {group: 7, material: rubber, thickness: 1E-3, kink: 30}\n"
    "supports:\n"
    "  - {group: edge, fix: all}\n"
    "  - {group: side, fix: [x, rz, rotation]}\n"
    "  - {group: middle, symmetry: y}\n"
    "  - {group: corner, fix: z}\n"
    "loads:\n"
    "  - {type: pressure, group: plate, value: \"1e3*sin(50*t)\", follow: true}\n"
    "  - {type: traction, group: edge, value: [0, 0, \"0.8*t\"]}\n"
    "  - {type: force, group: tip, value: [0, 0, -4]}\n"
    "  - type: moment\n"
    "    group: tip\n"
    "    value: [1, 2*t, 0]\n"
    "initial:\n"
    "  - {group: plate, angular_velocity: [0, 0, 10], about: [1, 2, 3]}\n"
    "probes:\n"
    "  - {name: tip, at: [1, 0.5, 0]}\n"
    "  - {name: seventeen, node: 17}\n"
    "  - {name: points, group: tip}\n"
    "design:\n"
    "  - {name: skin, thickness: plate, per: patch, lower: 1e-3, upper: 1e-2}\n"
    "  - {name: rib, thickness: 7}\n"
    "masses:\n"
    "  - {group: tip, mass: 2.5}\n"
    "time: {scheme: newmark, step: 1e-3, steps: 100, beta: 0.25, gamma: 0.5, iterations: 12}\n"
    "functions:\n"
    "  - {name: weight, type: mass}\n"
    "  - {type: compliance}\n"
    "  - {type: ks, weight: 20, sum: continuous}\n"
    "  - {name: ind, type: induced, form: power2, weight: 8, sum: discrete}\n"
    "output: {every: 10}\n"
    "checkpoint: {memory: 3 GiB, disk: 500 MB, directory: scratch}\n";

static const char least[] = "gimbal: 1\n"
                            "mesh: wing.bdf\n"
                            "time: {scheme: static, step: 0.1, steps: 10}\n";

#endif
