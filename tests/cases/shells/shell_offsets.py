"""Shells whose middle is not at their nodes.

Claims: strips bend and stretch as A, B, D about the nodes say (closed form), for both meanings of an offset and all
elements; stresses are those of the faces where they are; a plate with nodes beside it moves as one with nodes in its
middle, at rest and in motion, damped or not, and as the same with normals and offset turned; first accelerations are
exact; frequencies of a free plate and laminate do not depend on where the nodes are; mass centre, inertia and the
energy of a turning strip are those of the strip beside its nodes; energy is kept; gradients by thicknesses equal
complex steps, also where the offset goes with the thickness; ZOFFS, Z0 and OFFSET of decks are the keys of a case,
element by element, on 1 to 4 ranks; decks with offsets are turned over with these; a run tells by how much stiffness is
wrong where a shell beside its nodes bends far.
"""
import math
from pathlib import Path

from helper import ROOT, check, close, gradients_agree, grid, run
from hdf5 import File
from lamination import solve, stiffness

KINDS = ("quad4", "tri3", "quad9", "tri6")
YOUNG, POISSON, DENSITY = 7e10, 0.3, 2700.0
METAL = "materials: {m: {young: 7e10, poisson: 0.3, density: 2700, yield: 3e8}}\n"
STATIC = "time: {scheme: static, step: 1, steps: 1}\noutput: {every: 0}\n"
LINEAR = "time: {scheme: linear, step: 1, steps: 1}\noutput: {every: 1}\n"
SKIN = dict(E1=140e9, E2=10e9, G12=5e9, G13=4.5e9, G23=3.5e9, poisson=0.3, density=1600)


def found(label, r):
    """Whether a run has ended well, which is a check."""
    return check(label + " runs", r.status == 0, r.stderr)


# ---- closed forms --------------------------------------------------------------------------------

def strips():
    """A clamped strip without Poisson's ratio is pulled at its nodes by N: e = N D / (A D - B B), k = -N B / (A D - B
    B) with B = z A and D = A (t^2 / 12 + z^2); in the middle N has the moment -N z, and the faces are stressed by
    both."""
    L, W, t, N = 2.0, 0.5, 0.05, 4e-3
    for kind in KINDS:
        grid(8, 2, size=(L, W), kind=kind).write("strip.msh")
        for keys, z in (("offset: 0.03", 0.03), ("offset_fraction: -0.5", -0.5 * t),
                        ("offset: -0.01, offset_fraction: 0.8", 0.8 * t - 0.01)):
            r = run("gimbal: 1\nmesh: strip.msh\nmaterials: {m: {young: 7e10, poisson: 0}}\n"
                    "shells: [{group: plate, material: m, thickness: %g, %s}]\nsupports: [{group: left, fix: all}]\n"
                    "loads: [{type: traction, group: right, value: [%g, 0, 0]}]\n"
                    "probes: [{name: tip, group: corner10}]\n" % (t, keys, N) + LINEAR)
            label = "a strip of %s with %s" % (kind, keys)
            if not found(label, r):
                continue
            A = YOUNG * t
            B, D = z * A, A * (t * t / 12 + z * z)
            e, k = N * D / (A * D - B * B), -N * B / (A * D - B * B)
            u = r.json["probes"]["tip"]["u"][-1]
            close(label + " stretches", u[0], e * L, 1e-7)
            close(label + " bends", u[2], -k * L * L / 2, 1e-7)
            stress = File("case.vtkhdf").dataset("/VTKHDF/CellData/von_mises")[2][-1]
            close(label + " is stressed", stress, N / t * (1 + 6 * abs(z) / t), 1e-6)


def laminates():
    """Strains and curvatures of laminates beside their nodes are those of A, B, D by faces that are moved."""
    L, W, N = 0.5, 0.3, (3.0, 1.0, -2.0)
    layup = [(SKIN, 1e-3, 20), (SKIN, 5e-4, -55), (SKIN, 2e-3, 75)]
    for kind in KINDS:
        grid(4, 3, size=(L, W), kind=kind).write("flat.msh")
        for z in (0.0025, -0.001):
            K, _ = stiffness(layup)
            moved = [[K[i][j] + (z * K[i % 3][j % 3] if i // 3 + j // 3 == 1 else 0)
                      + (z * (2 * K[i % 3][3 + j % 3] + z * K[i % 3][j % 3]) if i // 3 + j // 3 == 2 else 0)
                      for j in range(6)] for i in range(6)]
            strain = solve(moved, list(N) + [0, 0, 0])
            edge = {"right": (N[0], N[2]), "left": (-N[0], -N[2]), "top": (N[2], N[1]), "bottom": (-N[2], -N[1])}
            r = run("gimbal: 1\nmesh: flat.msh\nmaterials: {a: {%s}}\n" % ", ".join("%s: %r" % n for n in SKIN.items())
                    + "sections: {s: {type: laminate, plies: [%s]}}\n" % ", ".join(
                        "{material: a, thickness: %g, angle: %g}" % (t, a) for _, t, a in layup)
                    + "shells: [{group: plate, section: s, axis: [1, 0, 0], offset: %g, offset_fraction: 1}]\n"
                    % (z - 3.5e-3)
                    + "supports: [{group: corner00, fix: [x, y, z]}, {group: corner10, fix: [y, z]}, "
                    "{group: corner01, fix: [z]}]\nloads:\n" + "".join(
                        "  - {type: traction, group: %s, value: [%g, %g, 0]}\n" % (g, *v) for g, v in edge.items())
                    + "probes: [{name: p10, group: corner10}, {name: p01, group: corner01}, "
                    "{name: p11, group: corner11}]\n"
                    + LINEAR)
            label = "a laminate of %s, %g from its nodes" % (kind, z)
            if not found(label, r):
                continue
            u = {p: r.json["probes"][p]["u"][-1] for p in ("p10", "p01", "p11")}
            size = max(abs(x) for v in u.values() for x in v)
            for what, value, exact in (("e11", u["p10"][0], strain[0] * L), ("e22", u["p01"][1], strain[1] * W),
                                       ("e12", u["p01"][0], strain[2] * W),
                                       ("twist", u["p11"][2], -strain[5] * L * W / 2)):
                close("%s: %s" % (label, what), value, exact, 1e-6, 1e-7 * size)


# ---- the same model written another way ----------------------------------------------------------

TURNED = {"tri3": (0, 2, 1), "quad4": (0, 3, 2, 1), "tri6": (0, 2, 1, 5, 4, 3), "quad9": (0, 3, 2, 1, 7, 6, 5, 4, 8)}


def reference_surfaces():
    """A plate whose nodes are in its middle and the same with nodes beside it bend, fly and turn alike: what is left is
    the offset times the curvature, here 2e-4 of the whole, and directors a little longer. With normals and offset
    turned it is the same."""
    t, z, L, W = 0.02, 0.03, 1.0, 0.3
    for kind in KINDS:
        for scheme, step in (("static", "step: 0.5, steps: 2"), ("galpha", "step: 4e-3, steps: 40"),
                             ("bdf2", "step: 4e-3, steps: 40")):
            ends = []
            for beside, turned in ((0, False), (z, False), (z, True)):
                mesh = grid(8, 2, size=(L, W), kind=kind, place=lambda x, y: (x, y, -beside))
                if turned:
                    mesh.elements = [(e[0], e[1], e[2], tuple(e[3][k] for k in TURNED.get(e[0], range(len(e[3])))))
                                     for e in mesh.elements]
                mesh.write("surface.msh")
                r = run(
                    "gimbal: 1\nmesh: surface.msh\nmaterials: {m: {young: 7e7, poisson: 0.3, density: 2700%s}}\n" % (
                        ", damping: {mass: 2, stiffness: 1e-4}" if scheme == "bdf2" else "")
                    + "shells: [{group: plate, material: m, thickness: %g, offset: %g}]\n"
                    % (t, -beside if turned else beside)
                    + "supports: [{group: left, fix: all}]\ngravity: [0, 5e-3, -8e-3]\n"
                    "probes: [{name: tip, group: corner10}]\n"
                    + "functions: [{name: c, type: compliance}]\ntime: {scheme: %s, %s}\n"
                    "output: {every: 0}\n" % (scheme, step))
                if found("%s by %s, %g beside" % (kind, scheme, beside), r):
                    ends.append((r.json["functions"]["c"], r.json["probes"]["tip"]["u"][-1][2]))
            if len(ends) == 3:
                label = "a plate of %s by %s" % (kind, scheme)
                close(label + " beside its nodes bends as one on them", ends[1][0], ends[0][0], 2e-3)
                close(label + " sinks as much", ends[1][1], ends[0][1], 2e-3)
                close(label + " turned over is the same", ends[2][0], ends[1][0], 1e-9)


def accelerations():
    """A free plate beside its nodes is struck at rest: its first accelerations are those of a rigid body at once."""
    a, b, t, z, F = 2.0, 0.9, 0.05, 0.12, 30.0
    m = DENSITY * a * b * t
    for kind in KINDS:
        grid(2, 1, size=(a, b), kind=kind, place=lambda x, y: (x - a / 2, y - b / 2, 0.0)).write("plate.msh")
        r = run("gimbal: 1\nmesh: plate.msh\n" + METAL
                + "shells: [{group: plate, material: m, thickness: %g, offset: %g}]\n" % (t, z)
                + "gravity: [%.17g, 0, %.17g]\nprobes: [{name: p, group: corner00}]\n" % (F / m, -F / m)
                + "functions: [{name: x, type: value, of: p, value: ax, at: {time: 0}}, "
                "{name: z, type: value, of: p, value: az, at: {time: 0}}]\n"
                "time: {scheme: galpha, step: 1e-3, steps: 2}\noutput: {every: 0}\n")
        if found("a falling plate", r):
            close("it falls along x", r.json["functions"]["x"], F / m, 1e-10)
            close("it falls", r.json["functions"]["z"], -F / m, 1e-10)
    # under a force at a corner directors have large ones; complex steps solve them in another way
    for kind in ("quad4", "tri6"):
        for plies in ("", "sections: {s: {type: laminate, plies: [{material: a, thickness: 0.02}, "
                      "{material: b, thickness: 0.03}]}}\n"):
            grid(2, 1, size=(a, b), kind=kind).write("plate.msh")
            two = ", ".join("%s: {E1: 7e7, E2: 7e7, G12: 3e7, G13: 3e7, G23: 3e7, poisson: 0.1, density: %d}" % n
                            for n in (("a", 2600), ("b", 600)))
            gradients_agree("first accelerations of " + kind, "gimbal: 1\nmesh: plate.msh\n"
                            + ("materials: {%s}\n%s" % (two, plies) if plies
                               else "materials: {a: {young: 7e7, poisson: 0.3, density: 2700}}\n")
                            + "shells: [{group: plate, %s}]\n"
                            % ("section: s, axis: [1, 0, 0]" if plies else "material: a, thickness: 0.05, offset: 0.02")
                            + "supports: [{group: left, fix: all}]\n"
                            "loads: [{type: force, group: corner11, value: [1, 2, -5]}]\n"
                            "design: [{name: rho, material: a, parameter: density}]\n"
                            "probes: [{name: p, group: corner11}]\n"
                            "functions: [{name: a0, type: value, of: p, value: az, at: {time: 0}}, "
                            "{name: c, type: compliance}]\n"
                            "time: {scheme: galpha, step: 1e-3, steps: 3, error_limit: 100}\noutput: {every: 0}\n",
                            ("galpha",), (1,))


def free_plates():
    """Frequencies of a free plate and of a free laminate do not depend on where the nodes are."""
    plies = "sections: {s: {type: laminate, plies: [{material: a, thickness: 0.01, angle: 30}, " \
        "{material: a, thickness: 0.02, angle: -50}]}}\nmaterials: {a: {%s}}\n" % ", ".join(
        "%s: %r" % n for n in SKIN.items())
    for kind in ("quad4", "tri6"):
        grid(6, 4, size=(1.0, 0.6), kind=kind).write("free.msh")
        for head, shell in ((METAL, "material: m, thickness: 0.03"), (plies, "section: s, axis: [1, 0, 0]")):
            rest = "modes: {count: 10}\n" + STATIC
            known = run("gimbal: 1\nmesh: free.msh\n%sshells: [{group: plate, %s}]\n" % (head, shell) + rest,
                        verb="modes")
            for ranks, z in ((1, 0.04), (2, -0.01)):
                r = run(
                    "gimbal: 1\nmesh: free.msh\n%sshells: [{group: plate, %s, offset: %g}]\n" % (head, shell, z) + rest,
                    ranks, "modes")
                label = "%s of %s, %g from its nodes" % (shell[:10], kind, z)
                if not (found(label, r) and found("at its nodes", known)):
                    continue
                check(label + ": rigid motions", r.json["modes"]["rigid"] == known.json["modes"]["rigid"] == 6,
                      r.json["modes"])
                for f, exact in zip(r.json["modes"]["frequency"], known.json["modes"]["frequency"]):
                    close(label + ": frequency", f, exact, 2e-3)


# ---- inertia -------------------------------------------------------------------------------------

def inertia():
    """Mass centre and inertia of a plate that is z beside its nodes, and the energy of its turning about their line."""
    a, b, t, z, turn = 2.0, 0.9, 0.05, 0.12, 3.0
    m = DENSITY * a * b * t
    grid(4, 3, size=(a, b), place=lambda x, y: (x - a / 2, y - b / 2, 0.0)).write("plate.msh")
    exact = {"z": z, "x": 0, "xx": m * (b * b / 12 + t * t / 12 + z * z), "yy": m * (a * a / 12 + t * t / 12 + z * z),
             "zz": m * (a * a + b * b) / 12, "own": m * (b * b + t * t) / 12,
             "turning": turn ** 2 / 2 * m * (b * b / 12 + t * t / 12 + z * z)}
    kinds = {"z": "mass_centre, form: z", "x": "mass_centre, form: x", "own": "inertia, form: xx",
             "turning": "energy, form: kinetic, at: {time: 0}"}
    listed = ", ".join("{name: %s, type: %s}" % (n, kinds.get(n, "inertia, form: %s, about: [0, 0, 0]" % n))
                       for n in exact)
    for ranks in (1, 2, 4):
        r = run("gimbal: 1\nmesh: plate.msh\n" + METAL
                + "shells: [{group: plate, material: m, thickness: %g, offset: 0.145, offset_fraction: -0.5}]\n" % t
                + "initial: [{group: plate, velocity: [0, 0, 0], angular_velocity: [%g, 0, 0], about: [0, 0, 0]}]\n"
                % turn
                + "functions: [%s]\ntime: {scheme: galpha, step: 1e-3, steps: 2}\noutput: {every: 0}\n" % listed, ranks)
        if found("a plate beside its nodes", r):
            for name in exact:
                close("%s on %d ranks" % (name, ranks), r.json["functions"][name], exact[name], 1e-11, 1e-11)


def energy():
    """A free plate beside its nodes flies, turns and bends: the mid-point rule keeps its energy."""
    grid(4, 2, size=(1.0, 0.4)).write("plate.msh")
    text = ("gimbal: 1\nmesh: plate.msh\nmaterials: {m: {young: 1e6, poisson: 0.3, density: 500}}\n"
            "shells: [{group: plate, material: m, thickness: 0.05, offset: 0.06}]\n"
            "initial: [{group: plate, velocity: [1, 0, 2], angular_velocity: [4, 2, 3], about: [0.5, 0.2, 0.06]}]\n"
            "functions: [{name: start, type: energy, form: total, at: {time: 0}}, "
            "{name: end, type: energy, form: total, at: end}, "
            "{name: bent, type: energy, form: strain, at: end}]\n"
            "time: {scheme: dirk2, step: 5e-4, steps: 100}\noutput: {every: 0}\n")
    r = run(text)
    if found("a free plate", r):
        f = r.json["functions"]
        check("it bends", f["bent"] > 1e-5 * f["end"], f)
        close("its energy stays", f["end"], f["start"], 1e-4)


# ---- gradients -----------------------------------------------------------------------------------

def gradients():
    grid(3, 2, size=(1.0, 0.4), place=lambda x, y: (x, y, 0.2 * x * y), distort=0.1).write("plate.msh")
    functions = ("functions: [{name: ks, type: ks, weight: 20}, {name: c, type: compliance}, "
                 "{name: z, type: mass_centre, form: z}, "
                 "{name: i, type: inertia, form: yy, about: [0, 0, 0]}]\n")
    rest = ("supports: [{group: left, fix: all}]\ngravity: [1, 2, -9.81]\n"
            "loads: [{type: traction, group: right, value: [\"10*t\", 0, \"20*t\"]}]\n%s"
            "time: {scheme: galpha, step: 1e-2, steps: 3, error_limit: 100}\noutput: {every: 0}\n" % functions)
    metal = "materials: {m: {young: 7e7, poisson: 0.3, density: 2700, yield: 3e5, " \
            "damping: {mass: 1, stiffness: 1e-4}}}\n"
    designs = ("design: [{name: t, thickness: plate%s}, {name: e, material: m, parameter: young}, "
               "{name: rho, material: m, parameter: density}]\n")
    for keys in ("offset_fraction: 0.5", "offset: -0.03", "offset: 0.02, offset_fraction: -0.7"):
        gradients_agree("with " + keys, "gimbal: 1\nmesh: plate.msh\n" + metal
                        + "shells: [{group: plate, material: m, thickness: 0.02, %s}]\n" % keys
                        + designs % (", per: element" if "0.7" in keys else "") + rest, ("bdf2", "galpha"), (1, 3))
    plies = ("sections: {s: {type: laminate, plies: [{material: a, thickness: 0.01, angle: 30}, "
             "{material: a, thickness: 0.02, angle: -50}]}}\nmaterials: {a: {%s, Xt: 1e5, Xc: 1e5, "
             "Yt: 1e5, Yc: 1e5, S: 1e5}}\n"
             % ", ".join("%s: %r" % (k, v / 1e3 if v > 1e6 else v) for k, v in SKIN.items()))
    gradients_agree("a laminate", "gimbal: 1\nmesh: plate.msh\n" + plies
                    + "shells: [{group: plate, section: s, axis: [1, 0, 0], offset: 0.01, offset_fraction: 0.5}]\n"
                    "design: [{name: t, section: s, parameter: \"plies[1].thickness\"}, "
                    "{name: a, section: s, parameter: \"plies[0].angle\"}, "
                    "{name: E, material: a, parameter: E1}]\n" + rest, ("galpha",), (2,))


# ---- decks ---------------------------------------------------------------------------------------

def deck(offsets, second="", turned=(), bend=0.1):
    """Nine grids, four elements with these ZOFFS."""
    lines = ["SPC = 1", "LOAD = 2", "BEGIN BULK"]
    lines += ["GRID,%d,,%g,%g,%g" % (1 + i + 3 * j, i, j, bend * i * j) for j in range(3) for i in range(3)]
    quads = [(1, 2, 5, 4), (2, 3, 6, 5), (4, 5, 8, 7), (5, 6, 9, 8)]
    for e, (nodes, z) in enumerate(zip(quads, offsets)):
        nodes = nodes[::-1] if e in turned else nodes
        lines.append("CQUAD4,%d,5,%d,%d,%d,%d,,%s" % ((e + 1,) + nodes + ("%g" % z if z else "",)))
    lines += [second or "PSHELL,5,1,.05,1", "MAT1,1,7.+7,,.3,2700.", "SPC1,1,123456,1,4,7", "FORCE,2,9,,1.,2.,3.,-5.",
              "PARAM,COUPMASS,1", "ENDDATA", ""]
    return "\n".join(lines)


MORE = "probes: [{name: a, node: 9}, {name: b, node: 6}]\n" \
       "functions: [{name: c, type: compliance}, {name: z, type: mass_centre, form: z}]\n" \
       "time: {scheme: galpha, step: 0.05, steps: 4, error_limit: 100}\noutput: {every: 0}\n"


def agree(label, deck_case, case, ranks=(1, 2, 3, 4), verb="run"):
    b = run(case, 1, verb)
    for count in ranks:
        a = run(deck_case, count, verb)
        if not (found("%s on %d ranks" % (label, count), a) and found(label + " as a case", b)):
            continue
        for name, p in a.json["probes"].items():
            u, v = p["u"][-1], b.json["probes"][name]["u"][-1]
            size = max(map(abs, v))
            check("%s on %d ranks: %s" % (label, count, name),
                  size > 1e-5 and math.dist(u, v) <= (1e-12 if count == 1 else 1e-10) * size,
                  (u, v))
        for name, f in b.json["functions"].items():
            close("%s on %d ranks: %s" % (label, count, name), a.json["functions"][name], f, 1e-11)
        for name, row in (b.json.get("gradient") or {}).items():
            for design, slope in row.items():
                close("%s on %d ranks: d %s / d %s" % (label, count, name, design), a.json["gradient"][name][design][0],
                      slope[0], 1e-9)


def nastran():
    case = "gimbal: 1\nmesh: deck.bdf\n"
    Path("flat.bdf").write_text(deck((0,) * 4))
    head = "gimbal: 1\nmesh: flat.bdf\n"
    metal = "materials: {m: {young: 7e7, poisson: 0.3, density: 2700}}\n"
    Path("deck.bdf").write_text(deck((0.02,) * 4))
    agree("ZOFFS", case + MORE, head + metal + "shells: [{group: 5, material: m, thickness: 0.05, offset: 0.02}]\n"
          + MORE, (1, 3))
    Path("deck.bdf").write_text(deck((0.02, 0, -0.03, 0.02)))
    Path("flat.bdf").write_text(deck((0,) * 4).replace("PSHELL,5,1,.05,1\n", ""))
    groups = "groups: [{name: p, elements: [1, 4]}, {name: q, elements: [2]}, {name: r, elements: [3]}]\n"
    shells = metal + "shells:\n" + "".join("  - {group: %s, material: m, thickness: 0.05, offset: %g}\n" % g
                                           for g in (("p", 0.02), ("q", 0), ("r", -0.03)))
    agree("ZOFFS of elements", case + MORE, head + groups + shells + MORE)
    designs = "design: [{name: t, thickness: %s}, {name: e, material: %s, parameter: young}]\n"
    gradients_agree("ZOFFS of elements", case + designs % ("5", "MAT1 1") + MORE, ("galpha",), (1, 2))
    laminate = "PCOMP,5,-.01\n,2,.02,30.,,2,.03,-50.\nMAT8,2,7.+7,1.+7,.3,5.+6,5.+6,4.+6,1600."
    Path("deck.bdf").write_text(deck((0,) * 4, laminate, bend=0))
    plies = ("materials: {a: {E1: 7e7, E2: 1e7, poisson: 0.3, G12: 5e6, G13: 5e6, G23: 4e6, density: 1600}}\n"
             "sections: {s: {type: laminate, plies: [{material: a, thickness: 0.02, angle: 30}, "
             "{material: a, thickness: 0.03, angle: -50}]}}\n"
             "shells: [{group: 5, section: s, axis: [1, 0, 0], offset: %g%s}]\n")
    Path("flat.bdf").write_text(deck((0,) * 4, bend=0).replace("PSHELL,5,1,.05,1\n", ""))
    agree("Z0", case + MORE, head + plies % (0.015, "") + MORE, (1, 2))
    designs = "design: [{name: t, section: %s, parameter: \"plies[1].thickness\"}]\n"
    agree("Z0 and a ply's thickness", case + designs % "PCOMP 5" + MORE,
          head + plies % (-0.01, ", offset_fraction: 0.5") + designs % "s" + MORE, (1,), "gradient")
    Path("deck.bdf").write_text(deck((0.02,) * 4, laminate, bend=0))
    agree("Z0 and ZOFFS", case + MORE, head + plies % (0.035, "") + MORE, (1,))
    Path("deck.bdf").write_text(deck((0.02,) * 4, turned=(1,)))
    r = run(case + "orient: consistent\n" + MORE, verb="check")
    check("decks with offsets are turned with them",
          r.status == 0 and "are reversed, and so are the signs of their pressures and offsets" in r.stderr, r.stderr)


def keywords():
    """OFFSET is where the nodes are from the middle of the thickness, as a part of it."""
    mesh = ("*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 1, 1, .1\n4, 0, 1, 0\n*ELEMENT, TYPE=S4, ELSET=SKIN\n"
            "1, 1,2,3,4\n*NSET, NSET=ROOT\n1, 4\n"
            "*MATERIAL, NAME=M\n*ELASTIC\n7.E7, .3\n*DENSITY\n2700.\n")
    rest = "*BOUNDARY\nROOT, ENCASTRE\n*STEP\n*STATIC\n*CLOAD\n3, 3, 2.\n2, 1, 9.\n*END STEP\n"
    more = "probes: [{name: a, node: 3}]\nfunctions: [{name: c, type: compliance}]\n" + STATIC
    for word, fraction in (("SPOS", -0.5), ("SNEG", 0.5), (".3", -0.3), ("-1.2D0", 1.2)):
        Path("deck.inp").write_text(mesh + "*SHELL SECTION, ELSET=SKIN, MATERIAL=M, OFFSET=%s\n.05\n" % word + rest)
        agree("OFFSET=" + word, "gimbal: 1\nmesh: deck.inp\n" + more,
              "gimbal: 1\nmesh: deck.inp\nmaterials: {m: {young: 7e7, poisson: 0.3, "
              "density: 2700}}\nshells: [{group: SKIN, material: m, thickness: 0.05, offset_fraction: %g}]\n" % fraction
              + more, (1, 2))


def skin():
    """The example is the same skin with its middle told by the thickness, but for thicknesses that change."""
    own = run(ROOT / "meshes/flush-skin.yaml", 2, "gradient")
    Path("flush-skin.bdf").write_text((ROOT / "meshes/flush-skin.bdf").read_text())
    text = (ROOT / "meshes/flush-skin.yaml").read_text() + "materials: {m: {young: 7.2e10, poisson: 0.33, " \
           "density: 2800}}\nshells:\n" \
        "  - {group: \"1\", material: m, thickness: 0.002, offset_fraction: -0.5}\n" \
        "  - {group: \"2\", material: m, thickness: 0.005, offset_fraction: -0.5}\n"
    other = run(text, 1, "gradient")
    if found("the example", own) and found("the example by fractions", other):
        for name in ("weight", "compliance"):
            close("the example's " + name, other.json["functions"][name], own.json["functions"][name], 1e-9)
        check("faces that stay are other designs",
              own.json["gradient"]["compliance"]["pads"] != other.json["gradient"]["compliance"]["pads"])


def rolled():
    """A strip that moments roll up: 3 z k of its stiffness is wrong, in closed form for a small z k, with a warning
    beyond 1e-2 but for linear statics."""
    L, W, t, E = 1.0, 0.1, 0.01, 7e7
    warns = "stiffness is wrong by about"
    for kind, at_edge in (("quad4", 2), ("tri6", 3)):
        grid(20, 1, size=(L, W), kind=kind).write("roll.msh")
        for z, turn, scheme, ranks in ((0.01, 0.1, "static", 1), (-0.01, 0.1, "static", 2), (0.01, 0.5, "static", 2),
                                       (-0.01, 0.5, "static", 1), (0.01, 0.5, "linear", 1), (0, 0.5, "static", 1)):
            r = run("gimbal: 1\nmesh: roll.msh\nmaterials: {m: {young: %g, poisson: 0}}\n"
                    "shells: [{group: plate, material: m, thickness: %g, offset: %g}]\n"
                    "supports: [{group: left, fix: all}]\n"
                    "loads: [{type: moment, group: right, value: [0, \"-%.17g*t\", 0]}]\n"
                    "probes: [{name: p, group: corner10}]\n"
                    "time: {scheme: %s, step: 0.25, steps: 4}\noutput: {every: 0}\n"
                    % (E, t, z, E * W * t ** 3 / 12 * turn / L / at_edge, scheme), ranks)
            label = "a strip of %s at %g that %s rolls by %g" % (kind, z, scheme, turn)
            if found(label, r):
                bound = 0 if scheme == "linear" else 3 * abs(z) * turn / L
                close(label + ": what is wrong", r.json["offset_bending"], bound, 0.1)
                check(label + ": a warning", (warns in r.stderr) == (bound > 0.012), r.stderr)
                if bound and turn < 0.2:
                    u, exact = r.json["probes"]["p"]["u"][-1][2], (L / turn + z) * (1 - math.cos(turn))
                    close(label + ": what is wrong of its motion", u / exact - 1, -3 * z * turn / L, 0.2)
    # the largest so far goes on with a march: there and back, from a restart file of the way back
    grid(20, 1, size=(L, W)).write("roll.msh")
    text = ("gimbal: 1\nmesh: roll.msh\nmaterials: {m: {young: %g, poisson: 0}}\n"
            "shells: [{group: plate, material: m, thickness: %g, offset: 0.01}]\n"
            "supports: [{group: left, fix: all}]\n"
            "loads: [{type: moment, group: right, value: [0, \"-%.17g*sin(pi*t)\", 0]}]\n"
            "time: {scheme: static, step: 0.125, steps: 8}\noutput: {every: 0}\n"
            % (E, t, E * W * t ** 3 / 24 * 0.5 / L))
    whole = run(text, 1, settings=["checkpoint.keep=true", "checkpoint.every=6"])
    if found("there and back", whole) and check("a restart file", Path("case.restart").exists()):
        again = run(text, 2, options=["--restart", "case.restart"])
        if found("the way back", again):
            close("the largest so far", again.json["offset_bending"], whole.json["offset_bending"], 1e-9)
            check("it is told of", warns in again.stderr and whole.json["offset_bending"] > 0.012, again.stderr)


for test in (strips, laminates, reference_surfaces, accelerations, free_plates, inertia, energy,
             gradients, nastran, keywords, skin, rolled):
    test()
