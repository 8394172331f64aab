"""Natural frequencies of a Nastran deck, and where each mode moves most.

usage: python3 deck_modes.py [DECK]      (or mpirun -np N python3 deck_modes.py)
"""
import sys
from pathlib import Path

import numpy

import gimbal

deck = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2] / "meshes" / "crane-jib.bdf"
case = gimbal.Case(deck)
frequencies, shapes = case.modes(4)
numbers = case.node_numbers()
for k, (frequency, shape) in enumerate(zip(frequencies, shapes), 1):
    size = numpy.linalg.norm(shape, axis=1)
    if len(numbers):
        print("mode %d: %.4f Hz, largest at node %d" % (k, frequency, numbers[size.argmax()]))
