"""A march that is stopped goes on from its restart file: bit by bit as though it had not been stopped on the same
ranks, to 1e-10 on others, in the march and in the reverse sweep, after --max-time, after SIGTERM and SIGUSR1 (exit
status 75) and after kill -9; files that are torn or of another run are refused. Results and probes continue.
"""
# timeout: 300
import os
import re
import resource
import shutil
import signal
import subprocess
import time
from pathlib import Path

from common import ended, in_turn, refused
from helper import GIMBAL, ROOT, check, close, grid, run

CASE = """gimbal: 1
mesh: plate.msh
materials:
  steel: {young: 200e9, poisson: 0.3, density: 7800, yield: 300e6, damping: {mass: 10, stiffness: 1e-5}}
shells:
  - {group: plate, material: steel, thickness: 0.01}
supports:
  - {group: left, fix: all}
loads:
  - {type: pressure, group: plate, value: "400*sin(60*t)"}
probes:
  - {name: tip, at: [1, 0.5, 0]}
design:
  - {name: skin, thickness: plate, per: patch}
functions:
  - {type: compliance}
  - {name: ks, type: ks, weight: 20}
time: {scheme: SCHEME, step: 2e-4, steps: STEPS}
checkpoint: {memory: 22 kB, disk: 22 kB, every: EVERY, keep: true}
output: {every: 100}
"""
SAME = ("functions", "gradient", "probes", "balance", "checkpoint", "newton_iterations",
        "krylov_iterations", "factorisations", "joints", "reactions", "sections", "drift")
RESTART, RESULTS, UNFINISHED = Path("case.restart"), Path("case.vtkhdf.tmp"), Path("case.vtkhdf.unfinished")


def case(scheme="bdf2", steps=400, every=0):
    return (CASE.replace("SCHEME", scheme).replace("STEPS", str(steps)) .replace("EVERY", str(every)))


def clean():
    for path in Path(".").glob("case.*"):
        path.unlink()


def largest_difference(a, b):
    worst = 0
    for name, value in b["functions"].items():
        worst = max(worst, abs(a["functions"][name] - value) / abs(value))
    for name, designs in b["gradient"].items():
        scale = max(abs(d) for d in designs["skin"])
        for x, y in zip(a["gradient"][name]["skin"], designs["skin"]):
            worst = max(worst, abs(x - y) / scale)
    for x, y in zip(a["probes"]["tip"]["u"], b["probes"]["tip"]["u"]):
        worst = max(worst, max(abs(p - q) for p, q in zip(x, y)))
    return worst


def compare(what, found, full, bitwise):
    if not check(what + ": ends well", found.status == 0 and found.json, found.stderr):
        return
    if bitwise:
        differs = [key for key in SAME if found.json.get(key) != full.json.get(key)]
        check(what + ": bit by bit", not differs, differs)
    d = largest_difference(found.json, full.json)
    check(what + ": the same to 1e-10", d <= 1e-10, d)
    check(what + ": all steps have probe rows", len(found.json["probes"]["tip"]["t"]) == full.json["steps"] + 1)
    check(what + ": results are complete", Path("case.vtkhdf").exists() and not RESULTS.exists())


def start(text, ranks, verb="gradient", options=(), tells="--quiet"):
    """Gimbal in the background, perhaps under mpirun."""
    Path("case.yaml").write_text(text)
    command = [verb, "case.yaml", tells, "--output-dir", ".", *options]
    command = [GIMBAL] + command if ranks == 1 else ([ROOT / "tools" / "mpirun.sh", ranks, GIMBAL] + command)
    environment = dict(os.environ, OMP_NUM_THREADS="1", OMPI_MCA_odls_base_sigkill_timeout="5")
    default = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    return subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env=environment, preexec_fn=default)


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


def go_on(scheme, others, options=()):
    """From files written in the march and in the sweep, on the same, fewer and more ranks."""
    text = case(scheme, steps=80, every=60)
    full = ended(scheme + ": the whole run", run(text, 2, "gradient", options=options))
    balance = full.json["balance"]
    check(scheme + ": damping takes energy",
          balance["lost"][-1] > 0.05 * (balance["kinetic"][-1] + balance["strain"][-1]), balance)
    results = Path("case.vtkhdf").read_bytes()
    files = {"march": "case.restart.old", "sweep": "case.restart"}
    kept = {place: Path(file).read_bytes() for place, file in files.items()}
    for place, data in kept.items():
        for ranks in (2, *others):
            clean()
            RESTART.write_bytes(data)
            RESULTS.write_bytes(results)
            again = run(case(scheme, steps=80), ranks, "gradient", options=["--restart", RESTART, *options])
            compare("%s, from the %s, on %d ranks" % (scheme, place, ranks), again, full, ranks == 2)


def go_on_with_example(name, verb, every, steps):
    """Springs, bodies and joints, an alpha scheme: bit by bit from both files of a whole run."""
    path, settings = ROOT / "meshes" / (name + ".yaml"), ["time.steps=%d" % steps]
    full = ended(name + ": the whole run",
                 run(path, 2, verb, settings + ["checkpoint.keep=true", "checkpoint.every=%d" % every], name=name))
    files = [Path(name + ".restart" + suffix) for suffix in ("", ".old")]
    kept = [file.read_bytes() for file in files if file.exists()]
    results = Path(name + ".vtkhdf").read_bytes()
    check(name + ": restart files", len(kept) > 0)
    for data in kept:
        files[0].write_bytes(data)
        Path(name + ".vtkhdf.tmp").write_bytes(results)
        again = ended(name + ": goes on", run(path, 2, verb, settings, ["--restart", files[0]], name=name))
        differs = [key for key in SAME if again.json.get(key) != full.json.get(key)]
        check(name + ": bit by bit", not differs, differs)


BODY = """gimbal: 1
bodies:
  - {name: b, at: [-11.17, -7.98, 11.99], rotation: {axis: [0.787, 0.029, 0.616], angle: 3.11}, mass: 28053,
     inertia: [25064, 23215, 30749, 1499, -1854, 1634], velocity: [1.34, 0.48, 2.23],
     angular_velocity: [%g, -1.05, 0.42]}
probes: [{name: p, body: b, at: [-11.11, -9.13, 12.33]}]
gravity: [1.76, 0.65, 0.49]
time: {scheme: newmark, step: 0.0258, steps: 12, error_limit: 1e9}
functions: [{name: speed, type: integral, of: p, value: "vx^2 + vy^2 + vz^2"}]
design: [{name: ixy, body: b, parameter: inertia.xy}, {name: m, body: b, parameter: mass}]
output: {every: 0}
"""

# a joint changes the velocities of the start, and velocities are put back after each step
PENDULUM = """gimbal: 1
gravity: [0, 0, -9.81]
bodies:
  - {name: a, mass: 2, inertia: [0.1, 0.12, 0.15, 0.01, 0.02, 0.01], at: [0.5, 0, 0], velocity: [0.1, 0.2, 1],
     angular_velocity: [0.3, 0.7, -0.2]}
  - {name: b, mass: 1, inertia: [0.05, 0.06, 0.07, 0, 0.01, 0], at: [1.5, 0.1, 0], velocity: [0.5, -0.1, 1],
     angular_velocity: [1, 2, 3]}
joints:
  - {type: revolute, name: h, between: [ground, a], at: [0, 0, 0], axis: [0, 1, 0.1]}
  - {type: spherical, name: s, between: [a, b], at: [1, 0, 0]}
constraints: {enforce: projected}
probes: [{name: b, body: b, at: [1.7, 0.1, 0]}]
functions: [{name: end, type: end, of: b, value: "ux + uy + uz + vx"}]
design: [{name: iyy, body: b, parameter: inertia.yy}, {name: mass, body: b, parameter: mass}]
time: {scheme: %s, step: 0.01, steps: 8}
output: {every: 0}
"""


def turning_bodies():
    """Velocities of the start, which constraints allow, are found again by a pass that goes on: by the same factor."""
    cases = [("a turning body, spin %g" % spin, BODY % spin) for spin in (0.5, 0.8, 1.1, 1.21, 1.4)]
    cases += [("a pendulum by " + scheme, PENDULUM % scheme) for scheme in ("bdf2", "hht", "dirk3", "sdirk3")]
    for name, text in cases:
        full = run(text, 1, "gradient", ["checkpoint.keep=true", "checkpoint.every=3"], name="body")
        kept = Path("body.restart").read_bytes()
        RESTART.write_bytes(kept)
        again = run(text, 1, "gradient", options=["--restart", RESTART], name="body")
        if check(name + " goes on", full.status == 0 and again.status == 0, again.stderr):
            check(name + ": bit by bit", again.json["gradient"] == full.json["gradient"],
                  (again.json["gradient"], full.json["gradient"]))


def stop_on_time():
    clean()
    text = case()
    full = run(text, 1, "gradient")
    stopped = run(text, 1, "gradient", options=["--max-time", "00:00:00.001"])
    said = [line for line in stopped.stderr.splitlines() if line.startswith("gimbal:")]
    check("--max-time: status", stopped.status == 75, (stopped.status, stopped.stderr))
    check("--max-time: says how to go on", len(said) == 1 and "after step 0 of 400" in said[0]
          and "--restart ./case.restart" in said[0], stopped.stderr)
    again = run(text, 1, "gradient", options=["--restart", RESTART])
    compare("--max-time", again, full, True)


def restart_files_of_runs_that_end():
    """They go when a run ends well: those that it wrote, and the one that it resumed from under its own name."""
    marching = case(steps=40, every=6).replace(", keep: true", "")
    for ranks in (1, 2):
        clean()
        check("it ends well on %d ranks" % ranks, run(marching, ranks, "gradient").status == 0)
        check("restart files go on %d ranks" % ranks, not list(Path(".").glob("case.restart*")))
    check("kept files", run(marching, 1, "gradient", ["checkpoint.keep=true"]).status == 0
          and RESTART.exists() and Path("case.restart.old").exists())
    other = Path("kept.restart")
    shutil.copy(RESTART, other)
    plain = ["checkpoint.every=0"]
    check("a run without restart files", run(marching, 1, "gradient", plain).status == 0 and RESTART.exists())
    for file, stays in ((other, True), (RESTART, False)):
        again = run(marching, 1, "gradient", plain + ["output.every=0"], ["--restart", file])
        check("resumed from %s" % file, again.status == 0 and other.exists() and RESTART.exists() == stays,
              again.stderr)
    stopped = run(marching, 1, "gradient", plain, ["--max-time", "00:00:00.001"])
    check("a run that is stopped has a file", stopped.status == 75 and RESTART.exists(), stopped.stderr)


def stop_by_signals():
    text = case("newmark", 1500)
    full = run(text, 1, "gradient")
    for number in (signal.SIGTERM, signal.SIGINT):
        clean()
        p = start(text, 1)
        check("%s: marches" % number.name, wait_for(RESULTS.exists) and p.poll() is None)
        p.send_signal(number)
        _, said = p.communicate(timeout=60)
        check("%s: status 75" % number.name, p.returncode == 75, (p.returncode, said))
        compare(number.name, run(text, 1, "gradient", options=["--restart", RESTART]), full, True)
    # told to end by SIGTERM, Open MPI takes seconds before it tells its ranks
    fewer = case("newmark", 600)
    full = run(fewer, 1, "gradient")
    for number, more in ((signal.SIGUSR1, fewer), (signal.SIGTERM, case("newmark", 12000))):
        clean()
        p = start(more, 2)
        wait_for(RESULTS.exists)
        p.send_signal(number)
        _, said = p.communicate(timeout=90)
        # Open MPI hands SIGUSR1 on; told to end by SIGTERM, it ends itself with status 1.
        check("%s to mpirun: status" % number.name, p.returncode == (
            75 if number == signal.SIGUSR1 else 1), (p.returncode, said))
        check("%s to mpirun: a restart file" % number.name, RESTART.exists(), said)
        if number == signal.SIGUSR1:
            compare(number.name + " to mpirun", run(fewer, 2, "gradient", options=["--restart", RESTART]), full, False)


def stop_within_load_steps():
    """A static march stops between the corrections of a load step, and goes on from the step before."""
    grid(40, 20, size=(1, 0.5)).write("large.msh")
    text = case("static", steps=2).replace("plate.msh", "large.msh").replace("400*sin(60*t)", "1e9*t")
    tip = lambda r: r.json["probes"]["tip"]["u"][-1][2]
    full = tip(ended("statics: the whole run", run(text, 1, "run")))
    for ranks in (1, 2):
        clean()
        p = start(text, ranks, "run", tells="--verbose")
        check("statics: marches", any(line.startswith("     0 ") for line in p.stdout))
        time.sleep(0.03)
        p.send_signal(signal.SIGUSR1)
        _, said = p.communicate(timeout=60)
        check("statics: stops in the first step", p.returncode == 75 and "stopped after step 0;" in said,
              (p.returncode, said))
        again = ended("statics: goes on", run(text, ranks, "run", options=["--restart", RESTART]))
        close("statics: the same end", tip(again), full, 1e-10)


def replace_damaged_results():
    """Frames that were being written when a run was killed are lost, but the march goes on, and so does the next one."""
    settings = ["output.every=10"]
    full = ended("whole results", run(case(steps=120, every=40), 1, "run", settings))
    times = lambda: [float(t) for t in re.findall(r'<Time Value="(\S+)"', Path("case.xdmf").read_text())]
    kept, whole, all_times = Path("case.restart.old").read_bytes(), Path("case.vtkhdf").read_bytes(), times()
    for ranks, data in ((1, whole), (2, whole[:len(whole) // 3])):
        RESTART.write_bytes(kept)
        RESULTS.write_bytes(data)
        if data == whole:
            UNFINISHED.touch()
        for told in (True, False):  # from step 40 with damaged results, then from step 80 with those of this run
            r = ended("damaged results", run(case(steps=120, every=40), ranks, "run", settings, ["--restart", RESTART]))
            check("a line tells", ("killed while it wrote this file" in r.stderr) == told, r.stderr)
            check("frames after the restart file", times() == all_times[5:], times())
            check("nothing is left", not UNFINISHED.exists() and not RESULTS.exists())
            close("the march is the same", r.json["functions"]["ks"], full.json["functions"]["ks"], 1e-10)
            Path("case.vtkhdf").rename(RESULTS)


def kill_at_once():
    """kill -9: the last file that is whole serves; .tmp of an unfinished one does not matter."""
    text = case("bdf2", 1500, every=50)
    full = run(text, 1, "gradient")
    old = Path("case.restart.old")
    for _ in range(10):  # until the results were not being written
        clean()
        p = start(text, 1)
        check("kill: two files are kept", wait_for(old.exists))
        p.kill()
        p.communicate()
        if not UNFINISHED.exists():
            break
    kept = RESULTS.read_bytes()
    for file in (RESTART, old):
        if file.exists():
            RESULTS.write_bytes(kept)
            text_file = Path(file).read_bytes()
            again = run(text, 1, "gradient", options=["--restart", file])
            compare("kill, from %s" % file, again, full, True)
            Path(file).write_bytes(text_file)
    return text


def refuse_what_is_wrong(text):
    whole = Path("case.restart").read_bytes()
    shutil.copy("case.restart", "good.restart")
    torn = {"cut": whole[:len(whole) // 2], "cut at a word": whole[:-8], "empty": b"",
            "one bit": whole[:999] + bytes([whole[999] ^ 4]) + whole[1000:],
            "no archive": b"something else, of some length" * 9}
    for name, data in torn.items():
        Path("torn.restart").write_bytes(data)
        Path("torn.restart.old").write_bytes(whole)
        refused(name, text, "torn.restart is damaged", "torn.restart.old", status=6,
                options=["--restart", "torn.restart"], verb="gradient")
    others = {"time.step": ["time.step=1e-4"], "time.scheme": ["time.scheme=newmark"],
              "designs": ["shells[0].thickness=0.02"], "--set": ["materials.steel.young=1e9"]}
    for name, settings in others.items():
        refused("another %s" % name, text, "another run", name, verb="gradient",
                settings=settings, options=["--restart", "good.restart"])
    refused("another verb", text, "verb", options=["--restart", "good.restart"])
    grid(4, 2, size=(1, 0.6), patch=lambda i, j: 1 + i // 2).write("plate.msh")
    refused("another mesh", text, "mesh", options=["--restart", "good.restart"], verb="gradient")
    write_mesh()
    refused("no file", text, "missing.restart", status=6, options=["--restart", "missing.restart"], verb="gradient")


def fill_the_disk():
    """A limit on the size of files stops the second restart file, with more states; from the first
    one the run goes on."""
    clean()
    grid(20, 20, size=(1, 0.5), patch=lambda i, j: 1 + i // 10).write("plate.msh")
    text = case("newmark", 120, every=40).replace("22 kB", "1 GB").replace("every: 100", "every: 0")
    Path("case.yaml").write_text(text)
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (6 << 20, 6 << 20))
    p = subprocess.run([str(GIMBAL), "gradient", "case.yaml", "--quiet"], capture_output=True,
                       text=True, stdin=subprocess.DEVNULL, preexec_fn=limit, timeout=100,
                       env=dict(os.environ, OMP_NUM_THREADS="1"))
    check("disk full: status", p.returncode == 6, (p.returncode, p.stderr))
    check("disk full: message", "cannot write the restart file ./case.restart: File too large" in p.stderr, p.stderr)
    check("disk full: the file before stays", RESTART.exists() and not Path("case.restart.tmp").exists())
    again = run(text, 1, "gradient", options=["--restart", RESTART])
    full = run(text, 1, "gradient")
    check("disk full: goes on", again.status == 0, again.stderr)
    differs = [key for key in SAME if again.json.get(key) != full.json.get(key)]
    check("disk full: bit by bit", not differs, differs)


def write_mesh():
    grid(4, 2, size=(1, 0.5), patch=lambda i, j: 1 + i // 2).write("plate.msh")


write_mesh()
go_on("bdf2", [1, 3])
go_on("dirk3", [3])
go_on("galpha", [1], ["--tangent"])
go_on_with_example("flapping-wing", "gradient", 24, 60)
go_on_with_example("two-mass", "gradient", 26, 38)
go_on_with_example("heavy-top", "run", 140, 200)
in_turn(turning_bodies, restart_files_of_runs_that_end, stop_on_time, stop_by_signals, stop_within_load_steps)
refuse_what_is_wrong(kill_at_once())
replace_damaged_results()
fill_the_disk()
