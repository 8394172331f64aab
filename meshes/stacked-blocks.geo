// A punch on a slab, with a gap of 0.1 mm between them: hexahedra with 8 nodes, lengths in metres.
DefineConstant[ n = {4, Name "elements along half of the slab", Min 2} ];
gap = 1e-4;
margin = 2e-3; // half of the gap in which the contact acts
SetFactory("OpenCASCADE");
Box(1) = {-0.1, -0.1, 0, 0.2, 0.2, 0.05};
Box(2) = {-0.05, -0.05, 0.05 + margin + gap, 0.1, 0.1, 0.08};
Transfinite Curve {1:12} = 2 * n + 1;
Transfinite Curve {13:24} = n + 1;
Transfinite Curve {1, 3, 5, 7} = 3;
Transfinite Surface {1:12};
Recombine Surface {1:12};
Transfinite Volume {1, 2};
Physical Volume("slab") = {1};
Physical Volume("punch") = {2};
Physical Surface("under the slab") = {5};
Physical Surface("on the slab") = {6};
Physical Surface("under the punch") = {11};
Physical Surface("on the punch") = {12};
