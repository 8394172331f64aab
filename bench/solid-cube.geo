// A cube of n x n x n hexahedra with 8 nodes, clamped at its bottom and pulled at its top.
DefineConstant[ n = {40, Name "elements along an edge", Min 1} ];
Point(1) = {0, 0, 0};
l[] = Extrude {1, 0, 0} { Point{1}; Layers{n}; };
s[] = Extrude {0, 1, 0} { Curve{l[1]}; Layers{n}; Recombine; };
v[] = Extrude {0, 0, 1} { Surface{s[1]}; Layers{n}; Recombine; };
Physical Surface("bottom") = {s[1]};
Physical Surface("top") = {v[0]};
Physical Volume("cube") = {v[1]};
