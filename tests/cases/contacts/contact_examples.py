"""The examples of contact: a tongue of shells snaps over a pin, rests behind it and holds; a tray that falls loses
energy to the floor, on 1 and 3 ranks."""
from common import ended
from helper import check, close, example, run

r = ended("the latch", run(example("latch", n=18)))
tip, pin, hand = r.json["probes"]["tip"]["u"], r.json["reactions"]["pin"]["force"], r.json["reactions"]["hand"]["force"]
lift = max(u[2] for u in tip)
check("the ramp lifts the tongue", 2.3e-3 < lift < 3e-3, lift)
at_rest = tip[300][2]
check("it snaps down", abs(at_rest) < 4e-4, at_rest)
check("it holds", pin[-1][0] > 2 and abs(tip[-1][2]) < 1.5e-3, (pin[-1], tip[-1]))
close("the area that holds", r.json["functions"]["held"], r.json["contacts"]["pin"]["area"][-1], 1e-12)
close("what the pin holds comes from the hand", hand[-1][0], -pin[-1][0], 0.1)
ends = []
for ranks in (1, 3):
    r = ended("the tray on %d ranks" % ranks, run(example("drop", n=6), ranks, settings=["time.steps=60"]))
    lost = r.json["balance"]["lost"]
    check("it loses energy", lost[-1] > 1e-3 and lost[-1] > 0, lost[-1])
    ends.append(r.json["probes"]["corner"]["u"][-1])
for a, b in zip(*ends):
    close("ranks", b, a, 1e-8, 1e-10)
