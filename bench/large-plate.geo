// A square plate 1 x 1 of n x n transfinite quadrangles; 178 x 178 have about 192,000 unknowns.
// gmsh -2 -setnumber n 178 bench/large-plate.geo -o large-plate.msh
DefineConstant[ n = {178, Name "elements along each side", Min 1} ];

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
Transfinite Curve {1, 2, 3, 4} = n + 1;
Transfinite Surface {1};
Recombine Surface {1};

Physical Surface("plate") = {1};
Physical Curve("edge") = {1, 2, 3, 4};
Physical Point("corner") = {3};
