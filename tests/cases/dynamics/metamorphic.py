# timeout: 900
"""Fifty random models give the same results in other units, axes, numbers and orders, on other ranks, after restarts
and with little memory: bench/metamorphic.py, each model under three kinds of transformations that chance picks. Bounds
are 1000 times the measured effect of round-off, for this effect itself varies with the processor; a unit that matters
is far larger. Models 187 and 192 have soft parts that buckle beside stiff ones: round-off of the stiff ones is no
unsymmetric tangent."""
import os
import subprocess
import sys

from helper import GIMBAL, ROOT, check

for seed, count, kinds in ((12, 50, ""), (187, 1, "renumber"), (192, 1, "renumber")):
    r = subprocess.run(
        [sys.executable, ROOT / "bench" / "metamorphic.py", "--count", str(count), "--seed", str(seed), "--jobs", "2",
         "--kinds", kinds, "--safety", "1000"], env={**os.environ, "GIMBAL": str(GIMBAL)}, capture_output=True,
        text=True)
    words = r.stdout.strip().splitlines()
    check("models from %d: comparisons" % seed,
          words and words[-1].startswith("%d models" % count) and " 0 comparisons" not in words[-1], r.stderr)
    check("models from %d: no finding" % seed, r.returncode == 0, "\n".join(words))
    print(words[-1] if words else "")
