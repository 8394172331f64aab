// A square plate (metres) of quadrangles, with nodes at its centre and in the middle of its edges.
DefineConstant[
  n = {12, Name "elements along an edge, even", Min 2},
  a = {0.15, Name "edge"}
];
h = a / 2;
Point(1) = {0, 0, 0};
Point(2) = {h, -h, 0};
Point(3) = {h, 0, 0};
Point(4) = {h, h, 0};
Point(5) = {0, h, 0};
Point(6) = {-h, h, 0};
Point(7) = {-h, 0, 0};
Point(8) = {-h, -h, 0};
Point(9) = {0, -h, 0};
For i In {2:8}
  Line(i) = {i, i + 1};
EndFor
Line(9) = {9, 2};
For i In {1:4}
  Line(10 + i) = {1, 2 * i + 1};
EndFor
Curve Loop(1) = {3, 4, -12, 11};
Curve Loop(2) = {5, 6, -13, 12};
Curve Loop(3) = {7, 8, -14, 13};
Curve Loop(4) = {9, 2, -11, 14};
For i In {1:4}
  Plane Surface(i) = {i};
EndFor
Transfinite Curve{2:9, 11:14} = n / 2 + 1;
Transfinite Surface{1:4};
Recombine Surface{1:4};
Physical Surface("plate") = {1:4};
Physical Point("centre") = {1};
Physical Point("east") = {3};
Physical Point("north") = {5};
Physical Point("corners") = {2, 4, 6, 8};
