"""gimbal optimize of shells: thickness by patch under KS of stress in a transient, the same way on 1 to 4 ranks, the
optimum met by a run of its own; thicknesses are never marched at or below 0.
"""
# timeout: 240
from helper import check, close, grid
from optimization import PLATE, done, evaluations, optimize, runs_again

mesh = grid(4, 2, size=(2, 1), distort=0.1)
for i, element in enumerate(mesh.elements):
    if element[0] == "quad4":
        mesh.elements[i] = (element[0], element[1], 1 + i % 4, element[3])
mesh.write("plate.msh")
for method in ("slsqp", "mma", "ipopt"):
    found = {}
    for ranks in (1, 2, 3, 4) if method == "slsqp" else (1, 2):
        r = optimize(PLATE, ranks, ["optimize.method=" + method], name="plate")
        if done("a plate by %s on %d ranks" % (method, ranks), r):
            found[ranks] = r.json["optimize"]
            if ranks == 2:
                runs_again("a plate by " + method, r, "plate", 1e-10)
    for ranks in found:
        one, other = found[1], found[ranks]
        for key in ("iterations", "evaluations", "gradients"):
            check("a plate by %s: %s on %d ranks" % (method, key, ranks), one[key] == other[key],
                  (one[key], other[key]))
        close("a plate by %s: objective on %d ranks" % (method, ranks), other["objective"], one["objective"], 1e-8)
        check("a plate by %s: its stress" % method, other["violation"] <= 1e-6, other["violation"])

# a mass without a limit: thickness goes towards 0 and is never there, nor beyond any bound
r = optimize(PLATE, settings=["optimize.constraints=[]", "design[0]={name: skin, thickness: plate, per: patch}",
                              "optimize.iterations=30"], name="thin")
rows = evaluations("thin")
check("no thickness below 0 is marched", len(rows) > 1 and all(
    float(v) > 0 for row in rows for k, v in row.items() if k.startswith("skin")), rows)

r = optimize(PLATE, settings=["design.skin.values=[0.01, 0.02]"])
check("refused: too few thicknesses", r.status == 3 and "found 2); accepted: 4" in r.stderr, r.stderr)
r = optimize(PLATE, settings=["design.skin.values=[0.01, 0.02, -1, 0.01]"])
check("refused: a negative thickness", r.status == 2 and "no thickness (found -1 at [2])" in r.stderr, r.stderr)
