"""The paper's verification (Boopathy & Kennedy, figures 10 and 11, BDF): steps of BDF 2, and a quarter as many of
BDF 1 and 3, of a plate of about 1,000 unknowns; the thickness derivatives of all twelve functionals agree with
complex step (1e-30) to 1e-10 relative on one rank, and functionals and derivatives of 10 steps with those of 2, 3 and 4
ranks, one number of ranks for each scheme.

BDF 3 amplifies undamped vibration with omega h below 1.94, so its steps are quasi-static:
each mode of the plate has omega h above 2.6.

    python3 tests/cases/adjoint/paper_verification.py [STEPS]      (default 200, the paper's 1000)
"""
# timeout: 1200
import sys

from helper import ROOT, check, close, run

CASE = ROOT / "meshes/plate-verification.yaml"
SLOW = ["time.step=0.05", "loads[0].value=500*sin(2*t)"]
STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 200
FEWER = ["time.steps=%d" % (STEPS // 4)]
SCHEMES = {"bdf1": (2, FEWER), "bdf2": (3, ["time.steps=%d" % STEPS]), "bdf3": (4, FEWER + SLOW)}


def verify(scheme, settings):
    """Adjoint against complex step on one rank."""
    r = run(CASE, 1, "verify", settings, ["--steps", "1e-30"], timeout=400, name=scheme)
    if not check(scheme + " verifies", r.status == 0 and r.json, r.stderr):
        return
    check("twelve functionals", len(r.json["verify"]) == 12, r.json["verify"])
    for name, errors in r.json["verify"].items():
        check("%s: d %s" % (scheme, name), abs(errors["skin"]) <= 1e-10, errors)
    worst = max(abs(e["skin"]) for e in r.json["verify"].values())
    print("%s: %d unknowns, %d steps, worst relative error %.1e" % (scheme, r.json["unknowns"], r.json["steps"], worst))


def compare(scheme, settings, ranks):
    """Several ranks compute the values and gradients of 10 steps that one rank computes."""
    one, other = (run(CASE, count, "gradient", settings + ["time.steps=10"], name="%s-%d" % (scheme, count))
                  for count in (1, ranks))
    if not check("%s on %d ranks" % (scheme, ranks), one.json and other.json, one.stderr + other.stderr):
        return
    for name, value in one.json["functions"].items():
        close("%s on %d ranks: %s" % (scheme, ranks, name), other.json["functions"][name], value, 1e-10)
        close("%s on %d ranks: d %s" % (scheme, ranks, name), other.json["gradient"][name]["skin"][0],
              one.json["gradient"][name]["skin"][0], 1e-10)


for scheme, (ranks, more) in SCHEMES.items():
    settings = ["time.scheme=" + scheme] + more
    verify(scheme, settings)
    compare(scheme, settings, ranks)
