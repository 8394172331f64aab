// A strip of `length` x 1 in the plane z = 0, one row of n quadrilaterals along x.
DefineConstant[ n = {16, Min 1, Max 2000, Step 1, Name "Elements along the length"},
                length = {10, Name "Length"} ];

Point(1) = {0, 0, 0};
Point(2) = {length, 0, 0};
Line(1) = {1, 2};
drawn[] = Extrude{ 0, 1, 0 }{ Curve{1}; };

Transfinite Curve {1, drawn[0]} = n + 1;
Transfinite Curve {drawn[2], drawn[3]} = 2;
Transfinite Surface {:};
Recombine Surface {:};

Physical Surface("strip") = {drawn[1]};
Physical Curve("root") = {-drawn[3]};
Physical Curve("tip") = {drawn[2]};
