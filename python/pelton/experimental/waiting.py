"""Owns ``tf.experimental.async_scope``: ops run at once here, whatever it asks."""

from __future__ import annotations

import contextlib

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def async_scope() -> Iterator[None]:
    """A scope whose ops may run later: here they have run, and have raised, when they return."""
    yield


def async_clear_error() -> None:
    """Drops errors of ops that ran later: there are none."""


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
