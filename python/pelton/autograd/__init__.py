"""Gradients beyond the tape's own: Jacobians, gradients of the user's, recomputation."""
