"""Types of pelton.keras.preprocessing. Made by `dev.py stubs`; do not edit."""

from . import image as image
from . import sequence as sequence
from . import text as text
