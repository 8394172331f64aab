"""Strains and stresses of the director shell from positions and directors of its nodes, in plain Python and apart from
the program's way: convective components and the metric tensor, no local basis.

Sources: docs/theory.md, (3.6) to (3.10), (3.13) to (3.16), (3.22) to (3.26), (4.1), (6.2), (6.3).
"""
import functools
import math


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def add(a, b, factor=1.0):
    return [x + factor * y for x, y in zip(a, b)]


def mean(values, weights):
    return [sum(w * v[i] for w, v in zip(weights, values)) for i in range(3)]


TWO = (-1 / math.sqrt(3), 1 / math.sqrt(3))
THREE = (-math.sqrt(0.6), 0.0, math.sqrt(0.6))
PLACES = {4: (-1, 1), 9: (-1, 1, 0)}
ORDER = ((0, 0), (1, 0), (1, 1), (0, 1), (2, 0), (1, 2), (2, 1), (0, 2), (2, 2))


def lagrange(places, x):
    """Values and slopes of the polynomials of some places."""
    values, slopes = [], []
    for a in places:
        others = [b for b in places if b != a]
        values.append(math.prod((x - b) / (a - b) for b in others))
        slopes.append(sum(math.prod((x - b) / (a - b) for b in others if b != c) / (a - c) for c in others))
    return values, slopes


def shape(nodes, xi, eta):
    """N, N,xi and N,eta of the triangles of 3 and 6 nodes and the quadrilaterals of 4 and 9 nodes."""
    L, slopes = (1 - xi - eta, xi, eta), ((-1, 1, 0), (-1, 0, 1))
    if nodes == 3:
        return L, *slopes
    if nodes == 6:
        pairs = ((0, 1), (1, 2), (2, 0))
        return ([v * (2 * v - 1) for v in L] + [4 * L[a] * L[b] for a, b in pairs],
                *([(4 * v - 1) * d for v, d in zip(L, D)] + [4 * (D[a] * L[b] + L[a] * D[b]) for a, b in pairs]
                  for D in slopes))
    (a, da), (b, db) = lagrange(PLACES[nodes], xi), lagrange(PLACES[nodes], eta)
    return ([a[i] * b[j] for i, j in ORDER[:nodes]], [da[i] * b[j] for i, j in ORDER[:nodes]],
            [a[i] * db[j] for i, j in ORDER[:nodes]])


def quadrature(nodes):
    """(xi, eta, weight) of 2 x 2 or 3 x 3 Gauss points, or of three or six points in the triangle (Dunavant 1985)."""
    if nodes in (3, 6):
        rule = ((1 / 6, 1 / 6),) if nodes == 3 else ((0.445948490915965, 0.223381589678011 / 2),
                                                     (0.091576213509771, 0.109951743655322 / 2))
        return [(x, y, w) for a, w in rule for x, y in ((a, a), (1 - 2 * a, a), (a, 1 - 2 * a))]
    line = [(x, 1.0) for x in TWO] if nodes == 4 else list(zip(THREE, (5 / 9, 8 / 9, 5 / 9)))
    return [(a, b, v * w) for a, v in line for b, w in line]


def from_grid(rows, columns, xi, eta, value):
    """Interpolate value(s, t) from a grid of places."""
    a, b = lagrange(rows, xi)[0], lagrange(columns, eta)[0]
    return sum(v * w * value(s, t) for v, s in zip(a, rows) for w, t in zip(b, columns))


GAUSS = (0.5 - 0.5 / math.sqrt(3), 0.5 + 0.5 / math.sqrt(3))


def solved(rows, right):
    """Gauss elimination with pivoting; several right-hand sides side by side."""
    n, a = len(rows), [list(r) + list(b) for r, b in zip(rows, right)]
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(a[i][k]))
        a[k], a[p] = a[p], a[k]
        for i in range(n):
            if i != k:
                f = a[i][k] / a[k][k]
                a[i] = [x - f * y for x, y in zip(a[i], a[k])]
    return [[x / a[k][k] for x in a[k][n:]] for k in range(n)]


@functools.lru_cache
def shear_of_six():
    """Where MITC6 takes which sum of the two components, and the fields of the eight unit answers: coefficients of
    (1, 0), (x, 0), (y, 0), (0, 1), (0, x), (0, y), y (-y, x), x (-y, x)."""
    p, q = GAUSS
    third = 1 / 3
    takes = [(p, 0, 1, 0), (q, 0, 1, 0), (0, p, 0, 1), (0, q, 0, 1), (p, q, -1, 1), (q, p, -1, 1), (third, third, 1, 0),
             (third, third, 0, 1)]
    rows = [[a * u + b * v for u, v in fields_of_six(x, y)] for x, y, a, b in takes]
    return takes, solved(rows, [[i == k for k in range(8)] for i in range(8)])


def fields_of_six(x, y):
    return [(1, 0), (x, 0), (y, 0), (0, 1), (0, x), (0, y), (-y * y, x * y), (-x * y, x * x)]


def tied_shear(nodes, xi, eta, shear):
    """MITC: shear(xi, eta) gives the two untied components."""
    if nodes == 6:
        takes, coefficients = shear_of_six()
        values = [a * u + b * v for (_, _, a, b), (u, v) in zip(takes, (shear(x, y) for x, y, _, _ in takes))]
        parts = [dot(c, values) for c in coefficients]
        return tuple(dot(parts, component) for component in zip(*fields_of_six(xi, eta)))
    if nodes == 9:
        return (from_grid(TWO, THREE, xi, eta, lambda s, t: shear(s, t)[0]),
                from_grid(THREE, TWO, xi, eta, lambda s, t: shear(s, t)[1]))
    if nodes == 4:
        return ((1 - eta) / 2 * shear(0, -1)[0] + (1 + eta) / 2 * shear(0, 1)[0],
                (1 - xi) / 2 * shear(-1, 0)[1] + (1 + xi) / 2 * shear(1, 0)[1])
    a, b, c = shear(0.5, 0), shear(0, 0.5), shear(0.5, 0.5)
    slope = b[1] - a[0] - c[1] + c[0]
    return a[0] + slope * eta, b[1] - slope * xi


def unit(v):
    return [x / math.sqrt(dot(v, v)) for x in v]


def times(a, b):
    return [[sum(a[i][k] * b[k][j] for k in (0, 1)) for j in (0, 1)] for i in (0, 1)]


def turned(a, e):
    """a e a^T."""
    return times(times(a, e), [list(row) for row in zip(*a)])


def inverse_of(a):
    d = a[0][0] * a[1][1] - a[0][1] * a[1][0]
    return [[a[1][1] / d, -a[0][1] / d], [-a[1][0] / d, a[0][0] / d]]


def edges_of_six(carried, xi, eta):
    """MITC6: the strain along each edge is linear, from two points of the edge and one on a parallel to it; then the
    tensor that has these three."""
    p, q = GAUSS
    h = 1 / math.sqrt(3)
    along = [(1, 0), (0, 1), (-1, 1)]
    values = []
    for (a, b), places in zip(along, ([(p, 0), (q, 0), (p, h)], [(0, p), (0, q), (h, p)], [(p, q), (q, p), (p, p)])):
        taken = [[a * a * carried(0, 0)(*t) + 2 * a * b * carried(0, 1)(*t) + b * b * carried(1, 1)(*t)]
                 for t in places]
        plane = solved([(1, *t) for t in places], taken)
        values.append(plane[0][0] + plane[1][0] * xi + plane[2][0] * eta)
    mixed_part = (values[0] + values[1] - values[2]) / 2
    return [[values[0], mixed_part], [mixed_part, values[1]]]


def local_axes(tangents, centre, s, t):
    """Tangents in local axes whose first ones are as parallel as can be to those of the middle."""
    g = tangents(s, t)
    n = unit(cross(*g))
    first = unit(tangents(*centre)[0])
    one = unit(add(first, n, -dot(first, n)))
    return [[dot(v, e) for e in (one, cross(n, one))] for v in g]


def bent_in_plane(X, x, poisson):
    """MITC4's membrane: covariant strains of the middle as a function of the place, by Hellinger and Reissner's
    principle with constant stresses and two that are uniaxial, along x_r and x_s."""
    corners = [(a, b) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    parts = [[mean(v, [f(*p) / 4 for p in corners]) for f in (lambda a, b: a, lambda a, b: b, lambda a, b: a * b)]
             for v in (X, x)]
    G = [[dot(u, v) for v in parts[0][:2]] for u in parts[0][:2]]
    c = [v[0] for v in solved(G, [[dot(u, parts[0][2])] for u in parts[0][:2]])]
    hourglass = [add(add(d, r, -c[0]), s, -c[1]) for r, s, d in parts]
    warp = (dot(hourglass[1], hourglass[1]) - dot(hourglass[0], hourglass[0])) / 2
    middle = [[(dot(parts[1][a], parts[1][b]) - G[a][b]) / 2 + (warp / 3 if a == b else 0) for b in (0, 1)]
              for a in (0, 1)]
    amplitude = []
    for k in (0, 1):
        taper = [c[a] ** 2 * G[a][a] / G[1 - a][1 - a] for a in (0, 1)]
        size = 1 / (1 + taper[k]) / math.sqrt(1 + 3 * taper[1 - k] * G[1 - k][1 - k] / G[k][k])
        amplitude.append(size * (dot(parts[1][k], hourglass[1]) - dot(parts[0][k], hourglass[0])))
    reference = Configuration(X, X)
    rule = [(p, w * math.hypot(*cross(*reference.slopes(*p)[0]))) for *p, w in quadrature(4)]
    area = sum(w for _, w in rule)
    centre = [sum(w * p[1 - k] for p, w in rule) / area for k in (0, 1)]
    modes = [[[(1 + poisson) * G[a][k] * G[b][k] - poisson * G[a][b] * G[k][k] for b in (0, 1)] for a in (0, 1)]
             for k in (0, 1)]
    work = [[modes[m][k][k] * sum(w * (p[1 - k] - centre[k]) * (p[1 - m] - centre[m]) for p, w in rule)
             for m in (0, 1)] for k in (0, 1)]
    stress_of = [v[0] for v in solved(work, [[area / 3 * h] for h in amplitude])]
    return lambda xi, eta: [[middle[a][b] + sum(stress_of[k] * ((eta, xi)[k] - centre[k]) * modes[k][a][b]
                                                for k in (0, 1)) for b in (0, 1)] for a in (0, 1)]


def tied_plane(nodes, tangents, xi, eta, strain):
    """MITC9 and MITC6: strain(xi, eta) gives covariant components. They are carried to the element's middle,
    from local axes to local axes whose first ones are as parallel as can be, and tied there."""
    centre = (1 / 3, 1 / 3) if nodes == 6 else (0, 0)
    axes = functools.partial(local_axes, tangents, centre)

    def carried(i, j):
        return lambda s, t: turned(times(axes(*centre), inverse_of(axes(s, t))), strain(s, t))[i][j]

    if nodes == 6:
        return turned(times(axes(xi, eta), inverse_of(axes(*centre))), edges_of_six(carried, xi, eta))
    middle = from_grid(TWO, TWO, xi, eta, carried(0, 1))
    tied = [[from_grid(TWO, THREE, xi, eta, carried(0, 0)), middle],
            [middle, from_grid(THREE, TWO, xi, eta, carried(1, 1))]]
    return turned(times(axes(xi, eta), inverse_of(axes(*centre))), tied)


class Configuration:
    """Positions x and directors d of an element's nodes."""

    def __init__(self, x, d):
        self.x, self.d, self.corners = x, d, len(x)

    def slopes(self, xi, eta):
        _, first, second = shape(self.corners, xi, eta)
        return [[mean(v, w) for w in (first, second)] for v in (self.x, self.d)]

    def products(self, xi, eta):
        """x,a.x,b and (x,a.d,b + x,b.d,a)/2 at a point."""
        x, d = self.slopes(xi, eta)
        membrane = [[dot(x[a], x[b]) for b in (0, 1)] for a in (0, 1)]
        bending = [[(dot(x[a], d[b]) + dot(x[b], d[a])) / 2 for b in (0, 1)] for a in (0, 1)]
        return membrane, bending

    def shear(self, xi, eta):
        """The tied x,a.d."""
        def untied(s, t):
            weights, tangents = shape(self.corners, s, t)[0], self.slopes(s, t)[0]
            return [dot(tangent, mean(self.d, weights)) for tangent in tangents]
        return tied_shear(self.corners, xi, eta, untied)


def mixed(inverse, strain):
    """Raise the first index of a symmetric covariant tensor."""
    return [[sum(inverse[a][c] * strain[c][b] for c in (0, 1)) for b in (0, 1)] for a in (0, 1)]


def stress(material, strain):
    """Plane stress of a mixed strain tensor."""
    young, nu = material["young"], material["poisson"]
    trace = strain[0][0] + strain[1][1]
    return [[young / (1 - nu ** 2) * ((1 - nu) * strain[a][b] + nu * trace * (a == b)) for b in (0, 1)] for a in (0, 1)]


def contract(s, e):
    return sum(s[a][b] * e[b][a] for a in (0, 1) for b in (0, 1))


def von_mises(s):
    """(tr s)^2 - 3 det s of plane stress is its square."""
    trace, determinant = s[0][0] + s[1][1], s[0][0] * s[1][1] - s[0][1] * s[1][0]
    return math.sqrt(max(0.0, trace ** 2 - 3 * determinant))


def samples(material, thickness, X, D, x, d):
    """At each quadrature point: area weight, twice the strain energy per area, and the failure
    index at the lower and the upper face."""
    reference, present = Configuration(X, D), Configuration(x, d)
    shear_modulus = material["young"] / (2 * (1 + material["poisson"]))
    result = []

    def difference(k, factor):
        """Covariant strains: k = 0 of the membrane, 1 of bending."""
        return lambda s, t: [[factor * (b - a) for a, b in zip(*rows)] for rows in zip(
            reference.products(s, t)[k], present.products(s, t)[k])]

    plane = bent_in_plane(X, x, material["poisson"]) if len(X) == 4 else None
    for xi, eta, weight in quadrature(len(X)):
        strains = [difference(0, 0.5), difference(1, 1.0)]
        if len(X) in (6, 9):
            strains = [tied_plane(len(X), lambda s, t: reference.slopes(s, t)[0], xi, eta, e) for e in strains]
        else:
            strains = [e(xi, eta) for e in strains]
        if len(X) == 4:
            axes = functools.partial(local_axes, lambda s, t: reference.slopes(s, t)[0], (0, 0))
            strains[0] = turned(times(axes(xi, eta), inverse_of(axes(0, 0))), plane(xi, eta))
        G = reference.products(xi, eta)[0]
        tangents = reference.slopes(xi, eta)[0]
        normal = cross(*tangents)
        area = math.sqrt(dot(normal, normal))
        inverse = [[G[1][1] / area ** 2, -G[0][1] / area ** 2], [-G[1][0] / area ** 2, G[0][0] / area ** 2]]
        membrane, bending = (mixed(inverse, e) for e in strains)
        shear = [b - a for a, b in zip(reference.shear(xi, eta), present.shear(xi, eta))]
        energy = (thickness * contract(stress(material, membrane), membrane)
                  + thickness ** 3 / 12 * contract(stress(material, bending), bending)
                  + 5 / 6 * shear_modulus * thickness
                  * sum(shear[a] * inverse[a][b] * shear[b] for a in (0, 1) for b in (0, 1)))
        failure = [von_mises(stress(material, [add(membrane[a], bending[a], z) for a in (0, 1)]))
                   / material["yield"] for z in (-thickness / 2, thickness / 2)]
        result.append((weight * area, energy, failure))
    return result
