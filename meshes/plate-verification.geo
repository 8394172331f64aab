// A rectangular plate 1.0 x 0.6 in the plane z = 0, of transfinite quadrangles.
// gmsh -2 -setnumber n 32 plate-verification.geo -o plate.msh
DefineConstant[ n = {16, Name "elements along x", Min 1} ];
m = Max(1, Round(0.6 * n));

Point(1) = {0, 0, 0};
Point(2) = {1, 0, 0};
Point(3) = {1, 0.6, 0};
Point(4) = {0, 0.6, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};

Transfinite Curve {1, 3} = n + 1;
Transfinite Curve {2, 4} = m + 1;
Transfinite Surface {1};
Recombine Surface {1};

Physical Surface("plate", 1) = {1};
Physical Curve("root", 2) = {4};
Physical Curve("tip", 3) = {2};
Physical Curve("sides", 4) = {1, 3};
Physical Point("corner", 5) = {3};
