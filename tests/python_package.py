"""Run scripts that import the Python package of this checkout, by a Python with numpy and scipy, on some ranks.

    from python_package import python
    out = python("the interface", 2, "script.py", "argument")      # standard output of all ranks in their order;
    status 0 is checked

With an installed program it is the package that is installed with it. Importing this skips the test where there is
none, or no such Python.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from helper import BUILD, INSTALLED, PREFIX, ROOT, check, grid, skip

PACKAGE = PREFIX / "lib/python3/dist-packages" if INSTALLED else ROOT / "python"
PYTHON = next((p for p in (sys.executable, "/usr/bin/python3")[INSTALLED:]
               if subprocess.run([p, "-c", "import numpy, scipy"], capture_output=True).returncode == 0), None)
if "sanitize" in BUILD.name or not PYTHON:
    skip("no Python with numpy and scipy, or one that cannot load a sanitized library")
if not (PACKAGE / "gimbal").is_dir():
    skip("needs the Python package beside the program, in %s" % PACKAGE)
ENV = {**os.environ, "PYTHONPATH": str(PACKAGE)} | (
    {} if INSTALLED else {"GIMBAL_LIBRARY": str(BUILD / "libgimbal.so.0")})


def python(name, ranks, *command, status=0):
    # Each rank writes its own file, since the launcher may join lines that several ranks write at the same time.
    with tempfile.TemporaryDirectory() as folder:
        one = ["sh", "-c", 'out=$1; shift; exec "$@" > "$out/${OMPI_COMM_WORLD_RANK:-0}"', "sh", folder]
        p = subprocess.run([str(ROOT / "tools/mpirun.sh"), str(ranks), *one, PYTHON, *map(str, command)],
                           capture_output=True, text=True, env=ENV, stdin=subprocess.DEVNULL)
        out = "".join(path.read_text() for path in sorted(Path(folder).iterdir()))
    check("%s on %d" % (name, ranks), p.returncode == status, out[-3000:] + p.stdout[-3000:] + p.stderr[-3000:])
    return out


def forced_plate(steps, value):
    """Write plate.yaml: a cantilever with forces at its two end nodes, which are designs and have a factor over
    time."""
    grid(5, 1, size=(1, 0.4)).write("plate.msh")
    Path("plate.yaml").write_text("""gimbal: 1
mesh: plate.msh
materials: {aluminium: {young: 70e9, poisson: 0.33, density: 2700, yield: 270e6}}
shells: [{group: plate, material: aluminium, thickness: 5e-3}]
supports: [{group: left, fix: all}]
loads: [{name: air, type: force, group: right, values: [[0, 3, 30], [1, 0, 20]], value: "%s"}]
design:
  - {name: t, thickness: plate}
  - {name: F, load: air, parameter: values}
time: {scheme: galpha, step: 2e-3, steps: %d}
probes: [{name: tip, node: 12}]
functions: [{name: tip, type: end, of: tip, value: uz}, {name: ks, type: ks, weight: 8}, {name: c, type: compliance}]
output: {every: 0}
""" % (value, steps))
