"""Random bad calls of TensorFlow 1's functions in graphs: no crash and no hang, and what is refused
says of which function or argument."""

import random
import signal
import traceback
from types import FunctionType

import numpy as np
import pytest

MODULES = (
    "image layers losses math nn saved_model strings summary train linalg sparse graph_util"
).split()
ROOT = (
    "Print argmax assign assign_add boolean_mask case concat cond constant convert_to_tensor "
    "count_nonzero decode_csv div expand_dims foldl gather get_variable gradients group identity "
    "import_graph_def make_template map_fn matmul no_op ones pad placeholder "
    "placeholder_with_default py_func reduce_sum reshape reverse_sequence scan scatter_update "
    "setdiff1d sparse_placeholder sparse_to_dense split squeeze stack string_split "
    "transpose tuple variable_scope variables_initializer while_loop zeros"
).split()
LEFT_OUT = {"main_op_with_restore", "write_graph", "simple_save"}
SECONDS = 20  # of a call


def functions_of(v1):
    """{path: function} of what is tried."""
    found = {name: getattr(v1, name) for name in ROOT}
    for module in MODULES:
        home = getattr(v1, module)
        for name in getattr(home, "__all__", dir(home)):
            value = None if name in LEFT_OUT or name[0] == "_" else getattr(home, name)
            if isinstance(value, FunctionType):
                found[f"{module}.{name}"] = value
    return found


def nasty(v1, draw):
    """Something that fits nowhere, or seldom."""
    makers = (
        lambda: None, lambda: -1, lambda: 0, lambda: 2**40, lambda: 2**63, lambda: 1.5,
        lambda: float("nan"), lambda: "a", lambda: b"\xff", lambda: [], lambda: [[1.0, 2.0]],
        lambda: {"a": 1}, object, lambda: object, lambda: len, lambda: (lambda *given: None),
        lambda: np.ones((2, 0)), lambda: np.arange(6).reshape(2, 3), lambda: True, lambda: [None],
        lambda: v1.placeholder(v1.float32), lambda: v1.placeholder(v1.float32, [None, 3]),
        lambda: v1.placeholder(v1.string, [None]), lambda: v1.constant([1, 2]),
        lambda: v1.constant([1.0, 2.0]), lambda: v1.Variable([1.0, 2.0]), v1.no_op,
        lambda: v1.int32, lambda: v1.TensorArray(v1.float32, 2), lambda: v1.layers.Dense(2),
        lambda: v1.nn.rnn_cell.GRUCell(3), lambda: slice(1), lambda: [10**9, 10**9],
        lambda: v1.SparseTensor([[0, 0]], [1.0], [2, 2]), v1.GraphDef,
    )  # fmt: skip
    return draw.choice(makers)()


def is_nameless(error, path):
    """Whether Python alone says what is wrong, at code of ours, without the function's name."""
    name = path.rpartition(".")[2].lower()
    frames = traceback.extract_tb(error.__traceback__)
    is_ours = "pelton" in frames[-1].filename
    words = ("object has no attribute", "object is not", "unsupported operand", "has no len")
    return is_ours and name not in str(error).lower() and any(one in str(error) for one in words)


@pytest.mark.parametrize("seed", range(4))
def test_bad_calls(graph_mode, seed, tmp_path, monkeypatch):
    v1 = graph_mode
    monkeypatch.chdir(tmp_path)
    draw, functions = random.Random(seed), functions_of(v1)
    assert len(functions) > 250
    nameless = []

    def late(*_):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, late)
    try:
        for _ in range(150):
            path = draw.choice(sorted(functions))
            with v1.Graph().as_default():
                given = [nasty(v1, draw) for _ in range(draw.randint(1, 4))]
                signal.alarm(SECONDS)
                try:
                    functions[path](*given)
                except TimeoutError:
                    pytest.fail(f"{path}{tuple(given)} goes on")
                except Exception as error:
                    if is_nameless(error, path):
                        nameless.append((path, given, str(error)))
                finally:
                    signal.alarm(0)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert len(nameless) <= 3, nameless
