"""Frequencies in a sampled signal: peaks of its windowed Fourier transform, in plain Python.

The transform is evaluated at any frequency, so a peak is found to far better than 1/duration as
long as neighbours are 4/duration apart. The window is Blackman and Harris's of four terms, whose
side lobes lie 92 dB below a peak (Harris 1978, Proc. IEEE 66).
"""
import cmath
import math

SIDE_LOBES = 1e-4


def blackman_harris(count):
    terms = (0.35875, -0.48829, 0.14128, -0.01168)
    return [sum(c * math.cos(2 * math.pi * k * i / (count - 1)) for k, c in enumerate(terms)) for i in range(count)]


def amplitude(t, weighted, frequency):
    turn = -2j * math.pi * frequency
    return abs(sum(x * cmath.exp(turn * s) for x, s in zip(weighted, t)))


def largest(f, a, b):
    """Where f is largest between a and b, by golden sections."""
    part = (math.sqrt(5) - 1) / 2
    x, y = b - part * (b - a), a + part * (b - a)
    fx, fy = f(x), f(y)
    while b - a > 1e-9 * b:
        if fx < fy:
            a, x, fx, y = x, y, fy, y + part * (b - y)
            fy = f(y)
        else:
            b, y, fy, x = y, x, fx, x - part * (x - a)
            fx = f(x)
    return (a + b) / 2


def peaks(t, signal, highest, floor=1e-3):
    """Frequencies below `highest` of the peaks above `floor` times the largest one, ascending."""
    assert floor > SIDE_LOBES
    weighted = [w * x for w, x in zip(blackman_harris(len(t)), signal)]
    step = 0.5 / (t[-1] - t[0])
    found = [amplitude(t, weighted, k * step) for k in range(int(highest / step) + 2)]
    least = floor * max(found)
    return [largest(lambda f: amplitude(t, weighted, f), (k - 1) * step, (k + 1) * step)
            for k in range(1, len(found) - 1)
            if found[k - 1] < found[k] >= found[k + 1] and found[k] > least]
