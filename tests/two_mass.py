"""The stiff and the soft spring on a moving base (Wehrle & Gufler, example 1; after Bathe & Noh) by
itself: in closed form, and marched by the alpha family as that paper writes it. Shares nothing with
the program; takes complex numbers, so that a complex step in any of k1, k2, m2, m3 differentiates.

    m2 q2'' + (k1 + k2) q2 - k2 q3 = k1 sin(1.2 t),   m3 q3'' - k2 q2 + k2 q3 = 0,   at rest at t = 0
"""
import cmath

FREQUENCY = 1.2
DESIGNS = {"k1": 1e7, "k2": 1.0, "m2": 1.0, "m3": 1.0}
STEP, STEPS, RADIUS = 0.2618, 38, 0.55


def solve(A, b):
    """Of two equations, by elimination of the first unknown."""
    (a11, a12), (a21, a22) = A
    x2 = (b[1] - a21 / a11 * b[0]) / (a22 - a21 / a11 * a12)
    return [(b[0] - a12 * x2) / a11, x2]


def alpha_family(scheme, radius=RADIUS):
    """alpha_m, alpha_f, gamma and beta: equations (18) to (21) of the paper."""
    m, f = {"newmark": (0, 0), "galpha": ((2 * radius - 1) / (radius + 1), radius / (radius + 1)),
            "hht": (0, (1 - radius) / (1 + radius)), "wbz": ((radius - 1) / (radius + 1), 0)}[scheme]
    return m, f, 0.5 - m + f, 0.25 * (1 - m + f) ** 2


def march(scheme, x, steps=STEPS, h=STEP):
    """Rows of (q2, q3), velocities and accelerations at all step ends: equations (1), (2), (25) to
    (27). The accelerations are those in equilibrium with the forces at the step ends,
    (1 - alpha_m) s_k + alpha_m s_(k-1) = (1 - alpha_f) a_k + alpha_f a_(k-1), where s is what the
    paper calls acceleration (for Newmark both are one)."""
    am, af, gamma, beta = alpha_family(scheme)
    mass = [x["m2"], x["m3"]]
    K = [[x["k1"] + x["k2"], -x["k2"]], [-x["k2"], x["k2"]]]
    force = [x["k1"] * cmath.sin(FREQUENCY * k * h) for k in range(steps + 1)]
    A = [[(1 - af) * beta * h * h * K[i][j] + (i == j) * (1 - am) * mass[i] for j in (0, 1)]
         for i in (0, 1)]
    q, v, a, s = [0, 0], [0, 0], [0, 0], [0, 0]
    rows = [(q, v, a)]
    for k in range(1, steps + 1):
        guess = [q[i] + h * v[i] + h * h * (0.5 - beta) * s[i] for i in (0, 1)]
        # K (1 - af) guess + K af q less the base's force: spring by spring, which cancels less
        middle = [(1 - af) * guess[i] + af * q[i] for i in (0, 1)]
        base = ((1 - af) * force[k] + af * force[k - 1]) / x["k1"]
        stretch, soft = x["k1"] * (middle[0] - base), x["k2"] * (middle[1] - middle[0])
        new = solve(A, [soft - stretch - am * mass[0] * s[0], -soft - am * mass[1] * s[1]])
        q = [guess[i] + beta * h * h * new[i] for i in (0, 1)]
        v = [v[i] + h * (1 - gamma) * s[i] + h * gamma * new[i] for i in (0, 1)]
        a = [((1 - am) * new[i] + am * s[i] - af * a[i]) / (1 - af) for i in (0, 1)]
        s = new
        rows.append((q, v, a))
    return rows


def exact(x, t):
    """By superposition of modes: a vibration with the base and two of the system's own."""
    m2, m3, k1, k2 = x["m2"], x["m3"], x["k1"], x["k2"]
    w = FREQUENCY
    forced = solve([[k1 + k2 - w * w * m2, -k2], [-k2, k2 - w * w * m3]], [k1, 0])
    trace, determinant = (k1 + k2) / m2 + k2 / m3, k1 * k2 / (m2 * m3)
    fast = 0.5 * (trace + cmath.sqrt(trace * trace - 4 * determinant))
    parts = [(forced, w)]
    for square in (determinant / fast, fast):
        # K - square M is singular: of its rows the second, which holds no large numbers
        shape = [k2 - square * m3, k2]
        norm = m2 * shape[0] ** 2 + m3 * shape[1] ** 2
        own = cmath.sqrt(square)
        share = -w * (m2 * shape[0] * forced[0] + m3 * shape[1] * forced[1]) / (norm * own)
        parts.append(([share * shape[0], share * shape[1]], own))
    q = [sum(p[i] * cmath.sin(o * t) for p, o in parts) for i in (0, 1)]
    v = [sum(p[i] * o * cmath.cos(o * t) for p, o in parts) for i in (0, 1)]
    a = [sum(-p[i] * o * o * cmath.sin(o * t) for p, o in parts) for i in (0, 1)]
    return q, v, a


def derivative(rows_of, name):
    """Rows of derivatives by a design, by complex step."""
    h = 1e-30
    x = dict(DESIGNS)
    x[name] += 1j * h * DESIGNS[name]
    return [[[complex(y).imag / (h * DESIGNS[name]) for y in slot] for slot in row]
            for row in rows_of(x)]
