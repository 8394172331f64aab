"""`values` of a design in place of what its entry says.

Claim: in the examples, whose designs are of every kind of entry, a design's `values` give the functions that the number
itself gives where it stands, to the last digit; so what is derived from a number follows it in both ways.
"""
# quick
import re
from pathlib import Path

from helper import ROOT, check, run

LISTS = {"body": "bodies", "mass": "masses"}
INDEX = {"x": 0, "y": 1, "z": 2}
EXAMPLES = {"linkage.yaml": 3, "swinging-bell.yaml": 3, "quarter-vehicle.yaml": 3,
            "door-closer.yaml": 3, "laminated-cylinder.yaml": 1, "flexible-slider-crank.yaml": 2, "two-mass.yaml": 3,
            "plate-sensitivities.yaml": 2}


def path(owner, name, parameter):
    """joints.axle.axis[2] of axis.z; of a number that lies deeper, as at.1.x or stiffness.24, None."""
    where = re.sub(r"^(at|velocity|axis|offset)\.([xyz])$",
                   lambda m: "%s[%d]" % (m[1], INDEX[m[2]] - (m[1] == "offset")), parameter)
    deep = re.search(r"\.\d|^amplitude$", where)
    return None if deep else "%s.%s.%s" % (LISTS.get(owner, owner + "s"), name, where)


def designs(text):
    """Of each entry its index, and the path of its number."""
    entries = [line for line in re.split(r"\n(?=\w)", text.split("\ndesign:\n")[1])[0].splitlines()
               if line.startswith("  - ")]
    for k, line in enumerate(entries):
        found = re.match(r'  - \{name: [^,]*, (\w+): ([^,]*), parameter: "?([^,"}]*)"?[,}]', line)
        if found and path(*found.groups()):
            yield k, path(*found.groups())


def functions(case, steps, settings, verb="run"):
    r = run(ROOT / "meshes" / case, 1, verb, ["time.steps=%d" % steps, "output.every=0", *settings], name="found")
    check("%s with %s" % (case, settings), r.status == 0, r.stderr)
    return r.json["functions"] if r.json else None


count = moved = 0
for case, steps in EXAMPLES.items():
    before = functions(case, steps, [], "gradient")
    value = [float(line.rsplit(",", 3 + len(before))[1])
             for line in open(Path(case).stem + ".designs.csv").readlines()[1:]]
    for k, where in designs((ROOT / "meshes" / case).read_text()):
        new = 0.99 * value[k] if value[k] else 0.01
        one, other = (functions(case, steps, [way]) for way in
                      ("%s=%.17g" % (where, new), "design[%d].values=[%.17g]" % (k, new)))
        count += 1
        moved += one != before
        check("%s: %s" % (case, where), one == other, (one, other))
check("numbers of many kinds, most of which make a difference", count > 25 and moved > 0.8 * count, (count, moved))
