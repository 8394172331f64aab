"""Designs that are refused: each ends with its exit status and one message that says where, what was
found and what is accepted, on 1 and 2 ranks, as in bad_input.py.
"""
from bad_input import USAGE, case, judge_all, put, without

POINTS = """masses:
  - {name: lump, group: corner11, mass: 1}
  - {name: base, at: [4, 2, 0], motion: [0, 0, "sin(t)"]}
springs:
  - {name: s, between: [base, group:corner11], stiffness: 10}
"""
KINDS = [
    ("a design of " + name, {"case": case(
        ("- {type: pressure", "- {name: push, type: pressure"),
        ("- {group: right, vel", "- {name: start, group: right, vel"),
        ("{name: skin, thickness: plate}", "{name: skin, %s}" % design))}, USAGE,
     ["case.yaml:19: design[0]"] + words)
    for name, design, words in (
        ("nothing", "lower: 1",
         ["needs one thing that varies (found 0)", "one of material, section, load, support, temperature"]),
        ("two things", "thickness: plate, load: push", ["needs one thing", "(found 2)"]),
        ("no parameter", "material: steel", ["parameter: is missing"]),
        ("a thickness with a parameter", "thickness: plate, parameter: young", ["not used"]),
        ("a single number for each element", "load: push, parameter: amplitude, per: element",
         ["per: not used by a single number", "thickness"]),
        ("an unknown material", "material: stell, parameter: young", ["nearest: steel"]),
        ("an unknown load", "load: pull, parameter: amplitude", ["found pull", "accepted: push"]),
        ("an unknown mass", "mass: m, parameter: mass", ["found m", "no entry has"]),
        ("an unknown number of a material", "material: steel, parameter: yong",
         ["parameter: unknown word, nearest: young", "young, poisson, density, yield"]),
        ("a load's value", "load: push, parameter: value", ["accepted: amplitude"]),
        ("an initial motion", "initial: start, parameter: velocity",
         ["nearest: velocity.", "angular_velocity.z"]),
        ("bounds outside of nature", "material: steel, parameter: poisson, upper: 0.7",
         ["upper 0.7", "from -1 to 0.5"]),
        ("bounds without room", "load: push, parameter: amplitude, lower: 2, upper: 1",
         ["found lower 2, upper 1"]))
] + [
    ("two designs of one number", {"case": put(
        "design", "{name: a, material: steel, parameter: young}\n  - "
        "{name: b, material: steel, parameter: young}")}, USAGE,
     ["case.yaml:20: design[1]", "design 'a' already"]),
    ("a design of a yield stress that is not there", {"case": without("functions").replace(
        ", yield: 250e6", "").replace("thickness: plate}", "material: steel, parameter: yield}")},
     USAGE, ["case.yaml:19", "no yield stress"]),
    ("a design of a material that no shell has", {"case": case(
        ("shells:", "  idle: {young: 1, poisson: 0.3}\nshells:"),
        ("thickness: plate}", "material: idle, parameter: young}"))}, USAGE,
     ["case.yaml:20", "'idle'", "no shell"]),
    ("two loads of one name", {"case": case(
        ("{type: pressure", "{name: a, type: pressure"), ("{type: force", "{name: a, type: force"))},
     USAGE, ["loads[2].name: not unique", "case.yaml:11"]),
    ("unknown method", {"options": ["--method", "adjoin"]}, USAGE,
     ["--method", "'adjoin'", "auto, adjoint, tangent"])
] + [
    ("a design of " + name, {"case": case(
        ("{name: skin, thickness: plate}", "{name: skin, %s}" % design)) + POINTS}, USAGE,
     ["case.yaml:19: design[0]"] + words)
    for name, design, words in (
        ("a length that is not given", "spring: s, parameter: length", ["length of spring 's'", "give length"]),
        ("the velocity of a group's mass", "mass: lump, parameter: velocity.x", ["carried by a group"]),
        ("the velocity of a given motion", "mass: base, parameter: velocity.x", ["motion is given"]),
        ("an unknown number of a spring", "spring: s, parameter: stifness",
         ["nearest: stiffness", "stiffness.2", "damping", "length"]))
]

judge_all(KINDS)
