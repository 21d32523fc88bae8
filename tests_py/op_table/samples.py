"""Owns the shapes that elementwise rows are tried on."""

from op_table.op_case import In

UNARY_SHAPES = ((2, 3), (), (0, 3), (5,), (3, 1, 4), (67,), (2, 1030))
BINARY_SHAPES = (
    ((2, 3), (2, 3)),
    ((2, 3), (3,)),
    ((2, 1), (1, 3)),
    ((), (2, 3)),
    ((2, 3), ()),
    ((), ()),
    ((0, 3), (1, 3)),
    ((4, 1, 3), (2, 1)),
    ((67,), (67,)),
    ((3, 1, 1, 2), (5, 1, 2)),
    ((2, 600), (2, 1)),
)


def unary_samples(low=-2.0, high=2.0):
    """One input of numbers in [low, high] in many shapes: 0-d, empty, longer than a register."""
    return tuple((In(shape, low, high),) for shape in UNARY_SHAPES)


def binary_samples(low=-2.0, high=2.0, second=None, whole=False):
    """Two inputs in shapes that fit together; `second` is the other one's (low, high)."""
    low_2, high_2 = second or (low, high)
    return tuple(
        (In(a, low, high, whole=whole), In(b, low_2, high_2, whole=whole)) for a, b in BINARY_SHAPES
    )
