// A square plate 1 x 1 in the plane z = 0 of n x n quadrilaterals, with one edge to be clamped.
// gmsh -2 -setnumber n 16 meshes/cantilever-plate-vibration.geo -o plate.msh
DefineConstant[ n = {24, Min 1, Max 200, Step 1, Name "Elements along an edge"} ];

Point(1) = {0, 0, 0};
Point(2) = {1, 0, 0};
Point(3) = {1, 1, 0};
Point(4) = {0, 1, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};

Transfinite Curve {:} = n + 1;
Transfinite Surface {:};
Recombine Surface {:};

Physical Surface("plate") = {1};
Physical Curve("root") = {4};
Physical Point("struck") = {3};
Physical Point("other") = {2};
