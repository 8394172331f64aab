// A tuning fork without its stem: two tines that a half circle joins, of strips n elements wide.
DefineConstant[ n = 4 ];
length = 0.0717; radius = 0.01; width = 0.006;
Point(1) = {length, 0, radius};
Point(2) = {0, 0, radius};
Point(3) = {0, 0, 0};
Point(4) = {-radius, 0, 0};
Point(5) = {0, 0, -radius};
Point(6) = {length, 0, -radius};
Line(1) = {1, 2};
Circle(2) = {2, 3, 4};
Circle(3) = {4, 3, 5};
Line(4) = {5, 6};
Transfinite Curve {1, 4} = 10 * n + 1;
Transfinite Curve {2, 3} = 3 * n + 1;
Extrude {0, width, 0} { Curve{1, 2, 3, 4}; Layers{n}; Recombine; }
Physical Surface("fork") = {8, 12, 16, 20};
