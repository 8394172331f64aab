"""The element of docs/tutorial.md works: its blocks are applied to a copy of the sources, of which what they change is
compiled without optimisation, and its case has the closed form of a mass that dampers slow down, with its derivative,
on 1 and 2 ranks and by complex step.
"""
# timeout: 400
import math
import re
import subprocess
import sys
from pathlib import Path

import helper
from helper import BUILD, ROOT, check, close, run
from mutate_module import mutate

TEXT = (ROOT / "docs" / "tutorial.md").read_text()


def block(kind, after=""):
    return re.search(after + r"```%s\n(.*?)```" % kind, TEXT, re.S).group(1)


tree = Path("tree").absolute()
tree.mkdir()
for name in ("Makefile", "include", "src", "elements", "constitutive", "integrators", "functions"):
    mutate.copy(ROOT / name, tree / name)
(tree / "build").mkdir()
processor = []
# objects of other folders have names that make would not find again
if (BUILD == ROOT / "build" and (BUILD / "flags").exists()):
    for name in ("real", "complex", "src"):
        mutate.copy(BUILD / name, tree / "build" / name)
    processor = [word for word in (BUILD / "flags").read_text().split() if word.startswith("-m")]
(tree / "elements/spring/damper.c").write_text(block("c", r"New file `elements/spring/damper.c`:\n\n"))
changes = "".join(re.findall(r"```diff\n(.*?)```", TEXT, re.S)).replace("+++ b/", "+++ ")
wrong = mutate.defects_of("tutorial (tutorial): Its changes.\n" + changes)[0].apply(tree)
if not check("the changes of the tutorial apply", not wrong, wrong):
    sys.exit(1)
# Objects whose sources the tutorial leaves as they are stay, although they are optimised. All objects must have
# packs of one width, and the processor's flags determine this width.
built = subprocess.run(["make", "BUILD=build", "CFLAGS=" + " ".join(["-O0", *processor]), "-o", "build/flags",
                        "build/gimbal"], cwd=tree, env=dict(mutate.environment(), BUILD="build"), capture_output=True,
                       text=True, stdin=subprocess.DEVNULL)
if not check("the tutorial compiles", built.returncode == 0, built.stderr):
    sys.exit(1)

helper.GIMBAL = tree / "build" / "gimbal"
Path("square.bdf").write_text(block("text"))
CASE = block("yaml")
m, c, v, t = 4.0, 2.0, 3.0, 0.5
e = math.exp(-4 * c * t / m)
w, slope = v * m / (4 * c) * (1 - e), v * t / c * e - v * m / (4 * c * c) * (1 - e)
for ranks in (1, 2):
    r = run(CASE, ranks, "gradient")
    if check("it runs on %d" % ranks, r.status == 0 and r.json, r.stderr):
        close("displacement on %d" % ranks, r.json["functions"]["w"], w, 1e-9)
        close("its derivative on %d" % ranks, r.json["gradient"]["w"]["c"][0], slope, 1e-9)
r = run(CASE, verb="verify", options=["--steps", "1e-30"])
if check("verify", r.status == 0 and r.json, r.stderr):
    close("complex step", r.json["verify"]["w"]["c"], 0, 0, 1e-11)
