#!/usr/bin/python3
"""Require that a results file is what ParaView expects, without ParaView; silent when it is.

    tests/check-results.py CASE.vtkhdf [--frames N] [--fields displacement von_mises]

Checked are the attributes, types, shapes and values of a transient VTKHDF UnstructuredGrid with a
static mesh ("VTKHDF File Format" of VTK, version 2.0), and CASE.xdmf beside it against the same
datasets. Python's own modules and the HDF5 library of the program are all that is needed.
"""

import argparse
import math
import os
import sys
import xml.etree.ElementTree as xml

from hdf5 import Failure, File, require

# VTK vertex, line, triangle, quad, hexahedron, quadratic triangle, biquadratic quad
CORNERS = {1: 1, 3: 2, 5: 3, 9: 4, 12: 8, 22: 6, 28: 9}
XDMF_CODE = {1: [1, 1], 3: [2, 2], 5: [4], 9: [5], 12: [9], 22: [36], 28: [35]}


def check_mesh(file):
    """@return the numbers of nodes and cells, and the values of XDMF's topology"""
    require(file.attribute("/VTKHDF", "Version") == ((2,), [2, 0]), "Version is not [2, 0]")
    require(file.attribute("/VTKHDF", "Type")[1] == ["UnstructuredGrid"], "Type is not UnstructuredGrid")
    nodes, cells, ends = (file.expect(f"/VTKHDF/NumberOf{what}", (1,), "i64")[0]
                          for what in ("Points", "Cells", "ConnectivityIds"))
    points = file.expect("/VTKHDF/Points", (nodes, 3), "f64")
    require(all(map(math.isfinite, points)), "/VTKHDF/Points has values that are not finite")
    types = file.expect("/VTKHDF/Types", (cells,), "u8")
    starts = file.expect("/VTKHDF/Offsets", (cells + 1,), "i64")
    connectivity = file.expect("/VTKHDF/Connectivity", (ends,), "i64")
    require(starts[0] == 0 and starts[-1] == ends, "/VTKHDF/Offsets does not span Connectivity")
    require(all(0 <= node < nodes for node in connectivity), "/VTKHDF/Connectivity names nodes that are not there")
    topology = []
    for cell, kind in enumerate(types):
        require(kind in CORNERS, f"cell {cell} has the VTK type {kind}")
        require(starts[cell + 1] - starts[cell] == CORNERS[kind],
                f"cell {cell} of VTK type {kind} has {starts[cell + 1] - starts[cell]} nodes")
        topology += XDMF_CODE[kind] + connectivity[starts[cell]:starts[cell + 1]]
    require(file.expect("/XDMF/topology", (len(topology),), "i64") == topology,
            "/XDMF/topology is another mesh than /VTKHDF/Connectivity")
    for name, count in (("PointData/node_id", nodes), ("CellData/cell_id", cells)):
        ids = file.expect(f"/VTKHDF/{name}", (count,), "i64")
        require(len(set(ids)) == count, f"/VTKHDF/{name} has numbers twice")
    file.expect("/VTKHDF/CellData/property", (cells,), "i32")
    file.expect("/VTKHDF/CellData/kind", (cells,), "u8")
    return nodes, cells


def check_steps(file):
    """@return the times of the frames"""
    if not file.exists("/VTKHDF/Steps"):
        return []
    shape, values = file.attribute("/VTKHDF/Steps", "NSteps")
    require(shape == () and values[0] >= 1, f"NSteps is {values}")
    frames = values[0]
    times = file.expect("/VTKHDF/Steps/Values", (frames,), "f64")
    require(all(a < b for a, b in zip(times, times[1:])), "/VTKHDF/Steps/Values does not increase")
    for name, value, shape in (("PartOffsets", 0, (frames,)), ("NumberOfParts", 1, (frames,)),
                               ("PointOffsets", 0, (frames,)), ("CellOffsets", 0, (frames, 1)),
                               ("ConnectivityIdOffsets", 0, (frames, 1))):
        found = file.expect(f"/VTKHDF/Steps/{name}", shape, "i64")
        require(found == [value] * frames, f"/VTKHDF/Steps/{name} is {found}, not all {value}")
    return times


def check_fields(file, place, items, frames):
    """Every array has its items for every frame. @return the names"""
    fixed = {"node_id", "cell_id", "kind", "property"}
    names = file.members(f"/VTKHDF/{place}Data")
    if frames:
        offsets = file.members(f"/VTKHDF/Steps/{place}DataOffsets")
        require(sorted(names) == sorted(offsets),
                f"/VTKHDF/Steps/{place}DataOffsets has {offsets}, {place}Data has {names}")
    for name in names:
        rows = items if name in fixed else items * frames
        if frames:
            found = file.expect(f"/VTKHDF/Steps/{place}DataOffsets/{name}", (frames,), "i64")
            require(found == [0 if name in fixed else items * k for k in range(frames)],
                    f"/VTKHDF/Steps/{place}DataOffsets/{name} is {found}")
        path = f"/VTKHDF/{place}Data/{name}"
        shape, kind, values = file.dataset(path)
        require(shape in ((rows,), (rows, 3)), f"{path} is {shape} for {rows} rows")
        require(name in fixed or kind == "f64", f"{path} has the type {kind}")
        require(all(map(math.isfinite, values)), f"{path} has values that are not finite")
    return names


def check_histories(file):
    for name in file.members("/histories"):
        path = f"/histories/{name}"
        shape, kind, _ = file.dataset(path)
        require(kind == "f64" and len(shape) == 2, f"{path} is {kind} {shape}")
        columns = file.dataset(f"/columns/{name}")[2]
        require(len(columns) == shape[1] and all(columns), f"{path} has the columns {columns}")


def check_item(item, file, data, sizes):
    """One DataItem of XDMF that names a dataset."""
    where, _, name = item.text.strip().partition(":")
    require(where == data, f"XDMF names the file {where}, not {data}")
    if name not in sizes:
        sizes[name] = file.dataset(name)[0]
    wanted = tuple(map(int, item.get("Dimensions").split()))
    require(wanted == sizes[name], f"XDMF says {wanted} for {name}, which is {sizes[name]}")
    return sizes[name]


def check_xdmf(file, path, times, nodes, cells):
    stem, _ = os.path.splitext(path)
    root = xml.parse(stem + ".xdmf").getroot()
    require(root.tag == "Xdmf", "XDMF: the root is not Xdmf")
    grids = root.findall(".//Grid[@GridType='Uniform']")
    require(len(grids) == (max(1, len(times)) if nodes and cells else 0),
            f"XDMF has {len(grids)} grids for {len(times)} frames")
    sizes = {}
    for frame, grid in enumerate(grids):
        time = grid.find("Time")
        require(not times or float(time.get("Value")) == times[frame], "XDMF has other times")
        for item in grid.iter("DataItem"):
            if item.get("ItemType") == "HyperSlab":
                numbers = list(map(int, item[0].text.split()))
                rank = len(numbers) // 3
                start, stride, count = (numbers[k * rank:(k + 1) * rank] for k in range(3))
                shape = check_item(item[1], file, os.path.basename(path), sizes)
                require(start == [frame * count[0]] + [0] * (rank - 1) and stride == [1] * rank
                        and all(a + b <= c for a, b, c in zip(start, count, shape)),
                        f"XDMF reads the slab {numbers} of {shape} in frame {frame}")
            elif item.get("Format") == "HDF":
                check_item(item, file, os.path.basename(path), sizes)


def check(arguments):
    file = File(arguments.results)
    nodes, cells = check_mesh(file)
    times = check_steps(file)
    names = check_fields(file, "Point", nodes, len(times))
    names += check_fields(file, "Cell", cells, len(times))
    check_histories(file)
    check_xdmf(file, arguments.results, times, nodes, cells)
    require(arguments.frames in (None, len(times)), f"there are {len(times)} frames, not {arguments.frames}")
    for name in arguments.fields:
        require(name in names, f"there is no field {name}; there are {', '.join(names)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", help="CASE.vtkhdf, beside its CASE.xdmf")
    parser.add_argument("--frames", type=int, help="how many frames there must be")
    parser.add_argument("--fields", nargs="*", default=[], help="names that must be there")
    arguments = parser.parse_args()
    try:
        check(arguments)
    except (Failure, OSError, xml.ParseError) as error:
        sys.exit(f"{arguments.results}: {error}")


main()
