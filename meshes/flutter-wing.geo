// A straight wing as a plate: its span along y, its chord along x. The rear half is a part of its own.
// Quadrilaterals: n along each half of the chord, m along the span.
DefineConstant[
  n = {2, Min 1, Max 20, Step 1, Name "Elements of half a chord"},
  m = {12, Min 1, Max 200, Step 1, Name "Elements along the span"}
];

chord = 0.3;
span = 1.2;

For k In {0:2}
  Point(1 + k) = {k * chord / 2, 0, 0};
  Point(4 + k) = {k * chord / 2, span, 0};
  Line(1 + k) = {1 + k, 4 + k};
EndFor
For k In {0:1}
  Line(4 + k) = {1 + k, 2 + k};
  Line(6 + k) = {4 + k, 5 + k};
  Curve Loop(1 + k) = {4 + k, 2 + k, -(6 + k), -(1 + k)};
  Plane Surface(1 + k) = {1 + k};
EndFor

Transfinite Curve {1:3} = m + 1;
Transfinite Curve {4:7} = n + 1;
Transfinite Surface {1:2};
Recombine Surface {1:2};

Physical Surface("front") = {1};
Physical Surface("rear") = {2};
Physical Surface("wing") = {1, 2};
Physical Curve("root") = {4, 5};
Physical Curve("edges") = {1, 3};
Physical Point("tip") = {6};
