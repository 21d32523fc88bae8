"""Shape functions under unknown sizes: whatever is known of inputs, what follows is never wrong."""

import itertools

import numpy as np
import pytest

import pelton as tf
from op_table.table import CASES
from pelton import _core
from recorded.fact_file import load_facts

# What ops say whose number of axes or of outputs would not be known.
UNANSWERABLE = {
    "squeeze": "which axes have size 1",
    "unstack": "Cannot infer argument `num` from shape",
}
MOST_SUBSETS = 64  # of the sizes of one sample; beyond, some of them


def subsets(count, random):
    """Masks of unknown sizes: all, or for many sizes none, each alone, all, and some others."""
    if 2**count <= MOST_SUBSETS:
        return list(itertools.product((False, True), repeat=count))
    singles = [tuple(i == k for i in range(count)) for k in range(count)]
    others = [tuple(random.random(count) < 0.5) for _ in range(MOST_SUBSETS - count - 2)]
    return [(False,) * count, (True,) * count, *singles, *others]


def opened(shapes, mask):
    """The shapes with None where the mask says so."""
    marks = iter(mask)
    return [tuple(None if next(marks) else size for size in shape) for shape in shapes]


def agrees(shape, known):
    return len(shape) == len(known) and all(
        a is None or a == b for a, b in zip(shape, known, strict=True)
    )


@pytest.mark.parametrize("case", CASES, ids=str)
def test_unknown_sizes_never_contradict(case):
    dtype = case.dtypes[0]
    for number, sample in enumerate(case.inputs):
        random = np.random.default_rng(number)
        arrays = [spec.make(random, dtype) for spec in sample]
        if _core.op_info(case.name).get("mutates"):  # which a call without values cannot
            with pytest.raises(TypeError, match="symbolic"):
                case.call(*[_core.functions.symbolic(a.shape, a.dtype) for a in arrays])
            continue
        known = case.call(*map(tf.constant, arrays))
        follows_values = _core.op_info(case.name).get("sizes_follow_values")
        for mask in subsets(sum(a.ndim for a in arrays), random):
            shapes = opened([a.shape for a in arrays], mask)
            inputs = [
                _core.functions.symbolic(s, tf.constant(a).dtype)
                for s, a in zip(shapes, arrays, strict=True)
            ]
            context = f"{case} of {shapes}"
            try:
                outputs = case.call(*inputs)
            except (tf.errors.UnimplementedError, ValueError) as error:
                assert UNANSWERABLE.get(case.name, "without") in str(error), context
                continue
            if not inputs:
                continue
            for output, wanted in zip(outputs, known, strict=True):
                assert _core.functions.is_symbolic(output) == bool(inputs), context
                assert output.dtype == wanted.dtype, context
                assert agrees(output.shape, wanted.shape), (context, output.shape, wanted.shape)
                if not any(mask) and not follows_values:
                    assert output.shape == wanted.shape, context


def specs_of(inputs, mask):
    marks = iter(mask)
    for text in inputs:
        dtype, sizes = text.split(" ")
        shape = [None if next(marks) == "n" else int(size) for size in sizes.split(",")]
        yield _core.functions.symbolic(shape, dtype)


@pytest.mark.parametrize(
    "fact", load_facts("models/shapes")["cases"], ids=lambda fact: fact["code"]
)
def test_each_size_that_tensorflow_knows_is_known(fact):
    for mask, known in fact["known"].items():
        context = (fact["code"], mask)
        names = dict(zip("xyz", specs_of(fact["inputs"], mask), strict=False))
        if isinstance(known, str):
            with pytest.raises(ValueError):
                eval(fact["code"], {"tf": tf, **names})
            continue
        result = eval(fact["code"], {"tf": tf, **names})
        results = result if isinstance(result, (list, tuple)) else [result]
        assert len(results) == len(known), context
        for output, theirs in zip(results, known, strict=True):
            assert theirs is None or len(output.shape) == len(theirs), context
            for ours, size in zip(output.shape, theirs or (), strict=False):
                assert size is None or ours == size, (context, output.shape, theirs)
