"""A march from equilibrium. Claims: a mass on a spring begins at -m g / k; a double pendulum let down from the
horizontal hangs, whatever the step that is given, and stays by every kind of scheme; a sagging panel is that of a
static march; two free bodies with a spring that is too short meet about their common centre of mass, which nothing
holds and nothing moves; gradients are exact by designs of springs, thicknesses and places, beside initial velocities
that joints change, by adjoint and tangent; 1, 2 and 3 ranks agree; a march goes on from its restart file bit by bit.
What falls ends with status 4.
"""
# quick
from pathlib import Path

from common import ended, in_turn, refused
from helper import ROOT, check, close, gradients_agree, grid, run

SPRING = """gimbal: 1
gravity: [0, 0, -9.81]
bodies: [{name: stone, at: [0, 0, 0], mass: 2, inertia: [1, 1, 1, 0, 0, 0]}]
springs: [{name: s, between: [ground, stone], at: [[0, 0, 1], [0, 0, 0.2]], stiffness: 1000, damping: 3}]
probes: [{name: p, body: stone, at: [0, 0, 0]}]
design: [{name: k, spring: s, parameter: stiffness}]
functions: [{name: z, type: end, of: p, value: z}]
time: {scheme: bdf2, step: 0.01, steps: 20, from: equilibrium}
"""
PENDULUM = """gimbal: 1
gravity: [0, 0, -9.81]
bodies:
  - {name: arm, at: [0.5, 0, 0], mass: 2, inertia: [0.01, 0.2, 0.2, 0, 0, 0]}
  - {name: bob, at: [1.5, 0, 0], mass: 1, inertia: [0.01, 0.1, 0.1, 0, 0, 0]}
joints:
  - {name: top, type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}
  - {name: mid, type: revolute, between: [arm, bob], at: [1, 0, 0], axis: [0, 1, 0]}
springs: [{name: s, between: [ground, bob], at: [[3, 0, -2], [1.5, 0, 0]], stiffness: STIFFNESS, length: 1}]
probes: [{name: p, body: bob, at: [2, 0, 0]}]
design:
  - {name: k, spring: s, parameter: stiffness}
  - {name: place, spring: s, parameter: at.2.x}
functions:
  - {name: z, type: end, of: p, value: "z + x^2"}
  - {name: v, type: integral, of: p, value: "vz^2"}
time: {scheme: bdf2, step: 0.01, steps: 10, from: equilibrium}
"""
FREE = """gimbal: 1
bodies:
  - {name: a, at: [0, 0, 0], mass: 2, inertia: [1, 1, 1, 0, 0, 0]}
  - {name: b, at: [1, 0.5, 0], mass: 3, inertia: [1, 2, 1, 0, 0, 0]}
springs: [{name: s, between: [a, b], at: [[0, 0, 0], [1, 0.5, 0]], stiffness: 100, length: 0.7}]
probes:
  - {name: a, body: a, at: [0, 0, 0]}
  - {name: p, body: b, at: [1, 0.5, 0]}
design: [{name: length, spring: s, parameter: length}]
functions: [{name: x, type: end, of: p, value: x}]
time: {scheme: galpha, step: 0.01, steps: 5, from: equilibrium}
"""
PANEL = """gimbal: 1
mesh: panel.msh
gravity: [0, 0, -9.81]
materials: {rubber: {young: 3e6, poisson: 0.4, density: 1100, yield: 1e6}}
shells: [{group: plate, material: rubber, thickness: 0.01}]
supports: [{group: left, fix: all}]
probes: [{name: p, group: corner11}]
design: [{name: thickness, thickness: plate}]
functions:
  - {name: mass, type: mass}
  - {name: z, type: end, of: p, value: z}
  - {name: c, type: compliance}
"""


def u(r, k=0):
    return r.json["probes"]["p"]["u"][k]


def spring():
    r = run(SPRING, verb="gradient")
    for k in (0, -1):
        close("on a spring, %d" % k, u(r, k)[2], -2 * 9.81 / 1000, 1e-11)
    close("its derivative", r.json["gradient"]["z"]["k"][0], 2 * 9.81 / 1000 ** 2, 1e-10)


def pendulum():
    hanging = PENDULUM.replace("STIFFNESS", "0")
    for step in (1e-6, 1e-2, 1, 100):
        r = run(hanging, settings=["time.step=%g" % step])
        for i, value in enumerate((-2, 0, -2)):
            close("hanging, step %g" % step, u(r)[i], value, 0, 1e-9)
    for scheme in ("bdf2", "galpha", "dirk4", "abm3"):
        r = run(hanging, settings=["time.scheme=" + scheme])
        for i in (0, 2):
            close("stays, " + scheme, u(r, -1)[i], u(r)[i], 0, 1e-10)
    moved = PENDULUM.replace("STIFFNESS", "20").replace("{name: bob, at", "{name: bob, velocity: [0, 0, 1], at")
    gradients_agree("pendulum", moved, ("bdf2", "galpha", "dirk4", "sdirk3"))
    both = [run(moved, ranks, "gradient").json for ranks in (1, 2, 3)]
    for other in both[1:]:
        for f, designs in both[0]["gradient"].items():
            for x, values in designs.items():
                close("d%s/d%s on other ranks" % (f, x), other["gradient"][f][x][0], values[0], 1e-9, 1e-13)


def free():
    r = run(FREE)
    a, b = r.json["probes"]["a"]["u"][0], u(r)
    apart = [1 + b[0] - a[0], 0.5 + b[1] - a[1], b[2] - a[2]]
    close("as long as the spring", sum(x * x for x in apart) ** 0.5, 0.7, 1e-10)
    for i in range(3):
        close("the centre of mass stays", 2 * a[i] + 3 * b[i], 0, 0, 1e-11)
    gradients_agree("free bodies", FREE, ("galpha",), (1,))


def panel():
    grid(4, 2, size=(0.3, 0.1)).write("panel.msh")
    rest = run(PANEL + "time: {scheme: static, step: 0.1, steps: 10}\n")
    march = PANEL + "time: {scheme: galpha, step: 0.01, steps: 5, from: equilibrium}\n"
    for ranks in (1, 3):
        r = run(march, ranks)
        for i in range(3):
            close("sags as in statics, %d ranks" % ranks, u(r)[i], u(rest, -1)[i], 1e-9, 1e-12)
            close("stays", u(r, -1)[i], u(r)[i], 1e-9, 1e-12)
    gradients_agree("panel", march, ("galpha",), (2,))
    grid(8, 8).write("panel.msh")  # beside a mass, which depends on no state: a right-hand side of zeros
    r = ended("a gradient of a mass and a place", run(march.replace("0.01}", "0.02}", 1), 1, "gradient"))
    close("of the mass", r.json["gradient"]["mass"]["thickness"][0], 1100, 1e-12)


def hanging_panel():
    """A shell on a hinge: strains have no part in the velocities that its constraints allow."""
    name = "hanging-panel"
    text = (ROOT / "meshes" / (name + ".yaml")).read_text()
    Path(name + ".bdf").write_bytes((ROOT / "meshes" / (name + ".bdf")).read_bytes())
    few = ["time.from=equilibrium", "time.steps=2"]
    r = run(text, settings=few)
    at = r.json["probes"]["foot"]
    check("hangs", abs(at["u"][0][1] - 0.007) < 1e-5, at["u"][0])
    for k in (0, 2):
        close("and stays", max(abs(x) for x in at["v"][k]), 0, 0, 1e-12)


def going_on():
    path = ROOT / "meshes/engine-mounts.yaml"
    few = ["time.steps=60"]
    full = run(path, 2, "gradient", few + ["checkpoint.keep=true", "checkpoint.every=50"], name="engine-mounts")
    files = [Path("engine-mounts.restart" + suffix) for suffix in ("", ".old")]
    kept = [file.read_bytes() for file in files if file.exists()]
    results = Path("engine-mounts.vtkhdf").read_bytes()
    check("restart files", len(kept) == 2)
    for data in kept:
        files[0].write_bytes(data)
        Path("engine-mounts.vtkhdf.tmp").write_bytes(results)
        again = run(path, 2, "gradient", few, options=["--restart", files[0]], name="engine-mounts")
        check("goes on bit by bit", again.status == 0 and all(
            again.json[key] == full.json[key] for key in ("functions", "gradient", "probes")), again.stderr)


def refusals():
    falling = run(SPRING.replace("stiffness: 1000, damping: 3", "stiffness: 0"))
    check("what falls is refused", falling.status == 4 and "does not come to rest" in falling.stderr
          and "stone" in falling.stderr, falling.stderr)
    for scheme in ("static", "linear"):
        refused(scheme, SPRING, "accepted: with a dynamic scheme", settings=["time.scheme=" + scheme])


in_turn(spring, pendulum, free, panel, hanging_panel, going_on, refusals)
