"""Sensitivities over time of the stiff two-mass system (Wehrle & Gufler, example 1).

Claims: displacements, velocities and accelerations of both masses at all of the 38 steps, and their derivatives by both
springs and both masses from one `gradient --tangent`, are those of the paper's own equations in 40 digits
(tests/two_mass.py) to 1e-10 of each history's largest, for Newmark, HHT, WBZ and generalised-alpha with rho = 0.55, on
1 to 3 ranks; so are the derivatives at the end by the adjoint, against those 40 digits and against complex step; by the
case's own scheme each of them, however small, is the same on 3 ranks as on 1 and as in 40 digits, to 1e-10 of itself,
and by the stiff spring to what round-off of its elongation makes of it, with the masses at two places that change no
exact value; and with steps of a tenth the adjoints of bdf2 and euler agree with complex step to 1e-10 of each
derivative. What FEWER lists has fewer digits: derivatives by the stiff spring, and with steps of a tenth those of the
mass m2 behind it by that mass, live on the spring's elongation, which is 1e-7 of its ends' displacements and so has 9
of their 16 digits. Central differences of the program have fewer still, and take more than twice the linear solves.
"""
# timeout: 240

from common import ended
from helper import ROOT, check, run
from two_mass import DESIGNS, RADIUS, STEP, STEPS, march, round_off

CASE = ROOT / "meshes/two-mass.yaml"
PROBES, SLOTS = ("m2", "m3"), "uva"
TOLERANCE = 1e-10
# Measured: 2e-9 (newmark), 4e-11 to 9e-11 on one rank and up to 2e-10 on three (the others) of the histories' largest;
# of each derivative of what m2 does 2.4e-7 and 1.9e-8 (bdf2), 2.1e-5 and 1.4e-9 (euler, where the derivative of the
# acceleration by m2 is 1.5e-7 of the acceleration, so that 1e-15 of this, its round-off, is 7e-9 of the derivative).
FEWER = {"newmark": {"k1": 3e-9}, "hht": {"k1": 3e-10}, "galpha": {"k1": 3e-10}, "wbz": {"k1": 3e-10},
         "bdf2": {"k1": 5e-7, "m2": 3e-8}, "euler": {"k1": 3e-5, "m2": 7e-9}}
NUMBERS = {"newmark": "", "hht": ", alpha: %r" % ((1 - RADIUS) / (1 + RADIUS)),
           "galpha": ", rho: %r" % RADIUS, "wbz": ", rho: %r" % RADIUS}
KEYS = {"k1": "springs.k1.stiffness", "k2": "springs.k2.stiffness", "m2": "masses.m2.mass", "m3": "masses.m3.mass"}


def settings(scheme, steps=STEPS, more=""):
    return ["time={scheme: %s%s, step: %r, steps: %d%s}" % (scheme, NUMBERS[scheme], STEP, steps, more),
            "output.every=0"]


def histories(data):
    """[probe][slot] -> values along x at all step ends."""
    return [[[row[0] for row in data[p][s]] for s in SLOTS] for p in PROBES]


def reference(rows, part):
    return [[[float(getattr(row[s][p], part)) for row in rows] for s in range(3)] for p in range(2)]


def off(found, wanted):
    """The largest difference of each history, relative to the largest of the wanted one."""
    return [max(abs(a - b) for a, b in zip(found[p][s], wanted[p][s])) / max(map(abs, wanted[p][s]))
            for p in range(2) for s in range(3)]


def allowed(kind, name):
    return FEWER[kind].get(name, TOLERANCE)


def show(name, errors):
    print("  %-28s" % name, *("%8.0e" % e for e in errors))


def differences(scheme, name, relative):
    """Central differences of the program's histories."""
    size, data = DESIGNS[name], []
    for sign in (1, -1):
        x = size * (1 + sign * relative)
        r = run(CASE, 1, "run", settings(scheme) + ["%s=%r" % (KEYS[name], x)])
        data.append(histories(r.json["probes"]))
    return [[[(a - b) / (2 * relative * size) for a, b in zip(data[0][p][s], data[1][p][s])]
             for s in range(3)] for p in range(2)]


def compare(scheme):
    r = ended(scheme + " runs", run(CASE, 1, "gradient", settings(scheme), ["--tangent"], name=scheme))
    print("%s: errors of u, v, a of m2, then of m3" % scheme)
    errors = off(histories(r.json["probes"]), reference(march(scheme, None), "value"))
    show("motion", errors)
    check("%s: motion" % scheme, max(errors) < TOLERANCE, errors)
    for name in DESIGNS:
        wanted = reference(march(scheme, name), "slope")
        found = histories({p: r.json["sensitivities"][p][name] for p in PROBES})
        errors = off(found, wanted)
        show("d/d %s" % name, errors)
        check("%s: d/d %s" % (scheme, name), max(errors) < allowed(scheme, name), errors)
        rough = off(differences(scheme, name, 1e-6), wanted)
        show("  central differences", rough)
        check("%s: differences by %s" % (scheme, name),
              all(100 * a < b < 0.2 for a, b in zip(errors[3:], rough[3:])), (errors, rough))
    for ranks in (2, 3):
        again = run(CASE, ranks, "gradient", settings(scheme), ["--tangent"], name=scheme)
        for name in DESIGNS:
            errors = off(histories({p: again.json["sensitivities"][p][name] for p in PROBES}),
                         reference(march(scheme, name), "slope"))
            show("  %d ranks" % ranks, errors)
            check("%s: d/d %s on %d ranks" % (scheme, name, ranks), max(errors) < allowed(scheme, name), errors)


def verify(scheme):
    """The derivatives at the end, relative to their histories' largest."""
    r = run(CASE, 1, "gradient", settings(scheme), name=scheme)
    v = run(CASE, 1, "verify", settings(scheme), ["--steps", "1e-30"], name=scheme)
    if not check(scheme + " verifies", r.status == 0 and v.json, r.stderr + v.stderr):
        return
    worst, exact = {}, {}
    for name in DESIGNS:
        wanted = reference(march(scheme, name), "slope")
        for p, probe in enumerate(PROBES):
            for s, word in enumerate(("displacement", "velocity", "acceleration")):
                function = "%s of %s" % (word, probe)
                value, largest = r.json["gradient"][function][name][0], max(map(abs, wanted[p][s]))
                error = v.json["verify"][function][name] * abs(value) / largest
                worst[name] = max(worst.get(name, 0), error)
                exact[name] = max(exact.get(name, 0), abs(value - wanted[p][s][-1]) / largest)
    for other, errors in (("complex step", worst), ("40 digits", exact)):
        print("  adjoint against %s:" % other, ", ".join("%s %.0e" % e for e in errors.items()))
        for name, error in errors.items():
            check("%s: adjoint against %s, %s" % (scheme, other, name), error < allowed(scheme, name), error)


def compare_ranks(scheme, places):
    """Each derivative at the end, on 1 and on 3 ranks and in 40 digits."""
    noise, rows = round_off(scheme), {name: march(scheme, name)[-1] for name in DESIGNS}
    more = ["masses.%s.at=[%d,0,0]" % at for at in zip(PROBES, places)]
    one, three = (run(CASE, ranks, "gradient", settings(scheme) + more, name=scheme).json["gradient"]
                  for ranks in (1, 3))
    for p, probe in enumerate(PROBES):
        for s, word in enumerate(("displacement", "velocity", "acceleration")):
            f = "%s of %s" % (word, probe)
            for name in DESIGNS:
                exact, a, b = float(rows[name][s][p].slope), one[f][name][0], three[f][name][0]
                bound = noise[s][p] / abs(exact) if name == "k1" else TOLERANCE
                errors = [abs(x) / abs(exact) for x in (a - exact, b - exact, b - a)]
                print("%s: %-22s by %s of 1 rank, 3 ranks, 3 from 1: %.1e %.1e %.1e, allowed %.1e"
                      % (scheme, f, name, *errors, bound))
                check("%s: adjoint on 1 and 3 ranks: %s by %s" % (scheme, f, name), max(errors) < bound, errors)


def verify_other(scheme):
    more = ["time={scheme: %s, step: %r, steps: %d}" % (scheme, STEP / 10, 10 * STEPS)]
    r = run(CASE, 1, "verify", more + ["output.every=0"], ["--steps", "1e-30"], name=scheme)
    if check(scheme + " verifies", r.json is not None, r.stderr):
        for f, row in r.json["verify"].items():
            print("%s: %-22s" % (scheme, f), *("%s %.1e" % e for e in row.items()))
            for name, error in row.items():
                bound = allowed(scheme, name) if f.endswith("of m2") else TOLERANCE
                check("%s: adjoint against complex step: %s by %s" % (scheme, f, name), error < bound, error)


def compare_costs(steps=4000):
    """Four derivatives by the tangent with its march, and central differences by eight marches: factors and linear
    solves."""
    plain, tangent = (run(CASE, 1, verb, settings("galpha", steps), options, name="cost")
                      for verb, options in (("run", []), ("gradient", ["--tangent"])))
    if check("runs of %d steps" % steps, not plain.status and not tangent.status, plain.stderr + tangent.stderr):
        factors, solves = (8 * sum(plain.json[k] for k in keys) / sum(tangent.json[k] for k in keys)
                           for keys in (["factorisations"], ["newton_iterations", "krylov_iterations"]))
        print("central differences take %.1f times the factors and %.1f times the solves of the tangent"
              % (factors, solves))
        check("the tangent takes the factors of its march", tangent.json["gradient_factorisations"] == 0, tangent.json)
        check("the tangent takes half the solves of differences", solves > 2, solves)


for scheme in NUMBERS:
    compare(scheme)
    verify(scheme)
for places in ((1000, 2000), (1300, 3100)):
    compare_ranks("galpha", places)
for scheme in ("bdf2", "euler"):
    verify_other(scheme)
compare_costs()
