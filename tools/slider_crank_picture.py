#!/usr/bin/python3
"""Pictures of meshes/flexible-slider-crank.yaml for docs/verification.md, after figures 10 to 15 of Wehrle & Gufler: the
slider's motion and KS of the stress at each step by Newmark's method and by generalised-alpha, and their derivatives by the four
dimensions of the beams, by the tangent over central differences. Needs python3-matplotlib.

    tools/slider_crank_picture.py [FOLDER]        (default docs: slider-crank.png)
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
SCHEMES = (("Newmark", "newmark", "tab:orange"), ("generalised-alpha", "galpha, rho: 0.55", "tab:blue"))
DESIGNS = {"h_C": "sections.crank.width", "w_C": "sections.crank.height",
           "h_R": "sections.rod.width", "w_R": "sections.rod.height"}
SIZES = {"h_C": 30, "w_C": 20, "h_R": 30, "w_R": 20}
STEP, STEPS, CHANGE, YIELD = 2e-5, 1250, 1e-5, 350
WORDS = {"u": "displacement [mm] of the slider", "v": "velocity [mm/s] of the slider", "s": "KS of stress [MPa]"}


def run(verb, scheme, *more):
    """The JSON summary of the case by a scheme."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "out.json"
        words = [ROOT / "build/gimbal", verb, ROOT / "meshes/flexible-slider-crank.yaml", "--quiet", "--json", output,
                 "--output-dir", folder, "--set", "output.every=0", "--set",
                 "time={scheme: %s, step: %r, steps: %d}" % (scheme, STEP, STEPS)]
        subprocess.run([str(word) for word in words + list(more)], check=True)
        return json.loads(output.read_text())


def differences(scheme, name):
    """Central differences of the slider's displacement and velocity, and of the stress."""
    ends = [histories(run("run", scheme, "--set", "%s=%r" % (DESIGNS[name], SIZES[name] * (1 + sign * CHANGE))))
            for sign in (1, -1)]
    return {s: [(a - b) / (2 * CHANGE * SIZES[name]) for a, b in zip(ends[0][s], ends[1][s])] for s in "uvs"}


def histories(data):
    slider = data["probes"]["slider"]
    return {"u": [row[0] for row in slider["u"]], "v": [row[0] for row in slider["v"]],
            "s": [YIELD * f for f in data["functions"]["history"]]}


def derivatives(data, name):
    slider = data["sensitivities"]["slider"][name]
    return {"u": [row[0] for row in slider["u"]], "v": [row[0] for row in slider["v"]],
            "s": [YIELD * row[0] for row in data["gradient"]["history"][name]]}


folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "docs")
figure, axes = pyplot.subplots(5, 3, figsize=(14, 13), sharex=True, layout="constrained")
for label, scheme, colour in SCHEMES:
    data = run("gradient", scheme, "--tangent")
    time = [1e3 * t for t in data["probes"]["slider"]["t"]]
    exact = {name: (derivatives(data, name), differences(scheme, name)) for name in DESIGNS}
    for column, slot in enumerate(WORDS):
        axes[0][column].plot(time, histories(data)[slot], color=colour, lw=1, label=label)
        for row, (name, (tangent, by_runs)) in enumerate(exact.items(), 1):
            ax = axes[row][column]
            ax.plot(time, tangent[slot], color=colour, lw=1, label=label)
            ax.plot(time, by_runs[slot], color=colour, alpha=0.3, lw=4)
            ax.set_title("d %s / d %s" % (WORDS[slot].split(" [")[0], name), fontsize=9)
for column, word in enumerate(WORDS.values()):
    axes[0][column].set_title(word, fontsize=9)
    axes[4][column].set_xlabel("t [ms]")
axes[0][0].legend(fontsize=8)
figure.savefig(folder / "slider-crank.png", dpi=80)
