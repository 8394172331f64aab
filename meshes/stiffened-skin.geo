// The upper skin of a wing box between two spars: three bays of 0.6 x 0.8 m between ribs.
bays = 3; length = 0.6; width = 0.8;
For i In {0:bays}
  Point(1 + i) = {i * length, 0, 0}; Point(11 + i) = {i * length, width, 0};
  Line(21 + i) = {1 + i, 11 + i};
EndFor
For i In {1:bays}
  Line(30 + i) = {i, i + 1}; Line(40 + i) = {10 + i, 11 + i};
  Curve Loop(i) = {30 + i, 21 + i, -(40 + i), -(20 + i)};
  Plane Surface(i) = {i}; Transfinite Surface {i}; Recombine Surface {i};
EndFor
Transfinite Curve {31:30 + bays, 41:40 + bays} = 7; Transfinite Curve {21:21 + bays} = 9;
Physical Surface("skin") = {1:bays};
Physical Curve("ribs", 11) = {21:21 + bays};
Physical Curve("spars", 12) = {31:30 + bays, 41:40 + bays};
Physical Curve("root", 13) = {21}; Physical Curve("tip", 14) = {21 + bays};
Physical Curve("front", 15) = {31:30 + bays}; Physical Curve("rear", 16) = {41:40 + bays};
Physical Point("corner", 17) = {1};
