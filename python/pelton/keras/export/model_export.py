"""Model.export, and the signature by which tf.saved_model.save offers a model."""

from __future__ import annotations

import inspect
from typing import Any

from pelton import nest
from pelton._core.layers import Model
from pelton.functions.recorded_function import function
from pelton.keras.export.archive import ExportArchive
from pelton.tensors.tensor_spec import TensorSpec


def _specs(model: Any, has_names: bool) -> Any:
    """The nest of specs of a model's input, its batch open; None before the model is built."""
    nested = vars(model).get("_nested_inputs")
    inputs = nested[0] if nested is not None else getattr(model, "inputs", None)
    if inputs is not None:
        inputs = inputs[0] if nested is None and len(inputs) == 1 else inputs
        return nest.map_structure(
            lambda leaf: TensorSpec(
                (None, *leaf.shape[1:]), leaf.dtype, leaf.name if has_names else None
            ),
            inputs,
        )
    shape = (model.get_build_config() or {}).get("input_shape") if model.built else None
    if not isinstance(shape, (list, tuple)):
        return None
    if shape and isinstance(shape[0], (list, tuple)):
        return [TensorSpec((None, *each[1:]), model.compute_dtype) for each in shape]
    return TensorSpec((None, *shape[1:]), model.compute_dtype)


def default_signature(model: Any) -> Any:
    """The model's prediction as a concrete function of `inputs`; None for a layer that is no model
    and for one that was not built."""
    specs = _specs(model, False) if isinstance(model, Model) else None
    if specs is None:
        return None

    def call(inputs: Any) -> Any:
        return model(inputs, training=False)

    return function(call, input_signature=[specs]).get_concrete_function()


def _serving(model: Any, inputs: int) -> Any:
    """The model's prediction as a function of `args_0`, `args_1` and so on."""

    def serve(*args: Any) -> Any:
        return model(*args, training=False)

    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter(f"args_{place}", kind) for place in range(inputs)]
    serve.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return serve


def export(
    self: Any,
    filepath: Any,
    format: str = "tf_saved_model",
    verbose: bool | None = None,
    input_signature: Any = None,
    **kwargs: Any,
) -> None:
    """Writes the model's prediction as a saved model: `tf.saved_model.load(filepath).serve(x)`.

    Raises ValueError for an unbuilt model and NotImplementedError for other formats."""
    if not isinstance(format, str) or format != "tf_saved_model":
        if isinstance(format, str) and format in ("onnx", "openvino", "litert", "torch"):
            raise NotImplementedError(f"Model.export: the format {format!r} is not there yet")
        raise ValueError(
            f"Unrecognized format={format}. Supported formats are: ['tf_saved_model']."
        )
    specs = [_specs(self, True)] if input_signature is None else input_signature
    if not isinstance(specs, (list, tuple)):
        raise ValueError(
            f"Model.export: `input_signature` must be a list or tuple, got {input_signature!r}"
        )
    if not self.built or not specs or specs[0] is None:
        raise ValueError(
            "The model provided has not yet been built. It must be built before export."
        )
    archive = ExportArchive()
    archive.track(self)
    archive.add_endpoint("serve", _serving(self, len(specs)), list(specs))
    archive.add_variable_collection("variables", self.variables)
    archive.write_out(filepath, verbose=verbose is not False)
