"""Results do not depend on how long a factor is kept: random models of bench/metamorphic.py with a factor for each
solve, and in other units, where factors are kept otherwise.

Claims: model 411, whose velocities are projected onto a joint after an impact, with a factor of the step before. A
projection begins with forces that are exactly zero; it ended after two corrections with velocities of a joint 3e-4 off,
because forces that had grown from zero looked like round-off. Twenty more models of all kinds of entries.
"""
import os
import subprocess
import sys

from helper import GIMBAL, ROOT, check

for seed, count, kinds in ((411, 1, "units,factors"), (500, 20, "factors")):
    r = subprocess.run(
        [sys.executable, ROOT / "bench" / "metamorphic.py", "--seed", str(seed), "--count", str(count), "--jobs", "1",
         "--kinds", kinds, "--safety", "1000"], env={**os.environ, "GIMBAL": str(GIMBAL)}, capture_output=True,
        text=True)
    words = r.stdout.strip().splitlines()
    check("models from %d: comparisons" % seed, words and " 0 comparisons" not in words[-1], r.stderr)
    check("models from %d: no finding" % seed, r.returncode == 0, "\n".join(words))
