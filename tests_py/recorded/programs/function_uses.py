"""Functions as programs call them: names of nested arguments, defaults beside an input signature,
types as arguments."""


def described(nest):
    """The specs of a nest by their texts."""
    if isinstance(nest, dict):
        return {str(key): described(part) for key, part in nest.items()}
    if isinstance(nest, (list, tuple)):
        return [described(part) for part in nest]
    return repr(nest)


def signature_of(function, *args, **kwargs):
    concrete = function.get_concrete_function(*args, **kwargs)
    return described(concrete.structured_input_signature), [x.name for x in concrete.inputs]


def names_of_nested_arguments(tf):
    from collections import namedtuple

    pair, spec = namedtuple("pair", "m n"), tf.TensorSpec([], tf.int32)
    same = tf.function(lambda x, y=2: x)
    return [
        signature_of(same, {"a": spec, "b": [spec, spec]}),
        signature_of(same, pair(spec, (spec, 3, spec))),
        signature_of(same, {"a b": spec, "c/d": spec}),
        signature_of(same, {1: spec, 2: [tf.constant(1)]}),
    ]


def names_of_more_arguments(tf):
    spec, named = tf.TensorSpec([], tf.int32), tf.TensorSpec([], tf.int32, name="q")
    first = tf.function(lambda *a, k=3, **kw: a[0])
    return [
        signature_of(first, spec, named),
        signature_of(first, spec, {"u": spec}, z=[spec], w=spec),
    ]


def calls_of_more_arguments(tf):
    spec = tf.TensorSpec([], tf.int32)
    total = tf.function(lambda *a, **kw: a[0] - a[1] * kw["z"])
    concrete = total.get_concrete_function(spec, spec, z=spec)
    one, two, three = (tf.constant(n) for n in (1, 2, 3))
    return concrete(one, two, z=three), concrete(a_0=one, a_1=two, z=three)


def names_of_an_input_signature(tf):
    spec = tf.TensorSpec([None], tf.int32)
    nested = tf.function(lambda d: d["a"], input_signature=[{"a": spec, "b": [spec]}])
    two = tf.function(lambda x, y: x, input_signature=[spec] * 2)
    return signature_of(nested), signature_of(two, tf.TensorSpec([3], tf.int32), y=tf.constant([1]))


def other_spec_than_the_input_signature(tf):
    two = tf.function(lambda x, y: x, input_signature=[tf.TensorSpec([], tf.int32)] * 2)
    two.get_concrete_function(tf.TensorSpec([], tf.int32), y=tf.TensorSpec([2], tf.int32))


def other_dtype_than_the_input_signature(tf):
    one = tf.function(lambda x: x, input_signature=[tf.TensorSpec([], tf.int32)])
    one.get_concrete_function(tf.TensorSpec([], tf.float32))


def with_a_default(tf, default):
    spec = tf.TensorSpec([], tf.int32)
    return tf.function(lambda x, k=default: x, input_signature=[spec])


def default_given_again(tf):
    return [with_a_default(tf, 2)(3, 2), with_a_default(tf, False)(3, k=False)]


def number_in_place_of_a_default(tf):
    with_a_default(tf, 2)(3, k=5)


def flag_in_place_of_a_default(tf):
    with_a_default(tf, False)(3, True)


def number_in_place_of_none(tf):
    with_a_default(tf, None)(3, 1)


def tensor_in_place_of_none(tf):
    with_a_default(tf, None)(3, tf.constant(1))


def names_of_functions(tf):
    class Module(tf.Module):
        @tf.function
        def call(self, x):
            return x

    from functools import partial

    made = [tf.function(lambda x: x), tf.function(described), Module().call, Module.call]
    return [one.name for one in [*made, tf.function(partial(described))]]


def types_as_arguments(tf):
    import numpy as np

    cast = tf.function(lambda x, dtype=np.float32: tf.cast(x, dtype))
    return [cast(2), cast(2, np.float16), cast(3, tf.int8), cast(4, "float64"), cast(5, np.int64)]


def keyword_that_the_root_has(tf):
    module = tf.Module()
    module.v = tf.Variable(1.0)
    tf.train.Checkpoint(module, v=tf.Variable(3.0))
