"""Claim: laminates are what classical lamination theory says, with all couplings, on all elements; their failure index
is the formula's at every ply and face; ply angles, thicknesses and all numbers of materials have exact gradients.

Source: Jones, "Mechanics of Composite Materials", for lamination theory and the criteria.
"""
# timeout: 200
import math

from common import ended, refusals, refused
from helper import check, close, gradients_agree, grid, run
from hdf5 import File
from lamination import own_stiffness, solve, stiffness, times, turned

CFRP = dict(E1=140e9, E2=10e9, G12=5e9, G13=4.5e9, G23=3.5e9, poisson=0.3, density=1600)
STRENGTHS = dict(Xt=1500e6, Xc=1200e6, Yt=50e6, Yc=250e6, S=70e6, F12=-1e-18)
GLASS = dict(E1=40e9, E2=8e9, G12=4e9, G13=4e9, G23=3e9, poisson=0.25, density=2000)
CLOTH = dict(Xt=1000e6, Xc=600e6, Yt=30e6, Yc=110e6, S=40e6, F12=0)


# ---- lamination theory ---------------------------------------------------------------------------

def index(m, strengths, criterion, angle, e):
    """The failure index of a ply from the strains at a place."""
    e = times(turned(angle), e)
    s = times(own_stiffness(m), e)
    Xt, Xc, Yt, Yc, S, F12 = (strengths[k] for k in ("Xt", "Xc", "Yt", "Yc", "S", "F12"))
    if criterion == "tsai_wu":
        return (s[0] * (1 / Xt - 1 / Xc) + s[1] * (1 / Yt - 1 / Yc) + s[0] ** 2 / (Xt * Xc) + s[1] ** 2 / (Yt * Yc)
                + (s[2] / S) ** 2 + 2 * F12 * s[0] * s[1])
    if criterion == "tsai_hill":
        X, Y = Xt if s[0] > 0 else Xc, Yt if s[1] > 0 else Yc
        return (s[0] ** 2 - s[0] * s[1]) / X ** 2 + (s[1] / Y) ** 2 + (s[2] / S) ** 2
    return max(e[0] * m["E1"] / Xt, -e[0] * m["E1"] / Xc, e[1] * m["E2"] / Yt, -e[1] * m["E2"] / Yc,
               abs(e[2]) * m["G12"] / S)


def yaml(numbers):
    return ", ".join("%s: %r" % item if isinstance(item[1], (int, float)) else "%s: %s" % item
                     for item in numbers.items())


def laminate_case(mesh, plies, strengths=(), criterion="tsai_wu", axis=(1, 0, 0), more="", names=("a", "b", "c", "d")):
    """The head of a case whose plate has these plies, each of a material of its own."""
    lines = ["gimbal: 1", "mesh: " + mesh, "materials:"]
    for i, (m, _, _) in enumerate(plies):
        numbers = dict(m, **(dict(strengths[i], criterion=criterion) if strengths else {}))
        lines.append("  %s: {%s}" % (names[i], yaml(numbers)))
    lines += ["sections:", "  skin:", "    type: laminate", "    plies:"]
    lines += ["      - {material: %s, thickness: %.17g, angle: %.17g}" % (names[i], t, angle)
              for i, (_, t, angle) in enumerate(plies)]
    lines += ["shells: [{group: plate, section: skin, axis: [%.17g, %.17g, %.17g]}]" % tuple(axis)]
    return "\n".join(lines) + "\n" + more


def pure_states():
    """A plate held at three corners without reactions, under constant N11, N22, N12: constant strains and curvatures
    by the inverse of A, B, D. they are so small that all is linear."""
    L, W, N = 0.5, 0.3, (3.0, 1.0, -2.0)
    plies = [(CFRP, 1e-3, 0), (CFRP, 1e-3, 90)], [(CFRP, 1e-3, 30), (CFRP, 1e-3, -30)], \
        [(CFRP, 1e-3, 20), (GLASS, 0.5e-3, -55), (CFRP, 2e-3, 75)]
    for layup in plies:
        K, faces = stiffness(layup)
        strain = solve(K, list(N) + [0, 0, 0])
        for kind in ("quad4", "tri3", "quad9", "tri6"):
            name = "%s of %s" % (" / ".join("%g" % a for _, _, a in layup), kind)
            grid(4, 3, size=(L, W), kind=kind, distort=0 if kind in ("quad9", "tri6") else 0.2).write("flat.msh")
            edge = {"right": (N[0], N[2]), "left": (-N[0], -N[2]), "top": (N[2], N[1]), "bottom": (-N[2], -N[1])}
            lines = ["supports:", "  - {group: corner00, fix: [x, y, z]}", "  - {group: corner10, fix: [y, z]}",
                     "  - {group: corner01, fix: [z]}", "loads:"]
            lines += ['  - {type: traction, group: %s, value: ["%g*t", "%g*t", 0]}' % (g, *v) for g, v in edge.items()]
            lines += ["probes:"] + ["  - {name: %s, group: corner%s}" % (p, p[1:]) for p in ("p10", "p01", "p11")]
            lines += ["time: {scheme: static, step: 1, steps: 1}", "output: {every: 1}"]
            # along the axis, turned about the normal, by angles that take the turn back
            for shift in (0, 25):
                c, s = math.cos(math.radians(shift)), math.sin(math.radians(shift))
                case = laminate_case("flat.msh", [(m, t, a - shift) for m, t, a in layup],
                                     [STRENGTHS if m is CFRP else CLOTH for m, _, _ in layup], axis=(c, s, 3),
                                     more="\n".join(lines) + "\n")
                r = ended(name + " stretches",
                          run(case, name="flat", settings=["loads[%d].amplitude=1e-7" % k for k in range(4)]))
                u = {p: [x / 1e-7 for x in h["u"][-1]] for p, h in r.json["probes"].items()}
                size = max(abs(x) for v in u.values() for x in v)
                for what, found, exact in (("e11", u["p10"][0], strain[0] * L), ("e22", u["p01"][1], strain[1] * W),
                                           ("e12", u["p01"][0], strain[2] * W),
                                           ("twist", u["p11"][2], -strain[5] * L * W / 2)):
                    close("%s, %s" % (name, what), found, exact, 1e-6, 1e-7 * size)
                indices(name, layup, faces, [1e-7 * x for x in strain], "tsai_wu")


def indices(name, layup, faces, strain, criterion):
    """Failure of each ply and face in the results file, the same in all cells."""
    file = File("flat.vtkhdf")
    largest = 0
    for i, (m, _, angle) in enumerate(layup):
        for face, z in (("bottom", faces[i]), ("top", faces[i + 1])):
            e = [strain[k] + z * strain[3 + k] for k in range(3)]
            exact = index(m, STRENGTHS if m is CFRP else CLOTH, criterion, angle, e)
            largest = max(largest, exact)
            data = file.dataset("/VTKHDF/CellData/failure_ply_%d_%s" % (i, face))[2]
            cells = len(file.dataset("/VTKHDF/Types")[2])
            for value in data[-cells:]:
                close("%s: %s at the %s of ply %d" % (name, criterion, face, i), value, exact, 1e-6, 1e-12)
    data = file.dataset("/VTKHDF/CellData/failure")[2]
    close("%s: the largest index" % name, data[-1], largest, 1e-6, 1e-12)


def criteria():
    """The three criteria in tension and compression, at loads where their squares count."""
    layup, sets = [(CFRP, 1e-3, 20), (GLASS, 0.5e-3, -55)], [STRENGTHS, CLOTH]
    K, faces = stiffness(layup)
    grid(2, 2, size=(0.5, 0.3)).write("flat.msh")
    for criterion in ("tsai_wu", "tsai_hill", "maximum_strain"):
        for n in (2e3, -2e3):
            strain = solve(K, [n, 0, 0, 0, 0, 0])
            more = """supports: [{group: corner00, fix: [x, y, z]}, {group: corner10, fix: [y, z]},
           {group: corner01, fix: [z]}]
loads: [{type: traction, group: right, value: [%g, 0, 0]}, {type: traction, group: left, value: [%g, 0, 0]}]
time: {scheme: static, step: 1, steps: 1}
""" % (n * 1e-9, -n * 1e-9)
            weak = [{k: v * 1e-9 if k != "F12" else v * 1e18 for k, v in s.items()} for s in sets]
            ended(criterion, run(laminate_case("flat.msh", layup, weak, criterion, more=more), name="flat"))
            indices("%s at %g" % (criterion, n), layup, faces, strain, criterion)


# ---- mass ----------------------------------------------------------------------------------------

def masses():
    """Plies of two densities: the centre of mass is off the middle, and gravity acts there."""
    grid(4, 3, size=(0.5, 0.3)).write("flat.msh")
    layup = [(CFRP, 1e-3, 0), (GLASS, 3e-3, 90)]
    more = "time: {scheme: bdf2, step: 1e-3, steps: 1}\n"
    r = ended("a plate of two densities", run(laminate_case("flat.msh", layup, more=more), verb="check"))
    rho = 1600 * 1e-3 + 2000 * 3e-3
    close("mass", r.json["mass"], 0.15 * rho, 1e-12)
    close("centre of mass", r.json["center_of_mass"][2], (1600 * 1e-3 * -1.5e-3 + 2000 * 3e-3 * 0.5e-3) / rho, 1e-9)
    free = """gravity: [3, -2, 5]
probes: [{name: c, group: corner11}]
time: {scheme: bdf2, step: 1e-3, steps: 20}
"""
    r = run(laminate_case("flat.msh", layup, more=free))
    if check("it falls", r.status == 0, r.stderr):  # as a whole: neither bent nor turned
        for i, g in enumerate((3, -2, 5)):
            close("acceleration in free fall, %s" % "xyz"[i], r.json["probes"]["c"]["a"][-1][i], g, 1e-6)


# ---- symmetric layups -----------------------------------------------------------------------------

def symmetric():
    """`symmetric: true` mirrors the plies at the middle plane: the same plies written out give the same motion, and
    tension does not bend. Three different plies, for a layup of one or two may look the same when it is repeated."""
    grid(4, 3, size=(0.5, 0.3)).write("flat.msh")
    half, strengths = [(CFRP, 1e-3, 10), (GLASS, 5e-4, -60), (CFRP, 2e-3, 75)], [STRENGTHS, CLOTH, STRENGTHS]
    more = """supports: [{group: left, fix: all}]
loads: [{type: pressure, group: plate, value: 50}, {type: traction, group: right, value: [3e3, 1e3, 0]}]
probes: [{name: p, group: corner10}, {name: q, group: corner11}]
functions: [{name: ks, type: ks, weight: 20}, {name: weight, type: mass}, {type: compliance}]
time: {scheme: static, step: 1, steps: 1}
"""
    mirrored = run(laminate_case("flat.msh", half, strengths, more=more).replace(
        "type: laminate", "symmetric: true\n    type: laminate"))
    whole = run(laminate_case("flat.msh", half + half[::-1], strengths + strengths[::-1], more=more, names="abcdef"))
    ended("symmetric layups", mirrored, whole)
    for probe in ("p", "q"):
        for i in range(3):
            close("symmetric: %s, %s" % (probe, "xyz"[i]), mirrored.json["probes"][probe]["u"][-1][i],
                  whole.json["probes"][probe]["u"][-1][i], 1e-9, 1e-12)
    for name, value in whole.json["functions"].items():
        close("symmetric: " + name, mirrored.json["functions"][name], value, 1e-9)
    flat = ended("a symmetric layup in tension", run(
        laminate_case("flat.msh", half, more=more).replace("type: laminate", "symmetric: true\n    type: laminate"),
        settings=["functions=[]", "time.scheme=linear", "loads[0].value=0"]))
    for probe in ("p", "q"):
        u = flat.json["probes"][probe]["u"][-1]
        close("a symmetric layup in tension does not bend, " + probe, u[2] / abs(u[0]), 0, 0, 1e-9)


# ---- what is refused ------------------------------------------------------------------------------

def refused_cases():
    """Each with what is wrong and what is accepted."""
    grid(2, 2).write("flat.msh")
    layup = [(CFRP, 1e-3, 0), (GLASS, 1e-3, 90)]
    text = laminate_case("flat.msh", layup, more="time: {scheme: static, step: 1, steps: 1}\n")
    refusals(text, [
        ("axis: [1, 0, 0]", "axis: [0, 0, 2]", "axis (0, 0, 2) is normal to element"),
        (", axis: [1, 0, 0]", "", "section 'skin' needs axis"),
        ("section: skin", "section: skim", "unknown section", "nearest: skin"),
        ("material: a,", "material: e,", "sections.skin.plies[0].material", "unknown material"),
        ("type: laminate", "type: isotropic", "too many plies"),
        ("section: skin,", "section: skin, thickness: 1,", "thickness", "given by the section"),
        ("poisson: 0.3,", "", "poisson: is missing", "beside E1"),
        ("poisson: 0.3,", "poisson: 4,", "poisson: out of range", "sqrt(E1/E2)"),
        ("poisson: 0.3,", "poisson: 0.3, Xt: 100, Xc: 100, Yt: 1, Yc: 1, S: 1, F12: -0.02,",
         "materials.a.F12: out of range", "between -0.01 and 0.01"),
        ("time:", "design: [{name: d, section: skin, parameter: angle}]\ntime:", "not a number of a ply",
         "plies[1].angle"),
        ("time:", "design: [{name: d, section: skin, parameter: 'plies[2].angle'}]\ntime:", "not a number of a ply"),
        ("time:", "design: [{name: d, thickness: plate}]\ntime:", "has section 'skin'", "plies[0].thickness"),
        ("time:", "design: [{name: d, material: a, parameter: Xt}]\ntime:", "Xt", "it is not given"),
        ("time:", "functions: [{type: ks, weight: 1}]\ntime:", "aggregates the failure index")],
             count=1, verb="check", status=(2, 3))


# ---- gradients -----------------------------------------------------------------------------------

NUMBERS = ["E1", "E2", "G12", "G13", "G23", "poisson", "density", "Xt", "Xc", "Yt", "Yc", "S", "F12"]


def plate(kind, criterion):
    """A twisted plate of three plies, two of one material, under all loads; every number of it is a design."""
    mesh = "warped-%s.msh" % kind
    grid(3, 2, size=(0.5, 0.3), kind=kind, place=lambda x, y: (x, y, 0.2 * x * y + 0.1 * y * y)).write(mesh)
    layup = [(CFRP, 1e-3, 30), (GLASS, 2e-3, -50), (CFRP, 1.5e-3, 75)]
    designs = ["{name: g%s, material: b, parameter: %s}" % (n, n) for n in NUMBERS]
    designs += ["{name: c%s, material: a, parameter: %s}" % (n, n) for n in NUMBERS]
    designs += ["{name: %s%d, section: skin, parameter: 'plies[%d].%s'}" % (n, i, i, n)
                for i in range(3) for n in ("thickness", "angle")]
    more = """supports: [{group: left, fix: all}]
gravity: [10, 20, -9.81]
loads:
  - {type: pressure, group: plate, value: "2e4*t"}
  - {type: traction, group: right, value: [4e4, "-3e4*t", 1e3]}
design:
%s
functions:
  - {name: m, type: mass}
  - {name: c, type: compliance}
  - {name: ks, type: ks, weight: 20, sum: discrete}
  - {name: p, type: induced, form: power, weight: 6}
  - {name: e, type: induced, form: exponential2, weight: 10, sum: discrete}
%s""" % ("\n".join("  - " + d for d in designs), "%s")
    case = laminate_case(mesh, layup, [STRENGTHS, CLOTH, STRENGTHS], criterion, axis=(1, 0.5, 0.2), more=more)
    # the last ply is of the first's material
    lines = [line for line in case.splitlines() if not line.startswith("  c:")]
    return "\n".join(lines).replace("{material: c,", "{material: a,") + "\n"


def gradients():
    for kind, criterion in (("quad4", "tsai_wu"), ("tri3", "tsai_hill"), ("quad9", "maximum_strain"),
                            ("tri6", "tsai_wu")):
        text = plate(kind, criterion)
        march = "time: {scheme: bdf2, step: 2e-3, steps: 4, error_limit: 1e9}\noutput: {every: 0}"
        gradients_agree("laminate of %s, %s" % (kind, criterion), text % march, ["bdf2"],
                        ranks=(1, 3) if kind == "quad4" else (1,))


# ---- Nastran -------------------------------------------------------------------------------------

DECK = """BEGIN BULK
%sPCOMP,5,,,,TSAI,,,SYM
,1,.001,10.,YES,2,5.-4,-60.
MAT8,1,1.4+11,1.+10,.3,5.+9,4.5+9,3.5+9,1600.
,,,,1.5+9,1.2+9,5.+7,2.5+8,7.+7
,,-1.-18
MAT8,2,4.+10,8.+9,.25,4.+9,4.+9,3.+9,2000.
,,,,1.+9,6.+8,3.+7,1.1+8,4.+7
SPC1,1,123456,1,4,7
ENDDATA
"""


def nastran():
    """PCOMP, MAT8 and THETA make the laminate of a case file, ply by ply."""
    mesh = grid(2, 2, size=(0.5, 0.3))
    mesh.write("flat.msh")
    cards = ["GRID,%d,,%g,%g,%g" % ((n,) + x) for n, x in mesh.nodes.items()]
    quads = [nodes for kind, _, _, nodes in mesh.elements if kind == "quad4"]
    more = """loads: [{type: pressure, group: %s, value: 50}]
probes: [{name: p, node: 9}, {name: q, node: 3}]
functions: [{name: ks, type: ks, weight: 20}]
time: {scheme: static, step: 1, steps: 1}
"""
    for theta, turn in (("", 0), ("35.", 35), ("0", 0)):
        flat = cards + ["CQUAD4,%d,5,%d,%d,%d,%d,%s" % ((i + 1,) + nodes + (theta,)) for i, nodes in enumerate(quads)]
        deck = DECK % "".join(c + "\n" for c in flat)
        with open("deck.bdf", "w") as f:
            f.write(deck)
        r = run("gimbal: 1\nmesh: deck.bdf\n" + more % 5, 2)
        along = (math.cos(math.radians(turn)), math.sin(math.radians(turn)), 0)
        text = laminate_case("flat.msh", [(CFRP, 1e-3, 10), (GLASS, 5e-4, -60)], [STRENGTHS, CLOTH], axis=along,
                             more=more % "plate")
        text = text.replace("type: laminate", "symmetric: true\n    type: laminate")
        own = run(text + "supports: [{group: left, fix: all}]\n")
        ended("a deck with THETA = '%s'" % theta, r, own)
        for probe in ("p", "q"):
            for i, x in enumerate(own.json["probes"][probe]["u"][-1]):
                close("THETA = '%s', %s" % (theta, probe), r.json["probes"][probe]["u"][-1][i], x, 1e-8, 1e-12)
        close("failure with THETA = '%s'" % theta, r.json["functions"]["ks"], own.json["functions"]["ks"], 1e-9)
    # STRN = 1: strengths are strains, of the same index as E1, E2 and G12 times these
    indices = []
    for strengths, end in (((1.4e8, 0.7e8, 1e5, 2e5, 1e7), ""), ((1e-3, 5e-4, 1e-5, 2e-5, 2e-3), ",,,1.")):
        with open("deck.bdf", "w") as f:
            f.write(deck.replace("TSAI", "STRN").replace(
                ",,,,1.5+9,1.2+9,5.+7,2.5+8,7.+7\n,,-1.-18", ",,,,%r,%r,%r,%r,%r\n" % strengths + (end or ",")))
        indices.append(run("gimbal: 1\nmesh: deck.bdf\n" + more % 5))
    if check("strains as strengths", all(r.status == 0 for r in indices), [r.stderr for r in indices]):
        close("have the index of stresses", *(r.json["functions"]["ks"] for r in indices), 1e-12)
    # a MAT1 in plies is the MAT8 of its constants; alone it is the PSHELL; PARAM,WTMASS scales it as all else
    shell = DECK % "".join(c + "\n" for c in flat)
    modal = "modes: {count: 3}\n" + more.replace("functions: [{name: ks, type: ks, weight: 20}]\n", "") % 5
    found = []
    for text in (shell.replace("MAT8,2,4.+10,8.+9,.25,4.+9,4.+9,3.+9,2000.\n,,,,1.+9,6.+8,3.+7,1.1+8,4.+7\n",
                               "MAT1,2,5.2+10,,.3,2000.\n"),
                 shell.replace("MAT8,2,4.+10,8.+9,.25,4.+9,4.+9,3.+9,2000.",
                               "MAT8,2,5.2+10,5.2+10,.3,2.+10,2.+10,2.+10,2000."),
                 "BEGIN BULK\n" + "".join(c + "\n" for c in flat) + "PCOMP,5\n,2,.002,,,2,.003,45.\n"
                 ",2,.001,20.\nMAT1,2,5.2+10,,.3,2000.\nSPC1,1,123456,1,4,7\n",
                 "BEGIN BULK\n" + "".join(c + "\n" for c in flat) + "PSHELL,5,2,.006,2,,2\nMAT1,2,5.2+10,,.3,2000.\n"
                 "SPC1,1,123456,1,4,7\n"):
        with open("deck.bdf", "w") as f:
            f.write(text.replace("ENDDATA\n", "") + "PARAM,WTMASS,.5\nENDDATA\n")
        found.append(run("gimbal: 1\nmesh: deck.bdf\n" + modal, 1 + len(found) % 2, "modes"))
    if check("plies of MAT1", all(r.status == 0 for r in found), [r.stderr for r in found]):
        for k, bound in ((0, 1e-9), (2, 1e-9)):
            for a, b in zip(found[k].json["modes"]["frequency"], found[k + 1].json["modes"]["frequency"]):
                close("plies of MAT1, deck %d" % k, a, b, bound)
    for old, new, words in (
            ("PCOMP,5,,,,TSAI", "PCOMP,5,top,,,TSAI", ("Z0 must be a real number",)),
            ("TSAI", "HOFF", ("FT is not read", "TSAI, HILL, STRN")),
            ("SYM", "MEM", ("LAM is not read", "SYM or blank")),
            ("MAT8,2,", "MAT8,3,", ("plies of material 2", "no MAT8 and no MAT1")),
            (",,,,1.+9,6.+8,3.+7,1.1+8,4.+7", ",,,,1.+9,6.+8,3.+7,1.1+8,4.+7\n,,,1.", ("STRN = 1",)),
            ("1.2+9,5.+7", "-1.2+9,5.+7", ("MAT8 1", "Xc", "must be positive")),
            (",,-1.-18", ",,-1.-17", ("MAT8 1", "F12 must be below 1/sqrt(Xt Xc Yt Yc)")),
            (",%d,0\n" % quads[0][3], ",%d,7\n" % quads[0][3], ("the coordinate system 7 is not defined",))):
        with open("deck.bdf", "w") as f:
            f.write(deck.replace(old, new, 1))
        refused(new, "gimbal: 1\nmesh: deck.bdf\n" + more % 5, *words, status=3, verb="check")


if __name__ == "__main__":
    pure_states()
    criteria()
    masses()
    symmetric()
    gradients()
    refused_cases()
    nastran()
