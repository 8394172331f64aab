#!/usr/bin/python3
"""Pictures of meshes/two-mass.yaml for docs/verification.md, after figures 3 to 6 of Wehrle & Gufler:
the motion by Newmark's method and by generalised-alpha over the exact one, and its sensitivities to
springs and masses by the tangent over central differences. Needs python3-matplotlib.

    tools/two_mass_picture.py [FOLDER]        (default docs: two-mass.png, two-mass-sensitivities.png)
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from two_mass import DESIGNS, STEP, STEPS, exact  # noqa: E402

SCHEMES = (("Newmark", "newmark", "tab:orange"), ("generalised-alpha", "galpha, rho: 0.55", "tab:blue"))
PROBES, SLOTS = ("m2", "m3"), ("displacement", "velocity", "acceleration")
KEYS = {"k1": "springs.k1.stiffness", "k2": "springs.k2.stiffness", "m2": "masses.m2.mass",
        "m3": "masses.m3.mass"}


def run(verb, scheme, *more):
    """The JSON summary of the case by a scheme."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "out.json"
        words = [ROOT / "build/gimbal", verb, ROOT / "meshes/two-mass.yaml", "--quiet", "--json", output,
                 "--output-dir", folder, "--set", "output.every=0", "--set",
                 "time={scheme: %s, step: %r, steps: %d}" % (scheme, STEP, STEPS)]
        subprocess.run([str(word) for word in words + list(more)], check=True)
        return json.loads(output.read_text())


def line(data, slot):
    return [row[0] for row in data["uva"[slot]]]


def differences(scheme, name):
    """Central differences of the probes' histories, with steps of 1e-6 of the design."""
    ends = [run("run", scheme, "--set", "%s=%r" % (KEYS[name], DESIGNS[name] * (1 + sign * 1e-6)))
            for sign in (1, -1)]
    return {p: {s: [[(a[0] - b[0]) / (2e-6 * DESIGNS[name])] for a, b in
                    zip(*(end["probes"][p][s] for end in ends))] for s in "uva"} for p in PROBES}


def motion(results, path):
    figure, axes = pyplot.subplots(3, 2, figsize=(9, 7), sharex=True, layout="constrained")
    fine = [10 * k / 20000 for k in range(20001)]
    truth = [exact(t) for t in fine]
    for j, probe in enumerate(PROBES):
        for slot, word in enumerate(SLOTS):
            ax = axes[slot][j]
            if (probe, slot) != ("m2", 2):  # the exact one rings with an amplitude of 3795 there
                ax.plot(fine, [row[slot][j] for row in truth], color="0.75", lw=2.5, label="exact")
            for label, scheme, colour in SCHEMES:
                data = results[scheme]["probes"][probe]
                ax.plot(data["t"], line(data, slot), color=colour, lw=1, label=label)
            ax.set_title("%s of %s" % (word, probe), fontsize=9)
    axes[0][0].legend(fontsize=8)
    for ax in axes[2]:
        ax.set_xlabel("t")
    figure.savefig(path, dpi=110)


def sensitivities(results, path):
    figure, axes = pyplot.subplots(6, 4, figsize=(13, 14), sharex=True, layout="constrained")
    for label, scheme, colour in SCHEMES:
        for column, name in enumerate(DESIGNS):
            rough = differences(scheme, name)
            for j, probe in enumerate(PROBES):
                data = results[scheme]["sensitivities"][probe][name]
                t = results[scheme]["probes"][probe]["t"]
                for slot, word in enumerate(SLOTS):
                    ax = axes[2 * slot + j][column]
                    ax.plot(t, line(rough[probe], slot), color=colour, alpha=0.3, lw=4)
                    ax.plot(t, line(data, slot), color=colour, lw=1, label=label)
                    ax.set_title("d %s of %s / d %s" % (word, probe, name), fontsize=8)
                    ax.tick_params(labelsize=7)
    axes[0][0].legend(fontsize=8)
    for ax in axes[5]:
        ax.set_xlabel("t")
    figure.savefig(path, dpi=80)


folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "docs")
results = {scheme: run("gradient", scheme, "--tangent") for _, scheme, _ in SCHEMES}
motion(results, folder / "two-mass.png")
sensitivities(results, folder / "two-mass-sensitivities.png")
