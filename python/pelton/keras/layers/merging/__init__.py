"""Layers that make one tensor of several."""
