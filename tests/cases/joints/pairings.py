"""Pairings of scheme and enforcement: what loses something says so, what is singular is refused.

Claims: `auto` warns of nothing; positions enforced (index3) with schemes that do not damp, or whose order
falls, and accelerations (index1) with schemes that serve positions end well with one warning of the loss;
what is explicit in the positions is refused with the schemes that serve, before a march and by `check`.
rigid.py shows the orders of pairings that `auto` chooses.
"""
from helper import check, run

CASE = """gimbal: 1
gravity: [0, 0, -9.81]
bodies:
  - {name: rod, box: [1, 0.1, 0.1], density: 1000, at: [0.5, 0, 0]}
joints:
  - {type: revolute, name: pivot, between: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0]}
constraints: {enforce: %s}
time: {scheme: %s, step: 1e-3, steps: 2}
output: {every: 0}
"""
GROW, STAGES, ORDER = "grow from step to step", "its order is 3 at most", "falls below 1"
LOSSES = {("index3", scheme): words for words, schemes in (
    (GROW, "newmark fox_goodwin linear_acceleration abm2 abm4 dirk2"), (STAGES, "dirk3 dirk4"),
    (ORDER, "sdirk2 sdirk3")) for scheme in schemes.split()}
LOSSES.update({("index1", scheme): "come apart by the scheme's error" for scheme in ("bdf2", "galpha")})
BOUNDED = ("newmark", "abm2", "dirk2")  # drift of positions under enforced accelerations


def say(enforce, scheme, verb="check"):
    return run(CASE % (enforce, scheme), verb=verb)


for (enforce, scheme), words in LOSSES.items():
    r = say(enforce, scheme)
    name = "%s with %s" % (enforce, scheme)
    takes = "index3" if enforce == "index1" else "index1" if scheme in BOUNDED else "projected"
    check(name + " is allowed", r.status == 0, r.stderr)
    check(name + " warns", r.stderr.count("gimbal: warning:") == 1 and words in r.stderr
          and "enforce: %s with %s" % (enforce, scheme) in r.stderr
          and "auto takes %s" % takes in r.stderr, r.stderr)
for enforce, scheme in (("auto", "galpha"), ("auto", "newmark"), ("auto", "explicit_euler"),
                        ("index3", "bdf1"), ("index3", "bdf2"), ("index3", "hht"), ("index1", "dirk4"),
                        ("index1", "newmark")):
    r = say(enforce, scheme)
    check("%s with %s loses nothing" % (enforce, scheme), r.status == 0 and r.stderr == "", r.stderr)
for scheme in ("explicit_euler", "explicit_newmark", "central_difference", "bdf2, start: dirk"):
    for verb in ("check", "run"):
        r = say("index3", scheme, verb)
        check("index3 with %s is refused by %s" % (scheme, verb), r.status == 2, r.stderr)
        for word in ("case.yaml:7: constraints", "explicit in the positions", "bdf1, bdf2, bdf3, galpha"):
            check("says " + word, word in r.stderr, r.stderr)
r = say("index3", "sdirk3", "run")
check("a march warns too", r.status == 0 and ORDER in r.stderr, r.stderr)
