"""A geometry (.geo) that makes gmsh run programs or write files is refused before gmsh starts, by check as by run; words in
comments and texts, variables of these names and all geometries of meshes/ are accepted."""
# quick
# memcheck
import shutil
from pathlib import Path

from helper import ROOT, check, program

SQUARE = """
Point(1) = {0, 0, 0, 1}; Point(2) = {1, 0, 0, 1}; Point(3) = {1, 1, 0, 1}; Point(4) = {0, 1, 0, 1};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1:4}; Plane Surface(1) = {1}; Physical Surface("plate") = {1};
"""
CASE = """gimbal: 1
mesh: square.geo
materials: {metal: {young: 1, poisson: 0.3, density: 1}}
shells: [{group: plate, material: metal, thickness: 0.1}]
time: {scheme: bdf2, step: 1, steps: 1}
"""
MARKER = Path("ran")
TOUCH = '"echo x >> %s";' % MARKER.absolute()


def checked(square, others, options):
    MARKER.unlink(missing_ok=True)
    for old in Path(".").glob("*.geo*"):
        old.unlink()
    for name, text in others.items():
        Path(name).write_text(text)
    Path("square.geo").write_text(square)
    Path("case.yaml").write_text(CASE)
    return program(["check", "case.yaml", "--quiet", *options])


def refused(label, line, where="square.geo:1", others={}):
    r = checked(line + SQUARE, others, [])
    check("%s: refused" % label, r.status == 3 and where in r.stderr and "[shell-command]" in r.stderr
          and "--allow-shell" in r.stderr, "%d: %s" % (r.status, r.stderr))
    check("%s: nothing was run" % label, not MARKER.exists())


def accepted(label, line, others={}, options=(), runs=False):
    r = checked(line + SQUARE, others, options)
    check("%s: accepted" % label, r.status == 0, r.stderr)
    check("%s: %s" % (label, "run" if runs else "nothing was run"), MARKER.exists() == runs)


SYSTEM = "SystemCall " + TOUCH
for word in ("System", "SystemCall", "NonBlockingSystemCall", "systemcall", "SYSTEMCALL"):
    refused(word, "%s %s" % (word, TOUCH))
for word in ('Save "out.msh";', 'Print "out.png";', 'CreateDir "out";', 'Printf("a (%g)", 1) > "out";',
             'Printf("a") // to\n>> "out";'):
    refused(word, word)
refused("a word and its text on two lines", "SystemCall // the program\n" + TOUCH)
refused("a word after a number", "x = 1;2" + SYSTEM)
refused("OnelabRun", 'OnelabRun("x", %s);' % TOUCH[:-1])
refused("a field of an external program",
        'Field[1] = ExternalProcess; Field[1].CommandLine = %s Background Field = 1;' % TOUCH)
refused("a text has no escapes", 'Printf("a\\"); %s //");' % SYSTEM)
refused("a comment that seems to end at once", "/*/ */ " + SYSTEM)
refused("an included file", 'Include "more.geo";', "more.geo:2", {"more.geo": "\n" + SYSTEM})
refused("a file that an included file merges", "Include 'more.geo';", "last.geo:1",
        {"more.geo": 'Merge "last.geo";', "last.geo": SYSTEM})
refused("the options beside the geometry", "", "square.geo.opt:1", {"square.geo.opt": SYSTEM})
refused("a mesh that is none", 'Merge "square.geo.msh";', "square.geo.msh:1", {"square.geo.msh": SYSTEM})
refused("a name that is computed", 'Include StrCat("mo", "re.geo");', others={"more.geo": SYSTEM})
refused("an unknown ending", 'Merge "more.txt";', others={"more.geo.txt": SYSTEM})
refused("a solver of Python", 'Merge "more.py";')
refused("a long text, which gmsh ends early", 'a = "%s; %s ";' % ("x" * 1022, SYSTEM.replace('"', "'")))
refused("a loop into a text", 'For i In {1:2} a = "\n";' + SYSTEM.replace('"', "'") + 'b = "";\nEndFor\n')
refused("a loop into a comment", "For i In {1:2} a = 1; /*\n" + SYSTEM + "*/\nEndFor\n")

accepted("a comment of a line", "// " + SYSTEM)
accepted("a comment of several lines", "/* Open or Merge:\n" + SYSTEM + "\n*/ a = 1; /* System */")
accepted("a text", 'Printf("SystemCall"); a = \'Include\';')
accepted("what writes no file", 'Printf("1 > 2 (%g)", 3); Print.Text = 1; Save = 2;\n')
accepted("variables of these names", "Open = 1; System = 2; SystemCalls = 3; MySystem = 4;")
accepted("an included file", 'Include "more.geo";\n', {"more.geo": "size = 1; // " + SYSTEM})
accepted("a file that includes itself in a branch", 'If (0)\nInclude "square.geo";\nEndIf\n')
accepted("--allow-shell", SYSTEM + "\n", options=["--allow-shell"], runs=True)

for geometry in sorted((ROOT / "meshes").glob("*.geo")):
    shutil.copy(geometry, "square.geo")
    r = program(["check", "case.yaml", "--quiet"])
    check("%s is not refused" % geometry.name, "shell-command" not in r.stderr, r.stderr)
