"""Outputs: paths of 250 and 700 characters on 1 and 2 ranks, with no .lock file; nothing that is no file
is written over or through, no input is replaced; standard output that is full or has no reader is
status 6, with all files written; control characters of names are escaped.
"""
# quick
# memcheck
import json
import os
import signal
import stat
import subprocess
from pathlib import Path

from common import ended, in_turn
from helper import GIMBAL, PATIENCE, WRAP, Result, check, program

CASE = """gimbal: 1
title: "TITLE"
masses: [{name: "NAME", at: [0, 0, 0], mass: 1}]
springs: [{name: k, between: [ground, "NAME"], at: [[-1, 0, 0], ~], stiffness: 4}]
probes: [{name: p, mass: "NAME"}]
design: [{name: mass, mass: "NAME", parameter: mass}]
functions: [{name: "NAME", type: end, of: p, value: ux}]
time: {scheme: newmark, step: 0.1, steps: 3}
output: {every: 1}
"""


def case(name="m", title="t"):
    return CASE.replace("NAME", name).replace("TITLE", title)


def gimbal(*words, **options):
    """Gimbal on one rank without mpirun, with streams of one's own."""
    return subprocess.run([str(w) for w in WRAP + [GIMBAL] + list(words)], timeout=60 * PATIENCE,
                          env=dict(os.environ, OMP_NUM_THREADS="1"), **options)


def said_by(*words):
    """Status and both outputs of a run on one rank."""
    r = gimbal(*words, stdin=subprocess.DEVNULL, capture_output=True)
    return Result(r.returncode, r.stdout.decode(errors="replace"), r.stderr.decode(errors="replace"), None)


def run(text, verb="run", options=()):
    Path("case.yaml").write_text(text)
    return said_by(verb, "case.yaml", "--quiet", "--json", "case.json", *options)


def peak_memory():
    """The peak memory is that of the program, however much the process that started it has."""
    own = bytearray(b"x") * (400 << 20)
    r = run(case(), options=["--output-dir", "peak"])
    peak = json.loads(Path("case.json").read_text())["memory"]["peak_mb"]
    check("peak memory", r.status == 0 and (WRAP or 1 < peak < 300) and own, (r.status, peak))


def long_paths():
    for length in (250, 700):
        folder = Path("/".join("d%06d" % i for i in range(length // 8)))
        for ranks in (1, 2):
            r = program(["gradient", "case.yaml", "--quiet", "--output-dir", folder, "--json",
                         folder / "out.json", "--set", "checkpoint.keep=true", "--set", "checkpoint.every=2"], ranks)
            found = sorted(p.name for p in folder.iterdir()) if folder.exists() else []
            check("a path of %d characters, %d ranks" % (length, ranks), r.status == 0 and found ==
                  ["case.designs.csv", "case.restart", "case.restart.old", "case.vtkhdf",
                   "case.xdmf", "out.json"], (r.status, found, r.stderr))


def refuse_what_is_no_file():
    Path("kept.json").write_text("kept")
    os.mkfifo("pipe")
    os.symlink("kept.json", "link.json")
    os.symlink("/dev/null", "null.json")
    Path("folder.json").mkdir()
    names = ["pipe", "link.json", "null.json", "folder.json"]
    try:
        os.mknod("device", 0o600 | stat.S_IFCHR, os.stat("/dev/null").st_rdev)
        names.append("device")
    except OSError:  # not everybody may make one
        pass
    for name in names:
        before = os.lstat(name)
        for verb in ("check", "run", "verify"):
            r = run(case(), verb, ["--json", name])
            check("%s --json %s: refused" % (verb, name), r.status == 6 and name in r.stderr
                  and "is no file" in r.stderr, (r.status, r.stderr))
        after = os.lstat(name)
        check("--json %s: as it was" % name, (before.st_ino, before.st_mode) == (after.st_ino, after.st_mode))
    check("the link's target stays", Path("kept.json").read_text() == "kept")
    for suffix in (".vtkhdf", ".vtkhdf.tmp", ".xdmf.tmp", ".restart", ".designs.csv.tmp"):
        os.symlink("kept.json", "case" + suffix)
        r = run(case())
        check("case%s is a link: refused" % suffix, r.status == 6 and "case" + suffix in r.stderr, (r.status, r.stderr))
        check("case%s: the link stays" % suffix, Path("case" + suffix).is_symlink()
              and Path("kept.json").read_text() == "kept")
        os.unlink("case" + suffix)
    os.symlink("kept.json", "case.json.tmp")
    r = run(case())
    check("case.json.tmp is a link: refused", r.status == 6 and "case.json.tmp" in r.stderr, r.stderr)
    os.unlink("case.json.tmp")


def keep_inputs():
    text = case()
    Path("case.yaml").write_text(text)
    for name in ("case.yaml", "../outputs/case.yaml", "./case.yaml"):
        r = said_by("run", "case.yaml", "--quiet", "--json", name)
        check("--json %s: refused" % name, r.status == 2 and "the case file" in r.stderr, r.stderr)
    check("the case is as it was", Path("case.yaml").read_text() == text)
    Path("plate.xdmf").write_text(text)
    r = said_by("run", "plate.xdmf", "--quiet")
    check("a case named as its results: refused", r.status == 2 and "the case file" in r.stderr
          and Path("plate.xdmf").read_text() == text, r.stderr)
    r = run(text, options=["--json", "case.restart"])
    check("--json with the name of another output", r.status == 2 and "case.restart" in r.stderr, r.stderr)
    run(text, options=["--max-time", "1e-9"])
    Path("case.restart").rename("from.json")
    whole = Path("from.json").read_bytes()
    r = run(text, options=["--restart", "from.json", "--json", "from.json"])
    check("--json with the restart file", r.status == 2 and "--restart" in r.stderr
          and Path("from.json").read_bytes() == whole, r.stderr)
    for path in Path(".").glob("case.*"):
        path.unlink()


def heed_standard_output():
    Path("case.yaml").write_text(case())
    words = ["run", "case.yaml", "--json", "out.json"]
    with open("/dev/full", "w") as full:
        r = gimbal(*words, stdout=full, stderr=subprocess.PIPE, text=True)
    check("a full standard output", r.returncode == 6 and "standard output" in r.stderr
          and "No space left" in r.stderr, (r.returncode, r.stderr))
    check("a full standard output: files are written", Path("out.json").exists() and Path("case.vtkhdf").exists())
    reader, writer = os.pipe()
    os.close(reader)
    r = gimbal(*words, stdout=writer, stderr=subprocess.PIPE, text=True)
    os.close(writer)
    check("a standard output without reader", r.returncode == 6 and "Broken pipe" in r.stderr, (r.returncode, r.stderr))
    r = gimbal(*words, stderr=subprocess.PIPE, text=True, preexec_fn=lambda: os.close(1))
    check("a closed standard output", r.returncode == 6 and "standard output" in r.stderr, (r.returncode, r.stderr))
    data = Path("case.vtkhdf").read_bytes()
    check("a closed standard output: nothing is printed into files", b"gimbal 0" not in data)
    end = int.from_bytes(data[40:48], "little")  # of what HDF5 uses, in its superblock of version 0
    check("the results file has no space that nothing uses", end == len(data), (end, len(data)))
    r = gimbal(*words, "--quiet", stderr=subprocess.PIPE, text=True, preexec_fn=lambda: os.close(1))
    check("nothing to print", r.returncode == 0, (r.returncode, r.stderr))
    for word in ("--help", "--version"):
        with open("/dev/full", "w") as full:
            r = gimbal(word, stdout=full, stderr=subprocess.PIPE, text=True)
        check(word + " to a full disk", r.returncode == 6, (r.returncode, r.stderr))


def escape_control_characters():
    name = "m\\x1b[31m\\x07\\u009bred"
    Path("case.yaml").write_text(case(name, title="\\e]0;title\\a"))
    for verb in ("check", "gradient"):
        r = said_by(verb, "case.yaml")
        said = r.stdout + r.stderr
        check(verb + ": control characters are escaped", r.status == 0 and "\x1b" not in said
              and "\x07" not in said and "\x9b" not in said and "\\x1b[31m" in said
              and "\\x1b]0;title\\x07" in said, (r.status, repr(said)))
    Path("case.yaml").write_text(case(name).replace('{name: p, mass: "', '{name: p, mass: "x'))
    r = said_by("check", "case.yaml")
    check("an error: control characters are escaped", r.status in (2, 3) and "\x1b" not in r.stderr
          and "\\x1b[31m\\x07" in r.stderr, (r.status, repr(r.stderr)))
    r = said_by("run", "no\x1bsuch.yaml")
    check("a file's name: control characters are escaped", "\x1b" not in r.stderr
          and "no\\x1bsuch.yaml" in r.stderr, repr(r.stderr))


def options():
    Path("case.yaml").write_text(case())
    Path("-odd.yaml").write_text(case())
    for words in (["check", "--restart", "x"], ["verify", "--restart", "x"],
                  ["check", "--max-time", "10"], ["run", "--schemes", "all"]):
        r = said_by(words[0], "case.yaml", *words[1:])
        check("%s: refused" % " ".join(words), r.status == 2 and words[1] in r.stderr
              and words[0] in r.stderr, (r.status, r.stderr))
    r = ended("-- ends the options", said_by("check", "--quiet", "--", "-odd.yaml"))
    r = said_by("check", "--", "case.yaml", "--quiet")
    check("after -- all are arguments", r.status == 2 and "too many" in r.stderr, r.stderr)


signal.signal(signal.SIGPIPE, signal.SIG_IGN)
Path("case.yaml").write_text(case())
in_turn(peak_memory, long_paths, refuse_what_is_no_file, keep_inputs, heed_standard_output, escape_control_characters,
        options)
