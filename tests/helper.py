"""What case tests share: running gimbal on some ranks, counting checks, writing structured meshes.

A case test is a Python program tests/cases/TOPIC/NAME.py, run by `tests/run --search NAME` or, with PYTHONPATH=tests,
by itself:

    # quick                      (a line that adds the test to `make sanitize`)
    from helper import check, close, grid, run
    grid(8, 4, size=(1, 0.5)).write("plate.msh")
    r = run(CASE, ranks=2, verb="gradient")       # CASE: YAML text or the path of a case file
    check("it ends well", r.status == 0, r.stderr)
    close("tip", r.json["probes"]["tip"]["u"][-1][2], -0.0123, 1e-6)

Relative file names are relative to a fresh folder, build/tests/cases/NAME, which the program runs
in; ROOT is the repository. The exit status is 1 when a check failed or none was made.
"""
import atexit
import csv
import gc
import hashlib
import json
import math
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import server

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / os.environ.get("BUILD", "build")
GIMBAL = ROOT / os.environ.get("GIMBAL", BUILD / "gimbal")
SERVER = ROOT / os.environ.get("SERVER", GIMBAL.parent / "serve")
SERVED = GIMBAL  # SERVER is of its objects; another program that a test sets as GIMBAL is started
# With an installed program go the library, the Python package and other files that are installed with it.
INSTALLED, PREFIX = GIMBAL.resolve().parent != BUILD.resolve(), GIMBAL.resolve().parents[1]
WRAP = shlex.split(os.environ.get("WRAP", ""))  # put before the program, by `make valgrind`
PATIENCE = int(os.environ.get("PATIENCE", 1))   # the program is so many times slower than usual
FIRST_FAILURE_ENDS = "FIRST_FAILURE_ENDS" in os.environ  # set by tests/mutate, which asks only whether a test fails
WORK = Path(os.environ.get("WORK", BUILD / "tests")) / "cases" / Path(sys.argv[0]).stem

gc.disable()  # tests are short, and a search for cycles takes a third of the reading of JSON
shutil.rmtree(WORK, ignore_errors=True)
WORK.mkdir(parents=True)
os.chdir(WORK)


# ---- checks --------------------------------------------------------------------------------------

_made, _failed, _skipped = 0, 0, False


def check(name, condition, detail=""):
    """Count one check; a failed one is printed with its detail, and the test goes on (but see FIRST_FAILURE_ENDS)."""
    global _made, _failed
    _made += 1
    if not condition:
        _failed += 1
        print("FAILED:", name)
        for line in str(detail).splitlines():
            print("   ", line)
        if FIRST_FAILURE_ENDS:
            sys.exit(1)
    return bool(condition)


def close(name, value, expected, relative, absolute=0.0):
    """Check |value - expected| <= relative |expected| + absolute."""
    near = (isinstance(value, (int, float)) and math.isfinite(value)
            and abs(value - expected) <= relative * abs(expected) + absolute)
    detail = "found %r, expected %r" % (value, expected)
    return check(name, near, detail + " within %g relative, %g absolute" % (relative, absolute))


def skip(reason):
    """End the test as skipped."""
    global _skipped
    _skipped = True
    left_out(reason)
    sys.exit(77)


def left_out(reason):
    """Tell why the test leaves out a part and goes on: tests/run lists it with the tests that are skipped."""
    print("# SKIP", reason)


def has(command):
    """Whether there is a command; if not, the test leaves out the part that needs it."""
    return bool(shutil.which(command)) or left_out("needs " + command)


def _verdict():
    if not _skipped:
        print("%d checks, %d failed" % (_made, _failed))
    server.close(passed=_made and not _failed)
    print("# SERVED %.1f" % server.seconds)  # tests/run adds them to the seconds of the test
    sys.stdout.flush()
    sys.stderr.flush()
    if not _skipped and (_failed or not _made):
        os._exit(1)


atexit.register(_verdict)


# ---- running -------------------------------------------------------------------------------------

class Result:
    """Exit status, both outputs as text, and the parsed JSON file (None where there is none)."""

    def __init__(self, status, stdout, stderr, data):
        self.status, self.stdout, self.stderr, self.json = status, stdout, stderr, data


# After an error of one of several ranks mpirun would wait a second or two before it kills ranks that have ended.
_ENDS_AT_ONCE = {"OMPI_MCA_odls_base_sigkill_timeout": "0"}


def serves():
    """Whether there is a server of the program, which is not older: `make all` alone does not link it."""
    return GIMBAL == SERVED and SERVER.exists() and SERVER.stat().st_mtime >= GIMBAL.stat().st_mtime


def program(arguments, ranks=1, timeout=100, fresh=False):
    """Run gimbal with these arguments; status 124 when it does not end in time.

    They run in a server (tests/serve.c). fresh: they run in a process of their own; so does the verb scaling, which
    starts processes. A server that crashes or hangs is told with its command line, and the test fails."""
    timeout *= PATIENCE
    words = [str(word) for word in (GIMBAL, *arguments)]
    environment = os.environ | _ENDS_AT_ONCE
    if not fresh and not WRAP and "scaling" not in words[1:2] and serves():
        try:
            return Result(*server.ask(SERVER, words, ranks, timeout, environment), None)
        except server.Ended as end:
            check("an answer to: " + shlex.join(words[1:]), False, end)
            return Result(124, "", "%s: %s" % (shlex.join(words), end), None)
    try:
        p = subprocess.run([str(ROOT / "tools" / "mpirun.sh"), str(ranks), *WRAP, *words], capture_output=True,
                           text=True, errors="replace", timeout=timeout, stdin=subprocess.DEVNULL, env=environment)
    except subprocess.TimeoutExpired as e:
        said = "no end after %g s\n%s" % (timeout, e.stderr or "")
        return Result(124, str(e.stdout or ""), said, None)
    return Result(p.returncode, p.stdout, p.stderr, None)


def _check_shells(path, result, began):
    """No shell of a result is folded: see tests/shell_folds.py."""
    if result.status != 0 or not path.exists() or path.stat().st_mtime < began - 1:
        return
    from hdf5 import File  # noqa: E402
    from shell_folds import folds  # noqa: E402
    if not File(path).exists("/VTKHDF/PointData/director"):
        return
    found = folds(path)
    check("no shell of %s is folded" % path, not found, "frame, element, node: %s" % found[:5])


def run(case, ranks=1, verb="run", settings=(), options=(), timeout=100, name="case", fresh=False):
    """Run a verb on a case. case: YAML text (anything with a line end, written to NAME.yaml) or a
    path; settings: --set arguments; options: more of the command line; fresh: as `program` has it.
    Results stay in the working folder."""
    if "\n" in str(case):
        Path(name + ".yaml").write_text(case)
        case = name + ".yaml"
    output = Path(name + ".json")
    output.unlink(missing_ok=True)
    arguments = [verb, case, "--quiet", "--json", output, "--output-dir", "."]
    for setting in settings:
        arguments += ["--set", setting]
    began = time.time()
    result = program(arguments + list(options), ranks, timeout, fresh)
    _check_shells(Path(Path(case).stem + ".vtkhdf"), result, began)
    if output.exists():
        result.json = json.loads(output.read_text())
    return result


def geometry_mesh(text, **numbers):
    """The file of the mesh of a case's text, made here if the case names a geometry of meshes/, with numbers of the
    geometry: n=4; None where it names none."""
    found = re.search(r"^mesh: (\S+)\.geo", text, re.M)
    if not found:
        return None
    geometry = found.group(1)
    mesh = "-".join([geometry] + ["%s%g" % number for number in numbers.items()]) + ".msh"
    options = [word for k, v in numbers.items() for word in ("-setnumber", k, v)]
    gmsh(ROOT / "meshes" / (geometry + ".geo"), mesh, *options)
    return mesh


def gmsh(geometry, mesh, *options):
    """Mesh a geometry, with more options of gmsh. What the same gmsh made of the same text is kept in
    build/tests/meshes."""
    text, program_file = Path(geometry).read_text(), Path(shutil.which("gmsh"))
    for name in re.findall(r'^(?:Include|Merge) "(.+)"', text, re.M):
        text += Path(geometry).with_name(name).read_text()
    words = ["gmsh", "-3" if "Physical Volume" in text else "-2", "-v", "0", *map(str, options)]
    made_by = repr((text, words, str(program_file), program_file.stat().st_mtime_ns))
    kept = BUILD / "tests" / "meshes" / (hashlib.sha256(made_by.encode()).hexdigest() + ".msh")
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        new = kept.with_name("%d.msh" % os.getpid())  # another test may make the same mesh now
        subprocess.run([*words, str(geometry), "-o", str(new)], check=True, stdin=subprocess.DEVNULL)
        new.replace(kept)
    shutil.copyfile(kept, mesh)


def example(name, **numbers):
    """The text of meshes/NAME.yaml, its geometry meshed anew with numbers of the geometry."""
    text = (ROOT / "meshes" / (name + ".yaml")).read_text()
    return re.sub(r"^mesh: \S+\.geo", "mesh: " + geometry_mesh(text, **numbers), text, flags=re.M)


def gradients_agree(label, case, schemes, ranks=(1, 3), settings=(), timeout=100, tangent=1e-11, on_several=()):
    """Check by `verify` on one rank that the adjoint agrees with complex step to 1e-10 and the tangent with the adjoint
    to 1e-11 (`tangent`), for all functions and designs of a case by each of these schemes. On other ranks the adjoint
    is that of one, and by the first scheme the tangent is too. on_several: settings of this comparison alone, as fewer
    steps of a motion that multiplies round-off."""
    r = run(case, 1, "verify", settings, ["--schemes", ",".join(schemes)], timeout, "verify")
    if check("verify %s" % label, r.status == 0, r.stderr):
        for scheme in schemes:
            for kind, bound in (("verify", 1e-10), ("tangent", tangent)):
                for function, found in r.json["schemes"][scheme][kind].items():
                    for design, error in found.items():
                        close("%s, %s, %s: d %s / d %s" % (label, scheme, kind, function, design), error, 0, 0, bound)
    for scheme in schemes if set(ranks) != {1} else ():
        more = [*on_several, "time.scheme=" + scheme]
        more += ["time.retry=0"] if re.match("bdf|ab", scheme) else []  # `verify` halves none of their steps
        same_gradients("%s, %s" % (label, scheme), case, ranks, [*settings, *more], timeout,
                       methods=("adjoint", "tangent") if scheme == schemes[0] else ("adjoint",))


def same_gradients(label, case, ranks, settings=(), timeout=100, part=1e-11, methods=("adjoint",)):
    """Check that values and gradient on these numbers of ranks are those on one to 1e-9, or to this part of the value
    or of the largest of its derivatives, each times its design."""
    def table(count, method):
        r = run(case, count, "gradient", [*settings, "output.every=0"], ["--out", "gradient.csv", "--method", method],
                timeout, "gradient")
        if check("the %s of %s on %d ranks" % (method, label, count), r.status == 0, r.stderr):
            return list(csv.reader(Path("gradient.csv").read_text().splitlines()))

    one = table(1, "adjoint")
    scale = one and [1, *(abs(float(x)) or 1 for x in one[1][2:])]
    for count, method in [(count, method) for count in sorted({*ranks} - {1}) for method in methods] if one else ():
        for row, other in zip(one[2:], (table(count, method) or one)[2:], strict=True):
            pairs = [(float(a) * x, float(b) * x) for a, b, x in zip(row[1:], other[1:], scale, strict=True)]
            largest = max(abs(a) for a, _ in pairs)
            for name, (a, b) in zip(one[0][1:], pairs):
                what = "%s on %d ranks: %s of %s by the %s" % (label, count, name, row[0], method)
                close(what, b, a, 1e-9, part * largest)


def differences_agree(label, case, ranks=1, settings=(), relative=1e-4):
    """Check by `verify --differences` that derivatives are central differences of the case read again, to `relative` or
    1e-6 of the largest of a function."""
    r = run(case, ranks, "verify", settings, ["--differences"])
    if not check(label, r.status == 0, r.stderr):
        return
    for function, row in r.json["differences"].items():
        largest = max(abs(found["difference"]) for found in row.values())
        for design, found in row.items():
            close("%s: %s by %s" % (label, function, design),
                  found["derivative"], found["difference"], relative, 1e-6 * largest)


def built_anew(label, case, moves, h=1e-4, ranks=2):
    """Check the gradient of a case against central differences of whole runs, whose models are built with other
    numbers: complex step goes by the slopes of places and would not see one that is missing.

    case: its text, with %s for the entries of `design`; moves: {name: (the entry but its name, {path: (value, what a
    unit of the design adds to it)})}; ranks: of the gradient. The text with its designs is returned."""
    text = case % "".join("  - {name: %s, %s}\n" % (n, d) for n, (d, _) in moves.items())
    r = run(text, ranks, "gradient")
    if not check(label + ", a gradient", r.status == 0, r.stderr):
        return text
    for name, (_, paths) in moves.items():
        value = {}
        for step in (h, -h):
            again = run(text, settings=["%s=%s" % (key, _moved(v, u, step)) for key, (v, u) in paths.items()])
            if not check("%s: %s moved by %g" % (label, name, step), again.status == 0, again.stderr):
                return text
            value[step] = again.json["functions"]
        for f, gradient in r.json["gradient"].items():
            close("%s: d %s / d %s by building anew" % (label, f, name), gradient[name][0],
                  (value[h][f] - value[-h][f]) / (2 * h), 1e-5, 1e-7)
    return text


def _moved(value, unit, h):
    if isinstance(value, list):
        pairs = zip(value, unit if isinstance(unit, list) else [0] * len(value))
        return "[%s]" % ", ".join(_moved(v, u, h) for v, u in pairs)
    return value if isinstance(value, str) else "%.17g" % (value + h * unit)


# ---- meshes --------------------------------------------------------------------------------------

TYPES = {"point": 15, "line2": 1, "line3": 8, "tri3": 2, "quad4": 3, "quad9": 10, "tri6": 9, "quad8": 16,
         "tet4": 4, "tet10": 11, "pyramid5": 7, "wedge6": 6, "wedge15": 18, "hex8": 5, "hex20": 17, "hex27": 12}
VOLUMES = ("tet", "pyramid", "wedge", "hex")


class Mesh:
    """Nodes (number: position), elements (type, group, patch, nodes) and groups (name: dimension,
    number), numbered from 1 in the order of adding."""

    def __init__(self):
        self.nodes, self.elements, self.groups = {}, [], {}

    def node(self, x, y, z=0.0):
        self.nodes[len(self.nodes) + 1] = (x, y, z)
        return len(self.nodes)

    def element(self, kind, group, nodes, patch=1):
        dimension = 0 if kind == "point" else 1 if kind.startswith("line") else 3 if kind.startswith(VOLUMES) else 2
        self.groups.setdefault(group, (dimension, len(self.groups) + 1))
        self.elements.append((kind, group, patch, tuple(nodes)))
        return len(self.elements)

    def nearest(self, x, y, z=0.0):
        return min(self.nodes, key=lambda n: math.dist(self.nodes[n], (x, y, z)))

    def write(self, path):
        """gmsh MSH 2.2, ASCII."""
        lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat"]
        lines += ["$PhysicalNames", str(len(self.groups))]
        lines += ['%d %d "%s"' % (group + (name,)) for name, group in self.groups.items()]
        lines += ["$EndPhysicalNames", "$Nodes", str(len(self.nodes))]
        lines += ["%d %.17g %.17g %.17g" % ((n,) + p) for n, p in self.nodes.items()]
        lines += ["$EndNodes", "$Elements", str(len(self.elements))]
        for i, (kind, group, patch, nodes) in enumerate(self.elements):
            tags = (i + 1, TYPES[kind], 2, self.groups[group][1], patch) + nodes
            lines.append(" ".join(map(str, tags)))
        Path(path).write_text("\n".join(lines + ["$EndElements", ""]))
        return self


def joined(*meshes):
    """One mesh of several, which share no nodes."""
    out = Mesh()
    for mesh in meshes:
        first = len(out.nodes)
        for place in mesh.nodes.values():
            out.node(*place)
        for kind, group, patch, nodes in mesh.elements:
            out.element(kind, group, [n + first for n in nodes], patch)
    return out


def grid(nx, ny, size=(1.0, 1.0), place=None, distort=0.0, seed=1, kind="quad4", group="plate",
         patch=lambda i, j: 1):
    """nx x ny elements on [0, size_x] x [0, size_y], or moved by place(x, y) -> (x, y, z).
    distort: inner nodes are shifted at random by at most this part of an element (0.25 is much).
    kind: quad4, tri3 (quads halved), quad9 or tri6 (those halved). Groups: `group`, the lines left, right, bottom, top
    and the points corner00, corner10, corner01, corner11 (x first)."""
    mesh, shift, step = Mesh(), random.Random(seed), 2 if kind in ("quad9", "tri6") else 1
    place = place or (lambda x, y: (x, y, 0.0))
    mx, my = nx * step, ny * step
    number = {}
    for j in range(my + 1):
        for i in range(mx + 1):
            s, t = i / mx, j / my
            if 0 < i < mx and 0 < j < my:
                s += distort * shift.uniform(-1, 1) / mx
                t += distort * shift.uniform(-1, 1) / my
            number[i, j] = mesh.node(*place(s * size[0], t * size[1]))
    for j in range(ny):
        for i in range(nx):
            _cell(mesh, kind, group, number, step * i, step * j, patch(i, j))
    _boundary(mesh, number, mx, my, step)
    return mesh


def _cell(mesh, kind, group, number, i, j, patch):
    if kind in ("quad9", "tri6"):
        places = [(0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1), (1, 1)]
    else:
        places = [(0, 0), (1, 0), (1, 1), (0, 1)]
    n = [number[i + a, j + b] for a, b in places]
    if kind == "tri3":
        mesh.element(kind, group, (n[0], n[1], n[2]), patch)
        mesh.element(kind, group, (n[0], n[2], n[3]), patch)
    elif kind == "tri6":
        mesh.element(kind, group, (n[0], n[1], n[2], n[4], n[5], n[8]), patch)
        mesh.element(kind, group, (n[0], n[2], n[3], n[8], n[6], n[7]), patch)
    else:
        mesh.element(kind, group, n, patch)


def _boundary(mesh, number, mx, my, step):
    sides = {"bottom": [(i, 0) for i in range(mx + 1)], "top": [(i, my) for i in range(mx + 1)],
             "left": [(0, j) for j in range(my + 1)], "right": [(mx, j) for j in range(my + 1)]}
    for name, places in sides.items():
        line = [number[p] for p in places]
        for k in range(0, len(line) - 1, step):
            ends, middle = (line[k], line[k + step]), tuple(line[k + 1:k + step])
            mesh.element("line3" if middle else "line2", name, ends + middle)
    for a, b in ((0, 0), (1, 0), (0, 1), (1, 1)):
        mesh.element("point", "corner%d%d" % (a, b), (number[a * mx, b * my],))


# ---- shells over a section -----------------------------------------------------------------------

def prism(segments, length, along, across, groups=None):
    """Shells along x over a section: segments (p, q) of points (y, z), each of so many elements.
    Groups: root and tip (their edges' nodes as lines), and a surface each segment."""
    mesh, places = Mesh(), {}

    def node(x, y, z):
        key = tuple(round(v, 9) for v in (x, y, z))
        if key not in places:
            places[key] = mesh.node(x, y, z)
        return places[key]

    for s, (p, q) in enumerate(segments):
        name = groups[s] if groups else "shell"
        for i in range(along):
            for j in range(across):
                corner = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
                mesh.element("quad4", name, [
                    node(length * a / along, p[0] + (q[0] - p[0]) * b / across,
                         p[1] + (q[1] - p[1]) * b / across) for a, b in corner])
        for group, x in (("root", 0.0), ("tip", length)):
            for j in range(across):
                mesh.element("line2", group, [
                    node(x, p[0] + (q[0] - p[0]) * b / across, p[1] + (q[1] - p[1]) * b / across)
                    for b in (j, j + 1)])
    return mesh, node


def section_case(mesh, thickness, supports, loads="", probes="", more="", density=0.0, poisson=0.3,
                 march="{scheme: static, step: 1, steps: 1}", young=1e7):
    """A case of one material on all surface groups of the mesh, which is written to section.msh.
    supports, loads, probes: lists of lines of the case; more: any other lines."""
    mesh.write("section.msh")
    groups = sorted(g for g, (d, _) in mesh.groups.items() if d == 2)
    lines = ["gimbal: 1", "mesh: section.msh",
             "materials: {m: {young: %.17g, poisson: %g, density: %g, yield: 1e4}}" % (
                 young, poisson, density),
             "shells:"]
    lines += ["  - {group: %s, material: m, thickness: %g}" % (g, thickness) for g in groups]
    lines += ["supports:"] + supports if supports else []
    lines += ["loads:"] + loads if loads else []
    lines += ["probes:"] + probes if probes else []
    return "\n".join(lines + ["time: " + march, more, "output: {every: 0}", ""])


def point(mesh, name, n):
    mesh.element("point", name, (n,))


def nodal(mesh, forces):
    """Forces on nodes as loads: {node: (x, y, z)}."""
    lines = []
    for n, f in forces.items():
        point(mesh, "f%d" % n, n)
        lines.append('  - {type: force, group: f%d, value: ["%.17g*t", "%.17g*t", "%.17g*t"]}'
                     % ((n,) + tuple(f)))
    return lines


def edge_forces(segments, across, node, x, field, thickness):
    """Consistent nodal forces of a stress (x, y, z) at the section's places."""
    forces = {}
    for p, q in segments:
        for j in range(across):
            ends = [[p[k] + (q[k] - p[k]) * b / across for k in (0, 1)] for b in (j, j + 1)]
            size = math.dist(*ends) * thickness
            values = [field(e, (q[0] - p[0], q[1] - p[1])) for e in ends]
            for a in (0, 1):
                f = forces.setdefault(node(x, *ends[a]), [0.0, 0.0, 0.0])
                for k in range(3):
                    f[k] += size * (values[a][k] / 3 + values[1 - a][k] / 6)
    return forces


def displacement(result, name):
    return result.json["probes"][name]["u"][-1]
