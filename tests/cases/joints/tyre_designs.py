"""Designs of tyres.

Claims: gradients by all numbers of a tyre, by its place and axis and by its body's place agree with complex step by
four schemes on 1 and 2 ranks, and with models built anew; 1 to 4 ranks and a restart agree.
"""
# timeout: 300
import shutil

from helper import ROOT, built_anew, check, close, gradients_agree, run

GRADIENT = """gimbal: 1
title: a car on two wheels
gravity: [0, 0, -9.81]
bodies:
  - {name: car, at: [0, 0, 0.6], mass: 100, inertia: [10, 20, 20, 0, 0, 0], velocity: [4, 0.6, 0]}
  - {name: f, at: [1, 0.02, 0.303], mass: 20, inertia: [0.5, 0.8, 0.5, 0.01, 0, 0],
     rotation: {axis: [0, 1, 0], angle: 0.7}, velocity: [4, 0.6, 0], angular_velocity: [0, 17, 0]}
  - {name: r, at: [-1, 0, 0.283], mass: 20, inertia: [0.5, 0.8, 0.5, 0, 0, 0], velocity: [4, 0.6, 0],
     angular_velocity: [0, 12, 0]}
joints:
  - {type: revolute, between: [car, f], at: [1, 0, 0.298], axis: [0.1, 1, 0]}
  - {type: revolute, between: [car, r], at: [-1, 0, 0.283], axis: [0, 1, 0.05]}
tyres:
  - {name: f, wheel: f, at: [1, 0, 0.298], axis: [0.1, 1, 0], radius: 0.32, stiffness: 4e4, damping: 200, friction: 0.9,
     side_friction: 0.7, slip: 0.5, slip_angle: 0.4, slip_speed: 5}
  - {name: r, wheel: r, axis: [0, 1, 0.05], radius: 0.3, stiffness: 4e4, damping: 100, friction: 0.9,
     side_friction: 0.7, slip: 0.1, slip_angle: 0.15, slip_speed: 0.5}
road: {height: "0.02*sin(3*x + y) + 0.01*sin(2*t)"}
probes: [{name: p, body: car, at: [0, 0.5, 1]}]
time: {scheme: bdf2, step: 4e-3, steps: 40}
output: {every: 0}
functions:
  - {name: way, type: integral, of: p, value: "x^2 + 5*y^2 + vz^2"}
  - {name: end, type: end, of: p, value: "x*y + z"}
design:
%s"""
MOVES = {}
for name, value in (("radius", 0.32), ("stiffness", 4e4), ("damping", 200.0), ("friction", 0.9),
                    ("side_friction", 0.7), ("slip", 0.5), ("slip_angle", 0.4), ("slip_speed", 5.0)):
    MOVES[name] = ("tyre: f, parameter: " + name, {"tyres.f." + name: (value, 1)})
for axis, letter in enumerate("xyz"):
    unit = [float(i == axis) for i in range(3)]
    MOVES["at." + letter] = ("tyre: f, parameter: at." + letter, {"tyres.f.at": ([1, 0, 0.298], unit)})
    MOVES["axis." + letter] = ("tyre: f, parameter: axis." + letter, {"tyres.f.axis": ([0.1, 1, 0], unit)})
    MOVES["body." + letter] = ("body: f, parameter: at." + letter, {"bodies.f.at": ([1, 0.02, 0.303], unit)})
    MOVES["rear." + letter] = ("body: r, parameter: at." + letter, {"bodies.r.at": ([-1, 0, 0.283], unit)})


def end(r):
    return r.json["probes"]["p"]["u"][-1]


def gradients():
    text = GRADIENT % "".join("  - {name: %s, %s}\n" % (n, d) for n, (d, _) in MOVES.items())
    gradients_agree("car", text, ["bdf2", "galpha", "dirk4", "sdirk3"], (1,))
    gradients_agree("car", text, ["bdf2"], (2,))
    scaled = {n: move for n, move in MOVES.items() if n in ("radius", "slip") or "." in n}
    built_anew("car", GRADIENT, scaled, 2e-5)
    gradients_agree("example", (ROOT / "meshes/quarter-vehicle.yaml").read_text(), ["bdf2"], (1,),
                    ["time.steps=60", "time.step=4e-3", "road.step=[0.5, -0.1, 1]", "output.every=0"])
    ends = [run(text, ranks, "gradient", settings=["checkpoint.keep=true", "checkpoint.every=25"])
            for ranks in (4, 3, 2, 1)]
    for i, r in enumerate(ends):
        if check("ranks", r.status == 0, r.stderr):
            for k in range(3):
                close("ranks agree", end(r)[k], end(ends[-1])[k], 1e-9)
    shutil.copy("case.restart", "kept.restart")
    again = run(text, 1, "gradient", options=["--restart", "kept.restart"])
    check("it goes on", again.status == 0 and again.json["probes"] == ends[-1].json["probes"], again.stderr)


gradients()
