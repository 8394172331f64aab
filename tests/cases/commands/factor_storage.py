"""Factors on disk give the same results with less memory.

Claims: with `solver.out_of_core` functions and gradients of a plate under a follower pressure, its march and its
frequencies are those of factors in memory, on 1 and 2 ranks, the factors' memory falls below two thirds, and no file
stays in the folder. A folder that is not there, or has too long a name, ends the run with its key.
"""
from pathlib import Path

from common import refused
from helper import check, close, grid, run
from shell_problems import PRESSED_PLATE

PLATE = PRESSED_PLATE + "modes: {count: 3}\n"
STATIC, MOVES = ("time: {scheme: static, step: 1, steps: 2}\n", "time: {scheme: galpha, step: 1e-3, steps: 2}\n")

grid(48, 40, size=(2.0, 1.0)).write("plate.msh")
Path("factors").mkdir()
FOLDER = "solver.out_of_core=factors"

for ranks in (1, 2):
    for label, scheme in (("static", STATIC), ("dynamic", MOVES)):
        label = "%s on %d" % (label, ranks)
        memory, disk = (run(PLATE + scheme, ranks, "gradient", settings=keys) for keys in ([], [FOLDER]))
        check(label, memory.status == 0 and disk.status == 0, memory.stderr + disk.stderr)
        for name, value in memory.json["functions"].items():
            close("%s: %s" % (label, name), disk.json["functions"][name], value, 1e-11)
            close("%s: d %s" % (label, name), disk.json["gradient"][name]["t"][0],
                  memory.json["gradient"][name]["t"][0], 1e-11, 1e-12)
        part = disk.json["memory"]["factor_mb"] / memory.json["memory"]["factor_mb"]
        check(label + ": memory", part < 0.67, part)
    memory, disk = (run(PLATE + STATIC, ranks, "modes", settings=["loads=[]"] + keys).json["modes"]["frequency"]
                    for keys in ([], [FOLDER]))
    for a, b in zip(memory, disk):
        close("frequencies on %d" % ranks, b, a, 1e-10)
check("no file stays", not list(Path("factors").iterdir()), list(Path("factors").iterdir()))

for folder, word in (("missing", "out_of_core"), (300 * "x", "characters")):
    refused(folder[:30], PLATE + STATIC, word, status=6, settings=["solver.out_of_core=" + folder], ranks=2)
refused("the nearest key", PLATE + STATIC, "nearest: out_of_core", settings=["solver.out_off_core=factors"],
        verb="check")
