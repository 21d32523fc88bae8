"""Types of pelton.config.experimental. Made by `dev.py stubs`; do not edit."""

from pelton._core.layers import Model

def explain_program(model: Model) -> str: ...
