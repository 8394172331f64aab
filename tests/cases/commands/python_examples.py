"""Newcomers' scripts in python/examples and the notebooks in docs run, and print what the program finds.

Claims: the plate of pyTACS' tutorial has its mass, and the derivatives of `gimbal gradient`, on 1 and 3 ranks; the
modes of a deck are those of `gimbal modes`; the wing box under three load cases is as light as allowed, by a weight and
stresses that `gimbal run` confirms at its thickness, and a thinner one is not allowed; a wing that another program
drags has the gradient of differences; all cells of the notebooks run
in their order without Jupyter, which has stored no outputs in them.
"""
import json
import re
import shutil
from pathlib import Path

from helper import ROOT, check, close, example, run
from python_package import python

EXAMPLES, NOTEBOOKS = ROOT / "python" / "examples", sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def numbers(text):
    return [float(word) for word in re.findall(r"-?\d+\.?\d*(?:e[-+]?\d+)?", text)]


shutil.copy(ROOT / "meshes" / "plate.geo", "plate.geo")
r = run("""gimbal: 1
mesh: plate.geo
materials: {aluminium: {young: 70e9, poisson: 0.3, density: 2500, yield: 464e6}}
shells: [{group: plate, material: aluminium, thickness: 0.01}]
supports: [{group: root, fix: all}]
loads: [{type: pressure, group: plate, value: 1e3}]
design: [{name: t, thickness: plate}, {name: X, coordinates: plate}]
functions: [{name: mass, type: mass}, {name: ks, type: ks, weight: 100}]
time: {scheme: static, step: 1, steps: 1}
output: {every: 0}
""", 1, "gradient")
check("the plate by the program", r.status == 0, r.stderr)
g = r.json["gradient"]
for ranks in (1, 3):
    out = python("the plate", ranks, EXAMPLES / "plate_tutorial.py")
    check("a line of each rank", out.count("mass ") == ranks, out)
    found = numbers(next(line for line in out.splitlines() if line.startswith("mass")))
    for name, value, wanted in zip(("mass", "ks", "d mass/dt", "d ks/dt"), found,
                                   (2500 * 0.01 * 0.6, r.json["functions"]["ks"], 1500, g["ks"]["t"][0])):
        close("%s on %d" % (name, ranks), value, wanted, 1e-5, 1e-6)
    most = max(numbers(line)[0] for line in out.splitlines() if line.startswith("largest"))
    close("largest d ks/dX on %d" % ranks, most, max(map(abs, g["ks"]["X"])), 1e-5)
check("its results", Path("plate.vtkhdf").is_file())

shutil.copy(ROOT / "meshes" / "crane-jib.bdf", "crane-jib.bdf")
r = run("crane-jib.bdf", 1, "modes", settings=["modes.count=4"], name="jib")
out = python("modes of a deck", 1, EXAMPLES / "deck_modes.py")
for k, line in enumerate(out.splitlines()):
    close("mode %d" % (k + 1), numbers(line)[1], r.json["modes"]["frequency"][k], 0, 1e-4)
check("four modes", len(out.splitlines()) == 4, out)

shutil.copy(ROOT / "meshes" / "wing-box.geo", "wing-box.geo")
Path("wing-box.yaml").write_text(example("wing-box"))
weight, walls, rib, *left = numbers(python("load cases", 1, EXAMPLES / "load_cases.py"))
check("three load cases", len(left) == 3 and min(left) > -1e-6 and min(left) < 1e-5, left)
for scale in (1, 0.99):
    for k, (lift, drag) in enumerate(((1, 0), (0.6, 1), (-0.4, 0.5))):
        r = run("wing-box.yaml", settings=[
            "loads=[{type: traction, group: walls, value: [0, 0, %g]}, "
            "{type: traction, group: walls, value: [%g, 0, 0]}]"
            % (1600 * lift, 900 * drag), "shells[0].thickness=%.17g" % (scale * walls), "shells[1].thickness=%g" % rib,
            "design=~", "optimize=~"], name="confirmed")
        if scale == 1:
            close("weight of case %d" % k, weight, r.json["functions"]["weight"], 1e-5)
            close("stress of case %d" % k, left[k], 0.2 - r.json["functions"]["ks"], 0, 1e-5)
        elif k == 0:
            check("a thinner one is not allowed", r.json["functions"]["ks"] > 0.2)

lines = python("coupling", 3, EXAMPLES / "coupling.py").splitlines()
check("coupling on three ranks", len(lines) == 3 and len(set(lines)) == 1, lines)
thickness, h = 3e-3, 1e-4
tips = [numbers(python("coupling", 1, EXAMPLES / "coupling.py", "%.17g" % (thickness * (1 + sign * h))))[0]
        for sign in (1, -1)]
close("gradient through both programs", numbers(lines[0])[1], (tips[0] - tips[1]) / (2 * h * thickness), 1e-5)

check("two notebooks", len(NOTEBOOKS) == 2, NOTEBOOKS)
Path("plate-run.yaml").write_text(example("plate-run", n=8))  # by default the notebook takes most of the time
for path in NOTEBOOKS:
    notebook = json.loads(path.read_text())
    check(path.name + ": format", notebook["nbformat"] == 4 and notebook["cells"][0]["cell_type"] == "markdown")
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    check(path.name + ": no outputs", not any(cell["outputs"] or cell["execution_count"] for cell in cells))
    script = "import os\nos.chdir(%r)\n" % str(path.parent) + "\n\n".join("".join(cell["source"]) for cell in cells)
    case = (path.parent / re.search(r'"(\.\./\.\./meshes/\S+\.yaml)"', script).group(1)).resolve()
    check(path.name + ": names an example", case.is_file(), case)
    script = script.replace("../../meshes/plate-run.yaml", str(Path("plate-run.yaml").absolute()))
    Path(path.stem + ".py").write_text(script + "\nprint('all cells')\n")
    check(path.name, "all cells" in python(path.name, 1, path.stem + ".py"))
