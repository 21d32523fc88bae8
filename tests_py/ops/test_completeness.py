"""No op without a row, five bad calls, and an explicit gradient that is checked."""

import inspect

import numpy as np
import pytest

from op_table.table import CASES
from pelton import _core

# Ops whose rows are not written yet. A name leaves this set together with its first row; the set
# must be empty before a release.
AWAITED = frozenset()
# Ops whose only kernel is the CPU's, and why.
CPU_ONLY: dict[str, str] = dict.fromkeys(
    "as_string decode_base64 encode_base64 find_keys read_file regex_full_match regex_replace "
    "string_join string_join_rows string_length string_lower string_split_counts "
    "string_split_parts string_strip string_to_hash_bucket_fast string_to_hash_bucket_strong "
    "string_to_number string_upper substr unicode_codes unicode_counts unicode_encode".split(),
    "strings are on hosts only",
)
CPU_ONLY |= dict.fromkeys(
    "cholesky det eig eigh fft irfft lu matrix_inverse matrix_solve qr rfft slogdet svd "
    "triangular_solve".split(),
    "factors of matrices and Fourier transforms are computed on the CPU so far",
)
# Ops whose gradient is not that of what they compute: of a sample, its place in the distribution
# held (tests_py/ops/test_draws_by_rejection.py).
IMPLICIT = {"random_gamma", "draw_gamma"}
WITH_KERNELS = [name for name in _core.op_names() if name not in AWAITED]
COMPOSITES = _core.composite_names()
NAMES = WITH_KERNELS + COMPOSITES
ROWS = {name: [case for case in CASES if case.name == name] for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_op_has_rows(name):
    assert ROWS[name], "no row in tests_py/op_table"


@pytest.mark.parametrize("name", NAMES)
def test_op_has_bad_calls(name):
    assert sum(len(case.errors) for case in ROWS[name]) >= 5


@pytest.mark.parametrize("name", COMPOSITES)
def test_the_gradient_of_parts_is_checked(name):
    """Of each op that takes floats and gives some."""
    case = ROWS[name][0]
    floats = [dtype for dtype in case.dtypes if dtype.startswith("float")]
    random = np.random.default_rng(0)
    results = case.expected(*(spec.make(random, floats[0]) for spec in case.inputs[0]))
    gives_floats = any(result.dtype.kind in "fV" for result in results)
    assert any(case.grad for case in ROWS[name]) == (gives_floats and name not in IMPLICIT)


@pytest.mark.parametrize("name", WITH_KERNELS)
def test_gradient_is_explicit_and_checked(name):
    gradient = _core.op_info(name)["gradient"]
    assert gradient is not None, "neither a gradient nor no_gradient"
    checked = any(case.grad for case in ROWS[name])
    assert checked == (gradient and name not in IMPLICIT)


@pytest.mark.parametrize("name", NAMES)
def test_rows_cover_the_dtypes(name):
    info = _core.op_info(name)
    tried = {dtype for case in ROWS[name] for dtype in case.dtypes}
    tried |= {i.dtype for case in ROWS[name] for sample in case.inputs for i in sample}
    tried |= {case.attrs.get("dtype") for case in ROWS[name]}
    declared = {dtype for _, dtypes in info["inputs"] for dtype in dtypes}
    assert not declared - tried, "dtypes that no row tries"


def test_no_name_is_of_two_ops():
    assert len({*NAMES}) == len(NAMES)


@pytest.mark.parametrize("name", COMPOSITES)
def test_composites_tell_their_use(name):
    """As `help` and editors show it: a signature and a docstring."""
    function = getattr(_core.ops, name)
    info = _core.op_info(name)
    rows = [argument for argument, _ in info["inputs"]] + [row[0] for row in info["attrs"]]
    assert list(inspect.signature(function).parameters) == [*rows, "name"]
    assert len(function.__doc__) > 20


@pytest.mark.parametrize("name", WITH_KERNELS)
def test_every_cpu_kernel_has_a_gpu_kernel(name):
    devices = _core.op_info(name)["devices"]
    assert "CPU" in devices
    assert ("GPU" not in devices) == (name in CPU_ONLY)
