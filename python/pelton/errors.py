"""Owns ``tf.errors``: the classes that ops raise, with TensorFlow's names and codes.

Each is also the builtin that Python users expect: InvalidArgumentError is a ValueError and a
RuntimeError, ResourceExhaustedError a MemoryError, OutOfRangeError an IndexError. An index outside
what it counts (of tf.gather, or a class label) raises InvalidIndexError, which is an
InvalidArgumentError and an IndexError.
"""

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
