"""TensorFlow's checkpoints: files, the graph of objects in them, saving and restoring."""
