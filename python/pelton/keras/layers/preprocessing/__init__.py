"""Layers for data before it is trained on: images, numbers, categories and texts."""
