"""keras.datasets: one module per data set."""

from pelton.keras.datasets import mnist as mnist
