"""Owns how graphs of TensorFlow 1 and their variables are saved."""
