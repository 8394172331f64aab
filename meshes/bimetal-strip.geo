// A strip of 100 x 10 mm along x, held at x = 0.
Point(1) = {0, 0, 0}; Point(2) = {0.1, 0, 0}; Point(3) = {0.1, 0.01, 0}; Point(4) = {0, 0.01, 0};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1}; Transfinite Surface {1}; Recombine Surface {1};
Transfinite Curve {1, 3} = 21; Transfinite Curve {2, 4} = 3;
Physical Surface("strip") = {1};
Physical Curve("root", 11) = {4};
Physical Point("corner", 12) = {1};
