"""Types of pelton.keras.datasets. Made by `dev.py stubs`; do not edit."""

from . import mnist as mnist
