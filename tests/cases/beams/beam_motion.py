"""Beams in motion: the flying spaghetti in space and in the plane against independent integrations, with order 2 of
2-node elements; frequencies of a cantilever; momentum and energy of a free flight; unequal moments of mass about the
section's axes; the two-link arm; a beam that bodies hold at both ends; a restart; the results' section forces.
"""
# timeout: 600
import math

from common import ended, in_turn
from helper import Mesh, ROOT, check, close, run
from hdf5 import File

LOADS = {
    "space": ["{type: moment, group: rod.start, value: [0, \"max(0, min(80*t, 400 - 80*t))\", "
              "\"max(0, min(40*t, 200 - 40*t))\"]}",
              "{type: force, group: rod.start, value: [\"max(0, min(8*t, 40 - 8*t))\", 0, 0]}"],
    "plane": ["{type: moment, group: rod.start, value: [0, \"40*pulse(t, -1, 2.495) + 40*pulse(t, -1, 2.505)\", 0]}",
              "{type: force, group: rod.start, value: [\"4*pulse(t, -1, 2.495) + 4*pulse(t, -1, 2.505)\", 0, 0]}"]}


def diagonal(*values):
    return "[%s]" % ", ".join("[%s]" % ", ".join("%.17g" % (v if i == j else 0) for j in range(6))
                              for i, v in enumerate(values))


def spaghetti(kind, elements, order, step, end, ranks=1, every=0, options=()):
    """Simo & Vu-Quoc 1986, 1988: EA = GA = 1e4, GJ = EI = 500, mass 1 and inertia 20, 10, 10 a length."""
    text = "\n".join([
        "gimbal: 1", "sections:",
        "  s: {type: general, stiffness: %s, mass: [1, 0, 0, 10, 10, 0]}" % diagonal(1e4, 1e4, 1e4, 500, 500, 500),
        "beams:", "  - {name: rod, points: [[6, 0, 0], [0, 0, 8]], elements: %d, order: %d, section: s, "
        "orientation: [0, 1, 0]}" % (elements, order),
        "loads:"] + ["  - " + l for l in LOADS[kind]] + [
        "probes:", "  - {name: low, group: rod.start}", "  - {name: mid, at: [3, 0, 4]}",
        "  - {name: up, group: rod.end}",
        "time: {scheme: galpha, rho: 0.9, step: %g, steps: %d}" % (step, round(end / step)),
        "output: {every: %d}" % every, ""])
    return run(text, ranks, options=options, timeout=200, name="spaghetti")


def places(r, step, t):
    start = {"low": (6, 0, 0), "mid": (3, 0, 4), "up": (0, 0, 8)}
    return [x + u for p, X in start.items() for x, u in zip(X, r.json["probes"][p]["u"][round(t / step)])]


# an independent finite-volume integration, extrapolated: low, mid, up at 2.5 s and 5 s
SPACE = {2.5: (3.6068, -0.4273, 0.0447, 5.7926, 0.2067, 3.9643, 3.9818, -0.5405, 8.5317),
         5: (19.2136, -2.1272, 1.6256, 15.1566, -0.2986, 3.8804, 12.9530, 3.0288, 6.8094)}
PLANE = {2: (4.4079, -0.7935, 5.0642, 4.0654, 3.2267, 8.7108), 4: (4.3536, 1.2311, 8.4476, 4.1014, 12.9161, 6.0976)}


def flights():
    r = spaghetti("space", 8, 2, 0.01, 5.5, every=5)
    for t, bound in ((2.5, 1.2e-3), (5, 4e-3)):
        for k, (a, b) in enumerate(zip(places(r, 0.01, t), SPACE[t])):
            close("spaghetti in space at %g s, %d" % (t, k), a, b, 0, bound)
    momentum = r.json["balance"]["momentum"][-1]
    for a, b in zip(momentum, (50, 0, 0)):
        close("momentum after the loads", a, b, 0, 1e-8)
    turning = [r.json["balance"]["angular_momentum"][k] for k in (-10, -1)]
    for a, b in zip(*turning):
        close("angular momentum stays", a, b, 0, 2e-3 * 600)
    for a, b in zip(turning[1], (0, 532.29, 308.99)):
        close("angular momentum", a, b, 0, 0.6)
    two = spaghetti("space", 8, 2, 0.01, 0.5, ranks=2)
    for a, b in zip(places(two, 0.01, 0.5), places(r, 0.01, 0.5)):
        close("on 2 ranks", a, b, 0, 1e-9)
    errors = []
    for elements in (8, 16):
        r = spaghetti("space", elements, 1, 0.01, 2.5)
        errors.append(max(abs(a - b) for a, b in zip(places(r, 0.01, 2.5), SPACE[2.5])))
    check("2-node elements are of order 2", errors[0] / errors[1] > 3.5, errors)
    r = spaghetti("plane", 8, 2, 0.01, 4)
    for t, value in PLANE.items():
        at = places(r, 0.01, t)
        for k, (a, b) in enumerate(zip((at[0], at[2], at[3], at[5], at[6], at[8]), value)):
            close("spaghetti in the plane at %g s, %d" % (t, k), a, b, 0, 4e-3)
        close("it stays in the plane", max(abs(at[k]) for k in (1, 4, 7)), 0, 0, 1e-10)


def frequency():
    """A cantilever let go: the period of its first frequencies about y and z, which differ, against Euler's with the
    corrections of Timoshenko below 1e-3; and of twist with its own polar moment."""
    E, L, b, h, rho = 2e7, 1.0, 0.04, 0.02, 500.0
    for axis, other, width in ((1, 2, b), (2, 1, h)):
        expected = 1.8751040687 ** 2 / 2 / math.pi / L ** 2 * math.sqrt(E * width ** 2 / 12 / rho)
        v = [0, 0, 0]
        v[axis] = 1e-3
        step = 1 / expected / 200
        r = ended("it vibrates", run("\n".join([
            "gimbal: 1", "materials: {m: {young: 2e7, poisson: 0.25, density: 500}}", "sections: {s: {type: rectangle, "
            "material: m, width: 0.04, height: 0.02}}", "beams:", "  - {name: b, points: [[0, 0, 0], [1, 0, 0]], "
            "elements: 6, section: s, orientation: [0, 1, 0]}", "supports:", "  - {group: b.start, fix: all}",
            "initial:", "  - {group: b.end, velocity: %s}" % v, "probes:", "  - {name: tip, group: b.end}",
            "time: {scheme: newmark, step: %.17g, steps: 1000}" % step, "output: {every: 0}", ""])))
        u = [w[axis] for w in r.json["probes"]["tip"]["u"]]
        # the mean of the motion's rate over periods: its first line of Fourier's sum near the expected one
        def line(f):
            return abs(sum(x * (1 - math.cos(2 * math.pi * (k + 0.5) / len(u))) *
                           complex(math.cos(2 * math.pi * f * k * step), math.sin(2 * math.pi * f * k * step))
                           for k, x in enumerate(u)))
        best = max((line(expected * (1 + d / 2000)), expected * (1 + d / 2000)) for d in range(-60, 61))[1]
        close("first frequency along %s" % "xyz"[axis], best, expected, 4e-3)


def kinetic():
    """Kinetic energy at the start of a beam along x in rigid motion, by its six masses: S_y and I_yy are of z, S_z and
    I_zz of y."""
    A, S_y, S_z, I_yy, I_zz, I_yz, L, v, w = 1.5, 0.2, -0.3, 0.4, 0.7, 0.25, 2.0, 0.6, 1.1
    bend = A * L ** 3 / 12
    for label, velocity, turn, energy in (
            ("translation", (0, v, 0), (0, 0, 0), A * L * v * v / 2),
            ("about x", (0, 0, 0), (w, 0, 0), L * (I_yy + I_zz) * w * w / 2),
            ("about y", (0, 0, 0), (0, w, 0), (bend + L * I_yy) * w * w / 2),
            ("about z", (0, 0, 0), (0, 0, w), (bend + L * I_zz) * w * w / 2),
            ("about y and z", (0, 0, 0), (0, w, w), (2 * bend + L * (I_yy + I_zz - 2 * I_yz)) * w * w / 2),
            ("about x and along z", (0, 0, v), (w, 0, 0),
             L * (A * v * v + (I_yy + I_zz) * w * w) / 2 + L * v * w * S_z),
            ("about x and along y", (0, v, 0), (w, 0, 0),
             L * (A * v * v + (I_yy + I_zz) * w * w) / 2 - L * v * w * S_y)):
        r = ended(label + " runs",
                  run("\n".join(["gimbal: 1", "sections: {s: {type: general, stiffness: %s, mass: %s}}" % (
            diagonal(1e4, 1e4, 1e4, 500, 500, 500), [A, S_y, S_z, I_yy, I_zz, I_yz]), "beams: [{name: b, "
                                 "points: [[0, 0, 0], [2, 0, 0]], elements: 2, section: s, orientation: [0, 1, 0]}]",
                                 "initial: [{group: b, velocity: %s, angular_velocity: %s, about: [1, 0, 0]}]" % (
            list(velocity), list(turn)), "time: {scheme: bdf2, step: 1e-4, steps: 1}", ""]), name="kinetic"))
        close("kinetic energy, " + label, r.json["balance"]["kinetic"][0], energy, 1e-12)


def arm():
    """F4: the two-link arm over 2 s (reference of six cubic elements and SDIRK4, error below 2.3e-7)."""
    text = (ROOT / "meshes/two-link-arm.yaml").read_text()
    r = ended("the arm runs",
              run(text, settings=["time.scheme=dirk4", "time.step=5e-4", "time.steps=4000", "beams.upper.elements=8",
                                  "beams.lower.elements=8", "output.every=0"], timeout=200, name="arm"))
    for step, place in ((1000, (0.0922301, -1.9639578)), (2000, (0.2875879, -1.9401786)),
                        (3000, (0.3620465, -1.9264891)), (4000, (0.2366665, -1.9469219))):
        u = r.json["probes"]["tip"]["u"][step]
        for a, b in zip((u[0], u[1] - 2), place):
            close("the tip of the arm at step %d" % step, a, b, 0, 1e-5)
        close("in its plane", u[2], 0, 0, 1e-9)


def slider_crank():
    """F3: angle of the line to the crank pin and place of the slider at five times, against nine cubic elements each
    and steps of 1e-6 s; three elements and longer steps are farther off."""
    text = (ROOT / "meshes/flexible-slider-crank.yaml").read_text()
    exact = {.005: (1.52768723, 139.42447), .010: (3.53269188, 63.15605), .015: (5.19150405, 200.41903),
             .020: (6.92901756, 260.72932), .025: (8.34337160, 89.04729)}
    worst = []
    for elements, step in ((3, 5e-5), (4, 1e-5)):
        r = ended("the slider-crank runs", run(
            text, settings=["beams.crank.elements=%d" % elements, "beams.rod.elements=%d" % elements, "output.every=0",
                            "time.step=%g" % step, "time.steps=%d" % round(.025 / step)], timeout=250, name="crank"))
        off = [[], []]
        for t, (angle, x) in exact.items():
            u, s = (r.json["probes"][p]["u"][round(t / step)] for p in ("pin", "slider"))
            turn = (math.atan2(u[1], 120 + u[0]) - angle + math.pi) % (2 * math.pi) - math.pi
            off[0].append(abs(turn))
            off[1].append(abs(300 + s[0] - x))
        worst.append([max(values) for values in off])
    close("angle of the crank", worst[1][0], 0, 0, 2e-4)
    close("place of the slider", worst[1][1], 0, 0, 0.03)
    check("it converges", worst[1][0] < 0.6 * worst[0][0] and worst[1][1] < 0.6 * worst[0][1], worst)


def held():
    """Bodies at both ends of a beam: two equal ones on a free shaft swing against each other with the frequency of the
    shaft in twist; and `ends` on the ground are clamps."""
    J, G, L, R, inertia = math.pi / 2 * 0.02 ** 4, 8e6, 1.0, 0.02, 0.01
    omega = math.sqrt(2 * G * J / L / inertia)
    steps = 400
    r = ended("the shaft runs", run("\n".join([
        "gimbal: 1", "materials: {m: {young: 2e7, poisson: 0.25, density: 1e-3}}",
        "sections: {s: {type: circle, material: m, radius: 0.02}}",
        "bodies:",
        "  - {name: left, mass: 1, inertia: [0.01, 0.01, 0.01, 0, 0, 0], at: [-0.1, 0, 0], "
        "angular_velocity: [0.01, 0, 0]}",
        "  - {name: right, mass: 1, inertia: [0.01, 0.01, 0.01, 0, 0, 0], at: [1.1, 0, 0], "
        "angular_velocity: [-0.01, 0, 0]}", "beams:",
        "  - {name: shaft, points: [[0, 0, 0], [1, 0, 0]], elements: 4, section: s, orientation: [0, 1, 0], "
        "ends: [left, right]}",
        "probes:", "  - {name: rim, body: left, at: [-0.1, 1, 0]}",
        "time: {scheme: galpha, rho: 1, step: %.17g, steps: %d}" % (2 * math.pi / omega / steps, steps),
        "output: {every: 0}", ""]), name="shaft"))
    u = [w[2] for w in r.json["probes"]["rim"]["u"]]
    close("a quarter of a period", u[steps // 4], 0.01 / omega, 2e-3)
    close("half a period", u[steps // 2], 0, 0, 2e-3 * 0.01 / omega)
    one = "\n".join([
        "gimbal: 1", "materials: {m: {young: 2e7, poisson: 0.25}}",
        "sections: {s: {type: circle, material: m, radius: 0.02}}", "beams:",
        "  - {name: b, points: [[0, 0, 0], [0.5, 0, 0], [1, 0, 0]], elements: 2, section: s, "
        "orientation: [0, 1, 0], ends: [ground, ground]}",
        "loads:", "  - {type: force, body: b.start, at: [0, 0, 0], value: [0, 0, 5]}",
        "  - {type: traction, group: b, value: [0, 0, 1e-3]}", "probes:", "  - {name: mid, at: [0.5, 0, 0]}",
        "time: {scheme: static, step: 1, steps: 1}", ""])
    r = run(one, name="clamped")
    moment, A = math.pi / 4 * R ** 4, math.pi * R ** 2
    w = 1e-3 * (1 / 384 / 2e7 / moment + 1 / 8 / (7.5 / 8.5) / G / A)
    close("clamped at both ends", r.json["probes"]["mid"]["u"][-1][2], w, 1e-5)
    file = File("clamped.vtkhdf")
    last = [file.dataset("/VTKHDF/CellData/" + n)[2][-12:] for n in ("beam_force", "beam_moment")]
    force, turn = ([values[3 * k:3 * k + 3] for k in range(4)] for values in last)
    for k in range(4):  # means of the elements
        x = (k + 0.5) / 4
        close("shear force of element %d" % k, force[k][2], 1e-3 * (0.5 - x), 1e-4)
        close("moment of element %d" % k, turn[k][1], 1e-3 * (-1 / 12 + x / 2 - x * x / 2 - 1 / 16 / 24), 1e-4)
        close("nothing else", max(abs(v) for v in (*force[k][:2], turn[k][0], turn[k][2])), 0, 0, 1e-7)


def energies():
    """The strain energy of the balance is that of the function, also where it is no polynomial: a rod, and solids of a
    material for large strains."""
    mesh = Mesh()
    n = [mesh.node(*x) for x in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))]
    mesh.element("tet4", "block", n)
    mesh.element("line2", "line", n[:2])
    mesh.element("point", "held", n[:1])
    mesh.write("block.msh")
    for name, young, law, entry in (
            ("rod", 210e9, "", "sections: {s: {type: rod, material: m, area: 1e-4}}\nbeams: [{group: line, "
             "section: s}]\nignore: [block]"),
            ("rubber", 2e4, ", law: neo_hookean", "solids: [{group: block, material: m}]\nignore: [line]")):
        r = ended("a spinning " + name, run("""gimbal: 1
mesh: block.msh
materials: {m: {young: %g, poisson: 0.3, density: 7800%s}}
%s
supports: [{group: held, fix: all}]
initial: [{group: all, angular_velocity: [0, 0, 1], about: [0, 0, 0]}]
functions: [{name: strain, type: energy, form: strain, at: end}]
time: {scheme: galpha, rho: 1, step: 1e-2, steps: 20}
""" % (young, law, entry), name=name))
        close("its energy, " + name, r.json["balance"]["strain"][-1], r.json["functions"]["strain"], 1e-9)


in_turn(energies, flights, frequency, kinetic, arm, slider_crank, held)
