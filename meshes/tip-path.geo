// A strip of 1 x 0.1 in four patches along its length, each of n x 2 quadrilaterals.
DefineConstant[ n = {4, Min 1, Max 200, Step 1, Name "Elements along a patch"} ];

length = 1;
width = 0.1;

Point(1) = {0, 0, 0};
Point(2) = {0, width, 0};
Line(1) = {1, 2};
line = 1;
For i In {1 : 4}
  drawn[] = Extrude{ length / 4, 0, 0 }{ Curve{line}; Layers{n}; Recombine; };
  patch[i - 1] = drawn[1];
  line = drawn[0];
  If (i == 2)
    middle = line;
  EndIf
EndFor
Transfinite Curve {1, line} = 3;

ends[] = Boundary{ Curve{line}; };
sides[] = Boundary{ Curve{middle}; };
Physical Surface("arm") = {patch[]};
Physical Curve("root") = {1};
Physical Curve("tip") = {line};
Physical Point("corner") = {ends[1]};
Physical Point("elbow") = {sides[1]};
