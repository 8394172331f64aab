"""Six-node shells (MITC6): with order 2 to a plate in closed form, thick and thin, uniform and distorted; published
values; a strip that bends far; triangles as gmsh makes them, by MSH 2.2 and 4.1; CTRIA6 and the eight-node quadrangles
of gmsh as the same model written another way, on 1, 2 and 3 ranks; gradients; result files; what is refused. The patch
test is in patch.py, strains by other formulas in functional_values.py. Prints the tables of docs/verification.md.

Sources: nine_nodes.py.
"""
import math
import subprocess
import sys
from pathlib import Path

from common import ended, in_turn
from helper import ROOT, WORK, check, close, gmsh, gradients_agree, grid, run
from hdf5 import File
from shell_problems import (LINEAR, check_ranks, hemisphere_curve, plate_errors, row, solve, tip_curve, title)

MODEL = 3


# ---- closed forms and published values -----------------------------------------------------------

def check_orders():
    title("Mindlin plate under a sine load: errors of the deflection at the nodes and of the energy, MITC6",
          "mesh", "t/a", "n", "deflection", "order", "energy", "order")
    for shift, name in ((0, "uniform"), (0.2, "distorted")):
        for t in (0.1, 0.01):
            errors = [plate_errors("tri6", n, t, shift) for n in (4, 8, 16)]
            orders = [["", ""]] + [[math.log2(a / b) for a, b in zip(*pair)] for pair in zip(errors, errors[1:])]
            for n, (deflection, energy), (first, second) in zip((4, 8, 16), errors, orders):
                row(name, "%g" % t, str(n), "%.2e" % deflection, first and "%.2f" % first, "%.2e" % energy,
                    second and "%.2f" % second)
            if t == 0.1:
                for order in orders[-1]:
                    close("%s: order" % name, order, 2, 0, 0.1)
            check("%s, t/a = %g: at n = 16" % (name, t), max(errors[-1]) < 2e-3, errors)
    for t in (0.1, 0.001):
        row("with bowed diagonals", "%g" % t, "16", "%.2e" % plate_errors("tri6", 16, t, 0.2, False)[0], "", "", "")


def check_published():
    title("Scordelis-Lo roof, pinched hemisphere and pinched cylinder, linear, MITC6", "n", "roof, of 0.3024",
          "outwards, of 0.0940", "cylinder, of 1.8248e-5")
    case = ROOT / "meshes" / "pinched-cylinder.yaml"
    Path("cylinder.geo").write_text("".join(
        line for line in case.with_suffix(".geo").open() if not line.startswith("Recombine")))
    for n in (8, 16):
        roof = -solve("roof", n, "tri6", settings=LINEAR)["edge"][0][2] / 1e-6
        ball = hemisphere_curve(solve("hemisphere", n, "tri6", settings=LINEAR))[0][0] / 1e-6 / 200
        gmsh("cylinder.geo", "cylinder.msh", "-setnumber", "n", n, "-format", "msh22" if n == 8 else "msh41")
        r = ended("the cylinder is pinched", run(case, 2, settings=["mesh=%s/cylinder.msh" % WORK, "output.every=0"]))
        pinched = -r.json["probes"]["pinched"]["u"][-1][2]
        row(str(n), "%.2f %%" % (100 * roof / 0.3024), "%.2f %%" % (100 * ball / 0.0940),
            "%.2f %%" % (100 * pinched / 1.8248e-5))
    close("roof", roof, 0.3024, 0.01)
    close("hemisphere", ball, 0.0940, 0.015)
    close("cylinder", pinched, 1.8248e-5, 0.025)


def check_strip():
    """The shear-flexible beam that nine_nodes.py compares with."""
    back, up = tip_curve(solve("shear", 16, "tri6", settings=["time.step=0.25", "time.steps=4"]))[-1]
    print("a strip of 16 pairs under an end shear: %.4f back, %.4f up" % (back, up))
    close("the strip, back", back, 3.289509, 2e-3)
    close("the strip, up", up, 6.700133, 2e-3)


# ---- the same model written another way ----------------------------------------------------------

def warped(kind):
    return grid(3, 2, size=(1.2, 0.7), kind=kind, place=lambda x, y: (x, y, 0.2 * x * x - 0.1 * x * y))


CASE = """gimbal: 1
mesh: %s
materials: {m: {young: 7e7, poisson: 0.3, density: 2700, yield: 1e6}}
shells: [{group: plate, material: m, thickness: 0.03}]
supports: [{group: left, fix: [x, y, z, rx, ry, rz]}]
loads:
  - {type: pressure, group: plate, value: "40*t"}
  - {type: force, group: corner11, value: [20, 30, "100*t"]}
gravity: [0, 2, -9.81]
probes: [{name: tip, group: corner11}]
%s"""
STATIC = "time: {scheme: static, step: 0.5, steps: 2}\noutput: {every: 2}\n"


def deck(mesh, card):
    """The mesh and the case as a deck, of CTRIA6."""
    number = {n: k for k, n in enumerate(mesh.nodes, 1)}
    lines = ["SPC = 1", "LOAD = 9", "BEGIN BULK"]
    for n, (x, y, z) in mesh.nodes.items():
        lines += ["GRID*,%d,,%.14g,%.14g" % (number[n], x, y), "*,%.14g" % z]
    held = {n for _, group, _, nodes in mesh.elements if group == "left" for n in nodes}
    lines += ["SPC1,1,123456,%d" % number[n] for n in sorted(held)]
    faces = [nodes for kind, group, _, nodes in mesh.elements if group == "plate"]
    for e, nodes in enumerate(faces, 1):
        grids = [str(number[n]) for n in nodes]
        lines += ["%s,%d,7,%s,+" % (card, e, ",".join(grids[:6])), "+,%s" % ",".join(grids[6:])]
    tip = mesh.nearest(1.2, 0.7, 0.2 * 1.44 - 0.1 * 0.84)
    lines += ["PSHELL,7,1,.03,1", "MAT1,1,7.+7,,.3,2700.", "FORCE,2,%d,,1.,20.,30.,100." % number[tip],
              "PLOAD2,2,40.,1,THRU,%d" % len(faces), "GRAV,3,,1.,0.,2.,-9.81", "LOAD,9,1.,1.,2,1.,3",
              "PARAM,COUPMASS,1", "ENDDATA", ""]
    return "\n".join(lines), number[tip]


def agree(label, r, exact):
    ended(label + " runs", r)
    found, exact = r.json["probes"]["tip"]["u"][-1], exact.json["probes"]["tip"]["u"][-1]
    check(label, math.dist(found, exact) <= 1e-10 * math.hypot(*exact), (found, exact))


def check_formats():
    warped("tri6").write("six.msh")
    text = CASE % ("six.msh", "time: {scheme: static, step: 1, steps: 1}\noutput: {every: 0}\n")
    one = run(text)
    for ranks in (2, 3):
        agree("on %d ranks" % ranks, run(text, ranks), one)
    text, tip = deck(warped("tri6"), "CTRIA6")
    Path("six.bdf").write_text(text)
    case = "gimbal: 1\nmesh: six.bdf\nprobes: [{name: tip, node: %d}]\n" % tip
    march = "time: {scheme: static, step: 1, steps: 1}\noutput: {every: 0}\n"
    for ranks in (1, 2):
        agree("CTRIA6 on %d ranks" % ranks, run(case + march, ranks), one)
    for bad, words in (("CTRIA6,99,7,1,2,3,4,5,,+\n+,\n", "CTRIA6 99: G6 is missing; accepted: all six grids"),
                       ("CTRIA6,99,7,1,2,3,4,5,6,+\n+,,top\n", "CTRIA6 99: ZOFFS must be a real number")):
        Path("bad.bdf").write_text(text.replace("ENDDATA", bad + "ENDDATA"))
        r = run("gimbal: 1\nmesh: bad.bdf\n" + march, verb="check")
        check(words, r.status == MODEL and words in r.stderr, r.stderr)


def check_eight():
    """Quadrangles of eight nodes are those of nine whose middle is interpolated; copies of one share it."""
    mesh = warped("quad9")
    for kind, _, _, nodes in mesh.elements:
        if kind == "quad9":
            mesh.nodes[nodes[8]] = tuple(
                sum((-0.25 if k < 4 else 0.5) * mesh.nodes[n][i] for k, n in enumerate(nodes[:8]))
                for i in range(3))
    mesh.write("nine.msh")
    nine = run(CASE % ("nine.msh", STATIC))
    both = list(mesh.elements)
    for kind, group, patch, nodes in list(mesh.elements):
        if kind == "quad9":
            del mesh.nodes[nodes[8]]
            both.append((kind, "all", patch, nodes))
    mesh.elements = [("quad8", g, p, n[:8]) if kind == "quad9" else (kind, g, p, n) for kind, g, p, n in both]
    mesh.groups["all"] = (2, len(mesh.groups) + 1)
    mesh.write("eight.msh")
    for ranks in (1, 2):
        agree("8-node quadrangles on %d ranks" % ranks, run(CASE % ("eight.msh", STATIC), ranks), nine)
    check("their cells are of nine nodes", list(File("case.vtkhdf").dataset("/VTKHDF/Types")[2]) == [28] * 6)
    geo = (ROOT / "meshes" / "pinched-cylinder.geo").read_text()
    Path("eight.geo").write_text(geo.replace("Mesh.SecondOrderIncomplete = 0", "Mesh.SecondOrderIncomplete = 1"))
    found = []
    for options in (["-format", "msh41", "-bin"], ["-format", "msh22", "-bin"], ["-format", "msh41"]):
        gmsh("eight.geo", "eight.msh", "-setnumber", "n", 4, *options)
        r = ended("gmsh's eight nodes, %s" % options, run(ROOT / "meshes" / "pinched-cylinder.yaml",
                                                          settings=["mesh=%s/eight.msh" % WORK, "output.every=0"]))
        found.append(-r.json["probes"]["pinched"]["u"][-1][2] / 1.8248e-5)
        close("the same in all formats", found[-1], found[0], 1e-9)
    print("pinched cylinder, 4 x 4 of eight nodes: %.2f %%" % (100 * found[0]))
    close("the cylinder of eight nodes", found[0], 0.93, 0.05)


# ---- gradients, files, refusals ------------------------------------------------------------------

def check_gradients():
    warped("tri6").write("six.msh")
    gradients_agree("six nodes", CASE % ("six.msh", """design:
  - {name: skin, thickness: plate, per: patch}
  - {name: E, material: m, parameter: young}
functions: [{name: mass, type: mass}, {name: c, type: compliance}, {name: ks, type: ks, weight: 20}]
time: {scheme: bdf2, step: 2e-3, steps: 4}
output: {every: 0}
"""), ["bdf2"], ranks=(1, 3))


def check_file():
    mesh = warped("tri6")
    mesh.write("six.msh")
    ended("the shell runs", run(CASE % ("six.msh", STATIC), 2))
    file = File("case.vtkhdf")
    check("quadratic triangles", list(file.dataset("/VTKHDF/Types")[2]) == [22] * 12)
    faces = [[n - 1 for n in nodes] for kind, _, _, nodes in mesh.elements if kind == "tri6"]
    check("their nodes", list(file.dataset("/VTKHDF/Connectivity")[2]) == sum(faces, []))
    check("the same for XDMF", list(file.dataset("/XDMF/topology")[2]) == sum(([36] + f for f in faces), []))
    checked = subprocess.run([sys.executable, ROOT / "tests" / "check-results.py", "case.vtkhdf"],
                             capture_output=True, text=True)
    check("the file is whole", checked.returncode == 0 and not checked.stdout, checked.stdout)


def check_folds():
    """A strip whose end is driven through its root is refused, as those of other elements (folds.py)."""
    grid(2, 1, size=(1, 0.5), kind="tri6").write("strip.msh")
    r = run("""gimbal: 1
mesh: strip.msh
materials: {m: {young: 1e7, poisson: 0, density: 1000}}
shells: [{group: plate, material: m, thickness: 0.05}]
supports: [{group: left, fix: all}]
bodies: [{name: end, mass: 1, inertia: [1, 1, 1, 0, 0, 0], at: [1, 0, 0]}]
links: [{body: end, group: right}]
joints: [{type: prismatic, name: drive, between: [ground, end], at: [1, 0, 0], axis: [1, 0, 0], distance: "-1.5*t"}]
time: {scheme: static, adapt: false, step: 0.1, steps: 10}
output: {every: 0}
""", 2)
    check("a strip pushed through itself is refused", r.status == 4 and "is not admissible" in r.stderr,
          (r.status, r.stderr))
    mesh = grid(1, 1, kind="tri6")
    for kind, _, _, nodes in mesh.elements:
        if kind == "tri6":
            mesh.nodes[nodes[3]] = (0.5, 0.9, 0.0) if nodes[3] == 2 else mesh.nodes[nodes[3]]
    mesh.write("folded.msh")
    r = run((CASE % ("folded.msh", STATIC)), verb="check")
    check("a side that cuts the element", r.status == MODEL and "inverted" in r.stderr, r.stderr)


in_turn(check_orders, check_published, check_strip, check_formats, check_eight, check_gradients, check_file,
        check_folds)
check_ranks("hemisphere", 4, "tri6", (2, 3), ["time.step=0.1", "time.steps=2"])
