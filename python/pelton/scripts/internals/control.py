"""Owns the private modules of branches, loops and contexts of ``tensorflow.python``."""

from __future__ import annotations

import contextlib

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

ENABLE_CONTROL_FLOW_V2 = True


def GraphOrParentsInXlaContext(graph: Any) -> bool:  # noqa: N802 - TensorFlow's name
    """False: XLA compiles nothing here."""
    return False


def IsInXLAContext(op: Any) -> bool:  # noqa: N802 - TensorFlow's name
    """False: XLA compiles nothing here."""
    return False


def EnableControlFlowV2(graph: Any) -> bool:  # noqa: N802 - TensorFlow's name
    """True: branches and loops are those of TensorFlow 2."""
    return True


def smart_cond(
    pred: Any, true_fn: Callable[[], Any], false_fn: Callable[[], Any], name: Any = None
) -> Any:
    """One of both functions' results, without a branch where `pred` is known."""
    import pelton

    known = pred if isinstance(pred, bool | int) else pelton.get_static_value(pred)
    if known is not None:
        return true_fn() if known else false_fn()
    return pelton.cond(pred, true_fn, false_fn)


def smart_constant_value(pred: Any) -> bool | None:
    """The value of `pred` where it is known."""
    import pelton

    known = pred if isinstance(pred, bool | int) else pelton.get_static_value(pred)
    return None if known is None else bool(known)


def _case_helper(
    cond_fn: Callable[..., Any],
    pred_fn_pairs: Any,
    default: Callable[[], Any] | None,
    exclusive: bool,
    name: Any,
    allow_python_preds: bool = False,
    **cond_kwargs: Any,
) -> Any:
    """The result of the first function whose predicate holds, by branches of `cond_fn`."""
    pairs = list(pred_fn_pairs.items() if isinstance(pred_fn_pairs, dict) else pred_fn_pairs)
    if default is None:
        default = pairs.pop()[1]
    chosen = default
    for pred, function in reversed(pairs):
        chosen = _branch(cond_fn, pred, function, chosen, cond_kwargs)
    return chosen()


def _branch(cond_fn: Any, pred: Any, one: Any, other: Any, kwargs: Any) -> Callable[[], Any]:
    return lambda: cond_fn(pred, one, other, **kwargs)


def pfor(
    loop_fn: Callable[[Any], Any],
    iters: Any,
    fallback_to_while_loop: bool = True,
    parallel_iterations: Any = None,
) -> Any:
    """The results of `loop_fn` for 0, 1, ... `iters` - 1, stacked."""
    import pelton

    return pelton.vectorized_map(loop_fn, pelton.range(iters))


def prevent_gradient(input: Any, message: str = "", name: Any = None) -> Any:
    """`input`, of which no gradient is taken: LookupError with the message where one is."""
    import pelton

    @pelton.custom_gradient
    def guarded(x: Any) -> Any:
        def grad(upstream: Any) -> Any:
            raise LookupError(f"Gradient explicitly disabled. Reason: {message}")

        return pelton.identity(x), grad

    return guarded(pelton.convert_to_tensor(input))


def parameterized_truncated_normal(
    shape: Any,
    means: Any = 0.0,
    stddevs: Any = 1.0,
    minvals: Any = -2.0,
    maxvals: Any = 2.0,
    dtype: Any = "float32",
    seed: Any = None,
    name: Any = None,
) -> Any:
    """Normally distributed numbers between bounds, all of which may be tensors."""
    import pelton

    seeds = pelton.random.uniform([2], maxval=2**31 - 1, dtype="int32", seed=seed)
    means = pelton.cast(means, dtype)
    return pelton.random.stateless_parameterized_truncated_normal(
        shape, seeds, means, stddevs, minvals, maxvals
    )


class _Context:
    """What ``context.context()`` gives."""

    def executing_eagerly(self) -> bool:
        """Whether ops run at once."""
        import pelton

        return pelton.executing_eagerly()

    def num_gpus(self) -> int:
        """How many GPUs there are."""
        import pelton

        return len(pelton.config.list_logical_devices("GPU"))

    @property
    def device_spec(self) -> Any:
        """The device of the innermost scope: one that says nothing."""
        import pelton

        return pelton.DeviceSpec()

    @property
    def device_name(self) -> str:
        """The device of the innermost scope, "" for none."""
        return ""


def context() -> _Context:
    """The context of the thread."""
    return _Context()


def in_eager_mode() -> bool:
    """Whether ops run at once."""
    return context().executing_eagerly()


@contextlib.contextmanager
def eager_mode() -> Iterator[None]:
    """Within it ops run at once, in code of TensorFlow 2 as without it."""
    yield


@contextlib.contextmanager
def graph_mode() -> Iterator[None]:
    """Within it ops are those of a graph of TensorFlow 1."""
    import pelton

    with pelton.compat.v1.Graph().as_default():
        yield


def enabled() -> bool:
    """True: this is TensorFlow 2."""
    return True


class RegisterStatistics:
    """Decorates what says how much work an op is; programs here have no such ops."""

    def __init__(self, op_type: str, statistic_type: str) -> None:
        self.op_type, self.statistic_type = op_type, statistic_type

    def __call__(self, f: Any) -> Any:
        """The function itself."""
        return f


class _Gauge:
    """A figure of TensorFlow's own counting, which is not counted."""

    _value: Any = 0

    def __init__(self, name: str, description: str, *labels: str) -> None:
        self._cells: dict[tuple[str, ...], Any] = {}

    def get_cell(self, *labels: str) -> Any:
        """That of the labels."""
        return self._cells.setdefault(labels, type(self)("", ""))

    def set(self, value: Any) -> None:
        """Notes the value."""
        self._value = value

    def value(self) -> Any:
        """What was noted."""
        return self._value


class BoolGauge(_Gauge):
    """Whether something is used."""

    _value = False


class IntGauge(_Gauge):
    """A number."""


class StringGauge(_Gauge):
    """A text."""

    _value = ""


class Counter(_Gauge):
    """A number that grows."""

    def increase_by(self, value: int) -> None:
        """Adds the value."""
        self._value += value
