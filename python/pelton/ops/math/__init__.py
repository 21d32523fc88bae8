"""Functions of numbers made of the engine's ops: sums, norms, segments."""
