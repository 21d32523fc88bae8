"""What Keras's tests import of its repository's conftest.py, which its wheel does not carry."""

import pytest


def skip_if_backend(name, reason):
    """A mark that skips a test on the backend of that name."""
    from keras.src import backend

    return pytest.mark.skipif(backend.backend() == name, reason=reason)
