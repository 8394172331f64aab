"""Random small models under random loads, schemes and steps, many of them far too hard (bench/folds.py):
each run ends with status 0 or with 4 and a cause; no result has a folded shell; the ends agree with those of
ten times as many steps, or the program warns of the step. And what is folded is refused by name: a strip
pushed through itself.
"""
# timeout: 400
import sys

from helper import ROOT, check

sys.path.insert(0, str(ROOT / "bench"))
from folds import search  # noqa: E402

tally = search(30, 11)
check("some of the models converge", len(tally.get("right", [])) >= 10, tally)
check("no result is wrong without a word", "wrong" not in tally, tally)
