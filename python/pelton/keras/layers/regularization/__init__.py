"""Layers that make training harder, so that models generalise better."""
