"""A case as a component of OpenMDAO.

    problem.model.add_subsystem("wing", Component(case=gimbal.Case("wing.yaml")), promotes=["*"])

Inputs are the entries of the case's `design`, outputs its functionals; each is an array where it has several
values. Without OpenMDAO the class stands on its own, for whatever calls it in the same way.
"""
import re

import numpy

from openmdao.api import ExplicitComponent


def _groups(names):
    """Places of names by what stands before their number: skin.1, tip[0]; the others alone."""
    groups = {}
    for place, name in enumerate(names):
        groups.setdefault(re.sub(r"(\.\d+|\[\d+\])$", "", name), []).append(place)
    return {re.sub(r"\W", "_", name): places for name, places in groups.items()}


class _State:
    """A case, its names, and its last run: one attribute of the component, which has many of its own."""

    def __init__(self, case):
        self.case, self.x, self.values, self.result = case, None, None, None
        self.designs, self.functionals = _groups(case.designs), _groups(case.functionals)

    def run(self, inputs):
        """The functionals at these designs; a march is made where they are others than the last."""
        x = self.case.x
        for name, places in self.designs.items():
            x[places] = inputs[name]
        if self.result is None or self.result is not self.case._result or not numpy.array_equal(self.x, x):
            self.values = self.case.run(x)
            self.x, self.result = x, self.case._result
        return self.values


class Component(ExplicitComponent):
    def initialize(self):
        self.options.declare("case", recordable=False, desc="a gimbal.Case")

    def setup(self):
        self._gimbal = state = _State(self.options["case"])
        for name, places in state.designs.items():
            self.add_input(name, val=state.case.x[places])
        for name, places in state.functionals.items():
            self.add_output(name, val=numpy.zeros(len(places)))
        self.declare_partials("*", "*")

    def compute(self, inputs, outputs):
        values = self._gimbal.run(inputs)
        for name, places in self._gimbal.functionals.items():
            outputs[name] = values[places]

    def compute_partials(self, inputs, partials):
        state = self._gimbal
        state.run(inputs)
        gradient = state.case.gradient()
        for of, rows in state.functionals.items():
            for wrt, columns in state.designs.items():
                partials[of, wrt] = gradient[numpy.ix_(rows, columns)]
