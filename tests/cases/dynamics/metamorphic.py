# timeout: 900
"""Fifty random models give the same results in other units, axes, numbers and orders, on other ranks, after restarts and with
little memory: bench/metamorphic.py, each model under three kinds of transformations that chance picks. Bounds are 1000
times the measured effect of round-off, for this effect itself varies with the processor; a unit that matters is far larger."""
import os
import subprocess
import sys

from helper import GIMBAL, ROOT, check

r = subprocess.run([sys.executable, ROOT / "bench" / "metamorphic.py", "--count", "50", "--seed", "12", "--jobs", "2", "--safety", "1000"],
                   env={**os.environ, "GIMBAL": str(GIMBAL)}, capture_output=True, text=True)
words = r.stdout.strip().splitlines()
check("models and comparisons were made", words and words[-1].startswith("50 models") and " 0 comparisons" not in words[-1], r.stderr)
check("no finding", r.returncode == 0, "\n".join(words))
print(words[-1] if words else "")
