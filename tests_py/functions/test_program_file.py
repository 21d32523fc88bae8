"""Programs as bytes: what is read runs as what was traced; what is no program is refused."""

import struct
import zlib

import numpy as np
import pytest

import pelton as tf
from op_table.table import CASES
from pelton import _core, keras

HEADER = 24  # bytes before the first section
LENGTH_AT, VERSION_AT = 16, 8


def trace_of(function, *specs):
    """What `function` traces to for these specs, without values."""
    trace = tf.function(function).get_concrete_function(*specs)._trace
    assert trace is not None
    return trace


def spec_of(array):
    return tf.TensorSpec(np.shape(array), _core.functions.convert(array).dtype)


def sealed(data):
    """The bytes with the length and the checksum that go with the rest."""
    data = bytearray(data)
    data[LENGTH_AT : LENGTH_AT + 8] = struct.pack("<Q", len(data))
    data[-4:] = struct.pack("<I", zlib.crc32(bytes(data[:-4])))
    return bytes(data)


def there_and_back(trace):
    """The program of a trace from its bytes, which it is written as again."""
    data = _core.program_bytes(trace)
    assert data == _core.program_bytes(trace) == sealed(data)
    stored = _core.program_from_bytes(data)
    assert _core.program_bytes(stored) == data
    return stored


def assert_same(ours, expected):
    leaves = tf.nest.flatten(expected, expand_composites=True)
    assert len(ours) == len(leaves)
    for a, b in zip(ours, leaves, strict=True):
        assert a.dtype == b.dtype and a.shape == b.shape
        if a.dtype == tf.string:
            assert a.numpy() == b.numpy() if a.shape == () else (a.numpy() == b.numpy()).all()
        else:
            assert a.numpy().tobytes() == b.numpy().tobytes()


def call_of(case):
    """The op's outputs, and where it has them the gradients of the first."""

    def call(*inputs):
        with tf.GradientTape() as tape:
            for i in case.grad or ():
                tape.watch(inputs[i])
            outputs = case.call(*inputs)
            loss = tf.reduce_sum(outputs[0] * outputs[0]) if case.grad else None
        if loss is None:
            return outputs
        gradients = tape.gradient(loss, [inputs[i] for i in case.grad])
        return [*outputs, *(g for g in gradients if g is not None)]

    return call


WRITES = "it writes into its operands"


# Draws of counting seeds go on with each call: test_a_training_step_goes_on has some.
STORED = [case for case in CASES if case.inputs and case.name != "counted_dropout"]


@pytest.mark.parametrize("case", STORED, ids=str)
def test_each_op_there_and_back(case):
    dtype = "float64" if "float64" in case.dtypes else case.dtypes[-1]
    random = np.random.default_rng(7)
    arrays = [s.make(random, dtype) for s in case.inputs[case.grad_sample if case.grad else 0]]
    try:
        function = tf.function(call_of(case)).get_concrete_function(*map(spec_of, arrays))
    except TypeError as error:
        assert WRITES in str(error)
        return
    tensors = [_core.functions.convert(a) for a in arrays]
    try:
        stored = there_and_back(function._trace)
    except tf.errors.UnimplementedError as error:  # of constants among its inputs
        assert dtype == "string" and "a program file holds no strings" in str(error)
        return
    for _ in range(2):
        tf.random.set_seed(1)
        expected = function._trace.run(tensors)
        tf.random.set_seed(1)
        assert_same(stored.run(tensors), expected)


def test_variables_sizes_and_random_numbers():
    w = tf.Variable(np.arange(12.0, dtype=np.float32).reshape(4, 3), name="w")
    frozen = tf.Variable([1.0, 2.0, 3.0], name="frozen", trainable=False)

    def f(x):
        frozen.assign_add(tf.random.normal([3], seed=2))
        y = tf.nn.relu(x @ w + frozen) + tf.random.uniform((3,))
        return y, tf.reshape(x, [tf.shape(x)[0] * 2, -1])[1:]

    trace = trace_of(f, tf.TensorSpec([None, 4], tf.float32))
    stored = there_and_back(trace)
    assert [v.path for v in stored.variables] == [frozen.path, w.path]
    assert [v.trainable for v in stored.variables] == [False, True]
    for rows in (5, 1, 5):
        x = tf.constant(np.random.default_rng(rows).normal(size=(rows, 4)).astype(np.float32))
        tf.random.set_seed(1)
        expected = trace.run([x])
        tf.random.set_seed(1)
        assert_same(stored.run([x]), expected)
    assert_same([stored.variables[0]], frozen)


def small_model():
    tf.random.set_seed(0)
    model = keras.Sequential(
        [
            keras.layers.Dense(8, activation="relu"),
            keras.layers.BatchNormalization(),
            keras.layers.Dropout(0.3),
            keras.layers.Dense(3),
        ]
    )
    model.build((None, 4))
    return model


@pytest.mark.parametrize("make", [keras.optimizers.Adam, keras.optimizers.Ftrl])
def test_a_training_step_goes_on(make):
    model = small_model()
    optimizer = make(keras.optimizers.schedules.ExponentialDecay(0.1, 5, 0.5))
    optimizer.build(model.trainable_variables)
    loss_of = keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    def step(x, y):
        with tf.GradientTape() as tape:
            loss = loss_of(y, model(x, training=True))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
        return loss

    x = tf.constant(np.random.default_rng(0).normal(size=(8, 4)).astype(np.float32))
    y = tf.constant(np.arange(8) % 3)
    trace = trace_of(step, tf.TensorSpec([8, 4], tf.float32), tf.TensorSpec([8], tf.int64))
    trace.run([x, y])
    stored = there_and_back(trace)
    drawn = [layer.seed_generator.state for layer in model.layers if "dropout" in layer.name]
    for turn in range(4):
        for state in drawn:
            state.assign([3, turn])
        expected = trace.run([x, y])
        for state in drawn:
            state.assign([3, turn])
        assert_same(stored.run([x, y]), expected)
    originals = {v.path: v for v in [*model.weights, *optimizer.variables]}
    for ours in stored.variables:
        assert_same([ours], originals[ours.path])


def test_the_callers_variables():
    w = tf.Variable([2.0, 3.0], name="w")
    trace = trace_of(lambda x: x * w, tf.TensorSpec([2], tf.float32))
    bare, full = _core.program_bytes(trace, values=False), _core.program_bytes(trace)
    assert len(bare) == len(full) - 8
    mine = tf.Variable([5.0, 7.0])
    for data in (bare, full):
        stored = _core.program_from_bytes(data, [mine])
        assert stored.variables[0] is mine
        assert stored.run([[1.0, 1.0]])[0].numpy().tolist() == [5.0, 7.0]
    refuse(bare, "no value of variable 'w': variables must be given")
    wrong = {
        "variable 0 is 'w', float32": [tf.Variable([1.0])],
        "given is 'Variable', float64": [tf.Variable([1.0, 2.0], dtype=tf.float64)],
        "has 1 variables, given are 0": [],
        "given are 2": [mine, w],
    }
    for text, variables in wrong.items():
        refuse(full, text, variables)


def test_gradients_of_what_was_read():
    w = tf.Variable([2.0, 3.0], name="w")
    trace = trace_of(lambda x: tf.reduce_sum(x * w * w), tf.TensorSpec([2], tf.float32))
    stored = there_and_back(trace)
    with tf.GradientTape() as tape:
        (y,) = stored.run([[4.0, 5.0]])
    assert tape.gradient(y, stored.variables[0]).numpy().tolist() == [16.0, 30.0]


def test_gradients_of_ones_own_are_in_no_file():
    @tf.custom_gradient
    def double(x):
        return x * 2.0, lambda g: g * 5.0

    trace = trace_of(lambda x: double(x), tf.TensorSpec([2], tf.float32))
    stored = there_and_back(trace)
    assert stored.run([[4.0, 5.0]])[0].numpy().tolist() == [8.0, 10.0]
    with tf.GradientTape(), pytest.raises(tf.errors.UnimplementedError, match="GradientTape"):
        stored.run([[4.0, 5.0]])


def test_python_code_is_in_no_file():
    seen = []

    def f(x):
        _core.functions.perform("my_effect", [x], seen.append)
        return x + 1.0

    trace = trace_of(f, tf.TensorSpec([2], tf.float32))
    with pytest.raises(tf.errors.UnimplementedError, match="host callback 'my_effect'.*Python"):
        _core.program_bytes(trace)
    assert not seen


def test_other_inputs_are_refused():
    stored = there_and_back(trace_of(lambda x: x + 1.0, tf.TensorSpec([None, 2], tf.float32)))
    for tensors in ([tf.zeros([2])], [tf.zeros([1, 3])], [tf.zeros([1, 2], tf.float64)], []):
        with pytest.raises(tf.errors.InvalidArgumentError, match="program"):
            stored.run(tensors)


def refuse(data, text, variables=None):
    with pytest.raises(tf.errors.InvalidArgumentError) as raised:
        _core.program_from_bytes(data, variables)
    assert str(raised.value).startswith("program file: ") and text in str(raised.value)


def sample():
    w = tf.Variable([2.0, 3.0], name="w")
    f = trace_of(lambda x: tf.nn.softmax(x * w) @ [[1.0], [2.0]], tf.TensorSpec([None, 2]))
    return _core.program_bytes(f)


def test_what_is_no_file_is_refused():
    data = sample()
    refuse(b"", "do not begin as a program file does")
    refuse(b"PK\x03\x04" + data, "do not begin as a program file does")
    newer = bytearray(data)
    newer[VERSION_AT] = 4
    refuse(bytes(newer), "the file has version 4; this build reads versions 1 to 3")
    refuse(data[:-1], f"should have {len(data)} bytes and has {len(data) - 1}")
    refuse(data.replace(b"softmax", b"softmin"), "the checksum does not fit")
    refuse(sealed(data.replace(b"softmax", b"softmin")), "this build has no op 'softmin'")
    with pytest.raises(TypeError):
        _core.program_from_bytes("text")


def assert_altered_are_read_or_refused(data):
    """Files like `data` but for a few bytes are refused as program files, most of them."""
    random, refused = np.random.default_rng(5), 0
    for _ in range(2000):
        altered = bytearray(data)
        for _ in range(random.integers(1, 4)):
            altered[random.integers(HEADER, len(data) - 4)] = random.integers(256)
        try:
            _core.program_from_bytes(sealed(altered))
        except tf.errors.InvalidArgumentError as error:
            assert str(error).startswith("program file: ")
            refused += 1
    assert refused > 1000


def test_altered_files_are_read_or_refused():
    assert_altered_are_read_or_refused(sample())
