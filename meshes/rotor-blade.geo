// A rotor blade along x: the skin of a symmetric four-digit aerofoil with a web (a spar) at a quarter of
// the chord, where the blade's axis is. Quadrilaterals: n along each quarter of the skin, from the web
// to the nose and to the trailing edge, one in the web, `layers` along the span.
DefineConstant[
  n = {4, Min 2, Max 60, Step 1, Name "Elements of a quarter of the skin"},
  layers = {48, Min 1, Max 1000, Step 1, Name "Elements along the span"},
  span = {2, Min 0.1, Max 30, Name "Span"}
];

chord = 0.3;
thickness = 0.15;                    // of the aerofoil, by the chord
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

edge[] = {};                         // once round, from the trailing edge over the upper side
For i In {0:2 * n - 1}
  l = newl; Line(l) = {upper[i], upper[i + 1]};
  edge[] += {l};
EndFor
For i In {0:2 * n - 1}
  l = newl; Line(l) = {lower[2 * n - i], lower[2 * n - i - 1]};
  edge[] += {l};
EndFor
spar = newl;
Line(spar) = {lower[n], upper[n]};
Transfinite Curve {edge[], spar} = 2;

skin[] = {};
For i In {0:4 * n - 1}
  out[] = Extrude{ span, 0, 0 }{ Curve{edge[i]}; Layers{layers}; Recombine; };
  skin[] += {out[1]};
EndFor
out[] = Extrude{ span, 0, 0 }{ Curve{spar}; Layers{layers}; Recombine; };
web = out[1];
Coherence;

near = 1e-6;
tip[] = Point In BoundingBox{span - near, -near, 0, span + near, near, chord};  // on the upper side

Physical Surface("skin") = {skin[]};
Physical Surface("web") = {web};
Physical Surface("blade") = {skin[], web};
Physical Curve("root") = {edge[], spar};
Physical Point("tip") = {tip[]};
