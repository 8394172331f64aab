"""Large dynamic models, whose factors leave digits and the directors' stretches out.

Claims, on a thick cylindrical roof (radius / thickness 10) of 24,961 unknowns in a swinging wind: the gradient agrees
with complex step, whose factors are whole, to 1e-10; values and gradients are the same on 1, 2 and 3 ranks; one factor
for each sigma of BDF 2 lasts for march and adjoint, and one more at most where the light factors are found wanting.
"""
# timeout: 240

from common import ended
from helper import ROOT, check, close, gmsh, run

CASE = """
gimbal: 1
mesh: roof.msh
materials:
  concrete: {young: 4.32e8, poisson: 0.2, density: 10, yield: 1e5}
shells:
  - {group: roof, material: concrete, thickness: 2.5}
supports:
  - {group: diaphragm, fix: [x, z]}
  - {group: middle, symmetry: y}
  - {group: crown, symmetry: x}
loads:
  - {type: pressure, group: roof, follow: true, value: "-1e4*sin(5*t)"}
design: [{name: t, thickness: roof}]
time: {scheme: bdf2, step: 0.01, steps: 6}
functions:
  - {name: compliance, type: compliance}
  - {name: ks, type: ks, weight: 20}
output: {every: 0}
"""

gmsh(ROOT / "meshes" / "scordelis-lo.geo", "roof.msh", "-setnumber", "n", 64)

one = ended("verify runs", run(CASE, verb="verify", options=["--steps", "1e-30"], timeout=200))
for name, errors in one.json["verify"].items():
    close("%s: adjoint against complex step" % name, errors["t"], 0, 0, 1e-10)

for ranks in (1, 2, 3):
    r = ended("gradient runs on %d ranks" % ranks, run(CASE, ranks, verb="gradient", timeout=200, name="on%d" % ranks))
    check("few factors on %d ranks" % ranks, r.json["factorisations"] <= 3, r.json)
    for name, value in one.json["functions"].items():
        close("%s on %d ranks" % (name, ranks), r.json["functions"][name], value, 1e-10)
        close("gradient of %s on %d ranks" % (name, ranks), r.json["gradient"][name]["t"][0],
              one.json["gradient"][name]["t"][0], 1e-10)
