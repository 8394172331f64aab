"""Memory that is short while a deck is read, and in a gradient of its model, on one rank: whichever of the program's
allocations fails, it ends with status 6 and one message and has freed all others; or the allocation was no need, and
values and gradient have all bits. A deck of Nastran, one of Abaqus, and two that are refused, whose defects may then be
told too. FAULTS=N in the environment: every N-th allocation; else one, drawn by SEED, of each of so many stretches.
"""
# timeout: 240
import json
import os
import random
import shutil
import subprocess
from pathlib import Path

from helper import BUILD, PATIENCE, ROOT, check, skip

LIBRARY = Path("fault.so").absolute()
PROGRAM = BUILD / "tests" / "gimbal"  # whose code has no library
MODEL, FILE = 3, 6
# The case, what becomes of it, and into how many stretches its allocations are divided.
CASES = [("bracket", "gradient", 0, 30), ("flush-skin", "gradient", 0, 20), ("hinges", "check", 0, 15),
         ("cards", "check", MODEL, 10), ("bodies", "check", MODEL, 10)]


def run(verb, case, at):
    """Status, errors, how many allocations there were, how many were never freed, and the numbers of the result."""
    for name in ("count", "result.json"):
        Path(name).unlink(missing_ok=True)
    command = [ROOT / "tools" / "mpirun.sh", 1, "env", "LD_PRELOAD=%s" % LIBRARY, PROGRAM, verb, case, "--quiet",
               "--json", "result.json", "--set", "time.steps=2", "--set", "output.every=0"]
    p = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.PIPE, text=True, timeout=20 * PATIENCE,
                       env=dict(os.environ, FAULT_RANK="0", FAULT_AT=str(at), FAULT_COUNT="count"))
    result = json.loads(Path("result.json").read_text()) if p.returncode == 0 and Path("result.json").exists() else {}
    errors = [line for line in p.stderr.splitlines() if line.startswith("gimbal:") and ": warning:" not in line]
    count, lost = map(int, Path("count").read_text().split()) if Path("count").exists() else (0, -1)
    return p.returncode, errors, count, lost, [result.get(key) for key in ("functions", "gradient")]


def survived(status, errors, lost, expected):
    if lost != 0:
        return False
    return status == expected or (status == FILE and len(errors) == 1 and "memory" in errors[0])


if os.environ.get("WRAP") or "sanitize" in str(PROGRAM):
    skip("the library that lets allocations fail goes without others")
subprocess.run([os.environ.get("CC", "cc"), "-O1", "-shared", "-fPIC", "-o", str(LIBRARY),
                str(ROOT / "tests" / "fault.c")], check=True)
random.seed(int(os.environ.get("SEED", 1)))
for file in [*(ROOT / "meshes").glob("bracket.*"), *(ROOT / "meshes").glob("flush-skin.*"),
             *(ROOT / "tests/fuzz/corpus/inp").glob("*.inp"), *(ROOT / "tests/fuzz/corpus/nastran").glob("*.bdf")]:
    shutil.copy(file, ".")
for name in ("hinges.inp", "bodies.inp", "cards.bdf"):
    Path(Path(name).stem + ".yaml").write_text(
        "gimbal: 1\nmesh: %s\ntime: {scheme: bdf2, step: 1e-3, steps: 2}\n" % name)
for case, verb, expected, stretches in CASES:
    status, errors, count, lost, numbers = run(verb, case + ".yaml", 0)
    if not check("%s: ends as it must, all is freed" % case, (status, lost) == (expected, 0) and count > 100,
                 (status, count, lost, errors)):
        continue
    each = int(os.environ.get("FAULTS", count // stretches))
    for start in range(1, count + 1, each):
        at = random.randint(start, min(start + each - 1, count))
        status, errors, _, lost, found = run(verb, case + ".yaml", at)
        check("%s: allocation %d of %d fails" % (case, at, count), survived(status, errors, lost, expected)
              and (status != 0 or found == numbers), (status, lost, errors))
