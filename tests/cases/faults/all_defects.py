"""Claims: all names of a case that nothing has (groups, nodes, materials, bodies, points, joints, controls, what
designs vary) come in one run, each with its line, in the order of lines; so do all numbers of a deck that are defined
twice or nowhere, and bad cards; at most 50 lines and a count of the rest; the same on 1 and 2 ranks.
"""
# quick
# memcheck
import re
from pathlib import Path

from helper import check, grid, program

NAMES = """gimbal: 1
mesh: plate.msh
materials: {steel: {young: 2e11, poisson: 0.3, density: 7800}}
sections: {stack: {type: laminate, plies: [{material: cfrp, thickness: 1, angle: 0}]}} # cfrp
shells:
  - {group: plat, material: steel, thickness: 0.01} # plat
  - {group: plate, material: stel, thickness: 0.01} # stel
supports:
  - {group: lft, fix: all} # lft
  - {body: pin, fix: all} # pin
loads:
  - {group: skin, type: pressure, value: 3} # skin
  - {body: hub, type: moment, value: [0, 0, 1]} # hub
  - {mass: lump, type: force, value: [0, 0, 1]} # lump
masses:
  - {group: right, mass: 1}
  - {group: edge, mass: 1} # edge
initial:
  - {group: wing, velocity: [1, 0, 0]} # wing
springs:
  - {between: [lumped, ground], at: [~, [0, 0, 0]], stiffness: 3} # lumped
  - {joint: hinge, stiffness: 1} # hinge
bodies:
  - {name: ball, surface: sphere, density: 1} # sphere
joints:
  - {type: revolute, between: [arm, ground], at: [0, 0, 0], axis: [0, 0, 1]} # arm
bushings:
  - {between: [base, ground], at: [0, 0, 0], stiffness: [1, 1, 1, 0, 0, 0]} # base
links:
  - {body: rim, group: left} # rim
tyres:
  - {wheel: front, at: [0, 0, 1], axis: [0, 1, 0], radius: 1, stiffness: 1, friction: 1, side_friction: 1, # front
     slip: 0.1, slip_angle: 0.1, slip_speed: 1}
equations:
  - {terms: [{node: 777, ux: 1}, {group: spot, ux: 1}], value: 0} # 777 spot
probes:
  - {name: a, node: 99999} # 99999
  - {name: b, group: tip} # tip
functions:
  - {type: ks, weight: 5, of: half} # half
design:
  - {name: d, thickness: flap} # flap
  - {name: e, material: stele, parameter: young} # stele
  - {name: f, control: u7} # u7
groups:
  - {name: hole, nodes: [123456]} # 123456
  - {name: part, of: whole, side: +x} # whole
time: {scheme: static, step: 1, steps: 1}
"""


def lines_of(case, status, ranks):
    Path("case.yaml").write_text(case)
    r = program(["check", "case.yaml"], ranks)
    check("status on %d" % ranks, r.status == status, "%s\n%s" % (r.status, r.stderr))
    return [line for line in r.stderr.splitlines() if line.startswith("gimbal: ")]


def same_on_two(name, case, status):
    found = lines_of(case, status, 1)
    check(name + ": the same on 2 ranks", lines_of(case, status, 2) == found, found)
    return found


grid(2, 2).write("plate.msh")
found = same_on_two("names", NAMES, 2)
wanted = [(i + 1, word) for i, line in enumerate(NAMES.splitlines()) if " # " in line
          for word in line.split(" # ")[1].split()]
numbers = [int(re.match(r"gimbal: case\.yaml:(\d+): ", line).group(1)) for line in found]
check("in the order of lines", numbers == sorted(numbers), numbers)
check("one for each", numbers == [n for n, _ in wanted], (numbers, found))
for (number, word), line in zip(wanted, found):
    check("line %d names %s" % (number, word), word in line and line.endswith("]"), line)
for word in ("hinge", "u7"):
    check("%s is the code" % word, any(word in line and line.endswith("[unknown-name]") for line in found), found)

many = NAMES.split("supports:")[0] + "supports:\n" + "".join("  - {group: g%d, fix: all}\n" % i for i in range(70)) + \
    "time: {scheme: static, step: 1, steps: 1}\n"
found = same_on_two("many", many, 2)
check("at most 50", len(found) == 51 and found[-1] == "gimbal: and 23 more", found[-2:])

# ---- decks ---------------------------------------------------------------------------------------

DECK = """SOL 101
CEND
SPC = 1
LOAD = 2
BEGIN BULK
GRID,1,,0.,0.,0.
GRID,2,,1.,0.,0.
GRID,3,,1.,1.,0.
GRID,4,,0.,1.,0.
GRID,4,,0.,1.,0.
GRID,5,9,2.,1.,0.
CQUAD4,1,1,1,2,3,4
CQUAD4,1,1,1,2,3,44
PSHELL,1,1,0.1
PSHELL,1,1,0.2
MAT1,1,2.+7,,.3
MAT1,1,2.+7,,.3
CBAR,10,7,1,66,0.,0.,1.
PBAR,8,3,1.,1.,1.,1.
CELAS1,11,12,1,1
CELAS2,13,5.,77,1
RBE2,14,88,123456,1
CONM2,15,99,,1.
CORD2R,6,,0.,0.,0.,0.,0.,1.,+
+,1.,0.,0.
CORD2R,6,,0.,0.,0.,0.,0.,1.,+
+,1.,0.,0.
SPC1,1,123456,1,101
FORCE,2,102,,1.,1.,0.,0.
ENDDATA
"""
WANTED = [(10, "node 4 is defined twice"), (11, "system 9 is not defined"), (13, "element 1 is defined twice"),
          (13, "node 44, which is not defined"), (15, "PSHELL 1 is defined twice"), (17, "MAT1 1 is defined twice"),
          (18, "GB, grid 66"), (18, "PID = 7"), (19, "MID = 3"), (20, "PID = 12"), (21, "grid 77"), (22, "grid 88"),
          (23, "grid 99"), (26, "system 6 is defined twice"), (28, "grid 101"), (29, "grid 102")]
CASE = "gimbal: 1\nmesh: deck.bdf\ntime: {scheme: static, step: 1, steps: 1}\n"
Path("deck.bdf").write_text(DECK)
found = same_on_two("numbers of a deck", CASE, 3)
check("one line for each number", len(found) == len(WANTED), found)
for (number, words), line in zip(WANTED, found):
    code = "duplicate-number" if "twice" in words else "undefined-number"
    check("line %d: %s" % (number, words), line.startswith("gimbal: deck.bdf:%d: " % number) and words in line and
          line.endswith("[%s]" % code), line)

# what a refused card may define is not missed; sets, ranges and loads that name nothing come with them
bad = "GRID,70,,x,0.,0.\nGRID,71,,1.,y,0.\nPSHELL,72,1,-1.\nMAT1,73\nCQUAD4,74,1,1,2\nSPC1,75,9,1\n"
good = "CQUAD4,80,72,1,2,3,70\nPSHELL,81,73,.1\nPLOAD4,2,74,1.\nSPC1,2,1,70,THRU,90\n"
absent = "PSHELL,82,83,.1\nPLOAD4,2,745,1.\nPLOAD4,2,745,1.,,,,THRU,748\nFORCE1,2,70,1.,1,999\nSPC1,1,1,170,THRU,190\n"
deck = DECK.replace("SPC = 1\n", "SPC = 75\nDLOAD = 5\n").replace("ENDDATA", bad + good + absent + "ENDDATA")
Path("deck.bdf").write_text(deck)
found = same_on_two("fields and numbers of a deck", CASE.replace("steps: 1", "steps: x"), 2)
check("the case first", found[0].startswith("gimbal: case.yaml:3: time.steps: "), found)
numbers = [int(line.split(":")[2]) for line in found[1:]]
wanted = [4] + [n + 1 for n, _ in WANTED] + [31, 32, 33, 34, 35, 36, 41, 42, 43, 44, 45]
check("one line for each bad card and number", numbers == wanted, found)
