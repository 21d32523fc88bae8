"""Types of pelton.keras.models. Made by `dev.py stubs`; do not edit."""

from pelton._core.layers import Model as Model
from pelton._core.layers import Sequential as Sequential
from pelton.keras.models.cloning import clone_model as clone_model
from pelton.keras.saving.model_files import load_model as load_model
from pelton.keras.saving.model_files import save_model as save_model
from pelton.keras.saving.model_methods import model_from_json as model_from_json
