"""Optimal control of the spring pendulum of meshes/pendulum-control.yaml, from a control of zero, by IPOPT and SLSQP:
the objective, the control and what holds of the independently computed optimum (reference: k = 10 nodes, natural
splines, exact integral), the written case gives the same again; a list as an objective is refused, and one that cannot
be met is named with its value.
"""
from pathlib import Path

from helper import ROOT, check, close, run
from optimization import done, optimize

PENDULUM = ROOT / "meshes/pendulum-control.yaml"
END = {"x": 2, "y": -10, "z": -4, "vx": 0, "vy": 0, "vz": 0}

for method in ("ipopt", "slsqp"):
    r = optimize(PENDULUM, settings=["optimize.method=" + method])
    if not done("the pendulum by " + method, r):
        continue
    found, functions = r.json["optimize"], r.json["functions"]
    close("J by " + method, found["objective"], 47.461293693563, 1e-9)
    for name, wanted in END.items():
        close("%s at the end by %s" % (name, method), functions[name], wanted, 0, 1e-9)
    for k, wanted in enumerate((0.4902773998, 1.2884068037, 1.1551087782, -0.0794729315)):
        close("z_x.%d by %s" % (k + 1, method), found["designs"]["z_x"][k], wanted, 0, 1e-5)
    held = [j for j, l in enumerate(functions["l"]) if l > 1 - 1e-7]
    check("the length holds where it did, by " + method, held == [234, 235] and max(functions["l"]) < 1 + 1e-9, held)
    check("by %s: 501 columns in the table" % method,
          open("pendulum-control.history.csv").readline().count("l[") == 501, "l[k]")
    again = run("pendulum-control.optimum.yaml", name="again")
    if done("the written case by " + method, again):
        close("J again by " + method, again.json["functions"]["J"], found["objective"], 1e-12)

text = PENDULUM.read_text()
r = optimize(text.replace("objective: J", "objective: l"))
check("a list is no objective", r.status == 2 and "is no objective" in r.stderr, r.stderr)
alone = text[
    :text.index("  constraints:")] + "  constraints: [{function: l, upper: 0.5}]\n  method: ipopt\n  iterations: 30\n"
r = optimize(alone, settings=["time.steps=1000", "functions[7].at={mesh: 3}"])
check("a value of a list is named", r.status == 4 and "l[0] = 0.6" in r.stderr, r.stderr)

# ---- a control by a file, and a design of it: the written case has the values, and the path whatever its folder ----

Path("deck").mkdir()
Path("deck/u.csv").write_text("0.1\n0.2\n0.3\n")
Path("deck/follow.csv").write_text("0, 0\n1, 1\n2, 4\n")
CART = """gimbal: 1
masses: [{name: cart, at: [0, 0, 0], mass: 1}]
controls:
  - {name: u, values: u.csv, from: 0, to: 2}
  - {name: wanted, values: follow.csv, kind: linear}
loads: [{type: force, mass: cart, value: [u, 0, 0]}]
probes: [{name: cart, mass: cart}]
design: [{name: c, control: u}]
functions: [{name: J, type: control, value: "(u - wanted)^2"}, {name: x, type: value, of: cart, value: x}]
time: {scheme: bdf2, step: 0.1, steps: 20}
optimize: {objective: J, constraints: [{function: x, upper: 1}], method: slsqp, tolerance: 1e-8}
output: {every: 0}
"""
Path("deck/cart.yaml").write_text(CART)
r = optimize(Path("deck/cart.yaml").resolve())
if done("a control by a file", r):
    again = run("cart.optimum.yaml", name="cart-again")
    if done("its written case", again):
        close("J of it", again.json["functions"]["J"], r.json["optimize"]["objective"], 1e-12)
for values, status, words in (("[1, 2]", 2, "not one for each node of control 'u' (found 2); accepted: 3"),
                              ("[1, 2, 3]", 0, "")):
    r = run(CART.replace("control: u}]", "control: u, values: %s}]" % values).replace("u.csv", "deck/u.csv").replace(
        "follow.csv", "deck/follow.csv"), name="given")
    check("values %s of a design" % values, r.status == status and words in r.stderr, r.stderr)
