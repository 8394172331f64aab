// A tape spring, a strip with the section of an arc (metres), of quadrangles along x.
DefineConstant[
  n = {40, Name "elements along the tape", Min 2},
  m = {12, Name "elements across it", Min 2}
];
L = 0.2; // length
R = 0.015; // radius of the section
a = 1.5; // angle of the section, rad
Point(1) = {0, -R * Sin(a / 2), R * Cos(a / 2)};
Point(2) = {0, R * Sin(a / 2), R * Cos(a / 2)};
Point(3) = {0, 0, 0};
Circle(1) = {1, 3, 2};
Transfinite Curve{1} = m + 1;
out[] = Extrude {L, 0, 0} { Curve{1}; Layers{n}; Recombine; };
Physical Surface("tape") = {out[1]};
Physical Curve("left") = {1};
Physical Curve("right") = {out[0]};
