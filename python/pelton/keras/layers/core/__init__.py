"""Layers over indices and masks that are made of other ops."""
