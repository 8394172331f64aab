// A box beam along x, 4 long, 1 wide and 0.6 high, closed by a lid at its end: 2 n quadrilaterals
// across, n up, 8 n along.
DefineConstant[ n = {4, Min 2, Max 40, Step 1, Name "Elements up"} ];

length = 4;
width = 1;
height = 0.6;

Point(1) = {0, -width / 2, -height / 2};
Point(2) = {0, width / 2, -height / 2};
Point(3) = {0, width / 2, height / 2};
Point(4) = {0, -width / 2, height / 2};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Transfinite Curve {1, 3} = 2 * n + 1;
Transfinite Curve {2, 4} = n + 1;

side[] = {};
end[] = {};
For i In {1:4}
  out[] = Extrude{ length, 0, 0 }{ Curve{i}; Layers{8 * n}; Recombine; };
  end[] += {out[0]};
  side[] += {out[1]};
EndFor
Coherence;
Curve Loop(100) = {end[0], end[1], end[2], end[3]};
Plane Surface(100) = {100};
Transfinite Surface {100};
Recombine Surface {100};
corner[] = Point In BoundingBox{length - 0.01, width / 2 - 0.01, height / 2 - 0.01,
                                length + 0.01, width / 2 + 0.01, height / 2 + 0.01};

Physical Surface("walls") = {side[]};
Physical Surface("lid") = {100};
Physical Curve("root") = {1, 2, 3, 4};
Physical Curve("edge") = {end[1]};
Physical Point("corner") = {corner[]};
