// A curved skin panel, 0.6 long and 0.6 along the arc of radius 2, with a stringer along each line between its four bays
// and a frame around its middle. x is along the stringers, z outwards; n x n quadrilaterals a half bay.
DefineConstant[ n = {3, Min 1, Max 50, Step 1, Name "Elements along half a bay"} ];

radius = 2;
length = 0.6;
bays = 4;
angle = 0.6 / radius / bays;

For i In {0 : bays}
  phi = (i - bays / 2) * angle;
  Point(1 + i) = {0, radius * Sin(phi), radius * Cos(phi) - radius};
EndFor
Point(20) = {0, 0, -radius};
For i In {0 : bays - 1}
  Circle(1 + i) = {1 + i, 20, 2 + i};
EndFor
Transfinite Curve {1 : bays} = 2 * n + 1;
end[] = {1 : bays};
For half In {0 : 1}
  begin[] = end[];
  For i In {0 : bays - 1}
    out[] = Extrude{ length / 2, 0, 0 }{ Curve{begin[i]}; Layers{2 * n}; Recombine; };
    end[i] = out[0];
    skin[4 * half + i] = out[1];
    If (i == 0)
      side[2 * half] = out[3];
    EndIf
    If (i == bays - 1)
      side[2 * half + 1] = out[2];
    EndIf
  EndFor
  If (half == 0)
    frame[] = end[];
  EndIf
EndFor
// The lines between bays along x, by where they are.
e = 1e-3;
For i In {1 : bays - 1}
  phi = (i - bays / 2) * angle;
  y = radius * Sin(phi);
  z = radius * Cos(phi) - radius;
  stringers[] += Curve In BoundingBox{-e, y - e, z - e, length + e, y + e, z + e};
EndFor
Physical Surface("skin") = {skin[]};
Physical Curve("stringers") = {stringers[]};
Physical Curve("frame") = {frame[]};
Physical Curve("edges") = {1 : bays, end[], side[]};
centre[] = Point In BoundingBox{length / 2 - e, -e, -e, length / 2 + e, e, e};
Physical Point("centre") = {centre[]};
