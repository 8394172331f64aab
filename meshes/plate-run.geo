// A cantilever plate of 1.0 x 0.6 in 3 x 2 patches, each of n x n quadrilaterals: the example of
// `make run`. With n = 24: 3456 elements, 3577 nodes.
DefineConstant[ n = {24, Min 1, Max 200, Step 1, Name "Elements along the edge of a patch"} ];

length = 1.0;
width = 0.6;
columns = 3;
rows = 2;

For j In {0 : rows}
  For i In {0 : columns}
    Point(1 + i + 4 * j) = {i * length / columns, j * width / rows, 0};
  EndFor
EndFor

// Lines along x are numbered from 100, lines along y from 200, patches from 1.
For j In {0 : rows}
  For i In {0 : columns - 1}
    Line(100 + i + 4 * j) = {1 + i + 4 * j, 2 + i + 4 * j};
  EndFor
EndFor
For j In {0 : rows - 1}
  For i In {0 : columns}
    Line(200 + i + 4 * j) = {1 + i + 4 * j, 5 + i + 4 * j};
  EndFor
EndFor
For j In {0 : rows - 1}
  For i In {0 : columns - 1}
    patch = 1 + i + 3 * j;
    Curve Loop(patch) = {100 + i + 4 * j, 201 + i + 4 * j, -(104 + i + 4 * j), -(200 + i + 4 * j)};
    Plane Surface(patch) = {patch};
  EndFor
EndFor

Transfinite Curve {:} = n + 1;
Transfinite Surface {:};
Recombine Surface {:};

Physical Surface("plate") = {1 : rows * columns};
Physical Curve("root") = {200, 204};
Physical Curve("tip") = {203, 207};
Physical Point("corner") = {12};
