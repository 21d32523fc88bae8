"""Types of pelton.tpu. Made by `dev.py stubs`; do not edit."""

from . import experimental as experimental
