"""Optimizers as Keras 2 had them until 2.10, which programs derive their own from."""
