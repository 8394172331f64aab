// A rubber mount: a cylinder between two plates, of hexahedra with 27 nodes. Lengths in metres.
DefineConstant[ n = {2, Name "elements along a side of the core", Min 1} ];
DefineConstant[ layers = {4, Name "elements along the height", Min 1} ];
radius = 0.025;
core = 0.013;
height = 0.030;
Mesh.ElementOrder = 2;

Point(1) = {0, 0, 0};
For k In {0:3}
  angle = (2 * k + 1) * Pi / 4;
  Point(10 + k) = {core * Cos(angle), core * Sin(angle), 0};
  Point(20 + k) = {radius * Cos(angle), radius * Sin(angle), 0};
EndFor
For k In {0:3}
  Line(10 + k) = {10 + k, 10 + (k + 1) % 4};
  Circle(20 + k) = {20 + k, 1, 20 + (k + 1) % 4};
  Line(30 + k) = {10 + k, 20 + k};
EndFor
Curve Loop(1) = {10:13};
Plane Surface(1) = {1};
For k In {0:3}
  Curve Loop(2 + k) = {30 + k, 20 + k, -(30 + (k + 1) % 4), -(10 + k)};
  Plane Surface(2 + k) = {2 + k};
EndFor
Transfinite Curve{10:13, 20:23} = n + 1;
Transfinite Curve{30:33} = 2;
Transfinite Surface{1:5};
Recombine Surface{1:5};

top[] = {};
all[] = {};
For k In {1:5}
  new[] = Extrude {0, 0, height} { Surface{k}; Layers{layers}; Recombine; };
  top[] += new[0];
  all[] += new[1];
EndFor
Physical Surface("bottom") = {1:5};
Physical Surface("top") = {top[]};
Physical Volume("rubber") = {all[]};
