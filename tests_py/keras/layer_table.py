"""The layer table: for each layer a typical use, the recorded facts that it must reproduce, and
calls that it must refuse. Every class of pelton.keras.layers needs a row."""

from __future__ import annotations

import numpy as np
from layer_row import ONES, LayerRow, bad, called_twice, refused_by_window
from spatial_layer_table import ROWS as SPATIAL

import pelton as tf
from pelton.keras import layers as L  # noqa: N812

DENSE = LayerRow(
    "Dense",
    {"units": 3},
    (None, 4),
    (None, 3),
    ("dense",),
    [
        bad(lambda: L.Dense(0), ValueError, "`units`, expected a positive integer", "units=0"),
        bad(lambda: L.Dense(-1), ValueError, "units=-1", "[Dense]"),
        bad(lambda: L.Dense(2.5), ValueError, "units=2.5"),
        bad(lambda: L.Dense("3"), ValueError, "units=3"),
        bad(lambda: L.Dense(2**70), ValueError, "Dense: argument `units`", "64 bits"),
        bad(lambda: L.Dense(), TypeError, "Dense.__init__() missing 1 required", "'units'"),
        bad(lambda: L.Dense(3, unit=4), ValueError, "passed to Dense: {'unit': 4}"),
        bad(lambda: L.Dense(3, units=4), TypeError, "multiple values for argument 'units'"),
        bad(lambda: L.Dense(3, "relux"), ValueError, "activation function identifier: relux"),
        bad(lambda: L.Dense(3, activation=3), ValueError, "activation function identifier: 3"),
        bad(lambda: L.Dense(3, kernel_initializer="glorot"), ValueError, "identifier: glorot"),
        bad(lambda: L.Dense(3, bias_initializer=5), ValueError, "identifier: 5"),
        bad(lambda: L.Dense(3, kernel_regularizer="l3"), ValueError, "identifier: l3"),
        bad(lambda: L.Dense(3, kernel_constraint="no"), ValueError, "constraint identifier: no"),
        bad(
            lambda: L.Dense(3, bias_constraint=3), ValueError, "identifier: 3", "`bias_constraint`"
        ),
        bad(lambda: L.Dense(3, dtype="float31"), ValueError, "Cannot convert 'float31'"),
        bad(lambda: L.Dense(3, dtype={"config": {}}), ValueError, "`dtype`", "{'config': {}}"),
        bad(lambda: L.Dense(3, activation="a\0b"), ValueError, "identifier: a\0b ["),
        bad(lambda: L.Dense(3, name=5), ValueError, "`name` must be a string", "name=5"),
        bad(lambda: L.Dense(3, name="a/b"), ValueError, "cannot contain character `/`"),
        bad(lambda: L.Dense(3)(ONES(4)), ValueError, "min_ndim=2, found ndim=1", "(4,)"),
        bad(
            lambda: called_twice(L.Dense(3), ONES((2, 4)), ONES((2, 5))),
            ValueError,
            "expected axis -1 of input shape to have value 4, but received input with shape (2, 5)",
        ),
        bad(lambda: L.Dense(3).build((None, None)), ValueError, "fully-defined", "(None, 3)"),
        bad(lambda: L.Dense(3)(), TypeError, "missing a required argument: 'inputs'"),
        bad(lambda: L.Dense(3)(None), ValueError, "Inputs to a layer should be tensors"),
        bad(lambda: L.Dense(3)("hello"), ValueError, "Only input tensors", "hello"),
        bad(lambda: L.Dense(3)(np.ones((2, 2)), True), ValueError, "Only input tensors", "True"),
        bad(lambda: L.Dense(3)(np.ones((2, 2)), train=True), TypeError, "argument 'train'"),
    ],
)

CONV2D = LayerRow(
    "Conv2D",
    {"filters": 4, "kernel_size": 3},
    (None, 8, 8, 3),
    (None, 6, 6, 4),
    ("conv",),
    [
        *refused_by_window(L.Conv2D, 2, 3),
        bad(lambda: L.Conv2D(0, 3), ValueError, "`filters`", "strictly positive", "filters=0."),
        bad(lambda: L.Conv2D("4", 3), ValueError, "`filters`", "[Conv2D]"),
        bad(lambda: L.Conv2D(), TypeError, "2 required", "'filters' and 'kernel_size'"),
        bad(lambda: L.Conv2D(2, 0), ValueError, "`kernel_size` argument", "{0}", "value > 0"),
        bad(lambda: L.Conv2D(2, (3, 3, 3)), ValueError, "a tuple of 2 integers", "(3, 3, 3)"),
        bad(lambda: L.Conv2D(2, "a"), ValueError, "kernel_size=a"),
        bad(lambda: L.Conv2D(2, 3, dilation_rate=0), ValueError, "`dilation_rate`"),
        bad(lambda: L.Conv2D(2, 3, groups=0), ValueError, "groups=0."),
        bad(lambda: L.Conv2D(3, 3, groups=2), ValueError, "groups=2, filters=3."),
        bad(
            lambda: L.Conv2D(2, 3, strides=2, dilation_rate=2),
            ValueError,
            "strides=(2, 2) and dilation_rate=(2, 2)",
        ),
        bad(
            lambda: L.Conv2D(4, 3, groups=2)(ONES((1, 5, 5, 3))),
            ValueError,
            "groups=2, but the input has 3 channels",
            "(1, 5, 5, 3)",
        ),
        bad(
            lambda: L.Conv2D(2, 5)(ONES((1, 3, 3, 1))),
            ValueError,
            "Computed output size would be zero or negative",
            "`kernel shape=(5, 5, 1, 2)`",
        ),
        bad(lambda: L.Conv2D(2, 3)(ONES((1, 5, 5, 1), "uint8")), ValueError, "uint8", "float32"),
        bad(lambda: L.Conv2D(2, 3).build((None, 5, 5, None)), ValueError, "channel dimension"),
        bad(
            lambda: called_twice(L.Conv2D(2, 3), ONES((1, 5, 5, 1)), ONES((1, 5, 5, 3))),
            ValueError,
            "axis -1 of input shape to have value 1",
        ),
    ],
)

POOLING = [
    LayerRow(
        "MaxPooling2D",
        {},
        (None, 8, 6, 3),
        (None, 4, 3, 3),
        ("max_pool",),
        [
            *refused_by_window(L.MaxPooling2D),
            bad(lambda: L.MaxPooling2D(0), ValueError, "`pool_size`", "value > 0"),
            bad(lambda: L.MaxPooling2D((2, 2, 2)), ValueError, "(2, 2, 2)", "[MaxPooling2D]"),
        ],
    ),
    LayerRow(
        "AveragePooling2D",
        {"pool_size": 2},
        (None, 8, 6, 3),
        (None, 4, 3, 3),
        ("average_pool",),
        [
            *refused_by_window(L.AveragePooling2D, 2),
            bad(lambda: L.AveragePooling2D(), TypeError, "missing 1 required", "'pool_size'"),
            bad(lambda: L.AveragePooling2D("a"), ValueError, "pool_size=a"),
        ],
    ),
    LayerRow(
        "GlobalAveragePooling2D",
        {},
        (None, 8, 6, 3),
        (None, 3),
        ("global_average_pool",),
        [
            bad(
                lambda: L.GlobalAveragePooling2D(data_format="x"),
                ValueError,
                "`data_format`",
                "[GlobalAveragePooling2D]",
            ),
            bad(lambda: L.GlobalAveragePooling2D(keepdims="yes"), ValueError, "`keepdims`"),
            bad(
                lambda: L.GlobalAveragePooling2D(None, True, 1),
                TypeError,
                "from 1 to 3 positional arguments but 4 were given",
            ),
            bad(lambda: L.GlobalAveragePooling2D(axis=1), ValueError, "{'axis': 1}"),
            bad(
                lambda: L.GlobalAveragePooling2D()(ONES((2, 3, 4))),
                ValueError,
                "expected ndim=4, found ndim=3",
            ),
        ],
    ),
]

SHAPING = [
    LayerRow(
        "Flatten",
        {},
        (None, 3, 4, 2),
        (None, 24),
        ("flatten",),
        [
            bad(lambda: L.Flatten(data_format="rows"), ValueError, "`data_format`", "rows"),
            bad(lambda: L.Flatten(5), ValueError, "`data_format`", "data_format=5"),
            bad(lambda: L.Flatten(axis=1), ValueError, "{'axis': 1}"),
            bad(lambda: L.Flatten()(np.float32(1)), ValueError, "min_ndim=1, found ndim=0"),
            bad(lambda: L.Flatten(dtype="text"), ValueError, "Cannot convert 'text'"),
        ],
    ),
    LayerRow(
        "Reshape",
        {"target_shape": (4, 3)},
        (None, 12),
        (None, 4, 3),
        ("reshape",),
        [
            bad(lambda: L.Reshape(), TypeError, "missing 1 required", "'target_shape'"),
            bad(lambda: L.Reshape((-1, -1)), ValueError, "at most one unknown", "(-1, -1)"),
            bad(lambda: L.Reshape((-2,)), ValueError, "non-negative", "(-2,)", "[Reshape]"),
            bad(lambda: L.Reshape("ab"), ValueError, "`target_shape`", "ab"),
            bad(lambda: L.Reshape((2, None)), ValueError, "`target_shape`", "(2, None)"),
            bad(
                lambda: L.Reshape((5,))(ONES((2, 4))),
                ValueError,
                "Exception encountered when calling Reshape.call()",
                "must be unchanged. Received: input_shape=(4,), target_shape=(5,)",
            ),
            bad(lambda: L.Reshape((-1, 3))(ONES((2, 4))), ValueError, "target_shape=(-1, 3)"),
            bad(lambda: L.Reshape((2**40, 2**40))(ONES((2, 4))), ValueError, "Reshape.call()"),
        ],
    ),
    LayerRow(
        "Rescaling",
        {"scale": 0.5},
        (None, 4),
        (None, 4),
        ("rescaling",),
        [
            bad(lambda: L.Rescaling(), TypeError, "missing 1 required", "'scale'"),
            bad(lambda: L.Rescaling("a"), ValueError, "`scale`", "scale=a", "[Rescaling]"),
            bad(lambda: L.Rescaling(None), ValueError, "`scale`", "None"),
            bad(lambda: L.Rescaling([]), ValueError, "`scale`", "at least one number"),
            bad(lambda: L.Rescaling(1.0, offset=["b"]), ValueError, "`offset`"),
            bad(lambda: L.Rescaling([1.0, 2.0])(ONES((2, 3))), ValueError, "Rescaling.call()"),
        ],
    ),
]

ACTIVATIONS = [
    LayerRow(
        "Activation",
        {"activation": "relu"},
        (None, 4),
        (None, 4),
        ("activation",),
        [
            bad(lambda: L.Activation(), TypeError, "missing 1 required", "'activation'"),
            bad(lambda: L.Activation("nope"), ValueError, "identifier: nope", "[Activation"),
            bad(lambda: L.Activation(3), ValueError, "identifier: 3"),
            bad(lambda: L.Activation(1.5), ValueError, "identifier: 1.5"),
            bad(lambda: L.Activation("relu", axis=1), ValueError, "{'axis': 1}"),
            bad(lambda: L.Activation("glu")(ONES((2, 3))), ValueError, "divisible by 2"),
        ],
    ),
    LayerRow(
        "ReLU",
        {},
        (None, 4),
        (None, 4),
        ("relu",),
        [
            bad(lambda: L.ReLU(-1.0), ValueError, "max_value of a ReLU", "max_value=-1.0"),
            bad(lambda: L.ReLU(negative_slope=-1.0), ValueError, "negative_slope=-1.0"),
            bad(lambda: L.ReLU(threshold=-1.0), ValueError, "threshold=-1.0", "[ReLU]"),
            bad(lambda: L.ReLU(threshold=None), ValueError, "threshold=None"),
            bad(lambda: L.ReLU("a"), ValueError, "max_value=a"),
            bad(lambda: L.ReLU(negative_slope=float("nan")), ValueError, "negative_slope=nan"),
        ],
    ),
    LayerRow(
        "Softmax",
        {},
        (None, 4),
        (None, 4),
        ("softmax",),
        [
            bad(lambda: L.Softmax("a"), ValueError, "`axis`", "axis=a", "[Softmax]"),
            bad(lambda: L.Softmax(1.5), ValueError, "axis=1.5"),
            bad(lambda: L.Softmax([]), ValueError, "at least one axis"),
            bad(lambda: L.Softmax([1, 1]), ValueError, "distinct axes", "(1, 1)"),
            bad(
                lambda: L.Softmax(axis=3)(ONES((2, 3))),
                tf.errors.InvalidArgumentError,
                "Exception encountered when calling Softmax.call()",
                "(2, 3)",
            ),
        ],
    ),
]

REGULARIZATION = [
    LayerRow(
        "Dropout",
        {"rate": 0.5},
        (None, 4),
        (None, 4),
        ("dropout",),
        [
            bad(lambda: L.Dropout(), TypeError, "missing 1 required", "'rate'"),
            bad(lambda: L.Dropout(1.5), ValueError, "`rate`", "between 0 and 1", "rate=1.5"),
            bad(lambda: L.Dropout(-0.1), ValueError, "rate=-0.1", "[Dropout]"),
            bad(lambda: L.Dropout("half"), (TypeError, ValueError), "half"),
            bad(lambda: L.Dropout(float("nan")), ValueError, "rate=nan"),
            bad(lambda: L.Dropout(0.5, seed="a"), ValueError, "`seed`", "seed=a"),
            bad(lambda: L.Dropout(0.5, noise_shape=3), ValueError, "`noise_shape`", "=3"),
            bad(lambda: L.Dropout(0.5, noise_shape=(2, -3)), ValueError, "(2, -3)"),
        ],
    ),
    LayerRow(
        "BatchNormalization",
        {},
        (None, 4, 4, 3),
        (None, 4, 4, 3),
        ("batch_norm",),
        [
            bad(lambda: L.BatchNormalization("last"), ValueError, "`axis`", "last"),
            bad(lambda: L.BatchNormalization(momentum="a"), ValueError, "momentum=a"),
            bad(lambda: L.BatchNormalization(momentum=1.5), ValueError, "momentum=1.5"),
            bad(lambda: L.BatchNormalization(epsilon=-1.0), ValueError, "epsilon=-1.0"),
            bad(lambda: L.BatchNormalization(axis=5)(ONES((2, 3))), IndexError, "axis 5", "(2, 3)"),
            bad(
                lambda: called_twice(L.BatchNormalization(), ONES((2, 3)), ONES((2, 4))),
                ValueError,
                "axis -1 of input shape to have value 3, but received input with shape (2, 4)",
            ),
        ],
    ),
    LayerRow(
        "LayerNormalization",
        {"axis": [1, -1]},
        (None, 4, 4, 3),
        (None, 4, 4, 3),
        ("layer_norm",),
        [
            bad(lambda: L.LayerNormalization("last"), TypeError, "'axis', but received: 'last'"),
            bad(lambda: L.LayerNormalization(1.5), TypeError, "an int or a list/tuple of ints"),
            bad(lambda: L.LayerNormalization(None), TypeError, "received: None"),
            bad(lambda: L.LayerNormalization([1, "a"]), TypeError, "received: [1, 'a']"),
            bad(lambda: L.LayerNormalization([]), ValueError, "`axis`", "at least one axis"),
            bad(lambda: L.LayerNormalization(epsilon=-1.0), ValueError, "epsilon=-1.0"),
            bad(lambda: L.LayerNormalization(epsilon="a"), ValueError, "epsilon=a"),
            bad(lambda: L.LayerNormalization(gamma_constraint="no"), ValueError, "identifier: no"),
            bad(lambda: L.LayerNormalization(momentum=0.9), ValueError, "{'momentum': 0.9}"),
            bad(lambda: L.LayerNormalization(axis=5)(ONES((2, 3))), IndexError, "axis 5", "(2, 3)"),
            bad(
                lambda: L.LayerNormalization(axis=[1, -1])(ONES((2, 3))),
                tf.errors.InvalidArgumentError,
                "LayerNormalization.call()",
                "duplicate dimension: 1",
            ),
            bad(
                lambda: L.LayerNormalization(axis=[1, -5]).compute_output_shape((None, 3)),
                ValueError,
                "Axis -5 is out of bounds for input shape (None, 3). Received: axis=[1, -5]",
            ),
            bad(
                lambda: L.LayerNormalization().build((None, None)),
                ValueError,
                "fully-defined",
                "(None,)",
            ),
            bad(
                lambda: called_twice(L.LayerNormalization(), ONES((2, 3)), ONES((2, 4))),
                tf.errors.InvalidArgumentError,
                "LayerNormalization.call()",
            ),
            bad(
                lambda: called_twice(
                    L.LayerNormalization(axis=[1, 2]), ONES((2, 3, 4)), ONES((3, 4))
                ),
                IndexError,
                "axis 2 is outside the input shape (3, 4)",
            ),
        ],
    ),
]

INPUT = LayerRow(
    "InputLayer",
    {"shape": (4,)},
    (None, 4),
    (None, 4),
    (),
    [
        bad(lambda: L.InputLayer(), ValueError, "You must pass a `shape` argument."),
        bad(lambda: L.InputLayer((3,), batch_shape=(1, 3)), ValueError, "both `shape` and"),
        bad(lambda: L.InputLayer(3), ValueError, "Cannot convert '3' to a shape."),
        bad(lambda: L.InputLayer((-1,)), ValueError, "(-1,)", "Negative dimensions"),
        bad(lambda: L.InputLayer(("a",)), ValueError, "invalid dimension 'a'"),
        bad(lambda: L.InputLayer("abc"), ValueError, "Cannot convert 'abc' to a shape"),
        bad(lambda: L.InputLayer((3,), batch_size=-1), ValueError, "Negative dimensions"),
        bad(lambda: L.InputLayer((3,), dtype="nope"), ValueError, "Invalid dtype: nope"),
    ],
)

ROWS = [DENSE, CONV2D, *SPATIAL, *POOLING, *SHAPING, *ACTIVATIONS, *REGULARIZATION, INPUT]
