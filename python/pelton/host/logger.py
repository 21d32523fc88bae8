"""Owns ``tf.get_logger``: the logger that scripts tell to be quiet."""

import logging


def get_logger() -> logging.Logger:
    """The logger "tensorflow", to which warnings of tracing go; it shows warnings and errors."""
    found = logging.getLogger("tensorflow")
    if found.level == logging.NOTSET:
        found.setLevel(logging.WARNING)
    return found
