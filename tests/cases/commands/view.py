"""Claims: `gimbal view` writes one HTML file, under 3 MB, that refers to no other file. Its positions, displacements,
fields, times and histories are those of the results file to the digits that it keeps, on 2 ranks as on 1. Long runs
lose frames, but not the first and the last, with a warning. Modes are marked as such, several runs are side by side.
Springs, bushings and joints have shapes at their places, wheels that of their tyres. Unknown fields and files are
refused by name. In a browser the page, and those of five examples at three frames, shows the frame and field of its
address and writes no message, where Debian's Chromium is installed.
"""
# quick
import array
import base64
import html
import json
import math
import re
import shutil
import subprocess
from pathlib import Path

from helper import PATIENCE, ROOT, check, grid, has, program, skip
from hdf5 import File

PLATE = """gimbal: 1
title: plate
mesh: plate.msh
materials: {steel: {young: 2e11, poisson: 0.3, density: 7800, yield: 2e8}}
shells: [{group: plate, material: steel, thickness: 0.01}]
supports: [{group: left, fix: all}]
bodies:
  - {name: "<b>", box: [0.2, 0.2, 0.2], density: 1000, at: [3, 0, 0], velocity: [1, 2, 3]}
loads:
  - {type: pressure, group: plate, value: "1e3*sin(200*t)"}
probes:
  - {name: tip, at: [2, 0.5, 0]}
modes: {count: 3}
time: {scheme: newmark, step: 1e-3, steps: 12}
"""


ARM = """gimbal: 1
title: an arm with a spring
gravity: [0, 0, -9.81]
bodies: [{name: arm, at: [0.5, 0, 0], mass: 1, inertia: [0.01, 0.1, 0.1, 0, 0, 0], angular_velocity: [0, 2, 0]}]
joints: [{name: pin, type: revolute, between: [arm, ground], at: [0, 0, 0], axis: [0, 3, 0]}]
springs: [{name: coil, between: [arm, ground], at: [[1, 0, 0], [1, 0, 2]], stiffness: 10}]
bushings:
  - {name: rubber, between: [arm, ground], at: [0.5, 0, 0], axes: [[0, 0, 1], [1, 0, 0]], stiffness: [1, 1, 1, 0, 0, 0]}
time: {scheme: galpha, step: 1e-2, steps: 20}
"""

WHEEL = """gimbal: 1
bodies: [{name: wheel, at: [1, 2, 0.5], rotation: {axis: [1, 1, 0], angle: 0.7}, mass: 20,
          inertia: [0.5, 0.9, 0.5, 0, 0, 0]}]
tyres: [{name: t, wheel: wheel, at: [1, 2.1, 0.5], axis: [0.3, 1, 0], radius: 0.6, stiffness: 4e4, friction: 0.9,
         side_friction: 0.7, slip: 0.1, slip_angle: 0.1, slip_speed: 0.5}]
time: {scheme: galpha, step: 1e-3, steps: 2}
"""


CODES = {"Float32": "f", "Int16": "h", "Int8": "b", "Uint8": "B", "Uint32": "I"}


def decoded(kind, text):
    return array.array(CODES[kind], base64.b64decode(text)).tolist()


class Page:
    """The arrays of a page, by the name and the number of the run."""

    def __init__(self, path):
        self.text = Path(path).read_text(encoding="utf-8")
        self.runs = re.findall(r"<section(.*?)</section>", self.text, re.S)

    def array(self, name, number=0):
        return decoded(*re.search(r'<i data-name="%s" data-type="(\w+)">([^<]*)</i>' % re.escape(name),
                                  self.runs[number]).groups())

    def vectors(self, name, number=0):
        """Vectors of all frames in one list, and the largest unit of a frame."""
        place, packed = self.array(name + " places", number), self.array(name, number)
        frame = 4 * len(packed) // len(place)
        return ([place[4 * (i // frame) + i % frame % 3] + place[4 * (i // frame) + 3] * n
                 for i, n in enumerate(packed)], max(place[3::4]))

    def field(self, title, number=0):
        """Values of all frames in one list, and their range."""
        low, high, text = re.search(r'<b data-low="(\S+)" data-high="(\S+)" data-cell="\d" data-title="%s">\s*'
                                    r'<i data-name="values" data-type="Uint8">([^<]*)</i>' % re.escape(title),
                                    self.runs[number]).groups()
        low, high = float(low), float(high)
        return [low + (high - low) / 255 * n for n in decoded("Uint8", text)], high - low


def near(label, own, stored, unit):
    """Rounding to a unit leaves half of it, and single precision a millionth."""
    worst = max(abs(a - b) for a, b in zip(own, stored, strict=True))
    check(label, worst <= 0.51 * unit + 1e-6 * max(map(abs, stored)), "%g off, unit %g" % (worst, unit))


def matches_results(label, page, results, number=0):
    file = File(results)
    own, unit = page.vectors("displacement", number)
    points, motion = (file.dataset("/VTKHDF/" + name)[2] for name in ("Points", "PointData/displacement"))
    times = file.dataset("/VTKHDF/Steps/Values")[2]
    size, frames, kept = len(points), len(times), len(own) // len(points)
    sources = [i * (frames - 1) // (kept - 1) for i in range(kept)]
    near(label + ": displacements", own, [n for f in sources for n in motion[f * size:(f + 1) * size]], unit)
    near(label + ": points", page.array("points", number), points, 0)
    near(label + ": times", page.array("times", number), [times[f] for f in sources], 0)
    check(label + ": first and last frame", sources[0] == 0 and sources[-1] == frames - 1)
    return file


CHROMIUM = ["chromium", "--headless", "--no-sandbox", "--disable-gpu-sandbox", "--use-gl=angle",
            "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--enable-logging=stderr",
            "--virtual-time-budget=10000", "--window-size=400,300", "--dump-dom", "all.html"]
_frames = []  # of `later`: label, address, function


def later(label, page, script, look, place=""):
    """Let the browser show a page with the others, see `browser`, and call look(value, text) with the value that a
    script returns there and the elements of the page. place: the part of its address after #."""
    name = "shown-%d.html" % len(_frames)
    Path(name).write_text(page.text.replace("</body>", """<script>setTimeout(() => {
const value = (() => {%s})();
document.querySelectorAll("i, script, style").forEach((one) => one.remove());
parent.postMessage(JSON.stringify([value, document.documentElement.outerHTML]), "*");
}, 300);</script></body>""" % script))
    _frames.append((label, name + place, look))


def browser():
    """Show all pages in one window of Chromium, whose start takes longer than a page."""
    Path("all.html").write_text("""<!DOCTYPE html><body><script>
window.onmessage = (event) => {
  const all = Array.from(document.querySelectorAll("iframe"));
  document.querySelectorAll("pre")[all.findIndex((one) => one.contentWindow === event.source)].textContent = event.data;
};</script>""" + "".join('<iframe src="%s" width=300 height=200></iframe><pre hidden></pre>' % address
                         for _, address, _ in _frames))
    done = subprocess.run(CHROMIUM, capture_output=True, text=True, timeout=100 * PATIENCE)
    check("no message", "CONSOLE" not in done.stderr, done.stderr)
    found = re.findall('<pre hidden="">(.*?)</pre>', done.stdout, re.S)
    check("all pages", len(found) == len(_frames), done.stdout[:1000])
    for (label, _, look), text in zip(_frames, found):
        if check(label + ": is shown", text):
            look(*json.loads(html.unescape(text)))


def common_scale():
    """Runs side by side have one colour bar: the largest stress of each is at its place in the range of both."""
    program(["view", "plate.vtkhdf", "double/plate.vtkhdf", "--output-dir", "pair"])
    page = Page("pair/plate.view.html")
    ranges = [[float(n) for n in re.search(
        'data-low="(.*?)" data-high="(.*?)" data-cell="1" data-title="von_mises"', run).groups()] for run in page.runs]
    low, high = (pick(*(bound[i] for bound in ranges)) for i, pick in enumerate((min, max)))
    script = """const {nodes, geometry} = view.runs[1].parts.triangles;
return [view.runs.map((run) => Math.max(...run.times.keys().map((frame) =>
  Math.max(...Array(32).keys().map(run.partOf(frame, run.fields[2], [%r, %r]).bind(null, 0)))))),
  Array.from(nodes), Array.from(geometry.attributes.position.array)];""" % (low, high)
    check("the runs differ", abs(ranges[0][1] - ranges[1][1]) > 0.1 * high, ranges)

    def look(found, text):
        parts, nodes, drawn = found
        legend = re.findall("<span>([-+.e0-9]+)</span>", text)
        check("the bar has the range of both", abs(float(legend[0]) - high) <= 1e-3 * high, legend)
        file = File("double/plate.vtkhdf")
        points, motion = (file.dataset("/VTKHDF/" + name)[2] for name in ("Points", "PointData/displacement"))
        last = [x + u for x, u in zip(points, motion[-len(points):])]
        check("triangles of the plate", len(set(nodes)) >= 45, len(set(nodes)))
        wanted = [x for n in nodes for x in last[3 * n:3 * n + 3]]
        near("corners of the last picture", drawn, wanted, 2e-4 * max(map(abs, motion)))
        near("largest of each run in the common range", parts, [(own[1] - low) / (high - low) for own in ranges],
             1 / 255)

    later("pair", page, script, look)


def springs_and_joints():
    """A spring is a coil between its ends, a joint a shape at its place along its axis, a bushing one that turns with
    its body, at all times."""
    Path("arm.yaml").write_text(ARM)
    check("an arm", program(["view", "arm.yaml"]).status == 0)
    page, file = Page("arm.view.html"), File("arm.vtkhdf")
    kinds = file.dataset("/VTKHDF/CellData/kind")[2]
    check("kinds of cells", page.array("kinds") == kinds and sorted(kinds) == [2, 4, 9, 11], kinds)
    columns, rows, axes = file.dataset("/columns/bodies")[2], file.rows("/histories/bodies"), page.array("axes")
    turned = [[row[columns.index("arm.d3" + c)] for c in "xyz"] for row in rows]
    check("the arm turns", len(rows) == 21 and 0.2 < turned[-1][0] < 0.6, turned[-1])
    check("axes of the joint", all(axes[6 * f:6 * f + 3] == [0, 127, 0] for f in range(21)), axes)
    near("axes of the bushing", [n / 127 for f in range(21) for n in axes[6 * f + 3:6 * f + 6]], sum(turned, []),
         1 / 127)
    nodes, points, motion = (file.dataset("/VTKHDF/" + name)[2]
                             for name in ("Connectivity", "Points", "PointData/displacement"))
    first = [points[3 * n:3 * n + 3] for n in nodes]
    check("places of the joint and the bushing", first[-2:] == [[0, 0, 0], [0.5, 0, 0]], first)
    last = [[x + u for x, u in zip(at, motion[len(motion) - len(points) + 3 * n:])] for at, n in zip(first, nodes)]
    script = """const run = view.runs[0], tube = run.parts.tubes.geometry.attributes.position.array;
run.show(0, 1, run.fields[0], [0, 1]);
const centre = (ring) => [0, 1, 2].map((k) =>
  [0, 1, 2, 3, 4, 5].reduce((sum, i) => sum + tube[18 * ring + 3 * i + k] / 6, 0));
const far = Math.max(...Array(tube.length / 3).keys().map((i) => Math.hypot(tube[3 * i] - 1, tube[3 * i + 1])));
run.show(20, 1, run.fields[0], [0, 1]);
return [far, centre(0), centre(tube.length / 18 - 1), ...run.joints.shapes.flatMap(
  (one) => [one.position.toArray(), new THREE.Vector3(0, 1, 0).applyQuaternion(one.quaternion).toArray()])];"""

    def look(value, text):
        far, *found = value
        for name, own, wanted, error in zip(
                ("an end of the coil", "the other", "place of the joint", "its axis", "place of the bushing",
                 "its axis"), found, (*last[:2], last[-2], (0, 1, 0), last[-1], turned[-1]),
                (1e-4, 1e-4, 1e-4, 1e-6, 1e-4, 0.01), strict=True):
            check("the last picture: " + name, math.dist(own, wanted) < error, (own, wanted))
        check("it has turns", "coil: spring" in text and "cylinder: revolute joint" in text and "ring: bushing" in text
              and far > 0.02, far)

    later("arm", page, script, look)


def wheels():
    """A wheel of given inertia is drawn as its tyre: a cylinder about its axis at its place, however its body is
    turned."""
    Path("wheel.yaml").write_text(WHEEL)
    done = program(["run", "wheel.yaml"], ranks=2)
    check("a wheel", done.status == 0, done.stderr)
    flat, axis = File("wheel.vtkhdf").dataset("/VTKHDF/Points")[2], [n / math.hypot(0.3, 1) for n in (0.3, 1, 0)]
    sizes = set()
    for k in range(3, len(flat), 3):  # the first is the body's centre
        own = [a - b for a, b in zip(flat[k:k + 3], (1, 2.1, 0.5))]
        along = sum(a * b for a, b in zip(own, axis))
        sizes.add((round(abs(along), 9), round(math.sqrt(abs(sum(n * n for n in own) - along ** 2)), 6)))
    check("the points of a tyre", sizes == {(0.15, 0.6), (0.15, 0)}, sizes)


def examples():
    """Five examples a user would look at: their pages are below 3 MB, and show others at three times without a message.
    """
    rows = [("spinning-blade", ["time.steps=20"]), ("bombardier-iltis", ["time.steps=300"]),
            ("scara", ["loads[0].value=[0, 0, 1]"]), ("two-link-arm", []), ("wing-box", ["output.every=1"])]
    for name, changes in rows:
        case, options = "%s/%s.yaml" % (ROOT / "meshes", name), [
            word for change in changes for word in ("--set", change)]
        if name == "wing-box":
            done, name = program(["modes", case, *options]), name + ".modes"
            case, options = name + ".vtkhdf", []
            check("its modes", done.status == 0, done.stderr)
        done = program(["view", case, *options])
        if not check("a view of " + name, done.status == 0, done.stderr):
            continue
        page = Page(name + ".view.html")
        check("its size", len(page.text) < 3e6, len(page.text))
        frames = len(page.array("times"))
        script = """const pictures = %s.map((frame) => {
  view.clock = frame;
  view.choose();
  view.draw();
  return view.renderer.domElement.toDataURL();
});
return new Set(pictures).size;""" % [0, frames // 2, frames - 1]
        later(name, page, script, lambda different, _: check("its pictures differ", different == 3, different))


def addresses(page):
    """The address of a page gives the frame and the field that it shows."""
    pictures = set()
    for frame, told in ((0, "t = 0<"), (6, "t = 0.006<"), (99, "t = 0.012<")):
        def look(picture, text, told=told):
            check("%s is told, and its colours" % told, told in text and ">von_mises</div>" in text, text)
            pictures.add(picture)
        later("frame %d" % frame, page, "view.draw(); return view.renderer.domElement.toDataURL();", look,
              "#frame=%d&colour=von_mises" % frame)
    return pictures


def main():
    if not Path("/usr/share/javascript/three/three.min.js").exists():
        skip("needs libjs-three")
    grid(8, 4, size=(2.0, 1.0)).write("plate.msh")
    Path("plate.yaml").write_text(PLATE)
    done = program(["view", "plate.yaml", "--json", "plate.json"], ranks=2)
    check("the verb runs the case", done.status == 0 and "view ./plate.view.html" in done.stdout, done.stderr)
    page = Page("plate.view.html")
    done = program(["view", "plate.vtkhdf", "--output-dir", "made/here"])
    check("the page does not depend on its folder", done.status == 0
          and Page("made/here/plate.view.html").text == page.text, done.stderr)
    file = matches_results("plate", page, "plate.vtkhdf")
    for name in ("von_mises", "failure"):
        own, wide = page.field(name)
        near(name, own, file.dataset("/VTKHDF/CellData/" + name)[2], wide / 255)
    sizes, cells, nodes = (page.array("face_" + name) for name in ("sizes", "cells", "nodes"))
    connectivity = file.dataset("/VTKHDF/Connectivity")[2]
    check("faces: 32 shells, 6 of the box", sizes == [4] * 38, sizes)
    check("cells of faces", cells == list(range(32)) + [32] * 6, cells)
    check("nodes of shells", nodes[:128] == connectivity[:128])
    check("nodes of the box", sorted(nodes[128:]) == sorted(connectivity[128:] * 3), nodes[128:])
    near("histories", page.array("tip.uz"), [row[3] for row in file.rows("/histories/probes")], 0)
    check("no reference to another file", not re.search(r'(src|href)="(?!data:)', page.text))
    check("text of the case is no markup", "<b>.x" not in page.text and "&#60;b&#62;" in page.text)

    program(["run", "plate.yaml", "--set", "time.steps=700", "--set", "time.step=1e-5", "--output-dir", "long"])
    done = program(["view", "plate.vtkhdf", "long/plate.vtkhdf", "velocity", "stress_top"])
    check("two runs", done.status == 0, done.stderr)
    both = Page("plate.view.html")
    check("frames are left out with a warning", "long/plate.vtkhdf: the view has" in done.stderr, done.stderr)
    matches_results("first of two", both, "plate.vtkhdf")
    matches_results("second of two", both, "long/plate.vtkhdf", 1)
    velocity, stress = (file.dataset("/VTKHDF/" + name)[2] for name in ("PointData/velocity", "CellData/stress_top"))
    own, wide = both.field("velocity")
    near("magnitudes of vectors", own, [math.hypot(*velocity[i:i + 3]) for i in range(0, len(velocity), 3)], wide / 255)
    own, wide = both.field("stress_top 2")
    near("numbers of cells", own, stress[1::3], wide / 255)
    check("size", len(both.text) < 3e6, len(both.text))

    program(["modes", "plate.yaml", "--set", "bodies=[]"])
    done = program(["view", "plate.modes.vtkhdf"])
    modes = Page("plate.modes.view.html")
    check("modes", done.status == 0 and 'data-modes="1"' in modes.runs[0] and 'data-modes="0"' in page.runs[0])
    matches_results("modes", modes, "plate.modes.vtkhdf")

    shutil.copy("plate.msh", "plate.msh.vtkhdf")
    whole = Path("plate.vtkhdf").read_bytes()
    Path("half.vtkhdf").write_bytes(whole[:len(whole) // 2])
    for label, words, status, parts in (
            ("unknown field", ["plate.vtkhdf", "von_misses"], 2,
             ["did you mean von_mises?", "shell_force", "[unknown-field]"]),
            ("missing file", ["none.vtkhdf"], 6, ["none.vtkhdf", "[unreadable-file]"]),
            ("no results file", ["plate.msh.vtkhdf"], 6, ["plate.msh.vtkhdf"]),
            ("damaged file", ["half.vtkhdf"], 6, ["half.vtkhdf", "[unreadable-file]"]),
            ("no output", ["plate.yaml", "--set", "output.every=0"], 2, ["view needs a results file"])):
        done = program(["view"] + words)
        check(label, done.status == status and all(part in done.stderr for part in parts), done.stderr)
        check(label + ": no page", not Path("none.view.html").exists() and not list(Path().glob("*.tmp")))

    springs_and_joints()
    wheels()
    examples()
    program(["view", "plate.vtkhdf"])
    program(["run", "plate.yaml", "--set", "loads[0].value=2e3*sin(200*t)", "--output-dir", "double"])
    common_scale()
    pictures = addresses(Page("plate.view.html"))
    if has("chromium"):
        browser()
        check("pictures of three frames differ", len(pictures) == 3, len(pictures))


main()
