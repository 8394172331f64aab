"""A chain of folded shells with links, joints and an equation has the same results on 5 and 7 ranks as on one.

Claims: of 24 folded strips, which bodies on their edges and revolute joints about different axes connect, with average
links, also of lines of two strips, springs, an equation and ties of nodes between strips that lie on different ranks,
functions and gradients agree to 1e-10 with one rank, in dynamics and in statics, however the ranks cut the folds and the
links.
"""
import sys

from helper import ROOT, check, close, run

sys.path.insert(0, str(ROOT / "bench"))
from strips import differences, write  # noqa: E402

for scheme, steps in (("galpha", 6), ("static", 1)):
    case = write("chain", scheme=scheme, steps=steps)
    one = run(case, 1, "gradient")
    check(scheme, one.status == 0, one.stderr)
    for ranks in (5, 7):
        more = run(case, ranks, "gradient")
        if check("%s on %d" % (scheme, ranks), more.status == 0, more.stderr):
            for found in differences(one.json, more.json):
                for name, difference in found:
                    close("%s on %d: %s" % (scheme, ranks, name), difference, 0, 0, 1e-10)
