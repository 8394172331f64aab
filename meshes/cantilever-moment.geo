// The strip of cantilever.geo, 12 long.
DefineConstant[ n = {32, Min 1, Max 2000, Step 1, Name "Elements along the length"} ];
length = 12;
Include "cantilever.geo";
