// Half of a semi-cylinder, n x n quadrilaterals: radius 101.6, length 304.8, the axis along y, from
// the clamped end at y = 0 to the free one; the crown is at x = 0, the straight edge at z = 0.
// gmsh -2 -setnumber n 64 meshes/laminated-cylinder.geo -o laminated-cylinder.msh
DefineConstant[ n = {32, Min 2, Max 200, Step 1, Name "Elements along an edge"} ];

radius = 101.6;
length = 304.8;

Point(1) = {0, 0, 0};
Point(2) = {0, 0, radius};
Point(3) = {radius, 0, 0};
Circle(1) = {2, 1, 3};
drawn[] = Extrude{ 0, length, 0 }{ Curve{1}; };

Transfinite Curve {:} = n + 1;
Transfinite Surface {:};
Recombine Surface {:};

Physical Surface("shell") = {drawn[1]};
Physical Curve("clamped") = {1};
Physical Curve("crown") = {-drawn[3]};
Physical Curve("straight edge") = {drawn[2]};
Physical Point("pushed") = {4};
