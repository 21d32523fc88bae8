"""Settings that hold for a block of a test."""

import contextlib

from pelton import config, keras


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
