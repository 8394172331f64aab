// A quarter of the Scordelis-Lo roof, n x n quadrilaterals: an arc of radius 25 and 40 degrees, from
// the crown to the free edge, drawn along y from the diaphragm to the middle of the span.
DefineConstant[ n = {16, Min 3, Max 200, Step 1, Name "Elements along an edge"} ];

radius = 25;
angle = 40 * Pi / 180;
half_span = 25;

Point(1) = {0, 0, 0};
Point(2) = {0, 0, radius};
Point(3) = {radius * Sin(angle), 0, radius * Cos(angle)};
Circle(1) = {2, 1, 3};
drawn[] = Extrude{ 0, half_span, 0 }{ Curve{1}; };
ends[] = Boundary{ Curve{drawn[0]}; };

Transfinite Curve {:} = n + 1;
Transfinite Surface {:};
Recombine Surface {:};

Physical Surface("roof") = {drawn[1]};
Physical Curve("diaphragm") = {1};
Physical Curve("middle") = {drawn[0]};
Physical Curve("crown") = {-drawn[3]};
Physical Point("edge") = {ends[1]};
