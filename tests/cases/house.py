"""Claim: the sources keep the rules of the house: no include goes up between folders, none makes a circle
within one, no struct and no list of arguments is too large (tools/check_house.py). And that check can fail.
"""
import shutil
import subprocess

from helper import ROOT, check

done = subprocess.run([str(ROOT / "tools/check_house.py")], capture_output=True, text=True)
check("the sources keep the rules", done.returncode == 0, done.stdout + done.stderr)

# a copy with one breach of each kind
for name in ("src", "elements", "constitutive", "integrators", "functions", "tools"):
    shutil.copytree(ROOT / name, name, ignore=shutil.ignore_patterns("*.pyc"))
BREACHES = {
    "src/base/up.h": ('#include "model/model.h"\n', "base may not know model"),
    "src/mesh/one.h": ('#include "mesh/two.h"\n', "a circle of includes: src/mesh/one, src/mesh/two"),
    "src/mesh/two.h": ('#include "mesh/one.h"\n', "a circle of includes: src/mesh/one, src/mesh/two"),
    "src/base/large.h": ("typedef struct large {\n  int %s;\n} large;\n" % ", ".join("abcdefghijklmnopq"),
                         "struct large has 17 members"),
    "src/base/many.h": ("int gb_many(%s);\n" % ", ".join("int " + c for c in "abcdefgh"),
                        "gb_many takes 8 arguments"),
}
for name, (text, _) in BREACHES.items():
    with open(name, "w") as file:
        file.write(text)
done = subprocess.run(["tools/check_house.py"], capture_output=True, text=True)
check("a breach ends with 1", done.returncode == 1, done.returncode)
for name, (_, message) in BREACHES.items():
    check(name, message in done.stdout, done.stdout)
