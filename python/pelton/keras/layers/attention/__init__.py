"""Attention layers over the fused attention op."""
