"""Owns ``tf.sysconfig``: how Pelton was built."""

from __future__ import annotations

from pelton._core import runtime as _runtime


def get_build_info() -> dict[str, object]:
    """TensorFlow's keys: ``is_cuda_build``, ``is_rocm_build``, ``is_tensorrt_build``."""
    return {
        "is_cuda_build": bool(_runtime.is_cuda_build),
        "is_rocm_build": False,
        "is_tensorrt_build": False,
    }
