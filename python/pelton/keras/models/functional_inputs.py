"""What a functional model is called with: in the structure of its inputs, or flat, or by name."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.training.sparse_data import dense, keeps_composites
from pelton.nest import flatten, map_structure, pack_sequence_as
from pelton.tensors.kinds import is_ragged, is_sparse


def _refused(text: str) -> Exception:
    """The error of inputs that do not fit, which Keras finds before the model's call."""
    from pelton.keras.layers.call_errors import before_call

    return before_call(ValueError(text))


def flat_inputs(model: Any, inputs: Any) -> list[Any]:
    """The values for the inputs, in their order; raises ValueError where they do not fit."""
    expected = vars(model)["_nested_inputs"][0]
    names = [layer.name for layer in vars(model)["_input_layers"]]
    if isinstance(inputs, Mapping):
        keys = list(expected) if isinstance(expected, Mapping) else names
        in_order = sorted(keys) if isinstance(expected, Mapping) else names
        for key in in_order:
            if key not in inputs:
                raise _refused(
                    f'Missing data for input "{key}". You passed a data dictionary with keys '
                    f"{list(inputs)}. Expected the following keys: {keys}"
                )
        leaves = flatten([inputs[key] for key in in_order])
        if len(leaves) == len(names):
            return leaves
    leaves = flatten(inputs)
    if len(leaves) != len(names):
        example = ", ".join(f"'{name}': ..." for name in names)
        raise _refused(
            f'Layer "{model.name}" expects {len(names)} named input(s) with keys {names}, but it '
            f"received {len(leaves)} input tensors. Pass inputs as a dict, e.g. "
            f"`layer({{{example}}})`."
        )
    _note_structure(expected, inputs)
    return leaves


def _note_structure(expected: Any, given: Any) -> None:
    """Warns where what is given is nested otherwise than what is expected; ValueError where its
    order cannot be the one that is meant."""
    if _form(expected) == _form(given) or (len(flatten(expected)) == 1 and _is_leaf(given)):
        return
    names = map_structure(lambda tensor: tensor.name, expected)
    shapes = map_structure(_shown, given)
    text = (
        "The structure of `inputs` doesn't match the expected structure.\n"
        f"Expected: {names}\nReceived: inputs={shapes}"
    )
    is_by_name = isinstance(expected, Mapping) and not isinstance(given, Mapping)
    if is_by_name and list(expected) != sorted(expected):
        raise ValueError(text)
    warnings.warn(text, stacklevel=5)


def _is_leaf(value: Any) -> bool:
    return not isinstance(value, (Mapping, list, tuple))


def _form(structure: Any) -> Any:
    """The nesting alone; lists and tuples are alike."""
    if isinstance(structure, Mapping):
        return {key: _form(part) for key, part in structure.items()}
    if isinstance(structure, (list, tuple)):
        return [_form(part) for part in structure]
    return None


def _shown(value: Any) -> str:
    return f"Tensor(shape={tuple(value.shape)})" if hasattr(value, "shape") else repr(value)


def conform(model: Any, layer: Any, value: Any, place: int) -> Any:
    """One input as the graph wants it: rank, sizes and dtype; None where it is optional."""
    if value is None:
        if not layer.get_config()["optional"]:
            raise _refused(
                f"The input '{layer.name}' is not optional, but None was passed. Please provide a "
                "valid tensor."
            )
        return None
    is_kept = (is_sparse(value) and layer.sparse) or (is_ragged(value) and layer.ragged)
    if is_kept and keeps_composites(model):
        return value if value.dtype.name == layer.dtype else _cast(value, layer.dtype)
    tensor = _functions.convert(dense(value))
    shape, given = tuple(layer.batch_shape), tuple(tensor.shape)
    if len(given) == len(shape) - 1 and shape and shape[-1] == 1:
        tensor, given = _ops.expand_dims(tensor, axis=-1), (*given, 1)
    elif len(given) == len(shape) + 1 and given[-1] == 1:
        tensor, given = _ops.squeeze(tensor, axis=[-1]), given[:-1]
    fits = (
        len(given) == len(shape)
        and all(  # batches may be of any size
            None in (a, b) or a == b for a, b in zip(shape[1:], given[1:], strict=True)
        )
    )
    if not fits:
        raise _refused(
            f"Input {place} with name '{layer.name}' of layer '{model.name}' is incompatible with "
            f"the layer: expected shape={shape}, found shape={given}"
        )
    return _ops.cast(tensor, dtype=layer.dtype) if tensor.dtype.name != layer.dtype else tensor


def _cast(value: Any, dtype: Any) -> Any:
    """A sparse or ragged tensor with values of that dtype."""
    if is_ragged(value):
        return value.with_flat_values(_ops.cast(value.flat_values, dtype=dtype))
    return value.with_values(_ops.cast(value.values, dtype=dtype))


def symbolic_inputs(model: Any, input_shape: Any) -> Any:
    """Symbolic tensors of these shapes, in the inputs' structure; ValueError for another number."""
    expected = vars(model)["_nested_inputs"][0]
    shapes = [input_shape] if _is_shape(input_shape) else _shapes_in(input_shape)
    layers = vars(model)["_input_layers"]
    if len(shapes) != len(layers):
        raise ValueError(
            f"Model '{model.name}' has {len(layers)} inputs, got {len(shapes)} shapes: "
            f"{input_shape}"
        )
    inputs = [_functions.symbolic(s, layer.dtype) for s, layer in zip(shapes, layers, strict=True)]
    return pack_sequence_as(expected, inputs) if len(inputs) > 1 else inputs[0]


def _is_shape(value: Any) -> bool:
    return not isinstance(value, Mapping) and all(
        size is None or not isinstance(size, (list, tuple, Mapping)) for size in value
    )


def _shapes_in(structure: Any) -> list[Any]:
    is_mapping = isinstance(structure, Mapping)
    parts = [structure[key] for key in sorted(structure)] if is_mapping else structure
    return [shape for part in parts for shape in ([part] if _is_shape(part) else _shapes_in(part))]
