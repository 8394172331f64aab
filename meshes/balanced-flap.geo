// A flap in the plane z = 0: 1.0 along its hinge line, which is the y axis, 0.1 ahead of it and 0.3 behind.
// gmsh -2 -setnumber n 3 balanced-flap.geo -o balanced-flap.msh
DefineConstant[ n = {2, Name "elements ahead of the hinge line", Min 1} ];

Point(1) = {-0.1, 0, 0};
Point(2) = {0, 0, 0};
Point(3) = {0.3, 0, 0};
Point(4) = {0.3, 1, 0};
Point(5) = {0, 1, 0};
Point(6) = {-0.1, 1, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 5};
Line(5) = {5, 6};
Line(6) = {6, 1};
Line(7) = {2, 5};
Curve Loop(1) = {1, 7, 5, 6};
Plane Surface(1) = {1};
Curve Loop(2) = {2, 3, 4, -7};
Plane Surface(2) = {2};

Transfinite Curve {1, 5} = n + 1;
Transfinite Curve {2, 4} = 3 * n + 1;
Transfinite Curve {3, 6, 7} = 8 * n + 1;
Transfinite Surface {1, 2};
Recombine Surface {1, 2};

Physical Surface("flap", 1) = {1, 2};
Physical Curve("hinge", 2) = {7};
Physical Point("horn", 3) = {1};
