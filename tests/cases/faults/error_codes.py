"""Claims: each code of errors is listed once, used by a source, explained by `gimbal help error CODE` and on the page
of
`gimbal help errors`; bad cases and command lines end with their code and its exit status, on 1 and 2 ranks, and the
file of
--json has both, as the schema says; a file that is an input, or no JSON, is left alone.
"""
# quick
import json
import re
import subprocess
from pathlib import Path

from helper import GIMBAL, ROOT, check, grid, program

# ---- the list and its uses -----------------------------------------------------------------------

header = (ROOT / "src" / "base" / "codes.h").read_text()
rows = re.findall(r'^  X\((\w+), "([a-z-]+)", GB_(\w+),', header, re.M)
words = {word: status for _, word, status in rows}
STATUS = {"USAGE": 2, "MODEL": 3, "DIVERGED": 4, "SINGULAR": 5, "FILE": 6, "PAUSED": 75}
folders = ("src", "elements", "functions", "integrators", "constitutive")
files = [f for folder in folders for f in (ROOT / folder).rglob("*.[ch]") if f.name not in ("codes.h", "codes.c")]
text = "\n".join(f.read_text() for f in files)
used = set(re.findall(r"\bGB_[A-Z_]+\b", text))
check("each word is there once", len(words) == len(rows) >= 60, len(rows))
for name, word, _ in rows:
    check("the code %s is used" % word, "GB_" + name in used)
page = program(["help", "errors"])
for word, status in words.items():
    check("%s is on the page" % word, "\n| `%s` |" % word in page.stdout)
for word in ("unknown-key", "singular", "stopped"):
    one = program(["help", "error", word])
    check("help error " + word, one.status == 0 and one.stdout.startswith(
        "%s (exit status %d)\n" % (word, STATUS[words[word]])), one.stdout + one.stderr)
one = program(["help", "error", "unknown-kee"])
check("no such code", one.status == 2 and "unknown-key?" in one.stderr and one.stderr.endswith("[unknown-topic]\n"),
      one.stderr)

# ---- bad cases -----------------------------------------------------------------------------------

grid(2, 2).write("plate.msh")
Path("no.msh").write_text("$Nothing\n")
Path("bad.bdf").write_text("BEGIN BULK\nGRID,1\nCTRIAX,1,1,1\nENDDATA\n")
PLATE = """gimbal: 1
mesh: plate.msh
materials: {steel: {young: 2e11, poisson: 0.3, density: 7800}}
shells: [{group: plate, material: steel, thickness: 0.01}]
supports: [{group: left, fix: all}]
time: {scheme: static, step: 1, steps: 1}
"""


def put(old, new):
    assert old in PLATE, old
    return PLATE.replace(old, new)


CASES = [
    ("unknown-key", put("thickness", "thicknes"), 2),
    ("missing-key", put("time:", "title: a\n#"), 2),
    ("wrong-value", put("young: 2e11", "young: -1"), 2),
    ("bad-yaml", PLATE + "}\n", 2),
    ("unknown-word", PLATE.replace("fix: all", "symmetry: w"), 2),
    ("unknown-name", put("material: steel", "material: stele"), 2),
    ("key-conflict", put("steps: 1", "steps: 1, from: equilibrium"), 2),
    ("no-mesh", put("mesh: plate.msh", "title: no mesh"), 2),
    ("unknown-format", put("plate.msh", "plate.stl"), 2),
    ("missing-file", put("plate.msh", "gone.msh"), 6),
    ("bad-mesh-file", put("plate.msh", "no.msh"), 3),
    ("unread-card", put("plate.msh", "bad.bdf"), 3),
    ("unknown-group", put("group: left", "group: lft"), 3),
    ("no-section", PLATE.replace("group: plate, ", "group: half, ")
     + "groups: [{name: half, box: [[-1, -1, -1], [0.6, 9, 1]]}]\n", 3),
    ("all-held", put("group: left", "group: plate"), 3),
    ("mechanism", PLATE.replace("supports: [{group: left, fix: all}]\n", ""), 5),
]
SCHEMA = json.loads((ROOT / "docs" / "run.schema.json").read_text())["$defs"]["failure"]
for code, case, status in CASES:
    Path("case.yaml").write_text(case)
    said = set()
    for ranks in (1, 2):
        Path("out.json").unlink(missing_ok=True)
        r = program(["run", "case.yaml", "--quiet", "--json", "out.json"], ranks)
        lines = [line for line in r.stderr.splitlines() if line.startswith("gimbal: ") and "warning" not in line]
        name = "%s on %d" % (code, ranks)
        check(name + ": status", r.status == status, "%s\n%s" % (r.status, r.stderr))
        check(name + ": each line has a code", lines and all(re.search(r" \[([a-z-]+)\]$", line) for line in lines),
              lines)
        check(name + ": the code", lines and lines[0].endswith(" [%s]" % code), lines)
        check(name + ": is of its status", STATUS[words[code]] == status)
        found = json.loads(Path("out.json").read_text())
        error = found["error"]
        check(name + ": JSON", error["code"] == code and error["status"] == status and
              ["gimbal: %s [%s]" % (e["message"], e["code"]) for e in error["lines"]] == lines, (error, lines))
        check(name + ": the keys of the schema", set(found) == set(SCHEMA["required"]) and
              set(error) == set(SCHEMA["properties"]["error"]["required"]), found)
        said.add("\n".join(lines))
    check(code + ": the same on 1 and 2 ranks", len(said) == 1, said)

for code, arguments in (("unknown-verb", ["chek"]), ("unknown-option", ["run", "case.yaml", "--jsn"]),
                        ("missing-argument", ["run"]), ("option-value", ["run", "case.yaml", "--max-time", "soon"]),
                        ("option-conflict", ["check", "case.yaml", "--ranks", "2"])):
    r = program(arguments)
    check("%s of the command line" % code, r.status == 2 and r.stderr.endswith(" [%s]\n" % code), r.stderr)

# ---- what --json must not replace ----------------------------------------------------------------

Path("case.yaml").write_text(CASES[0][1])
Path("flow.yaml").write_text("{gimbal: 1, mesh: gone.msh}\n")
Path("notes.txt").write_text("mine\n")
for case, target in (("case.yaml", "case.yaml"), ("flow.yaml", "flow.yaml"), ("case.yaml", "notes.txt")):
    before = Path(target).read_text()
    r = subprocess.run([GIMBAL, "run", case, "--json", target], capture_output=True, text=True)
    check("%s stays" % target, r.returncode != 0 and Path(target).read_text() == before, r.stderr)
Path("out.json").write_text('{"old": 1}\n')
r = program(["run", "case.yaml", "--json", "out.json"])
check("an earlier object of JSON is replaced",
      json.loads(Path("out.json").read_text())["error"]["code"] == "unknown-key")
