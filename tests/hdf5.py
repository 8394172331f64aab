"""Read HDF5 files as plain lists, by Python's own modules and the program's HDF5 library."""
import ctypes
import ctypes.util
import math
import os
import sys

hid = ctypes.c_int64
size = ctypes.c_uint64
INTEGER, FLOAT, STRING = 0, 1, 3  # H5T_class_t


class Failure(Exception):
    """What is wrong with the file."""


def require(right, message):
    if not right:
        raise Failure(message)


class Library:
    """The HDF5 calls that reading needs, each with its types declared."""

    CALLS = {
        "H5open": (ctypes.c_int, []),
        "H5Eset_auto2": (ctypes.c_int, [hid, ctypes.c_void_p, ctypes.c_void_p]),
        "H5Fopen": (hid, [ctypes.c_char_p, ctypes.c_uint, hid]),
        "H5Fclose": (ctypes.c_int, [hid]),
        "H5Oopen": (hid, [hid, ctypes.c_char_p, hid]),
        "H5Oclose": (ctypes.c_int, [hid]),
        "H5Lexists": (ctypes.c_int, [hid, ctypes.c_char_p, hid]),
        "H5Lget_name_by_idx": (ctypes.c_ssize_t, [hid, ctypes.c_char_p, ctypes.c_int, ctypes.c_int,
                                                  size, ctypes.c_char_p, size, hid]),
        "H5Dget_space": (hid, [hid]),
        "H5Dget_type": (hid, [hid]),
        "H5Dread": (ctypes.c_int, [hid, hid, hid, hid, hid, ctypes.c_void_p]),
        "H5Sget_simple_extent_ndims": (ctypes.c_int, [hid]),
        "H5Sget_simple_extent_dims": (ctypes.c_int, [hid, ctypes.c_void_p, ctypes.c_void_p]),
        "H5Aopen": (hid, [hid, ctypes.c_char_p, hid]),
        "H5Aexists": (ctypes.c_int, [hid, ctypes.c_char_p]),
        "H5Aget_space": (hid, [hid]),
        "H5Aget_type": (hid, [hid]),
        "H5Aread": (ctypes.c_int, [hid, hid, ctypes.c_void_p]),
        "H5Tget_class": (ctypes.c_int, [hid]),
        "H5Tget_size": (ctypes.c_size_t, [hid]),
        "H5Tget_sign": (ctypes.c_int, [hid]),
    }

    def __init__(self):
        name = ctypes.util.find_library("hdf5_openmpi") or ctypes.util.find_library("hdf5")
        if not name:
            sys.exit("there is no HDF5 library (package libhdf5-openmpi-dev)")
        library = ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL)
        for call, (result, arguments) in self.CALLS.items():
            function = getattr(library, call)
            function.restype, function.argtypes = result, arguments
            setattr(self, call, function)
        self.H5open()
        self.H5Eset_auto2(0, None, None)


class File:
    """An HDF5 file opened for reading."""

    def __init__(self, path):
        self.library = Library()
        self.handle = self.library.H5Fopen(os.fsencode(path), 0, 0)
        require(self.handle >= 0, "the file cannot be opened as HDF5")

    def exists(self, name):
        parts = name.strip("/").split("/")
        return all(self.library.H5Lexists(self.handle, "/".join(parts[:k + 1]).encode(), 0) > 0
                   for k in range(len(parts)))

    def open(self, name):
        require(self.exists(name), f"{name} is missing")
        return self.library.H5Oopen(self.handle, name.encode(), 0)

    def members(self, group):
        names = []
        while group and self.exists(group):
            text = ctypes.create_string_buffer(512)
            if self.library.H5Lget_name_by_idx(self.handle, group.encode(), 0, 0, len(names), text, len(text), 0) < 0:
                break
            names.append(text.value.decode())
        return names

    def describe(self, kind, space):
        """Shape, and type as a letter and a number of bits (f64, i64, u8, or text of n bytes)."""
        dimensions = self.library.H5Sget_simple_extent_ndims(space)
        extent = (size * max(dimensions, 1))()
        self.library.H5Sget_simple_extent_dims(space, extent, None)
        bits = 8 * self.library.H5Tget_size(kind)
        letters = {FLOAT: "f", STRING: "text", INTEGER: "i"}
        letter = letters.get(self.library.H5Tget_class(kind), "?")
        if letter == "i" and self.library.H5Tget_sign(kind) == 0:
            letter = "u"
        return tuple(extent[:dimensions]), f"{letter}{bits // 8 if letter == 'text' else bits}"

    def values(self, kind, shape, name, read):
        count = math.prod(shape)
        if kind.startswith("text"):
            length = int(kind[4:])
            buffer = ctypes.create_string_buffer(max(1, count * length))
            require(read(buffer) >= 0, f"{name} cannot be read")
            return [buffer.raw[k * length:(k + 1) * length].rstrip(b"\0").decode() for k in range(count)]
        types = {"f64": ctypes.c_double, "i64": ctypes.c_int64, "i32": ctypes.c_int32, "u8": ctypes.c_uint8}
        require(kind in types, f"{name} has the type {kind}")
        buffer = (types[kind] * max(1, count))()
        require(read(buffer) >= 0, f"{name} cannot be read")
        return list(buffer[:count])

    def dataset(self, name):
        """Shape, type and values, flat."""
        handle = self.open(name)
        kind = self.library.H5Dget_type(handle)
        shape, letter = self.describe(kind, self.library.H5Dget_space(handle))
        values = self.values(letter, shape, name, lambda buffer: self.library.H5Dread(handle, kind, 0, 0, 0, buffer))
        self.library.H5Oclose(handle)
        return shape, letter, values

    def attribute(self, owner, name):
        handle = self.open(owner)
        require(self.library.H5Aexists(handle, name.encode()) > 0, f"{owner} has no attribute {name}")
        attribute = self.library.H5Aopen(handle, name.encode(), 0)
        kind = self.library.H5Aget_type(attribute)
        shape, letter = self.describe(kind, self.library.H5Aget_space(attribute))
        values = self.values(letter, shape, f"{owner}, attribute {name}",
                             lambda buffer: self.library.H5Aread(attribute, kind, buffer))
        self.library.H5Oclose(handle)
        return shape, values

    def expect(self, name, shape, kind):
        found, letter, values = self.dataset(name)
        require(found == shape and letter == kind, f"{name} is {letter} {found}, not {kind} {shape}")
        return values

    def rows(self, name):
        """A dataset of rows and columns as a list of rows."""
        shape, _, values = self.dataset(name)
        require(len(shape) == 2, f"{name} has the shape {shape}, not rows and columns")
        return [values[k * shape[1]:(k + 1) * shape[1]] for k in range(shape[0])]
