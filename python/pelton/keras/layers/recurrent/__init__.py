"""Recurrent layers over the fused ops of whole sequences."""
