// A wing box along x, 6 long, of 26 bays with four walls each, all of them surfaces of their own, and a rib at the tip:
// 2 n quadrilaterals across, n up and `along` along each bay.
DefineConstant[
  n = {2, Min 2, Name "Elements up"},
  along = {3, Min 1, Name "Elements along a bay"}
];

bays = 26;
Point(1) = {0, -0.5, -0.15};
Point(2) = {0, 0.5, -0.15};
Point(3) = {0, 0.5, 0.15};
Point(4) = {0, -0.5, 0.15};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Transfinite Curve {1, 3} = 2 * n + 1;
Transfinite Curve {2, 4} = n + 1;

edge[] = {1, 2, 3, 4};
walls[] = {};
top[] = {};
For bay In {1:bays}
  next[] = {};
  For i In {0:3}
    out[] = Extrude{ 6 / bays, 0, 0 }{ Curve{edge[i]}; Layers{along}; Recombine; };
    next[] += {out[0]};
    walls[] += {out[1]};
    If (i == 2)
      top[] += {out[1]};
    EndIf
  EndFor
  edge[] = next[];
EndFor
Coherence;
Curve Loop(100) = {edge[0], edge[1], edge[2], edge[3]};
Plane Surface(100000) = {100};
Transfinite Surface {100000};
Recombine Surface {100000};

Physical Surface("walls") = {walls[]};
Physical Surface("rib") = {100000};
Physical Curve("root") = {1, 2, 3, 4};
