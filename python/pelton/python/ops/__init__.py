"""Owns ``tensorflow.python.ops``: where scripts switch NumPy's ways on."""
