"""Owns Model and Sequential as users find them: the engine's classes with their Python parts."""

from pelton._core import layers as _core
from pelton.keras import stateless as _stateless
from pelton.keras.models import functional as _functional
from pelton.keras.models import sequential_ends as _sequential_ends
from pelton.keras.models import sequential_methods as _sequential_methods
from pelton.keras.models import state_trees as _state_trees
from pelton.keras.saving import model_methods as _saving_methods
from pelton.keras.training import add_training as _add_training

Model = _core.Model
_functional.add_to(Model)
Sequential = _core.Sequential
_sequential_methods.add_to(Model, Sequential)
_sequential_ends.add_to(_core.Layer, Sequential)
_state_trees.add_to(_core.Layer, Model)
_stateless.add_to_model(Model)
_add_training(Model)
_saving_methods.add_to(Model)
