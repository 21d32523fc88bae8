"""Types of pelton.types. Made by `dev.py stubs`; do not edit."""

from . import experimental as experimental
