// A lug of a fitting: a plate with a round end and a hole for a pin, of hexahedra with 20 nodes.
// Lengths in metres. The plate is clamped where it is cut off, and the pin fills the hole.
DefineConstant[ n = {4, Name "elements around an eighth of the hole", Min 1} ];
DefineConstant[ layers = {2, Name "elements through the thickness", Min 1} ];
hole = 0.015;
round = 0.030;
length = 0.080;
thickness = 0.020;
Mesh.ElementOrder = 2;
Mesh.SecondOrderIncomplete = 1;
d = Sqrt(0.5);

// eight rays from the hole to the outline, anticlockwise from the tip
Point(1) = {0, 0, 0};
For k In {0:7}
  Point(10 + k) = {hole * Cos(k * Pi / 4), hole * Sin(k * Pi / 4), 0};
EndFor
Point(20) = {round, 0, 0};
Point(21) = {round * d, round * d, 0};
Point(22) = {0, round, 0};
Point(23) = {-round, round, 0};
Point(24) = {-round, 0, 0};
Point(25) = {-round, -round, 0};
Point(26) = {0, -round, 0};
Point(27) = {round * d, -round * d, 0};
Point(30) = {-length, round, 0};
Point(31) = {-length, 0, 0};
Point(32) = {-length, -round, 0};

For k In {0:7}
  Circle(10 + k) = {10 + k, 1, 10 + (k + 1) % 8};
  Line(30 + k) = {10 + k, 20 + k};
EndFor
Circle(20) = {20, 1, 21};
Circle(21) = {21, 1, 22};
Line(22) = {22, 23};
Line(23) = {23, 24};
Line(24) = {24, 25};
Line(25) = {25, 26};
Circle(26) = {26, 1, 27};
Circle(27) = {27, 1, 20};
Line(40) = {23, 30};
Line(41) = {30, 31};
Line(42) = {24, 31};
Line(43) = {31, 32};
Line(44) = {32, 25};

For k In {0:7}
  Curve Loop(1 + k) = {10 + k, 30 + (k + 1) % 8, -(20 + k), -(30 + k)};
  Plane Surface(1 + k) = {1 + k};
EndFor
Curve Loop(9) = {40, 41, -42, -23};
Plane Surface(9) = {9};
Curve Loop(10) = {42, 43, 44, -24};
Plane Surface(10) = {10};

Transfinite Curve{10:17, 20:27, 30:37, 41, 43} = n + 1;
Transfinite Curve{40, 42, 44} = 2 * n + 1;
Transfinite Surface{1:10};
Recombine Surface{1:10};

all[] = {};
bore[] = {};
For k In {1:10}
  new[] = Extrude {0, 0, thickness} { Surface{k}; Layers{layers}; Recombine; };
  all[] += new[1];
  If (k <= 8)
    bore[] += new[2];
  EndIf
  If (k == 9)
    cut[] = {new[3]};
  EndIf
  If (k == 10)
    cut[] += new[3];
  EndIf
EndFor
Physical Surface("root") = {cut[]};
Physical Surface("bore") = {bore[]};
Physical Volume("lug") = {all[]};
