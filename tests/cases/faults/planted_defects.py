"""Claim: a valid case, deck or .inp file with random independent defects is refused with one line for each of them and
no other: none is hidden by another, and none follows from another. On 1 and 2 ranks the lines are the same; the exit
status is that of the first; the file of --json has them all with their codes.
"""
# quick
import json
import random
import re
from pathlib import Path

from helper import ROOT, check, grid, program

SEED = 20261122
MESHES = ROOT / "meshes"
chance = random.Random(SEED)


def replace(pattern, by):
    """The first place of a line, or None where there is none."""
    return lambda line: re.sub(pattern, by, line, count=1) if re.search(pattern, line) else None


NUMBER = r"-?[0-9][0-9.e+-]*"
CASE = {
    "unknown key": replace(r"^(  - |  \w+: )\{", r"\1{zz: 1, "),
    "no number": replace(r"\b(young|density|mass|stiffness|damping|thickness|width|height|weight|lower): %s(?=[,}])"
                         % NUMBER, r"\1: oops"),
    "no expression": replace(r'^(  - \{.*value: )"[^"]*"', r'\1"sin("'),
    "unknown word": replace(r"^(  - \{.*type: )(revolute|spherical|universal|force|moment|pressure)\b", r"\1zz"),
    "unknown material": replace(r"^(  \w+: \{type: \w+, material: |  - \{group: \w+, material: )\w+", r"\1zz"),
    "unknown section": replace(r"^(  - \{(?:name: [^,]*, points|group).*section: )\w+", r"\1zz"),
    "unknown body": replace(r"^(  - \{.*(?:body: |between: \[))\w[\w.]*(?=[,}])", r"\1zz"),
    "unknown joint": replace(r"^(  - \{name: \w+, joint: )\w+", r"\1zz"),
    "unknown group": replace(r"^(  - \{group: )\w+(?=, (?:fix|type))", r"\1zz"),
}


def field(cards, number, by):
    """Put a field of a card's first line, between commas or in columns of eight."""
    def change(line):
        if not re.match(r"(%s)[ ,]" % cards, line):
            return None
        if "," in line:
            parts = line.split(",")
            parts[number - 1] = by
            return ",".join(parts)
        return line[:8 * (number - 1)] + by.rjust(8) + line[8 * number:]
    return change


DECK = {
    "no number of a GRID": field("GRID", 4, "oops"),
    "grid of an element": field("CBAR|CROD|CBEAM|CQUAD4", 5, "9999"),
    "section of a bar": field("CBAR|CROD|CBEAM", 3, "8888"),
    "no number of a material": field("MAT1", 3, "oops"),
    "grid of a support": field("SPC1", 4, "7777"),
    "grid of a force": field("FORCE", 3, "6666"),
    "grid of a mass": field("CONM2", 3, "5555"),
    "material of a section": field("PBAR|PROD|PBARL|PBEAML|PSHELL", 3, "4444"),
    "unknown card": lambda line: "ZZCARD" if line.startswith("CQUAD4,24,") or line.startswith("CROD          58")
    else None,
    "no set of supports": replace(r"^SPC = \d+", "SPC = 3333"),
    "no set of loads": replace(r"^LOAD = \d+", "LOAD = 3333"),
}
INP = {
    "unknown parameter": replace(r"^(\*(?:NSET|SHELL SECTION|BEAM SECTION|DENSITY|AMPLITUDE|CLOAD|COUPLING|MASS),?.*)$",
                                 r"\1, ZZ=1"),
    "unknown keyword": replace(r"^\*DAMPING.*", "*ZZKEYWORD"),
    "material of a section": replace(r"^(\*SHELL SECTION.*MATERIAL=).*", r"\1ZZ"),
    "set of a section": replace(r"^(\*(?:BEAM|SHELL) SECTION, ELSET=)\w+", r"\1ZZ"),
    "no number": replace(r"^(2.1E11|7850.),", "oops,"),
    "set of a support": replace(r"^B.BOLTS,", "ZZ,"),
    "set of a load": replace(r"^MOTOR, 5", "ZZ, 5"),
    "amplitude of a load": replace(r"^(\*CLOAD, AMPLITUDE=).*", r"\1ZZ"),
}


def plant(lines, kinds, count):
    """Change lines at random. @return {number of a line: kind}"""
    able = [(i, kind) for i, line in enumerate(lines) for kind,
            change in kinds.items() if change(line) not in (None, line)]
    planted, taken = {}, set()
    chance.shuffle(able)
    for i, kind in able:
        # data of a keyword that is refused is not read
        near = {i - 1, i, i + 1} if kinds is INP else {i}
        if len(planted) == count:
            break
        if near & taken:
            continue
        lines[i] = kinds[kind](lines[i])
        planted[i + 1] = kind
        taken.add(i)
    return planted


def told(stderr):
    """[(file, line)] of the lines of an error."""
    return [(m.group(1), int(m.group(2))) for m in re.finditer(r"^gimbal: ([^:]+):(\d+): .*\[[a-z-]+\]$", stderr, re.M)]


def demand(name, wanted, status, ranks=(1, 2)):
    """One line for each that was planted, and no other."""
    first = None
    for n in ranks:
        r = program(["check", "case.yaml", "--json", "out.json"], n)
        label = "%s on %d, seed %d" % (name, n, SEED)
        lines = [line for line in r.stderr.splitlines() if line.startswith("gimbal: ")]
        whole = check(label, sorted(told(r.stderr)) == sorted(wanted) and len(lines) == len(wanted),
                      "planted %s\n%s" % (wanted, r.stderr))
        check(label + ": status", r.status == status, "%d, not %d\n%s" % (r.status, status, r.stderr))
        first = first or lines
        check(label + ": the same text", lines == first, lines)
        if whole:
            error = json.loads(Path("out.json").read_text())["error"]
            said = ["gimbal: %s [%s]" % (line["message"], line["code"]) for line in error["lines"]]
            check(label + ": JSON", said == lines and error["status"] == status, error)


def cases(count):
    """Cases without a mesh, and one with."""
    grid(2, 2).write("plate.msh")
    plate = """gimbal: 1
mesh: plate.msh
materials:
  steel: {young: 2e11, poisson: 0.3, density: 7800}
  brass: {young: 1e11, poisson: 0.3, density: 8500}
shells:
  - {group: plate, material: steel, thickness: 0.01}
bodies:
  - {name: hub, mass: 2, inertia: [1, 1, 1, 0, 0, 0], at: [0, 0, 0]}
joints:
  - {name: axle, type: revolute, between: [hub, ground], at: [0, 0, 0], axis: [0, 0, 1]}
springs:
  - {name: coil, joint: axle, stiffness: 3}
supports:
  - {group: left, fix: all}
loads:
  - {group: right, type: force, value: [0, 0, 1]}
  - {group: plate, type: pressure, value: "3*t"}
  - {body: hub, type: moment, value: [0, 0, 1]}
time: {scheme: bdf2, step: 1, steps: 1}
"""
    names = ("flexible-slider-crank", "linkage", "four-bar", "quarter-vehicle", "engine-mounts", "door-closer", "scara")
    for k in range(count):
        name = "plate" if k % 3 == 0 else chance.choice(names)
        text = plate if name == "plate" else (MESHES / (name + ".yaml")).read_text()
        kinds = CASE if name == "plate" else {kind: change for kind, change in CASE.items() if kind != "unknown group"}
        lines = text.splitlines()
        planted = plant(lines, kinds, chance.randint(1, 9))
        Path("case.yaml").write_text("\n".join(lines) + "\n")
        demand("%s %s" % (name, planted), [("case.yaml", n) for n in planted],
               3 if planted[min(planted)] == "unknown group" else 2, (1, 2) if k % 4 == 0 else (1,))


def decks(count, name, kinds):
    """A deck, and defects of a case that go with it."""
    for k in range(count):
        deck = chance.choice(name)
        file = "deck" + deck[deck.rindex("."):]
        lines = (MESHES / deck).read_text().splitlines()
        planted = plant(lines, kinds, chance.randint(1, 9))
        Path(file).write_text("\n".join(lines) + "\n")
        case = ["gimbal: 1", "mesh: " + file, "materials:", "  own: {young: 1, poisson: 0.3, density: 1}", "supports:",
                '  - {group: any, motion: ["t", 0, 0]}', "time: {scheme: bdf2, step: 1, steps: 1}"]
        if deck.endswith(".inp"):
            case.append("deck: {step: 2}")
        own = plant(case, {kind: CASE[kind] for kind in ("unknown key", "no number")}, chance.randint(0, 2))
        Path("case.yaml").write_text("\n".join(case) + "\n")
        demand("%s %s %s" % (deck, planted, own), [("case.yaml", n) for n in own] + [(file, n) for n in planted],
               2 if own else 3, (1, 2) if k % 4 == 0 else (1,))


print("seed", SEED)
cases(12)
decks(12, ("crane-jib.bdf", "hanging-panel.bdf"), DECK)
decks(10, ("bracket.inp",), INP)
