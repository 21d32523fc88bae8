"""Owns HostValue, a fetch that Python makes of the values of tensors once a session has run."""

from __future__ import annotations

from pelton.compat.v1.graph import get_default_graph
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


class HostValue:
    """`made_of(arrays)` of the tensors `parts`, such as a summary. Its name is a node's."""

    def __init__(
        self, name: str, parts: Sequence[Any], made_of: Callable[[Sequence[Any]], Any]
    ) -> None:
        self.graph = get_default_graph()
        self.name = f"{name}:0"
        self.parts = list(parts)
        self.made_of = made_of

    @property
    def dtype(self) -> Any:
        """That of the bytes that it is."""
        from pelton.dtypes import string

        return string

    @property
    def shape(self) -> TensorShape:
        """That of one text."""
        return TensorShape(())

    def get_shape(self) -> TensorShape:
        """The same as `shape`."""
        return self.shape

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        """Its value in `session`, or the default one."""
        return self.graph.session_for(session).run(self, feed_dict)

    def __repr__(self) -> str:
        return f"<tf.Tensor {self.name!r} shape=() dtype=string>"

    def __str__(self) -> str:
        return f'Tensor("{self.name}", shape=(), dtype=string)'
