"""No op without a row, five bad calls, and an explicit gradient that is checked."""

import pytest

from op_table.table import CASES
from pelton import _core

# Ops whose rows are not written yet. A name leaves this set together with its first row; the set
# must be empty before a release.
AWAITED = frozenset()
# Ops whose only kernel is the CPU's, and why.
CPU_ONLY: dict[str, str] = {}
NAMES = [name for name in _core.op_names() if name not in AWAITED]
ROWS = {name: [case for case in CASES if case.name == name] for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_op_has_rows(name):
    assert ROWS[name], "no row in tests_py/op_table"


@pytest.mark.parametrize("name", NAMES)
def test_op_has_bad_calls(name):
    assert sum(len(case.errors) for case in ROWS[name]) >= 5


@pytest.mark.parametrize("name", NAMES)
def test_gradient_is_explicit_and_checked(name):
    gradient = _core.op_info(name)["gradient"]
    assert gradient is not None, "neither a gradient nor no_gradient"
    checked = any(case.grad for case in ROWS[name])
    assert checked == gradient


@pytest.mark.parametrize("name", NAMES)
def test_rows_cover_the_dtypes(name):
    info = _core.op_info(name)
    tried = {dtype for case in ROWS[name] for dtype in case.dtypes}
    tried |= {i.dtype for case in ROWS[name] for sample in case.inputs for i in sample}
    tried |= {case.attrs.get("dtype") for case in ROWS[name]}
    declared = {dtype for _, dtypes in info["inputs"] for dtype in dtypes}
    assert not declared - tried, "dtypes that no row tries"


@pytest.mark.parametrize("name", NAMES)
def test_every_cpu_kernel_has_a_gpu_kernel(name):
    devices = _core.op_info(name)["devices"]
    assert "CPU" in devices
    assert ("GPU" not in devices) == (name in CPU_ONLY)
