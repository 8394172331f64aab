// An arc of 45 degrees with a radius of 100 in the x-y plane: n line elements of `order` 1 or 2.
DefineConstant[ n = {16, Min 1, Max 1000, Step 1, Name "Elements"},
                order = {2, Min 1, Max 2, Step 1, Name "Order of the elements"} ];

radius = 100;
angle = Pi / 4;

Point(1) = {0, radius, 0};
Point(2) = {0, 0, 0};
Point(3) = {radius * Sin(angle), radius * (1 - Cos(angle)), 0};
Circle(1) = {2, 1, 3};
Transfinite Curve {1} = n + 1;

Mesh.ElementOrder = order;
Mesh.SecondOrderLinear = 0;

Physical Curve("arc") = {1};
Physical Point("root") = {2};
Physical Point("tip") = {3};
