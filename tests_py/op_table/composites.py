"""Rows of the ops that are made of other ops."""

import functools
import math
import random

import numpy as np

import pelton as tf
import philox
from op_table.errors_of import call_errors, dtype_errors, value_errors
from op_table.op_case import EVERY, FLOATS, REALS, Bad, In, OpCase
from op_table.softmax import cross_entropy, sparse_cross_entropy, sparse_samples
from pelton._core import ops, runtime

ONES = np.ones((2, 3), np.float32)
TRUTH = np.array([True, False])
SQUARE = np.ones((3, 3), np.float32)
LABELS = np.array([0, 2], np.int32)
FIRST = np.array([0, 1], np.int32)
SEED = 3
STREAM = (SEED, random.Random(SEED).randint(0, 2**31 - 1))  # of the first op after set_seed


def seeded(name):
    """The op under the seed, from the beginning of its stream; bad calls go to it as they are."""

    def call(*args, **kwargs):
        runtime.set_seed(SEED)
        return getattr(ops, name)(*args, **kwargs)

    return call


def random_shuffle(value):
    if value.ndim == 0:
        return value
    return value[philox.permutation(STREAM, len(value))]


def counted(name):
    """The op under the number of a new counting seed, SEED."""

    def call(*args, **kwargs):
        seed = runtime.SeedState(tf.Variable([SEED, 0], dtype=tf.int64)).number
        return getattr(ops, name)(*args, seed=seed, **kwargs)

    return call


def dropout(x, rate, noise_shape=None, stream=STREAM):
    shape = x.shape if noise_shape is None else noise_shape
    shape = [n if s == -1 else s for n, s in zip(x.shape, shape, strict=True)]
    kept = philox.unit("float32", stream, math.prod(shape)).reshape(shape) >= np.float32(rate)
    return np.where(kept, x * x.dtype.type(1 / (1 - rate)), x.dtype.type(0)) if rate else x


def masked(mask, axis=None):
    """A row of boolean_mask by this mask, of the first axes or of those from `axis` on."""
    shape = (3, *mask.shape) if axis else (*mask.shape, 2)
    return OpCase(
        "boolean_mask",
        lambda tensor, mask, axis: tensor[(slice(None),) * (axis or 0) + (mask,)],
        ((In(shape),),),
        EVERY,
        attrs={"mask": mask, "axis": axis},
        kind="exact",
        grad=(0,),
        errors=MASK_ERRORS if axis is None and mask.ndim == 1 else (),
    )


def unstack(value, axis=0, num=None):
    return [np.take(value, i, axis) for i in range(value.shape[axis])]


def split(value, num_or_size_splits, axis=0):
    if isinstance(num_or_size_splits, int):
        return np.split(value, num_or_size_splits, axis)
    sizes = np.array(num_or_size_splits)
    sizes[sizes == -1] = value.shape[axis] - sizes[sizes != -1].sum()
    return np.split(value, np.cumsum(sizes)[:-1], axis)


def parts(name, reference, shapes, errors=(), **attrs):
    """A row of an op that gives a list of slices."""
    samples = tuple((In(shape),) for shape in shapes)
    return OpCase(
        name, reference, samples, EVERY, attrs=attrs, kind="exact", grad=(0,), errors=errors
    )


def sigmoid(labels, logits):
    return np.maximum(logits, 0) - logits * labels + np.log1p(np.exp(-np.abs(logits)))


def losses_of(reference):
    """The first result: without the gradient that the op with a kernel gives too."""
    return lambda labels, logits, **_: reference(labels, logits)[0]


def refused(*args, says, error=ValueError, **kwargs):
    return Bad(args, kwargs, error, (says,))


MASK_ERRORS = (
    *call_errors((ONES, TRUTH)),
    *value_errors((ONES, TRUTH)),
    refused(ONES, np.array(True), says="mask cannot be scalar."),
    refused(ONES, np.array([True]), says="Shapes (2,) and (1,) are incompatible"),
    refused(ONES, TRUTH, axis=3, says="axis 3 is out of range"),
    refused(ONES, TRUTH, axis="x", error=TypeError, says="argument 'axis' must be"),
)
UNSTACK_ERRORS = (
    *call_errors((ONES,)),
    *value_errors((ONES,)),
    refused(np.float32(1) * np.ones(()), says="Argument `axis` = 0 not in range [0, 0)"),
    refused(ONES, axis=2, says="Argument `axis` = 2 not in range [-2, 2)"),
    Bad((ONES,), {"num": 3}, says=("Input shape axis 0 must equal 3, got shape [2,3]",)),
)
SPLIT_ERRORS = (
    *call_errors((ONES, 2)),
    *value_errors((ONES, 2)),
    Bad((ONES, 2), {"axis": 1}, says=("evenly divide the split dimension",)),
    Bad((ONES, 2), {"axis": 2}, says=("<= split_dim < input rank (2), but got 2",)),
    Bad((ONES, [1, 2]), says=("sizes must sum up to the 2 elements of the axis, got 3",)),
    Bad((ONES, [-1, -1]), says=("There can only be one -1",)),
    Bad((ONES, [-2, 4]), says=("sizes must not be negative, got -2",)),
    Bad((ONES, [[1, 1]]), says=("must be a scalar or a vector, got shape (1, 2)",)),
    Bad((ONES, 2.0), says=("argument 'num_or_size_splits' has dtype float32",)),
    Bad((ONES, 0), says=("evenly divide",)),
)
SHUFFLE_ERRORS = (
    *call_errors((ONES,)),
    *value_errors((ONES,)),
    refused(ONES, seed="x", error=TypeError, says="argument 'seed' must be"),
)
DROPOUT_ERRORS = (
    *call_errors((ONES, 0.5)),
    *value_errors((ONES, 0.5)),
    *dtype_errors(FLOATS, rest=(0.5,)),
    refused(ONES, 1.0, says="`rate` must be a scalar tensor or a float in the range [0, 1)"),
    refused(ONES, 0.5, noise_shape="x", error=TypeError, says="argument 'noise_shape' must be"),
)
LOSS_ERRORS = (
    *call_errors((ONES, ONES)),
    *value_errors((ONES, ONES)),
    *dtype_errors(FLOATS, 2),
)
DTYPE_ERRORS = (Bad((np.ones((2, 3), np.float64), ONES), says=("was expected to be a",)),)
AXIS_ERRORS = (
    refused(ONES, ONES, axis=2, says="axis 2 is out of"),
    refused(ONES[:, :2], ONES, says="must be broadcastable: logits_size=[2,3] labels_size=[2,2]"),
    refused(ONES, ONES[:1], says="must be broadcastable: logits_size=[1,3] labels_size=[2,3]"),
    refused(SQUARE, ONES, axis=0, says="must be broadcastable: logits_size=[3,2]"),
    refused(np.float32(1) * np.ones(()), ONES, says="labels must be at least 1 dimensional"),
)
GATHER_ERRORS = (
    *call_errors((ONES, FIRST, 1)),
    *value_errors((ONES, FIRST, 1)),
    refused(ONES, FIRST, 2, says="batch_dims = 2 must be less than or equal to rank(indices) = 1"),
    refused(ONES, FIRST, -3, says="batch_dims = -3 must be less than or equal to"),
    refused(ONES, FIRST[:1], 1, says="params.shape[0]: 2 should be equal to indices.shape[0]: 1"),
    refused(ONES, FIRST, 1, axis=0, says="batch_dims = 1 must be less than or equal to axis = 0"),
    refused(ONES, FIRST, 1, axis=2, says="axis 2 is out of range for params of rank 2"),
    Bad((ONES, FIRST + 2, 1), says=("indices[1] = 3 is not in [0, 3)",)),
    Bad((ONES, ONES, 1), says=("argument 'indices' has dtype float32",)),
)
SPARSE_ERRORS = (
    *call_errors((LABELS, ONES)),
    *value_errors((LABELS, ONES)),
    Bad((ONES[:, 0], ONES), says=("argument 'labels' has dtype float32",)),
    Bad((LABELS, np.ones((2, 3), np.int32)), says=("list of allowed values",)),
)
SCORES = ((2, 3), (5, 10), (0, 3), (3, 2, 4))


def batch_gather(params, indices, batch_dims, axis=None):
    """By a loop over the batches: each picks along the axes that are left."""
    axis = batch_dims if axis is None else axis % params.ndim
    batch_dims += indices.ndim if batch_dims < 0 else 0
    if batch_dims == 0:
        return np.take(params, indices, axis)
    if len(params) == 0:
        shape = (0, *params.shape[1:axis], *indices.shape[1:], *params.shape[axis + 1 :])
        return np.zeros(shape, params.dtype)
    pairs = zip(params, indices, strict=True)
    rows = [batch_gather(*pair, batch_dims - 1, axis - 1) for pair in pairs]
    return np.stack([np.asarray(row, params.dtype) for row in rows])


def batch_gathers(*samples, dtype="int32", errors=(), **attrs):
    return OpCase(
        "batch_gather",
        batch_gather,
        tuple((In(params), In(indices, 0, 1, dtype)) for params, indices in samples),
        EVERY,
        attrs=attrs,
        kind="exact",
        grad=(0,),
        errors=errors,
    )


def broadcast_entropy(labels, logits, axis=-1):
    rows = np.broadcast_to(labels, logits.shape)
    return cross_entropy(np.moveaxis(rows, axis, -1), np.moveaxis(logits, axis, -1))[0]


def entropies(*samples, axis=-1):
    """Rows whose labels broadcast, or whose classes are another axis."""

    def labels_of(shape, classes):
        """Of one number for all classes, which then sum to one, too."""
        if shape[axis] == 1:
            return In(shape, 1 / classes, 1 / classes)
        return In(shape, 0, 1, sums_to_one=axis)

    return OpCase(
        "softmax_cross_entropy_with_logits",
        broadcast_entropy,
        tuple((labels_of(labels, at[axis]), In(at, -4, 4)) for labels, at in samples),
        FLOATS,
        attrs={} if axis == -1 else {"axis": axis},
        kind="composed",
        grad=(0, 1),
    )


CASES = [
    batch_gathers(
        ((2, 3), (2,)),
        ((2, 3, 4), (2, 5)),
        ((2, 2), (2, 0)),
        ((0, 2), (0, 3)),
        errors=GATHER_ERRORS,
        batch_dims=1,
    ),
    batch_gathers(((2, 3, 4), (2, 5)), ((2, 2, 2, 3), (2, 2, 2)), batch_dims=1, axis=2),
    batch_gathers(((2, 3, 4), (2, 3)), ((2, 3, 4, 2), (2, 3, 5)), dtype="int64", batch_dims=2),
    batch_gathers(((2, 3, 4), (2, 2)), batch_dims=-1, axis=-1),
    entropies(((1, 3), (2, 3)), ((3,), (2, 3)), ((2, 1), (2, 3)), ((1, 3), (2, 2, 3))),
    entropies(((2, 3), (2, 3)), ((2, 3, 2), (2, 3, 2)), axis=1),
    *(
        OpCase(
            "softmax_cross_entropy_with_logits",
            broadcast_entropy,
            ((In((2, 3), 0, 1, dtype), In((2, 3), -4, 4)),),
            ("float32",),
            kind="composed",
        )
        for dtype in REALS
    ),
    entropies(((3, 2), (3, 2)), axis=0),
    masked(TRUTH),
    masked(np.array([[True, True, False], [False, True, False]])),
    masked(np.array([True, False, True]), axis=1),
    masked(np.zeros(3, bool)),
    parts("unstack", unstack, ((2, 3), (2,), (2, 0, 3)), UNSTACK_ERRORS),
    parts("unstack", unstack, ((2, 3), (1, 3, 3)), axis=-1, num=3),
    parts("split", split, ((4, 3), (4,), (4, 0)), SPLIT_ERRORS, num_or_size_splits=2),
    parts("split", split, ((2, 6), (3, 6, 2)), num_or_size_splits=[1, -1, 0, 2], axis=1),
    OpCase(
        "random_shuffle",
        random_shuffle,
        tuple((In(shape),) for shape in ((5, 2), (), (0, 3), (70,))),
        EVERY,
        kind="exact",
        grad=(0,),
        errors=SHUFFLE_ERRORS,
        fn=seeded("random_shuffle"),
    ),
    *(
        OpCase(
            name,
            functools.partial(dropout, stream=stream),
            tuple((In(shape),) for shape in shapes),
            FLOATS,
            attrs=attrs,
            kind="arithmetic",
            grad=(0,),
            errors=errors,
            fn=fn,
        )
        for name, fn, stream in (
            ("dropout", seeded("dropout"), STREAM),
            ("counted_dropout", counted("counted_dropout"), philox.scrambled(SEED, 0)),
        )
        for attrs, shapes, errors in (
            ({"rate": 0.3}, ((2, 3), (), (0, 3), (3, 700)), DROPOUT_ERRORS),
            ({"rate": 0.0}, ((2, 3),), ()),
            ({"rate": 0.4, "noise_shape": (-1, 1)}, ((6, 3), (0, 3)), ()),
        )
    ),
    OpCase(
        "sigmoid_cross_entropy_with_logits",
        sigmoid,
        tuple((In(shape, 0, 1), In(shape, -4, 4)) for shape in ((2, 3), (), (0, 3), (67,))),
        FLOATS,
        kind="composed",
        grad=(0, 1),
        errors=LOSS_ERRORS + DTYPE_ERRORS,
    ),
    OpCase(
        "softmax_cross_entropy_with_logits",
        losses_of(cross_entropy),
        tuple((In(shape, 0, 1, sums_to_one=-1), In(shape, -4, 4)) for shape in SCORES),
        FLOATS,
        kind="composed",
        grad=(0, 1),
        errors=LOSS_ERRORS + AXIS_ERRORS,
    ),
    *(
        OpCase(
            "sparse_softmax_cross_entropy_with_logits",
            losses_of(sparse_cross_entropy),
            sparse_samples(dtype),
            FLOATS,
            kind="composed",
            grad=(1,),
            errors=errors,
        )
        for dtype, errors in (("int32", SPARSE_ERRORS), ("int64", ()))
    ),
]
