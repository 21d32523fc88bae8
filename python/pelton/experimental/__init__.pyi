"""Types of pelton.experimental. Made by `dev.py stubs`; do not edit."""

from . import dlpack as dlpack
from . import numpy as numpy
from pelton.experimental.optional import Optional as Optional
from pelton.experimental.waiting import async_clear_error as async_clear_error
from pelton.experimental.waiting import async_scope as async_scope
