"""Signals before the march: a run that gmsh keeps waiting ends with status 75, gmsh with it, and its
folder is removed, on 1 and 2 ranks; a folder for temporary files without room is status 6 by name, and
so is memory that a limit (ulimit -v) leaves too small for MPI, OpenBLAS or MUMPS: no run hangs or crashes.
"""
# quick
# memcheck
import os
import resource
import shutil
import signal
import subprocess
import time
from pathlib import Path

from helper import GIMBAL, PATIENCE, ROOT, WRAP, check, grid

CASE = """gimbal: 1
mesh: plate.geo
materials:
  steel: {young: 200e9, poisson: 0.3, density: 7800}
shells:
  - {group: plate, material: steel, thickness: 0.01}
supports:
  - {group: left, fix: all}
time: {scheme: bdf2, step: 1e-3, steps: 3}
"""
GEOMETRY = """SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 1, 1};
MeshSize{ PointsOf{ Surface{1}; } } = %g;
Physical Surface("plate") = {1};
Physical Curve("left") = {4};
"""
FOLDER = Path("temporary")
# stands for a gmsh that needs long and one that does not heed SIGTERM
SLOW = """#!/bin/sh
echo $$ > "$GMSH_RUNS.part" && mv "$GMSH_RUNS.part" "$GMSH_RUNS"
%s
exec sleep 60
"""


def waited(condition, seconds=30):
    end = time.monotonic() + seconds * PATIENCE
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


def runs(process):
    try:
        return Path("/proc/%d/stat" % process).read_text().split(") ")[1][0] not in "ZX"
    except OSError:
        return False


def start(ranks, verb, environment):
    command = WRAP + [GIMBAL, verb, "case.yaml", "--quiet"]
    command = [ROOT / "tools" / "mpirun.sh", ranks] + command if ranks > 1 else command
    default = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    return subprocess.Popen([str(w) for w in command], stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                            preexec_fn=default,
                            env=dict(os.environ, OMP_NUM_THREADS="1", **environment))


def stop_gmsh(number, ranks, verb, stubborn=False):
    what = "%s to %s on %d ranks%s" % (number.name, verb, ranks, ", stubborn" if stubborn else "")
    tools, tells = Path("tools").absolute(), Path("gmsh-runs").absolute()
    shutil.rmtree(tools, ignore_errors=True)
    tells.unlink(missing_ok=True)
    tools.mkdir()
    (tools / "gmsh").write_text(SLOW % ("trap '' TERM" if stubborn else ""))
    (tools / "gmsh").chmod(0o755)
    p = start(ranks, verb, {"PATH": "%s:%s" % (tools, os.environ["PATH"]),
                            "GMSH_RUNS": str(tells), "TMPDIR": str(FOLDER.absolute())})
    if not check(what + ": gmsh runs", waited(tells.exists), p.poll()):
        p.kill()
        return
    gmsh = int(tells.read_text())
    p.send_signal(number)
    try:
        said = p.communicate(timeout=20 * PATIENCE)[1]
    except subprocess.TimeoutExpired:
        p.kill()
        said = p.communicate()[1] + "no end"
    check(what + ": status", p.returncode == 75, (p.returncode, said))
    check(what + ": message", "stopped by a signal while gmsh meshed it" in said, said)
    if not check(what + ": gmsh ends", waited(lambda: not runs(gmsh), 5)):
        os.kill(gmsh, signal.SIGKILL)
    left = [p.name for p in FOLDER.glob("gimbal-*")]
    check(what + ": its folder is removed", not left, left)


def stop_at_once():
    """A signal at whatever moment ends a run with a status that tells of it, and leaves nothing."""
    Path("plate.geo").write_text(GEOMETRY % 0.3)
    for wait in (0.0, 0.03, 0.1, 0.2):
        p = start(1, "run", {"TMPDIR": str(FOLDER.absolute())})
        time.sleep(wait)
        p.send_signal(signal.SIGTERM)
        said = p.communicate(timeout=60 * PATIENCE)[1]
        # before main, which is the system's time, the signal ends the program; and the run may be over
        check("SIGTERM after %g s" % wait, p.returncode in (75, 0, -signal.SIGTERM), (p.returncode, said))
        left = [p.name for p in FOLDER.glob("gimbal-*")]
        check("SIGTERM after %g s: nothing is left" % wait, not left, left)


def lack_room():
    """A limit on the size of files stands in for a full disk; MPI's own files are smaller."""
    tools = Path("tools").absolute()
    (tools / "gmsh").write_text("#!/bin/sh\nexec head -c 50000000 /dev/zero > \"$5\"\n")
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (30 << 20, 30 << 20))
    p = subprocess.run([str(GIMBAL), "check", "case.yaml"], capture_output=True, text=True,
                       stdin=subprocess.DEVNULL, preexec_fn=limit, timeout=60 * PATIENCE,
                       env=dict(os.environ, OMP_NUM_THREADS="1", TMPDIR=str(FOLDER.absolute()),
                                PATH="%s:%s" % (tools, os.environ["PATH"])))
    check("no room for the mesh: status", p.returncode == 6, (p.returncode, p.stderr))
    check("no room for the mesh: message", "no room for gmsh's mesh in " in p.stderr
          and "(TMPDIR)" in p.stderr and "File too large" in p.stderr, p.stderr)
    left = [p.name for p in FOLDER.glob("gimbal-*")]
    check("no room for the mesh: nothing is left", not left, left)


def limit_memory():
    """From less than MPI needs to enough."""
    grid(30, 20).write("large.msh")
    text = CASE.replace("plate.geo", "large.msh")
    Path("large.yaml").write_text(text + "loads:\n  - {type: pressure, group: plate, value: 1}\n")
    environment = {k: v for k, v in os.environ.items() if not k.endswith("_NUM_THREADS")}
    statuses = []
    for megabytes in (100, 200, 300, 400, 430, 445, 460, 1000):
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        try:
            p = subprocess.run([str(GIMBAL), "run", "large.yaml", "--quiet"], capture_output=True,
                               text=True, stdin=subprocess.DEVNULL, preexec_fn=limit,
                               timeout=30 * PATIENCE, env=environment)
        except subprocess.TimeoutExpired:
            check("%d MB: the run ends" % megabytes, False)
            continue
        statuses.append(p.returncode)
        check("%d MB: status" % megabytes, p.returncode in (0, 6), (p.returncode, p.stderr))
        if p.returncode:
            check("%d MB: message" % megabytes, "gimbal: " in p.stderr and "memory" in p.stderr, p.stderr)
    check("little is too little and much is enough", statuses[:1] + statuses[-1:] == [6, 0], statuses)


FOLDER.mkdir()
Path("case.yaml").write_text(CASE)
Path("plate.geo").write_text(GEOMETRY % 0.3)
stop_gmsh(signal.SIGTERM, 1, "run")
stop_gmsh(signal.SIGINT, 1, "check")
stop_gmsh(signal.SIGUSR1, 2, "verify")
stop_gmsh(signal.SIGTERM, 1, "gradient", stubborn=True)
stop_at_once()
lack_room()
if not WRAP and "sanitize" not in str(GIMBAL):  # they take address space without bounds
    limit_memory()
