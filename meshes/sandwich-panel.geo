// A rectangular panel of 0.9 x 0.6 of 3n x 2n quadrilaterals, and its four sides.
DefineConstant[ n = {16, Min 1, Max 100, Step 1, Name "Elements along 0.3"} ];

Point(1) = {0, 0, 0};
Point(2) = {0.9, 0, 0};
Point(3) = {0.9, 0.6, 0};
Point(4) = {0, 0.6, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Transfinite Curve {1, 3} = 3 * n + 1;
Transfinite Curve {2, 4} = 2 * n + 1;
Transfinite Surface {1};
Recombine Surface {1};

Physical Surface("panel") = {1};
Physical Curve("along x") = {1, 3};
Physical Curve("along y") = {2, 4};
