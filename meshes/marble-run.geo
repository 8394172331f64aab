// Two straight wires of a marble run that slope down by `drop` over `length` along x: n beams each. Unit: m.
DefineConstant[ n = {20, Min 1, Max 1000, Step 1, Name "Elements along a wire"} ];

length = 0.4;
drop = 0.07;
half = 0.005;

Point(1) = {0, -half, 0};
Point(2) = {length, -half, -drop};
Point(3) = {0, half, 0};
Point(4) = {length, half, -drop};
Line(1) = {1, 2};
Line(2) = {3, 4};
Transfinite Curve {1, 2} = n + 1;

Physical Curve("wires") = {1, 2};
Physical Point("ends") = {1, 2, 3, 4};
