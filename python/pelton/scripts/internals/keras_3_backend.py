"""Owns what Keras 3 has at ``keras.src.backend`` beside the public functions of keras.backend."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_OPS = frozenset("core image linalg math nn numpy".split())  # modules whose functions ops has
_OF_OPS = frozenset(
    "cast cond convert_to_numpy convert_to_tensor fori_loop is_tensor scan scatter scatter_update "
    "shape slice slice_update stop_gradient switch unstack vectorized_map while_loop".split()
)
_OF_KERAS = frozenset("KerasTensor StatelessScope Variable random".split())
_SMALL = frozenset("any_symbolic_tensors standardize_data_format get_global_attribute".split())
IS_THREAD_SAFE = True
SUPPORTS_SPARSE_TENSORS = True
SUPPORTS_RAGGED_TENSORS = False


def __getattr__(name: str) -> Any:
    from pelton import keras

    if name in _OPS:
        return keras.ops
    if name in _OF_OPS:
        return getattr(keras.ops, name)
    if name in _OF_KERAS:
        return getattr(keras, name)
    if name in _SMALL:
        from pelton.scripts.internals import keras_3

        return getattr(keras_3, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def in_stateless_scope() -> bool:
    """False: scopes give variables their values."""
    return False


def compute_output_spec(fn: Any, *args: Any, **kwargs: Any) -> Any:
    """Symbolic tensors like what the function gives for arguments among which are such."""
    from pelton.keras.layers import Lambda
    from pelton.nest import flatten, pack_sequence_as

    leaves = flatten([args, kwargs])
    places = [place for place, leaf in enumerate(leaves) if hasattr(leaf, "_keras_mask")]

    def run(tensors: Any) -> Any:
        for place, tensor in zip(places, tensors, strict=True):
            leaves[place] = tensor
        given, named = pack_sequence_as([args, kwargs], leaves)
        return fn(*given, **named)

    return Lambda(run)([leaves[place] for place in places])


def get_keras_mask(x: Any) -> Any:
    """The mask that a tensor has, or None."""
    return getattr(x, "_keras_mask", None)


def set_keras_mask(x: Any, mask: Any) -> None:
    """Gives a tensor its mask."""
    x._keras_mask = mask
