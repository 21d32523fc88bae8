"""Layers that bring values to a common scale."""
