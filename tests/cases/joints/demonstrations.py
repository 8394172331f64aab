"""The paper's demonstrations of rigid bodies and of shells on joints, the examples as they stand on 2 ranks.

Claims: the rigid pendulum has its period and the two cubes keep momentum and energy; the blades of the rotor flap and
lag at the frequencies of their closed forms, its mast takes the weight, the change of momentum and, where it is driven,
the torque that changes the angular momentum; the punched plate and the shell box swing down in the time of a rigid body
of their mass and inertia when they are stiff, keep their symmetry, and the reaction of their joint is the change of
momentum less the loads; so is that of the hinged plate, whose energy and angular momentum about the vertical through
the hinge stay; the results file shows bodies as boxes that move as they do.
"""
# timeout: 200
import math
import subprocess
import sys

from common import ended, in_turn
from helper import ROOT, check, close, example, run
from hdf5 import File

G = 9.81


def trapezoid(t, f):
    return sum((b - a) * (u + v) / 2 for a, b, u, v in zip(t, t[1:], f, f[1:]))


def crossings(t, f):
    """Times at which f changes its sign, by cubic interpolation between four neighbours."""
    found = []
    for k in range(1, len(f) - 2):
        if f[k] * f[k + 1] < 0:
            low, high = t[k], t[k + 1]
            for _ in range(60):
                middle, value = (low + high) / 2, 0
                for i in range(k - 1, k + 3):
                    term = f[i]
                    for j in range(k - 1, k + 3):
                        term *= (middle - t[j]) / (t[i] - t[j]) if j != i else 1
                    value += term
                low, high = (middle, high) if value * f[k] > 0 else (low, middle)
            found.append(low)
    return found


def pushed(name, r, joint, load, bound):
    """The joint's reaction gives its second partner the change of momentum that loads do not."""
    b, force = r.json["balance"], r.json["joints"][joint]
    size = max(math.hypot(*p) for p in b["momentum"])
    for i in range(3):
        impulse = trapezoid(force["t"], [f[i] for f in force["force"]])
        change = b["momentum"][-1][i] - b["momentum"][0][i] - load[i]
        print("%s: impulse %d of the reaction %.6f, change of momentum less loads %.6f" % (name, i, impulse, change))
        close("%s: impulse %d of the reaction" % (name, i), impulse, change, 0, bound * size)


def potential(b):
    """Of gravity along -z, over the frames: G times the height of the mass, by Hermite's cubics."""
    t, p = b["t"], [m[2] for m in b["momentum"]]
    values = [0.0]
    for k in range(1, len(t)):
        slope = [(p[min(j + 1, len(t) - 1)] - p[max(j - 1, 0)])
                 / (t[min(j + 1, len(t) - 1)] - t[max(j - 1, 0)]) for j in (k - 1, k)]
        h = t[k] - t[k - 1]
        values.append(values[-1] + G * (h * (p[k - 1] + p[k]) / 2 + h * h * (slope[0] - slope[1]) / 12))
    return values


def drift(b, first=0):
    """Largest change of the energy after a frame, by the largest kinetic energy."""
    energy = [k + s + v for k, s, v in zip(b["kinetic"], b["strain"], potential(b))]
    return max(abs(e - energy[first]) for e in energy[first:]) / max(b["kinetic"])


# ---- rigid bodies --------------------------------------------------------------------------------

def pendulum():
    r = ended(
        "the pendulum swings", run(ROOT / "meshes/rigid-pendulum.yaml", settings=["time.steps=2400", "output.every=0"]))
    tip = r.json["probes"]["tip"]
    period = crossings(tip["t"], [v[1] for v in tip["v"]])[3]  # at the bottom, there, the bottom, back
    print("period of the pendulum: %.9f" % period)
    close("period of the pendulum", period, 2.367841947576, 1e-6)


def cubes():
    r = ended("the cubes tumble", run(ROOT / "meshes/two-cubes.yaml", 2))
    b = r.json["balance"]
    close("energy of the cubes", b["kinetic"][-1], b["kinetic"][0], 1e-6)
    for i in range(3):
        close("momentum of the cubes", b["momentum"][-1][i], b["momentum"][0][i], 0, 1e-11)
        close("angular momentum of the cubes", b["angular_momentum"][-1][i], b["angular_momentum"][0][i], 0, 1e-4)
    for k, (u, v) in enumerate(zip(*(r.json["probes"][n]["u"] for n in ("first", "second")))):
        distance = math.hypot(3 + v[0] - u[0], v[1] - u[1], v[2] - u[2])
        if not abs(distance - 3) < 1e-12:
            check("distance of the cubes at step %d" % k, False, distance)


ROTOR = ROOT / "meshes/rotor.yaml"
ALONE = ["springs.lead%d.%s=0" % (i, key) for i in (1, 2, 3, 4) for key in ("stiffness", "damping")]
BLADE = 4 * 0.3 * 0.03 * 700                          # mass
FIRST = BLADE * 2                                     # moment about the hinge, 2 m from the centre
ALONG = BLADE * (0.3 ** 2 + 0.03 ** 2) / 12           # inertias about the hinge
FLAP = BLADE * (4 ** 2 + 0.03 ** 2) / 12 + BLADE * 2 ** 2
LAG = BLADE * (4 ** 2 + 0.3 ** 2) / 12 + BLADE * 2 ** 2


def driven(angle):
    return ROTOR.read_text().replace("axis: [0, 0, 1]}", "axis: [0, 0, 1], angle: \"%s\"}" % angle)


def flapping():
    """One blade flaps by a thousandth; without gravity, without springs."""
    r = ended("the rotor flaps", run(ROTOR, settings=ALONE + [
        "gravity=[0, 0, 0]", "bodies.blade1.velocity=[0, 45, 0.04]", "bodies.blade1.angular_velocity=[0, -0.02, 20]",
        "bodies.blade2.velocity=[-45, 0, 0]", "bodies.blade2.angular_velocity=[0, 0, 20]", "time.scheme=dirk4",
        "time.step=2e-3", "time.steps=500", "output.every=50"]))
    tip = r.json["probes"]["tip1"]
    zero = crossings(tip["t"], [u[2] for u in tip["u"]])
    found = math.pi * (len(zero) - 1) / (zero[-1] - zero[0])
    wanted = 20 * math.sqrt((LAG - ALONG + 0.25 * FIRST) / FLAP)
    print("flap: %.6f rad/s, closed form %.6f" % (found, wanted))
    close("frequency of flap", found, wanted, 1e-5)
    b = r.json["balance"]
    close("energy of the rotor", b["kinetic"][-1], b["kinetic"][0], 5e-6)
    close("angular momentum of the rotor", b["angular_momentum"][-1][2], b["angular_momentum"][0][2], 5e-6)


def lagging():
    """The mast is driven; the second blade lags by a thousandth, without springs."""
    text = driven("20*t")
    r = ended("the driven rotor lags", run(text, settings=ALONE + [
        "gravity=[0, 0, 0]", "bodies.blade1.velocity=[0, 45, 0]", "bodies.blade1.angular_velocity=[0, 0, 20]",
        "bodies.blade2.velocity=[-44.98, 0, 0]", "bodies.blade2.angular_velocity=[0, 0, 19.99]",
        "time.scheme=dirk4", "time.step=2e-3", "time.steps=1000", "output.every=0"]))
    tip, lag = r.json["probes"]["tip2"], []
    for t, u in zip(tip["t"], tip["u"]):
        x, y = u[0], 4.25 + u[1]
        a = 20 * t + math.pi / 2
        lag.append(-math.sin(a) * x + math.cos(a) * y)
    zero = crossings(tip["t"], lag)
    found = math.pi * (len(zero) - 1) / (zero[-1] - zero[0])
    wanted = 20 * math.sqrt(0.25 * FIRST / LAG)
    print("lag: %.6f rad/s, closed form %.6f" % (found, wanted))
    close("frequency of lag", found, wanted, 1e-4)


def rotor():
    """As it stands; then driven ever faster."""
    r = ended("the rotor turns", run(ROTOR, 2, settings=["output.every=1"]))
    b = r.json["balance"]
    mass = 4 * BLADE + math.pi * 0.25 ** 2 * 0.2 * 2700
    pushed("rotor", r, "mast", (0, 0, -mass * G * 0.6), 1e-4)
    energy = [k + s + v for k, s, v in zip(b["kinetic"], b["strain"], potential(b))]
    check("the dampers take energy", energy[-1] < energy[0] - 1, energy[::100])
    about = [l[2] for l in b["angular_momentum"]]
    close("angular momentum about the mast", max(map(abs, (l - about[0] for l in about))), 0, 0, 1e-5 * about[0])
    boxes("rotor.vtkhdf", r)
    r = ended("the rotor speeds up",
              run(driven("20*t + 2*t^2"), settings=["time.scheme=sdirk3", "time.step=5e-4", "output.every=600"]))
    about = [l[2] for l in r.json["balance"]["angular_momentum"]]
    mast = r.json["joints"]["mast"]
    torque = trapezoid(mast["t"], [m[2] for m in mast["moment"]])
    print("torque of the mast: impulse %.6f, change of angular momentum %.6f" % (torque, about[-1] - about[0]))
    close("torque of the mast", torque, about[-1] - about[0], 1e-4)


def boxes(name, r):
    """The results file shows a blade as a box of its size, whose end's middle is the tip."""
    checked = subprocess.run([sys.executable, ROOT / "tests" / "check-results.py", name],
                             capture_output=True, text=True)
    check("results of the rotor", checked.returncode == 0 and not checked.stdout, checked.stdout + checked.stderr)
    file = File(name)
    types, starts, nodes = (list(file.dataset("/VTKHDF/" + what)[2]) for what in ("Types", "Offsets", "Connectivity"))
    check("four boxes", types.count(12) == 4, types)
    cell = types.index(12)                             # the first blade
    corner = nodes[starts[cell]:starts[cell + 1]]
    points = file.dataset("/VTKHDF/Points")[2]
    moved = file.dataset("/VTKHDF/PointData/displacement")[2]
    frames, count = 601, len(points) // 3
    for frame in (0, 300, 600):
        x = [[points[3 * n + i] + moved[3 * (frame * count + n) + i] for i in range(3)] for n in corner]
        for a, b, edge in ((0, 1, 4), (1, 2, 0.3), (0, 4, 0.03), (6, 7, 4), (3, 7, 0.03)):
            close("edge of the blade's box", math.dist(x[a], x[b]), edge, 1e-9)
        tip = [sum(x[k][i] for k in (1, 2, 5, 6)) / 4 for i in range(3)]
        u = r.json["probes"]["tip1"]["u"][frame]
        close("tip of the blade's box", math.dist(tip, [4.25 + u[0], u[1], u[2]]), 0, 0, 1e-9)


# ---- shells on joints ----------------------------------------------------------------------------

def mirrored(name, r):
    right, left, far = (r.json["probes"][n]["u"] for n in ("right", "left", "far"))
    error = max(math.dist(a, (b[1], b[0], b[2])) for a, b in zip(right, left))
    print("%s: off its symmetry by %.1e" % (name, error))
    close(name + ": right and left", error, 0, 0, 1e-8)
    close(name + ": far corner", max(abs(u[0] - u[1]) for u in far), 0, 0, 1e-8)


def quarter(name, text, stiff, reach, wanted):
    """Time until the stiff model's far corner, which starts at (reach, reach), is under the joint."""
    r = ended(
        name + " swings stiffly", run(text, settings=stiff + ["time.step=2e-3", "time.steps=290", "output.every=0"]))
    far = r.json["probes"]["far"]
    found = crossings(far["t"], [2 * reach + u[0] + u[1] for u in far["u"]])[0]
    print("%s: below the joint after %.6f s, a rigid body after %.6f s" % (name, found, wanted))
    close(name + ": time of the swing", found, wanted, 1e-4)


def elliptic(modulus):
    """K by the arithmetic-geometric mean."""
    a, b = 1.0, math.sqrt(1 - modulus * modulus)
    for _ in range(8):
        a, b = (a + b) / 2, math.sqrt(a * b)
    return math.pi / (2 * a)


def punched_plate():
    n, thickness, radius = 2, 4e-3, 0.1
    sides = 4 * n                                      # of the holes of the mesh
    hole = sides / 2 * radius ** 2 * math.sin(2 * math.pi / sides)
    polar = hole * radius ** 2 * (2 + math.cos(2 * math.pi / sides)) / 6
    centres = [((i + 0.5) / 3, (j + 0.5) / 3) for i in range(3) for j in range(3)]
    area = 1 - 9 * hole
    about = 7 / 12 - sum(hole * (x + y) ** 2 / 2 + polar / 2 for x, y in centres)
    about += area * thickness ** 2 / 12
    text = example("punched-plate", n=n)
    quarter("punched plate", text, ["materials.polycarbonate.young=1e13", "loads[0].value=0"], 1,
            elliptic(math.sin(math.pi / 4)) * math.sqrt(about / (area * G * math.sqrt(0.5))))
    r = ended("the punched plate swings",
              run(text, 2, settings=["time.step=1e-3", "time.steps=300", "output.every=1"], name="punched-plate"))
    mass = 1200 * thickness * area
    close("mass of the punched plate", r.json["functions"]["weight"], mass, 1e-12)
    mirrored("punched plate", r)
    pushed("punched plate", r, "ball", (0, 0, 150 * 0.04 / math.pi * area - mass * G * 0.3), 1e-3)
    loss = drift(r.json["balance"], 21)
    print("punched plate: energy after the gust changes by %.1e" % loss)
    close("energy of the punched plate", loss, 0, 0, 1e-3)
    worst = max(File("punched-plate.vtkhdf").dataset("/VTKHDF/CellData/failure")[2])
    found = r.json["functions"]["stress"]
    print("punched plate: largest failure index %.5f, KS %.5f" % (worst, found))
    check("KS of the punched plate", 0.5 * worst < found <= worst + math.log(2 * area * 0.3) / 500, (found, worst))


def shell_box():
    side, thickness = 0.5, 4e-3
    text = example("shell-box", n=3)
    start = math.atan2(side / math.sqrt(2), side / 2)
    about = side ** 2 * (5 / 18 + 3 / 4) + thickness ** 2 * 4 / 36
    quarter("shell box", text, ["materials.polyethylene.young=1e13"], side,
            elliptic(math.sin(start / 2)) * math.sqrt(about / (G * side * math.sqrt(0.75))))
    r = ended("the shell box swings", run(text, 2, settings=["time.steps=150", "output.every=1"]))
    mass = 950 * thickness * 6 * side ** 2
    mirrored("shell box", r)
    pushed("shell box", r, "ball", (0, 0, -mass * G * 0.3), 1e-3)
    loss = drift(r.json["balance"])
    print("shell box: energy changes by %.1e" % loss)
    close("energy of the shell box", loss, 0, 0, 1e-3)


def hinged_plate():
    text, mass = example("hinged-plate", n=8), 200 * 0.02 * 0.5 + 100 * 0.1 * 0.5 * 0.1
    r = ended("the hinged plate swings by generalised-alpha",
              run(text, 2, settings=["time.scheme=galpha", "time.step=1e-3", "output.every=1"]))
    pushed("hinged plate", r, "hinge", (0, 0, -mass * G * 0.2), 1e-3)
    r = ended("the hinged plate swings", run(text, 2, settings=["output.every=1"]))
    b, force = r.json["balance"], r.json["joints"]["hinge"]
    loss = drift(b)
    about = [l[2] + 0.1 * p[1] for l, p in zip(b["angular_momentum"], b["momentum"])]
    turn = max(abs(a - about[0]) for a in about)
    # accelerations are enforced: the reaction turns the plate by what the hinge is off its place
    arm = r.json["drift"]["position"] * math.sqrt(3)
    most = arm * trapezoid(force["t"], [math.hypot(*f) for f in force["force"]])
    print("hinged plate: energy changes by %.1e, angular momentum by %.1e (at most %.1e)" % (loss, turn, most))
    close("energy of the hinged plate", loss, 0, 0, 1e-3)
    close("angular momentum of the hinged plate", turn, 0, 0, most)


in_turn(pendulum, cubes, flapping, lagging, rotor, punched_plate, shell_box, hinged_plate)
