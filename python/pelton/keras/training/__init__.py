"""keras.Model's training methods: Python checks arguments, the loops run in C++."""

from pelton.keras.training.model_methods import add_training as add_training
