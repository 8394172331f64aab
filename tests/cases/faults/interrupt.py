"""Stopping a march: SIGINT to mpirun (Ctrl-C) ends all ranks and leaves no file that looks complete;
a limit on file sizes (ulimit -f) ends the march with our message and status.
"""
import json
import os
import resource
import signal
import subprocess
import time
from pathlib import Path

from helper import GIMBAL, ROOT, check, grid

CASE = """gimbal: 1
mesh: plate.msh
materials:
  steel: {young: 200e9, poisson: 0.3, density: 7800}
shells:
  - {group: plate, material: steel, thickness: 0.01}
supports:
  - {group: left, fix: all}
loads:
  - {type: pressure, group: plate, value: 100}
design:
  - {name: skin, thickness: plate}
functions:
  - {type: compliance}
time: {scheme: bdf2, step: 1e-4, steps: 3000}
checkpoint: {memory: 0, disk: 2 GB}
"""


def gimbal_runs(marker):
    """Processes that hold this word on their command line."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if marker in entry.read_bytes().split(b"\0"):
                found.append(entry.parent.name)
        except OSError:
            pass
    return found


def waited(condition, seconds):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.1)
    return condition()


def interrupt():
    marker = str(Path("stopped.json").absolute())
    command = [ROOT / "tools" / "mpirun.sh", "2", GIMBAL, "gradient", "case.yaml", "--quiet", "--json", marker]
    frames = Path("case.vtkhdf.tmp")
    # A shell's background job ignores SIGINT, and would pass that on to mpirun.
    default = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    p = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=default)
    marching = waited(lambda: frames.exists() and frames.stat().st_size > 400000, 60)
    check("the march is on its way", marching and p.poll() is None)
    p.send_signal(signal.SIGINT)
    try:
        p.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        p.kill()
        p.communicate()
        check("mpirun ends", False)
    check("mpirun tells of it", p.returncode != 0, p.returncode)
    check("all ranks end", waited(lambda: not gimbal_runs(marker.encode()), 10))
    left = sorted(p.name for p in Path(".").iterdir())
    # mpirun leaves its ranks one second, in which they write case.restart (restart.py goes on from it) and the JSON,
    # which says that it was stopped. Ranks that need longer are killed: the lock, case.running, and what MPI has of
    # *.tmp stay.
    unfinished = [name for name in left if ".tmp" in name or name.endswith(".unfinished")]
    check("only a restart file, a lock, a JSON and unfinished files are left", "case.vtkhdf.tmp" in unfinished and
          not set(left) - set(unfinished) - {"case.restart", "case.running", "stopped.json", "case.yaml", "plate.msh"},
          left)
    if Path(marker).exists():
        said = json.loads(Path(marker).read_text())
        check("the JSON says so", said.get("error", {}).get("code") == "stopped", said)


def limit_file_size():
    frames = Path("case.vtkhdf.tmp")
    frames.unlink(missing_ok=True)
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (12 << 20, 12 << 20))
    p = subprocess.run([str(GIMBAL), "run", "case.yaml", "--quiet"], capture_output=True, text=True,
                       stdin=subprocess.DEVNULL, preexec_fn=limit, timeout=100,
                       env=dict(os.environ, OMP_NUM_THREADS="1"))
    check("a file too large: status", p.returncode == 6, p.returncode)
    lines = p.stderr.splitlines()
    check("a file too large: message", len(lines) == 1 and lines[0].startswith("gimbal: ")
          and "case.vtkhdf" in lines[0], p.stderr)
    check("a file too large: nothing is left", not frames.exists())


grid(40, 20, size=(3, 2)).write("plate.msh")
Path("case.yaml").write_text(CASE)
interrupt()
limit_file_size()
