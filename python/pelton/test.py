"""Owns ``tf.test``: what test suites ask about the build and its devices."""

from __future__ import annotations

from pelton._core import runtime as _runtime

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def __getattr__(name: str) -> object:
    if name == "TestCase":
        from pelton.testing.test_case import TestCase

        return TestCase
    if name == "Benchmark":
        raise AttributeError("tf.test.Benchmark is not there: time with a clock of your own")
    from pelton.names.missing_names import missing

    raise missing(__name__, name, __dir__())


def __dir__() -> list[str]:
    return sorted({*globals(), "TestCase"})


def main(argv: list[str] | None = None) -> None:
    """Runs the tests of the program that calls it and ends the process, as ``unittest.main``."""
    import unittest

    unittest.main(argv=argv)


def is_cpu_target_available(target: str) -> bool:
    """Whether kernels for the CPU `target` are there: "x86_64" here."""
    import platform

    return target in (platform.machine(), platform.machine().lower())


def create_local_cluster(
    num_workers: int,
    num_ps: int,
    protocol: str = "grpc",
    worker_config: object = None,
    ps_config: object = None,
) -> None:
    """Raises NotImplementedError: there is one process."""
    raise NotImplementedError(
        f"create_local_cluster: num_workers={num_workers} and num_ps={num_ps} servers are not "
        "there: programs run in one process"
    )


def compute_gradient(
    f: Callable[..., Tensor], x: Sequence[TensorLike], delta: float | None = None
) -> tuple[list[Any], list[Any]]:
    """The Jacobians of `f(*x)` by each of `x`, [its size, the result's size]: first those of
    the gradients, then those of central differences `delta` apart (2^-10, 2^-24 in float64)."""
    from pelton.testing.gradient_checks import compute_gradient

    return compute_gradient(f, x, delta)


def is_built_with_cuda() -> bool:
    """Whether this build has CUDA kernels for real GPUs."""
    return bool(_runtime.is_cuda_build)


def is_built_with_gpu_support() -> bool:
    """The same as ``is_built_with_cuda``."""
    return is_built_with_cuda()


def is_built_with_rocm() -> bool:
    """False."""
    return False


def is_built_with_xla() -> bool:
    """False."""
    return False


def gpu_device_name() -> str:
    """``"/device:GPU:0"``, or ``""`` where there is no GPU."""
    return next((name for name, kind in _runtime.logical_devices() if kind == "GPU"), "")


def is_gpu_available(
    cuda_only: bool = False, min_cuda_compute_capability: tuple[int, int] | None = None
) -> bool:
    """Whether ops can run on a GPU; with ``cuda_only`` fake GPUs do not count.

    Deprecated in TensorFlow: use ``tf.config.list_physical_devices('GPU')``.
    """
    least = (0, 0) if min_cuda_compute_capability is None else min_cuda_compute_capability
    if not isinstance(least, tuple):
        raise TypeError(f"min_cuda_compute_capability must be a pair of ints, got {least!r}")
    for index in range(_runtime.physical_device_count("GPU")):
        found = _runtime.physical_device_properties("GPU", index)
        is_new = found["compute_capability"] >= least
        if is_new and not (cuda_only and found["is_fake"]):
            return bool(gpu_device_name())
    return False


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
