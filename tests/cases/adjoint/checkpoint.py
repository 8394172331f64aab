"""The gradient of 1,000 steps of a plate within the memory of ten states: the same to 1e-12 as with
all states kept, with no more recomputed steps than the binomial schedule's least; budgets are honoured
and reported; one that holds no state is refused with the least that would do.
"""
import re
from math import comb

from common import ended
from helper import check, grid, run

CASE = """gimbal: 1
mesh: plate.msh
materials: {steel: {young: 200e9, poisson: 0.3, density: 7800, yield: 300e6}}
shells: [{group: plate, material: steel, thickness: 0.01}]
supports: [{group: left, fix: all}]
loads: [{type: pressure, group: plate, value: "4e3*sin(60*t)"}]
design: [{name: skin, thickness: plate, per: patch}]
functions:
  - {type: compliance}
  - {name: ks, type: ks, weight: 20}
time: {scheme: bdf2, step: 2e-4, steps: 1000}
output: {every: 0}
"""


def advances(n, s):
    """Griewank & Walther's t(n, s)."""
    beta = lambda s, r: comb(s + r, s) if r >= 0 else 0
    r = 0
    while beta(s, r) < n:
        r += 1
    return r * n - beta(s + 1, r - 1)


def gradient(scheme, memory, disk="0", ranks=1, options=(), steps=1000):
    r = ended("%s, %s: ends well" % (scheme, memory),
              run(CASE, ranks, "gradient", ["time.scheme=" + scheme, "time.steps=%d" % steps,
                                            "checkpoint.memory=" + memory, "checkpoint.disk=" + disk], options))
    return r.json


def difference(a, b):
    """Largest relative to each functional's largest derivative."""
    worst = 0
    for name, designs in b["gradient"].items():
        scale = max(abs(d) for d in designs["skin"])
        for x, y in zip(a["gradient"][name]["skin"], designs["skin"]):
            worst = max(worst, abs(x - y) / scale)
    return worst


def compare(what, found, full, limit=1e-12):
    d = difference(found, full)
    print("%-28s %5d steps again, difference %.1e" % (what, found["checkpoint"]["recomputed_steps"], d))
    check("%s: the same gradient" % what, d <= limit, d)
    check("%s: the same functionals" % what, found["functions"] == full["functions"])


def check_ten_states(scheme, least):
    full = gradient(scheme, "1 GB")
    states = 3 * full["unknowns"] * 8  # bytes of q, v and a
    ten = gradient(scheme, str(10 * states))
    usage = ten["checkpoint"]
    compare(scheme + ", ten states", ten, full)
    check(scheme + ": all kept", full["checkpoint"]["recomputed_steps"] == 0)
    check(scheme + ": the schedule's least", usage["planned_recomputed_steps"] == least, usage)
    check(scheme + ": no more than that", 0 < usage["recomputed_steps"] <= least, usage)
    check(scheme + ": bytes", ten["memory"]["checkpoint_mb"] <= usage["planned_mb"]
          <= 10 * states / 1e6 and ten["memory"]["checkpoint_disk_mb"] == 0, ten["memory"])
    return full, states


def check_tiers(full, states):
    """Half of the ten states on disk, on two ranks, and the tangent."""
    both = gradient("newmark", str(5 * states), str(5 * states), 2, steps=200)
    check("two tiers: bytes", abs(both["memory"]["checkpoint_disk_mb"] - 5e-6 * states) < 1e-9
          and abs(both["memory"]["checkpoint_mb"] - 5e-6 * states) < 1e-9, both["memory"])
    d = difference(both, gradient("newmark", "1 GB", steps=200))
    check("two tiers, two ranks", d <= 1e-10, d)
    tangent = gradient("newmark", str(10 * states), options=["--tangent"])
    check("tangent: marches once more", tangent["checkpoint"]["recomputed_steps"] <= 1000)
    d = difference(tangent, full)
    check("tangent: the same gradient", d <= 1e-10, d)


def check_refusal(states):
    r = run(CASE, 1, "gradient", ["checkpoint.memory=1 kB", "checkpoint.disk=0"])
    check("too small: status", r.status == 2, r.status)
    found = re.search(r"checkpoint\.memory: (\S+ \S+) or", r.stderr)
    if check("too small: the least is named", found, r.stderr):
        least = gradient("bdf2", found.group(1), steps=60)
        check("the least does", least["checkpoint"]["snapshots"] == 1, least["checkpoint"])


grid(4, 2, size=(1, 0.5), patch=lambda i, j: 1 + i // 2).write("plate.msh")
full, states = check_ten_states("newmark", advances(1001, 10) - 1000)
check_tiers(full, states)
check_ten_states("bdf2", 2 * (advances(501, 5) - 500))
check_ten_states("dirk2", advances(1000, 10))
check_refusal(states)
