"""The paper's demonstrations on coarse meshes, with designs and functions, for tests of gradients and
of ranks: a name, the text of a case and settings of a few steps for each."""
from helper import ROOT, example


def plain(name, extra=""):
    return (ROOT / "meshes" / (name + ".yaml")).read_text() + extra


# What the examples do not vary themselves.
PENDULUM = """springs:
  - {name: s, joint: pivot, stiffness: 2, damping: 0.1}
design:
  - {name: m, body: bob, parameter: mass}
  - {name: k, spring: s, parameter: stiffness}
  - {name: c, spring: s, parameter: damping}
  - {name: x, joint: pivot, parameter: at.x}
functions:
  - {name: path, type: integral, of: tip, value: "(x - 1)^2 + vy^2"}
  - {name: end, type: end, of: tip, value: "y"}
"""
CUBES = """springs:
  - {name: s, between: [ground, first], at: [[0, 0, -2], [0.5, 0.5, 0.5]], stiffness: 5, damping: 0.2}
design:
  - {name: m, body: first, parameter: mass}
  - {name: J, body: second, parameter: inertia.xy}
  - {name: k, spring: s, parameter: stiffness}
  - {name: w, body: second, parameter: angular_velocity.y}
functions:
  - {name: path, type: integral, of: first, value: "x^2 + vz^2"}
  - {name: end, type: end, of: second, value: "z"}
"""
HINGED = """springs:
  - {name: s, between: [ground, hub], at: [[0, 0, 1], [-0.05, 0.25, 0]], stiffness: 30, damping: 1}
design:
  - {name: t, thickness: plate}
  - {name: m, body: hub, parameter: mass}
  - {name: k, spring: s, parameter: stiffness}
  - {name: x, joint: hinge, parameter: at.x}
  - {name: z, spring: s, parameter: at.2.z}
functions:
  - {name: stiffness, type: compliance}
  - {name: path, type: integral, of: corner, value: "z^2 + x*vz"}
"""

ROTOR = """design:
  - {name: x, joint: hinge1, parameter: at.x}
  - {name: tilt, joint: mast, parameter: axis.y}
  - {name: lead, spring: lead2, parameter: at.1.y}
"""
DRIVE = """springs:
  - {name: drive, joint: mast, stiffness: 2e4, damping: 10}
design:
  - {name: drive, spring: drive, parameter: stiffness}
  - {name: y, joint: mast, parameter: at.y}
"""



def lumped(text, group):
    """A shell with a point mass and a spring to the ground at the node of a group, which vary too."""
    masses = "masses:\n  - {name: lump, group: %s, mass: 0.1}\n" % group
    springs = "springs:\n  - {name: s, between: [ground, group:%s], at: [[0.3, 0.2, 3], null], " % group
    designs = "design:\n  - {name: lump, mass: lump, parameter: mass}\n" \
              "  - {name: k, spring: s, parameter: stiffness}\n"
    return masses + springs + "stiffness: 40, damping: 0.3}\n" + text.replace("design:\n", designs)


# name, text, settings
CASES = (
    ("rigid pendulum", plain("rigid-pendulum", PENDULUM), ["time.step=0.05"]),
    ("rotor", plain("rotor").replace("design:\n", ROTOR), ["time.step=5e-3"]),
    ("two cubes", plain("two-cubes", CUBES), ["time.step=0.02"]),
    ("box beam", lumped(example("box-beam", n=2), "corner"),
     ["time.step=1e-3", "loads[0].value=[0, 0, '50e3*sin(300*t)']"]),
    ("shell box", lumped(example("shell-box", n=2), "far"), []),
    ("punched plate", lumped(example("punched-plate", n=2), "far"), []),
    ("rotor blade", lumped(example("rotor-blade", n=2, layers=8), "tip"), []),
    ("spinning blade", example("spinning-blade", n=2, layers=8).replace("design:\n", DRIVE),
     ["time.step=5e-4"]),   # it starts unstretched, with a blow to the root
    ("hinged plate", example("hinged-plate", n=4).replace("time:", HINGED + "time:"), []),
)
