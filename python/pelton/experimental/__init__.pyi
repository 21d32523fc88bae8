"""Types of pelton.experimental. Made by `dev.py stubs`; do not edit."""

from . import numpy as numpy
