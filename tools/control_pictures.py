#!/usr/bin/python3
"""Pictures of optimal controls for docs/verification.md, after the figures of Lichtenecker & Nachbagauer (2024): states, controls
and length of the spring pendulum (5, 6); controls, motion of the tip, heights and snapshots of the flexible SCARA (8 to 11).
Needs python3-matplotlib and python3-h5py.

    tools/control_pictures.py PENDULUM.designs.csv SCARA.designs.csv [FOLDER]   (default docs: pendulum-control.png, scara.png)
"""
import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

ROOT = Path(__file__).resolve().parents[1]
STRIPS = 4


def march(case, designs, values, every):
    """The JSON summary of a march with these values at each step among its functions, and the positions in each frame."""
    more = "".join("  - {name: '%s', type: value, value: '%s', at: each}\n" % (v, v) for v in values)
    text = (ROOT / "meshes" / (case + ".yaml")).read_text().split("\noptimize:")[0]
    with tempfile.TemporaryDirectory() as folder:
        file, output = Path(folder) / "case.yaml", Path(folder) / "out.json"
        file.write_text(text.replace("\nfunctions:\n", "\nfunctions:\n" + more) + "\n")
        words = [ROOT / "build/gimbal", "run", file, "--quiet", "--json", output, "--output-dir", folder, "--set",
                 "initial=%s" % Path(designs).resolve(), "--set", "output.every=%d" % every]
        subprocess.run([str(word) for word in words], check=True)
        with h5py.File(Path(folder) / "case.vtkhdf") as result:
            points = result["VTKHDF/Points"][:]
            moved = result["VTKHDF/PointData/displacement"][:].reshape(-1, len(points), 3)
        return json.loads(output.read_text()), points, points + moved


def draw(axis, time, lines, label):
    for name, line in lines.items():
        axis.plot(time, line, label=name, lw=1.2)
    axis.set_xlabel("t [s]")
    axis.set_ylabel(label)
    axis.legend(fontsize=8)


def pendulum(designs, path):
    controls, states = ["u_x", "u_y", "u_z"], ["x", "y", "z", "vx", "vy", "vz"]
    data = march("pendulum-control", designs, controls + ["bob." + s for s in states], 1000)[0]
    f, time = data["functions"], data["probes"]["bob"]["t"]
    figure, axes = pyplot.subplots(2, 2, figsize=(10, 7), layout="constrained")
    draw(axes[0][0], time, {s: f["bob." + s] for s in states[:3]}, "position [m]")
    draw(axes[0][1], time, {s: f["bob." + s] for s in states[3:]}, "velocity [m/s]")
    draw(axes[1][0], time, {c: f[c] for c in controls}, "control [N]")
    length = [sum(f["bob." + s][k] ** 2 for s in "xyz") ** 0.5 for k in range(len(time))]
    draw(axes[1][1], time, {"length": length, "limit": [12] * len(time)}, "length [m]")
    figure.savefig(path, dpi=80)


def scara(designs, path):
    data, reference, frames = march("scara", designs, ["u1", "u2", "tcp.x", "tcp.y", "tcp.vx", "tcp.vy"], 200)
    f, time = data["functions"], data["probes"]["tcp"]["t"]
    with open(designs, newline="") as file:
        found = {row["name"]: float(row["value"]) for row in csv.DictReader(file)}
    figure, axes = pyplot.subplots(2, 3, figsize=(14, 8), layout="constrained")
    draw(axes[0][0], time, {u: f[u] for u in ("u1", "u2")}, "torque [N m]")
    draw(axes[0][1], time, {s: f["tcp." + s] for s in "xy"}, "place of the tip [m]")
    draw(axes[0][2], time, {s: f["tcp." + s] for s in ("vx", "vy")}, "velocity of the tip [m/s]")
    heights = [1e3 * found["h%d" % (k + 1)] for k in range(STRIPS)]
    axes[1][0].bar([0.25 + 0.5 * k for k in range(STRIPS)], heights, 0.48)
    axes[1][0].set_xlabel("along the arms [m]")
    axes[1][0].set_ylabel("height [mm]")
    for k in range(1, STRIPS + 1):
        axes[1][1].plot([j / 50 for j in range(101)], f["stress%d" % k], lw=1, label="strip %d" % k)
    axes[1][1].axhline(1, color="0.5", lw=0.8)
    axes[1][1].set_xlabel("t [s]")
    axes[1][1].set_ylabel("stress by its limit")
    axes[1][1].legend(fontsize=8)
    along = sorted(range(len(reference)), key=lambda i: -reference[i][1])
    for k, frame in enumerate(frames):
        axes[1][2].plot(frame[along, 0], frame[along, 1], color=pyplot.cm.viridis(k / (len(frames) - 1)), lw=1.5)
    axes[1][2].plot(f["tcp.x"], f["tcp.y"], "k:", lw=0.8)
    axes[1][2].set_aspect("equal")
    axes[1][2].set_title("every 0.2 s, from dark to light", fontsize=9)
    figure.savefig(path, dpi=80)


folder = Path(sys.argv[3] if len(sys.argv) > 3 else ROOT / "docs")
pendulum(sys.argv[1], folder / "pendulum-control.png")
scara(sys.argv[2], folder / "scara.png")
