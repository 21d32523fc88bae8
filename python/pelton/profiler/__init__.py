"""tf.profiler: times of the scopes that a program names."""

from pelton.profiler import experimental as experimental
