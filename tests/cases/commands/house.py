"""Claim: the sources keep the rules of the house: no include and no call goes up between folders or rooms, none makes a
circle within one; no folder has too many files; no struct, list of arguments, function or file is too large; what one
file calls is static; each defect of tests/mutations finds its lines (tools/check_house.py). And that check can fail.
"""
import shutil
import subprocess
from pathlib import Path

from helper import ROOT, check

done = subprocess.run([str(ROOT / "tools/check_house.py")], capture_output=True, text=True)
check("the sources keep the rules", done.returncode == 0, done.stdout + done.stderr)

# a copy with one breach of each kind
for name in ("src", "elements", "constitutive", "integrators", "functions", "include", "bench", "tests",
             "tools", "docs"):
    shutil.copytree(ROOT / name, name, ignore=shutil.ignore_patterns("*.pyc"))
BREACHES = {
    "src/base/up.h": ('#include "model/model.h"\n', "base may not know model"),
    "src/model/groups/up.h": ('#include "model/model.h"\n', "model/groups may not know model/."),
    "src/model/groups/up.c": ("void gb_up(void) {\n  gb_model_destroy(NULL);\n}\n",
                              "calls gb_model_destroy of src/model/model.c: model/groups may not know model/."),
    "src/mesh/room/new.h": ("\n#include \"mesh/mesh.h\"\n", "docs/design.md has no room room of mesh"),
    "src/mesh/one.h": ('#include "mesh/two.h"\n', "a circle of includes: src/mesh/one, src/mesh/two"),
    "src/mesh/two.h": ('#include "mesh/one.h"\n', "a circle of includes: src/mesh/one, src/mesh/two"),
    "src/base/large.h": ("typedef struct small {\n  int %s;\n} small;\ntypedef struct large {\n  int a, b, c;\n"
                         "  struct {\n    small part[2], *other, own;\n  } d;\n} large;\n"
                         % ", ".join("efghijklmnopqrst"),
                         "struct large has 21 members"),
    "src/base/grown.h": ("typedef struct grown {\n  int %s;\n} grown;\n" % ", ".join("m%d" % i for i in range(23)),
                         "struct grown has 23 members, with those of structs in it (22)"),
    "src/base/many.h": ("int gb_many(%s);\n" % ", ".join("int " + c for c in "abcdefgh"),
                        "gb_many takes 8 arguments"),
    "src/base/tall.c": ("void gb_tall(void) {\n%s}\n" % ("  gb_tall();\n" * 60), "gb_tall has 62 lines"),
    "src/base/alone.c": ("void gb_alone(void) {\n}\n", "gb_alone is called here alone"),
    **{"src/mesh/more%d.h" % i: ("\n", "src/mesh: 3") for i in range(25)},
    "src/base/endless.c": ("\n" * 601, "src/base/endless.c: 601 lines"),
    "tests/mutations/stale.txt": ("+++ src/main.c\nstale (house): A line that is nowhere.\n-nowhere\n+here\n",
                                  "defect stale: src/main.c has no places like that"),
}
for name, (text, _) in BREACHES.items():
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text(text)
with open("tools/large_structs.txt", "a") as file:
    file.write("src/base/grown.h grown 22\n")  # without a reason
done = subprocess.run(["tools/check_house.py"], capture_output=True, text=True)
check("a breach ends with 1", done.returncode == 1, done.returncode)
for name, (_, message) in BREACHES.items():
    check(name, message in done.stdout, done.stdout)
check("an exception needs a reason", "grown has no reason" in done.stdout, done.stdout)
check("exceptions are few", "4 exceptions (3)" in done.stdout, done.stdout)
