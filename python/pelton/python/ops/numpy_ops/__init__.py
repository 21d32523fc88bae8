"""Owns ``tensorflow.python.ops.numpy_ops``: where scripts switch NumPy's ways on."""
