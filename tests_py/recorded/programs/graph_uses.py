"""Functions as graphs: frozen ones, their files, their operations, and losses of TensorFlow 1."""

import importlib
import os
import tempfile

import numpy as np

TYPES = "BiasAdd Conv2D DepthwiseConv2dNative Identity MatMul MaxPool Mean Placeholder Relu Relu6"


def images(count):
    return np.random.RandomState(0).rand(count, 8, 8, 1).astype("float32")


def network(tf):
    tf.keras.utils.set_random_seed(7)
    layers = tf.keras.layers
    return tf.keras.Sequential(
        [
            tf.keras.Input((8, 8, 1)),
            layers.Conv2D(4, 3, activation="relu"),
            layers.BatchNormalization(),
            layers.MaxPooling2D(),
            layers.DepthwiseConv2D(2, padding="same", activation="relu6"),
            layers.GlobalAveragePooling2D(),
            layers.Dropout(0.5),
            layers.Dense(3, activation="softmax"),
        ]
    )


def concrete_of(tf, model, batch=None):
    return tf.function(lambda x: model(x)).get_concrete_function(
        tf.TensorSpec([batch, *model.inputs[0].shape[1:]], model.inputs[0].dtype)
    )


def constants_of(tf, concrete):
    """What scripts import from below ``tensorflow.python``."""
    own = "pelton.compat.v1.wrapped.freezing"
    path = "tensorflow.python.framework.convert_to_constants"
    module = importlib.import_module(own if tf.__name__ == "pelton" else path)
    return module.convert_variables_to_constants_v2(concrete)


def frozen_network(tf):
    model = network(tf)
    frozen = constants_of(tf, concrete_of(tf, model))
    kinds = sorted({node.op for node in frozen.graph.as_graph_def().node} & set(TYPES.split()))
    names = [operation.name for operation in frozen.graph.get_operations()]
    shown = [str(frozen.inputs), str(frozen.outputs), names[0], names[-1]]
    same = np.allclose(frozen(tf.constant(images(2)))[0], model(images(2)), atol=1e-6)
    return kinds, shown, frozen(x=tf.constant(images(2))), same


def frozen_file(tf):
    frozen = constants_of(tf, concrete_of(tf, network(tf)))
    with tempfile.TemporaryDirectory() as folder:
        tf.io.write_graph(frozen.graph, folder, "graph.pb", as_text=False)
        tf.io.write_graph(frozen.graph, folder, "graph.pbtxt", as_text=True)
        files = sorted(os.listdir(folder))
        message = tf.compat.v1.GraphDef()
        with tf.io.gfile.GFile(os.path.join(folder, "graph.pb"), "rb") as file:
            message.ParseFromString(file.read())
    wrapped = tf.compat.v1.wrap_function(
        lambda: tf.compat.v1.import_graph_def(message, name=""), []
    )
    element = wrapped.graph.as_graph_element
    one = wrapped.prune(element("x:0"), element("Identity:0"))
    some = wrapped.prune([element("x:0")], [element("Identity:0")])
    with tf.Graph().as_default() as graph:
        tf.compat.v1.import_graph_def(message, name="")
        with tf.compat.v1.Session(graph=graph) as session:
            run = session.run("Identity:0", {"x:0": images(1)})
    x = tf.constant(images(1))
    return files, one(x), some(x), run


def graph_of_a_function(tf):
    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32, name="feat")])
    def both(a):
        b = tf.nn.relu(a)
        return {"y": tf.reduce_sum(b, axis=1), "z": b + 1.0}

    graph = both.get_concrete_function().graph
    kinds = [one.type for one in graph.get_operations() if one.type != "Const"]
    return kinds, str(graph.inputs), str(graph.outputs), str(graph.structured_outputs)


def frozen_loop(tf):
    @tf.function
    def summed(n):
        total = 0.0
        for i in tf.range(n):
            total += tf.cast(i, tf.float32)
        return total

    frozen = constants_of(tf, summed.get_concrete_function(tf.TensorSpec([], tf.int32)))
    return str(frozen.inputs), len(frozen.outputs), frozen(tf.constant(4))


def frozen_signature(tf):
    class Model(tf.Module):
        def __init__(self):
            super().__init__()
            self.w = tf.Variable([[1.0, 2.0], [3.0, 4.0]])

        @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
        def serve(self, x):
            return {"logits": tf.nn.relu(x @ self.w)}

    model = Model()
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(model, folder, signatures={"serving_default": model.serve})
        loaded = tf.saved_model.load(folder)
    signature = loaded.signatures["serving_default"]
    frozen = constants_of(tf, signature)
    kinds = sorted({node.op for node in frozen.graph.as_graph_def().node} & set(TYPES.split()))
    return (
        kinds,
        frozen.inputs[0].name,
        frozen(tf.constant([[1.0, -1.0]])),
        signature(x=[[1.0, -1.0]]),
    )


def frozen_before_training(tf):
    weight = tf.Variable([2.0])
    concrete = tf.function(lambda x: x * weight).get_concrete_function(tf.TensorSpec([1]))
    frozen = constants_of(tf, concrete)
    weight.assign([5.0])
    return frozen(tf.constant([3.0])), concrete(tf.constant([3.0])), len(frozen.variables)


def wrapped_functions(tf):
    spec = tf.TensorSpec([], tf.float32)
    made = tf.compat.v1.wrap_function(lambda a, b: {"s": a + b, "p": a * b}, [spec, spec])
    return made(tf.constant(2.0), tf.constant(3.0))


def operations_of(tf, model):
    profiler = tf.compat.v1.profiler
    options = dict(profiler.ProfileOptionBuilder.float_operation(), output="none")
    graph = constants_of(tf, concrete_of(tf, model, 2)).graph
    return profiler.profile(graph=graph, options=options).total_float_ops


def counted_operations(tf):
    layers = tf.keras.layers
    cases = [
        ((8, 8, 3), layers.Conv2D(4, 3, activation="relu")),
        ((8, 8, 3), layers.DepthwiseConv2D(3)),
        ((8, 8, 3), layers.Conv2DTranspose(4, 3)),
        ((8, 8, 3), layers.BatchNormalization()),
        ((8, 8, 3), layers.MaxPooling2D()),
        ((8, 8, 3), layers.GlobalAveragePooling2D()),
        ((7,), layers.Dense(5, activation="softmax")),
        ((4, 7), layers.Dense(5)),
        ((8, 8, 3), layers.LayerNormalization()),
        ((10, 3), layers.Conv1D(4, 3)),
        ((4, 4, 4, 2), layers.Conv3D(2, 2)),
        ((6,), layers.Activation("swish")),
    ]
    models = [tf.keras.Sequential([tf.keras.Input(shape), layer]) for shape, layer in cases]
    return [operations_of(tf, model) for model in [*models, network(tf)]]


def names_of_losses(tf):
    v1 = tf.compat.v1
    with v1.Graph().as_default():
        x = v1.placeholder(tf.float32, [None, 2])
        found = [v1.losses.mean_squared_error(x, x + 1.0)]
        total = v1.losses.get_total_loss()
        kinds = [found[0].op.type, total.op.type]
        found += [
            total,
            v1.losses.softmax_cross_entropy([[0.0, 1.0]], x),
            v1.losses.get_total_loss(),
            v1.losses.get_total_loss(name="abc"),
            v1.losses.huber_loss([[1.0, 0.0]], x, 1.0, 2.0, "mine"),
            v1.losses.absolute_difference([[1.0, 0.0]], x),
            v1.losses.compute_weighted_loss(x[0], [0.0, 1.0]),
        ]
        return [one.name for one in found], kinds, len(v1.losses.get_losses())


def total_of_no_losses(tf):
    with tf.Graph().as_default():
        return tf.compat.v1.losses.get_total_loss()
