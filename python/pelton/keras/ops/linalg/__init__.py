"""Keras's ops of linear algebra."""

from pelton.keras.ops.linalg.norms import norm as norm
