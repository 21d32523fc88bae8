"""Owns what program files say of the library's own work on the host, and how it is made again.

A file names the work and its settings as JSON: ``["decode_png", {"channels": 3}]``. Nothing else
can be named, and whatever a file says, it calls no other code."""

from __future__ import annotations

import base64
import importlib
import json
import sys

from pelton._core import functions as _functions
from pelton.errors import InvalidArgumentError

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Of each work its module, its function, and what settings it may have, as the function's keywords.
_FUNCTIONS = {
    "decode_wav": (
        "pelton.audio",
        "decode_wav",
        {"channels": "desired_channels", "samples": "desired_samples"},
    ),
    "decode_jpeg": (
        "pelton.image.decoding",
        "decode_jpeg",
        {name: name for name in ("channels", "ratio", "fancy_upscaling", "dct_method")},
    ),
    "decode_png": (
        "pelton.image.decoding",
        "decode_png",
        {"channels": "channels", "dtype": "dtype"},
    ),
    "decode_image": (
        "pelton.image.decoding",
        "decode_image",
        {"channels": "channels", "dtype": "dtype", "expand_animations": "expand_animations"},
    ),
    "non_max_suppression": ("pelton.image.suppression", "non_max_suppression", {}),
    "non_max_suppression_with_scores": (
        "pelton.image.suppression",
        "non_max_suppression_with_scores",
        {},
    ),
    "non_max_suppression_padded": (
        "pelton.image.suppression",
        "non_max_suppression_padded",
        {"pad_to_max_output_size": "pad_to_max_output_size"},
    ),
    "combined_non_max_suppression": (
        "pelton.image.many_classes",
        "combined_non_max_suppression",
        {
            name: name
            for name in (
                "max_output_size_per_class",
                "max_total_size",
                "iou_threshold",
                "score_threshold",
                "pad_per_class",
                "clip_boxes",
            )
        },
    ),
    "encode_png": ("pelton.image.encoding", "encode_png", {"compression": "compression"}),
}


def stored_text(name: str, **settings: Any) -> str:
    """What a file says of a work with these settings."""
    return json.dumps([name, settings])


def made(stored: str) -> Callable[[list[Any]], Any]:
    """The work as a function of its tensors. Raises InvalidArgumentError for what is none."""
    try:
        name, settings = json.loads(stored)
        is_known = isinstance(settings, dict) and name in {*_FUNCTIONS, *_MAKERS}
    except (ValueError, TypeError):
        is_known = False
    if not is_known:
        raise InvalidArgumentError(f"a program file names no work on the host: {stored[:99]!r}")
    try:
        return _MAKERS[name](settings) if name in _MAKERS else _of_function(name, settings)
    except (ValueError, TypeError, KeyError) as error:
        raise InvalidArgumentError(
            f"a program file has bad settings of {name}: {type(error).__name__}: {error}"
        ) from error


def _of_function(name: str, settings: dict[str, Any]) -> Callable[[list[Any]], Any]:
    module, attribute, keywords = _FUNCTIONS[name]
    function = getattr(importlib.import_module(module), attribute)
    given = {keywords[key]: value for key, value in settings.items()}
    if not all(isinstance(value, (str, int, float)) for value in given.values()):
        raise TypeError(f"{settings}")

    def run(tensors: list[Any]) -> list[Any]:
        return _functions.flatten(function(*tensors, **given))

    return run


def text_of_features(wanted: list[tuple[Any, ...]]) -> str:
    """What a file says of the features that ``parse_example`` reads."""
    rows = [
        [key, form, dtype.name, shape, _plain(default)]
        for key, form, dtype, shape, default in wanted
    ]
    return stored_text("parse_examples", features=rows)


def _plain(default: Any) -> Any:
    """A default's numbers, or its texts as base64, with its shape; None for none."""
    if default is None:
        return None
    tensor = _functions.convert(default)
    flat = tensor.numpy().reshape(-1).tolist()
    if tensor.dtype.name == "string":
        flat = [base64.b64encode(text).decode() for text in flat]
    return [tensor.dtype.name, tensor.shape.as_list(), flat]


def _tensor_of(plain: Any) -> Any:
    if plain is None:
        return None
    dtype, shape, flat = plain
    if dtype == "string":
        flat = [base64.b64decode(text) for text in flat]
    import numpy as np

    array = np.array(flat, object if dtype == "string" else dtype).reshape(shape)
    return _functions.convert(array, dtype)


def _parse_examples(settings: dict[str, Any]) -> Callable[[list[Any]], Any]:
    from pelton._core import as_dtype
    from pelton._core import data as _data

    wanted = [
        (key, form, as_dtype(dtype), shape, _tensor_of(default))
        for key, form, dtype, shape, default in settings["features"]
    ]
    parser = _data.example_parser("parse_example", wanted)
    return lambda tensors: _data.parse_examples(parser, tensors[0])


_STREAMS = {None: None, "stdout": "stdout", "stderr": "stderr"}


def text_of_print(parts: list[Any], places: list[int], stream: Any, **options: Any) -> str:
    """What a file says of a ``tf.print``: "" where it prints what is no tensor, number or text, or
    to a stream of the program's own."""
    names = {id(sys.stdout): "stdout", id(sys.stderr): "stderr", id(None): None}
    others = [part for n, part in enumerate(parts) if n not in places]
    is_plain = all(isinstance(part, (str, int, float, type(None))) for part in others)
    if id(stream) not in names or not is_plain:
        return ""
    shown = [None if n in places else [part] for n, part in enumerate(parts)]
    return stored_text("print", parts=shown, stream=names[id(stream)], **options)


def _print(settings: dict[str, Any]) -> Callable[[list[Any]], Any]:
    from pelton.host import printing

    parts, stream = settings["parts"], _STREAMS[settings["stream"]]
    options = {"sep": str(settings["sep"]), "end": str(settings["end"])}
    edge = int(settings["summarize"])

    def run(tensors: list[Any]) -> None:
        rest = iter(tensors)
        values = [next(rest) if part is None else part[0] for part in parts]
        target = None if stream is None else getattr(sys, stream)
        printing.print(*values, output_stream=target, summarize=edge, **options)

    return run


_MAKERS = {"parse_examples": _parse_examples, "print": _print}
