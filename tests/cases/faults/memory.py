"""Memory that one rank alone lacks: whichever of the program's allocations fails, both ranks end with status 6 and one
message, and that rank has freed all others, in a gradient with bodies, joints, links, springs, checkpoints on disk,
restart files and results, in its continuation, and in `verify`. FAULTS=N in the environment: every N-th; else one drawn
by SEED of each of so many stretches.
"""
# timeout: 400
import os
import random
import shutil
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from helper import BUILD, PATIENCE, ROOT, check, grid, skip

CASE = """gimbal: 1
mesh: plate.msh
gravity: [0, 0, -9.81]
materials:
  foam: {young: 5e6, poisson: 0.3, density: 200, yield: 1e5}
shells:
  - {group: plate, material: foam, thickness: 0.02}
bodies:
  - {name: hub, box: [0.1, 0.5, 0.1], density: 100, at: [-0.05, 0.25, 0]}
joints:
  - {type: revolute, name: hinge, between: [ground, hub], at: [-0.1, 0.25, 0], axis: [0, 1, 0]}
links:
  - {body: hub, group: left, type: rigid}
masses:
  - {name: m, at: [2, 0, 0], mass: 1}
springs:
  - {name: k, between: [hub, m], stiffness: 10, at: [[0.1, 0.25, 0.1], [2, 0, 0]]}
probes:
  - {name: corner, group: corner11}
  - {name: hub, body: hub, at: [-0.05, 0.25, 0]}
design:
  - {name: skin, thickness: plate}
  - {name: soft, spring: k, parameter: stiffness}
functions:
  - {type: compliance}
  - {type: ks, weight: 20}
time: {scheme: SCHEME, step: 1e-3, steps: 3}
checkpoint: {memory: 6 kB, disk: 100 kB, every: 2, keep: true}
output: {every: 1}
"""
LIBRARY = Path("fault.so").absolute()
PROGRAM = BUILD / "tests" / "gimbal"  # whose code has no library


def run(words, rank, at):
    """Status and standard error in a folder of its own; 124 when the ranks wait for each other. The rank writes `count`,
    unless it is ended before."""
    folder = Path("rank%d-%d" % (rank, at))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in ("case.yaml", "plate.msh", "from"):
        shutil.copy(name, folder) if Path(name).exists() else None
    shutil.copy("kept.vtkhdf", folder / "case.vtkhdf.tmp") if "--restart" in words else None
    command = [ROOT / "tools" / "mpirun.sh", 2, "env", "LD_PRELOAD=%s" % LIBRARY, PROGRAM, words[0],
               "case.yaml", "--quiet", "--json", "case.json", *words[1:]]
    p = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, text=True, cwd=folder,
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
                         env=dict(os.environ, FAULT_RANK=str(rank), FAULT_AT=str(at),
                                  FAULT_COUNT="count"))
    count = folder / "count"
    try:
        return p.wait(20 * PATIENCE), p.stderr.read(), count.read_text().split() if count.exists() else []
    except subprocess.TimeoutExpired:
        os.killpg(p.pid, signal.SIGTERM)
        try:
            p.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(p.pid, signal.SIGKILL)
            p.wait()
        return 124, "the ranks wait", []


def fail_each(words, stretches):
    """Several allocations at a time: mpirun waits for a second before it ends what is left."""
    for rank in (0, 1):
        status, said, counted = run(words, rank, 0)
        if not check("%s: ends well" % " ".join(words), status == 0, said):
            return
        count, lost = map(int, counted)
        check("%s: all is freed on rank %d" % (" ".join(words), rank), lost == 0, lost)
        each = int(os.environ.get("FAULTS", max(1, count // stretches)))
        places = [random.randint(first, min(first + each - 1, count)) for first in range(1, count + 1, each)]
        with ThreadPoolExecutor(4) as pool:
            ends = list(pool.map(lambda at, rank=rank: run(words, rank, at), places))
        for at, (status, said, counted) in zip(places, ends):
            lines = [line for line in said.splitlines() if line.startswith("gimbal:")]
            # a few are for a smaller place of what there is, and may fail
            check("%s: allocation %d of %d fails on rank %d" % (" ".join(words), at, count, rank),
                  counted[1:] in ([], ["0"])
                  and (status == 0 or (status == 6 and len(lines) == 1 and "memory" in lines[0])),
                  (status, counted, said[:400]))


if os.environ.get("WRAP") or "sanitize" in str(PROGRAM):
    skip("the library that lets allocations fail goes without others")
subprocess.run([os.environ.get("CC", "cc"), "-O1", "-shared", "-fPIC", "-o", str(LIBRARY),
                str(ROOT / "tests" / "fault.c")], check=True)
random.seed(int(os.environ.get("SEED", 1)))
grid(3, 2, size=(1, 0.5)).write("plate.msh")
Path("case.yaml").write_text(CASE.replace("SCHEME", "galpha"))
fail_each(["gradient"], 12)
run(["gradient"], 0, 0)
last = Path("rank0-0")
shutil.copy(next(path for path in (last / "case.restart.old", last / "case.restart") if path.exists()), "from")
shutil.copy(last / "case.vtkhdf", "kept.vtkhdf")
fail_each(["gradient", "--restart", "from"], 6)
fail_each(["gradient", "--tangent"], 4)
Path("case.yaml").write_text(CASE.replace("SCHEME", "dirk2"))
fail_each(["verify", "--steps", "1e-30"], 5)
