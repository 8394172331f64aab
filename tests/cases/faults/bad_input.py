"""Bad input ends with the exit status of its kind and one clear message: no crash, no hang, no files.

Each kind below changes one thing of a plate that works. The program runs by itself and on 2 ranks; its one line on
standard error must hold every word listed: the file with the line or key, what was found, what is accepted.
"""
# timeout: 300
import json
import os
import subprocess
from pathlib import Path

from helper import GIMBAL, ROOT, WORK, Mesh, check, grid, program

CASE = """gimbal: 1
mesh: plate.msh
gravity: [0, 0, -9.81]
materials:
  steel: {young: 200e9, poisson: 0.3, density: 7800, yield: 250e6}
shells:
  - {group: plate, material: steel, thickness: 0.01}
supports:
  - {group: left, fix: all}
loads:
  - {type: pressure, group: plate, value: 100}
  - {type: traction, group: right, value: [0, 0, 1]}
  - {type: force, group: corner11, value: [0, 0, 1]}
initial:
  - {group: right, velocity: [0, 0, 0.01]}
probes:
  - {name: tip, group: corner11}
design:
  - {name: skin, thickness: plate}
time: {scheme: bdf2, step: 1e-3, steps: 3}
functions:
  - {name: weight, type: mass}
  - {name: ks, type: ks, weight: 20}
output: {every: 1}
checkpoint: {memory: 1 MiB}
"""
USAGE, MODEL, DIVERGED, SINGULAR, FILE = 2, 3, 4, 5, 6
RANKS = 1, 2


# ---- what is changed -----------------------------------------------------------------------------

def plate():
    return grid(3, 2, size=(3, 2))


def case(*changes):
    """The case with texts replaced, given as pairs; each must be there."""
    text = CASE
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def put(section, entry):
    """The case with the first entry of a list replaced, or one put before it."""
    return case((section + ":\n", section + ":\n  - " + entry + "\n"))


def without(section):
    """The case without one section."""
    lines, kept, inside = CASE.splitlines(), [], False
    for line in lines:
        inside = line.startswith(section + ":") or (inside and line.startswith(" "))
        if not inside:
            kept.append(line)
    assert len(kept) < len(lines), section
    return "\n".join(kept) + "\n"


def integral(keys):
    """The case with an integral as its first function."""
    return case(("type: mass", "type: integral, " + keys))


def static(text):
    return text.replace("scheme: bdf2, step: 1e-3, steps: 3", "scheme: static, step: 1, steps: 1")


def mesh_text(change):
    """A change of the mesh file as text."""
    def write(folder):
        plate().write(folder / "plate.msh")
        text = (folder / "plate.msh").read_text()
        changed = change(text)
        assert changed != text
        (folder / "plate.msh").write_text(changed)
    return write


def other(name, text):
    """A mesh file of another format."""
    return lambda folder: (folder / name).write_text(text)


def mesh_bytes(content):
    return lambda folder: (folder / "plate.msh").write_bytes(content)


def mesh(change):
    """A change of the mesh as nodes and elements."""
    def write(folder):
        changed = plate()
        change(changed)
        changed.write(folder / "plate.msh")
    return write


def nodes_of(m, number, change):
    kind, group, patch, nodes = m.elements[number - 1]
    m.elements[number - 1] = (kind, group, patch, tuple(change(nodes)))


def folded(m):
    """The right part folded back, 30 degrees off the rest."""
    for n, (x, y, z) in m.nodes.items():
        if x > 1:
            m.nodes[n] = (1 - (x - 1) * 0.866, y, (x - 1) / 2)


def two_groups(m):
    """The right third is a group of its own, and another group has all."""
    for kind, _, patch, nodes in list(m.elements):
        if kind == "quad4":
            m.element(kind, "all", nodes, patch)
    for i, (kind, group, patch, nodes) in enumerate(m.elements):
        if group == "plate" and all(m.nodes[n][0] >= 2 for n in nodes):
            m.groups.setdefault("flange", (2, len(m.groups) + 1))
            m.elements[i] = (kind, "flange", patch, nodes)


def shared_element(folder):
    """One element listed in two groups: gmsh writes it twice, with two numbers."""
    m = plate()
    m.element("quad4", "patch", m.elements[0][3])
    m.write(folder / "plate.msh")


def misplaced_middle(folder):
    """The middle node of the side between two elements beyond a quarter of it, beside a corner."""
    m = grid(2, 2, kind="quad9")
    m.nodes[8] = (2.0, 0.45, 0.0)
    m.write(folder / "plate.msh")


def loose_part(m):
    m.element("quad4", "plate", [m.node(9 + x, y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))])


def loose_point(m):
    m.element("point", "loose", (m.node(9, 9, 9),))


# ---- the kinds: name, exit status, words of the message, what is changed ---------------------------

LINE = {line.split(":")[0]: i + 1 for i, line in enumerate(CASE.splitlines())}

COMMANDS = [
    ("no verb", {"command": ["--quiet"]}, USAGE, ["nothing to do", "gimbal VERB CASE.yaml"]),
    ("unknown verb", {"command": ["gradeint", "case.yaml"]}, USAGE, ["'gradeint'", "did you mean gradient"]),
    ("no case file", {"command": ["run"]}, USAGE, ["run needs a case file", "CASE.yaml"]),
    ("a second --set that is missing", {"command": ["run", "case.yaml", "--set", "time.step=1", "time.steps=2"]}, USAGE,
     ["--set time.step=1 --set time.steps=2"]),
    ("results that are missing", {"command": ["view", "nothing.vtkhdf"]}, FILE, ["nothing.vtkhdf: cannot be opened: No"]),
    ("one argument too many", {"command": ["run", "case.yaml", "other.yaml"]}, USAGE,
     ["'other.yaml'", "too many"]),
    ("unknown option", {"options": ["--outptu-dir", "x"]}, USAGE,
     ["--outptu-dir", "did you mean --output-dir"]),
    ("an option without its value", {"command": ["run", "case.yaml", "--json"]}, USAGE,
     ["--json needs a value"]),
    ("no steps to verify with", {"options": ["--steps", ""]}, USAGE, ["--steps: ''", "1e-4,1e-30"]),
    ("a switch with a value", {"options": ["--tangent=yes"]}, USAGE, ["--tangent takes no value"]),
    ("a size that is none", {"options": ["--memory", "lots"]}, USAGE,
     ["--memory", "'lots'", "8GiB"]),
    ("steps that are none", {"options": ["--steps", "1e-4,x"]}, USAGE, ["--steps", "'x'", "1e-30"]),
    ("--set of an unknown key", {"options": ["--set", "time.setps=3"]}, USAGE,
     ["--set", "time.setps", "nearest: steps"]),
    ("--set of the wrong type", {"options": ["--set", "time.steps=many"]}, USAGE,
     ["--set", "time.steps", "many", "whole number"]),
    ("--set beyond a list", {"options": ["--set", "loads[7].value=1"]}, USAGE,
     ["--set", "loads[7]", "3"]),
    ("--set beyond a row", {"options": ["--set", "loads[0].value[0][0]=1"]}, USAGE, ["--set", "loads[0].value[0]"]),
    ("--set without a value", {"options": ["--set", "time.steps"]}, USAGE, ["--set", "time.steps"]),
    ("missing case file", {"command": ["run", "none.yaml"]}, FILE, ["none.yaml", "No such file"]),
    ("a folder as case file", {"command": ["run", "folder"]}, FILE, ["folder"]),
    ("a pipe as case file", {"command": ["run", "pipe"]}, FILE, ["pipe", "not a file"]),
    ("a device as case file", {"command": ["run", "/dev/zero"]}, FILE, ["/dev/zero", "a device"]),
]

CASE_FILES = [
    ("empty file", {"case": ""}, USAGE, ["case.yaml"]),
    ("binary garbage", {"case": bytes(range(256)) * 4}, USAGE, ["case.yaml:1"]),
    ("an indentation that YAML refuses", {"case": case(("mesh:", " mesh:"))}, USAGE,
     ["case.yaml:2", "not valid YAML"]),
    ("a bracket left open", {"case": case(("-9.81]", "-9.81"))}, USAGE,
     ["case.yaml:", "not valid YAML"]),
    ("unknown key", {"case": case(("supports:", "suports:"))}, USAGE,
     ["case.yaml:%d" % LINE["supports"], "suports", "nearest: supports"]),
    ("unknown key of an entry", {"case": case(("thickness: 0.01", "thicknes: 0.01"))}, USAGE,
     ["case.yaml:7", "shells[0]", "thicknes", "nearest: thickness"]),
    ("key given twice", {"case": case(("mesh:", "gimbal: 1\nmesh:"))}, USAGE,
     ["case.yaml:2", "gimbal", "twice"]),
    ("wrong type", {"case": case(("thickness: 0.01", "thickness: [1, 2]"))}, USAGE,
     ["case.yaml:7", "shells[0].thickness", "a list of 2", "number"]),
    ("a text for a number", {"case": case(("young: 200e9", "young: stiff"))}, USAGE,
     ["case.yaml:5", "materials.steel.young", "stiff", "number"]),
    ("a vector of two", {"case": case(("[0, 0, -9.81]", "[0, -9.81]"))}, USAGE,
     ["case.yaml:3", "gravity", "3"]),
    ("missing version", {"case": case(("gimbal: 1\n", ""))}, USAGE, ["case.yaml", "gimbal"]),
    ("a version to come", {"case": case(("gimbal: 1", "gimbal: 2"))}, USAGE,
     ["case.yaml:1", "gimbal", "2", "1"]),
    ("no mesh", {"case": without("mesh")}, USAGE, ["case.yaml", "mesh"]),
    ("no time", {"case": without("time")}, USAGE, ["case.yaml", "time"]),
    ("no shells", {"case": without("shells")}, USAGE, ["case.yaml", "shells"]),
    ("unknown scheme", {"case": case(("bdf2", "bdf9"))}, USAGE, ["case.yaml:20", "bdf9", "bdf2"]),
    ("no steps", {"case": case(("steps: 3", "steps: 0"))}, USAGE,
     ["case.yaml:20", "time.steps", "found 0"]),
    ("negative step", {"case": case(("step: 1e-3", "step: -1e-3"))}, USAGE,
     ["case.yaml:20", "time.step", "-1e-3"]),
    ("a Newmark beta that no step can use",
     {"case": case(("scheme: bdf2", "scheme: newmark, beta: -1"))}, USAGE,
     ["case.yaml:20", "beta"]),
    ("negative thickness", {"case": case(("thickness: 0.01", "thickness: -0.01"))}, USAGE,
     ["case.yaml:7", "thickness", "-0.01"]),
    ("thickness that is no number", {"case": case(("thickness: 0.01", "thickness: .nan"))}, USAGE,
     ["case.yaml:7", "thickness", ".nan"]),
    ("Poisson's ratio of 0.6", {"case": case(("poisson: 0.3", "poisson: 0.6"))}, USAGE,
     ["case.yaml:5", "poisson", "0.6", "0.5"]),
    ("unknown material", {"case": case(("material: steel", "material: steal"))}, USAGE,
     ["case.yaml:7", "steal", "nearest: steel"]),
    ("two functions of one name", {"case": case(("name: ks", "name: weight"))}, USAGE,
     ["case.yaml:23", "weight", "case.yaml:22"]),
    ("bad expression", {"case": case(("value: 100", 'value: "2*sin(3*t"'))}, USAGE,
     ["case.yaml:11", "loads[0].value", "column 10"]),
    ("unknown name in an expression", {"case": case(("value: 100", 'value: "2*x"'))}, USAGE,
     ["case.yaml:11", 'column 3: unknown name "x"', "one of t"]),
    ("unknown functional", {"case": case(("type: mass", "type: mas"))}, USAGE,
     ["case.yaml:22", "mas", "nearest: mass"]),
    ("a functional without its weight", {"case": case(("type: ks, weight: 20", "type: ks"))}, USAGE,
     ["case.yaml:23: functions[1].weight: is missing"]),
    ("a weight that means nothing", {"case": case(("type: mass", "type: mass, weight: 2"))}, USAGE,
     ["case.yaml:22: functions[0].weight: not used", "found 2"]),
    ("a sum that means nothing", {"case": case(("type: mass", "type: mass, sum: discrete"))}, USAGE,
     ["case.yaml:22: functions[0].sum: not used", "found discrete"]),
    ("a functional without its form", {"case": case(("type: ks", "type: induced"))}, USAGE,
     ["case.yaml:23: functions[1].form: is missing", "exponential, exponential2, power, power2"]),
    ("a form that means nothing", {"case": case(("type: ks", "type: ks, form: power"))}, USAGE,
     ["case.yaml:23: functions[1].form: not used", "found power"]),
    ("unknown form", {"case": case(("type: ks, weight: 20", "type: induced, form: cubic, "
                                    "weight: 20"))}, USAGE, ["case.yaml:23", "cubic", "power"]),
    ("a stress functional without a yield stress", {"case": case((", yield: 250e6", ""))}, USAGE,
     ["case.yaml:23", "yield"]),
    ("an expression for a functional of elements",
     {"case": case(("type: mass", "type: mass, value: x"))}, USAGE,
     ["case.yaml:22: functions[0].value: not used", "found x"]),
    ("a probe for a functional of elements", {"case": case(("type: mass", "type: mass, of: tip"))}, MODEL,
     ["case.yaml:22: functions[0]: no group 'tip'", "plate (surface)"]),
    ("an integral without its expression", {"case": integral("of: tip")}, USAGE,
     ["case.yaml:22: functions[0].value: is missing", "of: PROBE"]),
    ("an integral of an unknown probe", {"case": integral("of: tpi, value: x")}, USAGE,
     ["case.yaml:22: functions[0].of: unknown probe or joint (found tpi)", "nearest: tip", "accepted: tip"]),
    ("an integral of no probe", {"case": integral("value: x + 1")}, USAGE,
     ["case.yaml:22: functions[0].value: x of which probe", "of: PROBE", "PROBE.x", "tip"]),
    ("an unknown name in an integral", {"case": integral("of: tip, value: ux + vw")}, USAGE,
     ["functions[0].value", 'column 6: unknown name "vw"', "one of t x y z ux", "nearest: vx"]),
    ("an unknown probe in an integral", {"case": integral("value: 2*tup.x")}, USAGE,
     ["functions[0].value", 'column 3: unknown name "tup.x"', "nearest: tip.x"]),
    ("an integral that does not parse", {"case": integral('of: tip, value: "(x - 1"')}, USAGE,
     ["case.yaml:22: functions[0].value", "column 7", "unexpected end"]),
    ("an integral of rates in statics", {"case": static(integral("of: tip, value: uz*ax"))}, USAGE,
     ["case.yaml:22: functions[0].value: a static march has no rates (found ax)"]),
    ("a value at no end of a step",
     {"case": integral("of: tip, value: z, at: {time: 0.01234}").replace("integral", "value")}, USAGE,
     ["functions[0].at: no step ends at this time (found time 0.01234)", "the nearest ends", " or end"]),
    ("a value after the end", {"case": integral("of: tip, value: z, at: {time: 1e6}").replace("integral", "value")},
     USAGE, ["functions[0].at: no step ends at this time (found time 1000000)"]),
    ("a value at some word", {"case": integral("of: tip, value: z, at: ende").replace("integral", "value")},
     USAGE, ["functions[0].at: not an instant (found ende)", "end, each, {time: NUMBER}, or {mesh: NUMBER}"]),
    ("an integral at a time", {"case": integral("of: tip, value: z, at: {time: 0}")},
     USAGE, ["functions[0].at: not used by functions of type integral"]),
    ("a value in the midst of statics",
     {"case": static(integral("of: tip, value: z, at: {time: 0}").replace("integral", "value"))},
     USAGE, ["functions[0].at: a static march is asked for its end alone"]),
    ("forces of nothing", {"case": integral("of: hinge, value: fx").replace("integral", "value")},
     USAGE, ["functions[0].of: unknown probe or joint (found hinge)", "tip"]),
    ("a probe without a place", {"case": case((", group: corner11}\ndesign", "}\ndesign"))}, USAGE,
     ["case.yaml:17", "probes[0]", "at"]),
    ("a probe with two places", {"case": case(("corner11}\ndesign", "corner11, node: 1}\ndesign"))},
     USAGE, ["case.yaml:17", "probes[0]"]),
    ("unknown word in fix", {"case": case(("fix: all", "fix: [x, w]"))}, USAGE,
     ["case.yaml:9", "fix", "w", "rotation"]),
    ("per: node", {"case": case(("thickness: plate}", "thickness: plate, per: node}"))}, USAGE,
     ["case.yaml:19", "per", "node", "element"]),
    ("a force with one component", {"case": case(("group: corner11, value: [0, 0, 1]",
                                                  "group: corner11, value: 1"))}, USAGE,
     ["case.yaml:13", "loads[2].value", "3"]),
    ("a design of a joint without its number", {"case": case(("thickness: plate}", "joint: axle}"))},
     USAGE, ["case.yaml:19", "parameter", "is missing"]),
    ("gradient without designs", {"case": without("design"), "verb": "gradient"}, USAGE,
     ["case.yaml", "design"]),
    ("gradient without functions", {"case": without("functions"), "verb": "gradient"}, USAGE,
     ["case.yaml", "functions"]),
    ("verify without designs", {"case": without("design"), "verb": "verify"}, USAGE,
     ["case.yaml", "design"]),
]

MESHES = [
    ("missing mesh file", {"case": case(("plate.msh", "plte.msh"))}, FILE,
     ["case.yaml:2", "mesh: plte.msh", "No such"]),
    ("unknown extension", {"case": case(("plate.msh", "case.yaml"))}, USAGE,
     ["case.yaml:2", ".msh"]),
    ("empty mesh file", {"mesh": mesh_bytes(b"")}, MODEL, ["plate.msh:1", "the file is empty"]),
    ("garbage", {"mesh": mesh_bytes(bytes(range(256)) * 9)}, MODEL, ["plate.msh"]),
    ("an old format", {"mesh": mesh_text(lambda s: s.replace("2.2 0 8", "1.0 0 8"))}, MODEL,
     ["plate.msh", "version 1,", "2.2", "4.1"]),
    ("truncated", {"mesh": mesh_text(lambda s: s[:len(s) * 3 // 4])}, MODEL, ["plate.msh"]),
    ("fewer nodes than announced", {"mesh": mesh_text(lambda s: s.replace("$Nodes\n12",
                                                                          "$Nodes\n99"))}, MODEL,
     ["plate.msh:", "node"]),
    ("a geometry that gmsh refuses", {"mesh": other("plate.geo", "Point(1) = {0, 0;\n"),
                                      "case": case(("plate.msh", "plate.geo"))}, MODEL,
     ["plate.geo", "gmsh", "syntax error"]),
    ("Nastran: not a number", {"mesh": other("plate.bdf", "BEGIN BULK\nGRID,1,,zero,0.,0.\n"),
                               "case": case(("plate.msh", "plate.bdf"))}, MODEL,
     ["plate.bdf:2", "GRID", "zero"]),
    ("Nastran: nothing in it", {"mesh": other("plate.bdf", "ENDDATA\n"),
                                "case": case(("plate.msh", "plate.bdf"))}, MODEL,
     ["plate.bdf", "no nodes"]),
    ("absurd number of nodes", {"mesh": mesh_text(lambda s: s.replace("$Nodes\n12",
                                                                      "$Nodes\n999999999999"))},
     MODEL, ["plate.msh:", "999999999999"]),
    ("coordinates that are no numbers", {"mesh": mesh(lambda m: m.nodes.update({6: (1, float(
        "nan"), 0)}))}, MODEL, ["plate.msh:", "nan"]),
    ("infinite coordinates", {"mesh": mesh(lambda m: m.nodes.update({6: (1, float("inf"), 0)}))},
     MODEL, ["plate.msh:", "inf"]),
    ("a node that is not defined", {"mesh": mesh(lambda m: nodes_of(
        m, 1, lambda n: n[:3] + (999,)))}, MODEL, ["plate.msh:", "element 1", "node 999"]),
    ("a node defined twice", {"mesh": mesh_text(lambda s: s.replace("\n2 1 0 0\n",
                                                                    "\n1 1 0 0\n")), "several": True}, MODEL,
     ["plate.msh:", "node 1", "twice"]),
    ("a node twice in an element", {"mesh": mesh(lambda m: nodes_of(
        m, 2, lambda n: n[:3] + n[:1]))}, MODEL, ["plate.msh", "node twice", "2"]),
    ("an element without area", {"mesh": mesh(lambda m: [m.nodes.update({n: (0, 0, 0)}) for n in
                                                         m.elements[0][3]])}, MODEL,
     ["plate.msh", "without length, area or volume", "1"]),
    ("bow-tie", {"mesh": mesh(lambda m: nodes_of(m, 1, lambda n: (n[0], n[2], n[1], n[3])))}, MODEL,
     ["plate.msh", "inverted", "1"]),
    ("folded quadrilateral", {"mesh": mesh(lambda m: m.nodes.update({6: (2.5, 0.2, 0)}))}, MODEL,
     ["plate.msh", "inverted"]),
    ("neighbours with opposed normals", {"mesh": mesh(lambda m: nodes_of(
        m, 2, lambda n: n[::-1]))}, MODEL, ["plate.msh", "opposed normals", "1 and 2"]),
    ("duplicate element", {"mesh": mesh(lambda m: m.element("quad4", "plate", m.elements[0][3]))},
     MODEL, ["plate.msh", "duplicate elements", "(of 1)"]),
    ("a fan of shells that counts as smooth", {"mesh": mesh(folded), "case": case(
        ("thickness: 0.01}", "thickness: 0.01, kink: 179}"))}, MODEL,
     ["plate.msh", "folds at node", "at most 60"]),
    ("a middle node near a corner", {"mesh": misplaced_middle}, MODEL,
     ["plate.msh", "inverted", "1"]),
    ("shells of lines", {"case": case(("shells:\n  - {group: plate", "shells:\n  - {group: left"))},
     MODEL, ["case.yaml:7", "surface", "'left'", "plate (surface)"]),
    ("an element in two shell entries", {"mesh": shared_element, "case": case(
        ("thickness: 0.01}", "thickness: 0.01}\n  - {group: patch, material: steel, thickness: "
         "0.01}"))}, MODEL, ["case.yaml:8", "element 1", "case.yaml:7"]),
    ("one design for two thicknesses", {"mesh": mesh(two_groups), "case": case(
        ("thickness: 0.01}", "thickness: 0.01}\n  - {group: flange, material: steel, thickness: "
         "0.02}"), ("thickness: plate}", "thickness: all}"))}, MODEL,
     ["case.yaml:20", "'skin'", "0.01", "0.02"]),
    ("pressure on lines", {"case": case(("group: plate, value: 100", "group: left, value: 100"))},
     MODEL, ["case.yaml:11", "surface", "'left'"]),
    ("traction on points", {"case": case(("group: right, value", "group: corner11, value"))}, MODEL,
     ["case.yaml:12", "'corner11'", "points", "force"]),
    ("a force where no shell is", {"mesh": mesh(loose_point), "case": case(
        ("force, group: corner11", "force, group: loose"))}, MODEL,
     ["case.yaml:13", "node 13", "'loose'", "no shell"]),
    ("a support where no shell is", {"mesh": mesh(loose_point), "case": put(
        "supports", "{group: loose, fix: all}")}, MODEL,
     ["case.yaml:9", "'loose'", "shell", "13"]),
    ("a probe where no shell is", {"mesh": mesh(loose_point), "case": put(
        "probes", "{name: p, group: loose}")}, MODEL, ["case.yaml:17", "node 13", "no shell"]),
    ("a probe on many nodes", {"case": case(("group: corner11}\ndesign", "group: left}\ndesign"))},
     MODEL, ["case.yaml:17", "'left'", "3 nodes"]),
    ("a probe on a node that is not there", {"case": put("probes", "{name: p, node: 77}")}, MODEL,
     ["case.yaml:17", "node 77", "plate.msh"]),
] + [
    ("unknown group of " + section, {"case": put(section, entry)}, MODEL,
     ["case.yaml:%d" % (LINE[section] + 1), "'nowhere'", "plate.msh", "left (line)"])
    for section, entry in (
        ("shells", "{group: nowhere, material: steel, thickness: 1}"),
        ("supports", "{group: nowhere, fix: all}"),
        ("loads", "{type: force, group: nowhere, value: [0, 0, 1]}"),
        ("initial", "{group: nowhere, velocity: [0, 0, 1]}"),
        ("probes", "{name: p, group: nowhere}"),
        ("design", "{name: p, thickness: nowhere}"))
]

MARCHES = [
    ("no inertia", {"case": case(("density: 7800", "density: 0"))}, USAGE, ["shells[0]", "have no mass", "density"]),
    ("a static mechanism", {"case": static(without("supports"))}, SINGULAR,
     ["case.yaml", "mechanism", "node 1 ", "moving along", "6 rigid motions"]),
    ("a static plate on a hinge line", {"case": static(case(("fix: all", "fix: [x, y, z]")))},
     SINGULAR, ["case.yaml:20", "turning about the axis (0, 1, 0) through (0, 1, 0)"]),
    ("a static plate with a loose part", {"case": static(CASE), "mesh": mesh(loose_part)}, SINGULAR,
     ["case.yaml:20", "node 13", "2 parts"]),
    ("everything held", {"case": case(("group: left, fix: all", "group: plate, fix: all"))}, MODEL,
     ["case.yaml", "fix every node"]),
    ("a load that Newton's method cannot follow",
     {"case": static(case(("value: 100", "value: 1e13"), ("steps: 3", "steps: 3, iterations: 9")))},
     DIVERGED, ["load step 1 (t = ", "came to t = 0 of 1", "node"]),
    ("a load that is no number", {"case": case(("value: 100", 'value: "log(t - 1)"'))}, USAGE,
     ["case.yaml:11", "loads[0]", "nan at t = 0", "step 0 of 3"]),
    ("a load that becomes infinite", {"case": case(("value: 100", 'value: "1/(t - 0.002)"'))}, USAGE,
     ["case.yaml:11", "loads[0]", "inf at t = 0.002", "step 2"]),
]

OUTPUTS = [
    ("an output folder that cannot be made", {"options": ["--output-dir", "plate.msh/out"]}, FILE,
     ["plate.msh"]),
    ("an output folder that cannot be written", {"options": ["--output-dir", "/proc"]}, FILE,
     ["/proc"]),
    ("a summary into a missing folder", {"options": ["--json", "none/out.json"]}, FILE,
     ["none/out.json", "No such"]),
    ("a summary onto a folder", {"options": ["--json", "folder"]}, FILE, ["folder"]),
    ("a missing folder for states", {"verb": "gradient", "case": case(
        ("memory: 1 MiB", "memory: 0, directory: none"))}, FILE, ["none", "No such"]),
    ("too small a budget for states", {"verb": "gradient", "case": case(
        ("memory: 1 MiB", "memory: 1 KiB, disk: 1 KiB"))}, USAGE,
     ["checkpoint.memory", "KiB", "the least"]),
]


# ---- running -------------------------------------------------------------------------------------

def prepare(folder, what):
    (folder / "folder").mkdir(parents=True)
    os.mkfifo(folder / "pipe")  # that nobody writes
    what.get("mesh", lambda place: plate().write(place / "plate.msh"))(folder)
    text = what.get("case", CASE)
    (folder / "case.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())


def files(folder):
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*"))


def run(job):
    (name, what, status, words), ranks = job
    folder = Path("%s on %d" % (name.replace("/", " "), ranks)).absolute()
    prepare(folder, what)
    arguments = what.get("command") or [what.get("verb", "run"), "case.yaml", "--quiet"]
    if "command" not in what and "--json" not in what.get("options", []):
        arguments += ["--json", "out.json"]
    before = files(folder)
    os.chdir(folder)
    r = program(arguments + what.get("options", []), ranks, 60)
    os.chdir(WORK)
    left = sorted(set(files(folder)) - set(before))
    if arguments[-1] == "out.json" and left == ["out.json"]:
        left = json.loads((folder / "out.json").read_text())["error"]
    return job, r.status, r.stdout, left, r.stderr.splitlines()


def judge(job, status, stdout, left, lines):
    (name, what, expected, words), ranks = job
    found = [line for line in lines if not line.startswith("gimbal: warning: ")]
    message = "\n".join(found)
    name = "%s on %d: " % (name, ranks)
    check(name + "exit status", status == expected, "found %s, not %d\n%s" % (status, expected, message))
    check(name + "one message", (len(found) == 1 or what.get("several")) and found[0].startswith("gimbal: "), message)
    missing = [word for word in words if word not in message]
    check(name + "its words", not missing, "%s is not in\n%s" % (missing, message))
    check(name + "no output", not stdout, stdout)
    if isinstance(left, dict):  # the file of --json
        check(name + "the message as JSON", left["status"] == status and
              found == ["gimbal: %(message)s [%(code)s]" % line for line in left["lines"]], (left, message))
    else:
        check(name + "no files", not left, left)


def with_notice():
    """Open MPI's mpirun adds a notice when a program fails: after our line, with our status."""
    what = COMMANDS[1][1]
    prepare(Path("notice"), what)
    p = subprocess.run([ROOT / "tools" / "mpirun.sh", "2", GIMBAL] + what["command"], cwd="notice",
                       capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    ours = [line for line in p.stderr.splitlines() if line.startswith("gimbal: ")]
    check("with mpirun's notice", p.returncode == USAGE and len(ours) == 1, p.stderr)
    check("no abort", "MPI_ABORT" not in p.stderr and "signal" not in p.stderr, p.stderr)


def judge_all(kinds):
    for kind in kinds:
        for ranks in RANKS:
            judge(*run((kind, ranks)))


KINDS = COMMANDS + CASE_FILES + MESHES + MARCHES + OUTPUTS
if __name__ == "__main__":
    with_notice()
    judge_all(KINDS)
