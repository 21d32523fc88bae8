"""Arguments as Python expressions, which make a script of each call: fitting and nasty ones."""

from __future__ import annotations

import re

from torture.parameters import Parameter

# An object of a class with one special method.
_ODD = "type('Odd', (), {{'{}': lambda *a: {}}})()"
NASTY = [
    *["None", "True", "...", "NotImplemented", "object()", "int", "print", "tf", "tf.Tensor"],
    *["0", "1", "-1", "2", "7", "33", "2**31 - 1", "2**31", "-2**31", "2**62", "2**63 - 1"],
    *["2**63", "-2**63", "-2**63 - 1", "2**64", "2**200", "-10**400"],
    *["0.0", "-0.0", "0.5", "1e-320", "1e308", "-1.5", "2.5", "1j", "float('nan')"],
    *["float('inf')", "-float('inf')", "10.0**39"],
    *["''", "'a'", "'nope'", "'relu'", "'float32'", "'\\ud800'", "'a\\0b'", "'x' * 70000", "b'ab'"],
    *["()", "[]", "{}", "set()", "{1, 2}", "{'a': 1}", "{1: None}", "range(3)", "iter([1])"],
    *["[None]", "[1, 'a']", "[[1, 2], [3]]", "[1, 2**63]", "(-1, -1)", "(0, 0)", "(2**62, 2**62)"],
    *[
        "(None, None)",
        "[tf.ones(2), tf.ones((2, 3))]",
        "['a', b'b']",
        "[float('nan')]",
        "[()] * 40",
    ],
    *["slice(None)", "slice(None, None, 0)", "(x for x in [1])", "lambda: None", "lambda *a: a"],
    *["lambda *a, **k: {}['odd']", "lambda *a, **k: None", "lambda x: tf.ones((5, 7))"],
    "(lambda a: (a.append(a), a)[1])([])",
    "(lambda a: (a.update(a=a), a)[1])({})",
    "functools.reduce(lambda a, _: [a], range(3000), 1)",
    *["np.ones((0,))", "np.ones((0, 3), 'int32')", "np.float32(1)", "np.array(1.0)", "np.int64(2)"],
    *["np.ones((1,) * 33)", "np.ones((1,) * 9, 'float32')", "np.array(['a', 'b'])"],
    *["np.array([None, 1])", "np.array([1], 'complex64')", "np.array([2**63], 'uint64')"],
    *["np.ones(2, '>f4')", "np.ones(3, [('a', 'i4')])", "np.array(['2020'], 'M8[D]')"],
    *["np.ones((4, 6), 'float32')[::2, ::-3]", "np.full((2, 3), np.nan)", "np.str_('a')"],
    *["np.array([np.inf, -np.inf])", "np.longdouble(1)", "np.bool_(True)", "np.ones((3, 4))"],
    *["np.broadcast_to(np.float32(1), (2**20, 2**20))", "np.ma.masked_array([1.0], [True])"],
    *["tf.ones((2, 3))", "tf.constant(1)", "tf.constant([True])", "tf.ones((0, 3))", "tf.ones(())"],
    *[
        "tf.ones((1,) * 32)",
        "tf.constant([1, 2], 'int8')",
        "tf.constant([2**40])",
        "tf.ones((7, 5))",
    ],
    *["tf.constant([[-1, 5]], 'int32')", "tf.cast(tf.ones(3), 'float16')", "tf.constant(-2**31)"],
    *[
        "tf.constant(float('nan'))",
        "tf.ones((2, 3), 'float64')",
        "tf.cast(tf.ones((2, 3)), 'bfloat16')",
    ],
    *["tf.transpose(tf.ones((3, 2)))", "tf.ones((2, 4, 4, 1))", "tf.constant([2**62, 2**62])"],
    *[
        "tf.Variable(1.0)",
        "tf.Variable([[1, 2]])",
        "tf.keras.Input((3,))",
        "tf.keras.Input((None, 2))",
    ],
    *["tf.TensorShape(None)", "tf.TensorShape([None, 2])", "tf.float32", "tf.GradientTape()"],
    *["tf.keras.layers.Dense(2)", "tf.keras.Sequential()", "tf.keras.optimizers.SGD()"],
    *["tf.keras.losses.MeanSquaredError()", "tf.keras.metrics.Mean()", "tf.keras.layers.Dense"],
    *["tf.keras.layers.Dense.__new__(tf.keras.layers.Dense)"],
    *["tf.keras.optimizers.SGD.__new__(tf.keras.optimizers.SGD)", "tf.keras.callbacks.Callback()"],
    *["tf.keras.initializers.Zeros()", "tf.function(lambda x: x)"],
    *[_ODD.format(name, "{}['odd']") for name in ("__array__", "__len__", "__index__", "__iter__")],
    *[_ODD.format(name, "{}['odd']") for name in ("__bool__", "__call__", "__repr__", "__eq__")],
    *[_ODD.format("__array__", one) for one in ("None", "np.ones(3, object)", "1", "a[0]")],
    *[_ODD.format("__len__", one) for one in ("-1", "2**62", "'a'")],
    *[_ODD.format("__index__", one) for one in ("2**70", "-1", "'a'")],
    *[_ODD.format("__iter__", one) for one in ("a[0]", "iter([1, a[0]])", "1")],
    *[_ODD.format("__getattr__", one) for one in ("None", "a[0]", "{}['odd']")],
    "type('Odd', (list,), {'__len__': lambda s: 5, '__getitem__': lambda s, i: {}['odd']})()",
    "type('Odd', (str,), {'__eq__': lambda *a: {}['odd'], '__hash__': str.__hash__})('relu')",
    "type('Odd', (dict,), {'items': lambda *a: {}['odd']})(a=1)",
    "type('Odd', (float,), {'__float__': lambda *a: {}['odd']})(1.0)",
]

_TENSORS = [
    *[
        "tf.ones((2, 3))",
        "tf.ones((3, 3))",
        "tf.constant([1.0, 2.0, 3.0])",
        "tf.ones((2, 4, 4, 1))",
    ],
    *["tf.constant([[1, 2], [0, 1]])", "tf.constant(2.0)", "tf.constant([True, False])"],
    *["tf.range(3)", "np.ones((2, 3), 'float32')", "[1.0, 2.0]", "1.0", "tf.ones((2, 3, 4))"],
    *["tf.constant([0, 1], 'int32')", "tf.ones((3, 3, 1, 2))", "tf.Variable([1.0, 2.0])"],
]
_INTEGERS = ["1", "2", "3", "0"]
_FLOATS = ["0.5", "0.1", "1.0", "0.0"]
_LAYERS = ["tf.keras.layers.Dense(2)", "tf.keras.layers.Flatten()", "tf.keras.layers.ReLU()"]
MODEL = (
    "(lambda m: (m.compile('sgd', 'mse'), m)[1])"
    "(tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)]))"
)
_ARRAYS = ["np.ones((4, 3), 'float32')", "np.ones((4, 2), 'float32')", "tf.ones((4, 3))"]
_FUNCTIONS = ["lambda x: x", "lambda *a: a[0]", "tf.nn.relu", "lambda *a: tf.constant(True)"]
# By a part of the parameter's name; the first that fits.
_BY_NAME = {
    "^(x|y|y_true|y_pred|sample_weight)$": [*_TENSORS, *_ARRAYS, "None"],
    "initializer$": ["'ones'", "'zeros'", "'glorot_uniform'"],
    "regularizer$": ["'l2'", "None"],
    "constraint$": ["'non_neg'", "None"],
    "activation": ["'relu'", "'tanh'", "None"],
    "^optimizer$": ["'sgd'", "'adam'", "tf.keras.optimizers.SGD()"],
    "^loss(es)?$": ["'mse'", "'mae'", "tf.ones(())", "['mse']"],
    "metrics$": ["['mae']", "[tf.keras.metrics.MeanSquaredError()]", "None"],
    "callbacks$": ["[]", "[tf.keras.callbacks.Callback()]", "None"],
    "data_format": ["'channels_last'", "'NHWC'", "None"],
    "padding": ["'same'", "'valid'", "'SAME'", "'VALID'", "[[1, 1], [0, 0]]"],
    "^(kernel_size|pool_size|ksize)$": ["1", "2", "(1, 2)"],
    "strides|dilation": ["1", "2", "(1, 1)"],
    "shape": ["(2, 3)", "(3,)", "[2]", "(None, 3)", "()", "[]"],
    "dtype": ["'float32'", "tf.int32", "None"],
    "^name$": ["'n'", "None"],
    "ax[ei]s|^dims?$": ["0", "-1", "1", "None", "(0, 1)", "[0]"],
    "perm": ["[1, 0]", "None"],
    "(paddings|^crops)": ["[[1, 1], [0, 0]]", "[[1, 1]]"],
    "(indices|ids|labels|segment)": ["tf.constant([0, 1])", "tf.constant([[0], [1]])", "0"],
    "layers$": [f"[{_LAYERS[0]}]", f"[{', '.join(_LAYERS)}]"],
    "layer": _LAYERS,
    "model": [MODEL],
    "config": ["{}", "{'name': 'n'}", "{'units': 2}"],
    "weights|variables|var_list": ["[]", "[np.ones((3, 2)), np.ones(2)]", "[tf.Variable(1.0)]"],
    "gradients|grads": ["[(tf.ones(()), tf.Variable(1.0))]", "[tf.ones(())]", "tf.ones((2, 3))"],
    "seed": ["1", "[1, 2]", "None"],
    "alg": ["'philox'", "'auto_select'"],
    "^(fn|func|function|call|body|f|true_fn|false_fn|cond|.*_fn|schedule)$": _FUNCTIONS,
    "learning_rate": ["0.1", "1.0"],
    "device": ["'CPU:0'", "None"],
    "equation": ["'ij,jk->ik'", "'ij->ji'"],
    "path|filename": ["'/tmp/none/such'"],
    "(tensors|values|inputs|elems|sequence|nest|structure|logits)": [
        *["[tf.ones((2, 3)), tf.ones((2, 3))]", "[tf.ones(2)]", *_TENSORS]
    ],
}
_BY_TYPE = {
    "bool": ["True", "False"],
    "Tensor": _TENSORS,
    "Callable": _FUNCTIONS,
    "ShapeLike|Sequence": ["(2, 3)", "[1]", "[0, 1]", "2"],
    "int": _INTEGERS,
    "float": _FLOATS,
    "str": ["'a'", "'auto'", "'sum'"],
    "DType": ["'float32'"],
    "dict": ["{}"],
    "list|tuple": ["[]", "[1.0]"],
}


def fitting(parameter: Parameter) -> list[str]:
    """Values that the parameter may well take, by its name and then by its annotation."""
    for part, texts in _BY_NAME.items():
        if re.search(part, parameter.name):
            return texts
    for part, texts in _BY_TYPE.items():
        if re.search(part, parameter.annotation):
            return texts
    return [*_TENSORS, *_INTEGERS, "None", "'a'"]
