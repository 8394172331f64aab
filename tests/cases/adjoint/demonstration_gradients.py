"""Gradients of the paper's demonstrations against complex step, and on 3 ranks.

Claims: the derivatives of each demonstration's functions by thicknesses, masses, inertias, initial velocities, springs,
dampers, places and axes of joints by the adjoint agree with a complex-step run of the whole march to 1e-10 relative,
the tangent with the adjoint to 1e-11, by BDF 2 and generalised-alpha (positions enforced) and DIRK 4 and SDIRK 3
(accelerations enforced); on 3 ranks they are the same by one of each.
"""
# timeout: 300

from helper import ROOT, check, close, run, same_gradients
from demonstration_cases import CASES

SCHEMES = ("bdf2", "galpha", "dirk4", "sdirk3")


def verify(name, text, settings):
    r = run(text, 1, "verify", settings + ["time.steps=3", "output.every=0"], ["--schemes", ",".join(SCHEMES)])
    if not check("verify of the %s" % name, r.json, r.stderr):
        return
    for scheme in SCHEMES:
        found = r.json["schemes"].get(scheme, {})
        if not check("%s by %s marches" % (name, scheme), "verify" in found, (found, r.stderr)):
            continue
        worst = {}
        for kind, bound in (("verify", 1e-10), ("tangent", 1e-11)):
            errors = {(f, d): e for f, by in found[kind].items() for d, e in by.items()}
            worst[kind] = max(errors.values())
            for (function, design), error in errors.items():
                if not error <= bound:
                    close("%s by %s, %s: d %s / d %s" % (name, scheme, kind, function, design), error, 0, 0, bound)
            close("%s by %s, %s" % (name, scheme, kind), worst[kind], 0, 0, bound)
        print("%-15s %-7s adjoint %.0e, tangent %.0e" % (name, scheme, worst["verify"], worst["tangent"]))


for name, text, settings in CASES:
    verify(name, text, settings)
    for scheme in ("galpha", "dirk4"):  # ranks have sent everything by their second step
        same_gradients("%s by %s" % (name, scheme), text, (3,), [*settings, "time.steps=2", "time.scheme=" + scheme],
                       methods=("adjoint", "tangent") if scheme == "dirk4" else ("adjoint",))
