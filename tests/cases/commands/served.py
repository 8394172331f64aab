"""Claim: command lines leave nothing behind in a process that the next one could notice. Each verb gives the bytes of a
fresh start twice in one server (tests/serve.c), after command lines that fail too, and so do random sequences of verbs:
output, messages, exit status and all files but for times and memory. SEQUENCES=200 in the environment tries so many.
"""
# timeout: 300
import json
import os
import random
import re
import shutil
from pathlib import Path

import server
from hdf5 import File
from helper import ROOT, SERVER, check, program, serves, skip

MESHES = ROOT / "meshes"
COMMANDS = {
    "check": ["check", MESHES / "engine-mounts.yaml"],
    "run": ["run", MESHES / "bent-beam.yaml", "--set", "time.steps=4"],
    "run in statics": ["run", MESHES / "crane-jib.yaml", "--quiet"],
    "run shells": ["run", MESHES / "first-case.yaml", "--set", "time.steps=2", "--json", "first.json"],
    "run balls": ["run", MESHES / "drop-on-stop.yaml", "--set", "time.steps=3"],
    "gradient": ["gradient", MESHES / "linkage.yaml", "--json", "linkage.json"],
    "verify": ["verify", MESHES / "linkage.yaml", "--set", "time.steps=8", "--json", "verified.json"],
    "modes": ["modes", MESHES / "tuning-fork.yaml"],
    "buckling": ["buckling", MESHES / "buckling-column.yaml"],
    "optimize": ["optimize", MESHES / "lightest-mast.yaml"],
    "report": ["report", MESHES / "linkage.yaml"],
    "plot": ["plot", MESHES / "linkage.yaml", "pen.ux"],
    "view": ["view", MESHES / "conical-pendulum.yaml"],
    "help": ["help", "case"],
    "a page": ["run", "--help"],
    "completion": ["completion", "bash"],
    "version": ["--version"],
    "unknown verb": ["rn", MESHES / "linkage.yaml"],
    "missing file": ["run", "nowhere.yaml", "--json", "failed.json"],
    "unknown key": ["check", MESHES / "linkage.yaml", "--set", "time.stepz=1"],
    "no convergence": ["run", MESHES / "linkage.yaml", "--set", "time.step=1e9"],
}
# Seconds and memory: with their units, in tables of pages, in the last column of an optimisation, and below "seconds".
MEASURED = re.compile(r"\b[\d.]+(e[+-]?\d+)? ?(s|ms|MB|GB|kB|MiB)\b|(?<=<td>)[\d.]+(?=</td>)"
                      r"|(?<=e[+-]\d\d) +[\d.]+$|^seconds  .*?(?=^$|\Z)", re.M | re.S)


def without_times(found):
    if isinstance(found, dict):
        return {k: without_times(v) for k, v in found.items() if k not in ("time", "memory", "peak_memory_mb")}
    return [without_times(v) for v in found] if isinstance(found, list) else found


def datasets(file, group):
    """Values of the datasets of a group of an HDF5 file and its groups, by name. The layout of the file depends on
    times."""
    found = {}
    for name in file.members(group):
        path = group.rstrip("/") + "/" + name
        found.update(datasets(file, path) if file.members(path) else {path: file.dataset(path)})
    return found


def content(path):
    """What a file says but for times and memory."""
    if path.suffix == ".json":
        return without_times(json.loads(path.read_text()))
    if path.read_bytes()[1:4] == b"HDF":
        return datasets(File(path), "/")
    if path.suffix == ".history":  # has seconds in each record
        return path.stat().st_size
    if path.name.endswith(".history.csv"):  # its third column has seconds
        return [line.split(",")[:2] + line.split(",")[3:] for line in path.read_text().splitlines()]
    chart_of_times = r"<svg((?!</svg>).)*factorisation.*?</svg>"
    return MEASURED.sub("measured", re.sub(chart_of_times, "", path.read_text(), flags=re.S))


def outcome(name, ranks, fresh):
    """Status, texts and files of a command in a folder of its own, which always has the same path."""
    folder, start = Path("folder"), os.getcwd()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    os.chdir(folder)
    r = program(COMMANDS[name], ranks, fresh=fresh)
    os.chdir(start)
    said = r.stderr.split("\n-----")[0]  # mpirun's own message follows
    said = [line for line in said.splitlines() if not re.match(r"\w+: step \d", line)]  # told once a second
    return {"status": r.status, "stdout": MEASURED.sub("measured", r.stdout), "stderr": said,
            **{path.name: content(path) for path in sorted(folder.iterdir())}}


def same(label, name, found):
    for key in sorted(found.keys() | expected[name].keys()):
        a, b = found.get(key), expected[name].get(key)
        if a != b:
            return check("%s: %s: %s as of a fresh start" % (label, name, key), False, "%r\n%r" % (a, b))
    return check("%s: %s as of a fresh start" % (label, name), True)


if not serves():
    skip("there is no server of this program")
for ranks in (1, 2):
    expected = {name: outcome(name, ranks, True) for name in COMMANDS}
    for turn in (1, 2):
        for name in COMMANDS:
            same("turn %d on %d ranks" % (turn, ranks), name, outcome(name, ranks, False))
    if ranks == 1:
        for sequence in range(int(os.environ.get("SEQUENCES", 4))):
            chosen = random.Random(sequence).choices(list(COMMANDS), k=6)
            for name in chosen:
                same("sequence %d" % sequence, name, outcome(name, ranks, False))
for label, patience, word in (("hangs", 0.001, "no end after"), ("crashes", 20, "the program crashed")):
    answers = server.Server(SERVER, 1, dict(os.environ))
    if label == "crashes":
        answers.process.kill()
    try:
        said = answers.ask(["gimbal", *map(str, COMMANDS["run"])], patience)
    except server.Ended as end:
        said = str(end)
    answers.end(kill=True)
    check("a server that %s is noticed" % label, word in said, said)
check("statuses", {0, 2, 5, 6} <= {found["status"] for found in expected.values()},
      {k: v["status"] for k, v in expected.items()})
