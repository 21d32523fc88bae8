"""Owns the functions of ``keras.backend`` that graphs of Keras 2 had: function, gradients,
placeholder, sessions and the learning phase."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

__all__ = [
    "function", "get_session", "gradients", "image_dim_ordering", "in_test_phase",
    "in_train_phase", "is_placeholder", "learning_phase", "manual_variable_initialization",
    "placeholder", "set_image_dim_ordering",
    "set_learning_phase", "set_session",
]  # fmt: skip

_state: dict[str, Any] = {"phase": 0, "session": None}


def placeholder(shape: Any = None, ndim: int | None = None, dtype: Any = None,
                sparse: bool = False, name: str | None = None) -> Any:  # fmt: skip
    """A symbolic tensor that ``function`` is given values of; `ndim` axes of any size.

    Raises ValueError without a shape and a number of axes."""
    from pelton.keras.keras_tensor import Input

    if shape is None and ndim is None:
        raise ValueError("placeholder: `shape` or `ndim` must be given, got None for both")
    sizes = tuple(shape) if shape is not None else (None,) * int(ndim or 0)
    return Input(batch_shape=sizes, dtype=dtype, name=name)


def is_placeholder(x: Any) -> bool:
    """Whether it is a symbolic tensor that nothing computes."""
    from pelton._core import layers as _layers

    return _layers._history(x) is None and _layers._call_of(x) is None


class _Runner:
    """Where ``function`` runs its plan: variables are those of layers, with their values."""

    def variable(self, reference: Any) -> Any:
        return reference


class _Function:
    """Arrays of `inputs` to arrays of `outputs`, after which the updates are done."""

    def __init__(self, inputs: Sequence[Any], outputs: Any, updates: Any) -> None:
        from pelton.compat.v1.evaluation import Plan, place_of
        from pelton.nest import flatten

        self._inputs = [one for one in inputs if hasattr(one, "dtype")]
        self._is_given = [hasattr(one, "dtype") for one in inputs]  # the rest: learning phases
        self._outputs = outputs
        wanted = [one for one in flatten(outputs) if _is_symbolic(one)]
        self._plan = Plan([*wanted, *(updates or ())], [place_of(one) for one in self._inputs])

    def __call__(self, inputs: Any) -> Any:
        from pelton._core import functions as _functions
        from pelton.compat.v1.evaluation import Run
        from pelton.nest import flatten, pack_sequence_as

        given = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
        given = [one for one, is_given in zip(given, self._is_given, strict=False) if is_given]
        if len(given) != len(self._inputs):
            raise ValueError(f"function: {len(self._inputs)} inputs are wanted, got {len(given)}")
        values = [
            _functions.convert(value, like.dtype)
            for value, like in zip(given, self._inputs, strict=True)
        ]
        session: Any = _Runner()
        found = iter(Run(session, self._plan).fetch(values))
        leaves = [next(found) if _is_symbolic(one) else one for one in flatten(self._outputs)]
        arrays = [one.numpy() if hasattr(one, "numpy") else one for one in leaves]
        return pack_sequence_as(self._outputs, arrays)


def _is_symbolic(value: Any) -> bool:
    from pelton._core import functions as _functions

    return bool(_functions.is_symbolic(value))


def function(inputs: Sequence[Any], outputs: Any, updates: Any = None, name: str | None = None,
             **options: Any) -> _Function:  # fmt: skip
    """A Python function of arrays of the symbolic `inputs` that gives arrays of `outputs`."""
    return _Function(list(inputs), outputs, updates)


def gradients(loss: Any, variables: Any) -> list[Any]:
    """d sum(loss) / dv for each v of `variables`, symbolic tensors or variables, as symbolic
    tensors; None where the loss does not follow from it."""
    from pelton.compat.v1.graph_ops import gradients_of

    return gradients_of(loss, variables)


def set_learning_phase(value: Any) -> None:
    """Notes 0 (predicting) or 1 (training). Raises ValueError for anything else."""
    if value not in (0, 1, False, True):
        raise ValueError(f"set_learning_phase: `value` must be 0 or 1, got {value!r}")
    _state["phase"] = int(value)


def learning_phase() -> int:
    """What set_learning_phase noted, 0 at first; layers are told by `training`, not by this."""
    return int(_state["phase"])


def in_train_phase(x: Any, alt: Any, training: Any = None) -> Any:
    """`x` in training, else `alt`, or what the function that it is gives. Without `training` by
    what set_learning_phase noted; a tensor chooses in each run."""
    from pelton import cond

    training = learning_phase() if training is None else training
    if hasattr(training, "dtype"):
        return cond(training, lambda: _called(x), lambda: _called(alt))
    return _called(x if training else alt)


def in_test_phase(x: Any, alt: Any, training: Any = None) -> Any:
    """`alt` in training, else `x`."""
    return in_train_phase(alt, x, training)


def _called(value: Any) -> Any:
    return value() if callable(value) else value


def get_session() -> Any:
    """The default session, or one that is made."""
    from pelton.compat.v1.session import Session, get_default_session

    found = get_default_session() or _state["session"]
    if found is None:
        found = _state["session"] = Session()
    return found


def set_session(session: Any) -> None:
    """What get_session gives; Keras itself runs at once."""
    _state["session"] = session


def manual_variable_initialization(value: bool) -> None:
    """Nothing: Keras's variables have values from the beginning."""


def image_dim_ordering() -> str:
    """Keras 1's word for channels last: "tf"."""
    return "tf"


def set_image_dim_ordering(dim_ordering: str) -> None:
    """Takes "tf", channels last. Raises ValueError for anything else."""
    if dim_ordering != "tf":
        raise ValueError(f"set_image_dim_ordering: only 'tf' is there, got {dim_ordering!r}")
