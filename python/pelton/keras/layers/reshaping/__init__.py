"""Layers that lay values out in another way: other axes, zeros around them, cuts, repeats."""
