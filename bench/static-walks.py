"""Static walks on full meshes: the slit annulus (10 x 80) from 20 to 100 starting steps with MITC4 and
MITC9 comes to one end in at most 80 steps; hemisphere, shear cantilever and roll-up take at most 40.

    python3 bench/static-walks.py [quad4] [quad9]

BUILD names the build folder, as in tests. MITC9 takes about ten minutes. The last column counts steps
that failed.
"""
import sys
from pathlib import Path

kinds = sys.argv[1:] or ["quad4", "quad9"]
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from helper import ROOT, check, close, run  # noqa: E402
from shell_problems import row, slit_annulus, title  # noqa: E402


def walk(name, case, count, most):
    r = run(case, settings=["time.steps=%d" % count, "time.step=%.17g" % (1 / count),
                            "output.every=0"], timeout=1800)
    if not check(name + " ends well", r.status == 0, r.stderr):
        return None
    check(name + " takes at most %d steps" % most, r.json["steps"] <= most, r.json["steps"])
    ends = [history["u"][-1] for history in r.json["probes"].values()]
    row(name, r.json["steps"], r.json["newton_iterations"], "%.10g" % ends[-1][2],
        r.json["halvings"])
    return ends


title("Static walks", "from", "steps", "corrections", "last probe's u_z", "failed")
for kind in kinds:
    case, first = slit_annulus(10, 80, kind), None
    for count in (20, 30, 50, 70, 100):
        ends = walk("annulus, %s, %d steps" % (kind, count), case, count, 80)
        first = first or ends
        for a, b in zip(first or [], ends or []):
            close("one end from %d steps" % count, b[2], a[2], 1e-8)
for name in ("hemisphere", "cantilever-shear", "cantilever-moment"):
    for count in (20, 50):
        walk("%s, %d steps" % (name, count), ROOT / "meshes" / (name + ".yaml"), count, 40)
