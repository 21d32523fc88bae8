"""Drawings of models: what is drawn, where it stands, and the files it goes to."""
