#!/usr/bin/env python3
"""The same decks by CalculiX (Debian's calculix-ccx) and by gimbal: a cantilever plate under a load across its end, the first
four frequencies of that plate, and a laminate. CalculiX makes solids of shells, so that small differences stay on fine meshes;
Poisson's number 0 takes the largest of them away. Prints what both find, and the difference by the larger.

    bench/calculix.py [--elements 10]
"""
import argparse
import json
import re
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LENGTH, WIDTH = 1.0, 0.2


def mesh(n):
    """Shells of eight nodes, n along and n / 5 across; sets ROOT, TIP, SKIN."""
    m, number, lines = max(n // 5, 1), {}, ["*NODE, NSET=NALL"]
    for j in range(2 * m + 1):
        for i in range(2 * n + 1):
            if i % 2 and j % 2:
                continue
            number[i, j] = len(number) + 1
            lines.append("%d, %.17g, %.17g, 0." % (number[i, j], LENGTH * i / (2 * n), WIDTH * j / (2 * m)))
    lines.append("*ELEMENT, TYPE=S8R, ELSET=SKIN")
    for j in range(m):
        for i in range(n):
            at = [(0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1)]
            lines.append(", ".join(map(str, [j * n + i + 1] + [number[2 * i + a, 2 * j + b] for a, b in at])))
    for name, i in (("ROOT", 0), ("TIP", 2 * n)):
        lines.append("*NSET, NSET=" + name)
        lines += ["%d," % number[i, j] for j in range(2 * m + 1)]
    lines.append("*BOUNDARY\nROOT, 1, 6")
    return "\n".join(lines) + "\n", number[2 * n, m], [number[2 * n, j] for j in range(2 * m + 1)]


def isotropic(poisson):
    return "*MATERIAL, NAME=M\n*ELASTIC\n7.E10, %g\n*DENSITY\n2700.\n*SHELL SECTION, ELSET=SKIN, MATERIAL=M\n.01\n" % poisson


def laminate(named):
    """0, 90, 0 with its fibres along x in the outer plies; CalculiX wants an orientation by name in each ply."""
    plies = "".join(".003, , M, %s\n" % ((name if named else angle)) for name, angle in (("O0", "0."), ("O90", "90."), ("O0", "0.")))
    turns = "*ORIENTATION, NAME=O0\n1., 0., 0., 0., 1., 0.\n*ORIENTATION, NAME=O90\n0., 1., 0., -1., 0., 0.\n" if named else ""
    return ("*MATERIAL, NAME=M\n*ELASTIC, TYPE=ENGINEERING CONSTANTS\n1.4E11, 1.E10, 1.E10, 0., 0., 0., 5.E9, 5.E9\n5.E9\n*DENSITY\n1600.\n" +
            turns + "*SHELL SECTION, ELSET=SKIN, COMPOSITE\n" + plies)


def static(tip):
    """A force of 10 in all, along z, by Simpson's rule over the end."""
    weights = [1] + [4 if k % 2 else 2 for k in range(1, len(tip) - 1)] + [1]
    loads = "".join("%d, 3, %.17g\n" % (t, 10 * w / sum(weights)) for t, w in zip(tip, weights))
    return "*STEP\n*STATIC\n*CLOAD\n" + loads + "*NODE PRINT, NSET=TIP\nU\n*END STEP\n"


FREQUENCY = "*STEP\n*FREQUENCY\n4\n*END STEP\n"


def calculix(folder, deck):
    name = "ccx"
    (folder / (name + ".inp")).write_text(deck)
    run = subprocess.run(["ccx", "-i", name], cwd=folder, capture_output=True, text=True)
    if run.returncode:
        raise SystemExit(run.stdout[-2000:] + run.stderr)
    return (folder / (name + ".dat")).read_text()


def gimbal(folder, deck, verb, keys):
    name = "case"
    (folder / (name + ".inp")).write_text(deck)
    case = folder / (name + ".yaml")
    case.write_text("gimbal: 1\nmesh: %s.inp\n%s" % (name, keys))
    found = folder / (name + ".json")
    subprocess.run([ROOT / "build/gimbal", verb, case, "--quiet", "--json", found, "--output-dir", folder], check=True)
    return json.loads(found.read_text())


def report(name, theirs, ours):
    for k, (a, b) in enumerate(zip(theirs, ours)):
        print("%-44s %15.8g %15.8g %10.1e" % (name + (" %d" % (k + 1) if len(theirs) > 1 else ""), a, b, abs(a - b) / max(abs(a), abs(b))))


def sag(folder, name, deck_of, n):
    nodes, middle, tip = mesh(n)
    text = calculix(folder, nodes + deck_of(True) + static(tip))
    theirs = [float(line.split()[3]) for line in text.splitlines() if re.match(r" +%d " % middle, line)]
    keys = "probes: [{name: tip, node: %d}]\ntime: {scheme: linear, step: 1, steps: 1}\n" % middle
    found = gimbal(folder, nodes + deck_of(False) + static(tip), "run", keys)
    report(name, theirs, [found["probes"]["tip"]["u"][-1][2]])


def frequencies(folder, name, poisson, n):
    nodes, _, _ = mesh(n)
    deck = nodes + isotropic(poisson) + FREQUENCY
    text = calculix(folder, deck)
    theirs = [float(line.split()[3]) for line in text.splitlines() if re.match(r" +[1-4]( +\S+){4}$", line)][:4]
    found = gimbal(folder, deck, "modes", "modes: {count: 4}\ntime: {scheme: linear, step: 1, steps: 1}\n")
    report(name, theirs, found["modes"]["frequency"])


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--elements", type=int, default=10)
    n = arguments.parse_args().elements
    print("%-44s %15s %15s %10s" % ("", "CalculiX", "gimbal", "difference"))
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for poisson in (0, 0.3):
            sag(folder, "sag of the end, nu = %g" % poisson, lambda _: isotropic(poisson), n)
            frequencies(folder, "frequency [Hz], nu = %g," % poisson, poisson, n)
        sag(folder, "sag of a laminate 0, 90, 0", laminate, n)


main()
