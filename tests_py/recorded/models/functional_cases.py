"""Snippets about functional models, the same for Keras and Pelton: `K` and `L` are keras and its
layers, `dense` and `image` make what several snippets need."""

START = """
K, L = tf.keras, tf.keras.layers
def dense(units, **kwargs):
    start = K.initializers.Constant(0.1)
    return L.Dense(units, kernel_initializer=start, bias_initializer=start, **kwargs)
def rows(n, size, step=0.25):
    return np.arange(n * size, dtype='float32').reshape(n, size) * step
def shapes(nest):
    return tf.nest.map_structure(lambda t: tuple(t.shape), nest)
def values(nest):
    return [np.asarray(t).round(4).tolist() for t in tf.nest.flatten(nest)]
def logs(history):
    return {key: [round(v, 4) for v in value] for key, value in history.history.items()}
"""
_TWO = """
a, b = K.Input((4,), name='a'), K.Input((3,), name='b')
h = dense(5, activation='relu')(a) + dense(5)(b) * 2.0
m = K.Model([a, b], [dense(1, name='o1')(h), dense(2, name='o2')(L.ReLU()(h))])
x = [rows(6, 4), rows(6, 3)]
y = [rows(6, 1), rows(6, 2)]
"""
_DICT = """
a, b = K.Input((4,), name='a'), K.Input((3,), name='b')
h = dense(5)(a) + dense(5)(b)
m = K.Model({'a': a, 'b': b}, {'p': dense(1, name='o1')(h), 'q': dense(2, name='o2')(h)})
x = {'a': rows(6, 4), 'b': rows(6, 3)}
y = {'p': rows(6, 1), 'q': rows(6, 2)}
"""
_NESTED = """
class Nested(K.Model):
    def __init__(self, form):
        super().__init__()
        self.d, self.form = dense(1), form
    def call(self, x):
        y = self.d(x)
        return nest(self.form, y, y * 2.0)
def nest(form, y, z):
    return {'list': [y, z], 'lists in a dict': {'a': [y, z], 'b': y},
            'dicts in a dict': {'a': {'x': y, 'y': z}, 'b': y},
            'lists in a list': [[y, z], y]}[form]
def fitted(form, loss):
    m = Nested(form)
    m.compile(K.optimizers.SGD(0.001), loss)
    y = rows(4, 1)
    return [logs(m.fit(rows(4, 2), nest(form, y, y), verbose=0)), m.metrics_names]
"""
_CUSTOM = """
class Custom(K.Model):
    def __init__(self, *args, param=1, **kwargs):
        super().__init__(*args, **kwargs)
        self.param = param
    def get_config(self):
        return {**super().get_config(), 'param': self.param}
i = K.Input((4,), name='i')
m = Custom(inputs=i, outputs=dense(2)(i), param=3)
"""
_PARTS = """
@K.utils.register_keras_serializable(package='P', name='sq')
def squared(x):
    return x * x
@K.utils.register_keras_serializable(package='P')
class Fives(K.initializers.Initializer):
    def __call__(self, shape, dtype=None):
        return tf.fill(shape, 5.0)
    def get_config(self):
        return {}
d = L.Dense(1, activation=squared, kernel_initializer=Fives(), bias_regularizer='l2')
i = K.Input((2,))
m = K.Model(i, d(i))
"""
_ONE = """
i = K.Input((4,), name='i')
m = K.Model(i, dense(2, name='last')(dense(3, name='first')(i)), name='chain')
"""

CASES = {
    "two_inputs_call": _TWO + "values(m(x)) + [shapes(m(x))]",
    "two_inputs_predict": _TWO + "values(m.predict(x, verbose=0))",
    "two_inputs_names": _TWO
    + "[[l.name for l in m.layers], m.output_names, [w.path for w in m.weights]]",
    "two_inputs_shapes": _TWO
    + "[m.input_shape, m.output_shape, len(m.inputs), len(m.outputs), m.count_params()]",
    "two_inputs_fit": _TWO
    + "m.compile(K.optimizers.SGD(0.001), ['mse', 'mae'], metrics=[['mae'], ['mse']])\n"
    + "logs(m.fit(x, y, batch_size=3, epochs=2, shuffle=False, verbose=0))",
    "two_inputs_loss_weights": _TWO
    + "m.compile(K.optimizers.SGD(0.001), ['mse', 'mae'], loss_weights=[0.25, 2.0])\n"
    + "logs(m.fit(x, y, batch_size=6, epochs=2, shuffle=False, verbose=0))",
    "two_inputs_loss_by_name": _TWO
    + "m.compile(K.optimizers.SGD(0.001), {'o1': 'mse', 'o2': 'mae'}, metrics={'o2': ['mse']})\n"
    + "logs(m.fit(x, {'o1': y[0], 'o2': y[1]}, batch_size=6, shuffle=False, verbose=0))",
    "two_inputs_evaluate": _TWO
    + "m.compile('sgd', 'mse', metrics=[['mae'], ['mae']])\n"
    + "[[round(v, 4) for v in m.evaluate(x, y, verbose=0)], m.metrics_names]",
    "two_inputs_evaluate_dict": _TWO
    + "m.compile('sgd', 'mse')\n"
    + "{k: round(v, 4) for k, v in m.evaluate(x, y, verbose=0, return_dict=True).items()}",
    "two_inputs_train_on_batch": _TWO
    + "m.compile(K.optimizers.SGD(0.001), 'mse')\n"
    + "[round(float(v), 4) for v in m.train_on_batch(x, y)]",
    "inputs_by_name": _TWO + "values(m({'a': x[0], 'b': x[1]}))",
    "inputs_as_tuple": _TWO + "values(m((x[0], x[1])))",
    "dict_call": _DICT + "[sorted(m(x)), values(m(x))]",
    "dict_fit": _DICT
    + "m.compile(K.optimizers.SGD(0.001), {'p': 'mse', 'q': 'mae'}, metrics={'q': ['mse']})\n"
    + "logs(m.fit(x, y, batch_size=3, epochs=2, shuffle=False, verbose=0))",
    "dict_predict": _DICT + "p = m.predict(x, verbose=0)\n[sorted(p), values(p)]",
    "dict_shapes": _DICT + "[m.output_names, [l.name for l in m.layers]]",
    "shared_layer": "s = dense(4, name='s')\ni = K.Input((4,), name='i')\nm = K.Model(i, s(s(i)))\n"
    "[values(m(rows(2, 4))), len(m.weights), [l.name for l in m.layers]]",
    "shared_between_models": _ONE
    + "k = K.Model(i, m.get_layer('first').output)\n"
    + "m.get_layer('first').kernel.assign(np.full((4, 3), 0.5))\nvalues(k(rows(2, 4)))",
    "intermediate": _ONE + "values(K.Model(m.input, m.get_layer('first').output)(rows(2, 4)))",
    "several_intermediate": _ONE
    + "values(K.Model(m.inputs, [l.output for l in m.layers[1:]])(rows(2, 4)))",
    "from_the_middle": _ONE
    + "k = K.Model(m.get_layer('first').output, m.output)\n"
    + "[values(k(rows(2, 3))), k.input_shape, len(k.layers)]",
    "nested": _ONE
    + "j = K.Input((4,), name='j')\nn = K.Model(j, dense(1, name='head')(m(j)), name='outer')\n"
    + "[values(n(rows(2, 4))), [l.name for l in n.layers], len(n.weights), n.count_params()]",
    "nested_frozen": _ONE
    + "j = K.Input((4,), name='j')\nm.trainable = False\n"
    + "n = K.Model(j, dense(1, name='head')(m(j)), name='outer')\n"
    + "n.compile(K.optimizers.SGD(0.01), 'mse')\n"
    + "n.fit(rows(4, 4), rows(4, 1), verbose=0)\n"
    + "[len(n.trainable_weights), values(m.weights[0]) == [np.full((4, 3), "
    + "0.1).round(4).tolist()]]",
    "sequential_inside": "s = K.Sequential([dense(3), dense(2)])\ni = K.Input((4,), name='i')\n"
    "m = K.Model(i, s(i))\n[values(m(rows(2, 4))), m.output_shape]",
    "of_sequential": "s = K.Sequential([K.Input((4,)), dense(3), dense(2)])\n"
    "m = K.Model(s.inputs, s.layers[0].output)\n[values(m(rows(2, 4))), s.outputs[0].shape]",
    "residual": "i = K.Input((4,))\nh = dense(4)(i)\nfor _ in range(3):\n    h = h + dense(4)(h)\n"
    "m = K.Model(i, h)\nvalues(m(rows(2, 4)))",
    "slices": "i = K.Input((6,))\nm = K.Model(i, [dense(2)(i[:, :3]), dense(2)(i[:, 3:])])\n"
    "values(m(rows(2, 6)))",
    "image": "i = K.Input((8, 8, 1))\nstart = K.initializers.Constant(0.1)\n"
    "h = L.Conv2D(2, 3, kernel_initializer=start, padding='same')(i)\nh = L.MaxPooling2D()(h)\n"
    "h = L.Flatten()(h)\nm = K.Model(i, dense(2)(h))\n"
    "[m.output_shape, values(m(np.ones((2, 8, 8, 1), 'float32')))]",
    "dropout_training": "i = K.Input((4,))\nm = K.Model(i, L.Dropout(0.5)(i))\n"
    "x = np.ones((64, 4), 'float32')\n"
    "[bool(np.all(m(x) == x)), bool(np.all(m(x, training=True) == x))]",
    "batch_norm_statistics": "i = K.Input((4,))\nm = K.Model(i, L.BatchNormalization()(i))\n"
    "m.compile('sgd', 'mse')\nm.fit(rows(4, 4), rows(4, 4), verbose=0)\n"
    "[values(m.non_trainable_weights), len(m.trainable_weights)]",
    "subclass_of_graph": "class Own(K.Model):\n    def __init__(self, units):\n"
    "        i = K.Input((4,), name='i')\n"
    "        super().__init__(inputs=i, outputs=dense(units)(i), name='own')\n"
    "m = Own(3)\n[values(m(rows(2, 4))), m.name, m.output_shape, len(m.layers)]",
    "subclass_of_graph_train_step": "class Own(K.Model):\n    def train_step(self, data):\n"
    "        logs = super().train_step(data)\n        return {**logs, 'more': 7.0}\n"
    "i = K.Input((4,))\nm = Own(i, dense(1)(i))\nm.compile(K.optimizers.SGD(0.01), 'mse')\n"
    "logs(m.fit(rows(4, 4), rows(4, 1), verbose=0))",
    "layer_inside_subclass": "class Block(L.Layer):\n    def __init__(self):\n"
    "        super().__init__()\n        self.one, self.two = dense(4), dense(4)\n"
    "    def call(self, x):\n        return x + self.two(self.one(x))\n"
    "i = K.Input((4,))\nm = K.Model(i, Block()(Block()(i)))\n"
    "[values(m(rows(2, 4))), len(m.weights)]",
    "layer_of_two": "class Both(L.Layer):\n    def call(self, one, two):\n"
    "        return one + two, one - two\n"
    "i, j = K.Input((4,)), K.Input((4,))\nm = K.Model([i, j], Both()(i, two=j))\n"
    "values(m([rows(2, 4), rows(2, 4, 1.0)]))",
    "config_round_trip": _TWO
    + "i = K.Input((4,), name='i')\n"
    + "m = K.Model(i, [dense(2, name='p')(i), dense(3, name='q')(i)])\n"
    + "k = K.Model.from_config(m.get_config())\n"
    + "[values(k(rows(2, 4))), [l.name for l in k.layers], k.name == m.name]",
    "config_ends": _ONE
    + "c = m.get_config()\n"
    + "[c['input_layers'], c['output_layers'], [l['name'] for l in c['layers']], "
    + "sorted(c), c['layers'][2]['inbound_nodes'][0]['args'][0]['config']['keras_history']]",
    "config_shared": "s = dense(4, name='s')\ni = K.Input((4,), name='i')\n"
    "m = K.Model(i, s(s(i)))\n"
    "k = K.Model.from_config(m.get_config())\n"
    "[values(k(rows(2, 4))), len(k.weights), m.get_config()['output_layers']]",
    "config_nested": _ONE
    + "j = K.Input((4,), name='j')\nn = K.Model(j, dense(1, name='head')(m(j)), name='outer')\n"
    + "k = K.Model.from_config(n.get_config())\n"
    + "[values(k(rows(2, 4))), [l.name for l in k.layers]]",
    "clone": _TWO
    + "k = K.models.clone_model(m)\n"
    + "[values(k(x)), [l.name for l in k.layers], k.layers[2] is m.layers[2]]",
    "compute_output_shape": _TWO + "m.compute_output_shape([(5, 4), (5, 3)])",
    "input_reprs": "i = K.Input((4,), name='i')\n[repr(i), str(i), i.shape, i.dtype, i.name]",
    "input_sparse_text": "i = K.Input((None, 4), dtype='int32', batch_size=3, name='i')\nrepr(i)",
    "model_repr": _ONE + "repr(m)",
    "get_weights": _ONE + "m.set_weights([w * 2 for w in m.get_weights()])\nvalues(m(rows(1, 4)))",
    "not_connected": _ONE + "K.Model(i, dense(2)(K.Input((4,))))",
    "second_not_connected": _ONE + "K.Model(i, [m.output, dense(2)(K.Input((4,)))])",
    "no_tensor": _ONE + "K.Model(3, m.output)",
    "no_tensor_output": _ONE + "K.Model(i, np.ones(3))",
    "missing_key": _DICT + "m({'a': x['a']})",
    "one_of_two": _TWO + "m([x[0]])",
    "wrong_size": _ONE + "m(rows(2, 5))",
    "wrong_rank": _ONE + "m(np.ones((2, 3, 4), 'float32'))",
    "symbol_as_bool": "bool(K.Input((4,), name='i'))",
    "symbol_as_array": "np.asarray(K.Input((4,), name='i'))",
    "symbol_iterated": "list(K.Input((4,), name='i'))",
    "short_list_for_a_dict": _DICT + "m([x['a']])",
    "long_list": _TWO + "m([*x, x[0]])",
    "missing_key_of_a_dict": _DICT + "m({'a': x['a']})",
    "unknown_key": _DICT + "values(m({**x, 'c': x['a']}))",
    "fit_missing_key": _DICT + "m.compile('sgd', 'mse')\nm.fit({'a': x['a']}, y, verbose=0)",
    "fit_short_list": _TWO + "m.compile('sgd', 'mse')\nm.fit([x[0]], y, verbose=0)",
    "fit_other_rows": _TWO + "m.compile('sgd', 'mse')\nm.fit([x[0], x[1][:2]], y, verbose=0)",
    "fit_other_target_rows": _TWO
    + "m.compile('sgd', 'mse')\nm.fit(x, [y[0], y[1][:2]], verbose=0)",
    "losses_unknown_key": _TWO + "m.compile('sgd', {'o1': 'mse', 'other': 'mse'})\n"
    "m.fit(x, y, verbose=0)",
    "losses_missing_key": _TWO + "m.compile('sgd', {'o1': 'mse'})\n"
    "len(m.fit(x, {'o1': y[0], 'o2': y[1]}, verbose=0).history)",
    "loss_weights_too_few": _TWO + "m.compile('sgd', ['mse', 'mse'], loss_weights=[1.0])\n"
    "m.fit(x, y, verbose=0)",
    "predict_missing_key": _DICT + "m.predict({'a': x['a']}, verbose=0)",
    "predict_short_list": _TWO + "m.predict([x[0]], verbose=0)",
    "evaluate_short_list": _TWO + "m.compile('sgd', 'mse')\nm.evaluate([x[0]], y, verbose=0)",
    "inputs_twice": "i = K.Input((4,), name='i')\nm = K.Model([i, i], dense(1)(i))",
    "names_twice": "i, j = K.Input((4,), name='i'), K.Input((4,), name='j')\n"
    "K.Model([i, j], dense(1, name='d')(i) + dense(1, name='d')(j))",
    "not_connected_in_a_dict": "i, j = K.Input((4,), name='i'), K.Input((4,), name='j')\n"
    "K.Model(i, {'p': dense(1)(i), 'q': dense(1)(j)})",
    "subclass_not_connected": "class Own(K.Model):\n    def __init__(self):\n"
    "        i, j = K.Input((4,), name='i'), K.Input((4,), name='j')\n"
    "        super().__init__(i, dense(1)(j))\nOwn()",
    "subclass_of_graph_bases": "class Own(K.Model):\n    def __init__(self):\n"
    "        i = K.Input((4,), name='i')\n        super().__init__(inputs=i, outputs=dense(1)(i))\n"
    "class Further(Own):\n    def call(self, x, training=None):\n        return super().call(x) "
    "* 2\n"
    "m = Further()\n[values(m(rows(2, 4))), [c.__name__ for c in type(m).__mro__][:3]]",
    **{
        f"nested_losses_{i}": _NESTED + f"fitted({form!r}, {loss})"
        for i, (form, loss) in enumerate(
            [
                ("list", "['mse', 'mae']"),
                ("list", "'mse'"),
                ("lists in a dict", "{'a': ['mse', 'mae'], 'b': 'mse'}"),
                ("lists in a dict", "{'a': ['mse', None], 'b': 'mse'}"),
                ("lists in a dict", "'mse'"),
                ("dicts in a dict", "{'a': {'x': 'mse', 'y': 'mae'}, 'b': 'mse'}"),
                ("lists in a list", "[['mse', 'mae'], 'mse']"),
            ]
        )
    },
    "batch_norm_that_trains": "i = K.Input((4,))\nl = L.BatchNormalization()\n"
    "m = K.Model(i, l(i, training=True))\n"
    "[values(m(rows(3, 4))), values(l.moving_mean), values(m.predict(rows(3, 4), verbose=0))]",
    "layer_that_counts": "class Count(L.Layer):\n    def __init__(self):\n"
    "        super().__init__()\n"
    "        self.n = self.add_weight(shape=(), name='n', trainable=False, initializer='zeros')\n"
    "    def call(self, x):\n        self.n.assign_add(tf.reduce_sum(x))\n        return x + "
    "self.n\n"
    "c = Count()\ni = K.Input((2,))\nm = K.Model(i, c(i))\n"
    "[values(c.n), values(m(rows(1, 2))), values(c.n)]",
    "layer_with_a_metric": "class Seen(L.Layer):\n    def __init__(self):\n"
    "        super().__init__()\n        self.mean = K.metrics.Mean(name='seen')\n"
    "    def call(self, x):\n        self.mean.update_state(tf.reduce_mean(x))\n        return x\n"
    "i = K.Input((4,))\nm = K.Model(i, dense(1)(Seen()(i)))\nm.compile('sgd', 'mse')\n"
    "sorted(logs(m.fit(rows(4, 4), rows(4, 1), batch_size=2, shuffle=False, verbose=0)).items())",
    "losses_of_uneven_batches": _TWO
    + "m.compile(K.optimizers.SGD(0.001), ['mse', 'mae'])\n"
    + "logs(m.fit(x, y, batch_size=4, epochs=2, shuffle=False, verbose=0))",
    "dict_outputs_some_targets": "class Some(K.Model):\n    def __init__(self):\n"
    "        super().__init__()\n        self.d = dense(1)\n    def call(self, x):\n"
    "        return {'a': self.d(x), 'b': self.d(x) * 2.0}\nm = Some()\n"
    "m.compile(K.optimizers.SGD(0.001), {'a': 'mse'})\n"
    "logs(m.fit(rows(4, 2), {'a': rows(4, 1)}, verbose=0))",
    "functions_that_merge": "a, b = K.Input((3,)), K.Input((3,))\n"
    "m = K.Model([a, b], [L.add([a, b]), L.average([a, b]), L.maximum([a, b]), L.minimum([a, b]),\n"
    "    L.multiply([a, b]), L.subtract([a, b], name='less'), L.concatenate([a, b]),\n"
    "    L.concatenate([a, b], axis=1), L.dot([a, b]), L.dot([a, b], axes=1, normalize=True)])\n"
    "[[values(v) for v in m([rows(2, 3), rows(2, 3) * 2])], [l.name for l in m.layers]]",
    "named_input_of_a_chain": "m = K.Sequential([K.Input((3,), name='rows'), dense(1)])\n"
    "n = K.Sequential([K.Input((3,)), dense(1)])\n"
    "[m.inputs[0].name, n.inputs[0].name.startswith('keras_tensor')]",
    "schedule_of_ones_own": "class Falling(K.optimizers.schedules.LearningRateSchedule):\n"
    "    def __init__(self, a): self.a = a\n    def __call__(self, step): return self.a\n"
    "    def get_config(self): return {'a': self.a}\nFalling.__module__ = '__main__'\n"
    "o = K.optimizers.SGD(Falling(0.5))\n"
    "[K.optimizers.serialize(o)['config']['learning_rate'], o.get_config()['learning_rate'],\n"
    " type(o._learning_rate).__name__, float(K.optimizers.Adam(0.5)._learning_rate)]",
    "checkpoint_of_another_form": "import tempfile\ndef held(units):\n"
    "    return tf.train.Checkpoint(m=K.Sequential([K.Input((3,)), dense(units, name='d')], "
    "name='s'))\n"
    "with tempfile.TemporaryDirectory() as folder:\n"
    "    path = held(2).write(folder + '/c')\n"
    "    try: held(5).restore(path)\n"
    "    except ValueError as error: text = str(error)\n"
    "text.partition('Received')[2]",
    "config_of_a_class_with_args": _CUSTOM + "sorted(m.get_config())",
    "class_with_args_again": _CUSTOM + "n = Custom.from_config(m.get_config())\n"
    "[n.param, [l.name for l in n.layers], n.output_shape]",
    "registered_parts_written": _PARTS
    + "c = d.get_config()\n[c['activation'], c['kernel_initializer']['registered_name']]",
    "registered_parts_again": _PARTS + "n = L.Dense.from_config(d.get_config())\n"
    "[n.activation.__name__, type(n.kernel_initializer).__name__, values(n(rows(2, 2)))]",
    "registered_parts_cloned": _PARTS + "values(K.models.clone_model(m)(rows(2, 2)))",
    "registered_activation_of_layers": _PARTS
    + "[cls.from_config(cls(1, activation=squared).get_config()).activation.__name__\n"
    " for cls in (L.LSTM, L.GRU, L.SimpleRNN, L.Dense)]",
    "scoped_activation": "def cube(x):\n    return x ** 3\n"
    "c = L.Dense(1, activation=cube).get_config()\n"
    "with K.utils.custom_object_scope({'cube': cube}):\n    d = L.Dense.from_config(c)\n"
    "d.activation.__name__",
    "symbolic_shape": "i = K.Input((4,), batch_size=3)\nd = dense(2)\ny = d(i)\n"
    "[str(type(i.shape) is tuple or isinstance(i.shape, tuple)), str([i.shape, y.shape]),\n"
    " str((i + 1.0).shape), str(i.dtype), isinstance(y.dtype, str), str([i.dtype]),\n"
    " i.dtype == 'float32', y.shape[1:] + (7,), str(d.output.shape)]",
    "symbolic_inside_a_call": "class Seen(L.Layer):\n    def call(self, x):\n"
    "        self.seen = [x.shape.as_list(), str(x.dtype)]\n        return x\n"
    "l = Seen()\ny = l(K.Input((3,)))\n[l.seen, str(y.dtype)]",
    "input_layer_output": "l = L.InputLayer(shape=(3,))\n"
    "m = K.Model(l.output, dense(2)(l.output))\n"
    "values(m(rows(2, 3)))",
    "built_with_another_shape": "m = K.Sequential([K.Input((2,)), dense(1)])\nm.build((3, 4))",
    "layers_are_no_attribute": "m = K.Model()\nm.layers = [dense(1)]",
    "trainable_as_text": "L.Dense(1, trainable='yes')",
    "activity_of_symbols": "l = L.Dense(1, activity_regularizer='l1')\nl(K.Input((2,)))\n"
    "len(l.losses)",
    "add_variable": "l = L.Layer()\nv = l.add_variable((2,), 'ones', trainable=False)\n"
    "[values(v), len(l.non_trainable_weights)]",
    "name_scope": "with K.name_scope('a'):\n    with K.name_scope('b'):\n"
    "        v = K.Variable([1.0], name='k')\nv.path",
    "bad_name_scope": "K.name_scope('a/b')",
    "device": "with K.device('cpu:0'):\n    x = K.ops.ones(2)\nx.device[-5:]",
    "lambda_with_arguments": "l = L.Lambda(K.ops.add, arguments={'x2': tf.ones(2)})\n"
    "sorted(l.get_config()['arguments'])",
    "losses_of_nested_functional_outputs": "i = K.Input((2,))\n"
    "a, b = dense(1, name='u')(i), dense(1, name='v')(i)\nm = K.Model(i, {'x': a, 'y': [b, a]})\n"
    "m.compile('sgd', {'x': 'mse', 'y': ['mae', 'mse']})\n"
    "y = {'x': rows(4, 1), 'y': [rows(4, 1)] * 2}\n"
    "sorted(logs(m.fit(rows(4, 2), y, shuffle=False, verbose=0)).items())",
    "integers_of_recurrent_layers": "x = np.array([[[1, 2], [3, 4]]])\n"
    "[str(layer(x).dtype) for layer in (L.LSTM(2), L.GRU(2), L.SimpleRNN(2), "
    "L.Bidirectional(L.GRU(2)),\n"
    " L.EinsumDense('abc,cd->abd', output_shape=(None, 2)))] + "
    "[str(L.MultiHeadAttention(2, 2)(x, x).dtype)]",
    "cudnn_of_bidirectional": "[L.Bidirectional(L.GRU(2, use_cudnn=v)).backward_layer.use_cudnn "
    "for v in (True, False, 'auto')]",
    "nested_result_of_predict": _NESTED + "m = Nested('lists in a dict')\n"
    "values(m.predict(rows(4, 2), verbose=0))",
}

SUMMARIES = {
    "two_inputs": START + _TWO + "m",
    "chain": START + _ONE + "m",
    "nested": START
    + _ONE
    + "j = K.Input((4,), name='j')\nn = K.Model(j, [dense(1)(m(j)), j], name='outer')\nn",
}
