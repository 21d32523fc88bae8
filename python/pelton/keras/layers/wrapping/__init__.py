"""Layers made of another layer, or of a function."""
