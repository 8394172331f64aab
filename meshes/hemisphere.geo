// A quarter of a hemispherical shell of radius 10 with a hole of 18 degrees at the pole, n x n
// quadrilaterals: a meridian, turned by 90 degrees about the z axis.
DefineConstant[ n = {32, Min 6, Max 200, Step 1, Name "Elements along an edge"} ];

radius = 10;
hole = 18 * Pi / 180;

Point(1) = {0, 0, 0};
Point(2) = {radius, 0, 0};
Point(3) = {radius * Sin(hole), 0, radius * Cos(hole)};
Circle(1) = {2, 1, 3};
turned[] = Extrude{ {0, 0, 1}, {0, 0, 0}, Pi / 2 }{ Curve{1}; };
ends[] = Boundary{ Curve{turned[0]}; };

Transfinite Curve {:} = n + 1;
Transfinite Surface {:};
Recombine Surface {:};

Physical Surface("shell") = {turned[1]};
Physical Curve("plane y = 0") = {1};
Physical Curve("plane x = 0") = {turned[0]};
Physical Point("pulled") = {2};
Physical Point("pushed") = {ends[0]};
