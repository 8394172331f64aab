"""Natural frequencies and mode shapes by `gimbal modes`.

Claims: a chain of masses and springs has its closed form to 1e-12, in all its modes; a double pendulum that hangs in
gravity has its own, about a state of its march; so has a mass between stretched springs and one that hangs from a
spring, where the frequency is of the prestress alone. Plates (supported, clamped, free, cantilever) come to the values
of Leissa and of thin plate theory (reference.md 1.10) as the mesh is refined, and are those of NAFEMS FV16; strips are
beams of Euler and Bernoulli. Bodies and mechanisms have as many modes at zero as they have rigid motions. Nothing
depends on the number of ranks or on units; the largest displacement of a shape is 1; the masses of all modes are the
model's. What has no modes is refused.
"""
# quick
# timeout: 300
import math

from common import ended
from helper import ROOT, check, close, grid, program, run
from hdf5 import File

STATIC = "time: {scheme: static, step: 1, steps: 1}\n"


def modes(case, count=10, ranks=1, settings=(), **more):
    r = ended("modes end well", run(case, ranks, "modes", [*settings, "modes.count=%d" % count], **more))
    return r.json["modes"] if r.json else {"frequency": [float("nan")] * count}


def rates(case, count=10, **more):
    """Angular frequencies."""
    return [2 * math.pi * f for f in modes(case, count, **more)["frequency"]]


# ---- closed forms ----------------------------------------------------------------------------------------------------

def chain(n, stiffness, mass):
    lines = ["gimbal: 1", STATIC, "masses:"]
    lines += ["  - {name: m%d, at: [%d, 0, 0], mass: %g, fix: [y, z]}" % (i, i, mass) for i in range(1, n + 1)]
    lines += ["springs:", "  - {between: [ground, m1], at: [[0, 0, 0], ~], stiffness: %g}" % stiffness]
    lines += ["  - {between: [m%d, m%d], stiffness: %g}" % (i, i + 1, stiffness) for i in range(1, n)]
    lines += ["  - {between: [m%d, ground], at: [~, [%d, 0, 0]], stiffness: %g}" % (n, n + 1, stiffness)]
    return "\n".join(lines) + "\n"


for n, count in ((1, 1), (7, 7), (7, 3), (60, 60), (400, 12), (400, 400)):
    w = rates(chain(n, 50, 2), count)
    for k in range(count):
        expected = 2 * math.sqrt(50 / 2) * math.sin((k + 1) * math.pi / 2 / (n + 1))
        close("mode %d of a chain of %d" % (k + 1, n), w[k], expected, 1e-12)
whole = modes(chain(7, 50, 2), 7)
close("all masses of a chain", sum(whole["effective_mass"]["x"]), 14, 1e-12)
close("none across it", sum(whole["effective_mass"]["y"]), 0, 0, 1e-12)

# A mass on two springs of length 1 under tension T: k along them, T / length across.
STRETCHED = """
gimbal: 1
masses: [{name: m, at: [0, 0, 0], mass: 0.5}]
springs:
  - {between: [ground, m], at: [[-1, 0, 0], ~], stiffness: 80, length: %g}
  - {between: [m, ground], at: [~, [1, 0, 0]], stiffness: 80, length: %g}
""" + STATIC
w = rates(STRETCHED % (0.9, 0.9), 3)
for k, expected in enumerate((2 * 8 / 0.5, 2 * 8 / 0.5, 2 * 80 / 0.5)):
    close("mode %d between stretched springs" % (k + 1), w[k] ** 2, expected, 1e-12)
check("twins are told", modes(STRETCHED % (0.9, 0.9), 3)["repeated"] == [1, 1, 0])
found = modes(STRETCHED % (1.1, 1.1), 3)
check("pushed springs give way in two modes", found["unstable"] == 2 and found["rigid"] == 0, found)
close("and how fast", found["omega2"][0], -2 * 8 / 0.5, 1e-12)
loose = modes(STRETCHED % (1, 1), 3)
check("without tension they do not hold across", loose["rigid"] == 2 and loose["frequency"][:2] == [0, 0], loose)

# A mass that hangs: it stretches its spring, then swings as a pendulum of the present length.
HANGING = """
gimbal: 1
gravity: [0, 0, "-10*t"]
masses: [{name: m, at: [0, 0, -1], mass: 2, fix: [y]}]
springs: [{between: [ground, m], at: [[0, 0, 0], ~], stiffness: 100}]
time: {scheme: static, step: 0.5, steps: 2, adapt: true}
"""
SWING = HANGING.replace("fix: [y]", "fix: [x, y]")
close("it bobs", rates(SWING, 1, settings=["modes.at=equilibrium"])[0] ** 2, 100 / 2, 1e-12)
LEANING = HANGING.replace("  - {bet", "").replace(
    "springs: [{between", "springs: [{between: [ground, m], at: [[5, 0, -1"
    "], ~], stiffness: 1e-3}, {between: [ground, m], at: [[-5, 0, -1], ~], stiffness: 1e-3}, "
    "{between")
for at, part in (("equilibrium", 1), ("0.5", 0.5)):
    w = rates(LEANING, 2, settings=["modes.at=" + at])
    close("it swings at " + at, w[0] ** 2, 10 * part / (1 + 0.2 * part), 2e-3)
    close("and bobs at " + at, w[1] ** 2, 100 / 2, 1e-3)

# Two rods that hang from each other: M and K of small angles.
PENDULUM = """
gimbal: 1
gravity: [10, 0, 0]
bodies:
  - {name: a, box: [1, 0.02, 0.02], density: 2500, at: [0.5, 0, 0]}
  - {name: b, box: [1, 0.02, 0.02], density: 2500, at: [1.5, 0, 0]}
joints:
  - {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 1, 0]}
  - {type: revolute, between: [a, b], at: [1, 0, 0], axis: [0, 1, 0]}
time: {scheme: galpha, step: 0.01, steps: 2}
"""
J = (1 + 0.02 ** 2) / 12  # of a rod of mass 1 about its middle
a, b, c = J + 0.25 + 1, J + 0.25, 0.5  # mass matrix of the angles: a c / c b; stiffness 15, 5
root = math.sqrt((15 * b + 5 * a) ** 2 - 4 * (a * b - c * c) * 75)
for scheme, at in (("galpha", "0.01"), ("bdf2", "0.02"), ("dirk4", "0.02"), ("abm2", "0")):
    for ranks in (1, 2):
        w = rates(PENDULUM, 2, ranks=ranks, settings=["modes.at=" + at, "time.scheme=" + scheme])
        for k, sign in enumerate((-1, 1)):
            expected = (15 * b + 5 * a + sign * root) / 2 / (a * b - c * c)
            close("mode %d of a double pendulum, %s" % (k + 1, scheme), w[k] ** 2, expected, 1e-11)
still = modes(PENDULUM, 2)
check("without weight it is a mechanism of two", still["rigid"] == 2, still)

# ---- rigid motions ---------------------------------------------------------------------------------------------------

BODY = """
gimbal: 1
bodies:
  - {name: a, mass: 3, inertia: [1, 2, 2.5, 0.1, 0, 0.2], at: [1, 2, 3]}
  - {name: b, mass: 1e6, inertia: [5e5, 5e5, 5e5, 0, 0, 0], at: [4, 2, 3]}
springs: [{between: [a, b], at: [[1, 2, 3], [4, 2, 3]], stiffness: %g}]
time: {scheme: galpha, step: 0.01, steps: 2}
"""
for ranks in (1, 2):
    found = modes(BODY % 6, 12, ranks)
    check("two bodies on a spring have eleven rigid motions", found["rigid"] == 11, found)
    close("and one mode", (2 * math.pi * found["frequency"][11]) ** 2, 6 * (1 / 3 + 1e-6), 1e-12)
for name, rigid, others in (("four-bar", 1, 0), ("heavy-top", 3, 0), ("slider-crank", 1, 0), ("bricard", 1, 0),
                            ("double-pendulum", 4, 0), ("five-bar", 0, 2), ("linkage", 0, 1)):
    r = run(ROOT / "meshes" / (name + ".yaml"), 1, "modes")
    check("rigid motions and modes of " + name, r.status == 0 and r.json["modes"]["rigid"] == rigid
          and len(r.json["modes"]["frequency"]) == rigid + others, (r.stderr, r.json))
# Masses of all sizes: none of these is rigid.
UNEQUAL = """
gimbal: 1
masses:
  - {name: a, at: [1, 0, 0], mass: 1e12, fix: [y, z]}
  - {name: b, at: [3, 0, 0], mass: 1e-3, fix: [y, z]}
springs:
  - {between: [ground, a], at: [[0, 0, 0], ~], stiffness: 1}
  - {between: [ground, b], at: [[2, 0, 0], ~], stiffness: 1e8}
""" + STATIC
w = rates(UNEQUAL, 2)
close("the slowest of unequal masses", w[0] ** 2, 1e-12, 1e-12)
close("the quickest", w[1] ** 2, 1e11, 1e-12)

# ---- plates and strips -----------------------------------------------------------------------------------------------

E, NU, RHO, T = 70e9, 0.3, 2700.0, 1e-3
SUPPORTS = {
    "SSSS": ["{group: left, fix: [x, y, z, rx]}", "{group: right, fix: [x, y, z, rx]}",
             "{group: bottom, fix: [x, y, z, ry]}", "{group: top, fix: [x, y, z, ry]}"],
    "CCCC": ["{group: %s, fix: all}" % g for g in ("left", "right", "bottom", "top")],
    "CFFF": ["{group: left, fix: all}"], "FFFF": []}
# omega a^2 sqrt(rho t / D) of thin square plates, reference.md 1.10.
THIN = {"SSSS": [math.pi ** 2 * k for k in (2, 5, 5, 8, 10, 10)],
        "CCCC": [35.985, 73.394, 73.394, 108.22, 131.58, 132.20],
        "CFFF": [3.4710, 8.5066, 21.285, 27.199, 30.956, 54.187],
        "FFFF": [13.468, 19.596, 24.270, 34.801, 34.801, 61.09, 61.09]}


def plate(edges, n, kind="quad9", unit=1.0, size=(1.0, 1.0), thickness=T, poisson=NU, more=STATIC):
    """unit: lengths in so many metres, masses in tonnes where it is a millimetre."""
    name = "%s-%s-%d-%g.msh" % (edges, kind, n, unit)
    grid(n, max(1, round(n * size[1] / size[0])), size=(size[0] / unit, size[1] / unit), kind=kind).write(name)
    young, density = (E, RHO) if unit == 1 else (E * 1e-6, RHO * 1e-12)
    supports = ["supports:"] + ["  - " + s for s in SUPPORTS[edges]] if SUPPORTS[edges] else []
    return "\n".join(["gimbal: 1", "mesh: " + name,
                      "materials: {m: {young: %.17g, poisson: %g, density: %.17g}}" % (young, poisson, density),
                      "shells: [{group: plate, material: m, thickness: %.17g}]" % (thickness / unit)]
                     + supports + [more])


def parameters(frequencies):
    D = E * T ** 3 / 12 / (1 - NU ** 2)
    return [2 * math.pi * f * math.sqrt(RHO * T / D) for f in frequencies]


for edges, expected in THIN.items():
    rigid = 6 if edges == "FFFF" else 0
    found = {n: modes(plate(edges, n), rigid + len(expected)) for n in (6, 12)}
    for n in found:
        check("rigid motions of %s, n = %d" % (edges, n), found[n]["rigid"] == rigid, found[n])
    for k, value in enumerate(expected):
        coarse, fine = (parameters(found[n]["frequency"])[rigid + k] for n in (6, 12))
        close("mode %d of %s" % (k + 1, edges), fine, value, 2e-3)
        check("mode %d of %s comes nearer" % (k + 1, edges),
              abs(fine - value) <= max(abs(coarse - value), 5e-4 * value), (coarse, fine, value))
    if edges in ("SSSS", "FFFF"):
        twins = found[12]["repeated"]
        check("twins of " + edges, twins[rigid + (1 if edges == "SSSS" else 3)] == 1, twins)
# NAFEMS FV16 is the cantilever plate of 10 m, t = 0.05, E = 200e9, rho = 8000, nu = 0.3: converged values.
scale = math.sqrt(200e9 / E * RHO / 8000) * (0.05 / T) / 100
FV16 = (0.418, 1.024, 2.563, 3.275, 3.727, 6.524)
for k, f in enumerate(modes(plate("CFFF", 8), 6)["frequency"]):
    close("FV16, mode %d" % (k + 1), f * scale, FV16[k], 2e-3)

# Strips without Poisson's ratio are beams: beta L of cantilever and free ones.
for edges, roots, first in (("CFFF", (1.875104, 4.694091, 7.854757), 0), ("FFFF", (4.730041, 7.853205, 10.995608), 6)):
    case = plate(edges, 24, size=(1.0, 0.02), poisson=0.0)
    w = [w for w in rates(case, first + 3)][first:]
    for k, root in enumerate(roots):
        close("mode %d of a strip, %s" % (k + 1, edges), w[k], root ** 2 * math.sqrt(E * T * T / 12 / RHO), 1e-3)

# ---- turning frames --------------------------------------------------------------------------------------------------

# A mass on the axis between springs that hold it alike: a round motion at sqrt(k/m) is seen at sqrt(k/m) -+ spin.
WHIRL = """
gimbal: 1
masses: [{name: m, at: [5, 1, 0], mass: 2}]
springs:
  - {between: [ground, m], at: [[4, 1, 0], ~], stiffness: 100}
  - {between: [ground, m], at: [[6, 1, 0], ~], stiffness: 100}
  - {between: [ground, m], at: [[5, 0, 0], ~], stiffness: 100}
  - {between: [ground, m], at: [[5, 2, 0], ~], stiffness: 100}
  - {between: [ground, m], at: [[5, 1, 1], ~], stiffness: 800}
""" + STATIC
for spin in (3, 12):
    for ranks in (1, 2):
        w = rates(WHIRL, 3, ranks=ranks, settings=["modes={spin: [0, 0, %g], about: [5, 1, 3]}" % spin])
        for k, expected in enumerate(sorted((abs(10 - spin), 10 + spin, 20))):
            close("whirl %d at a spin of %g" % (k + 1, spin), w[k], expected, 1e-12)
# At and near the critical speed, where the stiffness in the turning frame is singular, all are there.
for spin in (9.9, 9.999999, 10, 10.0000001, 10.2):
    for ranks in (1, 2):
        w = rates(WHIRL, 3, ranks=ranks, settings=["modes={spin: [0, 0, %.17g], about: [5, 1, 3]}" % spin])
        for k, expected in enumerate(sorted((abs(10 - spin), 10 + spin, 20))):
            check("whirl %d near the critical speed, at %.9g" % (k + 1, spin), abs(w[k] - expected) < 1e-11 * 20,
                  (w, expected))
# Springs of two stiffnesses (Genta, Dynamics of Rotating Systems, section 2.4): with squares a, b of the frequencies at
# rest, (a - spin^2 - w^2) (b - spin^2 - w^2) = 4 spin^2 w^2; critical speeds at 10 and 11, between them it is unstable.
# There w = 0 is a double root, which has half the digits.
UNEQUAL = WHIRL.replace("[[5, 0, 0], ~], stiffness: 100", "[[5, 0, 0], ~], stiffness: 142")
for spin in (9.99, 10, 10.000001, 10.5, 10.999999, 11, 11.2):
    half, product = (100 + 121) / 2 + spin ** 2, (100 - spin ** 2) * (121 - spin ** 2)
    squares = [half - math.sqrt(half ** 2 - product), half + math.sqrt(half ** 2 - product), 400]
    found = modes(UNEQUAL, 3, 1, ["modes={spin: [0, 0, %.17g], about: [5, 1, 3]}" % spin])
    stable = [2 * math.pi * f for f in found["frequency"] if f >= 0]
    for w2 in squares[squares[0] < -1e-9:]:
        nearest = min(stable, key=lambda w: abs(w - math.sqrt(abs(w2))))
        check("unequal springs at %.9g" % spin, abs(nearest - math.sqrt(abs(w2))) < 1e-7, (nearest, w2, found))
    check("growth between critical speeds, at %.9g" % spin, (found["unstable"] > 0) == (10 < spin < 11), found)
# A rotor with a disc: its beam has more unknowns than are solved densely. Lalanne & Ferraris, Rotordynamics Prediction
# in Engineering, section 2: frequencies in the turning frame pass through zero at the forward critical speed, and the
# others go on smoothly: the values at the critical speed are the means of those beside it.
ROTOR = """
gimbal: 1
materials: {m: {young: 2.1e11, poisson: 0.3, density: 7800}}
bodies: [{name: disc, mass: 5, inertia: [0.04, 0.02, 0.02, 0, 0, 0], at: [0.5, 0, 0]}]
sections: {s: {type: circle, material: m, radius: 0.01}}
beams: [{name: b, points: [[0, 0, 0], [0.5, 0, 0]], elements: %d, order: 2, section: s, orientation: [0, 1, 0],
         ends: [ground, disc]}]
"""


def zero_of(a, b, of):
    """Where the lowest frequency, which passes through zero as a line, is zero, from its values on both sides."""
    return a + (b - a) * of[0] / (of[0] + of[1])


for elements in (3, 9):
    rotor = ROTOR % elements + STATIC
    beside = [rates(rotor, 6, settings=["modes.spin=[%g, 0, 0]" % w]) for w in (87.9, 88.0)]
    critical = zero_of(87.9, 88.0, [w[0] for w in beside])
    for ranks in (1, 2):
        w = rates(rotor, 6, ranks=ranks, settings=["modes.spin=[%.17g, 0, 0]" % critical])
        check("the lowest frequency at the critical speed is zero", w[0] < 1e-4, w)
        part = (critical - 87.9) / 0.1
        for k in range(1, 6):
            close("mode %d at the critical speed" % (k + 1), w[k], beside[0][k] + part * (beside[1][k] - beside[0][k]),
                  1e-8)
# Wright, Smith, Thresher & Wang 1982 (reference.md 1.10): flap of a beam that turns, by omega L^2 sqrt(rho A/EI).
blade = plate("CFFF", 24, size=(1.0, 0.02), poisson=0.0)
unit = math.sqrt(E * T * T / 12 / RHO)
WRIGHT = {0: (3.5160, 22.0345, 61.6972), 6: (7.3604, 26.8091, 66.6840), 12: (13.1702, 37.6031, 79.6145)}
for spin, flap in WRIGHT.items():
    turned = ["modes.spin=[0, 0, %.17g]" % (spin * unit), "modes.about=[0, 0.01, 0]"]
    found = {ranks: rates(blade, 6, ranks=ranks, settings=turned) for ranks in (1, 2)}
    for k, expected in enumerate(flap):
        nearest = min(found[1], key=lambda w: abs(w / unit - expected))
        close("flap %d of Wright's beam at %g" % (k + 1, spin), nearest / unit, expected, 2e-4)
    for a, b in zip(found[1], found[2]):
        close("on 2 ranks at %g" % spin, b, a, 1e-9)
r = ended("a sweep ends well", run(WHIRL + "modes: {spin: [0, 0, 0], about: [5, 1, 0], sweep: {key: \"modes.spin[2]\", "
                                   "from: 0, to: 8, steps: 4}}\n", 2, "modes", name="campbell"))
lines = open("campbell.modes.csv").read().splitlines()
check("a line for each value", len(lines) == 6 and lines[0] == "modes.spin[2],Hz 1,Hz 2,Hz 3", lines)
for line in lines[1:]:
    spin, *found = (float(word) for word in line.split(","))
    for f, expected in zip(found, sorted((10 - spin, 10 + spin, 20))):
        close("Campbell's line at %g" % spin, 2 * math.pi * f, expected, 1e-12)
picture = open("campbell.modes.svg").read()
check("three curves of five points", picture.count("class=\"curve\"") == 3 and picture.endswith("</svg>\n"),
      picture[:500])
# A sweep over a speed without a steady state keeps the others: a mass beside the axis flies off where its spring, which
# has a slope and no end, is as soft as the turning is fast.
r = run("""
gimbal: 1
masses: [{name: m, at: [1, 0, 0], mass: 1, fix: [y, z]}]
springs: [{between: [ground, m], at: [[-1e9, 0, 0], ~], stiffness: 100}]
""" + STATIC + "modes: {spin: [0, 0, 1], sweep: {key: \"modes.spin[2]\", from: 5, to: 15, steps: 2}}\n", 1,
        "modes", name="flies")
check("a sweep says by its status that values failed", r.status in (4, 5)
      and "1 of 3 values have no frequencies" in r.stderr
      and "modes.spin[2] = 10" in r.stderr, (r.status, r.stderr))
lines = [line.split(",") for line in open("flies.modes.csv").read().splitlines()[1:]]
check("and keeps those that succeeded", len(lines) == 3 and lines[1][1] == "nan", lines)
close("before the failure", 2 * math.pi * float(lines[0][1]), math.sqrt(75), 1e-9)
check("after the failure", float(lines[2][1]) < 0, lines)
r = run(BODY % 6, 1, "modes", ["modes.spin=[0, 0, 1]"])
check("what is free in a turning frame is refused", r.status in (4, 5) and ("steady" in r.stderr or "free" in r.stderr
                                                                           or "singular" in r.stderr), r.stderr)

# ---- ranks, units, shapes --------------------------------------------------------------------------------------------

for edges in ("FFFF", "CFFF"):
    alone = modes(plate(edges, 12, "quad4"), 9)
    for ranks in (2, 3):
        others = modes(plate(edges, 12, "quad4"), 9, ranks)
        for k in range(9):
            close("%s, mode %d on %d ranks" % (edges, k + 1, ranks), others["frequency"][k], alone["frequency"][k],
                  1e-9)
metres = modes(plate("CFFF", 8, "quad4"), 6)
for k, f in enumerate(modes(plate("CFFF", 8, "quad4", 1e-3), 6)["frequency"]):
    close("mode %d in millimetres and tonnes" % (k + 1), f, metres["frequency"][k], 1e-9)
one = modes(plate("CFFF", 1, "quad4"), 12)
check("one element", all(f > 0 for f in one["frequency"]), one)
LUMPS = plate("CFFF", 12, "quad4").replace("density: 2700", "density: 0") + """
masses: [{group: corner10, mass: 1}, {group: corner11, mass: 2}]
"""
lumps = modes(LUMPS, 6)
for axis, total in (("x", 3), ("y", 3), ("z", 3)):
    close("two lumps on a plate without mass have six modes, along " + axis, sum(lumps["effective_mass"][axis]), total,
          1e-9)
found = modes(plate("CFFF", 8, "quad4"), 60)
close("masses of the lowest sixty", sum(found["effective_mass"]["z"]) / found["mass"][2], 0.93, 0, 0.06)

shapes = {}
for ranks in (1, 2, 3):
    check("shapes", run(plate("CFFF", 8, "quad4"), ranks, "modes", ["modes.count=5"], name="shown").status == 0)
    file = File("shown.modes.vtkhdf")
    values = file.rows("/VTKHDF/PointData/displacement")
    nodes = len(values) // 5
    shapes[ranks] = values
    for k in range(5):
        flat = [v for node in values[k * nodes:(k + 1) * nodes] for v in node]
        close("the largest displacement of mode %d" % (k + 1), max(flat), 1, 1e-9)
        check("is positive", max(flat) >= -min(flat) * (1 - 2e-6), (min(flat), max(flat)))
    times = file.dataset("/VTKHDF/Steps/Values")[2]
    for k, f in enumerate(metres["frequency"][:5]):
        close("time of mode %d" % (k + 1), times[k], f, 1e-6)
    for a, b in zip(values, shapes[1]):
        if not check("shapes on %d ranks" % ranks, max(abs(x - y) for x, y in zip(a, b)) < 1e-7, (a, b)):
            break

FORK = ROOT / "meshes" / "tuning-fork.yaml"
r = run(
    FORK, 2, "modes", ["design=[{name: thickness, thickness: fork}, {name: young, material: steel, parameter: young}]"])
fork = r.json["modes"]
close("the tuning fork's note", fork["frequency"][6], 440, 1e-3)
check("in front of which are the rigid motions", fork["rigid"] == 6, fork)
for k in range(6, 10):  # E alone has a unit of force
    close("its mode %d goes with the root of E" % (k + 1), fork["derivative"]["young"][k],
          fork["frequency"][k] / 2 / 210e9, 1e-9)

# ---- derivatives by designs ------------------------------------------------------------------------------------------

def differences(label, case, count, designs, settings=(), ranks=2):
    """d frequency / d design against central differences of whole runs. designs: {name: (entry, path, value)}."""
    entries = "".join("  - {name: %s, %s}\n" % (n, entry) for n, (entry, _, _) in designs.items())
    found = modes(case + "design:\n" + entries, count, ranks, settings)
    check("derivatives of " + label, "derivative" in found, found)
    for name, (entry, path, value) in designs.items():
        h = 5e-5 * abs(value)  # between the round-off of frequencies, 1e-11, and the third derivative
        if "parameter: amplitude" not in entry:  # the same number in both ways
            ways = ["%s=%.17g" % (path, 1.01 * value)], [
                "design=[{name: d, %s, values: [%.17g]}]" % (entry, 1.01 * value)]
            a, b = (modes(case, count, settings=[*settings, *way])["frequency"] for way in ways)
            check("%s: %s by values" % (label, name), a == b and a != found["frequency"], (a, b))
        unit = value if "amplitude" in designs[name][0] else 1.0  # a factor of the load
        f = {c: modes(case, count, settings=[*settings, "%s=%.17g" % (path, value + c * h)])["frequency"]
             for c in (-1, 1)}
        scale = max(abs(found["derivative"][name][k] or 0) for k in range(count))
        for k in range(count):
            if found["frequency"][k] == 0 or found["repeated"][k]:
                check("%s: mode %d has no derivative" % (label, k + 1), found["derivative"][name][k] is None, found)
                continue
            expected = (f[1][k] - f[-1][k]) / 2 / h * unit
            close("%s: d frequency %d / d %s" % (label, k + 1, name), found["derivative"][name][k], expected, 1e-6,
                  1e-7 * scale)
    return found


found = modes(chain(1, 50, 2).replace("- {between: [ground, m1]", "- {name: s, between: [ground, m1]") +
              "design:\n  - {name: k, spring: s, parameter: stiffness}\n  - {name: m, mass: m1, parameter: mass}\n", 1)
f = math.sqrt(100 / 2) / 2 / math.pi
close("by a stiffness", found["derivative"]["k"][0], f / 200, 1e-11)
close("by a mass", found["derivative"]["m"][0], -f / 4, 1e-11)
differences(
    "stretched springs", (STRETCHED % (0.9, 0.9)).replace("- {between: [ground", "- {name: s, between: [ground"),
    3, {"k": ("spring: s, parameter: stiffness", "springs[0].stiffness", 80),
        "l": ("spring: s, parameter: length", "springs[0].length", 0.9)})
differences(
    "a mass that hangs", LEANING.replace("between: [ground, m], at: [[0,", "name: s, between: [ground, m], at: [[0,"),
    2, {"k": ("spring: s, parameter: stiffness", "springs[2].stiffness", 100),
        "m": ("mass: m, parameter: mass", "masses[0].mass", 2)}, ["modes.at=equilibrium"])
# About a state of a march, with all that the way to it does: a pendulum that swings, whose joints turn and pull.
SWINGING = PENDULUM.replace("at: [0.5, 0, 0]}", "at: [0.5, 0, 0], angular_velocity: [0, -3, 0]}").replace(
    "at: [1.5, 0, 0]}", "at: [1.5, 0, 0], angular_velocity: [0, 2, 0], velocity: [0, 0, 3]}").replace(
    "joints:",
    "springs: [{name: s, between: [ground, b], at: [[2, 0.5, 1], [2, 0, 0]], stiffness: 5}]\njoints:").replace(
    "steps: 2", "steps: 20").replace("{type: revolute, between: [a", "{name: elbow, type: revolute, between: [a")
for scheme, settings, at in (("bdf2", [], "0.15"), ("galpha", [], "0.15"), ("dirk4", [], "0.15"),
                             ("sdirk3", [], "0.15"), ("newmark", [], "0.15"),
                             ("galpha", ["constraints.enforce=penalty"], "0.15"),
                             ("galpha", [], "0")):
    differences("a swinging pendulum by %s at %s" % (scheme, at), SWINGING, 2, {
        "k": ("spring: s, parameter: stiffness", "springs[0].stiffness", 5),
        "w": ("body: a, parameter: angular_velocity.y", "bodies[0].angular_velocity[1]", -3),
        "x": ("joint: elbow, parameter: at.x", "joints[1].at[0]", 1)},
        ["modes.at=" + at, "time.scheme=" + scheme] + settings, ranks=3 if scheme in ("dirk4", "galpha") else 1)
MATERIAL = {"t": ("thickness: plate", "shells[0].thickness", T), "E": ("material: m, parameter: young",
            "materials.m.young", E), "nu": ("material: m, parameter: poisson", "materials.m.poisson", NU),
            "rho": ("material: m, parameter: density", "materials.m.density", RHO)}
differences("a cantilever plate", plate("CFFF", 4, size=(1.0, 0.7)), 4, MATERIAL)
found = differences("a free plate", plate("FFFF", 4), 11, {"t": MATERIAL["t"]})
check("its twins have none", found["derivative"]["t"][9] is None and found["derivative"]["t"][8] is not None, found)
# In a turning frame, whose state moves with the designs too.
for spin in (3, 12):
    found = modes(WHIRL + "design: [{name: m, mass: m, parameter: mass}]\n", 3, 2,
                  ["modes={spin: [0, 0, %g], about: [5, 1, 3]}" % spin])
    for k, (w, slope) in enumerate(sorted(((abs(10 - spin), math.copysign(5, spin - 10)), (10 + spin, -5), (20, -10)))):
        close("whirl %d at a spin of %g by the mass" % (k + 1, spin), found["derivative"]["m"][k],
              slope / 4 / math.pi, 1e-11)
differences("a turning plate", plate("CFFF", 4, size=(1.0, 0.7)), 4, MATERIAL,
            ["modes.spin=[2, 6, 14]", "modes.about=[-0.3, 0.1, 0.1]"])
BLADE = """
gimbal: 1
materials: {m: {young: 70e9, poisson: 0.3, density: 2700}}
sections: {s: {type: rectangle, material: m, width: 0.06, height: 0.012, offset: [0.01, 0]}}
bodies:
  - {name: cuff, box: [0.1, 0.08, 0.04], density: 2700, at: [0.15, 0, 0]}
  - {name: tip, box: [0.05, 0.1, 0.02], density: 4000, at: [1.225, 0.02, 0.01]}
beams:
  - {name: blade, points: [[0.2, 0, 0], [0.7, 0, 0], [1.2, 0, 0.05]], elements: 2, section: s, orientation: [0, 1, 0.3],
     ends: [cuff, tip]}
joints: [{name: flap, type: revolute, between: [ground, cuff], at: [0.1, 0, 0], axis: [0, 1, 0]}]
springs: [{name: k, joint: flap, stiffness: 300}]
""" + STATIC
differences("a hinged blade that turns", BLADE, 5, {
    "width": ("section: s, parameter: width", "sections.s.width", 0.06),
    "height": ("section: s, parameter: height", "sections.s.height", 0.012),
    "offset": ("section: s, parameter: offset.y", "sections.s.offset[0]", 0.01),
    "density": ("material: m, parameter: density", "materials.m.density", 2700),
    "k": ("spring: k, parameter: stiffness", "springs[0].stiffness", 300)},
    ["modes.spin=[0, 1, 25]"])
PRESSED = """
loads:
  - {name: p, type: pressure, group: plate, value: 200}
time: {scheme: %s, step: %g, steps: 2}
"""
for scheme, step, at in (("static", 0.5, "equilibrium"), ("linear", 0.5, "equilibrium"), ("galpha", 0.002, "0.004")):
    differences("a plate that is bent and stretched, " + scheme,
                plate("CCCC", 4, size=(1.0, 0.7), more=PRESSED % (scheme, step)), 3,
                {"t": MATERIAL["t"], "E": MATERIAL["E"], "nu": MATERIAL["nu"],
                 "p": ("load: p, parameter: amplitude", "loads[0].value", 200)}, ["modes.at=" + at])
LINKED = """
gimbal: 1
bodies:
  - {name: a, mass: 2, inertia: [0.1, 0.2, 0.2, 0, 0, 0], at: [0.5, 0, 0]}
  - {name: b, mass: 1, inertia: [0.1, 0.1, 0.1, 0, 0, 0], at: [1.5, 0.2, 0]}
joints:
  - {name: hinge, type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 1, 0.3]}
  - {name: elbow, type: spherical, between: [a, b], at: [1, 0, 0]}
springs:
  - {name: s, between: [a, b], at: [[0.7, 0.1, 0], [1.5, 0.2, 0.3]], stiffness: 50}
  - {name: r, between: [ground, b], at: [[1.5, 1, 1], [1.5, 0.2, 0]], stiffness: 30}
  - {name: q, between: [ground, a], at: [[0.5, 0, 1], [0.5, 0, 0]], stiffness: 40}
time: {scheme: galpha, step: 0.01, steps: 2}
"""
found = modes(LINKED, 4)
check("bodies on joints and springs", found["rigid"] == 1 and found["unstable"] == 0, found)
differences("bodies on joints and springs", LINKED, 4, {
    "x": ("joint: elbow, parameter: at.x", "joints[1].at[0]", 1),
    "z": ("joint: hinge, parameter: axis.z", "joints[0].axis[2]", 0.3),
    "k": ("spring: s, parameter: stiffness", "springs[0].stiffness", 50),
    "m": ("body: b, parameter: mass", "bodies[1].mass", 1)})

# ---- refusals --------------------------------------------------------------------------------------------------------

FOLLOWS = plate("CFFF", 2, "quad4").replace(
    "time:", "loads: [{type: pressure, group: plate, value: 1e-2, follow: true}]\ntime:")
for what, case, settings, status, words in (
        ("no modes", chain(2, 1, 1), ["modes.count=0"], 2, ["modes.count", "accepted"]),
        ("too many", chain(2, 1, 1), ["modes.count=3"], 3, ["3 modes", "has 2"]),
        ("too many of lumps", LUMPS, ["modes.count=7"], 3, ["7 modes", "has 6"]),
        ("too many of a mechanism", PENDULUM, ["modes.count=3"], 3, ["has 2"]),
        ("no density", plate("CFFF", 2, "quad4").replace("density: 2700", "density: 0"), [], 3, ["no mass", "density"]),
        ("an unknown state", chain(2, 1, 1), ["modes.at=rest"], 2, ["modes.at", "found rest", "equilibrium"]),
        ("equilibrium of a march", PENDULUM, ["modes.at=equilibrium"], 2, ["galpha", "static"]),
        ("a time between steps", PENDULUM, ["modes.at=0.005"], 2, ["modes.at", "multiple"]),
        ("a time after the end", PENDULUM, ["modes.at=0.03"], 2, ["modes.at", "up to 0.02"]),
        ("following loads", FOLLOWS, ["modes.at=equilibrium"], 2, ["not symmetric", "following"]),
        ("a sweep of nothing", chain(2, 1, 1), ["modes.sweep={to: 2}"], 2, ["sweep.key", "missing"]),
        ("an unknown key", chain(2, 1, 1), ["modes.number=3"], 2, ["modes.number", "count"])):
    for ranks in (1, 2) if status == 3 else (2,):
        r = run(case, ranks, "modes", settings)
        check("%s on %d ranks: status %d" % (what, ranks, status), r.status == status, (r.status, r.stderr))
        for word in words:
            check("%s: says %s" % (what, word), word in r.stderr, r.stderr)
DAMPED = chain(2, 1, 1).replace("stiffness: 1}", "stiffness: 1, damping: 0.1}")
check("damping is left out, which is said", modes(DAMPED, 2)["damping_left_out"] == 1
      and modes(chain(2, 1, 1), 2)["damping_left_out"] == 0)
r = program(["modes", "case.yaml", "--set", "modes.count=2"])
for word in ("rad/s", "effective modal masses", "none is missing", "case.modes.xdmf"):
    check("the table has " + word, word in r.stdout, r.stdout)
