"""Draw docs/flutter.png: the growth of the torsion of a wing in a flow against its speed, by modes and by marches with
forces from outside. Needs python3-matplotlib.

    OMP_NUM_THREADS=1 /usr/bin/python3 tools/flutter_picture.py [FOLDER]        (default docs: flutter.png)
"""
import sys
from pathlib import Path

import matplotlib
import numpy

matplotlib.use("Agg")
from matplotlib import pyplot

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python" / "examples"))
import flutter

SPEEDS = numpy.linspace(10, 19, 10)
by_modes = [flutter.torsion(flutter.eigenvalues(flutter.case, speed)) for speed in SPEEDS]
by_march = [flutter.torsion(flutter.poles(flutter.march(flutter.case, speed)[1][1:])) for speed in SPEEDS]
figure, axes = pyplot.subplots(figsize=(6, 3.6))
axes.plot(SPEEDS, by_modes, "-", color="0.6", label="40 modes with the same flow")
axes.plot(SPEEDS, by_march, "o", color="C0", markersize=4, label="march by steps, its poles")
axes.axhline(0, color="k", linewidth=0.6)
axes.set(xlabel="speed of the flow, m/s", ylabel="growth of the torsion, 1/s")
axes.legend(frameon=False, fontsize=9)
figure.tight_layout()
figure.savefig(Path(sys.argv[1] if len(sys.argv) > 1 else "docs") / "flutter.png", dpi=90)
