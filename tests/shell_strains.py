"""Strains and stresses of the director shell from positions and directors of its nodes, in plain
Python and apart from the program's way: convective components and the metric tensor, no local
basis.

Sources: docs/theory.md, (3.6) to (3.10), (4.1), (6.2), (6.3).
"""
import math


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def add(a, b, factor=1.0):
    return [x + factor * y for x, y in zip(a, b)]


def mean(values, weights):
    return [sum(w * v[i] for w, v in zip(weights, values)) for i in range(3)]


def shape(corners, xi, eta):
    """N, N,xi and N,eta."""
    if corners == 3:
        return (1 - xi - eta, xi, eta), (-1, 1, 0), (-1, 0, 1)
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return ([(1 + a * xi) * (1 + b * eta) / 4 for a, b in signs],
            [a * (1 + b * eta) / 4 for a, b in signs], [b * (1 + a * xi) / 4 for a, b in signs])


def quadrature(corners):
    """(xi, eta, weight) of 2 x 2 Gauss points, or of three points in the triangle."""
    if corners == 3:
        return [(1 / 6, 1 / 6, 1 / 6), (2 / 3, 1 / 6, 1 / 6), (1 / 6, 2 / 3, 1 / 6)]
    g = 1 / math.sqrt(3)
    return [(a, b, 1.0) for a in (-g, g) for b in (-g, g)]


def tied_shear(corners, xi, eta, shear):
    """MITC: shear(xi, eta) gives the two untied components, of which one is kept at each edge."""
    if corners == 4:
        return ((1 - eta) / 2 * shear(0, -1)[0] + (1 + eta) / 2 * shear(0, 1)[0],
                (1 - xi) / 2 * shear(-1, 0)[1] + (1 + xi) / 2 * shear(1, 0)[1])
    a, b, c = shear(0.5, 0), shear(0, 0.5), shear(0.5, 0.5)
    slope = b[1] - a[0] - c[1] + c[0]
    return a[0] + slope * eta, b[1] - slope * xi


class Configuration:
    """Positions x and directors d of an element's nodes."""

    def __init__(self, x, d):
        self.x, self.d, self.corners = x, d, len(x)

    def slopes(self, xi, eta):
        _, first, second = shape(self.corners, xi, eta)
        return [[mean(v, w) for w in (first, second)] for v in (self.x, self.d)]

    def products(self, xi, eta):
        """x,a.x,b and (x,a.d,b + x,b.d,a)/2 at a point, and the tied x,a.d."""
        x, d = self.slopes(xi, eta)
        membrane = [[dot(x[a], x[b]) for b in (0, 1)] for a in (0, 1)]
        bending = [[(dot(x[a], d[b]) + dot(x[b], d[a])) / 2 for b in (0, 1)] for a in (0, 1)]

        def shear(s, t):
            weights, tangents = shape(self.corners, s, t)[0], self.slopes(s, t)[0]
            return [dot(tangent, mean(self.d, weights)) for tangent in tangents]
        return membrane, bending, tied_shear(self.corners, xi, eta, shear)


def mixed(inverse, strain):
    """Raise the first index of a symmetric covariant tensor."""
    return [[sum(inverse[a][c] * strain[c][b] for c in (0, 1)) for b in (0, 1)] for a in (0, 1)]


def stress(material, strain):
    """Plane stress of a mixed strain tensor."""
    young, nu = material["young"], material["poisson"]
    trace = strain[0][0] + strain[1][1]
    return [[young / (1 - nu ** 2) * ((1 - nu) * strain[a][b] + nu * trace * (a == b))
             for b in (0, 1)] for a in (0, 1)]


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
    for xi, eta, weight in quadrature(len(X)):
        (G, K0, S0), (g, K, S) = reference.products(xi, eta), present.products(xi, eta)
        tangents = reference.slopes(xi, eta)[0]
        normal = cross(*tangents)
        area = math.sqrt(dot(normal, normal))
        inverse = [[G[1][1] / area ** 2, -G[0][1] / area ** 2],
                   [-G[1][0] / area ** 2, G[0][0] / area ** 2]]
        membrane = mixed(inverse, [[(g[a][b] - G[a][b]) / 2 for b in (0, 1)] for a in (0, 1)])
        bending = mixed(inverse, [[K[a][b] - K0[a][b] for b in (0, 1)] for a in (0, 1)])
        shear = [S[a] - S0[a] for a in (0, 1)]
        energy = (thickness * contract(stress(material, membrane), membrane)
                  + thickness ** 3 / 12 * contract(stress(material, bending), bending)
                  + 5 / 6 * shear_modulus * thickness
                  * sum(shear[a] * inverse[a][b] * shear[b] for a in (0, 1) for b in (0, 1)))
        failure = [von_mises(stress(material, [add(membrane[a], bending[a], z) for a in (0, 1)]))
                   / material["yield"] for z in (-thickness / 2, thickness / 2)]
        result.append((weight * area, energy, failure))
    return result
