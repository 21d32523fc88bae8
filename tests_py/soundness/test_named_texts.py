"""Odd arguments whose errors once had no name in them: the text says which function, method, class
or argument refused, and what was given."""

import functools

import numpy as np
import pytest

import pelton as tf

keras = tf.keras
DEEP = functools.reduce(lambda inner, _: [inner], range(3000), 1)
GIANT = np.broadcast_to(np.float32(1), (2**20, 2**20))
EMPTY = np.ones((0,))
RGB_LESS = tf.ones((2, 4, 4, 1))
X, Y, UNEQUAL = np.ones((4, 3)), np.ones((4, 2)), [[1.0], [1, 2]]
HALF_A_PAIR = "\ud800"


def model():
    made = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2)])
    made.compile("sgd", "mse")
    return made


def symbolic():
    return keras.Input((3,))


CALLS = {
    "range": (lambda: tf.range([1.0, 2.0]), TypeError, "^range: .*; got 0, .*, 1"),
    "range of no tensor": (lambda: tf.range(keras.Sequential()), ValueError, "^range: "),
    "shape": (lambda: tf.shape(print), ValueError, "^shape: .*; got <built-in function print>"),
    "slice": (lambda: tf.slice(set(), [0], [1]), ValueError, r"^slice: .*; got set\(\), \[0\]"),
    "strided_slice": (
        lambda: tf.strided_slice(1.0, tf.TensorShape(None), [1]),
        ValueError,
        "^strided_slice: as_list",
    ),
    "stack": (lambda: tf.stack(tf.ones(3), axis="a"), TypeError, "^stack: .*axis='a'"),
    "one_hot": (lambda: tf.one_hot([0], 2, off_value=2**64), ValueError, "^one_hot: .*off_value="),
    "constant": (lambda: tf.constant(print), ValueError, "^constant: "),
    "constant of a negative shape": (
        lambda: tf.constant([1], shape=-5),
        ValueError,
        "^constant: Dimension -5 must be >= 0",
    ),
    "constant of an unknown shape": (
        lambda: tf.constant(1.0, None, (None, 3)),
        ValueError,
        r"^constant: all sizes of `shape` must be known, got \(None, 3\)",
    ),
    "saturate_cast": (lambda: tf.saturate_cast(np.array([None]), 0), ValueError, "^saturate_cast"),
    "name within a word": (lambda: keras.ops.all(print), ValueError, "^all: "),
    "metric": (
        lambda: keras.metrics.cosine_similarity("a", print),
        ValueError,
        "^cosine_similarity: .*; got 'a', <built-in",
    ),
    "enumeration": (
        lambda: tf.random.Algorithm(RGB_LESS),
        ValueError,
        "^Algorithm: .*; got float32",
    ),
    "enumeration of ints": (lambda: tf.lookup.TextFileIndex(EMPTY), ValueError, "^TextFileIndex: "),
    "setting": (
        lambda: tf.config.set_soft_device_placement(EMPTY),
        ValueError,
        "^set_soft_device_placement: ",
    ),
    "threads": (
        lambda: tf.config.threading.set_inter_op_parallelism_threads(-0.0),
        TypeError,
        "^set_inter_op_parallelism_threads: num_threads must be an int, got -0.0",
    ),
    "raw op": (
        lambda: tf.raw_ops.StringUpper(input=HALF_A_PAIR),
        UnicodeEncodeError,
        r"\[StringUpper\]$",
    ),
    "function of C++": (
        lambda: keras.losses.MSE(1, HALF_A_PAIR),
        UnicodeEncodeError,
        r"\[mean_squared_error\]$",
    ),
    "KerasTensor": (lambda: keras.KerasTensor(GIANT), TypeError, "^KerasTensor: Failed to convert"),
    "giant shape": (
        lambda: keras.layers.MultiHeadAttention(3, 1).build((None, 3, 2), GIANT),
        (TypeError, ValueError),
        "MultiHeadAttention",
    ),
    "symbolic flag": (
        lambda: keras.layers.LSTM(1, unit_forget_bias=symbolic()),
        tf.errors.OperatorNotAllowedInGraphError,
        "^LSTM(Cell)?: Using a symbolic .*; got .*unit_forget_bias=",
    ),
    "symbolic operators": (
        lambda: tf.linalg.LinearOperatorKronecker(symbolic()),
        tf.errors.OperatorNotAllowedInGraphError,
        "^LinearOperatorKronecker: Iterating over a symbolic",
    ),
    "scope": (lambda: tf.name_scope("n").__exit__(), IndexError, "^name_scope.__exit__: "),
    "scope of Keras": (
        lambda: keras.name_scope("n").__exit__(),
        IndexError,
        "^name_scope.__exit__",
    ),
    "pooling": (
        lambda: keras.layers.AdaptiveAveragePooling3D(1).call(RGB_LESS),
        ValueError,
        "Argument `output_size` must be one number or 2 of them",
    ),
    "channels": (
        lambda: keras.layers.RandomSaturation(1.0).call(RGB_LESS),
        ValueError,
        "Argument `images` must have 3 channels, got 1",
    ),
    "cell of a layer": (
        lambda: keras.layers.ConvLSTM1D(1, 2, name="c").build((None, 3, 3, None)),
        ValueError,
        r"must be fully defined.*\[ConvLSTM1D 'c'\]",
    ),
    "JSON": (
        lambda: keras.models.model_from_json(tf.ones(3)),
        TypeError,
        r"^model_from_json: `json_string` must be text, got float32 \(3,\)",
    ),
    "config": (
        lambda: model().compile_from_config(-1),
        TypeError,
        "^Sequential.compile_from_config: config must be a dict, got -1",
    ),
    "config of a metric": (
        lambda: keras.metrics.MeanMetricWrapper.from_config(EMPTY),
        TypeError,
        "^MeanMetricWrapper.from_config: config must be a dict, got float64",
    ),
    "with_rank": (
        lambda: tf.TensorShape(0).with_rank(tf.constant([1, 2])),
        TypeError,
        r"^TensorShape.with_rank: rank must be an int, got int32 \(2,\)",
    ),
    "common supertype": (
        lambda: tf.TensorShape(0).most_specific_common_supertype(3),
        TypeError,
        "^TensorShape.most_specific_common_supertype: others must be a list of shapes, got 3",
    ),
    "set_shape": (
        lambda: tf.ones(3).set_shape(2**64),
        OverflowError,
        "^Tensor.set_shape: .*; argument 'shape'",
    ),
    "gpu": (lambda: tf.ones(3).gpu(set()), TypeError, "^Tensor.gpu: .*; argument 'gpu_index'"),
    "tape": (
        lambda: tf.GradientTape(EMPTY),
        ValueError,
        "^GradientTape: .*; argument 'persistent'",
    ),
    "rows of gradients": (
        lambda: tf.GradientTape().__enter__().gradient_rows(print, [], []),
        ValueError,
        "^GradientTape.gradient_rows: .*; argument 'target'",
    ),
    "shape of unknown rank as a list": (
        lambda: tf.concat(tf.TensorShape(None), 0),
        ValueError,
        "^concat: Cannot iterate over a shape with unknown rank.; argument 'values'",
    ),
    "summary": (
        lambda: model().summary(print_fn=[1]),
        TypeError,
        r"^Sequential.summary: 'list' object is not callable; got print_fn=\[1\]",
    ),
    "rows of a summary": (
        lambda: model().summary(layer_range=keras.layers.ReLU()),
        TypeError,
        "^Sequential.summary: ",
    ),
    "no length of layers": (
        lambda: model().get_layer(index=keras.Sequential()),
        TypeError,
        "^Sequential.get_layer: ",
    ),
    "stop_training": (
        lambda: setattr(model(), "stop_training", EMPTY),
        ValueError,
        "^stop_training: ",
    ),
    "loss of an empty set": (
        lambda: keras.layers.Dense(2).add_loss(set()),
        ValueError,
        r"\[Dense.add_loss\(set\(\)\)\]$",
    ),
    "loss of the layer's own class": (
        lambda: model().add_loss(keras.Sequential()),
        ValueError,
        r"\[Sequential.add_loss\(",
    ),
    "hook": (
        lambda: keras.callbacks.LambdaCallback(on_epoch_end="a"),
        TypeError,
        "^LambdaCallback: `on_epoch_end` must be a function, got 'a'",
    ),
    "explain": (
        lambda: tf.data.Dataset.range(3).explain(elements=1.5),
        TypeError,
        "`elements`",
    ),
    "parallel reads": (
        lambda: tf.data.TFRecordDataset("none", num_parallel_reads=1.0),
        TypeError,
        "`num_parallel_reads`",
    ),
    "values of a ragged tensor": (
        lambda: tf.RaggedTensor(1.0, tf.constant([0, 1]), internal=True),
        TypeError,
        "^RaggedTensor: values must be a tensor, got 1.0",
    ),
    "device": (lambda: keras.device(DEEP), ValueError, r"Got <class 'list'>\(\[\[\["),
    "device that answers anything": (
        lambda: tf.device(type("Odd", (), {"__getattr__": lambda *_: None})()),
        ValueError,
        "Expecting a string device name",
    ),
    "dtypes": (lambda: keras.backend.result_type([1]), TypeError, "^result_type: .*; got .1"),
    "masked element": (
        lambda: tf.nn.atrous_conv2d_transpose(
            tf.ones((1, 2, 2, 1)), RGB_LESS, [1], np.ma.masked_array([1.0], [True]), "SAME"
        ),
        np.ma.MaskError,
        "^atrous_conv2d_transpose: ",
    ),
    "library of the library": (
        lambda: keras.preprocessing.image.random_rotation(
            np.ones((2, 3, 4)), 0.1, interpolation_order=-1.5
        ),
        RuntimeError,
        "spline order not supported; got ",
    ),
    "attribute that is missing": (
        lambda: keras.layers.Cropping2D().call(keras.metrics.Mean()),
        AttributeError,
        "^Cropping2D.call: 'Mean' object has no attribute 'shape'",
    ),
    "order of a generator": (
        lambda: keras.random.SeedGenerator(1).next(EMPTY),
        ValueError,
        "^SeedGenerator.next: `ordered`: ",
    ),
    "batch_dims": (
        lambda: tf.gather(tf.ones(3), [0], batch_dims=RGB_LESS),
        ValueError,
        "^gather: .*batch_dims=float32",
    ),
    "dtype of no text": (
        lambda: tf.bitcast(tf.ones(3), HALF_A_PAIR),
        TypeError,
        r"^bitcast: .*\\ud800",
    ),
    "policy": (
        lambda: tf.config.experimental.set_device_policy(GIANT),
        ValueError,
        r"`device_policy`: float32 \(1048576, 1048576\)",
    ),
    "print": (
        lambda: tf.print(tf.ones(3), summarize=EMPTY),
        TypeError,
        r"^print: `summarize` must be an int, got float64 \(0,\)",
    ),
    "weights of losses": (
        lambda: model().compile("sgd", "mse", loss_weights=print),
        TypeError,
        "`loss_weights` must be a number, got <built-in function print>",
    ),
    "shuffle": (lambda: model().fit(np.ones((4, 3)), shuffle=EMPTY), ValueError, "^shuffle: "),
    "name of a variable": (
        lambda: keras.Variable(1.0, name=tf.ones(3)),
        ValueError,
        "^Argument `name` must be a string .* Received: name=",
    ),
    "tangents": (
        lambda: tf.autodiff.ForwardAccumulator(tf.ones(3), tf),
        ValueError,
        "^ForwardAccumulator: .*; got float32",
    ),
    "schedule": (
        lambda: keras.optimizers.schedules.deserialize(print),
        TypeError,
        "^Could not interpret learning rate schedule config: ",
    ),
    "convert_to_tensor": (
        lambda: tf.convert_to_tensor(print),
        ValueError,
        "^convert_to_tensor: .*; got <built-in",
    ),
    "one_hot of a symbolic dtype": (
        lambda: tf.one_hot([0], 2, dtype=symbolic()),
        tf.errors.OperatorNotAllowedInGraphError,
        "^one_hot: ",
    ),
    "reduce_retracing": (
        lambda: tf.function(reduce_retracing=EMPTY),
        ValueError,
        "^function: `reduce_retracing`: ",
    ),
    "sizes deeper than Python shows": (
        lambda: tf.TensorShape(DEEP),
        TypeError,
        r"^Failed to convert \[\[\[",
    ),
    "optional": (
        lambda: tf.experimental.Optional(1, 2, EMPTY),
        ValueError,
        "^Optional: `is_there`: ",
    ),
    "metric of a symbolic prediction": (
        lambda: keras.metrics.binary_accuracy(np.ones((2, 3)), symbolic()),
        TypeError,
        "needs the values of the symbolic tensor .*BinaryAccuracy.score",
    ),
    "thresholds without end": (
        lambda: keras.metrics.SpecificityAtSensitivity(0.1, 2**200),
        ValueError,
        "^Argument `num_thresholds` must be at most 16777216",
    ),
    "giant class ids": (
        lambda: keras.metrics.BinaryIoU(target_class_ids=GIANT),
        ValueError,
        r"^Target class ids .'float32 \(1048576, 1048576\)'. must be in \[0, 2\) .BinaryIoU",
    ),
    "epochs of a tensor": (
        lambda: model().fit(X, Y, epochs=RGB_LESS),
        TypeError,
        r"^`epochs` must be an integer, got float32 \(2, 4, 4, 1\)",
    ),
    "epochs of a text": (
        lambda: model().fit(X, Y, epochs="a"),
        TypeError,
        "^`epochs` must be an integer, got 'a'",
    ),
    "first epoch": (
        lambda: model().fit(X, Y, initial_epoch=1.5),
        TypeError,
        "^`initial_epoch` must be an integer, got 1.5",
    ),
    "rows of several lengths": (
        lambda: model().test_on_batch(UNEQUAL, Y),
        ValueError,
        "^`x` is no array of numbers: setting an array element",
    ),
    "targets of several lengths": (
        lambda: model().train_on_batch(X, UNEQUAL),
        ValueError,
        "^`y` is no array of numbers: ",
    ),
    "metrics deeper than Python goes": (
        lambda: model().compile("sgd", "mse", metrics=DEEP),
        ValueError,
        r"^`metrics` is nested too deeply: \[\[\[",
    ),
    "state that is a dataset": (
        lambda: tf.data.Dataset.range(3).reduce(0, lambda *_: tf.data.Dataset.range(3)),
        TypeError,
        "Expected <dtype: 'int32'> but got <class 'pelton.*Dataset'>",
    ),
    "weights of classes deeper than Python shows": (
        lambda: model().fit(X, Y, class_weight=DEEP),
        TypeError,
        r"^`class_weight` must be a dictionary .* got \[\[\[",
    ),
    "giant shape of images": (
        lambda: keras.layers.Resizing(3, 1).compute_output_shape(GIANT),
        ValueError,
        r"`input_shape` must have 3 .* Received: float32 \(1048576, 1048576\)",
    ),
    "names of layers": (
        lambda: keras.RematScope(layer_names=2),
        TypeError,
        "^RematScope: 'int' object is not iterable; got layer_names=2",
    ),
    "description of a class": (
        lambda: keras.initializers.serialize(keras.initializers.Zeros),
        TypeError,
        "^keras.initializers.serialize: expected an object, got the class Zeros",
    ),
    "description of an optimizer's class": (
        lambda: keras.optimizers.serialize(keras.optimizers.SGD),
        TypeError,
        "^keras.optimizers.serialize: expected an object, got the class SGD",
    ),
    "description of a giant array": (
        lambda: keras.saving.serialize_keras_object(GIANT),
        ValueError,
        r"^serialize_keras_object: an array of shape \(1048576, 1048576\) is too large",
    ),
    "representation of a giant gain": (
        lambda: repr(keras.initializers.Identity(GIANT)),
        ValueError,
        r"^Identity: argument `gain`: an array of shape \(1048576, 1048576\) is too large",
    ),
    "folder of images": (
        lambda: keras.preprocessing.image.ImageDataGenerator().flow_from_directory(7),
        TypeError,
        "^DirectoryIterator: argument `directory` must be a path, got 7",
    ),
    "deep rate": (
        lambda: model().fit(
            X, Y, callbacks=[keras.callbacks.LearningRateScheduler(lambda *_: DEEP)]
        ),
        ValueError,
        r"^The output of the `schedule` function should be a float. Got: \[\[\[",
    ),
    "deep function": (
        lambda: tf.experimental.unregister_dispatch_for(DEEP),
        ValueError,
        r"^Function \[\[\[.* was not registered using a `@dispatch_for_\*` decorator",
    ),
    "dlpack": (
        lambda: tf.experimental.dlpack.to_dlpack(np.array(["a"])),
        BufferError,
        "^to_dlpack: ",
    ),
}


def in_graph(name):
    with tf.Graph().as_default():
        return tf.compat.v1.angle(EMPTY, name=name)


GRAPH_NAMES = {HALF_A_PAIR: r"'\\ud800'", "a b": "'a b'", "_a": "'_a'"}


@pytest.mark.parametrize("name", GRAPH_NAMES)
def test_names_in_graphs(name):
    with pytest.raises(ValueError, match=f"{GRAPH_NAMES[name]} is not a valid root scope name"):
        in_graph(name)


@pytest.mark.parametrize("name", CALLS)
def test_the_error_names_whose_it_is(name):
    call, error, text = CALLS[name]
    with pytest.raises(error, match=f"(?s){text}"):
        call()


def test_what_a_tuple_of_tensorflow_is_subtype_of():
    assert not tf.TensorShape([2, 3]).is_subtype_of((2, 3))
    assert tf.TensorShape([2, 3]).with_rank(None) == (2, 3)


def test_accuracies_of_symbolic_tensors_of_one_shape_are_ops():
    prediction = keras.Input(batch_shape=(2, 3))
    assert keras.metrics.binary_accuracy(np.ones((2, 3)), prediction).shape == (2, 3)


def test_the_rows_of_a_giant_array_are_of_one_shape():
    shapes = tf.raw_ops.ShapeN(input=GIANT)
    assert len(shapes) == 2**20
    assert shapes[-1].numpy().tolist() == [2**20]


def test_an_accumulator_that_recorded_nothing_gives_none():
    accumulator = tf.autodiff.ForwardAccumulator(tf.ones(3), tf.ones(3))
    assert accumulator.jvp(tf.ones(2)) is None
