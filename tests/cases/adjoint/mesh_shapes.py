"""Designs that move the nodes of a mesh along vectors.

Claims: the mass of a plate that is stretched, and its derivative, are those of its area to 1e-12; the tip of a strip
sinks with the third power of its length; a shift of the whole model changes positions by 1 and nothing else, a turn
about the axis of gravity nothing; a mesh file whose nodes were moved by hand is the same model to 1e-12; adjoint,
tangent and complex step agree to 1e-10 in statics and by four schemes, on 1, 2 and 3 ranks, for shells of 3, 4, 6 and 9
nodes, curved and of laminates, with loads by area, moments, masses, springs, damping, initial turns, a spin, for all
kinds of functionals, reactions and values of elements; models built anew at +-h give the same derivatives, of
frequencies and from an equilibrium too; a table is the same as expressions; the optimum of a cambered panel is the same
on 1 and 2 ranks and by two methods; amounts that fold elements over and what cannot follow is refused by name.
"""
# timeout: 300
import math
import shutil
from pathlib import Path

from common import ended, in_turn
from helper import ROOT, check, close, gradients_agree, grid, prism, run

HEAD = """gimbal: 1
mesh: %s
materials: {m: {young: 7e6, poisson: 0.3, density: 270, yield: 3e5}}
shells: [{group: plate, material: m, thickness: 0.02}]
"""


def arched(x, y):
    return x, y, 0.05 * x * (1 - x) + 0.02 * y * y


# ---- closed forms --------------------------------------------------------------------------------

def stretched_plate():
    """Mass rho t A (1 + a) and rho t A (1 + a)^2, at a = 0.25."""
    grid(4, 3, size=(2, 0.5), distort=0.2).write("flat.msh")
    case = HEAD % "flat.msh" + """supports: [{group: left, fix: all}]
loads: [{type: force, group: corner11, value: [0, 0, 1e-3]}]
design:
  - {name: along, shape: {group: plate, vector: [x, 0, 0]}, values: 0.25}
  - {name: whole, shape: {group: plate, vector: [x, y, z]}}
functions: [{name: weight, type: mass}]
time: {scheme: static, step: 1, steps: 1}
output: {every: 0}
"""
    r = ended("a plate that is stretched", run(case, verb="gradient"))
    flat = 270 * 0.02 * 2 * 0.5
    close("its mass", r.json["functions"]["weight"], 1.25 * flat, 1e-12)
    close("the mass by its length", r.json["gradient"]["weight"]["along"][0], flat, 1e-12)
    # X + 0.25 x e_x + b X has the area (1.25 + b) (1 + b) A
    close("and by its size", r.json["gradient"]["weight"]["whole"][0], 2.25 * flat, 1e-12)


def long_strip():
    """The tip of a thin strip under a small force at its end: P L^3 / 3EI, whose derivative is 3 w / L."""
    grid(16, 1, size=(1, 0.05)).write("strip.msh")
    case = HEAD.replace("0.02", "1e-3").replace("0.3,", "0,") % "strip.msh" + """
supports: [{group: left, fix: all}]
loads: [{type: traction, group: right, value: [0, 0, 2e-6]}]
probes: [{name: tip, group: corner11}]
design: [{name: L, shape: {group: plate, vector: [x, 0, 0]}}]
functions: [{name: w, type: end, of: tip, value: uz}, {name: c, type: compliance}]
time: {scheme: static, step: 1, steps: 1}
output: {every: 0}
"""
    r = ended("a strip", run(case, verb="gradient", settings=["shells[0].material=m"]))
    w = r.json["functions"]["w"]
    close("its tip", w, 2e-6 / (3 * 7e6 * 1e-9 / 12), 2e-3)
    close("the tip by the length", r.json["gradient"]["w"]["L"][0], 3 * w, 1e-4)
    close("twice the energy by the length", r.json["gradient"]["c"]["L"][0], 3 * r.json["functions"]["c"], 1e-4)


def rigid_moves():
    grid(3, 3, size=(1, 0.6), place=arched).write("arched.msh")
    case = HEAD % "arched.msh" + """gravity: [0, 0, -9.81]
supports: [{group: left, fix: all}]
initial: [{group: plate, angular_velocity: [0, 0, 0.3], about: [0, 0, 0]}]
probes: [{name: tip, group: corner11}]
design:
  - {name: shift, shape: {group: plate, vector: [1, 0, 0]}}
  - {name: turn, shape: {group: plate, vector: ["-y", "x", 0]}}
functions:
  - {name: x, type: end, of: tip, value: x}
  - {name: uz, type: end, of: tip, value: uz}
  - {name: c, type: compliance}
  - {name: ks, type: ks, weight: 10}
time: {scheme: bdf2, step: 2e-3, steps: 5}
output: {every: 0}
"""
    r = ended("a model that is shifted and turned",
              run(case, verb="gradient", settings=["initial[0].angular_velocity=[0, 0, 0]"]))
    g, f = r.json["gradient"], r.json["functions"]
    close("its tip goes along", g["x"]["shift"][0], 1, 1e-10)
    for name in ("uz", "c", "ks"):
        for design in ("shift", "turn"):
            close("d %s / d %s" % (name, design), g[name][design][0], 0, 0, 1e-9 * abs(f[name]))
    close("the tip turns", g["x"]["turn"][0], -0.6, 1e-3)


def moved_by_hand():
    """The same model by its mesh file."""
    a, b = 0.03, -0.1

    def moved(x, y):
        return x + b * y * y, y + 0.1 * a, arched(x, y)[2] + a * math.sin(math.pi * x) * (1 + y)

    grid(4, 3, size=(1, 0.6), place=arched).write("arched.msh")
    grid(4, 3, size=(1, 0.6), place=moved).write("moved.msh")
    by_hand = everything("moved.msh").replace(DESIGNS, "")
    by_design = everything("arched.msh").replace("values: 0", "values: %g" % a, 1)
    by_design = by_design.replace('["0.3*x", "0.1*x*y", 0]}', '["y^2", 0, 0]}, values: %g' % b)
    one, other = run(by_hand), run(by_design, 2, name="designed")
    if check("a mesh moved by hand", one.status == 0 and other.status == 0, one.stderr + other.stderr):
        for name, value in one.json["functions"].items():
            close("%s of a mesh moved by hand" % name, other.json["functions"][name], value, 1e-9, 1e-12)


# ---- everything at once --------------------------------------------------------------------------

DESIGNS = """design:
  - {name: camber, shape: {group: plate, vector: [0, 0.1, "sin(pi*x)*(1 + y)"]}, values: 0}
  - {name: stretch, shape: {group: plate, vector: ["0.3*x", "0.1*x*y", 0]}}
  - {name: t, thickness: plate}
"""

FUNCTIONS = """functions:
  - {name: weight, type: mass}
  - {name: c, type: compliance}
  - {name: ks, type: ks, weight: 8}
  - {name: discrete, type: ks, weight: 8, sum: discrete}
  - {name: induced, type: induced, form: power, weight: 4}
  - {name: uz, type: end, of: tip, value: uz}
  - {name: place, type: end, of: tip, value: "x*z"}
  - {name: reaction, type: value, of: rim, value: fz, at: end}
  - {name: moment, type: integral, of: rim, value: "mx + 2*my + mz"}
  - {name: section, type: value, of: el, value: "N11", at: end}
  - {name: energy, type: energy, form: total}
  - {name: kinetic, type: energy, form: kinetic, at: end}
  - {name: centre, type: mass_centre, form: x, at: end}
  - {name: inertia, type: inertia, form: xz, at: end}
  - {name: state, type: value, of: el, value: "energy + failure", at: end}
"""


def everything(mesh, follow="false", shells=None, time="{scheme: bdf2, step: 1e-3, steps: 6}"):
    head = HEAD % mesh
    if shells:
        head = head[:head.index("materials")] + shells
    return head + """gravity: [0.3, 0, -9.81]
supports: [{group: left, fix: all}]
loads:
  - {type: pressure, group: plate, value: "50*sin(9*t) + 20", follow: %s}
  - {type: traction, group: right, value: [0, 3, "10*t"]}
  - {type: traction, group: plate, value: [0, 3, 1]}
  - {type: force, group: corner11, value: [0, 0, 1]}
  - {type: moment, group: corner10, value: [0.1, 0.5, 0]}
masses: [{group: corner11, mass: 0.3}, {name: w, at: [1.2, 0.2, 0.5], mass: 0.1, fix: [x, y]}]
springs: [{name: s, between: [w, "group:corner10"], stiffness: 500, damping: 1}]
initial: [{group: plate, velocity: [0, 0, 0.1], angular_velocity: [0.1, 0.2, 0], about: [0, 0, 0]}]
probes:
  - {name: tip, group: corner11}
  - {name: rim, reaction: left, about: [0.1, 0.2, 0.3]}
  - {name: el, element_at: [0.4, 0.3, 0]}
""" % follow + DESIGNS + FUNCTIONS + "time: %s\noutput: {every: 0}\n" % time


def without(case, *words):
    return "\n".join(line for line in case.splitlines() if not any(word in line for word in words)) + "\n"


LAMINATE = """materials:
  m: {E1: 9e6, E2: 3e6, G12: 2e6, G13: 2e6, G23: 1e6, poisson: 0.3, density: 270, damping: {mass: 0.1, stiffness: 1e-4},
      Xt: 3e5, Xc: 3e5, Yt: 1e5, Yc: 1e5, S: 1e5}
sections: {skin: {type: laminate,
                  plies: [{material: m, thickness: 0.01, angle: 30}, {material: m, thickness: 0.01, angle: -45}]}}
shells: [{group: plate, section: skin, axis: [1, 0.2, 0]}]
"""


def by_differences(label, case, designs, h=1e-5, bound=3e-5, verb="gradient"):
    """The gradient against models that are built anew."""
    r = ended(label + ", a gradient", run(case, verb=verb))
    for name in designs:
        value = {}
        for step in (h, -h):
            at = [line for line in case.splitlines() if "name: %s," % name in line][0]
            now = at.replace(", values: 0", "").replace("shape:", "values: %.17g, shape:" % step)
            again = ended("%s: %s built anew" % (label, name), run(case.replace(at, now), name="anew"))
            value[step] = again.json["functions"]
        for f, gradient in r.json["gradient"].items():
            found = (value[h][f] - value[-h][f]) / (2 * h)
            close("%s: d %s / d %s by building anew" % (label, f, name), gradient[name][0], found, bound,
                  bound * 1e-2 * abs(r.json["functions"][f]))


def all_kinds():
    for kind, follow in (("quad4", "false"), ("tri3", "true"), ("quad9", "true"), ("tri6", "false")):
        mesh = kind + ".msh"
        grid(3, 2, size=(1, 0.6), place=arched, distort=0.15, kind=kind).write(mesh)
        case = everything(mesh, follow)
        by_differences(kind, case, ("camber", "stretch"))
        schemes = ("bdf2", "dirk3", "sdirk2") if kind == "quad4" else ("bdf2",)
        gradients_agree(kind, case, schemes, (1, 2, 3) if kind == "quad4" else (2,), ["time.step=2e-4"], tangent=1e-10)
        if kind == "quad4":
            # the first displacements and moments of Newmark, from accelerations, have round-off of 1e-10 of themselves
            late = without(case, "name: t,", "name: uz,", "name: place,", "name: moment,", "name: section,")
            gradients_agree(kind, late, ("newmark",), (1, 2, 3), ["time.step=2e-4"], tangent=1e-10)
    laminated = everything("quad4.msh", shells=LAMINATE).replace("  - {name: t, thickness: plate}\n", "")
    by_differences("laminate", laminated, ("camber",))
    gradients_agree("laminate", laminated, ("bdf2",), (1,), tangent=1e-10)


def statics_and_modes():
    still = everything("quad4.msh", time="{scheme: static, step: 0.5, steps: 2}")
    still = without(still, "type: moment", "type: energy")
    still = still.replace('between: [w, "group:corner10"]', 'between: [w, "group:corner11"]')
    still = still.replace("fix: [x, y]", "fix: all")
    still += "modes: {count: 2, at: reference}\n"
    still = still.replace("functions:\n", "functions:\n  - {name: f1, type: frequency, mode: 1}\n")
    by_differences("statics and a frequency", still, ("camber", "stretch"))
    for scheme in ("static", "linear"):
        turning = without(still, "modes:", "type: frequency", "type: ks", "type: induced", "name: state",
                          "of: rim").replace(
            "gravity:", "spin: {axis: [0, 0.2, 1], about: [-0.3, 0.1, 0], speed: 5}\ngravity:")
        turning = turning.replace("static", scheme).replace("step: 0.5, steps: 2", "step: 1, steps: 1")
        by_differences("turning, " + scheme, turning, ("camber", "stretch"))
        r = ended("verify turning, " + scheme, run(turning, 2, "verify"))
        worst = max(error for found in r.json["verify"].values() for error in found.values())
        close("turning, " + scheme, worst, 0, 0, 1e-10)
    for ranks in (1, 2):
        r = ended("statics on %d ranks" % ranks,
                  run(still.replace("  - {name: f1, type: frequency, mode: 1}\n", ""), ranks, "verify"))
        for f, found in r.json["verify"].items():
            for design, error in found.items():
                close("statics on %d ranks: d %s / d %s" % (ranks, f, design), error, 0, 0, 1e-10)
    hanging = everything("quad4.msh", time="{scheme: bdf2, step: 2e-3, steps: 3, from: equilibrium}")
    hanging = without(hanging, "initial:", "springs:", "weight", "type: energy", "name: section")
    hanging = hanging.replace(", {name: w, at: [1.2, 0.2, 0.5], mass: 0.1, fix: [x, y]}", "")
    by_differences("from an equilibrium", hanging, ("camber",))
    gradients_agree("from an equilibrium", without(hanging, "name: reaction,"), ("bdf2",), (2,), tangent=1e-10)


def folded_box():
    """A fold that moves with its shells, none of which turns there: the beam grows in length."""
    mesh, _ = prism([((0, 0), (0.2, 0)), ((0.2, 0), (0.2, 0.1))], 1.0, 4, 2)
    mesh.write("angle.msh")
    case = (HEAD % "angle.msh").replace("plate", "shell") + """supports: [{group: root, fix: all}]
loads: [{type: traction, group: shell, value: [0, 1, 3]}]
probes: [{name: tip, at: [1, 0.2, 0]}]
design: [{name: L, shape: {group: shell, vector: [%s, 0, 0]}}]
functions: [{name: weight, type: mass}, {name: c, type: compliance}, {name: uz, type: end, of: tip, value: uz}]
time: {scheme: static, step: 1, steps: 1}
output: {every: 0}
"""
    by_differences("a fold that is shifted", case % "1", ("L",), bound=1e-8)


def same_by_table():
    mesh = grid(3, 2, size=(1, 0.6), place=arched)
    mesh.write("table.msh")
    lines = ["node, x, y, z"] + ["%d, 0, 0.1, %.17g" % (n, math.sin(math.pi * x) * (1 + y))
                                 for n, (x, y, z) in mesh.nodes.items()]
    Path("camber.csv").write_text("\n".join(lines) + "\n# the camber\n")
    case = everything("table.msh")
    tabled = case.replace('{group: plate, vector: [0, 0.1, "sin(pi*x)*(1 + y)"]}', "{table: camber.csv}")
    one, other = run(case, verb="gradient"), run(tabled, verb="gradient", name="tabled")
    if check("a table", one.status == 0 and other.status == 0, one.stderr + other.stderr):
        for f, gradient in one.json["gradient"].items():
            close("d %s by a table" % f, other.json["gradient"][f]["camber"][0], gradient["camber"][0], 1e-8, 1e-12)


# ---- an optimum ----------------------------------------------------------------------------------

def cambered_panel():
    shutil.copy(ROOT / "meshes" / "plate.geo", "plate.geo")
    case = (ROOT / "meshes" / "cambered-panel.yaml").read_text()
    found = {}
    for ranks, method in ((1, "slsqp"), (2, "slsqp"), (1, "mma")):
        r = ended("the panel on %d ranks by %s" % (ranks, method),
                  run(case, ranks, "optimize", settings=["optimize.method=" + method], name="cambered-panel"))
        found[ranks, method] = r.json["optimize"]
    best = found[1, "slsqp"]
    close("its compliance", best["objective"], 3.05369e-3, 1e-4)
    for key, other in found.items():
        close("the same on %d ranks by %s" % key, other["objective"], best["objective"], 1e-5)
        for design in ("dome", "long", "across"):
            close("%s on %d ranks by %s" % ((design,) + key), other["designs"][design][0],
                  best["designs"][design][0], 0, 2e-4)
    flat = run(case, settings=["design[0].values=0"])
    check("a flat sheet is ten times softer", flat.status == 0
          and flat.json["functions"]["compliance"] > 10 * best["objective"], flat.stderr)


# ---- refusals ------------------------------------------------------------------------------------

def refused():
    grid(4, 3, size=(1, 0.6)).write("flat.msh")
    Path("unknown.csv").write_text("1, 0, 0, 1\n999, 0, 0, 1\n")
    Path("twice.csv").write_text("1, 0, 0, 1\n1, 0, 0, 2\n")
    Path("words.csv").write_text("1, 0, 0, 1\n2, up\n")
    case = HEAD % "flat.msh" + """supports: [{group: left, fix: %s}]
%s
design: [{name: a, %s}]
functions: [{name: weight, type: mass}]
time: {scheme: static, step: 1, steps: 1}
output: {every: 0}
"""
    up = 'shape: {group: plate, vector: [0, 0, "x*x"]}'
    links = "bodies: [{name: b, mass: 1, inertia: [1, 1, 1, 0, 0, 0], at: [1.5, 0, 0]}]\n" \
            "links: [{body: b, group: right, type: %s}]"
    beam = "sections: {rod: {type: circle, material: m, radius: 0.01}}\n" \
           "beams: [{group: right, section: rod, orientation: [0, 0, 1]}]"
    for status, said, fix, more, design in (
            (3, "element 4 turns over", "all", "", "shape: {group: right, vector: [-1, 0, 0]}, values: 0.3"),
            (3, "element 1 turns over", "all", "", "shape: {group: plate, vector: [x, 0, 0]}, values: -1.5"),
            (3, "no area left", "all", "", "shape: {group: plate, vector: [x, 0, 0]}, values: -1"),
            (3, "moves no node", "all", "", "shape: {group: plate, vector: [0, 0, 0]}"),
            (3, "no group", "all", "", "shape: {group: plat, vector: [0, 0, 1]}"),
            (3, "not finite at node 1", "all", "", 'shape: {group: plate, vector: [0, 0, "log(x)"]}'),
            (3, "unknown.csv:2: the mesh has no node 999", "all", "", "shape: {table: unknown.csv}"),
            (3, "twice.csv:2: node 1 occurs twice", "all", "", "shape: {table: twice.csv}"),
            (2, "words.csv:2", "all", "", "shape: {table: words.csv}"),
            (6, "none.csv", "all", "", "shape: {table: none.csv}"),
            (2, "either group and vector, or table", "all", "", "shape: {group: plate}"),
            (2, "either group and vector, or table", "all", "",
             "shape: {group: plate, vector: [0, 0, 1], table: unknown.csv}"),
            (2, "x, y and z", "all", "", 'shape: {group: plate, vector: [0, 0, "sin(t)"]}'),
            (2, "parameter", "all", "", up + ", parameter: at.x"),
            (2, "links", "all", "", up + ", links: [b]"),
            (2, "needs one thing", "all", "", up + ", thickness: plate"),
            (2, "single number", "all", "", up + ", values: [0, 1]"),
            (3, "turns against a support", "[x, y, z, rx]", "", up.replace("x*x", "x*y")),
            (3, "ties to another", "all", links % "rigid", up),
            (3, "something else is tied", "all", links % "average", up),
            (3, "frame of a beam", "all", beam, up)):
        r = run(case % (fix, more, design))
        check("refused: %s" % said, r.status == status and said in r.stderr, (r.status, r.stderr))
    ended("a hinge about which directors do not lean out", run(case % ("all", "", up), verb="gradient", settings=[
        "supports[0].fix=[x, y, z, rx]", "time.scheme=bdf2", "time.step=1e-3"]))


in_turn(stretched_plate, long_strip, rigid_moves, all_kinds, moved_by_hand, statics_and_modes, folded_box,
        same_by_table, cambered_panel, refused)
