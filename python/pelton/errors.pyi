"""Types of pelton.errors. Made by `dev.py stubs`; do not edit."""

from pelton._core import AbortedError as AbortedError
from pelton._core import AlreadyExistsError as AlreadyExistsError
from pelton._core import CancelledError as CancelledError
from pelton._core import DataLossError as DataLossError
from pelton._core import DeadlineExceededError as DeadlineExceededError
from pelton._core import DeviceLostError as DeviceLostError
from pelton._core import FailedPreconditionError as FailedPreconditionError
from pelton._core import InternalError as InternalError
from pelton._core import InvalidArgumentError as InvalidArgumentError
from pelton._core import InvalidIndexError as InvalidIndexError
from pelton._core import NotFoundError as NotFoundError
from pelton._core import OpError as OpError
from pelton._core import OperatorNotAllowedInGraphError as OperatorNotAllowedInGraphError
from pelton._core import OutOfRangeError as OutOfRangeError
from pelton._core import PermissionDeniedError as PermissionDeniedError
from pelton._core import ResourceExhaustedError as ResourceExhaustedError
from pelton._core import UnauthenticatedError as UnauthenticatedError
from pelton._core import UnavailableError as UnavailableError
from pelton._core import UnimplementedError as UnimplementedError
from pelton._core import UnknownError as UnknownError

ABORTED: int
ALREADY_EXISTS: int
CANCELLED: int
DATA_LOSS: int
DEADLINE_EXCEEDED: int
FAILED_PRECONDITION: int
INTERNAL: int
INVALID_ARGUMENT: int
NOT_FOUND: int
OK: int
OUT_OF_RANGE: int
PERMISSION_DENIED: int
RESOURCE_EXHAUSTED: int
UNAUTHENTICATED: int
UNAVAILABLE: int
UNIMPLEMENTED: int
UNKNOWN: int
