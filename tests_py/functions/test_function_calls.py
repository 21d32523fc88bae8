"""tf.function: which calls share a record, what is refused and how, methods, lifetimes, threads."""

import collections
import functools
import gc
import logging
import threading
import weakref

import numpy as np
import pytest

import pelton as tf

explain = tf.config.experimental.explain_program
Pair = collections.namedtuple("Pair", "x y")
ONE = tf.constant([1.0, 2.0])
FIRST, SECOND = tf.Variable(1.0), tf.Variable(2.0)


def thing():
    return type("Thing", (), {})()


THING = thing()


def identity(x, y=2):
    return (x, y) if isinstance(x, tf.Tensor) else None


# Pairs of calls (args, kwargs) and whether the second one has the record of the first.
SAME = {
    "another value": (((ONE,), {}), ((ONE * 3,), {}), True),
    "an array": (((ONE,), {}), ((np.float32([3, 4]),), {}), True),
    "a NumPy scalar": (((tf.constant(1.0),), {}), ((np.float32(2),), {}), True),
    "the default": (((ONE,), {}), ((ONE, 2), {}), True),
    "by name": (((ONE, 2), {}), ((), {"y": 2, "x": ONE}), True),
    "equal strings": ((("abc",), {}), (("".join(["ab", "c"]),), {}), True),
    "equal lists": ((([1, ONE],), {}), (([1, ONE + 1],), {}), True),
    "equal dicts": (
        ({"x": {"a": 1, "b": ONE}},) * 0
        + (((), {"x": {"a": 1, "b": ONE}}), ((), {"x": {"b": ONE, "a": 1}}), True)
    ),
    "the same object": (((THING,), {}), ((THING,), {}), True),
    "the same variable": (((FIRST,), {}), ((FIRST,), {}), True),
    "another shape": (((ONE,), {}), ((tf.ones(3),), {}), False),
    "another rank": (((ONE,), {}), ((tf.ones([1, 2]),), {}), False),
    "another dtype": (((ONE,), {}), ((tf.cast(ONE, tf.float64),), {}), False),
    "another number": (((1,), {}), ((2,), {}), False),
    "a float": (((1,), {}), ((1.0,), {}), False),
    "a truth": (((1,), {}), ((True,), {}), False),
    "a large number": (((2**70,), {}), ((2**70 + 1,), {}), False),
    "None": (((1,), {}), ((None,), {}), False),
    "another string": ((("a",), {}), (("b",), {}), False),
    "bytes": ((("a",), {}), ((b"a",), {}), False),
    "another length": ((([1],), {}), (([1, 1],), {}), False),
    "a tuple": ((([1],), {}), (((1,),), {}), False),
    "a named tuple": ((((1, 2),), {}), ((Pair(1, 2),), {}), False),
    "another key": ((({"a": 1},), {}), (({"b": 1},), {}), False),
    "another object": (((THING,), {}), ((thing(),), {}), False),
    "another variable": (((FIRST,), {}), ((SECOND,), {}), False),
}


@pytest.mark.parametrize("name", SAME)
def test_which_calls_share_a_record(name):
    (args, kwargs), (other_args, other_kwargs), is_same = SAME[name]
    f = tf.function(identity)
    f(*args, **kwargs)
    f(*other_args, **other_kwargs)
    assert f.experimental_get_tracing_count() == (1 if is_same else 2)
    f(*args, **kwargs)
    f(*other_args, **other_kwargs)
    assert f.experimental_get_tracing_count() == (1 if is_same else 2)


def test_the_device_scope_counts():
    f = tf.function(lambda x: x + 1)
    f(ONE)
    with tf.device("/CPU:0"):
        f(ONE)
    f(ONE)
    assert f.experimental_get_tracing_count() == 2


def test_the_trainable_flag_of_a_variable_counts():
    weight = tf.Variable(2.0)

    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            y = weight * x
        return tape.gradient(y, weight)

    x = tf.constant(3.0)
    assert [float(f(x)), float(f(x))] == [3.0, 3.0]
    weight.trainable = False
    assert [f(x), f(x)] == [None, None]
    weight.trainable = True
    assert float(f(x)) == 3.0
    assert f.experimental_get_tracing_count() == 2


def test_an_object_at_the_address_of_another_is_another():
    f = tf.function(lambda owner, x: x * owner.factor)
    for factor in range(8):
        owner = thing()
        owner.factor = float(factor)
        assert float(f(owner, tf.constant(1.0))) == factor
        del owner


def test_records_are_bounded():
    f = tf.function(lambda x, n: x + n, reduce_retracing=True)
    for n in range(200):
        assert float(f(tf.constant(1.0), n)) == n + 1
    assert explain(f).count("outputs") == 64
    count = f.experimental_get_tracing_count()
    f(tf.constant(1.0), 199)
    assert f.experimental_get_tracing_count() == count


@tf.function
def plain(x, y=2, *, z=3):
    return x + y + z


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def signed(x):
    return x * 2


SPEC = "TensorSpec(shape=(None,), dtype=tf.float32, name=None)"
BINDING = (
    "Binding inputs to tf.function failed due to `{}`. Received args: {} and kwargs: {} for "
    "signature: {}."
)
PLAIN = "(x, y=<captured_default_value>, *, z=<captured_default_value>)"
INTS = tf.ones(3, tf.int32)
REFUSED = {
    "missing": (lambda: plain(), ("missing a required argument: 'x'", "()", "{}", PLAIN)),
    "too many": (
        lambda: plain(1, 2, 3),
        ("too many positional arguments", "(1, 2, 3)", "{}", PLAIN),
    ),
    "unknown": (
        lambda: plain(1, q=3),
        ("got an unexpected keyword argument 'q'", "(1,)", "{'q': 3}", PLAIN),
    ),
    "dtype": (
        lambda: signed(INTS),
        (
            f"Can not cast TensorSpec(shape=(3,), dtype=tf.int32, name=None) to {SPEC}",
            f"({INTS!r},)",
            "{}",
            f"(x: {SPEC})",
        ),
    ),
    "nothing": (lambda: signed(), ("missing a required argument: 'x'", "()", "{}", f"(x: {SPEC})")),
}


@pytest.mark.parametrize("name", REFUSED)
def test_arguments_that_do_not_fit(name):
    call, parts = REFUSED[name]
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value) == BINDING.format(*parts)


def with_signature(signature):
    return tf.function(lambda x, y: x, input_signature=signature)


SIGNATURES = {
    "few": ([tf.TensorSpec([None])], "input_signature missing type constraint for y"),
    "many": ([tf.TensorSpec([None])] * 3, "input_signature contains 1 extra type constraints."),
    "numbers": (
        [3, 4],
        "input_signature must be a possibly nested sequence of TensorSpec objects, got invalid "
        "args [3, 4] with types [<class 'int'>, <class 'int'>].",
    ),
    "text": ("ab", "input_signature must be either a tuple or a list, got <class 'str'>."),
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_signatures_that_do_not_fit(name):
    signature, text = SIGNATURES[name]
    with pytest.raises(TypeError) as caught:
        with_signature(signature)
    assert str(caught.value) == text


def test_a_signature_makes_tensors_of_what_is_given():
    for value in ([1.0, 2.0, 3.0], np.ones(3), (1, 2, 3), tf.ones(3)):
        found = signed(value)
        assert found.dtype == tf.float32
        np.testing.assert_allclose(found, np.asarray(value) * 2)
    assert signed.input_signature == (tf.TensorSpec([None], tf.float32),)


def test_what_is_returned_must_be_tensors():
    with pytest.raises(TypeError) as caught:
        tf.function(len_of)(ONE)
    assert str(caught.value) == (
        "To be compatible with tf.function, Python functions must return zero or more Tensors or "
        f"ExtensionTypes or None values; in compilation of {len_of!r}, found return value of type "
        "object, which is not a Tensor or ExtensionType."
    )
    with pytest.raises(TypeError, match="3 is not a callable object"):
        tf.function(3)


def len_of(x):
    return object()


def test_variables_are_made_in_the_first_call_only():
    @tf.function
    def always(x):
        return tf.Variable(1.0) + x

    for _ in range(2):
        with pytest.raises(
            ValueError, match="only supports singleton tf.Variables created on the firs"
        ):
            always(1.0)
    assert always.python_function.__name__ == "always"

    @tf.function
    def later(x, make):
        return tf.Variable(1.0) + x if make else x

    later(1.0, False)
    with pytest.raises(
        ValueError, match="^Creating variables on a non-first call to a function dec"
    ):
        later(1.0, True)

    kept = []

    @tf.function
    def once(x):
        if not kept:
            kept.append(tf.Variable(2.0))
        kept[0].assign_add(1.0)
        return kept[0] * x

    assert [float(once(tf.constant(1.0))) for _ in range(4)] == [3.0, 4.0, 5.0, 6.0]
    assert once.experimental_get_tracing_count() == 2
    assert len(kept) == 1


def test_an_exception_leaves_no_record():
    weight = tf.Variable(1.0)

    @tf.function
    def f(x, fail):
        weight.assign_add(x)
        if fail:
            raise KeyError("boom")
        return weight * 1

    for n in (2.0, 3.0):
        with pytest.raises(KeyError, match="boom"):
            f(tf.constant(1.0), True)
        assert float(weight) == n
    assert explain(f) == ""
    assert float(f(tf.constant(1.0), False)) == 4.0


def test_errors_of_recorded_ops_name_the_op():
    f = tf.function(lambda x, i: tf.gather(x, i))
    f(ONE, tf.constant([0]))
    for _ in range(3):
        with pytest.raises(tf.errors.InvalidArgumentError, match="gather"):
            f(ONE, tf.constant([7]))
    assert f(ONE, tf.constant([1])).numpy().tolist() == [2.0]


def test_the_warning_of_retracing_comes_once(caplog):
    f = tf.function(lambda n: n)
    with caplog.at_level(logging.WARNING, logger="tensorflow"):
        for n in range(12):
            f(n)
    texts = [record.getMessage() for record in caplog.records]
    assert len(texts) == 1
    assert texts[0].startswith(f"5 out of the last 5 calls to {f.python_function!r} triggered tf.f")


class Scaler:
    def __init__(self, factor):
        self.factor = tf.Variable(factor)
        self.runs = 0

    @tf.function
    def scaled(self, x, offset=0.0):
        """Docs."""
        self.runs += 1
        return x * self.factor + offset


def test_methods_have_records_per_instance_that_go_with_it():
    two, five = Scaler(2.0), Scaler(5.0)
    for _ in range(2):
        assert float(two.scaled(tf.constant(1.0))) == 2.0
        assert float(five.scaled(tf.constant(1.0), offset=1.0)) == 6.0
    assert (two.runs, five.runs) == (1, 1)
    assert two.scaled.experimental_get_tracing_count() == 1
    assert "multiply" in explain(two.scaled)
    assert Scaler.scaled.__name__ == two.scaled.__name__ == "scaled"
    assert Scaler.scaled.__doc__ == "Docs."
    reference = weakref.ref(two)
    del two
    gc.collect()
    assert reference() is None


def test_functions_are_collected():
    def make():
        weight = tf.Variable(1.0)

        @tf.function
        def f(x):
            return x * weight if f is not None else x

        f(tf.constant(1.0))
        f(tf.constant(1.0))
        return weakref.ref(f)

    reference = make()
    gc.collect()
    assert reference() is None


def test_threads_call_one_function():
    wrong = []
    f = tf.function(lambda x: tf.reduce_sum(x @ x))

    def work(first):
        for i in range(100):
            n = 2 + (first + i) % 5
            if float(f(tf.ones((n, n)))) != n**3:
                wrong.append(n)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_functions_can_run_eagerly():
    runs = []
    f = tf.function(lambda x: runs.append(type(x)) or 1)
    tf.config.run_functions_eagerly(True)
    try:
        assert tf.config.functions_run_eagerly()
        assert [f(np.ones(2)), f(np.ones(2))] == [1, 1]
    finally:
        tf.config.run_functions_eagerly(False)
    assert runs == [np.ndarray, np.ndarray]
    assert f.experimental_get_tracing_count() == 0


def test_concrete_functions():
    f = plain.get_concrete_function(tf.TensorSpec([2], tf.float32))
    spec = tf.TensorSpec([2], tf.float32, "x")
    assert f.structured_input_signature == ((spec, 2), {"z": 3})
    assert repr(f.structured_outputs) == "<tf.Tensor 'Identity:0' shape=(2,) dtype=float32>"
    assert f(tf.ones(2)).numpy().tolist() == f(x=tf.ones(2)).numpy().tolist() == [6.0, 6.0]
    with pytest.raises(tf.errors.InvalidArgumentError, match="input #0"):
        f(tf.ones(2, tf.int32))
    with pytest.raises(TypeError, match="missing required arguments: x"):
        f()
    with pytest.raises(TypeError, match="takes 1 positional arguments, got 2"):
        f(tf.ones(2), tf.ones(2))


def test_metric_functions_may_be_called_each_time():
    @tf.function
    def f(x, y):
        return keras.metrics.mean_squared_error(x, y) + keras.losses.mean_absolute_error(x, y)

    keras = tf.keras
    for scale in (1.0, 2.0, 3.0):
        x = tf.constant([[1.0, 2.0]]) * scale
        assert f(x, x + 1).numpy().tolist() == [2.0]


MODEL = tf.keras.Sequential([tf.keras.layers.Input((2,)), tf.keras.layers.Dense(3)])
CALLABLES = {
    "a model": MODEL,
    "a layer": MODEL.layers[0],
    "a layer's method": MODEL.layers[0].call,
    "an op": tf.nn.relu,
    "a composed op": tf.reduce_sum,
    "a partial": functools.partial(tf.reduce_sum, axis=0),
}


@pytest.mark.parametrize("name", CALLABLES)
def test_what_is_no_python_function(name):
    f = tf.function(CALLABLES[name])
    for scale in (1.0, -2.0, 3.0):
        x = tf.constant([[1.0, 2.0], [3.0, 4.0]]) * scale
        np.testing.assert_array_equal(f(x), CALLABLES[name](x))
    assert f.experimental_get_tracing_count() == 1
    assert "not recorded" not in explain(f)


def test_the_training_argument_of_a_model():
    model = tf.keras.Sequential([tf.keras.layers.Input((8,)), tf.keras.layers.Dropout(0.5)])
    f = tf.function(model)
    x = tf.ones([4, 8])
    for _ in range(3):
        np.testing.assert_array_equal(f(x, training=False), x)
        assert not np.array_equal(f(x, training=True), x)
    assert f.experimental_get_tracing_count() == 2


def test_class_and_static_methods():
    class Owner:
        @classmethod
        @tf.function
        def of_class(cls, x):
            return x + 1

        @staticmethod
        @tf.function
        def static(x):
            return x + 2

    for _ in range(2):
        assert Owner.of_class(ONE).numpy().tolist() == [2.0, 3.0]
        assert Owner().static(ONE).numpy().tolist() == [3.0, 4.0]


def test_a_concrete_function_knows_what_it_returns():
    @tf.function
    def both(x):
        return {"sum": tf.reduce_sum(x), "kept": x}

    concrete = both.get_concrete_function(tf.TensorSpec([None, 3], tf.float32))
    assert concrete.output_shapes["sum"].as_list() == []
    assert concrete.output_shapes["kept"].as_list() == [None, 3]
    assert concrete.output_dtypes == {"sum": tf.float32, "kept": tf.float32}


def test_functions_may_return_datasets():
    """Each call makes another one, by the function's Python code; it is traced once."""
    plus_one = tf.function(lambda data: data.map(lambda x: x + 1))
    for _ in range(3):
        assert [int(x) for x in plus_one(tf.data.Dataset.range(2))] == [1, 2]
    counted = tf.function(lambda n: {"data": tf.data.Dataset.range(n), "next": n + 1})
    for n in (1, 2):
        found = counted(n)
        assert (int(found["next"]), [int(x) for x in found["data"]]) == (n + 1, list(range(n)))
    given = tf.function(
        lambda x: tf.data.Dataset.from_tensors(x), input_signature=[tf.TensorSpec([None])]
    )
    for rows in ([1.0], [1.0, 2.0]):
        assert [x.numpy().tolist() for x in given(tf.constant(rows))] == [rows]
    assert "it returns a dataset" in tf.config.experimental.explain_program(counted)
