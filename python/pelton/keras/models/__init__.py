"""keras.models: Model, Sequential and copies of models."""

from pelton._core import layers as _core
from pelton.keras.models import sequential_methods as _sequential_methods
from pelton.keras.models.cloning import clone_model as clone_model

Model = _core.Model
Sequential = _core.Sequential
_sequential_methods.add_to(Model, Sequential)
