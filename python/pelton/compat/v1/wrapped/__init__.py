"""Owns functions as graphs: those of concrete functions, and functions made of graphs."""
