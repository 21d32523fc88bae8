"""Owns the sessions of test cases, in programs of TensorFlow 1 that build graphs."""

from __future__ import annotations

import contextlib
import sys

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def builds_graphs() -> bool:
    """Whether code builds graphs, which sessions run."""
    graphs = sys.modules.get("pelton.compat.v1.graph")
    return graphs is not None and bool(graphs.is_active())


def begin_graph() -> None:
    """A new default graph, where code builds graphs and no graph is entered."""
    if builds_graphs():
        graphs = sys.modules["pelton.compat.v1.graph"]
        with contextlib.suppress(AssertionError):
            graphs.reset_default_graph()


class GraphSessions:
    """What a test case runs tensors in: sessions where code builds graphs, else nothing."""

    _cached: Any = None

    @contextlib.contextmanager
    def session(
        self, graph: Any = None, config: Any = None, use_gpu: bool = True, force_gpu: bool = False
    ) -> Iterator[Any]:
        """A session of `graph`, or of the default one; None where code runs at once."""
        if graph is None and not builds_graphs():
            yield None
            return
        from pelton.compat.v1.session import Session

        with Session(graph=graph, config=config) as made:
            yield made

    @contextlib.contextmanager
    def cached_session(
        self, graph: Any = None, config: Any = None, use_gpu: bool = True, force_gpu: bool = False
    ) -> Iterator[Any]:
        """The test's one session, with its variables; None where code runs at once."""
        if not builds_graphs():
            yield None
            return
        from pelton.compat.v1.session import Session

        if self._cached is None:
            self._cached = Session(graph=graph, config=config)
            self.addCleanup(self._end_session)  # type: ignore[attr-defined]
        with self._cached.graph.as_default(), self._cached.as_default():
            yield self._cached

    def _end_session(self) -> None:
        self._cached.close()
        self._cached = None

    def test_session(
        self, graph: Any = None, config: Any = None, use_gpu: bool = True, force_gpu: bool = False
    ) -> contextlib.AbstractContextManager[Any]:
        """The test's one session, or one of `graph`. It is no test."""
        if self.id().endswith(".test_session"):  # type: ignore[attr-defined]
            self.skipTest("Not a test.")  # type: ignore[attr-defined]
        if graph is None:
            return self.cached_session(graph, config, use_gpu, force_gpu)
        return self.session(graph, config, use_gpu, force_gpu)
