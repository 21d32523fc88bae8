"""Owns TensorFlow 1's input pipelines: queues of graphs, their threads, readers, batches."""
