// An eighth of a pinched cylinder, n x n quadrilaterals with 9 nodes: radius 300, half the length
// 300, the axis along y, from the middle of the length at y = 0 to the diaphragm.
// gmsh -2 -setnumber n 16 meshes/pinched-cylinder.geo -o cylinder.msh
DefineConstant[ n = {8, Min 2, Max 200, Step 1, Name "Elements along an edge"} ];
DefineConstant[ order = {2, Min 1, Max 2, Step 1, Name "1: 4 nodes, 2: 9 nodes"} ];

radius = 300;
half_length = 300;

Point(1) = {0, 0, 0};
Point(2) = {0, 0, radius};
Point(3) = {radius, 0, 0};
Circle(1) = {2, 1, 3};
drawn[] = Extrude{ 0, half_length, 0 }{ Curve{1}; };

Transfinite Curve {:} = n + 1;
Transfinite Surface {:};
Recombine Surface {:};
Mesh.ElementOrder = order;
Mesh.SecondOrderIncomplete = 0; // with the node in the middle: 8-node elements are not read

Physical Surface("shell") = {drawn[1]};
Physical Curve("middle") = {1};
Physical Curve("diaphragm") = {drawn[0]};
Physical Curve("plane x = 0") = {-drawn[3]};
Physical Curve("plane z = 0") = {drawn[2]};
Physical Point("pinched") = {2};
