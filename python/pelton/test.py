"""Owns ``tf.test``: what test suites ask about the build and its devices."""

from __future__ import annotations

from pelton._core import runtime as _runtime


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
