// A rotor blade along x: the skin of a symmetric four-digit aerofoil with a web (a spar) at a
// quarter of the chord, where the blade's axis is. Quadrilaterals: n along each quarter of the
// skin, from the web to the nose and to the trailing edge, and 4 n along the span; 2 in the web.
DefineConstant[
  n = {6, Min 2, Max 60, Step 1, Name "Elements of the skin ahead of the web, above and below, and aft"},
  span = {3, Min 0.1, Max 30, Name "Span"}
];

chord = 0.3;
thickness = 0.12;                    // of the aerofoil, by the chord
front = 0.25;                        // place of the web, by the chord

// Stations by the chord, closer together towards the nose; the trailing edge is closed.
upper[] = {};
lower[] = {};
For i In {0:2 * n}
  s = (i < n) ? 1 - (1 - front) * i / n : front * ((2 * n - i) / n)^2;
  z = 5 * thickness * (0.2969 * Sqrt(s) - 0.1260 * s - 0.3516 * s^2 + 0.2843 * s^3 - 0.1036 * s^4);
  y = (s - front) * chord;
  p = newp;
  If (i == 0 || i == 2 * n)
    Point(p) = {0, y, 0};
    upper[] += {p};
    lower[] += {p};
  Else
    Point(p) = {0, y, z * chord};
    upper[] += {p};
    p = newp;
    Point(p) = {0, y, -z * chord};
    lower[] += {p};
  EndIf
EndFor
middle = newp;
Point(middle) = {0, 0, 0};

edge[] = {};                         // once round, from the trailing edge over the upper side
For i In {0:2 * n - 1}
  l = newl; Line(l) = {upper[i], upper[i + 1]};
  edge[] += {l};
EndFor
For i In {0:2 * n - 1}
  l = newl; Line(l) = {lower[2 * n - i], lower[2 * n - i - 1]};
  edge[] += {l};
EndFor
spar[] = {};
l = newl; Line(l) = {lower[n], middle};
spar[] += {l};
l = newl; Line(l) = {middle, upper[n]};
spar[] += {l};
Transfinite Curve {edge[], spar[]} = 2;

skin[] = {};
web[] = {};
end[] = {};
For i In {0:4 * n - 1}
  out[] = Extrude{ span, 0, 0 }{ Curve{edge[i]}; Layers{4 * n}; Recombine; };
  skin[] += {out[1]};
EndFor
For i In {0:1}
  out[] = Extrude{ span, 0, 0 }{ Curve{spar[i]}; Layers{4 * n}; Recombine; };
  web[] += {out[1]};
EndFor
Coherence;

near = 1e-6;
tip[] = Point In BoundingBox{span - near, -near, -near, span + near, near, near};

Physical Surface("skin") = {skin[]};
Physical Surface("web") = {web[]};
Physical Surface("blade") = {skin[], web[]};
Physical Curve("root") = {edge[], spar[]};
Physical Point("tip") = {tip[]};
