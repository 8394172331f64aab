"""Two runs of one case in one folder at a time: the second is refused at its start, and the first ends with its
complete results; a run that was killed stops no other."""
# quick
import os
import signal
import subprocess
import time
from pathlib import Path

from helper import GIMBAL, PATIENCE, check, program
from hdf5 import File

STEPS = 1500
CASE = """gimbal: 1
masses: [{name: m, at: [0, 0, 0], mass: 1}]
springs: [{name: k, between: [ground, m], at: [[-1, 0, 0], ~], stiffness: 4}]
probes: [{name: p, mass: m}]
design: [{name: mass, mass: m, parameter: mass}]
functions: [{name: last, type: end, of: p, value: ux}]
time: {scheme: newmark, step: 0.001, steps: %d}
output: {every: 1}
"""
WORDS = ["case.yaml", "--quiet", "--output-dir"]
LOCK = Path("case.running")


def start():
    """A run in the background that is stopped on its way."""
    command = [GIMBAL, "run", *WORDS, "."]
    p = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, text=True,
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=dict(os.environ, OMP_NUM_THREADS="1"))
    end = time.monotonic() + 30 * PATIENCE
    while not Path("case.vtkhdf.tmp").exists() and p.poll() is None and time.monotonic() < end:
        time.sleep(0.002)
    p.send_signal(signal.SIGSTOP)
    check("the first run is on its way", LOCK.exists() and Path("case.vtkhdf.tmp").exists() and p.poll() is None)
    return p


def frames():
    return File("case.vtkhdf").dataset("/VTKHDF/Steps/Values")[0][0]


def ends(label, steps, *words):
    r = program(["run", *WORDS, ".", "--set", "time.steps=%d" % steps, *words])
    check(label + ": its results are complete", r.status == 0 and frames() == steps + 1, r.stderr)


Path("case.yaml").write_text(CASE % STEPS)
first = start()
for verb, ranks in (("run", 1), ("gradient", 1), ("run", 2)):
    r = program([verb, *WORDS, "."], ranks)
    told = "./case.*" in r.stderr and "case.running" in r.stderr and "[output-conflict]" in r.stderr
    check("%s on %d ranks beside it: refused" % (verb, ranks), r.status == 2 and told, r.stderr)
    check("%s: the first one's files stay" % verb, Path("case.vtkhdf.tmp").exists() and LOCK.exists())
for words in (["check", *WORDS, "."], ["modes", *WORDS, "."], ["run", *WORDS, "other"]):
    r = program(words)
    check("%s %s beside it" % (words[0], words[-1]), r.status == 0, r.stderr)
check("a run in another folder leaves no lock", not Path("other/case.running").exists()
      and not Path("case.modes.running").exists())
first.send_signal(signal.SIGCONT)
said = first.communicate(timeout=60 * PATIENCE)[1]
check("the first run: its results are complete", first.returncode == 0 and frames() == STEPS + 1, said)
check("it leaves no lock", not LOCK.exists())

first = start()
first.kill()
first.communicate()
check("a run that was killed leaves the file of its lock", LOCK.exists())
ends("a run after one that was killed", 20)
check("which removes that file", not LOCK.exists())
LOCK.write_text("notes")
ends("beside a file of the lock's name", 10)
check("that file stays", LOCK.read_text() == "notes")
LOCK.unlink()
LOCK.symlink_to("notes")
ends("beside a link of the lock's name", 15)
check("the link stays and leads nowhere", LOCK.is_symlink() and not Path("notes").exists())
LOCK.unlink()
