"""Functions that TensorFlow 1 had under other names, in other modules or with other arguments."""
