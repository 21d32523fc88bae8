"""keras.layers that change the spatial axes: zeros around them, ends cut off, repeated steps."""
