"""Rows of the updates that variables are assigned by."""

import numpy as np

from op_table.errors_of import binary_errors
from op_table.op_case import NUMBERS, In, OpCase

SAMPLES = tuple((In(shape), In(shape)) for shape in ((2, 3), (), (5,), (0, 4), (40, 50)))


def case(name, reference):
    """The row of an update, whose operands have one shape."""
    errors = binary_errors(NUMBERS, "shapes must be equal")
    return OpCase(name, reference, SAMPLES, NUMBERS, kind="exact", errors=errors)


CASES = [case("assign_add", np.add), case("assign_sub", np.subtract)]
