"""Settings that hold for a block of a test."""

import contextlib

from pelton import config, keras
from pelton._core import runtime


@contextlib.contextmanager
def changed(get, put, value):
    """Sets what `get` gets to `value`, and back."""
    before = get()
    put(value)
    try:
        yield
    finally:
        put(before)


def soft_placement(allowed):
    return changed(config.get_soft_device_placement, config.set_soft_device_placement, allowed)


def floatx(dtype):
    return changed(keras.config.floatx, keras.config.set_floatx, dtype)


def tensor_float_32(allowed):
    experimental = config.experimental
    return changed(
        experimental.tensor_float_32_execution_enabled,
        experimental.enable_tensor_float_32_execution,
        allowed,
    )


def op_determinism():
    """Switched on as users do; nothing public switches it off."""

    def put(on):
        if on:
            config.experimental.enable_op_determinism()
        else:
            runtime.set_deterministic(False)

    return changed(runtime.is_deterministic, put, True)
