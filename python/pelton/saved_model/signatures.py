"""What a saved model offers by name: signatures, with a name for each input and each output."""

from __future__ import annotations

import re
from typing import Any

from pelton.functions.bound_function import BoundFunction
from pelton.functions.concrete_function import ConcreteFunction
from pelton.functions.recorded_function import Function
from pelton.nest import flatten
from pelton.saved_model.graph import functions_of, is_of_keras
from pelton.saved_model.stored_function import Signatures, StoredConcreteFunction, StoredFunction
from pelton.tensors.composite_specs import PartsSpec
from pelton.tensors.tensor_spec import TensorSpec

DEFAULT = "serving_default"


def concrete_of(function: Any) -> Any:
    """The concrete function to sign; raises ValueError for what has no signature of its own."""
    if isinstance(function, (ConcreteFunction, StoredConcreteFunction)):
        return function
    if isinstance(function, StoredFunction) and len(function.concrete_functions) == 1:
        return function.concrete_functions[0]
    if isinstance(function, (Function, BoundFunction)) and function.input_signature is not None:
        return function.get_concrete_function()
    raise ValueError(
        f"Expected a TensorFlow function for which to generate a signature, but got {function!r}. "
        "Only `tf.functions` with an input signature or concrete functions can be used as a "
        "signature."
    )


def by_name(root: Any, signatures: Any) -> dict[str, Any]:
    """Concrete functions by the name of their signature. Without any given: the root's default
    where it is a Keras model, or its only function with a signature."""
    if isinstance(signatures, dict):
        for name in signatures:
            if not isinstance(name, str):
                raise TypeError(f"save: `signatures` has a name that is no str: {name!r}")
        return {name: concrete_of(function) for name, function in signatures.items()}
    if signatures is not None:
        return {DEFAULT: concrete_of(signatures)}
    if isinstance(getattr(root, "signatures", None), Signatures):
        return dict(root.signatures)
    if is_of_keras(root):
        from pelton.keras.export.model_export import default_signature

        found = default_signature(root)
        return {} if found is None else {DEFAULT: found}
    signed = [f for _, f in functions_of(root) if getattr(f, "input_signature", None) is not None]
    concrete = [concrete_of(function) for function in signed]
    valid = [each for each in concrete if _output_names(each.output_specs)]
    return {DEFAULT: valid[0]} if len(valid) == 1 else {}


def input_names(parameters: list[tuple[str, Any]]) -> list[str]:
    """A name for each tensor among (name, nest of specs): its spec's or its parameter's."""
    names: list[str] = []
    for name, given in parameters:
        leaves = flatten(given, expand_composites=True)
        specs = [leaf for leaf in leaves if isinstance(leaf, TensorSpec)]
        for number, spec in enumerate(specs):
            wanted = spec.name or (name if number == 0 else f"{name}_{number}")
            wanted = re.sub(r"\W|^(?=\d)", "_", wanted)
            while wanted in names:
                wanted += "_1"
            names.append(wanted)
    return names


def _output_names(result: Any) -> list[str] | None:
    """Names in the order of the result's tensors; None where a signature cannot give it."""
    if isinstance(result, (TensorSpec, PartsSpec)):
        return ["output_0"]
    if isinstance(result, dict):
        parts, names = [result[key] for key in sorted(result)], sorted(result)
    elif isinstance(result, (list, tuple)):
        parts, names = list(result), [f"output_{place}" for place in range(len(result))]
    else:
        return None
    fits = all(isinstance(part, (TensorSpec, PartsSpec)) for part in parts)
    return names if fits and all(isinstance(name, str) for name in names) else None


def output_names(signature: str, result: Any) -> list[str]:
    """The same; raises ValueError for a result that is no tensor, sequence or dict of tensors."""
    names = _output_names(result)
    if names is None:
        raise ValueError(
            f"signature '{signature}': functions used as signatures must return a single Tensor, a "
            f"sequence of Tensors, or a dictionary from string to Tensor, got {result!r}"
        )
    return names
