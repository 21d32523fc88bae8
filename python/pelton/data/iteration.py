"""Owns how passes over a dataset look in Python: Iterator and NumpyIterator."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Generator
from typing import Any

from pelton._core import Tensor
from pelton._core import data as _data
from pelton.data import structure as _structure
from pelton.data.specs import DatasetSpec
from pelton.errors import DataLossError, OutOfRangeError
from pelton.experimental.optional import Optional
from pelton.tensors.element_shapes import is_within_call

_AT_END = "End of sequence [Op:IteratorGetNext] name: "
_POSITION = ("origin", "given", "errors")


class _PackedPass:
    """A pass of the engine whose leaves are packed here: parts of ragged and sparse tensors."""

    def __init__(self, node: Any, spec: Any) -> None:
        leaves = (None,) * len(_structure.part_specs(spec))
        self._pass = _data.Pass(node, leaves, lambda place, node: node)
        self._spec = spec
        self.position, self.resume = self._pass.position, self._pass.resume
        self.take_back = self._pass.take_back

    def __next__(self) -> Any:
        return _structure.pack(self._spec, next(self._pass))


def _begun(node: Any, spec: Any) -> Any:
    """A pass that gives elements of `spec`."""
    if _structure.has_parts(spec):
        return _PackedPass(node, spec)
    specs = _structure.specs_in(spec)
    return _data.Pass(node, spec, lambda place, node: _structure.wrap_leaf(specs[place], node))


class _Kept(threading.local):
    """The passes that gave elements while a function was only asked what it gives, and where they
    were before."""

    def __init__(self) -> None:
        self.places: dict[int, tuple[Iterator, Any]] | None = None


_kept = _Kept()


@contextlib.contextmanager
def passes_kept() -> Generator[None, None, None]:
    """Within it passes that began before give elements, and are where they were afterwards."""
    before, _kept.places = _kept.places, {}
    try:
        yield
    finally:
        for iterator, place in _kept.places.values():
            iterator._pass.resume(*place)
        _kept.places.clear()
        _kept.places = before


class EndOfSequenceError(OutOfRangeError, StopIteration):
    """The end of a pass within a function: TensorFlow's error there, which ends loops too."""


class Iterator:
    """One pass over a dataset. `tf.train.Checkpoint(iterator=it)` saves how far it is: what its
    random numbers began from and how many elements it has given, which are made again or left out
    when it is restored, so that functions and generators should give the same each time."""

    def __init__(self, dataset: Any) -> None:
        self._spec = dataset.element_spec
        self._pass: Any = _begun(dataset._settled_node(), self._spec)
        self._begun_within = _kept.places

    @property
    def element_spec(self) -> Any:
        """The spec of the elements."""
        return self._spec

    def __iter__(self) -> Iterator:
        return self

    def _next(self) -> Any:
        places = _kept.places
        if places is not None and self._begun_within is not places and id(self) not in places:
            places[id(self)] = (self, self._pass.position())
        return next(self._pass)

    def __next__(self) -> Any:
        try:
            return self._next()
        except StopIteration:
            if not is_within_call():
                raise
        raise EndOfSequenceError(_AT_END)

    def _take_back(self) -> None:
        """Ends the pass and has later ones give what they would have given without it."""
        self._pass.take_back()

    def _checkpoint_text(self) -> bytes:
        """Where the pass is: what it began from, and how many elements it has given since."""
        import json

        return json.dumps(dict(zip(_POSITION, self._pass.position(), strict=True))).encode()

    def _restore_checkpoint_text(self, text: bytes) -> None:
        """Goes on where the pass was: begins as it began and leaves out as many elements. Raises
        InvalidArgumentError for a pass over another pipeline, DataLossError for another text."""
        import json

        try:
            found = json.loads(text)
            origin, given, errors = (found[name] for name in _POSITION)
            position = (
                [_word(word) for word in origin],
                _word(2 * given) // 2,
                _word(2 * errors) // 2,
            )
        except (KeyError, TypeError, ValueError) as error:
            raise DataLossError("the position of an iterator cannot be read") from error
        self._pass.resume(*position)

    def get_next(self, name: str | None = None) -> Any:
        """The next element; raises OutOfRangeError at the end."""
        try:
            return self._next()
        except StopIteration:
            raise OutOfRangeError(_AT_END) from None

    def get_next_as_optional(self) -> Optional:
        """The next element, or an Optional without a value at the end."""
        try:
            return Optional(self._next(), self._spec, True)
        except StopIteration:
            return Optional(None, self._spec, False)


def _word(value: Any) -> int:
    """An integer of 64 bits; raises ValueError for another."""
    if not 0 <= int(value) < 2**64:
        raise ValueError(f"{value} has more than 64 bits")
    return int(value)


def _as_numpy(leaf: Any) -> Any:
    """An array; of a sparse tensor the dense one, of a ragged one an array of its rows."""
    if leaf is None or isinstance(leaf, Tensor):
        return leaf if leaf is None else leaf.numpy()
    if hasattr(leaf, "dense_shape"):
        from pelton.sparse.sparse_ops import to_dense

        return to_dense(leaf).numpy()
    return leaf.numpy()


class NumpyIterator:
    """A pass whose tensors are NumPy arrays and scalars."""

    def __init__(self, dataset: Any) -> None:
        self._iterator = iter(dataset)
        self._has_datasets = any(
            isinstance(spec, DatasetSpec) for spec in _structure.specs_in(dataset.element_spec)
        )

    def __repr__(self) -> str:
        return f"NumpyIterator(iterator={self._iterator!r})"

    def __iter__(self) -> NumpyIterator:
        return self

    def __next__(self) -> Any:
        return self._to_numpy(next(self._iterator))

    def next(self) -> Any:
        """The next element; raises StopIteration at the end."""
        return self.__next__()

    def save(self) -> bytes:
        """How far the pass is, for restore()."""
        return self._iterator._checkpoint_text()

    def restore(self, state: bytes) -> None:
        """Goes on where the pass was whose save() gave this."""
        self._iterator._restore_checkpoint_text(state)

    def _to_numpy(self, element: Any) -> Any:
        if not self._has_datasets:
            return _structure.map_leaves(_as_numpy, element)
        from pelton.data.dataset import Dataset

        return _structure.map_leaves(
            lambda leaf: NumpyIterator(leaf) if isinstance(leaf, Dataset) else _as_numpy(leaf),
            element,
        )


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
