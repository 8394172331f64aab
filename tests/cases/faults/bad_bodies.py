"""Bodies, joints and links that make no sense: each ends with its exit status and one message that
says where, what was found and what is accepted, on 1 and 2 ranks, as in bad_input.py.
"""
from bad_input import CASE, MODEL, SINGULAR, USAGE, judge_all

BODIES = """bodies:
  - {name: hub, mass: 2, inertia: [1, 1, 1, 0, 0, 0], at: [4, 1, 0]}
  - {name: arm, mass: 2, inertia: [1, 1, 1, 0, 0, 0], at: [5, 1, 0]}
links:
  - {body: hub, group: right, type: rigid}
joints:
  - {type: revolute, name: pin, between: [hub, arm], at: [4.5, 1, 0], axis: [0, 0, 1]}
"""
TEXT = CASE + BODIES
LINE = {line.strip(): "case.yaml:%d" % (i + 1) for i, line in enumerate(TEXT.splitlines())}
HUB, ARM, _, LINK, _, PIN = (line.strip() for line in BODIES.splitlines()[1:])


def kind(name, status, line, old, new, words, more=()):
    """One entry changed; the message starts with its place."""
    assert old in line, (name, old)
    text = TEXT.replace(line, line.replace(old, new))
    for before, after in more:
        assert before in text, (name, before)
        text = text.replace(before, after)
    return name, {"case": text}, status, [LINE[line]] + words


def added(name, status, section, entry, words, more=()):
    """One entry put at the end of a section of bodies, links or joints."""
    last = {"bodies": ARM, "links": LINK, "joints": PIN}[section]
    text = TEXT.replace(last, last + "\n  - " + entry)
    for before, after in more:
        assert before in text, (name, before)
        text = text.replace(before, after)
    place = int(LINE[last].split(":")[1]) + 1
    return name, {"case": text}, status, ["case.yaml:%d" % place] + words


def elsewhere(line, entry):
    """The message is of another line."""
    name, what, status, words = entry
    return name, what, status, ([LINE[line]] if line else []) + words[1:]


SECOND = "{type: revolute, name: two, between: [hub, arm], at: [4.5, 1, 0], axis: [0, 0, 1]%s}"
KINDS = [
    kind("a zero axis", USAGE, PIN, "axis: [0, 0, 1]", "axis: [0, 0, 0]",
         ["joints[0]", "no axis (found [0, 0, 0])", "a vector with a length"]),
    kind("a joint of a body with itself", USAGE, PIN, "[hub, arm]", "[arm, arm]",
         ["both ends are arm", "two different ends"]),
    kind("a joint of the ground with itself", USAGE, PIN, "[hub, arm]", "[ground, ground]",
         ["both ends are ground", "two different ends"]),
    kind("an unknown body", USAGE, PIN, "[hub, arm]", "[hub, amr]",
         ["no body is named 'amr'", "nearest: arm", "accepted: ground, hub, arm"]),
    kind("an unknown type of joint", USAGE, PIN, "revolute", "hinge",
         ["found hinge", "spherical, revolute"]),
    kind("an unknown group of a joint", MODEL, PIN, "[hub, arm]", "[arm, group:tip]",
         ["no group 'tip' in", "corner11"], [("type: revolute", "type: spherical")]),
    kind("a joint at a group of many nodes", MODEL, PIN, "[hub, arm]", "[arm, group:left]",
         ["group 'left' has 3 nodes", "a joint ends at one"], [("type: revolute", "type: spherical")]),
    kind("a joint far from its node", USAGE, PIN, "[hub, arm]", "[arm, group:corner01]",
         ["the joint is at (4.5, 1, 0)", "of group 'corner01' at (0, 2, 0)", "accepted: the same"],
         [("type: revolute", "type: spherical")]),
    kind("a hinge at a node", USAGE, PIN, "[hub, arm], at: [4.5, 1, 0]",
         "[arm, group:corner01], at: [0, 2, 0]", ["has no axes for a revolute joint", "a spherical joint"]),
    kind("an angle of a joint without one", USAGE, PIN, "axis: [0, 0, 1]", "axis: [0, 0, 1], angle: t",
         ["a prismatic joint has no angle", "revolute, cylindrical, planar"], [("revolute", "prismatic")]),
    kind("a distance of a joint without one", USAGE, PIN, "axis: [0, 0, 1]",
         "axis: [0, 0, 1], distance: t", ["a revolute joint has no distance", "cylindrical, prismatic, inline"]),
    kind("angle and distance of a joint without either", USAGE, PIN, "axis: [0, 0, 1]",
         "axis: [0, 0, 1], angle: t, distance: t", ["a spherical joint has no angle"],
         [("revolute", "spherical")]),
    kind("a second axis of a hinge", USAGE, PIN, "axis: [0, 0, 1]", "axis: [0, 0, 1], second: [1, 0, 0]",
         ["no second axis", "of a universal joint"]),
    kind("a driver that jumps", MODEL, PIN, "axis: [0, 0, 1]", "axis: [0, 0, 1], angle: \"t + 1\"",
         ["the angle is 1 at t = 0", "0 at t = 0"]),
    added("two drivers against each other", MODEL, "joints", SECOND % ", angle: \"2*t\"",
          ["joint 'two'", "another rate at t = 0 (found 2, theirs 1)"],
          [(PIN, PIN.replace("1]}", "1], angle: t}"))]),
    elsewhere(PIN, added("a driver of what another joint holds", MODEL, "joints",
                         "{type: fixed, name: two, between: [hub, arm], at: [4, 1, 0], "
                         "axis: [0, 0, 1]}", ["joint 'pin'", "no motion of its own"],
                         [(PIN, PIN.replace("1]}", "1], angle: t}"))])),
    kind("a body without inertia", USAGE, ARM, ", inertia: [1, 1, 1, 0, 0, 0]", "",
         ["bodies[1]", "needs both", "mass and inertia"]),
    kind("an inertia that no body has", USAGE, ARM, "[1, 1, 1, 0, 0, 0]", "[1, 1, 3, 0, 0, 0]",
         ["no body's inertia", "no moment larger"]),
    kind("a body with nothing to move", MODEL, ARM, "mass: 2, inertia: [1, 1, 1, 0, 0, 0]",
         "mass: 0, inertia: [0, 0, 0, 0, 0, 0]", ["body 'arm' has no inertia of its own"]),
    kind("a body named ground", USAGE, ARM, "name: arm", "name: ground", ["a word with a meaning"],
         [("[hub, arm]", "[hub, ground]")]),
    kind("two bodies of one name", USAGE, ARM, "name: arm", "name: hub", ["bodies[1].name", "not unique"],
         [("[hub, arm]", "[hub, ground]")]),
    kind("a link of an unknown group", MODEL, LINK, "right", "rigth", ["no group 'rigth' in", "right"]),
    kind("a link of an unknown body", USAGE, LINK, "hub", "hug", ["no body is named 'hug'", "nearest: hub"]),
    kind("a link of an unknown type", USAGE, LINK, "rigid", "rigit", ["nearest: rigid", "average"]),
    added("a group linked twice", MODEL, "links", "{body: arm, group: right, type: rigid}",
          ["is linked already, by case.yaml", "links[0]", "one link of each node"]),
    added("an average of linked nodes", MODEL, "links", "{body: arm, group: corner11, type: average}",
          ["is linked rigidly", "nodes of shells"]),
    elsewhere("- {group: left, fix: all}",
              kind("a link of supported nodes", MODEL, LINK, "right", "left",
                   ["supports[0]", "is linked to body 'hub'", "a joint with ground"])),
    elsewhere(None, kind("a scheme that cannot hold positions", USAGE, PIN, "pin", "pin",
                         ["constraints", "explicit in the positions",
                          "bdf1, bdf2, bdf3, galpha, hht, wbz"],
                         [("scheme: bdf2", "scheme: explicit_euler"),
                          ("bodies:\n", "constraints: {enforce: index3}\nbodies:\n")])),
    elsewhere(None, kind("a static march of a swinging arm", SINGULAR, PIN, "pin", "pin",
                         ["static march of a mechanism", "body 'arm' (at joint 'pin')",
                          "turning about the axis (0, 0, ", "through (4.5, 1, 0)"],
                         [("scheme: bdf2, step: 1e-3", "scheme: static, step: 1")])),
]

if __name__ == "__main__":
    judge_all(KINDS)
