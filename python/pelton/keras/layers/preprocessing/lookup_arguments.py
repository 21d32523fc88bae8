"""What the arguments of lookup layers may be."""

from __future__ import annotations

from pelton.keras.layers.preprocessing.category_codes import read_mode

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

MODES = ("int", "one_hot", "multi_hot", "count", "tf_idf")


def read_salt(layer: Any, value: Any) -> list[int] | None:
    """A salt as two integers; raises ValueError unless it is an integer, two of them or None."""
    if value is None:
        return None
    pair = [value, value] if isinstance(value, int) else value
    if not isinstance(pair, (list, tuple)) or len(pair) != 2:
        pair = [None]
    if not all(isinstance(part, int) for part in pair):
        raise ValueError(
            f"The `salt` argument for `{layer._title()}` can only be a tuple of 2 integers, "
            f"or a single integer. Received: salt={value}."
        )
    return list(pair)


def _check_numbers(layer: Any, given: dict[str, Any]) -> None:
    name = layer._title()
    most, unknown = given["max_tokens"], given["num_oov_indices"]
    if most is not None and (not isinstance(most, int) or most <= 1):
        raise ValueError(
            f"If set, `max_tokens` must be greater than 1. Received: max_tokens={most} [{name}]"
        )
    if given["pad_to_max_tokens"] and most is None:
        raise ValueError(
            "If pad_to_max_tokens is True, must set `max_tokens`. Received: max_tokens=None "
            f"[{name}]"
        )
    if not isinstance(unknown, int) or unknown < 0:
        raise ValueError(
            "`num_oov_indices` must be greater than or equal to 0. Received: "
            f"num_oov_indices={unknown} [{name}]"
        )


def read_arguments(layer: Any, arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments with their spellings made one. Raises ValueError, naming the layer's class, for
    what is none and for what does not go together."""
    given, name = dict(arguments), layer._title()
    _check_numbers(layer, given)
    if given["oov_method"] not in ("floormod", "farmhash"):
        raise ValueError(
            f"Unknown value for `oov_method` argument of {name}. Allowed values are: ('floormod', "
            f"'farmhash'). Received: oov_method={given['oov_method']}"
        )
    given["salt"] = read_salt(layer, given["salt"])
    mode = given["output_mode"] = read_mode(name, given["output_mode"], MODES)
    if given["invert"] and mode != "int":
        raise ValueError(
            "`output_mode` must be `'int'` when `invert` is true. Received: "
            f"output_mode={mode} [{name}]"
        )
    if given["sparse"] and mode == "int":
        raise ValueError(
            "`sparse` may only be true if `output_mode` is `'one_hot'`, `'multi_hot'`, `'count'` "
            f"or `'tf_idf'`. Received: sparse={given['sparse']} and output_mode={mode} [{name}]"
        )
    weights = given["idf_weights"]
    if weights is not None and mode != "tf_idf":
        raise ValueError(
            "`idf_weights` should only be set if `output_mode` is `'tf_idf'`. Received: "
            f"idf_weights={weights} and output_mode={mode} [{name}]"
        )
    return given
