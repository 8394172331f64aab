"""A case as a component of OpenMDAO.

    problem.model.add_subsystem("wing", Component(case=gimbal.Case("wing.yaml")), promotes=["*"])

Inputs are the entries of the case's `design`, outputs its functionals; each is an array where it has several
values. Without OpenMDAO the class stands on its own, for whatever calls it in the same way.
"""
import re

import numpy

try:
    from openmdao.api import ExplicitComponent
except ImportError:
    ExplicitComponent = object


def _groups(names):
    """Places of names by what stands before their number: skin.1, tip[0]; the others alone."""
    groups = {}
    for place, name in enumerate(names):
        groups.setdefault(re.sub(r"(\.\d+|\[\d+\])$", "", name), []).append(place)
    return {re.sub(r"\W", "_", name): places for name, places in groups.items()}


class Component(ExplicitComponent):
    def initialize(self):
        self.options.declare("case", recordable=False, desc="a gimbal.Case")

    def setup(self):
        self.case = self.options["case"]
        self.inputs, self.outputs = _groups(self.case.designs), _groups(self.case.functionals)
        for name, places in self.inputs.items():
            self.add_input(name, val=self.case.x[places])
        for name, places in self.outputs.items():
            self.add_output(name, val=numpy.zeros(len(places)))
        self.declare_partials("*", "*")

    def _run(self, inputs):
        """The functionals at these designs; a march is made where they are others than the last."""
        x = self.case.x
        for name, places in self.inputs.items():
            x[places] = inputs[name]
        if getattr(self, "_at", None) is None or not numpy.array_equal(self._at, x):
            self._at = None
            self._values = self.case.run(x)
            self._at = x
        return self._values

    def compute(self, inputs, outputs):
        values = self._run(inputs)
        for name, places in self.outputs.items():
            outputs[name] = values[places]

    def compute_partials(self, inputs, partials):
        self._run(inputs)
        gradient = self.case.gradient()
        for of, rows in self.outputs.items():
            for wrt, columns in self.inputs.items():
                partials[of, wrt] = gradient[numpy.ix_(rows, columns)]
