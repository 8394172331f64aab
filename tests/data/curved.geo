// A quarter of a cylinder of radius 1 and height 2: 9-node quadrangles with their 3-node edges.
Point(1) = {0, 0, 0};
Point(2) = {1, 0, 0};
Point(3) = {0, 1, 0};
Circle(1) = {2, 1, 3};
side[] = Extrude {0, 0, 2} { Curve{1}; };
Transfinite Curve {:} = 5;
Transfinite Surface {side[1]};
Recombine Surface {side[1]};
Mesh.ElementOrder = 2;
Physical Surface("shell", 1) = {side[1]};
Physical Curve("bottom", 2) = {1};
