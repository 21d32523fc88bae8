"""Odd arguments, data and returned values that once ended in another's words or in no error: the
class is TensorFlow's or Keras's, and the text says whose it is and what was given."""

import functools
import itertools

import numpy as np
import pytest

import pelton as tf

keras = tf.keras
X, Y = np.ones((4, 3), "float32"), np.ones((4, 2), "float32")


class NoResult(keras.metrics.Metric):
    def update_state(self, y_true, y_pred, sample_weight=None):
        pass

    def result(self):
        return None


class NoRate(keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        return None


class Pair(tf.experimental.ExtensionType):
    left: tf.Tensor
    right: tf.Tensor


def model(loss="mse", metrics=None, optimizer="sgd"):
    made = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2, name="d")])
    made.compile(optimizer, loss, metrics=metrics)
    return made


def fit(**parts):
    return lambda: model(**parts).fit(X, Y, verbose=0)


def ragged(ids, rows=None):
    return lambda: tf.RaggedTensor.from_value_rowids([1, 2, 3], ids, rows)


def odd(**methods):
    """An object of a class with these special methods."""
    return type("Odd", (), methods)()


GIANT = np.broadcast_to(np.float32(1), (2**20, 2**20))
DEEP = functools.reduce(lambda inner, _: [inner], range(3000), 1)
CALLS = {
    "dtype of a weight": (
        lambda: keras.layers.Layer().add_weight(shape=(2,), dtype="floaty"),
        ValueError,
        r"^Invalid dtype: floaty \[Layer.add_weight\]",
    ),
    "dtype of a variable": (
        lambda: keras.Variable(1.0, dtype="floaty"),
        ValueError,
        "^Invalid dtype: floaty",
    ),
    "inherited init": (
        lambda: keras.metrics.Precision(x=1),
        TypeError,
        r"^Precision.__init__\(\) got an unexpected keyword argument 'x'",
    ),
    "inherited init of a layer": (
        lambda: keras.layers.SpatialDropout2D(),
        TypeError,
        r"^SpatialDropout2D.__init__\(\) missing 1 required positional argument: 'rate'",
    ),
    "config of a seed": (
        lambda: keras.random.SeedGenerator.from_config({1: None}),
        TypeError,
        "SeedGenerator.from_config: argument `config` got",
    ),
    "axis of arrays": (
        lambda: tf.stack(True, axis=np.ones((0,))),
        ValueError,
        r"stack: axis must be an integer, got float64 \(0,\)",
    ),
    "text of where": (lambda: tf.where("\ud800"), ValueError, r"\[where\]"),
    "loss": (fit(loss=lambda t, p: None), ValueError, "loss '<lambda>' returned None"),
    "metric": (fit(metrics=[lambda t, p: None]), ValueError, "metric 'lambda' returned None"),
    "result": (
        fit(metrics=[NoResult(name="m")]),
        ValueError,
        "result.. of metric 'm' returned None",
    ),
    "rate": (
        fit(optimizer=keras.optimizers.SGD(NoRate())),
        ValueError,
        "learning rate schedule 'NoRate' returned None",
    ),
    "batch": (lambda: model().fit(iter([None]), verbose=0), ValueError, "gave None for a batch"),
    "batch_size": (
        lambda: model().fit(X, Y, batch_size=2**70, verbose=0),
        OverflowError,
        "`batch_size` must be below",
    ),
    "several inputs": (
        lambda: keras.layers.Dense(2, name="d")([X, X]),
        ValueError,
        'Layer "d" expects 1 input.*received 2 input tensors',
    ),
    "no path": (lambda: model().save(None), ValueError, "filepath=None"),
    "null in a name": (
        lambda: list(tf.data.TFRecordDataset("none\0such")),
        tf.errors.InvalidArgumentError,
        "null character: none",
    ),
    "descending rows": (ragged([2, 1, 0]), tf.errors.InvalidArgumentError, "rowids descends"),
    "negative row": (ragged([-1, 0, 1]), tf.errors.InvalidArgumentError, "-1, which is no row"),
    "row too high": (ragged([0, 1, 2], 2), tf.errors.InvalidArgumentError, "there are 2 rows"),
    "no rows": (lambda: tf.foldl(max, tf.zeros((0, 3))), ValueError, "foldl: elems has no rows"),
    "weight of C++": (
        lambda: keras.layers.Dense(2).add_weight(float("nan")),
        TypeError,
        r"Dense.add_weight\(nan\)",
    ),
    "bins": (
        lambda: tf.math.bincount([2**31 - 1]),
        tf.errors.InvalidArgumentError,
        r"bincount: size \(-2147483648\) must be non-negative; arr: int32 \(1,\)",
    ),
    "spec of no type": (
        tf.experimental.ExtensionTypeSpec,
        TypeError,
        "Can't instantiate abstract class ExtensionTypeSpec",
    ),
    "spec without its fields": (Pair.Spec, TypeError, r"Pair.Spec: missing .* argument: 'left'"),
    "ragged by hand": (
        lambda: tf.RaggedTensor([1.0], [0, 1]),
        ValueError,
        "RaggedTensor constructor is private",
    ),
    "shape of a fraction": (
        lambda: tf.TensorShape(0.5),
        TypeError,
        "Dimension value must be integer .* got value '0.5'",
    ),
    "sizes of an unknown shape": (
        lambda: keras.optimizers.SGD(tf.TensorShape(None)),
        ValueError,
        "`learning_rate` should be float",
    ),
    "operator": (
        lambda: tf.linalg.LinearOperatorFullMatrix([[1.0]]).eigvals(),
        NotImplementedError,
        "LinearOperatorFullMatrix.eigvals: Only self-adjoint",
    ),
    "giant operand": (
        lambda: keras.layers.Dense(2)(GIANT),
        MemoryError,
        r"Unable to allocate 4.00 TiB .*Dense.__call__.ndarray of shape .1048576, 1048576.",
    ),
    "giant constant": (
        lambda: tf.constant(GIANT),
        MemoryError,
        r"^constant: .* TiB .*; got float",
    ),
    "giant argument of Python's": (
        lambda: keras.ops.nanargmax(GIANT),
        MemoryError,
        "nanargmax: Unable to allocate .*; got float32 .1048576, 1048576.",
    ),
    "giant array of tensors": (
        lambda: tf.TensorArray(tf.float32, size=2**62),
        MemoryError,
        "TensorArray: out of memory; got tf.float32, size=4611686018427387904",
    ),
    "giant": (
        lambda: tf.ragged.constant(np.broadcast_to(np.float32(1), (2**20, 2**20))),
        MemoryError,
        "allocat",
    ),
    "weights of a giant": (
        lambda: keras.layers.RepeatVector(3).set_weights(GIANT),
        ValueError,
        "weight list of length 1048576, but the layer was expecting 0",
    ),
    "weights without end": (
        lambda: keras.layers.ReLU().set_weights(itertools.repeat(1.0)),
        ValueError,
        "was expecting 0 weights",
    ),
    "attributes of an odd class": (
        lambda: keras.metrics.Accuracy(dtype=odd(__getattr__=lambda *_: None)),
        TypeError,
        "a value of class NoneType cannot be taken here",
    ),
    "half a pair": (
        lambda: keras.layers.ReLU().add_loss("\ud800"),
        UnicodeEncodeError,
        r"surrogates not allowed \[ReLU.add_loss\]",
    ),
    "no list": (lambda: tf.concat(7, 0), TypeError, r"argument 'values' must be a list of tensors"),
    "raw op": (
        lambda: tf.raw_ops.SoftsignGrad(gradients=print, features=2),
        ValueError,
        "SoftsignGrad: ",
    ),
    "raw op of half a pair": (
        lambda: tf.raw_ops.BroadcastArgs(s0=1, s1="\ud800"),
        UnicodeEncodeError,
        r"\[BroadcastArgs\]$",
    ),
    "open file": (
        lambda: tf.random.fixed_unigram_candidate_sampler([[0]], 1, 1, True, 9, vocab_file=10**6),
        TypeError,
        "fixed_unigram_candidate_sampler: ",
    ),
    "layer of the library": (
        lambda: keras.layers.Multiply().build_from_config(3),
        TypeError,
        "Multiply.build_from_config: ",
    ),
    "state of a metric": (
        lambda: keras.metrics.SquaredHinge().stateless_result(0.0),
        TypeError,
        "SquaredHinge.stateless_result: ",
    ),
    "metric of the library": (
        lambda: keras.metrics.IoU(2, 0),
        TypeError,
        "IoU: .*not iterable; got 2, 0",
    ),
    "method": (
        lambda: tf.data.Dataset.range(2).concatenate(1),
        AttributeError,
        "concatenate: .*; got 1",
    ),
    "assert": (
        lambda: tf.debugging.assert_less({1: 2}, tf.ones(3)),
        ValueError,
        r"assert_less: .* to a Tensor.; got \{1: 2\}, float32 \(3,\)",
    ),
    "assert of no list": (lambda: tf.Assert(True, 3), TypeError, "Assert: .*; got True, 3"),
    "nest": (lambda: tf.nest.pack_sequence_as(3, 4.0), TypeError, "pack_sequence_as: .*; got 3"),
    "keras.backend": (lambda: keras.backend.log({}), ValueError, "log: "),
    "patterns": (
        lambda: tf.data.Dataset.list_files(-1.5),
        TypeError,
        "list_files: .*-1.5 to EagerTensor of dtype string",
    ),
    "no class": (
        lambda: list(tf.data.Dataset.range(5).rejection_resample(lambda x: x, [0.5, 0.5])),
        tf.errors.InvalidArgumentError,
        "rejection_resample: class_func gave 2, which is none of the 2 classes",
    ),
    "ratio above the size": (
        lambda: tf.nn.fractional_max_pool(tf.ones((1, 4, 4, 1)), 5.0),
        tf.errors.InvalidArgumentError,
        "fractional_max_pool: Pooling ratio is higher than input dimension size for dimension 1",
    ),
    "ratio of no number": (
        lambda: tf.nn.fractional_avg_pool(tf.ones((1, 4, 4, 1)), float("nan")),
        ValueError,
        "`pooling_ratio` should be >= 1.0. Received: pooling_ratio=nan",
    ),
    "choices": (
        lambda: tf.data.Dataset.choose_from_datasets([], 1j),
        TypeError,
        "`choice_dataset` should be a `tf.data.Dataset` but is <class 'complex'>",
    ),
    "static method": (
        lambda: tf.data.Dataset.sample_from_datasets(3),
        TypeError,
        "sample_from_datasets: .*; got 3",
    ),
    "encoder": (
        lambda: tf.experimental.ExtensionTypeBatchEncoder().unbatch(3),
        AttributeError,
        "ExtensionTypeBatchEncoder.unbatch: ",
    ),
    "giant input of an op": (
        lambda: tf.greater([1.0], GIANT),
        MemoryError,
        "greater: Unable to allocate .*; argument 'y'",
    ),
    "giant variable": (lambda: tf.Variable(GIANT), MemoryError, "tf.Variable: .*'initial_value'"),
    "giant value": (
        lambda: tf.Variable(1.0).assign(GIANT),
        MemoryError,
        "Variable.assign: Unable to allocate .*; argument 'value'",
    ),
    "half a pair for an op": (
        lambda: tf.identity("\ud800"),
        UnicodeEncodeError,
        "surrogates not allowed .identity; argument 'input'",
    ),
    "protocol of no function": (
        lambda: tf.math.sin(odd(__getattr__=lambda *given: given[0])),
        TypeError,
        "sin: 'Odd' object is not callable; argument 'x'",
    ),
    "deep attribute": (
        lambda: tf.broadcast_to(tf.ones(3), DEEP),
        (RecursionError, tf.errors.InvalidArgumentError),
        "broadcast_to: ",
    ),
    "deep setting": (
        lambda: keras.layers.Concatenate(axis=DEEP),
        RecursionError,
        "Concatenate: maximum recursion depth .*; got axis=",
    ),
    "no index": (
        lambda: keras.metrics.Mean().add_variable(tf.ones(3), "zeros"),
        TypeError,
        "an index, got float32 .. .Mean.add_variable.Tensor of shape .3,. and dtype float32",
    ),
    "no length": (
        lambda: keras.optimizers.SGD().apply_gradients([tf.ones(())]),
        TypeError,
        "Scalar tensor has no `len..` .SGD.apply_gradients",
    ),
    "store of no names": (
        lambda: keras.optimizers.SGD().save_own_variables(np.ones((2, 3))),
        IndexError,
        "SGD.save_own_variables: only integers, slices .*; got float64",
    ),
    "what a library of ours raises": (
        lambda: keras.preprocessing.text.tokenizer_from_json("a"),
        ValueError,
        "tokenizer_from_json: Expecting value: line 1",
    ),
    "what NumPy's functions take": (
        lambda: keras.preprocessing.image.random_channel_shift([1, "a"], 0.1),
        TypeError,
        "channel_shift: ufunc 'add' did not contain",
    ),
    "sizes of an unknown shape for a layer": (
        lambda: keras.layers.UpSampling2D(tf.TensorShape(None)),
        ValueError,
        "UpSampling2D",
    ),
    "truth of no number": (
        lambda: keras.layers.Dense(2).quantize(np.ones((0,))),
        ValueError,
        "Dense.quantize: The truth value of an empty array",
    ),
    "scope": (lambda: tf.control_dependencies(1.5), TypeError, "control_dependencies: .*; got 1.5"),
    "exit of a scope": (
        lambda: tf.variable_creator_scope(print).__exit__(),
        IndexError,
        "variable_creator_scope.__exit__: pop from empty list",
    ),
    "coordinator": (
        lambda: tf.train.Coordinator().join([1]),
        AttributeError,
        "Coordinator.join: 'int' object has no attribute",
    ),
    "shape of a tensor of several axes": (
        lambda: tf.TensorShape(tf.ones((2, 3))),
        TypeError,
        "(?s)Failed to convert .*shape=.2, 3.* to a shape",
    ),
    "dataset by hand": (
        lambda: tf.data.Dataset(np.ones(3), None, None),
        TypeError,
        "Dataset: its functions make datasets, got ndarray",
    ),
    "ragged of no rows": (
        lambda: tf.RaggedTensor(tf.ones(1), (0, 0), internal=True),
        TypeError,
        "RaggedTensor: row_splits must be a tensor",
    ),
    "function": (
        lambda: tf.audio.encode_wav([1.0, 2.0], tf.ones(2)),
        ValueError,
        "encode_wav: ",
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_error_is_of_its_class_and_names_whose_it_is(name):
    call, error, text = CALLS[name]
    with pytest.raises(error, match=text):
        call()


def test_the_longest_floats_of_numpy_are_settings():
    assert keras.regularizers.L2(np.longdouble(0.5)).get_config() == {"l2": 0.5}
    assert keras.layers.Rescaling(np.ones(2, "longdouble")).get_config()["scale"] == [1.0, 1.0]


def test_a_generator_that_reads_its_own_dataset_ends():
    def rows():
        yield from dataset

    spec = tf.TensorSpec((), tf.float32)
    dataset = tf.data.Dataset.from_generator(rows, output_signature=spec).prefetch(1)
    with pytest.raises(tf.errors.FailedPreconditionError, match="iterate over the dataset"):
        next(iter(dataset))


@pytest.mark.parametrize("size", [2**20, 2**62])
def test_datasets_take_settings_of_any_size(size):
    numbers = tf.data.Dataset.range(3)
    turns = numbers.interleave(
        lambda x: tf.data.Dataset.from_tensors(x).repeat(2), cycle_length=size, block_length=1
    )
    assert [int(x) for x in turns] == [0, 1, 2, 0, 1, 2]
    mapped = numbers.map(lambda x: x + 1, num_parallel_calls=size)
    assert [int(x) for x in mapped] == [1, 2, 3]
    for _ in range(40):
        numbers = numbers.prefetch(size)
    assert [int(x) for x in numbers] == [0, 1, 2]


def test_maps_and_folds_of_no_rows():
    rows = tf.zeros((0, 3))
    spec = tf.TensorSpec((3,), tf.float32)
    assert tf.map_fn(lambda x: x, rows).shape == (0,)
    assert tf.map_fn(lambda x: x, rows, fn_output_signature=spec).shape == (0, 3)
    number, row = tf.map_fn(lambda x: (1, x), rows, fn_output_signature=(tf.int32, spec))
    assert (number.dtype, number.shape, row.shape) == (tf.int32, (0,), (0, 3))
    assert tf.foldl(lambda a, x: a + x, rows, tf.ones(3)).numpy().tolist() == [1.0, 1.0, 1.0]
    assert tf.scan(lambda a, x: a + x, rows, tf.ones(3)).shape == (0, 3)
    traced = tf.function(lambda v: tf.map_fn(lambda x: 2 * x, v))
    assert traced(rows).shape == (0, 3)


def test_what_a_users_function_raises_keeps_its_text():
    def raises(*_):
        raise ValueError("mine")

    with pytest.raises(ValueError, match=r"^mine$"):
        tf.data.Dataset.range(2).map(raises)
    with pytest.raises(ValueError, match=r"^mine$"):
        fit(loss=raises)()


def test_errors_whose_text_is_no_unicode_stay_as_they_are():
    class Refusing(tf.keras.layers.Layer):
        def call(self, x):
            raise TypeError("half a pair: \udc80")

    with pytest.raises(TypeError, match="half a pair: \udc80"):
        Refusing()(tf.ones((2, 2)))
