#!/usr/bin/python3
"""Draw the rigid pendulum: its rod every 0.1 s of the first swing, and its place over a period with
the tabled one. Needs python3-matplotlib.

    build/gimbal run meshes/rigid-pendulum.yaml --set output.every=0 --json build/pendulum.json
    tools/pendulum_picture.py build/pendulum.json docs/rigid-pendulum.png
"""
import json
import sys

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

TABLE = {1.0: (0.9862917511, -0.1650108531), 2.0: (-0.7935661953, -0.6084839304)}
PERIOD = 2.367841947576

with open(sys.argv[1]) as file:
    tip = json.load(file)["probes"]["tip"]
time = tip["t"]
x, y = [u[0] - 1 for u in tip["u"]], [u[1] for u in tip["u"]]

figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4.2))
shown = [min(range(len(time)), key=lambda k: abs(time[k] - 0.1 * i)) for i in range(12)]
for k in shown:
    left.plot([0, x[k]], [0, y[k]], color="0.7", linewidth=1.5, zorder=1)
left.scatter([x[k] for k in shown], [y[k] for k in shown], c=[time[k] for k in shown], s=60, zorder=2)
left.plot(0, 0, "k^")
left.set_aspect("equal")
left.set_xlabel("x, m")
left.set_ylabel("y, m")
left.set_title("every 0.1 s")
right.plot(time, x, label="x")
right.plot(time, y, label="y")
for t, place in TABLE.items():
    right.plot([t, t], place, "ko", fillstyle="none", label="tabled" if t == 1 else None)
right.axvline(PERIOD, color="0.6", linestyle="--", label="period")
right.set_xlabel("t, s")
right.set_ylabel("m")
right.legend(loc="upper right")
figure.suptitle("Rigid pendulum let go from the horizontal")
figure.tight_layout()
figure.savefig(sys.argv[2], dpi=100)
