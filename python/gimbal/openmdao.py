"""A case as a component of OpenMDAO.

    problem.model.add_subsystem("wing", Component(case=gimbal.Case("wing.yaml")), promotes=["*"])
    problem.model.add_subsystem("wing", MarchComponent(case=case, forces="F", steps=100), promotes=["*"])

Inputs are the entries of the case's `design`, outputs its functionals; each is an array where it has several
values. MarchComponent has the forces at nodes as an input too, and their motion as outputs. Without OpenMDAO the
classes have the same methods, for programs that call them in the same way.
"""
import re

import numpy

try:
    from openmdao.api import ExplicitComponent
except ImportError:
    class ExplicitComponent:
        """What components need of OpenMDAO's class: options, and the initial values of inputs and outputs."""

        class _Options(dict):
            def declare(self, name, default=None, **description):
                self.setdefault(name, default)

        def __init__(self, **options):
            self.options, self.inputs, self.outputs = self._Options(options), {}, {}
            self.initialize()

        def add_input(self, name, val):
            self.inputs[name] = numpy.array(val, dtype=float)

        def add_output(self, name, val):
            self.outputs[name] = numpy.array(val, dtype=float)

        def declare_partials(self, of, wrt):
            pass


def _groups(names):
    """Places of names by what stands before their number: skin.1, F.12.x, tip[0]; the others alone."""
    groups = {}
    for place, name in enumerate(names):
        groups.setdefault(re.sub(r"(\.\d+(\.[xyz])?|\[\d+\])$", "", name), []).append(place)
    return {re.sub(r"\W", "_", name): places for name, places in groups.items()}


class _State:
    """A case, its names, and its last run: one attribute of the component, which has many of its own."""

    def __init__(self, case):
        self.case, self.x, self.values, self.result = case, None, None, None
        self.designs, self.functionals = _groups(case.designs), _groups(case.functionals)

    def designs_of(self, inputs):
        x = self.case.x
        for name, places in self.designs.items():
            x[places] = inputs[name]
        return x

    def run(self, inputs):
        """The functionals at these designs; a march is made where they are others than the last."""
        x = self.designs_of(inputs)
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


class MarchComponent(ExplicitComponent):
    """A march under forces at nodes that are given for each step, with products by the transposed Jacobian.

    Inputs are the entries of `design` but `forces`, and `forces`, [steps + 1, nodes, 3], from the initial state on.
    Outputs are the functionals, and `displacements` and `velocities` of these nodes at the ends of the steps,
    [steps, nodes, 3].
    """

    def initialize(self):
        self.options.declare("case", recordable=False, desc="a gimbal.Case")
        self.options.declare("forces", desc="the name of an entry of `design` with a load and parameter: values")
        self.options.declare("steps", desc="the steps of the march, as in the case")

    def setup(self):
        self._gimbal = state = _State(self.options["case"])
        places = state.designs.pop(re.sub(r"\W", "_", str(self.options["forces"])), None)
        if places is None:
            raise ValueError("forces: found %r; accepted: the name of an entry of `design` with a load and parameter: values"
                             % (self.options["forces"],))
        shape = self.options["steps"], len(places) // 3, 3
        state.passed = True
        for name, own in state.designs.items():
            self.add_input(name, val=state.case.x[own])
        self.add_input("forces", val=numpy.zeros((shape[0] + 1,) + shape[1:]))
        for name, own in state.functionals.items():
            self.add_output(name, val=numpy.zeros(len(own)))
        for name in "displacements", "velocities":
            self.add_output(name, val=numpy.zeros(shape))

    def compute(self, inputs, outputs):
        state, forces = self._gimbal, inputs["forces"]
        state.case.begin(self.options["forces"], forces[0], x=state.designs_of(inputs))
        for step in range(1, len(forces)):
            outputs["displacements"][step - 1], outputs["velocities"][step - 1] = state.case.step(forces[step])
            state.case.accept()
        values = state.case.end()
        state.result, state.passed = state.case._result, False
        state.x, state.forces = state.case.x, numpy.array(forces)
        for name, places in state.functionals.items():
            outputs[name] = values[places]

    def compute_jacvec_product(self, inputs, d_inputs, d_outputs, mode):
        if mode != "rev":
            raise NotImplementedError("mode: found %r; accepted: rev, for the adjoint is that of the outputs" % mode)
        state, steps = self._gimbal, self.options["steps"]
        if (state.passed or state.result is not state.case._result or not numpy.array_equal(state.x, state.designs_of(inputs))
                or not numpy.array_equal(state.forces, inputs["forces"])):
            self.compute(inputs, {name: numpy.zeros((steps,) + inputs["forces"].shape[1:])
                                  for name in ("displacements", "velocities")})
        weight = numpy.zeros(len(state.case.functionals))
        for name, places in state.functionals.items():
            if name in d_outputs:
                weight[places] = d_outputs[name]
        # The first functional takes the derivatives by the motion along, divided by its weight. Where that is zero, they
        # are multiplied by so much that its own derivatives vanish in round-off.
        weight[0] = weight[0] or 1e-20
        by = {name: numpy.zeros((len(weight),) + inputs["forces"].shape[1:]) for name in ("displacements", "velocities")}
        state.passed = True
        for step in range(steps, -1, -1):
            for name, value in by.items():
                value[0] = d_outputs[name][step - 1] / weight[0] if step > 0 and name in d_outputs else 0
            part = state.case.adjoint_step(*by.values())
            if "forces" in d_inputs:
                d_inputs["forces"][step] += numpy.tensordot(weight, part, 1)
        gradient = weight @ state.case.gradient()
        for name, places in state.designs.items():
            if name in d_inputs:
                d_inputs[name] += gradient[places]
