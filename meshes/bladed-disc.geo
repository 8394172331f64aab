// A bladed disc cut of one sheet: a disc with a bore and n blades around it, of 6-node triangles that follow the arcs.
// size: edge of an element.
DefineConstant[ n = {9, Min 3, Max 24, Step 1, Name "Blades"} ];
DefineConstant[ size = {0.02, Min 2e-3, Max 0.1, Name "Size of elements"} ];
bore = 0.04; rim = 0.12; tip = 0.30;
half = 0.35 * Pi / n; // of a blade at the rim, as an angle

Point(1) = {0, 0, 0, size};
For k In {0 : n - 1}
  a = 2 * Pi * k / n;
  For side In {0 : 1}
    b = a + (side ? half : -half);
    Point(10 + 10 * k + side) = {rim * Cos(b), rim * Sin(b), 0, size};
    Point(12 + 10 * k + side) = {tip * Cos(a) - (side ? 1 : -1) * rim * half * Sin(a),
                                 tip * Sin(a) + (side ? 1 : -1) * rim * half * Cos(a), 0, size};
  EndFor
  Point(14 + 10 * k) = {bore * Cos(a), bore * Sin(a), 0, size};
EndFor
For k In {0 : n - 1}
  next = 10 + 10 * ((k + 1) % n);
  Circle(10 + 10 * k) = {14 + 10 * k, 1, next + 4};
  Line(11 + 10 * k) = {10 + 10 * k, 12 + 10 * k};
  Line(12 + 10 * k) = {12 + 10 * k, 13 + 10 * k};
  Line(13 + 10 * k) = {13 + 10 * k, 11 + 10 * k};
  Circle(14 + 10 * k) = {11 + 10 * k, 1, next};
  inner[k] = 10 + 10 * k;
  outer[] += {11 + 10 * k, 12 + 10 * k, 13 + 10 * k, 14 + 10 * k};
  ends[k] = 12 + 10 * k;
EndFor
Curve Loop(1) = {outer[]};
Curve Loop(2) = {inner[]};
Plane Surface(1) = {1, 2};
Mesh.ElementOrder = 2;
Physical Surface("disc") = {1};
Physical Curve("bore") = {inner[]};
Physical Curve("tips") = {ends[]};
