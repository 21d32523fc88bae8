"""Types of pelton.profiler. Made by `dev.py stubs`; do not edit."""

from . import experimental as experimental
