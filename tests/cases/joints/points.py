"""Points of their own and springs between them: the oscillator as Newmark's scheme has it, damped
and driven oscillators and a spring pendulum against their closed forms, the same on 1, 2 and 3 ranks
(one of which may own nothing), and what is refused.
"""
import cmath
import math
import subprocess
import sys

from common import ended, in_turn
from helper import ROOT, check, close, grid, run

OSCILLATOR = """gimbal: 1
masses:
  - {name: m, at: [1, 0, 0], mass: 2, velocity: [0.1, 0, 0], fix: [y, z]}
springs:
  - {name: s, between: [ground, m], at: [[0, 0, 0], ~], stiffness: 8}
probes:
  - {name: p, mass: m}
time: {scheme: newmark, step: 0.01, steps: 100}
functions:
  - {type: mass}
output: {every: 1}
"""


def change(case, *replacements):
    for old, new in replacements:
        assert old in case, old
        case = case.replace(old, new)
    return case


def agree(name, one, other, relative=1e-10):
    """Histories of all probes of two runs, each value relative to the largest of its history."""
    ended(name, one, other)
    for probe in one.json["probes"]:
        for value in "uva":
            rows, others = (r.json["probes"][probe][value] for r in (one, other))
            size = max(abs(x) for row in rows for x in row)
            off = max(abs(x - y) for a, b in zip(rows, others) for x, y in zip(a, b))
            check("%s: %s of %s" % (name, value, probe), off <= relative * size, "off by %g of %g" % (off, size))


def newmark(stiffness, mass, velocity, step, steps):
    """The average acceleration method on m a + k u = 0: u, v, a at all steps."""
    u, v, a = 0.0, velocity, 0.0
    history = [(u, v, a)]
    for _ in range(steps):
        predicted = u + step * v + step**2 / 4 * a
        new = -stiffness * predicted / (mass + stiffness * step**2 / 4)
        u, v, a = predicted + step**2 / 4 * new, v + step / 2 * (a + new), new
        history.append((u, v, a))
    return history


def oscillator():
    result = ended("oscillator", run(OSCILLATOR))
    found = result.json["probes"]["p"]
    for i, value in enumerate("uva"):
        wanted = [row[i] for row in newmark(8, 2, 0.1, 0.01, 100)]
        size = max(map(abs, wanted))
        off = max(abs(row[0] - x) for row, x in zip(found[value], wanted))
        check("the scheme's own %s" % value, off <= 1e-12 * size, "off by %g of %g" % (off, size))
    balance = result.json["balance"]
    for kinetic, strain in zip(balance["kinetic"], balance["strain"]):
        close("energy", kinetic + strain, 0.01, 1e-12)
    close("mass", result.json["functions"]["mass"], 2, 1e-15)
    check("one unknown", result.json["unknowns"] == 1)


REFUSED = [
    ("unknown end", [("[ground, m]", "[ground, n]")], ["springs[0].between", "'n'", "m"]),
    ("no place of the ground", [("at: [[0, 0, 0], ~], ", "")], ["springs[0].at", "ground"]),
    ("an end elsewhere", [("~]", "[2, 0, 0]]")], ["springs[0].at", "(2, 0, 0)", "(1, 0, 0)"]),
    ("coincident ends", [("[[0, 0, 0]", "[[1, 0, 0]")], ["springs[0]", "(1, 0, 0)", "apart"]),
    ("one end twice", [("[ground, m], at: [[0, 0, 0], ~]", "[m, m]")], ["springs[0]", "two"]),
    ("no force", [("stiffness: 8", "length: 1")], ["springs[0]", "stiffness, damping or force"]),
    ("a negative length", [("stiffness: 8", "stiffness: 8, length: -1")], ["length", ">= 0"]),
    ("four coefficients", [("stiffness: 8", "stiffness: [1, 2, 3, 4]")], ["stiffness", "up to 3"]),
    ("no inertia", [("mass: 2", "mass: 0")], ["masses[0]", "'m'", "no mass", "x"]),
    ("motion with fix", [("velocity: [0.1, 0, 0]", "motion: [t, 0, 0]")], ["masses[0].fix"]),
    ("motion with velocity", [("fix: [y, z]", "motion: [t, 0, 0]")], ["masses[0].velocity"]),
    ("two points of a name", [("springs:", "  - {name: m, at: [3, 0, 0], mass: 1}\nsprings:")],
     ["masses[1].name", "not unique"]),
    ("a point named ground", [("name: m,", "name: ground,")], ["masses[0].name"]),
    ("no place", [("at: [1, 0, 0], ", "")], ["masses[0].at"]),
    ("a group without a mesh", [("[ground, m]", "['group:tip', m]")], ["tip", "mesh"]),
    ("a probe of no point", [("mass: m}", "mass: k}")], ["probes[0]", "'k'", "m"]),
    ("a rotation held", [("fix: [y, z]", "fix: [y, rz]")], ["masses[0].fix", "rz"]),
    ("a motion without a rate", [("springs:", '  - {name: n, at: [3, 0, 0], motion: ["sqrt(t)", '
                                  '0, 0]}\nsprings:')], ["masses[1].motion", "inf", "t = 0"]),
]


def refusals():
    for name, replacements, words in REFUSED:
        result = run(change(OSCILLATOR, *replacements), verb="check", name="refused")
        said = result.stderr
        check(name, result.status == 2 and all(word in said for word in words), "status %d: %s" % (result.status, said))
    still = change(OSCILLATOR, ("newmark, step: 0.01, steps: 100", "static, step: 1, steps: 1"),
                   ("mass: 2, velocity: [0.1, 0, 0]", "mass: 0"))
    check("no inertia in statics", run(still, name="still").status == 0)


PLATE = """gimbal: 1
mesh: plate.msh
materials: {steel: {young: 200e9, poisson: 0.3, density: 7800}}
shells: [{group: plate, material: steel, thickness: 0.01}]
"""


def damped():
    """m u'' + c u' + k u = 0 from u = 0, and the order of DIRK 4 on it."""
    m, c, k, v = 2.0, 1.2, 8.0, 0.1
    end, errors = 2.0, []
    rate, beat = c / (2 * m), math.sqrt(k / m - (c / (2 * m))**2)
    exact = lambda t: v / beat * math.exp(-rate * t) * math.sin(beat * t)
    for steps in (80, 160):
        case = change(OSCILLATOR, ("stiffness: 8", "stiffness: 8, damping: 1.2"),
                      ("newmark, step: 0.01, steps: 100",
                       "dirk4, step: %.17g, steps: %d" % (end / steps, steps)))
        result = ended("damped oscillator", run(case, name="damped"))
        found = result.json["probes"]["p"]
        errors.append(max(abs(row[0] - exact(t)) for t, row in zip(found["t"], found["u"])))
    close("order of DIRK 4", math.log2(errors[0] / errors[1]), 4, 0, 0.2)
    check("damped oscillator", errors[1] < 1e-5 * v / beat, errors)


DRIVEN = """gimbal: 1
masses:
  - {name: base, at: [0, 1, 0], motion: ["0.01*sin(3*t)", 0, "0.02*t^2"]}
  - {name: m, at: [1, 1, 0], mass: 2, velocity: [%r, 0, 0], fix: [y, z]}
springs:
  - {between: [base, m], stiffness: 8, damping: 0.4}
probes:
  - {name: base, mass: base}
  - {name: m, at: [1, 1, 0]}
time: {scheme: dirk4, step: 0.01, steps: 200}
output: {every: 0}
"""


def driven():
    """A damped oscillator on a base that moves along the spring: the steady motion and what the
    start adds to it, to the scheme's order; and the base's own motion, exact."""
    m, c, k, w, amplitude = 2.0, 0.4, 8.0, 3.0, 0.01
    response = amplitude * (k + 1j * w * c) / (k - m * w**2 + 1j * w * c)
    steady = lambda t: (response * cmath.exp(1j * w * t)).imag
    start = steady(0.0)
    # the point starts at its reference place, so the transient of -start is in the solution
    decay = (-c + cmath.sqrt(c**2 - 4 * m * k)) / (2 * m)
    speed = (response * 1j * w).imag
    transient = lambda t: -start * ((cmath.exp(decay * t)).real - decay.real / decay.imag * (cmath.exp(decay * t)).imag)
    errors = []
    for step, steps in ((0.02, 100), (0.01, 200)):
        case = change(DRIVEN % speed, (', "0.02*t^2"]', ", 0]"),
                      ("step: 0.01, steps: 200", "step: %g, steps: %d" % (step, steps)))
        result = ended("driven oscillator", run(case, name="driven"))
        found = result.json["probes"]
        errors.append(max(abs(row[0] - steady(t) - transient(t)) for t, row in zip(found["m"]["t"], found["m"]["u"])))
    close("order of DIRK 4 on the driven one", math.log2(errors[0] / errors[1]), 4, 0, 0.2)
    check("driven oscillator", errors[1] < 1e-5 * abs(response), errors)
    for i in (50, 100, 200):
        t = found["m"]["t"][i]
        close("given u", found["base"]["u"][i][0], amplitude * math.sin(w * t), 1e-14)
        close("given v", found["base"]["v"][i][0], amplitude * w * math.cos(w * t), 1e-14)
        close("given a", found["base"]["a"][i][0], -amplitude * w**2 * math.sin(w * t), 1e-14)
    moving = run(DRIVEN % speed, name="driven")
    for value, wanted in (("u", 0.02 * 4), ("v", 0.04 * 2), ("a", 0.04)):
        close("given %s along z" % value, moving.json["probes"]["base"][value][-1][2], wanted, 1e-13)
    for ranks in (2, 3):
        agree("driven on %d ranks" % ranks, moving, run(DRIVEN % speed, ranks, name="driven"))


def generalised_alpha(rho, step, steps):
    """The two-mass system by Chung and Hulbert's scheme, as published: q, v, and the acceleration
    that the forces give, which is not the scheme's own."""
    am, af = (2 * rho - 1) / (rho + 1), rho / (rho + 1)
    gamma, beta = 0.5 - am + af, 0.25 * (1 - am + af)**2
    k1, k2 = 1e7, 1.0
    force = lambda q, t: (-k1 * (q[0] - math.sin(1.2 * t)) - k2 * (q[0] - q[1]), k2 * (q[0] - q[1]))
    q, v, a = (0.0, 0.0), (0.0, 0.0), force((0.0, 0.0), 0.0)
    history = [(q, v, a)]
    for n in range(steps):
        t = n * step
        guess = tuple(q[i] + step * v[i] + step**2 * (0.5 - beta) * a[i] for i in (0, 1))
        # (1 - am) a' + am a = (1 - af) F(guess + beta h^2 a', t') + af F(q, t), linear in a'
        base = [(1 - af) * x + af * y - am * z for x, y, z in zip(force(guess, t + step), force(q, t), a)]
        s = (1 - af) * beta * step**2
        m00, m11, m01 = 1 - am + s * (k1 + k2), 1 - am + s * k2, -s * k2
        determinant = m00 * m11 - m01**2
        new = ((m11 * base[0] - m01 * base[1]) / determinant, (m00 * base[1] - m01 * base[0]) / determinant)
        q = tuple(guess[i] + beta * step**2 * new[i] for i in (0, 1))
        v = tuple(v[i] + step * ((1 - gamma) * a[i] + gamma * new[i]) for i in (0, 1))
        a = new
        history.append((q, v, force(q, t + step)))
    return history


def two_mass():
    """The example: the scheme's own values, and those of the paper's exact solution."""
    result = ended("two-mass", run(ROOT / "meshes" / "two-mass.yaml"))
    check("two unknowns", result.json["unknowns"] == 2)
    wanted = generalised_alpha(0.55, 0.2618, 38)
    # a force of 1e7 times positions of size 1 has an error of 1e7 times round-off
    for i, value in enumerate("uva"):
        for j, probe in enumerate(("m2", "m3")):
            size = max(abs(row[i][j]) for row in wanted)
            off = max(abs(found[0] - row[i][j]) for found, row in zip(result.json["probes"][probe][value], wanted))
            check("%s of %s" % (value, probe), off <= 1e-8 * size, "%g of %g" % (off, size))
    # with k1 unbounded m2 follows the base, and m3 is an oscillator of frequency 1 that starts at
    # rest: q3 = (sin 1.2 t - 1.2 sin t) / (1 - 1.44)
    exact = lambda t: (math.sin(1.2 * t) - 1.2 * math.sin(t)) / (1 - 1.44)
    off = lambda r: max(abs(row[0] - exact(t)) for t, row in zip(r.json["probes"]["m3"]["t"],
                                                                 r.json["probes"]["m3"]["u"]))
    text = (ROOT / "meshes" / "two-mass.yaml").read_text()
    fine = run(change(text, ("0.2618, steps: 38", "0.1309, steps: 76")), name="fine")
    close("order of q3 to the exact solution", math.log2(off(result) / off(fine)), 2, 0, 0.2)
    # the scheme's velocity of sin 1.2 t is off by some (1.2 h)^2 / 12
    ringing = lambda r: max(abs(row[0] - 1.2 * math.cos(1.2 * t)) for t, row in
                            zip(r.json["probes"]["m2"]["t"], r.json["probes"]["m2"]["v"]) if t > 4)
    check("no ringing of m2", ringing(result) < 0.02, ringing(result))
    rough = run(change(text, ("galpha, rho: 0.55", "newmark")), name="rough")
    check("ringing of m2 by Newmark", ringing(rough) > 0.5, ringing(rough))
    for ranks in (2, 3):
        again = run(ROOT / "meshes" / "two-mass.yaml", ranks, name="two-mass")
        agree("two-mass on %d ranks" % ranks, result, again, 1e-8)


def pendulum():
    """The example in space: momentum about the vertical is kept, energy to second order."""
    case = (ROOT / "meshes" / "spring-pendulum.yaml").read_text()
    losses, last = [], []
    for step, steps in ((0.01, 100), (0.005, 200)):
        text = change(case, ("step: 0.01, steps: 500", "step: %g, steps: %d" % (step, steps)))
        result = ended("pendulum", run(text, name="pendulum"))
        balance, u = result.json["balance"], result.json["probes"]["bob"]["u"]
        energy = [k + s + 9.81 * row[2] for k, s, row in zip(balance["kinetic"], balance["strain"], u)]
        losses.append(max(abs(e - energy[0]) for e in energy))
        last.append(result)
        momentum = [row[2] for row in balance["angular_momentum"]]
        off = max(abs(x - momentum[0]) for x in momentum)
        check("momentum about the vertical", off < 1e-11 * momentum[0], off)
    close("start", energy[0], 0.5, 1e-14)
    check("energy", losses[1] < 1e-3, losses)
    close("order of the energy's error", math.log2(losses[0] / losses[1]), 2, 0, 0.15)
    for ranks in (2, 3):
        agree("pendulum on %d ranks" % ranks, last[1], run(text, ranks, name="pendulum"))


TRUSS = """gimbal: 1
masses:
  - {name: apex, at: [0, 0, 0.2], fix: [y]}
springs:
  - {between: [ground, apex], at: [[-1, 0, 0], [0, 0, 0.2]], stiffness: [1000, 0, 500]}
  - {between: [ground, apex], at: [[1, 0, 0], [0, 0, 0.2]], stiffness: [1000, 0, 500]}
loads:
  - {name: weight, type: force, mass: apex, value: [0, 0, "-t"]}
probes:
  - {name: apex, mass: apex}
time: {scheme: static, step: 0.5, steps: 4}
functions: [{type: compliance}]
"""


def truss():
    """Two bars to an apex (von Mises): P = 2 N(e) (h - w) / l with e = L - l, closed in w."""
    result = ended("truss", run(TRUSS, name="truss"))
    for i, row in enumerate(result.json["probes"]["apex"]["u"]):
        height = 0.2 + row[2]
        length = math.sqrt(1 + height**2)
        e = (math.sqrt(1.04) - length)
        close("load of the truss", 2 * (1000 * e + 500 * e**3) * height / length, 0.5 * i, 0, 1e-10)
    close("strain energy of two bars", result.json["functions"]["compliance"], 4 * (500 * e**2 + 125 * e**4), 1e-13)
    loose = run(change(TRUSS, (", fix: [y]", "")), name="loose")
    check("a mechanism in statics", loose.status == 5 and "point 'apex'" in loose.stderr
          and "(0, 1, 0)" in loose.stderr, loose.stderr)
    ended("one under tension holds",
          run(change(TRUSS, (", fix: [y]", ""), ("500]}", "500], length: 0.9}")), name="tight"))


def on_a_plate():
    """A plate that glides along x and a mass on a spring at its corner: two bodies' frequency."""
    grid(3, 2).write("plate.msh")
    whole, mass, k = 78.0, 2.0, 500.0
    beat = math.sqrt(k * (1 / whole + 1 / mass))
    case = PLATE + """
supports: [{group: plate, fix: [y, z, rotation]}]
masses:
  - {name: m, at: [2, 1, 0], mass: 2, velocity: [0.1, 0, 0], fix: [y, z]}
springs:
  - {name: s, between: ["group:corner11", m], stiffness: 500}
probes:
  - {name: m, mass: m}
  - {name: corner, group: corner11}
  - {name: far, group: corner00}
time: {scheme: dirk4, step: %.17g, steps: 40}
functions: [{type: mass}]
""" % (2 * math.pi / beat / 160)
    result = ended("a mass at a plate", run(case, name="glide"))
    close("mass of both", result.json["functions"]["mass"], whole + mass, 1e-13)
    probes = result.json["probes"]
    t = probes["m"]["t"][-1]  # a quarter of a period
    common, relative = mass * 0.1 / (whole + mass), 0.1 / beat * math.sin(beat * t)
    # the plate is an elastic bar of stiffness 2e9 per length: 500 / 2e9 is how rigid it is
    close("of the mass", probes["m"]["u"][-1][0], common * t + whole / 80 * relative, 1e-5)
    close("of the plate", probes["far"]["u"][-1][0], common * t - mass / 80 * relative, 1e-4)
    for ranks in (2, 3):
        agree("a mass at a plate on %d ranks" % ranks, result, run(case, ranks, name="glide"))


def spring_or_force():
    """A spring at a clamped plate's corner does to the plate what its force does."""
    grid(3, 2).write("plate.msh")
    held = PLATE + """
supports: [{group: left, fix: all}]
probes: [{name: corner, group: corner11}]
time: {scheme: static, step: 1, steps: 1}
loads: [{type: force, group: corner11, value: [0, 0, %.17g]}]
"""
    spring = """
springs: [{between: ["group:corner11", ground], at: [~, [1, 1, -0.5]], stiffness: 2e3}]
"""
    with_spring = ended("a plate on a spring", run(held % 100 + spring, name="spring"))
    u = with_spring.json["probes"]["corner"]["u"][-1]
    l = math.sqrt(u[0]**2 + u[1]**2 + (0.5 + u[2])**2)
    pull = 2e3 * (l - 0.5)
    force = [-pull * x / l for x in (u[0], u[1], 0.5 + u[2])]
    case = change(held % 100, ("[0, 0, 100]", "[%.17g, %.17g, %.17g]" % (force[0], force[1], 100 + force[2])))
    plain = run(case, name="plain")
    for found, wanted in zip(plain.json["probes"]["corner"]["u"][-1], u):
        close("a plate under the spring's force", found, wanted, 0, 1e-9 * abs(u[2]))


def results():
    """Points are vertices and springs lines of the results file."""
    from hdf5 import File
    run(ROOT / "meshes" / "two-mass.yaml", name="two-mass")
    file = File("two-mass.vtkhdf")
    check("types", list(file.dataset("/VTKHDF/Types")[2]) == [3, 3, 1, 1, 1])
    check("ends", list(file.dataset("/VTKHDF/Connectivity")[2]) == [0, 1, 1, 2, 0, 1, 2])
    checked = subprocess.run([sys.executable, ROOT / "tests" / "check-results.py",
                              "two-mass.vtkhdf"], capture_output=True, text=True)
    check("results", checked.returncode == 0 and not checked.stdout, checked.stdout + checked.stderr)


in_turn(oscillator, damped, driven, two_mass, pendulum, truss, on_a_plate, spring_or_force, results, refusals)
