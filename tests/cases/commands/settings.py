"""Claim: --set reaches every number of a case by its path, also those in rows of a matrix and in points of a list: a
bar in tension is longer by F L / EA with the EA and the L that were set, and a wrong index is refused with those that
there are.
"""
# quick
# memcheck
from helper import check, close, run

BAR = """gimbal: 1
sections:
  b:
    type: general
    stiffness: [[1e6, 0, 0, 0, 0, 0], [0, 1e6, 0, 0, 0, 0], [0, 0, 1e6, 0, 0, 0], [0, 0, 0, 100, 0, 0],
                [0, 0, 0, 0, 100, 0], [0, 0, 0, 0, 0, 100]]
    mass: [1, 0, 0, 1e-3, 1e-3, 0]
beams: [{name: b, points: [[0, 0, 0], [1, 0, 0]], elements: 2, section: b, orientation: [0, 1, 0]}]
supports: [{group: b.start, fix: all}]
loads: [{type: force, group: b.end, value: [50, 0, 0]}]
probes: [{name: tip, group: b.end}]
time: {scheme: linear, step: 1, steps: 1}
output: {every: 0}
"""

for settings, stretch in (([], 5e-5), (["sections.b.stiffness[0][0]=2e6"], 2.5e-5),
                          (["beams[0].points[1][0]=3"], 1.5e-4),
                          (["beams.b.points[1][0]=3", "sections.b.stiffness[0][0]=4e6", "loads[0].value[0]=200"],
                           1.5e-4)):
    r = run(BAR, settings=settings)
    if check("a bar with %s" % settings, r.status == 0, r.stderr):
        close("its stretch with %s" % settings, r.json["probes"]["tip"]["u"][-1][0], stretch, 1e-9)
for setting, words in (("sections.b.stiffness[3][6]=1", "found [6]); accepted: [0] to [5], of 6 entries"),
                       ("sections.b.stiffness[6][0]=1", "found [6]); accepted: [0] to [5], of 6 entries"),
                       ("sections.b.stiffness[3][3][0]=1", "no keys below this one (found [0]"),
                       ("sections.b.stiffness[3].a=1", "no keys below this one (found .a"),
                       ("sections.b.stiffness[3][x]=1", "not a number in brackets")):
    r = run(BAR, verb="check", settings=[setting])
    check(setting + " is refused", r.status == 2 and words in r.stderr and setting.split("=")[0] in r.stderr, r.stderr)
