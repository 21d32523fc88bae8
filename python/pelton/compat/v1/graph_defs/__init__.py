"""Owns the messages of TensorFlow 1's graphs, and graphs as messages: written, read and cut."""
