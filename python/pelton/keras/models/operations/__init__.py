"""Ops between a functional model's layers as Keras's Operation objects: which class stands for a
call of an op, and what a class in a config does."""
