"""``tf.raw_ops``: TensorFlow's ops by their own names and keyword arguments.

Each is a row of the tables beside this file, `Name(arguments) -> outputs: expression`: the
arguments with their defaults, the names of several outputs, and what is called, in which a name
alone gets all arguments in order. Arguments marked by `!` become tensors first. TensorFlow's other
ops are not there: the error says what to use.
"""

from __future__ import annotations

import re as _re

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_FAMILIES = ("arrays", "elementwise", "linalg", "nn", "rarer", "state", "strings")
_ROW = _re.compile(r"(\w+)\(([^()]*)\)(?: -> ([\w ]+))?: (.*)")
_INSTEAD = {
    "Dataset|Iterator": "use tf.data",
    "TPU|Xla|Collective|Nccl": "use tf.distribute, on one device",
    "Quantize|Requantiz": "there are no quantized dtypes; tf.quantization rounds floats",
    "Queue": "use tf.queue",
    "TensorArray|TensorList": "use tf.TensorArray",
    "Ragged": "use tf.ragged and tf.RaggedTensor",
    "Lookup|HashTable": "use tf.lookup",
    "Summary": "use tf.summary",
    "Apply|Ftrl|Adam": "use tf.keras.optimizers",
    "LSTM|GRU|CudnnRNN": "use tf.keras.layers",
    "If|While|Case|For|PartitionedCall": "use tf.cond, tf.while_loop and tf.function",
    "Save|Restore|Checkpoint": "use tf.train.Checkpoint",
    "Parse": "use tf.io.parse_example",
}
_rows: dict[str, tuple[str, str, str]] = {}


def _read_rows() -> dict[str, tuple[str, str, str]]:
    """{name: (arguments, names of outputs, expression)} of all tables."""
    if not _rows:
        from importlib import import_module

        for family in _FAMILIES:
            text = import_module(f"{__name__}.{family}").ROWS.replace("\n ", " ")
            for row in text.strip().split("\n"):
                name, *parts = _ROW.fullmatch(" ".join(row.split())).groups("")
                _rows[name] = tuple(parts)
    return _rows


def _compiled(arguments: str, expression: str) -> Callable[..., Any]:
    """The row's expression as a function of its keyword arguments."""
    import pelton
    from pelton._core import functions, ops
    from pelton.raw_ops import made, sliced, steps

    given = _re.findall(r"\w+!?(?:=(?:\[[^\]]*\]|\"[^\"]*\"|[^,])+)?", arguments)
    names = [_re.match(r"\w+", one).group() for one in given]
    if _re.fullmatch(r"[\w.]+", expression):
        expression = f"{expression}({', '.join(names)})"
    tensors = [name for name, one in zip(names, given, strict=True) if one.startswith(f"{name}!")]
    if tensors:
        converted = ", ".join(f"convert({name})" for name in tensors)
        expression = f"(lambda {', '.join(tensors)}: {expression})({converted})"
    signature = "".join(f"{one.replace('!', '')}, " for one in given)
    space = {
        "__name__": __name__,
        "tf": pelton,
        "ops": ops,
        "made": made,
        "sliced": sliced,
        "steps": steps,
        "convert": functions.convert,
    }
    return eval(f"lambda *, {signature}name=None: {expression}", space)  # noqa: S307 - our table


def _op(name: str) -> Callable[..., Any]:
    """The function of a row."""
    arguments, outputs, expression = _read_rows()[name]
    run = _compiled(arguments, expression)
    made = run
    if outputs:
        import functools
        from collections import namedtuple

        group = namedtuple(name, outputs.split())

        @functools.wraps(run)
        def made(**arguments: Any) -> Any:
            return group(*run(**arguments))

    from pelton.names.named_refusals import public

    made.__name__ = name
    made = public(made, __name__, name)
    made.__doc__ = f"TensorFlow's raw op: {expression}."
    return made


def __getattr__(name: str) -> Any:
    if not name.startswith("_") and name in _read_rows():
        made = globals()[name] = _op(name)
        return made
    text = f"module '{__name__}' has no attribute '{name}'"
    if name[:1].isupper():
        for form, instead in _INSTEAD.items():
            if _re.search(form, name):
                raise AttributeError(f"{text}: {instead}")
        text += ": call the function of tf, tf.math, tf.nn, ... that the op is of"
    raise AttributeError(text)


def __dir__() -> list[str]:
    return sorted(_read_rows())
