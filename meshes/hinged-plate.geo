// A rectangular plate 1.0 x 0.5 in the plane z = 0, of n x m quadrilaterals.
DefineConstant[ n = {12, Min 1, Max 400, Step 1, Name "Elements along x"} ];
m = Max(1, Round(0.5 * n));

Point(1) = {0, -0.25, 0};
Point(2) = {1, -0.25, 0};
Point(3) = {1, 0.25, 0};
Point(4) = {0, 0.25, 0};
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
Physical Curve("root") = {4};
Physical Curve("tip") = {2};
Physical Point("corner") = {3};
