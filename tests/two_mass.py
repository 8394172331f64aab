"""The stiff and the soft spring on a moving base (Wehrle & Gufler, example 1; after Bathe & Noh) by
itself: marched by the alpha family as that paper writes it, with 40 digits and the derivative by one
number along, and in closed form. Shares nothing with the program.

    m2 q2'' + (k1 + k2) q2 - k2 q3 = k1 sin(1.2 t),   m3 q3'' - k2 q2 + k2 q3 = 0,   at rest at t = 0

The digits matter: the stiff spring's elongation is 1e-7 of displacements of size 1, so in double
precision it, and with it the derivatives by k1, have 9 digits.
"""
import math
import sys
from decimal import Decimal, getcontext

getcontext().prec = 40
FREQUENCY = 1.2
DESIGNS = {"k1": 1e7, "k2": 1.0, "m2": 1.0, "m3": 1.0}
STEP, STEPS, RADIUS = 0.2618, 38, 0.55


class Dual:
    """A number and its derivative."""

    def __init__(self, value, slope=0):
        self.value, self.slope = Decimal(value), Decimal(slope)

    def __add__(self, other):
        return Dual(self.value + other.value, self.slope + other.slope)

    def __sub__(self, other):
        return Dual(self.value - other.value, self.slope - other.slope)

    def __mul__(self, other):
        return Dual(self.value * other.value, self.slope * other.value + self.value * other.slope)

    def __truediv__(self, other):
        ratio = self.value / other.value
        return Dual(ratio, (self.slope - ratio * other.slope) / other.value)


def solve(A, b):
    """Of two equations, by elimination of the first unknown."""
    (a11, a12), (a21, a22) = A
    x2 = (b[1] - a21 / a11 * b[0]) / (a22 - a21 / a11 * a12)
    return [(b[0] - a12 * x2) / a11, x2]


def alpha_family(scheme, radius=RADIUS):
    """alpha_m and alpha_f by the radius at infinity; the others by equations (20) and (21)."""
    return {"newmark": (0.0, 0.0), "hht": (0.0, (1 - radius) / (1 + radius)),
            "galpha": ((2 * radius - 1) / (radius + 1), radius / (radius + 1)),
            "wbz": ((radius - 1) / (radius + 1), 0.0)}[scheme]


def march(scheme, design, steps=STEPS, h=STEP, base=None):
    """Rows of q, v and a, each two Duals with the derivative by a design, at all step ends: equations
    (1), (2), (25) to (27). The accelerations are those in equilibrium with the forces at the step
    ends, (1 - alpha_m) s_k + alpha_m s_(k-1) = (1 - alpha_f) a_k + alpha_f a_(k-1), where s is what
    the paper calls acceleration (for Newmark both are one)."""
    one, half, zero = Dual(1), Dual("0.5"), Dual(0)
    am, af = (Dual(x) for x in alpha_family(scheme))
    gamma = half - am + af
    beta = Dual("0.25") * (half + gamma) * (half + gamma)
    x = {name: Dual(value, int(name == design)) for name, value in DESIGNS.items()}
    mass, h_ = [x["m2"], x["m3"]], Dual(h)
    K = [[x["k1"] + x["k2"], zero - x["k2"]], [zero - x["k2"], x["k2"]]]
    M = [[mass[0], zero], [zero, mass[1]]]
    A = [[(one - am) * M[i][j] + (one - af) * beta * h_ * h_ * K[i][j] for j in (0, 1)] for i in (0, 1)]
    base = [Dual(x) for x in base or (math.sin(FREQUENCY * (k * h)) for k in range(steps + 1))]
    q = v = a = s = [zero, zero]
    rows = [(q, v, a)]
    for k in range(1, steps + 1):
        guess = [q[i] + h_ * v[i] + h_ * h_ * (half - beta) * s[i] for i in (0, 1)]
        at = [(one - af) * guess[i] + af * q[i] for i in (0, 1)]
        force = x["k1"] * ((one - af) * base[k] + af * base[k - 1])
        new = solve(A, [force - K[0][0] * at[0] - K[0][1] * at[1] - am * mass[0] * s[0],
                        zero - K[1][0] * at[0] - K[1][1] * at[1] - am * mass[1] * s[1]])
        q = [guess[i] + beta * h_ * h_ * new[i] for i in (0, 1)]
        v = [v[i] + h_ * ((one - gamma) * s[i] + gamma * new[i]) for i in (0, 1)]
        a = [((one - am) * new[i] + am * s[i] - af * a[i]) / (one - af) for i in (0, 1)]
        s = new
        rows.append((q, v, a))
    return rows


def round_off(scheme):
    """[slot][mass]: how far derivatives by k1 at the end are from others of equal digits. They answer to
    the elongations of the stiff spring as motions answer to places of the base, divided by k1; each
    elongation has an error of an epsilon of displacements of size 1, and all of these may add up."""
    rows = march(scheme, None, base=[0, 1] + (STEPS - 1) * [0])
    return [[float(sum(abs(row[s][p].value) for row in rows)) / DESIGNS["k1"] * sys.float_info.epsilon
             for p in (0, 1)] for s in range(3)]


def exact(t):
    """q, v and a by superposition of modes: a vibration with the base and two of the system's own."""
    k1, k2, m2, m3 = (DESIGNS[name] for name in ("k1", "k2", "m2", "m3"))
    w = FREQUENCY
    forced = solve([[k1 + k2 - w * w * m2, -k2], [-k2, k2 - w * w * m3]], [k1, 0])
    trace, determinant = (k1 + k2) / m2 + k2 / m3, k1 * k2 / (m2 * m3)
    fast = 0.5 * (trace + math.sqrt(trace * trace - 4 * determinant))
    parts = [(forced, w)]
    for square in (determinant / fast, fast):
        shape, own = [k2 - square * m3, k2], math.sqrt(square)
        norm = m2 * shape[0] ** 2 + m3 * shape[1] ** 2
        share = -w * (m2 * shape[0] * forced[0] + m3 * shape[1] * forced[1]) / (norm * own)
        parts.append(([share * shape[0], share * shape[1]], own))
    return [[sum(p[i] * f(o, t) for p, o in parts) for i in (0, 1)]
            for f in (lambda o, t: math.sin(o * t), lambda o, t: o * math.cos(o * t),
                      lambda o, t: -o * o * math.sin(o * t))]
