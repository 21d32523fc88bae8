"""Owns ``tf.errors``: the classes that ops raise, with TensorFlow's names and codes.

Each is also the builtin that Python users expect: InvalidArgumentError is a ValueError and a
RuntimeError, ResourceExhaustedError a MemoryError, OutOfRangeError an IndexError. An index outside
what it counts (of tf.gather, or a class label) raises InvalidIndexError, which is an
InvalidArgumentError and an IndexError.
"""

from __future__ import annotations

from pelton._core import (
    AbortedError,
    AlreadyExistsError,
    CancelledError,
    DataLossError,
    DeadlineExceededError,
    DeviceLostError,
    FailedPreconditionError,
    InternalError,
    InvalidArgumentError,
    InvalidIndexError,
    NotFoundError,
    OperatorNotAllowedInGraphError,
    OpError,
    OutOfRangeError,
    PermissionDeniedError,
    ResourceExhaustedError,
    UnauthenticatedError,
    UnavailableError,
    UnimplementedError,
    UnknownError,
)

# The codes that errors have as `error_code`.
OK = 0
CANCELLED = 1
UNKNOWN = 2
INVALID_ARGUMENT = 3
DEADLINE_EXCEEDED = 4
NOT_FOUND = 5
ALREADY_EXISTS = 6
PERMISSION_DENIED = 7
RESOURCE_EXHAUSTED = 8
FAILED_PRECONDITION = 9
ABORTED = 10
OUT_OF_RANGE = 11
UNIMPLEMENTED = 12
INTERNAL = 13
UNAVAILABLE = 14
DATA_LOSS = 15
UNAUTHENTICATED = 16

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def _init(self: Any, *parts: Any, message: Any = None, **named: Any) -> None:
    """Of a message alone, as the engine makes them, or of TensorFlow's `node_def`, `op` and
    `message`; the message is the only one of the error's `args`."""
    if message is not None or len(parts) > 2:
        node_def, op, text, *_ = [*parts, *[None] * 3]
        self.node_def, self.op = named.get("node_def", node_def), named.get("op", op)
        parts = (text if message is None else message,)
    self.args = parts


OpError.__init__ = _init  # type: ignore[method-assign]
OpError.node_def = None
OpError.experimental_payloads = {}
