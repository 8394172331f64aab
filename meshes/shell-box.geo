// The six walls of a closed cubic box of side 0.5, n x n quadrilaterals each; a corner at the
// origin.
DefineConstant[ n = {8, Min 1, Max 100, Step 1, Name "Elements along an edge"} ];

side = 0.5;

Point(1) = {0, 0, 0};
Point(2) = {side, 0, 0};
Point(3) = {side, side, 0};
Point(4) = {0, side, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Curve Loop(1) = {-4, -3, -2, -1};     // so that all normals point into the box
Plane Surface(1) = {1};

wall[] = {1};
rim[] = {};
For i In {1:4}
  out[] = Extrude{ 0, 0, -side }{ Curve{i}; };
  rim[] += {out[0]};
  wall[] += {out[1]};
EndFor
Coherence;
Curve Loop(100) = {rim[]};
Plane Surface(100) = {100};
wall[] += {100};
Transfinite Curve {:} = n + 1;
Transfinite Surface {wall[]};
Recombine Surface {wall[]};

near = 1e-6;
right[] = Point In BoundingBox{side - near, -near, -near, side + near, near, near};
left[] = Point In BoundingBox{-near, side - near, -near, near, side + near, near};
far[] = Point In BoundingBox{side - near, side - near, -side - near, side + near, side + near, -side + near};

Physical Surface("walls") = {wall[]};
Physical Point("pin") = {1};
Physical Point("right") = {right[]};
Physical Point("left") = {left[]};
Physical Point("far") = {far[]};
