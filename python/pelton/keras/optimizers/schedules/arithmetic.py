"""Owns the two arithmetics of a schedule's formula: Python's numbers, which optimizers step by, and
tensors, for steps that are tensors. Knows no schedule."""

from __future__ import annotations

import math
from typing import Any

from pelton._core import ops as _ops


class Numbers:
    """Floats in double precision; ArithmeticError or ValueError where IEEE has inf or nan."""

    floor = staticmethod(math.floor)
    ceil = staticmethod(math.ceil)
    cos = staticmethod(math.cos)
    log = staticmethod(math.log)
    power = staticmethod(math.pow)
    least = staticmethod(min)
    most = staticmethod(max)

    @staticmethod
    def choose(condition: bool, yes: float, no: float) -> float:
        """`yes` where the condition holds, else `no`."""
        return yes if condition else no


class Tensors:
    """Tensors of the step's dtype."""

    floor = staticmethod(_ops.floor)
    ceil = staticmethod(_ops.ceil)
    cos = staticmethod(_ops.cos)
    log = staticmethod(_ops.log)
    power = staticmethod(_ops.pow)
    least = staticmethod(_ops.minimum)
    most = staticmethod(_ops.maximum)
    choose = staticmethod(_ops.where)


Arithmetic = Any  # the class Numbers or Tensors
