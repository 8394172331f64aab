"""Gimbal from Python: flexible multibody dynamics with an exact gradient by any designs.

    import gimbal
    case = gimbal.Case("wing.yaml", set={"time.steps": 100})
    f = case.run(x)          # values of the functionals, as case.functionals names them
    g = case.gradient()      # [functionals, designs] of that run

Arrays view memory of the library, which lives as long as they do. Under mpirun all ranks do the same;
with mpi4py, Case(..., comm=COMM) has a communicator of its own. Errors are gimbal.Error with the
program's text. Ctrl-C ends a march after the step that it is in, as KeyboardInterrupt on all ranks. The library
is build/libgimbal.so.0 of the checkout, that of the installation, or what GIMBAL_LIBRARY names.

Threads may use cases, also the same case: a method waits until that of another thread has ended. All ranks
must call the methods in the same order, so that under mpirun one thread of each rank should call them.
"""
import atexit
import ctypes
import functools
import html
import itertools
import json
import math
import os
import signal
import threading
import warnings
import weakref
from pathlib import Path

import numpy

METHODS = {None: 0, "adjoint": 1, "tangent": 2, "auto": 3}
_HISTORIES = 4
_SAME_FACTOR = 8
_STAGES = 16
_STOPPED = 75
_MOST_ROWS = 20
_WRENCH = ("fx", "fy", "fz", "mx", "my", "mz")  # of a reaction; a joint has more values
_STOP = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)


class Error(Exception):
    """What went wrong, in words; `status` is the program's exit status for it, `code` its code (docs/errors.md)."""

    def __init__(self, status, text, code="wrong-call"):
        super().__init__(text)
        self.status = status
        self.code = code

    def __reduce__(self):  # so that another process can raise it again
        return type(self), (self.status, str(self), self.code)


class _Library:
    """The functions of the shared library, of which one thread at a time may call one."""

    def __init__(self, library):
        self.library, self.lock = library, threading.RLock()

    def __getattr__(self, name):
        function = getattr(self.library, name)

        def call(*arguments):
            with self.lock:
                return function(*arguments)

        setattr(self, name, call)
        return call


def _one_at_a_time(method):
    """A method that other threads wait for, although it makes several calls of the library."""
    @functools.wraps(method)
    def locked(*arguments, **named):
        with _library.lock:
            return method(*arguments, **named)
    return locked


def _load():
    name = "libgimbal.so.0"
    places = [Path(os.environ["GIMBAL_LIBRARY"])] if "GIMBAL_LIBRARY" in os.environ else [
        up / folder / name for up in Path(__file__).resolve().parents for folder in (".", "lib", "build")]
    library = ctypes.CDLL(str(next((p for p in places if p.exists()), name)))
    text, handle, array = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p
    for kind, names in ((text, "version message code warnings design_name functional_name history_name field_name "
                         "direction_name"),
                        (array, "design_values design_lower design_upper values gradient history_times "
                                "history_values history_derivatives node_numbers coordinates cell_numbers field "
                                "mode_frequencies mode_shapes mode_derivatives direction_errors coupled_displacements "
                                "coupled_velocities coupled_rotations coupled_angular_velocities coupled_coordinates "
                                "coupled_numbers")):
        for function in names.split():
            getattr(library, "gimbal_" + function).restype = kind
    library.gimbal_design_node.restype = ctypes.c_int64
    library.gimbal_coupled_time.restype = ctypes.c_double
    for function in ("destroy", "result_free"):
        getattr(library, "gimbal_" + function).argtypes = [ctypes.POINTER(handle)]
        getattr(library, "gimbal_" + function).restype = None
    return _Library(library)


def _start_mpi():
    """MPI, by mpi4py where it is present, unless the program has started it already."""
    try:
        from mpi4py import MPI  # noqa: F401 (importing it starts MPI, and ends it at exit)
    except ImportError:
        started = ctypes.c_int()
        _library.MPI_Initialized(ctypes.byref(started))
        if not started.value:
            serialized = 2  # MPI_THREAD_SERIALIZED: several threads, one at a time
            _library.MPI_Init_thread(None, None, serialized, ctypes.byref(ctypes.c_int()))
            atexit.register(_library.MPI_Finalize)


_library = _load()
_start_mpi()
_numbers = itertools.count()
_cases = weakref.WeakValueDictionary()  # in the order in which they were made, the same on all ranks


@atexit.register
def _close():  # before MPI ends: what is registered last comes first
    for case in list(_cases.values()):
        case.close()


__version__ = _library.gimbal_version().decode()


def _plain(value):
    """The value with lists in place of arrays and tuples, and Python's numbers in place of numpy's."""
    if isinstance(value, (numpy.ndarray, numpy.generic)):
        return _plain(value.tolist())
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, float) and not math.isfinite(value):
        raise Error(2, "set: found %r; accepted: finite numbers" % value, "wrong-setting")
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise Error(2, "set: found a value of type %s; accepted: numbers, booleans, strings, None, and arrays, tuples, "
                   "lists and dicts of these" % type(value).__name__, "wrong-setting")


def _written(value):
    """The text of a value in a case file. A string by itself is such a text already."""
    value = _plain(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _table(title, head, rows):
    """A table of HTML with at most _MOST_ROWS of the rows."""
    def line(cells, kind="td"):
        return "<tr>%s</tr>" % "".join("<%s>%s</%s>" % (kind, html.escape(str(cell)), kind) for cell in cells)
    more = "<p>and %d more</p>" % (len(rows) - _MOST_ROWS) if len(rows) > _MOST_ROWS else ""
    return "<h4>%s</h4><table>%s%s</table>%s" % (title, line(head, "th"), "".join(map(line, rows[:_MOST_ROWS])), more)


def _view(address, shape, owner, kind=ctypes.c_double):
    """An array of numbers at an address, whose memory `owner` keeps."""
    if 0 in shape:
        return numpy.zeros(shape, kind)
    buffer = (kind * math.prod(shape)).from_address(address)
    buffer._owner = owner
    return numpy.frombuffer(buffer, kind).reshape(shape)


def _address_of(given, shape, what):
    """The address of an array of numbers of this shape."""
    array = numpy.ascontiguousarray(given, dtype=float)
    if array.shape != shape:
        raise Error(2, "%s: found the shape %s; accepted: %s" % (what, array.shape, shape))
    return array.ctypes.data_as(ctypes.c_void_p)


class _Coupled:
    """The inputs of a march by steps: whether they are one array, the vectors of each entry, and the shape of motions."""

    def __init__(self, alone, sizes):
        self.alone, self.sizes, self.shape = alone, sizes, (0, 3)

    def join(self, given, stages=()):
        """The address of one array of all inputs."""
        arrays = [given] if self.alone else list(given)
        if len(arrays) != len(self.sizes):
            raise Error(2, "inputs: found %d arrays; accepted: %d, one for each name" % (len(arrays), len(self.sizes)))
        arrays = [numpy.asarray(one, dtype=float) for one in arrays]
        for one, size in zip(arrays, self.sizes):
            if one.shape != stages + (size, 3):
                raise Error(2, "inputs: found the shape %s; accepted: %s" % (one.shape, stages + (size, 3)))
        self.kept = numpy.ascontiguousarray(numpy.concatenate(arrays, axis=-2))  # while the library reads it
        return self.kept.ctypes.data_as(ctypes.c_void_p)

    def split(self, array):
        """The parts of an array of all inputs."""
        return array if self.alone else numpy.split(array, numpy.cumsum(self.sizes)[:-1], axis=-2)


class _Result:
    """What a run made; freed when the last array of it goes."""

    def __init__(self, handle):
        self.handle = handle
        weakref.finalize(self, _library.gimbal_result_free, ctypes.byref(handle))

    def array(self, name, *shape):
        address = getattr(_library, "gimbal_" + name)(self.handle)
        return _view(address, shape, self) if address else None

    def constant(self, name, *shape, kind=ctypes.c_double):
        """An array that is read alone."""
        address = getattr(_library, "gimbal_" + name)(self.handle)
        found = _view(address, shape, self, kind)
        found.flags.writeable = False
        return found

    def count(self, name):
        return getattr(_library, "gimbal_" + name)(self.handle)

    def field(self, name):
        """Values of nodes or cells; None where there is no field of this name."""
        of_cells, components = ctypes.c_int(), ctypes.c_int()
        address = _library.gimbal_field(self.handle, name.encode(), ctypes.byref(of_cells), ctypes.byref(components))
        if not components.value:
            return None
        rows = self.count("cells" if of_cells.value else "nodes")
        found = _view(address, (rows, components.value) if components.value > 1 else (rows,), self)
        found.flags.writeable = False
        return found


class _Signals:
    """While the library marches, Python's handlers of signals run between its steps; what one of them raises, as
    KeyboardInterrupt, is raised when the march has ended."""

    def __init__(self):
        self.handlers, self.raised = {}, None
        self.stop = _STOP(lambda _: self.raised is not None)

    def _handle(self, number, frame):
        try:
            self.handlers[number](number, frame)
        except BaseException as exception:  # the library would pass it over
            self.raised = exception

    def __enter__(self):
        if threading.current_thread() is threading.main_thread():
            self.handlers = {number: handler for number in signal.valid_signals()
                             if callable(handler := signal.getsignal(number))}
        for number in self.handlers:
            signal.signal(number, self._handle)
        return self

    def __exit__(self, *_):
        for number, handler in self.handlers.items():
            if signal.getsignal(number) == self._handle:  # else a handler has set another one
                signal.signal(number, handler)
        if self.raised is not None:
            raise self.raised


class Case:
    """A model and its requests, as a case file describes them.

    file   path of the case, or with `text` its name in messages
    set    changes of its keys, {"time.steps": 10, "functions.ks.weight": 50, "gravity": [0, 0, -9.81]}
    text   the case itself
    comm   a communicator of mpi4py; None: all ranks
    """

    @_one_at_a_time
    def __init__(self, file="case.yaml", set=None, text=None, comm=None):
        self._handle = ctypes.c_void_p()
        self._result = self._modes = self._coupled = None
        self._file = os.fspath(file)
        self.designs, self.functionals, self.histories = [], [], []
        world = ctypes.byref(ctypes.c_int(comm.py2f())) if comm is not None else None
        self._check(_library.gimbal_create_f(world, ctypes.byref(self._handle)))
        _cases[next(_numbers)] = self
        for key, value in (set or {}).items():
            self.set(key, value)
        name = os.fsencode(file)
        if text is not None and "\0" in text:
            raise Error(2, "text: found a zero byte in line %d; accepted: the text of a case"
                        % (text[:text.index("\0")].count("\n") + 1))
        self._check(_library.gimbal_load(self._handle, name) if text is None
                    else _library.gimbal_load_text(self._handle, name, text.encode()))
        self._name()
        self._warned = []
        self._warn(stacklevel=4)

    def _warn(self, stacklevel):
        """Pass on warnings, those with a code of docs/errors.md once a case: numbers differ from run to run."""
        for line in _library.gimbal_warnings(self._handle).decode().splitlines():
            code = line[line.rfind(" ["):] if line.endswith("]") else line
            if code not in self._warned:
                warnings.warn(line, stacklevel=stacklevel)
            self._warned.append(code)

    def _check(self, status):
        if status:
            message, code = _library.gimbal_message(self._handle), _library.gimbal_code(self._handle)
            raise Error(status, message.decode(), code.decode())

    def _call(self, name, *arguments):
        if not self._handle:
            raise Error(2, "the case is closed")
        return getattr(_library, "gimbal_" + name)(self._handle, *arguments)

    def _march(self, name, *arguments):
        """A call that signals end between two steps, on all ranks."""
        with _Signals() as signals:
            self._call("set_stop", signals.stop, None)
            status = self._call(name, *arguments)
            self._call("set_stop", None, None)
        if status == _STOPPED:  # by another rank's signal
            raise KeyboardInterrupt
        self._check(status)

    def _name(self):
        """Names of the designs, of the functionals' values and of the histories' columns."""
        self.designs, self.functionals, self.histories = (
            [self._call(one + "_name", i).decode() for i in range(self._call(all))]
            for one, all in (("design", "designs"), ("functional", "functionals"), ("history", "histories")))

    def close(self):
        """Free the model; all ranks must. Arrays stay. A case that is dropped is closed too."""
        if self._handle:
            _library.gimbal_destroy(ctypes.byref(self._handle))

    __del__ = close

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __repr__(self):
        if not self._handle:
            return "<gimbal.Case %r, closed>" % self._file
        return "<gimbal.Case %r: %d designs, %d values of functionals, %s>" % (
            self._file, len(self.designs), len(self.functionals), "has run" if self._result else "has not run")

    @_one_at_a_time
    def _repr_html_(self):
        """For notebooks: values of the functionals in the last run, and the designs of the next one."""
        title = "<p>%s</p>" % html.escape(repr(self))
        if not self._handle:
            return title
        values = self._result.array("values", len(self.functionals)) if self._result else None
        found = ["" if values is None else "%.8g" % value for value in (self.functionals if values is None else values)]
        designs = zip(self.designs, *(["%.8g" % one for one in column] for column in (self.x, *self.bounds)))
        return (title + _table("Functionals", ("name", "value"), list(zip(self.functionals, found)))
                + _table("Designs", ("name", "value", "lower", "upper"), list(designs)))

    def __reduce_ex__(self, protocol):
        raise TypeError("a gimbal.Case can be neither copied nor pickled: its model lives in the library, on all its "
                        "ranks; accepted: another gimbal.Case of the same file and settings, with x of this one")

    @_one_at_a_time
    def set(self, key, value):
        """Change a key of the case, and build the model anew where there is one. Arrays of the last run stay, but the
        methods that give them need another run.

        value  a number, boolean or None; a string as in a case file; an array, tuple, list or dict of these
        """
        self._check(self._call("set", ("%s=%s" % (key, _written(value))).encode()))
        self._result = self._modes = None  # of other designs, functionals and nodes perhaps
        self._name()

    @_one_at_a_time
    def _designs(self, name):
        found = _view(self._call("design_" + name), (len(self.designs),), self).copy()
        found.flags.writeable = False
        return found

    @property
    def x(self):
        """Designs of the next run, read-only: assign to all of it, or to some by set_designs."""
        return self._designs("values")

    @x.setter
    def x(self, values):
        self.set_designs(values)

    @property
    def bounds(self):
        """Lower and upper bounds of the designs, infinite where there is none."""
        return self._designs("lower"), self._designs("upper")

    @_one_at_a_time
    def set_designs(self, values, name=None):
        """Values of all designs, of one ("skin.17"), or of all those of an entry of the case ("skin")."""
        values = numpy.ascontiguousarray(numpy.atleast_1d(values), dtype=float).ravel()
        self._check(self._call("set_designs", name.encode() if name else None, len(values),
                               values.ctypes.data_as(ctypes.c_void_p)))

    @_one_at_a_time
    def run(self, x=None, method="adjoint", histories=False, same_factor=False):
        """March. Values of the functionals.

        method       of the gradient that may follow: "adjoint", "tangent", or "auto", the cheaper one;
                     None: no gradient will, and states need not be kept
        histories    keep what probes see, for history()
        same_factor  linear statics: runs with it, of which only amplitudes, forces and moments of loads and numbers of
                     temperatures differ, have one factor of the stiffness
        """
        if method not in METHODS:
            raise Error(2, "method: found %r; accepted: adjoint, tangent, auto, None" % (method,))
        if x is not None:
            self.x = x
        if not self.designs or not (self.functionals or method == "tangent"):
            method = None
        request = METHODS[method] + (_HISTORIES if histories else 0) + (_SAME_FACTOR if same_factor else 0)
        handle = ctypes.c_void_p()
        self._result = self._modes = None
        self._march("run", request, ctypes.byref(handle))
        self._result = _Result(handle)
        self._warn(stacklevel=4)
        return self._result.array("values", len(self.functionals))

    def _last(self):
        if self._result is None:
            raise Error(2, "there is no run; accepted: run() before this")
        return self._result

    @_one_at_a_time
    def gradient(self):
        """Derivatives of the functionals of the last run by its designs: [functionals, designs]."""
        result = self._last()
        self._march("differentiate", result.handle)
        return result.array("gradient", len(self.functionals), len(self.designs))

    @_one_at_a_time
    def begin(self, design, inputs, x=None, method="adjoint", histories=False, stages=False):
        """Begin a march by steps, whose inputs at nodes, as forces, follow from their motion:

            u, v = case.begin("F", forces)
            for step in range(1, steps + 1):
                u, v = case.step(forces)  # once or more: case.repeat(other forces)
                case.accept()
            f = case.end()
            for step in range(steps, -1, -1):
                dF = case.adjoint_step(du, dv)  # once or more: case.adjoint_repeat(du, dv)
            df = case.gradient()

        Displacements u and velocities v of the nodes are [nodes, 3], on all ranks. coupled_numbers() has the numbers of
        the nodes: those of the inputs, each once, in the order of their first input.

        design     name of an entry of `design` with a load and parameter: values (forces or moments), or with a support
                   and parameter: displacements, velocities or accelerations (dynamics needs all three, a static march
                   displacements alone); or a list of names
        inputs     at the initial state, [nodes of the entry, 3], the same on all ranks; of a list of names a list of such
                   arrays, here and below
        method     "adjoint", or None: no adjoint follows
        histories  keep what probes see, for history()
        stages     each stage of a step has inputs and motions of its own: below arrays are [stages, nodes, 3], with the
                   times stage_times(step)
        """
        if method not in ("adjoint", None):
            raise Error(2, "method: found %r; accepted: adjoint, None" % (method,))
        if x is not None:
            self.x = x
        self._result = self._modes = None
        names = [design] if isinstance(design, str) else list(design)
        sizes = [sum(one.startswith(name + ".") for one in self.designs) // 3 for name in names]
        if not names or not all(sizes):
            raise Error(2, "design: found %r; accepted: the name of an entry of `design` with a load and parameter: values, "
                        "or with a support and parameter: displacements, velocities or accelerations; or a list of names"
                        % (design,))
        self._coupled = _Coupled(isinstance(design, str), sizes)
        request = METHODS[method] + (_HISTORIES if histories else 0) + (_STAGES if stages else 0)
        self._check(self._call("begin", ",".join(names).encode(), request, self._coupled.join(inputs)))
        self._coupled.shape = ((self._call("coupled_stages"),) if stages else ()) + (self._call("coupled_nodes"), 3)
        return self._motion()

    def _coupling(self, name, *shape, kind=ctypes.c_double):
        address = self._call("coupled_" + name)
        if not address:
            raise Error(2, "there is no march by steps; accepted: begin() before this")
        return _view(address, shape or self._coupled.shape, self, kind).copy()

    @_one_at_a_time
    def coupled_coordinates(self):
        """Positions in the reference configuration of the nodes of a march by steps, [nodes, 3]."""
        return self._coupling("coordinates", self._call("coupled_nodes"), 3)

    @_one_at_a_time
    def coupled_numbers(self):
        """Numbers in the mesh file of the nodes of a march by steps, [nodes]."""
        return self._coupling("numbers", self._call("coupled_nodes"), kind=ctypes.c_int64)

    @_one_at_a_time
    def coupled_rotations(self):
        """Rotations about the global axes of the nodes of a march by steps in the last step, [nodes, 3], in radians; with
        stages [stages, nodes, 3]. They are zero at nodes without directors."""
        return self._coupling("rotations")

    @_one_at_a_time
    def coupled_angular_velocities(self):
        """Angular velocities about the global axes of the nodes of a march by steps in the last step, [nodes, 3], in radians
        per unit of time; with stages [stages, nodes, 3]. At a node of a smooth shell they have no part along its director."""
        return self._coupling("angular_velocities")

    @_one_at_a_time
    def stage_times(self, step):
        """Times of the stages of a step that have inputs of their own, [stages of the step]."""
        times = [self._call("coupled_time", step, stage) for stage in range(self._call("coupled_stages"))]
        return numpy.array([time for time in times if not math.isnan(time)])

    def _motion(self):
        return self._coupling("displacements"), self._coupling("velocities")

    def _inputs(self, given):
        return self._coupled.join(given, self._coupled.shape[:-2]) if self._coupled else None

    @_one_at_a_time
    def step(self, inputs):
        """Compute the next step of a march by steps. Displacements and velocities at its end, or at its stages.

        Where a step has no solution with its inputs, Error has the status 4 (diverged) or 5 (singular), and the march is at
        the end of the step before: step() or repeat() with other inputs computes the step.
        """
        self._check(self._call("step", self._inputs(inputs)))
        return self._motion()

    @_one_at_a_time
    def repeat(self, inputs):
        """Compute the last step again with other inputs. Displacements and velocities at its end, or at its stages."""
        self._check(self._call("repeat", self._inputs(inputs)))
        return self._motion()

    @_one_at_a_time
    def accept(self):
        """Accept the last step: functionals count it, and the next step follows it."""
        self._check(self._call("accept"))

    @_one_at_a_time
    def end(self):
        """End a march by steps after its last step. Values of the functionals."""
        handle = ctypes.c_void_p()
        self._check(self._call("end", ctypes.byref(handle)))
        self._result = _Result(handle)
        self._warn(stacklevel=4)
        return self._result.array("values", len(self.functionals))

    def _pass(self, again, *by):
        if not self._coupled:
            raise Error(2, "there is no march by steps; accepted: begin() before this")
        values = (len(self.functionals),)
        shape = values + self._coupled.shape
        found = numpy.zeros(values + self._coupled.shape[:-2] + (sum(self._coupled.sizes), 3))
        given = [None if one is None else _address_of(one, shape, what) for one, what in zip(by, ("du", "dv", "dr", "dw"))]
        self._check(self._call("adjoint_motions", again, (ctypes.c_void_p * 4)(*given),
                               found.ctypes.data_as(ctypes.c_void_p)))
        return self._coupled.split(found)

    @_one_at_a_time
    def adjoint_step(self, du=None, dv=None, dr=None, dw=None):
        """Pass the next step of the adjoint: the last step first, step 0 last. Derivatives of the functionals by the
        inputs of the step, [functionals, nodes of the entry, 3] (a list of such arrays if begin() had a list).

        du, dv, dr, dw  derivatives of the functionals by displacements, velocities, rotations and angular velocities at
                        the end of the step through the inputs of this and later steps, [functionals, nodes, 3]; None: zeros
        With stages all these are [functionals, stages, nodes, 3].
        """
        return self._pass(0, du, dv, dr, dw)

    @_one_at_a_time
    def adjoint_repeat(self, du=None, dv=None, dr=None, dw=None):
        """Pass the same step again with further derivatives. What this adds to the derivatives by its inputs."""
        return self._pass(1, du, dv, dr, dw)

    def dX(self):
        """Derivatives of the functionals of the last run by the coordinates of this rank's nodes, [functionals, nodes, 3];
        nan at nodes whose coordinates are no designs."""
        return self._by_nodes(0, None, "no design is a coordinate; accepted: an entry of `design` with coordinates: "
                              "GROUP")

    def dloads(self, name):
        """Derivatives of the functionals of the last run by the forces of this rank's nodes, [functionals, nodes, 3]; nan
        at nodes without such a force.

        name  of the entry of `design` with a load and parameter: values
        """
        return self._by_nodes(1, name, "found %r; accepted: the name of an entry of `design` with a load and parameter: "
                                       "values" % (name,))

    def dvelocities(self, name):
        """Derivatives of the functionals of the last run by the initial velocities of this rank's nodes, [functionals,
        nodes, 3]; nan at nodes whose initial velocities are no designs of this name.

        name  of the entry of `design` with an initial motion and parameter: velocities
        """
        return self._by_nodes(2, name, "found %r; accepted: the name of an entry of `design` with an initial motion and "
                                       "parameter: velocities" % (name,))

    def factorisations(self):
        """Number of factorisations of the last run and, after gradient(), of that."""
        return self._last().count("factorisations")

    @_one_at_a_time
    def _by_nodes(self, wanted, name, refusal):
        """Columns of the gradient as an array of this rank's nodes."""
        axis, vector = ctypes.c_int(), ctypes.c_int()
        found, rows = [], {number: k for k, number in enumerate(self._numbers().tolist())}
        for j, design in enumerate(self.designs):
            node = self._call("design_node", j, ctypes.byref(axis), ctypes.byref(vector))
            if node and vector.value == wanted and (
                    not wanted or design == "%s.%d.%s" % (name, node, "xyz"[axis.value])):
                found.append((j, node, axis.value))
        if not found:
            raise Error(2, refusal)
        gradient, array = self.gradient(), numpy.full((len(self.functionals), len(rows), 3), numpy.nan)
        for j, node, i in found:
            if node in rows:
                array[:, rows[node], i] = gradient[:, j]
        return array

    def _numbers(self):
        """Numbers of the nodes of the last run."""
        result = self._last()
        return result.constant("node_numbers", result.count("nodes"), kind=ctypes.c_int64)

    @_one_at_a_time
    def verify(self, method="adjoint"):
        """Compare the gradient at the designs x with complex-step runs of the whole march: relative errors by the name of
        the functional and of the design, or one random direction of more than six designs. An Error where one is above
        1e-8. The last run stays.

        method  "adjoint", "tangent", or "auto"
        """
        if method is None or method not in METHODS:
            raise Error(2, "method: found %r; accepted: adjoint, tangent, auto" % (method,))
        handle = ctypes.c_void_p()
        self._march("verify", METHODS[method], ctypes.byref(handle))
        result = _Result(handle)
        names = [_library.gimbal_direction_name(handle, k).decode() for k in range(result.count("directions"))]
        errors = result.array("direction_errors", len(self.functionals), len(names))
        return {f: dict(zip(names, row.tolist())) for f, row in zip(self.functionals, errors)}

    @_one_at_a_time
    def complex_step(self, along):
        """Derivatives of the functionals at the designs x along a direction, by a complex-step run of the whole march:
        [functionals]. They have no error of truncation, and need one run for each direction. The last run stays.

        along  name of a design, as "X.17.x", or a direction of all designs, [designs]
        """
        if isinstance(along, str):
            if along not in self.designs:
                raise Error(2, "along: found %r; accepted: %s" % (along, ", ".join(self.designs[:_MOST_ROWS])))
            along = [design == along for design in self.designs]
        found = numpy.zeros(len(self.functionals))
        self._march("complex_step", _address_of(along, (len(self.designs),), "along"), found.ctypes.data_as(ctypes.c_void_p))
        return found

    @_one_at_a_time
    def node_numbers(self):
        """Numbers in the mesh file of this rank's nodes, [nodes]; each node is on one rank. Points of bodies' shapes
        and the like have higher numbers."""
        result = self._modes or self._last()
        return result.constant("node_numbers", result.count("nodes"), kind=ctypes.c_int64)

    @_one_at_a_time
    def coordinates(self):
        """Positions of this rank's nodes in the reference configuration of the last run, or of the modes that were
        found after it: [nodes, 3]."""
        result = self._modes or self._last()
        return result.constant("coordinates", result.count("nodes"), 3)

    def displacements(self):
        """Displacements of this rank's nodes at the end of the last run, [nodes, 3]."""
        return self.field("displacement")

    def velocities(self):
        """Velocities of this rank's nodes at the end of the last run, [nodes, 3]."""
        return self.field("velocity")

    @_one_at_a_time
    def cell_numbers(self):
        """Numbers in the mesh file of this rank's cells (elements and the like) in the last run, [cells]."""
        result = self._last()
        return result.constant("cell_numbers", result.count("cells"), kind=ctypes.c_int64)

    @_one_at_a_time
    def fields(self):
        """Names of the fields that the last run has, as its results file names them."""
        result = self._last()
        return [_library.gimbal_field_name(result.handle, i).decode() for i in range(result.count("fields"))]

    @_one_at_a_time
    def field(self, name):
        """A field at the end of the last run: [nodes or cells of this rank] or, of vectors, [nodes or cells, 3]."""
        found = self._last().field(name) if isinstance(name, str) else None
        if found is None:
            raise Error(2, "field: found %r; accepted: %s" % (name, ", ".join(self.fields())))
        return found

    @_one_at_a_time
    def write_results(self, path):
        """Write the fields at the end of the last run as the only frame of PATH.vtkhdf, with PATH.xdmf beside it."""
        name = os.fspath(path)
        self._check(self._call("write_results", self._last().handle, os.fsencode(name.removesuffix(".vtkhdf"))))

    @_one_at_a_time
    def modes(self, count=0):
        """Natural frequencies in Hz [modes] and shapes of this rank's nodes [modes, nodes, 3] at the designs x, about
        the state that `modes` of the case names.

        count  number of modes; 0: as the case says, or ten
        """
        if isinstance(count, bool) or not isinstance(count, (int, numpy.integer)) or not 0 <= count < 2**31:
            raise Error(2, "modes: found %r; accepted: a number of modes, or 0" % (count,))
        handle = ctypes.c_void_p()
        self._modes = None
        self._march("find_modes", int(count), ctypes.byref(handle))
        self._modes = found = _Result(handle)
        modes = found.count("modes")
        return found.constant("mode_frequencies", modes), found.constant("mode_shapes", modes, found.count("nodes"), 3)

    @_one_at_a_time
    def modes_gradient(self):
        """Derivatives of the frequencies that modes() gave by the designs, [modes, designs]; nan for rigid and repeated
        modes."""
        if self._modes is None:
            raise Error(2, "there are no modes; accepted: modes() before this, after the last run")
        found = self._modes.array("mode_derivatives", self._modes.count("modes"), len(self.designs))
        if found is None:
            raise Error(2, "these modes have no derivatives: there are no designs, or the frame turns and designs move "
                           "positions")
        return found

    @_one_at_a_time
    def history(self):
        """Of the last run: t [rows] and values [rows, histories] at the ends of steps."""
        result = self._last()
        rows = _library.gimbal_history_rows(result.handle)
        if not rows:
            raise Error(2, "the run has no histories; accepted: run(histories=True)")
        return result.array("history_times", rows), result.array("history_values", rows, len(self.histories))

    @_one_at_a_time
    def reactions(self):
        """Force and moment that supports exert at the end of the last run, which must have histories=True: by the name of
        each probe with `reaction`, or NAME.node17 with per: node, an array fx fy fz mx my mz, the same on all ranks."""
        last, columns = self.history()[1][-1], {}
        for name, value in zip(self.histories, last):
            of, _, word = name.rpartition(".")
            columns.setdefault(of, {})[word] = value
        found = {of: numpy.array(list(values.values())) for of, values in columns.items() if tuple(values) == _WRENCH}
        if not found:
            raise Error(2, "the case has no reactions; accepted: probes: [{name: NAME, reaction: GROUP}]")
        return found

    @_one_at_a_time
    def history_gradient(self):
        """After run(method="tangent", histories=True): the derivatives of the first histories, u, v and a
        of probes: [rows, designs, histories of probes]."""
        self.gradient()
        rows = _library.gimbal_history_rows(self._result.handle)
        probes = sum(name.endswith(".ax") for name in self.histories)
        found = self._result.array("history_derivatives", rows, len(self.designs), 9 * probes) if rows else None
        if found is None:
            raise Error(2, 'there are no derivatives of histories; accepted: run(method="tangent", '
                           "histories=True) of a case with probes")
        return found
