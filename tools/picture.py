"""Draw one frame of a results file as a PNG: the deformed mesh, coloured by a field.

    xvfb-run -a pvpython tools/picture.py CASE.xdmf OUT.png --field von_mises --title "t = 0.2 s"

Debian's ParaView 5.11 (packages paraview, python3-paraview, xvfb) draws on an X display; xvfb-run
lends it one that nobody sees. The frame is the last one unless --frame (from 0) or --time says
otherwise; several times are drawn into one picture. The mesh is warped by --warp (displacement) times --scale; --scale 0 draws it as it was.
"""

import argparse
import os
import sys

from paraview import simple


def parse_arguments():
    parser = argparse.ArgumentParser(prog="picture.py", description=__doc__.splitlines()[0])
    parser.add_argument("results", help="CASE.xdmf, beside its CASE.vtkhdf")
    parser.add_argument("picture", help="the PNG to write")
    moment = parser.add_mutually_exclusive_group()
    moment.add_argument("--frame", type=int, default=-1, help="0 is the first, -1 the last")
    moment.add_argument("--time", type=float, nargs="+", metavar="TIME",
                        help="the frame nearest to this time; several: all in one picture")
    parser.add_argument("--field", default="displacement",
                        help="what colours show; none: one colour")
    parser.add_argument("--component", default="magnitude", choices=["magnitude", "x", "y", "z"])
    parser.add_argument("--range", nargs=2, type=float, metavar=("LOW", "HIGH"),
                        help="of the colours")
    parser.add_argument("--label", help="of the colour bar; the field's name if not given")
    parser.add_argument("--warp", default="displacement",
                        help="the vector field that moves the nodes")
    parser.add_argument("--scale", type=float, default=1.0, help="factor on the displacement")
    parser.add_argument("--title", default="")
    parser.add_argument("--view", nargs=3, type=float, default=[1, -1.6, 0.9],
                        metavar=("X", "Y", "Z"), help="direction from the model to the eye")
    parser.add_argument("--up", nargs=3, type=float, default=[0, 0, 1], metavar=("X", "Y", "Z"))
    parser.add_argument("--mirror", nargs="+", default=[], choices=["x", "y", "z"],
                        help="add images across planes of symmetry through the origin")
    parser.add_argument("--zoom", type=float, default=1.0)
    parser.add_argument("--size", nargs=2, type=int, default=[1200, 800],
                        metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--no-edges", action="store_true", help="leave out the elements' edges")
    parser.add_argument("--ghost", action="store_true", help="outline the reference shape as well")
    return parser.parse_args()


def choose_times(reader, arguments):
    times = list(reader.TimestepValues) or [0.0]
    if arguments.time is not None:
        return [min(times, key=lambda time: abs(time - wanted)) for wanted in arguments.time]
    if not -len(times) <= arguments.frame < len(times):
        sys.exit(f"picture.py: {arguments.results} has {len(times)} frames, "
                 f"no frame {arguments.frame}")
    return [times[arguments.frame]]


def find_field(source, name):
    """Where a field lives, and how many components it has."""
    for place, data in (("POINTS", source.PointData), ("CELLS", source.CellData)):
        if name in data.keys():
            return place, data[name].GetNumberOfComponents()
    known = ", ".join(sorted(source.PointData.keys() + source.CellData.keys()))
    sys.exit(f"picture.py: there is no field '{name}'; there are: {known}")


def colour(display, view, source, arguments):
    if arguments.field == "none":
        simple.ColorBy(display, None)
        display.DiffuseColor = [0.72, 0.78, 0.86]
        return
    place, components = find_field(source, arguments.field)
    component = arguments.component.capitalize() if components > 1 else None
    array = (place, arguments.field)
    simple.ColorBy(display, array + (component,) if component else array)
    table = simple.GetColorTransferFunction(arguments.field)
    table.ApplyPreset("Viridis (matplotlib)", True)
    if arguments.range:
        table.RescaleTransferFunction(*arguments.range)
    else:
        display.RescaleTransferFunctionToDataRange(False, True)
    bar = simple.GetScalarBar(table, view)
    bar.Title = arguments.label or arguments.field.replace("_", " ")
    bar.ComponentTitle = "" if component in (None, "Magnitude") else component.lower()
    bar.TitleColor = bar.LabelColor = [0.1, 0.1, 0.1]
    bar.TitleFontSize, bar.LabelFontSize = 16, 14
    bar.ScalarBarLength = 0.5
    display.SetScalarBarVisibility(view, True)


def mirror(source, arguments):
    """The source and its images, for models that symmetry halved."""
    for axis in arguments.mirror:
        source = simple.Reflect(Input=source, Plane=axis.upper(), Center=0, CopyInput=1)
    return source


def show(reader, time, view, arguments):
    """The model at a time. @return what is shown of it"""
    still = simple.ForceTime(Input=reader, ForcedTime=time)
    shown = still
    if arguments.scale != 0 and arguments.warp in reader.PointData.keys():
        shown = simple.WarpByVector(Input=still, Vectors=["POINTS", arguments.warp])
        shown.ScaleFactor = arguments.scale
        shown.UpdatePipeline()
    shown = mirror(shown, arguments)
    display = simple.Show(shown, view)
    display.Representation = "Surface" if arguments.no_edges else "Surface With Edges"
    display.EdgeColor = [0.25, 0.25, 0.25]
    colour(display, view, shown, arguments)
    return shown


def draw(reader, times, arguments):
    view = simple.CreateView("RenderView")
    view.ViewSize = arguments.size
    view.UseColorPaletteForBackground = 0
    view.Background = [1, 1, 1]
    view.OrientationAxesLabelColor = [0.1, 0.1, 0.1]
    for time in times:
        shown = show(reader, time, view, arguments)
    if arguments.ghost:
        ghost = simple.Show(mirror(reader, arguments), view)
        simple.ColorBy(ghost, None)
        ghost.Representation = "Feature Edges"
        ghost.AmbientColor = ghost.DiffuseColor = [0.55, 0.55, 0.55]
    if arguments.title:
        text = simple.Show(simple.Text(Text=arguments.title), view)
        text.WindowLocation = "Upper Center"
        text.FontSize, text.Color = 20, [0.1, 0.1, 0.1]
    simple.ResetCamera(view)
    centre = list(view.CameraFocalPoint)
    view.CameraPosition = [c + d for c, d in zip(centre, arguments.view)]
    view.CameraViewUp = arguments.up
    simple.ResetCamera(view)
    view.GetActiveCamera().Zoom(arguments.zoom)
    simple.SaveScreenshot(arguments.picture, view, ImageResolution=arguments.size)


def main():
    arguments = parse_arguments()
    if not os.path.exists(arguments.results):
        sys.exit(f"picture.py: there is no file {arguments.results}")
    # Of ParaView's three XDMF readers this is the one that reads hyperslabs.
    reader = simple.XDMFReader(FileNames=[os.path.abspath(arguments.results)])
    reader.UpdatePipelineInformation()
    times = choose_times(reader, arguments)
    reader.UpdatePipeline(times[-1])
    draw(reader, times, arguments)


main()
