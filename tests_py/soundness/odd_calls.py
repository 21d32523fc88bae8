"""Empty and odd arguments that ended the process once: the script that test_odd_calls.py runs, and
what each call gives or raises."""

import resource
import sys
import threading
import time

import numpy as np

import pelton as tf

K, L = tf.keras, tf.keras.layers
HUGE = np.broadcast_to(np.float32(1), (2**20, 2**20))  # of four bytes


def compiled(*layers, loss="mse", metrics=()):
    model = K.Sequential([*layers, L.Dense(2)])
    model.compile("adam", loss, metrics=list(metrics))
    return model


def raised(error, word, call):
    """Checks that the call raises this kind of error, which names `word`."""
    try:
        call()
    except error as found:
        assert word in str(found), found
    else:
        raise AssertionError(f"no {error.__name__}")


def batches_of_no_rows():
    for shape in ((4,), (3, 4)):
        for loss in ("mse", "mae"):
            model = compiled(K.Input(shape), loss=loss, metrics=["mae"])
            before = [w.copy() for w in model.get_weights()]
            x, y = np.zeros((0, *shape)), np.zeros((0, *shape[:-1], 2))
            assert model.train_on_batch(x, y) == [0.0, 0.0]
            assert model.test_on_batch(x, y) == [0.0, 0.0]
            assert model.predict_on_batch(x).shape == y.shape
            for old, new in zip(before, model.get_weights(), strict=True):
                np.testing.assert_array_equal(old, new)
    unbuilt = compiled()
    assert unbuilt.train_on_batch(np.zeros((0, 4)), np.zeros((0, 2))) == 0.0


SHAPES = [(), (0,), (None,), (None, None), (2, 3), (1, 2, 3), (1, 2, 3, 4), (0, 0, 0, 0), (-1, 2),
          (None,) * 4, (1,) * 7, (2**62, 2**62), None, [()], [(), ()], [None]]  # fmt: skip


def shapes_of_all_layers():
    """Sizes or an error, for each layer, before and after it has been built for each."""
    for cls in [found for found in (getattr(L, n) for n in dir(L)) if isinstance(found, type)]:
        for arguments in ((), (4,), (4, 3), ((2, 2),)):
            for shape in SHAPES:
                attempt(lambda c=cls, a=arguments, s=shape: c(*a).compute_output_shape(s))
                attempt(lambda c=cls, a=arguments, s=shape: built(c(*a), s))


def attempt(call):
    try:
        call()
    except (SystemError, MemoryError):
        raise
    except Exception:  # an error is an answer
        return


def built(layer, shape):
    layer.input_spec = None
    layer.build(shape)
    layer.compute_output_shape(())
    layer.output_shape  # noqa: B018 - a property that computes


def demands_taken_away():
    """A layer whose input_spec the user has opened says itself what it cannot use."""
    for layer in (L.Dense(2), L.Conv2D(2, 3), L.MaxPooling2D(), L.Flatten(), L.Reshape((2,))):
        layer.input_spec = L.InputSpec(min_ndim=0)
        raised(ValueError, layer.name, lambda layer=layer: layer.compute_output_shape(()))


def layers_without_weights():
    for layer, x in (
        (L.Dense(2), tf.ones((2, 3))),
        (L.Conv2D(2, 3), tf.ones((1, 4, 4, 1))),
        (L.BatchNormalization(), tf.ones((2, 3))),
        (L.BatchNormalization(scale=False, center=False), tf.ones((2, 3))),
    ):
        for training in (False, True):
            raised(ValueError, layer.name, lambda la=layer, x=x, t=training: la.call(x, training=t))
        layer.built = True
        raised(ValueError, layer.name, lambda la=layer, x=x: la(x))


def numpys_texts():
    same = tf.function(lambda x: x)
    assert same(np.str_("a")) == "a"
    assert same(np.bytes_(b"a")) == b"a"
    assert same({"k": [np.str_("a"), tf.ones(())]})["k"][0] == "a"


def a_scalar_through_nested_models():
    inner = K.Sequential([K.Input((4,)), L.Dense(2)])
    raised(ValueError, "()", lambda: K.Sequential([inner])(tf.constant(1.0)))


def models_that_hold_themselves():
    model, other = K.Sequential(name="one"), K.Sequential(name="other")
    raised(ValueError, "one", lambda: model.add(model))
    model.add(other)
    raised(ValueError, "other", lambda: other.add(model))
    assert (len(model.layers), len(other.layers)) == (1, 0)
    whole = compiled(K.Input((2,)))
    raised(ValueError, whole.name, lambda: whole.add(whole))
    assert whole(tf.ones((1, 2))).shape == (1, 2)


def models_in_models():
    """20,000 deep: what walks them raises, in the main thread and in small stacks; they go when
    this returns."""
    model = K.Sequential([L.Dense(2)])
    for _ in range(20_000):
        model = K.Sequential([model])
    uses = [lambda m: m(tf.ones((1, 2))), lambda m: m.build((1, 2)), lambda m: m.get_config()]
    for use in uses:
        raised(RuntimeError, "recursion depth", lambda use=use: use(model))
    before = threading.stack_size(256 << 10)
    for use in uses:
        thread = threading.Thread(target=attempt, args=(lambda use=use: use(model),))
        thread.start()
        thread.join()
    threading.stack_size(before)


def initializers_that_call():
    def ask(shape, dtype=None):
        model.predict(np.ones((1, 3)), verbose=0)
        return tf.ones(shape)

    model = K.Sequential([L.Dense(2, kernel_initializer=ask)])
    raised(ValueError, "being built", lambda: model(tf.ones((1, 3))))
    assert not model.built


def a_truth_that_raises():
    raised(ValueError, "ambiguous", lambda: tf.Variable(1.0, trainable=np.ones((3, 4))))
    assert not tf.Variable(1.0, trainable=np.zeros(())).trainable


def settings_larger_than_memory():
    makers = [
        lambda: L.Dense(HUGE),
        lambda: L.Dense(2, activation=HUGE),
        lambda: L.Dropout(HUGE),
        lambda: L.Reshape(HUGE),
        lambda: L.Rescaling(HUGE),
        lambda: L.BatchNormalization(axis=HUGE),
        lambda: K.initializers.RandomNormal(HUGE),
        lambda: K.optimizers.Adam(HUGE),
        lambda: K.optimizers.SGD(momentum=HUGE),
        lambda: K.metrics.Mean(name=HUGE),
        lambda: K.regularizers.L2(HUGE),
    ]
    for make in makers:
        begin = time.monotonic()
        raised(Exception, "", make)
        assert time.monotonic() - begin < 10


def compiled_again_between_batches():
    """Of models whose steps are Python, which compile() ends."""
    K.mixed_precision.set_global_policy("mixed_float16")
    try:
        model = K.Sequential([K.Input((3,)), K.layers.Dense(2)])
    finally:
        K.mixed_precision.set_global_policy("float32")
    x, y = np.ones((4, 3), "float32"), np.zeros((4, 2), "float32")

    def batches():
        for number in range(3):
            if number == 1:
                model.compile("adam", "mae")
            yield x, y

    for run in (model.fit, model.evaluate):
        model.compile("sgd", "mse")
        raised(
            RuntimeError,
            "`compile()` was called while",
            lambda run=run: run(batches(), verbose=0),
        )
        model.compile("sgd", "mse")
        run(x, y, verbose=0)


def files_without_an_end():
    """What reads them ends with the process's memory, and says so."""
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    for files in (
        tf.data.FixedLengthRecordDataset("/dev/zero", 8),
        tf.data.TextLineDataset("/dev/zero"),
    ):
        raised(tf.errors.ResourceExhaustedError, "memory", lambda files=files: next(iter(files)))
    assert tf.reduce_sum(tf.ones((300, 300))).numpy() == 90_000


CALLS = [
    files_without_an_end,
    batches_of_no_rows,
    shapes_of_all_layers,
    demands_taken_away,
    layers_without_weights,
    numpys_texts,
    a_scalar_through_nested_models,
    models_that_hold_themselves,
    models_in_models,
    initializers_that_call,
    a_truth_that_raises,
    settings_larger_than_memory,
    compiled_again_between_batches,
]


if __name__ == "__main__":
    {call.__name__: call for call in CALLS}[sys.argv[1]]()
    print("done")
