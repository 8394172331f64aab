"""Claim: forces, moments, strains and face stresses of shells in the results are those of closed forms, in the
material's axes, of every element; those of a cantilever's beam too; and the same on 1, 2 and 3 ranks.

Source: Mohr's circle; classical lamination theory (Jones); beam theory.
"""
# quick
# memcheck
import math

from common import ended, in_turn
from helper import check, close, grid, run
from hdf5 import File
from lamination import own_stiffness, solve, stiffness, times, turned

SHELL_FIELDS = ("shell_force", "shell_moment", "shell_shear", "shell_strain", "shell_curvature", "shell_shear_strain",
                "stress_bottom", "principal_bottom", "stress_top", "principal_top")


def last_frame(name, file="case.vtkhdf"):
    file = File(file)
    cells = len(file.dataset("/VTKHDF/Types")[2])
    return file.rows("/VTKHDF/CellData/" + name)[-cells:]


def same(label, name, exact, size, file="case.vtkhdf", cells=None):
    """A field has these three values in the cells, to 1e-6 of `size`."""
    rows = last_frame(name, file)
    for c in cells or range(len(rows)):
        for i in range(3):
            if exact[i] is not None:
                close("%s: %s of cell %d, component %d" % (label, name, c, i), rows[c][i], exact[i], 0, 1e-6 * size)


def across(N, angle):
    """Forces or stresses (11, 22, 12) in axes turned by an angle in degrees."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return [N[0] * c * c + N[1] * s * s + 2 * N[2] * c * s, N[0] * s * s + N[1] * c * c - 2 * N[2] * c * s,
            (N[1] - N[0]) * c * s + N[2] * (c * c - s * s)]


def mohr(s):
    m, r = (s[0] + s[1]) / 2, math.hypot((s[0] - s[1]) / 2, s[2])
    return [m + r, m - r, math.degrees(math.atan2(2 * s[2], s[0] - s[1])) / 2]


def pull(N):
    """A plate held at three corners without reactions, under constant N11, N22, N12."""
    edge = {"right": (N[0], N[2]), "left": (-N[0], -N[2]), "top": (N[2], N[1]), "bottom": (-N[2], -N[1])}
    lines = ["supports:", "  - {group: corner00, fix: [x, y, z]}", "  - {group: corner10, fix: [y, z]}",
             "  - {group: corner01, fix: [z]}", "loads:"]
    lines += ['  - {type: traction, group: %s, value: [%.17g, %.17g, 0]}' % (g, *v) for g, v in edge.items()]
    return "\n".join(lines) + "\ntime: {scheme: static, step: 1, steps: 1}\n"


def one_material():
    """Constant forces in a plate of one material, in axes that are turned from those of the loads."""
    E, nu, t = 70e9, 0.3, 0.01
    for kind in ("quad4", "tri3", "quad9", "tri6"):
        grid(3, 2, size=(0.5, 0.3), kind=kind, distort=0 if kind in ("quad9", "tri6") else 0.2).write("plate.msh")
        for N, angle in (((3.0, 1.0, -2.0), 25), ((0.0, 0.0, 2.0), 0)):
            c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            r = run("""gimbal: 1
mesh: plate.msh
materials: {m: {young: %g, poisson: %g}}
shells: [{group: plate, material: m, thickness: %g, axis: [%.17g, %.17g, 3]}]
""" % (E, nu, t, c, s) + pull(N))
            label = "%s, %g, %d degrees" % (kind, N[2], angle)
            ended(label, r)
            n = across(N, angle)
            stress = [x / t for x in n]
            same(label, "shell_force", n, 1)
            same(label, "shell_moment", (0, 0, 0), t)
            same(label, "shell_strain", [(n[0] - nu * n[1]) / E / t, (n[1] - nu * n[0]) / E / t,
                                         2 * (1 + nu) * n[2] / E / t], 1 / E / t)
            for face in ("bottom", "top"):
                same(label, "stress_" + face, stress, 1 / t)
                same(label, "principal_" + face, mohr(stress)[:2] + [None], 1 / t)
                same(label, "principal_" + face, [None, None, mohr(stress)[2]], 100)
    close("pure shear has the largest stress at 45 degrees", mohr((0, 0, 1))[2], 45, 1e-12)


def plies():
    """Two plies under tension alone bend: curvatures and the stresses of the outer plies by lamination theory."""
    m = dict(E1=140e9, E2=10e9, G12=5e9, G13=4.5e9, G23=3.5e9, poisson=0.3)
    N, layup = (3.0, 1.0, -2.0), [(m, 1e-3, 20), (m, 2e-3, -55)]
    K, faces = stiffness(layup)
    strain = solve(K, list(N) + [0, 0, 0])
    grid(3, 2, size=(0.5, 0.3), distort=0.2).write("plate.msh")
    for shift in (0, 40):
        c, s = math.cos(math.radians(shift)), math.sin(math.radians(shift))
        small = [1e-7 * x for x in N]
        r = run("""gimbal: 1
mesh: plate.msh
materials: {m: {%s}}
sections:
  skin: {type: laminate, plies: [{material: m, thickness: 1e-3, angle: %g}, {material: m, thickness: 2e-3, angle: %g}]}
shells: [{group: plate, section: skin, axis: [%.17g, %.17g, 0]}]
""" % (", ".join("%s: %r" % i for i in m.items()), 20 - shift, -55 - shift, c, s) + pull(small))
        label = "plies, %d degrees" % shift
        ended(label, r)
        # tensors: shear strains and twists are twice the components
        e, k = ([x * (2 if i == 2 else 1) for i, x in enumerate(
            across([v[0] * 1e-7, v[1] * 1e-7, v[2] * 0.5e-7], shift))] for v in (strain[:3], strain[3:]))
        same(label, "shell_force", across(small, shift), 1e-7)
        same(label, "shell_strain", e, max(map(abs, e)))
        same(label, "shell_curvature", k, max(map(abs, k)))
        for face, ply, z in (("bottom", 0, faces[0]), ("top", 1, faces[2])):
            T = turned(layup[ply][2] - shift)
            own = times(own_stiffness(m), times(T, [a + z * b for a, b in zip(e, k)]))
            stress = [sum(T[j][i] * own[j] for j in range(3)) for i in range(3)]
            same(label, "stress_" + face, stress, max(map(abs, stress)))
            same(label, "principal_" + face, mohr(stress)[:2] + [None], max(map(abs, stress)))
            same(label, "principal_" + face, [None, None, mohr(stress)[2]], 100)


def cantilevers():
    """A strip of shells and a beam under a force at the end, on several ranks."""
    L, W, t, F, E = 1.0, 0.1, 0.02, 1e-5, 1e9
    grid(8, 1, size=(L, W)).write("plate.msh")
    text = """gimbal: 1
mesh: plate.msh
materials: {m: {young: 1e9, poisson: 0}}
sections: {s: {type: rectangle, material: m, width: 0.1, height: 0.02}}
shells: [{group: plate, material: m, thickness: 0.02, axis: [1, 0, 0]}]
beams: [{name: b, points: [[0, 1, 0], [1, 1, 0]], elements: 8, section: s, orientation: [0, 1, 0], ends: [ground, ~]}]
supports: [{group: left, fix: all}]
loads:
  - {type: traction, group: right, value: [0, 0, 1e-4]}
  - {type: force, body: b.end, at: [1, 1, 0], value: [0, 0, 1e-5]}
time: {scheme: static, step: 1, steps: 1}
"""
    first = None
    for ranks in (1, 2, 3):
        r = ended("cantilevers on %d ranks" % ranks, run(text, ranks))
        names = SHELL_FIELDS + ("beam_force", "beam_moment", "beam_strain", "beam_curvature")
        found = {n: last_frame(n) for n in names}
        first = first or found
        for n in names:
            size = max(abs(x) for row in first[n] for x in row)
            if n in ("shell_force", "shell_strain"):  # of second order
                size = F / W / (1 if n == "shell_force" else E * t)
            worst = max(abs(x - y) for a, b in zip(first[n], found[n]) for x,
                        y in list(zip(a, b))[:2 + ("pr" not in n)])
            close("%s on %d ranks" % (n, ranks), worst, 0, 0, 1e-9 * size)
    for k in range(8):  # means of the elements: a force upwards stretches the bottom
        arm = L - (k + 0.5) / 8
        label = "strip"
        same(label, "shell_shear", (F / W, 0, 0), F / W, cells=[k])
        same(label, "shell_shear_strain", (F / W / (5 / 6 * E / 2 * t), 0, 0), F / W / E / t, cells=[k])
        same(label, "shell_moment", (-F / W * arm, 0, 0), F / W, cells=[k])
        same(label, "shell_curvature", (-F / W * arm * 12 / E / t ** 3, 0, 0), F / W * 12 / E / t ** 3, cells=[k])
        same(label, "stress_bottom", (6 * F / W * arm / t ** 2, 0, 0), 6 * F / W / t ** 2, cells=[k])
        same(label, "stress_top", (-6 * F / W * arm / t ** 2, 0, 0), 6 * F / W / t ** 2, cells=[k])
        same(label, "principal_top", (0, -6 * F / W * arm / t ** 2, None), 6 * F / W / t ** 2, cells=[k])
        beam = [8 + k]
        same("beam", "beam_force", (0, 0, F), F, cells=beam)
        same("beam", "beam_strain", (0, 0, F / (5 / 6 * E / 2 * W * t)), F / E / W / t, cells=beam)
        same("beam", "beam_moment", (0, -F * arm, 0), F, cells=beam)
        same("beam", "beam_curvature", (0, -F * arm * 12 / E / W / t ** 3, 0), F * 12 / E / W / t ** 3, cells=beam)
        for n in SHELL_FIELDS:
            check("no %s of a beam" % n, last_frame(n)[8 + k] == [0, 0, 0])
        check("no beam_force of a shell", last_frame("beam_force")[k] == [0, 0, 0])
    r = run(text, settings=["output.sections=false"])
    check("they can be left out", r.status == 0 and not any(File("case.vtkhdf").exists("/VTKHDF/CellData/" + n)
                                                             for n in SHELL_FIELDS + ("beam_force",)), r.stderr)


in_turn(one_material, plies, cantilevers)
