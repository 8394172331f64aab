// A skin of 0.9 x 0.4 m in three bays, between two ribs, with stringers as its long edges.
length = 0.9; width = 0.4;
Point(1) = {0, 0, 0}; Point(2) = {length, 0, 0}; Point(3) = {length, width, 0}; Point(4) = {0, width, 0};
For i In {1:2}
  Point(4 + i) = {i * length / 3, 0, 0}; Point(6 + i) = {i * length / 3, width, 0};
EndFor
Line(1) = {1, 5}; Line(2) = {5, 6}; Line(3) = {6, 2}; Line(4) = {2, 3};
Line(5) = {3, 8}; Line(6) = {8, 7}; Line(7) = {7, 4}; Line(8) = {4, 1};
Line(9) = {5, 7}; Line(10) = {6, 8};
Curve Loop(1) = {1, 9, 7, 8}; Curve Loop(2) = {2, 10, 6, -9}; Curve Loop(3) = {3, 4, 5, -10};
For i In {1:3}
  Plane Surface(i) = {i}; Transfinite Surface {i}; Recombine Surface {i};
EndFor
Transfinite Curve {1, 2, 3, 5, 6, 7} = 9; Transfinite Curve {4, 8, 9, 10} = 13;
Physical Surface("skin") = {1, 2, 3};
Physical Curve("left", 11) = {8}; Physical Curve("right", 12) = {4};
Physical Curve("long", 13) = {1, 2, 3, 5, 6, 7};
Physical Point("corner", 14) = {1};
