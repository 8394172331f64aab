"""Points of their own and springs between them: the oscillator as Newmark's scheme has it, damped
and driven oscillators and a spring pendulum against their closed forms, the same on 1, 2 and 3 ranks
(one of which may own nothing), and what is refused.
"""
from helper import check, close, run

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
    for probe in one["probes"]:
        for value in "uva":
            rows, others = one["probes"][probe][value], other["probes"][probe][value]
            size = max(abs(x) for row in rows for x in row)
            off = max(abs(x - y) for a, b in zip(rows, others) for x, y in zip(a, b))
            check("%s: %s of %s" % (name, value, probe), off <= relative * size,
                  "off by %g of %g" % (off, size))


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
    result = run(OSCILLATOR)
    if not check("oscillator", result.status == 0, result.stderr):
        return
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
    ("no force", [("stiffness: 8", "length: 1")], ["springs[0]", "stiffness or damping"]),
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
        check(name, result.status == 2 and all(word in said for word in words),
              "status %d: %s" % (result.status, said))
    still = change(OSCILLATOR, ("newmark, step: 0.01, steps: 100", "static, step: 1, steps: 1"),
                   ("mass: 2, velocity: [0.1, 0, 0]", "mass: 0"))
    check("no inertia in statics", run(still, name="still").status == 0)


oscillator()
refusals()
