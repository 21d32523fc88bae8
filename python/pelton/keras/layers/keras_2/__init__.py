"""Layers that Keras 2 had and Keras 3 has not, for programs of old."""
