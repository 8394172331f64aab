// A rectangular plate 1.0 x 0.6 around the origin in the plane z = 0, of n x m quadrilaterals, held
// nowhere.
DefineConstant[ n = {20, Min 1, Max 200, Step 1, Name "Elements along x"} ];
m = Max(1, Round(0.6 * n));

Point(1) = {-0.5, -0.3, 0};
Point(2) = {0.5, -0.3, 0};
Point(3) = {0.5, 0.3, 0};
Point(4) = {-0.5, 0.3, 0};
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

Physical Surface("plate") = {1};
Physical Curve("end") = {2};
Physical Curve("side") = {3};
Physical Point("corner") = {3};
