// A straight bar of hexahedra: 10 x 1 x 1, clamped at x = 0.
DefineConstant[ n = {10, Name "elements along the bar", Min 1} ];
SetFactory("Built-in");
Point(1) = {0, 0, 0};
Point(2) = {0, 1, 0};
Line(1) = {1, 2};
Transfinite Curve{1} = 3;
s[] = Extrude {0, 0, 1} { Curve{1}; Layers{2}; Recombine; };
v[] = Extrude {10, 0, 0} { Surface{s[1]}; Layers{n}; Recombine; };
Physical Surface("root") = {s[1]};
Physical Surface("tip") = {v[0]};
Physical Volume("bar") = {v[1]};
