"""Every row of the op table against its NumPy reference: dtypes, shapes, layouts."""

import pytest

import pelton as tf
from op_table.table import CASES
from row_checks import check, random_for, reversed_view, transposed


@pytest.mark.parametrize("case", CASES, ids=str)
def test_values_dtypes_shapes(case):
    for dtype in case.dtypes:
        for number, sample in enumerate(case.inputs):
            random = random_for(case.name, dtype, number)
            arrays = [spec.make(random, dtype) for spec in sample]
            context = f"{case} {dtype} {[a.shape for a in arrays]}"
            check(case, arrays, [tf.constant(a) for a in arrays], dtype, context)


@pytest.mark.parametrize("case", [c for c in CASES if c.inputs and c.inputs[0]], ids=str)
@pytest.mark.parametrize("view", [transposed, reversed_view])
def test_strided_inputs(case, view):
    for dtype in {case.dtypes[0], case.dtypes[-1], *{"float32", "bfloat16"} & {*case.dtypes}}:
        for number, sample in enumerate(case.inputs):
            random = random_for(case.name, dtype, number)
            arrays = [spec.make(random, dtype) for spec in sample]
            if any(a.ndim == 0 or a.size == 0 for a in arrays):
                continue
            context = f"{case} {dtype} {[a.shape for a in arrays]} {view.__name__}"
            check(case, arrays, [view(a) for a in arrays], dtype, context)
