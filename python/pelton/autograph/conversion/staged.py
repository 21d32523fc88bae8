"""Branches and loops over tensors, whose variables become those of ``cond`` and ``while_loop``."""

from __future__ import annotations

from pelton._core import Tensor as _Tensor
from pelton._core import Variable as _Variable
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.autograph.conversion.unbound import NothingReturned, Unbound
from pelton.functions.control_flow import cond, while_loop
from pelton.nest import flatten, map_structure
from pelton.tensor_shape import TensorShape
from pelton.tensors.composite_value import CompositeValue
from pelton.tensors.growing_rows import blank
from pelton.tensors.tensor_array import TensorArray
from pelton.tensors.tensor_spec import TensorSpec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    State = tuple[Any, ...]

_PLAIN = (bool, int, float, complex, str, bytes)


def _is_carried(value: Any) -> bool:
    """Whether a variable's value can be one of a program: tensors, numbers, texts, nests."""
    leaves = flatten(value)
    kinds = (_Tensor, _Variable, TensorArray, CompositeValue, *_PLAIN)
    return bool(leaves) and all(
        isinstance(leaf, kinds) or hasattr(leaf, "__array__") for leaf in leaves
    )


def _is_same(one: Any, other: Any) -> bool:
    """Whether two values need no branch: the same object, or equal numbers and texts."""
    if one is other:
        return True
    return isinstance(one, _PLAIN) and type(one) is type(other) and one == other


class _MismatchError(Exception):
    """A variable that one branch leaves as what the other does not."""


class _Branches:
    """The two branches of one ``if``."""

    def __init__(
        self, get: Callable[[], State], put: Callable[[State], None], names: State
    ) -> None:
        self._get, self._put, self._names = get, put, names
        self._before = get()
        self.ends: list[
            State
        ] = []  # what each branch leaves, in the order in which they are traced
        self._plan: list[str] | None = None
        self._first: list[bool] = []  # which variables the first branch has the program carry

    def run(self, branch: Callable[[], None]) -> State:
        """What a branch leaves in the variables that the program carries."""
        self._put(tuple(_copied(value) for value in self._before))
        branch()
        end = self._get()
        self.ends.append(end)
        if self._plan is not None:
            other = self._ended[1 - (len(self.ends) - 1) % 2]
            return tuple(
                _filled(value, other[n])
                for n, value in enumerate(end)
                if self._plan[n] == "carried"
            )
        if len(self.ends) == 2 and self._planned() != [
            "carried" if c else "same" for c in self._first
        ]:
            raise _MismatchError
        self._first = [_is_carried(value) for value in end]
        return tuple(v for v, carried in zip(end, self._first, strict=True) if carried)

    def _planned(self) -> list[str]:
        return [
            self._kind(name, *pair)
            for name, pair in zip(self._names, zip(*self.ends, strict=True), strict=True)
        ]

    def _kind(self, name: str, one: Any, other: Any) -> str:
        if _is_carried(one) and _is_carried(other):
            _check_dtypes(name, one, other)
            return "carried"
        if _is_same(one, other) or (isinstance(one, Unbound) and isinstance(other, Unbound)):
            return "same"
        if isinstance(one, NothingReturned) or isinstance(other, NothingReturned):
            return "carried"
        if isinstance(one, Unbound) or isinstance(other, Unbound):
            which = "else" if isinstance(one, Unbound) else "main"
            raise ValueError(f"'{name}' must also be initialized in the {which} branch")
        which = "else" if one is None else "main"  # the other branch is traced first
        raise ValueError(f"'{name}' is None at the end of the {which} branch.")

    def plan(self) -> None:
        """Says what to do with variables that the branches leave unlike."""
        self._ended, self._plan = self.ends, self._planned()
        self.ends = []

    def merged(self, carried: State) -> State:
        """The variables after the branches, of which the program carried these."""
        plan = self._plan or ["carried" if c else "same" for c in self._first]
        rest = iter(carried)
        out: list[Any] = []
        for place, kind in enumerate(plan):
            one, other = self.ends[0][place], self.ends[1][place]
            if kind == "carried":
                value = next(rest)
                out.append(one if _is_same(one, other) and isinstance(one, _PLAIN) else value)
            else:
                out.append(one)
        return tuple(out)


def _check_dtypes(name: str, of_else: Any, of_main: Any) -> None:
    """Raises TypeError for a tensor that is of another dtype in the other branch."""
    if isinstance(of_else, _Tensor) and isinstance(of_main, _Tensor):
        if of_else.dtype != of_main.dtype:
            raise TypeError(
                f"'{name}' has dtype {of_main.dtype.name} in the main branch, but dtype "
                f"{of_else.dtype.name} in the else branch"
            )


def _filled(value: Any, other: Any) -> Any:
    """A value, or zeros like what the other branch returns where this one has not returned."""
    if not isinstance(value, NothingReturned):
        return value
    return map_structure(_zeros_like, other)


def _zeros_like(leaf: Any) -> Any:
    if isinstance(leaf, (_Tensor, _Variable)):
        return blank([size or 0 for size in leaf.shape.as_list()], leaf.dtype)
    return blank([], _functions.convert(leaf).dtype)


def _scalar(test: Any) -> Any:
    """A truth value as a scalar; one of a single element counts, as in Python."""
    return test if test.shape.rank == 0 else _ops.reshape(test, [])


def staged_if(
    test: Any,
    body: Callable[[], None],
    orelse: Callable[[], None],
    get: Callable[[], State],
    put: Callable[[State], None],
    names: State,
) -> None:
    """Both branches as one step of the program. Raises ValueError where one leaves None."""
    branches = _Branches(get, put, names)

    def perform() -> Any:
        return cond(_scalar(test), lambda: branches.run(body), lambda: branches.run(orelse))

    try:
        found = perform()
    except _MismatchError:
        branches.plan()
        found = perform()
    put(branches.merged(found))


def _as_tensor(leaf: Any) -> Any:
    is_kept = isinstance(leaf, (TensorArray, CompositeValue))
    return leaf if is_kept else _functions.convert(leaf)


class _Turns:
    """The variables of one loop."""

    def __init__(
        self, body: Callable[[], None], get: Callable[[], State], put: Callable[[State], None]
    ) -> None:
        self._body, self._get, self._put = body, get, put
        before = get()
        self._places = [n for n, value in enumerate(before) if _is_carried(value)]
        self._before = list(before)
        for place in self._places:
            self._before[place] = map_structure(_as_tensor, before[place])
        self.shapes: list[Any] | None = None

    @property
    def carried(self) -> list[Any]:
        """Those that the program carries."""
        return [self._before[place] for place in self._places]

    def set(self, values: Any) -> None:
        """Gives them other values."""
        state = list(self._before)
        for place, value in zip(self._places, values, strict=True):
            state[place] = value
        self._put(tuple(state))

    def turn(self, values: Any) -> list[Any]:
        """What a turn makes of them."""
        self.set(values)
        self._body()
        end = self._get()
        return [end[place] for place in self._places]

    def open_unbound(self) -> None:
        """Gives variables that only a turn binds zeros of what it binds to, of open sizes."""
        unbound = [n for n, value in enumerate(self._before) if isinstance(value, Unbound)]
        if not unbound:
            return
        found: dict[int, Any] = {}

        def once() -> list[Any]:
            self.turn([_copied(value) for value in self.carried])
            end = self._get()
            found.update(
                {n: map_structure(_spec_of, end[n]) for n in unbound if _is_carried(end[n])}
            )
            return []

        _functions.trace_probe(once, [])
        known = {n: spec for n, spec in found.items() if _are_specs(spec)}
        if not known:
            return
        own = {n: map_structure(_spec_of, self._before[n]) for n in self._places}
        for place, spec in known.items():
            self._before[place] = map_structure(_zeros_of, spec)
        self._places = sorted([*self._places, *known])
        shapes = {**own, **known}
        self.shapes = [map_structure(_shape_of, shapes[place]) for place in self._places]


def _copied(value: Any) -> Any:
    return map_structure(lambda v: v._copy() if isinstance(v, TensorArray) else v, value)


def _spec_of(leaf: Any) -> Any:
    if isinstance(leaf, (TensorArray, CompositeValue)):
        return leaf
    return TensorSpec.from_tensor(_functions.convert(leaf))


def _are_specs(nest: Any) -> bool:
    return all(
        isinstance(leaf, TensorSpec) and leaf.shape.rank is not None for leaf in flatten(nest)
    )


def _zeros_of(spec: TensorSpec) -> Any:
    return blank([size or 0 for size in spec.shape.as_list()], spec.dtype)


def _shape_of(leaf: Any) -> Any:
    return leaf.shape if isinstance(leaf, TensorSpec) else TensorShape(None)


def staged_loop(
    test: Callable[[], Any],
    body: Callable[[], None],
    get: Callable[[], State],
    put: Callable[[State], None],
    names: State,
) -> None:
    """The loop as one step of the program. Raises ValueError and TypeError as ``while_loop``."""
    turns = _Turns(body, get, put)
    turns.open_unbound()

    def goes_on(*values: Any) -> Any:
        turns.set(values)
        return _scalar(_functions.convert(test()))

    def once(*values: Any) -> list[Any]:
        return turns.turn(values)

    carried = turns.carried
    found = while_loop(goes_on, once, carried, shape_invariants=turns.shapes) if carried else []
    turns.set(found)
