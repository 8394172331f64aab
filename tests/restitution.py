"""The speed with which bodies part after a contact by the law of Hunt and Crossley, (5.38)."""
import math


def restitution(c, v):
    """Of m d'' = -k d^n (1 + c d'): v dv / (1 + c v) is the same on the way in and out."""
    low, high = 0.0, min(v, (1 - 1e-12) / c)
    for _ in range(200):
        w = (low + high) / 2
        low, high = (w, high) if -w / c - math.log(1 - c * w) / c ** 2 < v / c - math.log(1 + c * v) / c ** 2 else (
            low, w)
    return low
