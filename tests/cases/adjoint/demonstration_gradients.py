"""Gradients of the paper's demonstrations against complex step, on 1 and 3 ranks.

Claims: the derivatives of each demonstration's functions by thicknesses, masses, inertias, initial velocities, springs,
dampers, places and axes of joints by the adjoint agree with a complex-step run of the whole march to 1e-10 relative,
the tangent with the adjoint to 1e-11, by BDF 2 and generalised-alpha (positions enforced) and DIRK 4 and SDIRK 3
(accelerations enforced); on 3 ranks by one of each.
"""
# timeout: 300

from helper import ROOT, check, close, run
from demonstration_cases import CASES

SCHEMES = {1: "bdf2,galpha,dirk4,sdirk3", 3: "galpha,dirk4"}
STEPS = {1: 5, 3: 2}  # those of three ranks take several times as long, and have sent everything by their second one


def verify(name, text, settings, ranks):
    r = run(text, ranks, "verify", settings + ["time.steps=%d" % STEPS[ranks], "output.every=0"],
            ["--schemes", SCHEMES[ranks]])
    if not check("verify of the %s on %d ranks" % (name, ranks), r.json, r.stderr):
        return
    for scheme in SCHEMES[ranks].split(","):
        found = r.json["schemes"].get(scheme, {})
        if not check("%s by %s marches" % (name, scheme), "verify" in found, (found, r.stderr)):
            continue
        worst = {}
        for kind, bound in (("verify", 1e-10), ("tangent", 1e-11)):
            errors = {(f, d): e for f, by in found[kind].items() for d, e in by.items()}
            worst[kind] = max(errors.values())
            for (function, design), error in errors.items():
                if not error <= bound:
                    close("%s by %s on %d ranks, %s: d %s / d %s"
                          % (name, scheme, ranks, kind, function, design), error, 0, 0, bound)
            close("%s by %s, %s" % (name, scheme, kind), worst[kind], 0, 0, bound)
        print("%-15s %-7s %d ranks: adjoint %.0e, tangent %.0e"
              % (name, scheme, ranks, worst["verify"], worst["tangent"]))


for case in CASES:
    for count in (1, 3):
        verify(*case, count)
