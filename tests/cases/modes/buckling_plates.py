"""Strips and laminates whose load factors have closed forms of their own.

Claims: Euler's column of shells between hinges, narrow and wide, comes to Levy's solution of the plate with two free
edges, whose narrow limit is E I; a laminate [0/90]s of several lengths comes to Jones' formula, unsymmetric laminates
[0/90] and [0/90]4 between planes of symmetry to the factors that their coupling reduces, and [45/-45] in 2, 4 and 8
plies with edges held as Jones' S3 to his closed form, as meshes are refined.
"""
# timeout: 200
import math

from helper import check, close, grid, run

LINEAR = "time: {scheme: linear, step: 1, steps: 1}\n"


def factors(case, count, ranks=1):
    r = run(case, ranks, "buckling", ["modes.count=%d" % count])
    return r.json["buckling"]["factor"] if check("buckling ends well", r.status == 0, r.stderr) else [math.nan] * count


def refine(name, case, cells, size, expected, tolerance, ranks=1):
    """The factors to which two meshes come, against the expected ones."""
    found = []
    for n in (1, 2):
        grid(n * cells[0], n * cells[1], size, kind="quad9").write("plate.msh")
        found.append(factors(case, len(expected), ranks))
    for k, exact in enumerate(expected):
        coarse, fine = (f[k] for f in found)
        value = fine + (fine - coarse) / 15
        print("%s, factor %d: %.8g, %.8g, limit %.8g, exact %.8g: %.1e" % (
            name, k + 1, coarse, fine, value, exact, value / exact - 1))
        close("%s, factor %d" % (name, k + 1), value, exact, tolerance)


# ---- Euler's column
# ----------------------------------------------------------------------------------------------------

YOUNG, POISSON, THICKNESS = 70e9, 0.3, 2e-3
D = YOUNG * THICKNESS ** 3 / 12 / (1 - POISSON ** 2)
STRIP = """
gimbal: 1
mesh: plate.msh
materials: {m: {young: 70e9, poisson: 0.3, density: 2700}}
shells: [{group: plate, material: m, thickness: 2e-3}]
supports:
  - {group: left, fix: [z]}
  - {group: right, fix: [z]}
  - {group: corner00, fix: [x, y]}
  - {group: corner10, fix: [y]}
loads: [{type: traction, group: left, value: [1, 0, 0]}, {type: traction, group: right, value: [-1, 0, 0]}]
""" + LINEAR


def levy(a, b):
    """The force per width of one half wave along a, between free edges at the distance b: w = (A cosh p y + B cosh q y)
    sin(pi x / a), with p^2 and q^2 = s^2 +- s sqrt(N / D), s = pi / a; edges without moment and force give A / B twice.
    """
    s = math.pi / a

    def excess(ratio):
        p, q = (math.sqrt(s * s * (1 + sign * math.sqrt(ratio))) for sign in (1, -1))
        return (q * (p * p - POISSON * s * s) ** 2 * math.tanh(q * b / 2)
                - p * (q * q - POISSON * s * s) ** 2 * math.tanh(p * b / 2))

    low, high = 0.5, 1 - 1e-12
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if (excess(low) > 0) == (excess(middle) > 0) else (low, middle)
    return low * D * s * s


close("a narrow strip bends by E I", levy(1, 1e-3), YOUNG * THICKNESS ** 3 / 12 * math.pi ** 2, 1e-6)
for width, cells in ((0.1, (12, 2)), (0.5, (8, 4)), (2.0, (6, 8))):
    refine("a strip of width %g" % width, STRIP, cells, (1.0, width), [levy(1, width)], 1e-4)

# ---- laminates -------------------------------------------------------------------------------------------------------

E1, E2, NU, G, PLY = 138e9, 8.96e9, 0.3, 7.1e9, 2.5e-5


def stiffness(angles):
    """A, B and D of plies of one thickness, from the bottom: of x, y and xy."""
    q = 1 / (1 - NU * NU * E2 / E1)
    Q11, Q22, Q12 = q * E1, q * E2, q * NU * E2
    sums = [[[0.0] * 3 for _ in range(3)] for _ in range(3)]
    for k, angle in enumerate(angles):
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        twice = Q12 + 2 * G
        ply = [[Q11 * c ** 4 + 2 * twice * c * c * s * s + Q22 * s ** 4,
                (Q11 + Q22 - 4 * G) * c * c * s * s + Q12 * (c ** 4 + s ** 4),
                (Q11 - twice) * c ** 3 * s + (twice - Q22) * c * s ** 3],
               [0, Q11 * s ** 4 + 2 * twice * c * c * s * s + Q22 * c ** 4,
                (Q11 - twice) * c * s ** 3 + (twice - Q22) * c ** 3 * s],
               [0, 0, (Q11 + Q22 - 2 * Q12 - 2 * G) * c * c * s * s + G * (c ** 4 + s ** 4)]]
        low, high = (PLY * (j - len(angles) / 2) for j in (k, k + 1))
        for power in range(3):
            weight = (high ** (power + 1) - low ** (power + 1)) / (power + 1)
            for i in range(3):
                for j in range(3):
                    sums[power][i][j] += weight * ply[min(i, j)][max(i, j)]
    return sums


def wave(angles, a, b, m, n):
    """T of Jones' closed forms for m and n half waves: the factor of a force N_x alone is T / (m pi / a)^2."""
    A, B, D = stiffness(angles)
    x, y = m * math.pi / a, n * math.pi / b
    T11, T22 = A[0][0] * x * x + A[2][2] * y * y, A[1][1] * y * y + A[2][2] * x * x
    T12 = (A[0][1] + A[2][2]) * x * y
    # [0/90] has B11 = -B22 alone, [45/-45] has B16 and B26 alone, so that the other terms vanish
    T13 = B[0][0] * x ** 3 + 3 * B[0][2] * x * x * y + B[1][2] * y ** 3
    T23 = B[1][1] * y ** 3 + B[0][2] * x ** 3 + 3 * B[1][2] * x * y * y
    T33 = D[0][0] * x ** 4 + 2 * (D[0][1] + 2 * D[2][2]) * x * x * y * y + D[1][1] * y ** 4
    determinant = T11 * T22 - T12 ** 2
    return T33 - (T22 * T13 ** 2 - 2 * T12 * T13 * T23 + T11 * T23 ** 2) / determinant


def lowest(angles, a, b, force, least=0):
    """The factors of the forces N_x and N_y, ascending; `least`: half waves that may be missing along one side."""
    return sorted(wave(angles, a, b, m, n) / (force[0] * (m * math.pi / a) ** 2 + force[1] * (n * math.pi / b) ** 2)
                  for m in range(least, 9) for n in range(least, 9) if m + n > 0)


LAMINATE = """
gimbal: 1
mesh: plate.msh
materials: {ply: {E1: 138e9, E2: 8.96e9, poisson: 0.3, G12: 7.1e9, G13: 7.1e9, G23: 7.1e9, density: 1600}}
sections: {skin: {type: laminate, plies: [%s]}}
shells: [{group: plate, section: skin, axis: [1, 0, 0]}]
supports: [%s]
%s""" + LINEAR
SIDES = ("left", "right", "bottom", "top")


def laminate(angles, supports, loads=""):
    plies = ", ".join("{material: ply, thickness: %g, angle: %g}" % (PLY, angle) for angle in angles)
    return LAMINATE % (plies, ", ".join("{group: %s, %s}" % one for one in supports), loads)


def name_of(angles):
    return "[%s]" % "/".join("%g" % angle for angle in angles)


ENDS = "loads: [{type: traction, group: left, value: [1, 0, 0]}, {type: traction, group: right, value: [-1, 0, 0]}]\n"
HINGES = [(side, "fix: [z]") for side in SIDES] + [("corner00", "fix: [x, y]"), ("corner10", "fix: [y]")]
for a, cells in ((0.1, (8, 8)), (0.2, (14, 7))):
    refine("[0/90]s of length %g" % a, laminate((0, 90, 90, 0), HINGES, ENDS), cells, (a, 0.1),
           lowest((0, 90, 90, 0), a, 0.1, (1, 0), 1)[:2], 5e-4)

# Planes of symmetry on all sides, pushed together along x by SHORT: strains are the same everywhere, and waves are
# cosines.
SHORT = 1e-6
PUSH = ("right", 'motion: ["-%g*t", ~, ~]' % SHORT)
PLANES = [("left", "fix: [x, ry, rz]"), ("right", "fix: [ry, rz]"), PUSH, ("bottom", "fix: [y, rx, rz]"),
          ("top", "fix: [y, rx, rz]")]
for angles in ((0, 90), (0, 90) * 4):
    A = stiffness(angles)[0]
    case = laminate(angles, PLANES + [("middle", "fix: [z]")]).replace(
        "shells:", "groups: [{name: middle, of: plate, box: [[0.0499, 0.0499, -1], [0.0501, 0.0501, 1]]}]\nshells:")
    force = [A[0][0] * SHORT / 0.1, A[0][1] * SHORT / 0.1]
    refine(name_of(angles) + " between planes", case, (8, 8), (0.1, 0.1), lowest(angles, 0.1, 0.1, force)[:3], 5e-4)

# S3: edges that move along themselves alone; directors stay normal to them.
HELD = [("left", "fix: [x, z, rx]"), ("right", "fix: [z, rx]"), PUSH, ("bottom", "fix: [y, z, ry]"),
        ("top", "fix: [y, z, ry]")]
for plies in (2, 4, 8):
    angles = (45, -45) * (plies // 2)
    A = stiffness(angles)[0]
    force = [A[0][0] * SHORT / 0.1, A[0][1] * SHORT / 0.1]
    refine(name_of(angles), laminate(angles, HELD), (8, 8), (0.1, 0.1), lowest(angles, 0.1, 0.1, force, 1)[:2], 5e-4,
           1 + (plies == 8))
