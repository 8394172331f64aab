"""Classical lamination theory: stiffness of laminates and of their plies. Source: Jones, "Mechanics of Composite
Materials".
"""
import math


def own_stiffness(m):
    scale = m["E1"] / (m["E1"] - m["poisson"] ** 2 * m["E2"])
    return [[scale * m["E1"], scale * m["poisson"] * m["E2"], 0],
            [scale * m["poisson"] * m["E2"], scale * m["E2"], 0], [0, 0, m["G12"]]]


def turned(angle):
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return [[c * c, s * s, c * s], [s * s, c * c, -c * s], [-2 * c * s, 2 * c * s, c * c - s * s]]


def times(A, x):
    return [sum(a * b for a, b in zip(row, x)) for row in A]


def stiffness(plies):
    """The 6 x 6 matrix of A, B, D and the faces of the plies (material, thickness, angle)."""
    total, K = sum(t for _, t, _ in plies), [[0.0] * 6 for _ in range(6)]
    faces = [-total / 2]
    for m, t, angle in plies:
        T, Q = turned(angle), own_stiffness(m)
        plane = [[sum(T[k][i] * Q[k][l] * T[l][j] for k in range(3) for l in range(3))
                  for j in range(3)] for i in range(3)]
        a, b = faces[-1], faces[-1] + t
        faces.append(b)
        for i in range(6):
            for j in range(6):
                power = 1 + i // 3 + j // 3
                K[i][j] += plane[i % 3][j % 3] * (b ** power - a ** power) / power
    return K, faces


def solve(A, b):
    n, A = len(b), [row[:] + [x] for row, x in zip(A, b)]
    for i in range(n):
        p = max(range(i, n), key=lambda k: abs(A[k][i]))
        A[i], A[p] = A[p], A[i]
        for k in range(n):
            if k != i:
                f = A[k][i] / A[i][i]
                A[k] = [x - f * y for x, y in zip(A[k], A[i])]
    return [A[i][n] / A[i][i] for i in range(n)]
