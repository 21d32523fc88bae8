"""Types of pelton.keras.models. Made by `dev.py stubs`; do not edit."""

from pelton._core.layers import Model as Model
from pelton._core.layers import Sequential as Sequential
from pelton.keras.models.cloning import clone_model as clone_model
