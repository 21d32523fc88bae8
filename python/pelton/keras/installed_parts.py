"""What stands for Keras's own parts in the modules of the installed Keras that run over Pelton, by
the names that these import."""

from __future__ import annotations

import contextlib
import os
import types
from collections.abc import Callable
from typing import Any

import pelton as tensorflow  # noqa: F401
from pelton._core import functions as _functions
from pelton._core.keras_settings import auto_name as auto_name
from pelton.keras import backend as _backend
from pelton.keras import ops as _ops
from pelton.keras import saving as _saving
from pelton.keras.layers import Layer as Layer
from pelton.keras.models import Model as Model
from pelton.keras.models import Sequential as Sequential
from pelton.keras.models import clone_model as clone_model
from pelton.keras.models.functional import Functional as Functional
from pelton.keras.utils import get_file, get_source_inputs

KerasSaveable = object


def keras_export(path: Any, **options: Any) -> Callable[[Any], Any]:
    """A decorator that leaves things as they are."""
    return lambda thing: thing


class DataLayer(Layer):
    """A layer whose operations are found at `backend`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    backend = types.SimpleNamespace(numpy=_ops)


backend = types.SimpleNamespace(
    **{
        name: getattr(_backend, name)
        for name in "image_data_format floatx is_keras_tensor get_uid standardize_dtype".split()
    },
    backend=lambda: "tensorflow",
    name_scope=lambda name: contextlib.nullcontext(),
    convert_to_numpy=_ops.convert_to_numpy,
    convert_to_tensor=_ops.convert_to_tensor,
    is_tensor=_ops.is_tensor,
    KerasTensor=None,
)
backend_utils = types.SimpleNamespace(
    in_tf_graph=_functions.is_tracing, TFGraphScope=contextlib.nullcontext
)
file_utils = types.SimpleNamespace(get_file=get_file, exists=os.path.exists)
operation_utils = types.SimpleNamespace(get_source_inputs=get_source_inputs)
saving_lib = types.SimpleNamespace(save_model=_saving.save_model)
serialization_lib = types.SimpleNamespace(
    serialize_keras_object=_saving.serialize_keras_object,
    deserialize_keras_object=_saving.deserialize_keras_object,
)
