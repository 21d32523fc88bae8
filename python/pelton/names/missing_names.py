"""Owns the text of the AttributeError for a name that Pelton does not have."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable

# What TensorFlow dropped or keeps for old programs alone, and what replaced it; and what is not
# there yet, with what there is instead.
_SEVERAL = "only tf.distribute.MirroredStrategy and OneDeviceStrategy on one device are"
_NOT_YET = "It is not there yet"
_REPLACED = {
    "feature_column": "Keras's preprocessing layers replaced it: tf.keras.layers.Normalization, "
    "StringLookup, CategoryEncoding, Discretization, Hashing",
    "estimator": "tf.keras.Model replaced it: compile and fit",
    "contrib": "TensorFlow 2 dropped it",
    "lite": f"{_NOT_YET}: tf.saved_model.save and Model.export store a model that runs here",
    "dtensor": f"{_NOT_YET}: {_SEVERAL}",
    "tensorrt": f"{_NOT_YET}: tf.saved_model.save stores a model that runs here",
    "mlir": "programs here are no MLIR: tf.config.experimental.explain_program shows them",
    "xla_computation": "programs here are not compiled by XLA",
    "audio": _NOT_YET,
    **dict.fromkeys(
        "enable_dump_debug_info disable_dump_debug_info".split(),
        "nothing is dumped: tf.debugging.check_numerics names the first bad element, and "
        "tf.config.run_functions_eagerly(True) lets a debugger step through",
    ),
    **dict.fromkeys(
        "quantize dequantize quantized_concat".split(), "there are no quantized dtypes"
    ),
    "Server": f"{_NOT_YET}: {_SEVERAL}",
}


def missing(module: str, name: str, known: Iterable[str]) -> AttributeError:
    """The error for `module.name`, with what replaced it, or the nearest of the `known` names."""
    text = f"module '{module}' has no attribute '{name}'"
    if name in _REPLACED:
        return AttributeError(f"{text}. {_REPLACED[name]}")
    if not name.startswith("_"):
        import difflib

        nearest = difflib.get_close_matches(name, list(known), 1, 0.75)
        if nearest:
            text += f". Did you mean: '{nearest[0]}'?"
    return AttributeError(text)
