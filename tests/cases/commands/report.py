"""Claims: `gimbal report` writes one HTML file that is XML too, with its pictures in it, without scripts and references
to other files but the page of `view`, under 2 MB, whatever names the case has. Its numbers are those of the JSON file;
curves go through the values of the probes, faces of a picture are isometric images of the shells, and the tip of a
cantilever has the colour of the largest displacement. 1 and 2 ranks write the same but for times and memory. `gimbal
plot` writes the histories of the JSON file, digit by digit, and charts of them.
"""
# quick
# memcheck
import csv
import math
import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path

from common import ended
from helper import ROOT, check, close, example, grid, program, run
from hdf5 import File

SVG = "{http://www.w3.org/2000/svg}"
HTML = "{http://www.w3.org/1999/xhtml}"

PLATE = """gimbal: 1
title: %s
mesh: plate.msh
materials:
  steel: {young: 2e11, poisson: 0.3, density: 7800, yield: 2e8, damping: {mass: 20, stiffness: 1e-4}}
shells:
  - {group: plate, material: steel, thickness: 0.01}
supports:
  - {group: left, fix: all}
loads:
  - {name: blow, type: pressure, group: plate, amplitude: 1, value: "%s"}
probes:
  - {name: "%s", at: [2, 0.5, 0]}
design:
  - {name: thick, thickness: plate}
  - {name: push, load: blow, parameter: amplitude}
functions:
  - {name: weight, type: mass}
  - {name: "%s", type: ks, weight: 50}
  - {name: moved, type: value, of: "%s", value: uz, at: each}
time: {scheme: newmark, step: 1e-3, steps: 12}
"""


class Watcher(HTMLParser):
    """Elements and attributes as a browser sees them."""

    def __init__(self):
        super().__init__()
        self.tags, self.attributes = set(), []

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes += attributes


def read(label, path):
    """The tree of a page that is fit to be sent."""
    text = Path(path).read_text(encoding="utf-8")
    watcher = Watcher()
    watcher.feed(text)
    active = {"script", "iframe", "object", "embed", "link", "img", "image", "use", "foreignobject", "a"}
    check(label + ": nothing active or elsewhere", not active & watcher.tags, active & watcher.tags)
    check(label + ": no handlers, no references",
          not [a for a, _ in watcher.attributes if a.startswith("on") or a in ("href", "src", "xlink:href")])
    check(label + ": under 2 MB", len(text) < 2e6, len(text))
    return ElementTree.fromstring(text)


def section(tree, name):
    return tree.find(".//%ssection[@id='%s']" % (HTML, name))


def words(element):
    return "".join(element.itertext())


def figures(part):
    """{caption: picture}"""
    return {words(f.find(HTML + "figcaption")): f.find(SVG + "svg") for f in part.iter(HTML + "figure")}


def points(path):
    """The points of a path of absolute M, L or of relative l."""
    out = []
    for kind, x, y in re.findall(r"([MLl])(-?[\d.]+) (-?[\d.]+)", path):
        x, y = float(x), float(y)
        out.append((out[-1][0] + x, out[-1][1] + y) if kind == "l" else (x, y))
    return out


def faces(picture):
    """(colour, points) of the faces, from behind to before."""
    return [(p.get("color"), points(p.get("d"))) for p in picture.iter(SVG + "path")
            if p.get("color") and p.get("d").endswith("z") and not p.get("fill")]


def goes_through(label, picture, curve, t, values):
    """The curve is a line through the values in some scale, to a tenth of a unit of the picture."""
    found = points([p for p in picture.iter(SVG + "path") if p.get("class") == "curve"][curve].get("d"))
    if not check(label + ": a point each", len(found) == len(values), (len(found), len(values))):
        return
    for axis, known in ((0, t), (1, values)):
        low, high = known.index(min(known)), known.index(max(known))
        scale = (found[high][axis] - found[low][axis]) / (known[high] - known[low])
        check("%s: upwards and to the right" % label, scale * (1 - 2 * axis) > 0, scale)
        worst = max(abs(f[axis] - found[low][axis] - scale * (k - known[low])) for f, k in zip(found, known))
        check("%s: it goes through the values" % label, worst < 0.21, worst)


# ---- a cantilever ----------------------------------------------------------------------------------

grid(8, 4, size=(2, 1)).write("plate.msh")
case = PLATE % ("a plate", "1e4*sin(300*t)", "tip", "stress", "tip")
pages = {}
for ranks in (1, 2):
    r = ended("a report on %d ranks" % ranks, run(case, ranks, "report", options=["--verify"]))
    tree = read("%d ranks" % ranks, "case.report.html")
    verified = section(tree, "functions").find(HTML + "table[@id='verify']")
    for function, found in r.json["verify"].items():
        row = [e for e in verified if words(e[0]) == function][0]
        check("errors of " + function, [words(c) for c in row[1:]] == ["%.1e" % v for v in found.values()], words(row))
    text = Path("case.report.html").read_text()
    text = re.sub(r'<section id="resources">.*?</section>', "", text, flags=re.S)
    pages[ranks] = re.sub(r'<table id="verify">.*?</table>', "", text, flags=re.S)
check("1 and 2 ranks write the same", pages[1] == pages[2],
      [pair for pair in zip(pages[1].splitlines(), pages[2].splitlines()) if pair[0] != pair[1]][:2])

table = {words(row[0]): words(row[2]) for row in section(tree, "functions").find(HTML + "table[@id='functionals']")}
for function, value in r.json["functions"].items():
    last = value[-1] if isinstance(value, list) else value
    check("the value of " + function, table[function] == "%.7g" % last, (table[function], last))
shown = figures(section(tree, "functions"))
for function in ("weight", "stress"):
    bars = [v for k, v in shown.items() if k.startswith("Derivatives of " + function)][0]
    text = [words(e) for e in bars.iter(SVG + "text")]
    largest = {}
    for design, value in (("thick", 0.01), ("push", 1)):
        derivative = r.json["gradient"][function][design][0]
        largest[design] = abs(derivative * value)
        check("the bar of d %s / d %s" % (function, design),
              text[text.index(design) + 1] == "%.7g" % derivative, (text, derivative))
    check("the largest first, of " + function,
          text.index(max(largest, key=largest.get)) == min(map(text.index, largest)))
    wide = [float(e.get("width")) for e in list(bars.iter(SVG + "rect"))[1:]]
    sizes = sorted(largest.values(), reverse=True)
    close("bars of %s in their ratio" % function, wide[1] / wide[0], sizes[1] / sizes[0], 0, 2e-3)
check("the list over time", "Functional moved" in shown, list(shown))
facts = {words(d[1]): words(d[0]) for d in tree.iter(HTML + "div") if len(d) == 2 and d[0].tag == HTML + "b"}
for name in ("nodes", "elements", "unknowns", "steps"):
    check("the number of " + name, facts[name] == str(r.json[name]), facts)
solution = {words(row[0]): words(row[1]) for row in section(tree, "solution").iter(HTML + "tr")}
check("Newton's iterations", solution["Newton iterations"] == str(r.json["newton_iterations"]), solution)

probe = r.json["probes"]["tip"]
histories = figures(section(tree, "histories"))
goes_through("the tip", histories["Probe tip"], 2, probe["t"], [u[2] for u in probe["u"]])
energy = [v for k, v in histories.items() if k.startswith("Energies")][0]
balance = r.json["balance"]
goes_through("kinetic energy", energy, 1, balance["t"], balance["kinetic"])
check("damping takes a tenth of the energy or more",
      balance["lost"][-1] > 0.1 * (balance["kinetic"][-1] + balance["strain"][-1]),
      [balance[key][-1] for key in ("kinetic", "strain", "lost")])
goes_through("the sum of energies", energy, 0, balance["t"],
             [a + b + c for a, b, c in zip(balance["kinetic"], balance["strain"], balance["lost"])])

# Pictures: the reference, three times, the worst failure.
pictures = figures(section(tree, "pictures"))
check("five pictures", len(pictures) == 5, list(pictures))
reference = faces(pictures["The reference configuration"])
check("all shells", len(reference) == 32, len(reference))
right, up = (0.5 ** 0.5, 0.5 ** 0.5), (-1 / 6 ** 0.5, 1 / 6 ** 0.5)   # of x and y
corners = [p for _, face in reference for p in face]
scale = (max(x for x, _ in corners) - min(x for x, _ in corners)) / (3 * right[0])
sides = {(0.25, 0), (0, 0.25)}
expected = {tuple(sign * scale * (dx * right[i] + dy * right[i], -(dx * up[0] + dy * up[1]))[i] for i in (0, 1))
            for dx, dy in sides for sign in (1, -1)}
edges = [(b[0] - a[0], b[1] - a[1]) for _, face in reference for a, b in zip(face, face[1:] + face[:1])]
odd = [edge for edge in edges if not any(math.dist(edge, e) < 1.6 for e in expected)]
check("edges of shells are seen as they should be", not odd, (odd[:3], expected))
run(case, 1, "run", name="plate")
results = File("plate.vtkhdf")
times = [float(t) for t in results.dataset("/VTKHDF/Steps/Values")[2]]
sizes = [math.dist(u, (0, 0, 0)) for u in results.rows("/VTKHDF/PointData/displacement")]
failure = [float(f) for f in results.dataset("/VTKHDF/CellData/failure")[2]]
states = [c for c in pictures if c.startswith("Displacement")]
check("three states", len(states) == 3, states)
for caption in states:
    t, most = map(float, re.match(r"Displacement at t = (\S+), up to (\S+)", caption).groups())
    frame = min(range(13), key=lambda k: abs(times[k] - t))
    close("a frame at t = %g" % t, times[frame], t, 1e-5)
    close("the largest displacement at t = %g" % t, most, max(sizes[45 * frame:45 * frame + 45]), 1e-4)
worst = [c for c in pictures if c.startswith("Failure")][0]
t, most = map(float, re.match(r"Failure index at t = (\S+), when it is largest: (\S+)", worst).groups())
close("the largest failure index", most, max(failure), 1e-4)
close("when it is largest", t, times[failure.index(max(failure)) // 32], 1e-5)
check("its colours", len({c for c, _ in faces(pictures[worst])}) > 8)

# ---- names, size, other models ---------------------------------------------------------------------

evil = "<script>alert(1)</script>&'"
r = ended("a report with such names", run(PLATE % ('"%s"' % evil, "1e4", evil, evil, evil), 1, "report"))
tree = read("names", "case.report.html")
check("the title is the case's", words(tree.find(".//%sh1" % HTML)) == evil)
check("the probe is named", "Probe " + evil in figures(section(tree, "histories")))

grid(70, 70, size=(2, 1)).write("plate.msh")
r = ended("a large mesh", run(case.split("design:")[0] + "time: {scheme: static, step: 1, steps: 1}\n", 1, "report"))
tree = read("a large mesh", "case.report.html")
drawn, there = map(int, re.search(r"thinned: (\d+) of (\d+) faces", words(section(tree, "pictures"))).groups())
check("it is thinned", there == 4900 and 1500 < drawn <= 3500, (drawn, there))
thinned = faces(figures(section(tree, "pictures"))["The reference configuration"])
check("so many are drawn", len(thinned) == drawn, (len(thinned), drawn))


def area(face):
    return abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(face, face[1:] + face[:1]))) / 2


grid(8, 4, size=(2, 1)).write("plate.msh")
r = run(case, 1, "report")
whole = faces(figures(section(read("again", "case.report.html"), "pictures"))["The reference configuration"])
close("the thinned plate covers the same", sum(map(area, [f for _, f in thinned])),
      sum(map(area, [f for _, f in whole])), 0.05)

for name, settings in (("two-mass", ()), ("heavy-top", ("time.steps=5",)), ("bent-beam", ("time.steps=2",))):
    text = (example(name) if name == "bent-beam" else (ROOT / "meshes" / (name + ".yaml")).read_text())
    r = ended("a report of " + name, run(text, 2, "report", settings))
    read(name, "case.report.html")
# A rod turns about its end: its long faces have the colours of the displacements along it.
r = ended("a report of a rod", run("""gimbal: 1
gravity: [0, 0, -9.81]
bodies: [{name: rod, at: [0.5, 0, 0], mass: 1, inertia: [0.01, 0.2, 0.2, 0, 0, 0]}]
joints: [{name: pin, type: revolute, between: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0]}]
probes: [{name: tip, body: rod, at: [1, 0, 0]}]
time: {scheme: galpha, step: 0.01, steps: 30}
""", 1, "report", name="rod"))
last = [v for k, v in figures(section(read("rod", "rod.report.html"), "pictures")).items()
        if k.startswith("Displacement")][-1]
bright = [sum(int(c[i:i + 2], 16) for i in (1, 3, 5)) for c, _ in faces(last)]
check("a body has the colours of its points", len({c for c, _ in faces(last)}) > 12, faces(last))
check("it is brighter towards its end",
      all(a < b for k in (0, 7) for a, b in zip(bright[k:k + 7], bright[k + 1:k + 7])), bright)

r = program(["run", "case.yaml", "--verify"])
check("--verify is of report", r.status == 2 and "report" in r.stderr, r.stderr)

# ---- plot ------------------------------------------------------------------------------------------

Path("plate.yaml").write_text(case)
r = run("plate.yaml", 1, "run", ("output.every=3",))
kept = Path("plate.vtkhdf")
for ranks, file in ((1, kept), (2, "plate.yaml")):
    options = [] if file == kept else ["--set", "output.every=3"]
    p = program(["plot", file, "tip.uz", "energy", "tip.v", "--quiet", *options], ranks)
    check("a name that is none", p.status == 2 and "tip.vx" in p.stderr, p.stderr)
    p = ended("plot %s" % file, program(["plot", file, "tip.uz", "energy", "--quiet", *options], ranks))
    rows = list(csv.DictReader(open("plate.plot.csv")))
    probe = r.json["probes"]["tip"]
    check("its columns", list(rows[0]) == ["t", "tip.uz", "kinetic", "strain", "lost"], rows[0])
    same = [(float(row["t"]), float(row["tip.uz"])) for row in rows]
    known = list(zip(probe["t"], [u[2] for u in probe["u"]]))
    for a, b in zip(same, known):
        check("digit by digit at %g" % b[0], a == b if file == kept else math.dist(a, b) < 1e-12, (a, b))
    strain = [float(row["strain"]) for row in rows if row["strain"]]
    check("frames alone have energies", len(strain) == 5 and [bool(row["strain"]) for row in rows][:4] ==
          [True, False, False, True], strain)
    picture = ElementTree.parse("plate.plot.svg").getroot()
    curves = [p for p in picture.iter(SVG + "path") if p.get("class") == "curve"]
    check("a chart of displacement and one of energy", len(curves) == 4, len(curves))
    goes_through("plot", picture, 0, probe["t"], [u[2] for u in probe["u"]])
p = program(["plot", kept])
check("names that there are", p.status == 2 and "tip.ux" in p.stderr and "kinetic" in p.stderr, p.stderr)
p = program(["plot", "plate.yaml"])
check("a case and no names", p.status == 2 and "plot CASE.vtkhdf" in p.stderr, p.stderr)
for ranks in (1, 2):
    p = program(["plot", "plate.yaml", "kinetic", "tip.uzz", "--output-dir", "unmarched"], ranks)
    check("a wrong name is refused before the march, on %d ranks" % ranks,
          p.status == 2 and "no history 'tip.uzz'" in p.stderr
          and "tip.uz" in p.stderr and "seconds" not in p.stdout and not list(Path("unmarched").glob("*.vtkhdf*")),
          p.stderr)
kept.write_bytes(kept.read_bytes()[:3000])
p = program(["plot", kept, "tip"])
check("a damaged file", p.status == 6 and "plate.vtkhdf" in p.stderr, p.stderr)
# The page links to that of the verb view where there is one.
Path("a b#1.view.html").write_text("<p/>")
r = run((ROOT / "meshes" / "two-mass.yaml").read_text(), 1, "report", name="a b#1")
links = ElementTree.parse("a b#1.report.html").findall(".//%sa" % HTML)
check("a link to the view", [a.get("href") for a in links] == ["./a%20b%231.view.html"], [a.attrib for a in links])
