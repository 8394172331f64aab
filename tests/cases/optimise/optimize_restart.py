"""gimbal optimize ended at any byte of its history, by kill -9, by a signal or by --max-time: --from goes the same way
to the same optimum, and nothing is marched twice. KILLS=20 SEED=7 in the environment kill it so often, at other
moments.
"""
# timeout: 240
import os
import random
import shutil
import signal
import struct
import subprocess
import time
from pathlib import Path

from helper import GIMBAL, PATIENCE, ROOT, check, close, grid, program
from optimization import FREE, HOLE, METHODS, PLATE, QUADRATIC, done, optimize

mesh = grid(4, 2, size=(2, 1), distort=0.1)
for i, element in enumerate(mesh.elements):
    if element[0] == "quad4":
        mesh.elements[i] = (element[0], element[1], 1 + i % 4, element[3])
mesh.write("plate.msh")


def within_gradient(data):
    """A place in a frame of the history: before the last digits of a gradient, halfway."""
    offset, found = 28 + 8 * struct.unpack_from("i", data, 24)[0], []
    while offset < len(data):
        kind, count = struct.unpack_from("QQ", data, offset)
        offset += 24 + 8 * count
        found += [offset - 12] * (kind == 2)
    return found[len(found) // 2] / len(data)


PARTS = {"slsqp": (0.13, within_gradient, 0.95), "mma": (0.6,), "ipopt": (0.62, 1), "lbfgsb": (0.4,)}
for method in METHODS:
    settings = ["optimize.method=" + method, FREE, "optimize.tolerance=1e-7"]
    whole = optimize(HOLE, settings=settings, name="cut")
    data = Path("cut.history").read_bytes()
    for part in PARTS[method]:
        part = part(data) if callable(part) else part
        Path("cut.history").write_bytes(data[:max(round(part * len(data)), 200)])
        r = optimize(HOLE, settings=settings, options=["--from", "cut.history"], name="cut")
        if not done("%s, cut at %g" % (method, part), r):
            continue
        a, b = whole.json["optimize"], r.json["optimize"]
        check("%s, cut at %g: the same way" % (method, part), a["designs"] == b["designs"] and all(
            a["history"][k] == b["history"][k] for k in ("objective", "violation", "iteration")), (a, b))
        check("%s, cut at %g: nothing twice" % (method, part),
              (b["replayed"] == b["evaluations"]) if part == 1 else 0 < b["replayed"] < b["evaluations"], b["replayed"])
        check("%s, cut at %g: the file is whole again" % (method, part),
              len(Path("cut.history").read_bytes()) == len(data))

# another method goes another way from the first point on: the rest of the file is not for it
r = optimize(HOLE, settings=["optimize.method=slsqp", FREE, "optimize.tolerance=1e-7"],
             options=["--from", "cut.history"], name="cut")
if done("another method's history", r):
    close("another method's history: the optimum", r.json["optimize"]["designs"]["vx"][0], 0.901, 1e-6)
    check("another method's history: what it shares", r.json["optimize"]["replayed"] > 0,
          r.json["optimize"]["replayed"])

LONG = PLATE.replace("steps: 6", "steps: 30").replace("5e-3", "1e-3")


def started(name, options=(), ranks=2):
    Path(name + ".yaml").write_text(LONG)
    command = [ROOT / "tools" / "mpirun.sh", ranks, GIMBAL, "optimize", name + ".yaml", "--quiet", *options]
    return subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, start_new_session=True,
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def kill(history):
    """Start, or go on, and kill -9 all ranks when the history has grown, after a while of the march or the adjoint that
    follows; False: it had ended by then."""
    size, end = history.stat().st_size if history.exists() else 0, time.monotonic() + 60 * PATIENCE
    p = started("killed", ["--from", history] if size else [])
    while p.poll() is None and time.monotonic() < end and not (history.exists() and history.stat().st_size > size):
        time.sleep(0.002)
    time.sleep(dice.uniform(0, whole.json["time"]["total"] / whole.json["optimize"]["evaluations"]))
    ended = p.poll() is not None
    if not ended:
        os.killpg(p.pid, signal.SIGKILL)
    p.communicate()
    return not ended


whole = optimize(LONG, 2, name="whole")
done("a long one", whole)
seed, wanted, history = int(os.environ.get("SEED", 1)), int(os.environ.get("KILLS", 2)), Path("killed.history")
dice, kills, ends = random.Random(seed), 0, 0
while kills < wanted and ends < 10 * wanted:
    if kill(history):
        kills += 1
    else:
        ends += 1
        history.unlink()
kept = history.exists()
r = optimize(LONG, 2, options=["--from", history] if kept else [], name="killed")
if done("killed and started again", r) and whole.json:
    check("killed: so often", kills == wanted, (kills, ends))
    check("killed: evaluations were kept", r.json["optimize"]["replayed"] > 0 or not kept,
          r.json["optimize"]["replayed"])
    check("killed: the same optimum, seed %d" % seed,
          r.json["optimize"]["designs"] == whole.json["optimize"]["designs"])
    check("killed: the same count", r.json["optimize"]["evaluations"] == whole.json["optimize"]["evaluations"])
p = started("stopped")
while p.poll() is None and not (Path("stopped.history").exists() and Path("stopped.history").stat().st_size > 700):
    time.sleep(0.002)
p.send_signal(signal.SIGUSR1)
said = p.communicate()[1]
check("a signal ends it with 75", p.returncode == 75 and "--from ./stopped.history" in said, (p.returncode, said))
r = optimize(LONG, 1, options=["--from", "stopped.history"], name="stopped")
if done("after a signal, on another number of ranks", r) and whole.json:
    close("after a signal: the same optimum", r.json["optimize"]["objective"], whole.json["optimize"]["objective"],
          1e-8)
r = optimize(LONG, options=["--max-time", "0.01"], name="timed")
check("--max-time ends it with 75", r.status == 75, r.stderr)

shutil.copy("whole.history", "other.history")
for name, words in (("other.history", "is of another case"), ("whole.yaml", "is no history"), ("none", "No such file")):
    r = optimize(QUADRATIC, options=["--from", name])
    check("refused: --from " + name, r.status in (2, 6) and words in r.stderr, r.stderr)
r = program(["run", "whole.yaml", "--from", "whole.history"])
check("refused: run --from", r.status == 2 and "--from means nothing to run: it is an option of optimize" in r.stderr,
      r.stderr)
