// A square sheet of side 1 in the plane z = 0 with 3 x 3 round holes of radius 0.1: a square cell
// round each hole, of four blocks of n quadrilaterals along the rim and n / 2 across. The mesh is
// its own image in the diagonal of the sheet.
DefineConstant[ n = {4, Min 2, Max 40, Step 2, Name "Elements along a quarter of a hole"} ];

side = 1;
radius = 0.1;
cell = side / 3;

blocks[] = {};
For i In {0:2}
  For j In {0:2}
    x = (i + 0.5) * cell;
    y = (j + 0.5) * cell;
    middle = newp; Point(middle) = {x, y, 0};
    corner[] = {};
    rim[] = {};
    For k In {0:3}
      angle = Pi / 4 + k * Pi / 2;
      p = newp; Point(p) = {x + cell / Sqrt(2) * Cos(angle), y + cell / Sqrt(2) * Sin(angle), 0};
      corner[] += {p};
      p = newp; Point(p) = {x + radius * Cos(angle), y + radius * Sin(angle), 0};
      rim[] += {p};
    EndFor
    outer[] = {};
    spoke[] = {};
    arc[] = {};
    For k In {0:3}
      l = newl; Line(l) = {corner[k], corner[(k + 1) % 4]};
      outer[] += {l};
      l = newl; Circle(l) = {rim[k], middle, rim[(k + 1) % 4]};
      arc[] += {l};
      l = newl; Line(l) = {rim[k], corner[k]};
      spoke[] += {l};
    EndFor
    Transfinite Curve {outer[], arc[]} = n + 1;
    Transfinite Curve {spoke[]} = n / 2 + 1;
    For k In {0:3}
      c = newll; Curve Loop(c) = {spoke[k], outer[k], -spoke[(k + 1) % 4], -arc[k]};
      s = news; Plane Surface(s) = {c};
      blocks[] += {s};
    EndFor
  EndFor
EndFor
Coherence;                           // neighbouring cells share their edges
Transfinite Surface {blocks[]};
Recombine Surface {blocks[]};

near = 1e-6;
pin[] = Point In BoundingBox{-near, -near, -near, near, near, near};
right[] = Point In BoundingBox{side - near, -near, -near, side + near, near, near};
left[] = Point In BoundingBox{-near, side - near, -near, near, side + near, near};
far[] = Point In BoundingBox{side - near, side - near, -near, side + near, side + near, near};

Physical Surface("sheet") = {blocks[]};
Physical Point("pin") = {pin[]};
Physical Point("right") = {right[]};
Physical Point("left") = {left[]};
Physical Point("far") = {far[]};
