"""A chain of folded shells with links, joints and an equation has the same results on 5 and 7 ranks as on one.

Claims: of 24 folded strips, which bodies on their edges and revolute joints about different axes connect, with average
links, also of lines of two strips, springs, an equation and ties of nodes between strips that lie on different ranks,
functions and gradients agree to 1e-10 with one rank, in dynamics and in statics, however the ranks cut the folds and
the links. So they do on 3 ranks with 160 strips, whose joints are so many that each rank eliminates the multipliers of
its own, and a second run has the same bits.
"""
import sys

from common import ended
from helper import ROOT, check, close, run

sys.path.insert(0, str(ROOT / "bench"))
from strips import differences, write  # noqa: E402


def agree(label, case, several):
    """Runs on several ranks agree with one rank; the last of these is returned."""
    one = ended(label, run(case, 1, "gradient"))
    for ranks in several:
        more = ended("%s on %d" % (label, ranks), run(case, ranks, "gradient"))
        for found in differences(one.json, more.json):
            for name, difference in found:
                close("%s on %d: %s" % (label, ranks, name), difference, 0, 0, 1e-10)
    return more


agree("galpha", write("chain", along=4, across=2, steps=3), (5, 7))
light = write("chain", along=4, across=2, scheme="static", steps=1).replace("-9.81", "-1")  # a seventh of the corrections
agree("static", light, (5, 7))
joints = write("joints", strips=160, along=4, across=2, steps=2)
once = agree("many joints", joints, (3,))
again = run(joints, 3, "gradient")
check("many joints: the same bits again", again.status == 0 and once.json["functions"] == again.json["functions"],
      again.stderr)
