"""Claim: a spinning blade of 26,000 unknowns, whose factors are light, starts from the accelerations that whole factors
in double precision give, with one factor, on 1 and 2 ranks.
"""
# timeout: 240
from helper import check, close, example, run

SETTINGS = ["time.steps=1", "output.every=0"]
text = example("spinning-blade", n=8, layers=120)
whole = run(text, settings=SETTINGS + ["time.factor=each"])
for ranks in (1, 2):
    r = run(text, ranks, settings=SETTINGS)
    if check("a blade on %d ranks" % ranks, r.status == 0 and whole.status == 0, r.stderr + whole.stderr):
        size = max(map(abs, whole.json["probes"]["tip"]["u"][-1]))
        for found, exact in zip(r.json["probes"]["tip"]["u"][-1], whole.json["probes"]["tip"]["u"][-1]):
            close("the tip after a step on %d ranks" % ranks, found, exact, 0, 1e-10 * size)
        check("factors on %d ranks" % ranks, r.json["factorisations"] <= 5, r.json["factorisations"])
