"""Snippets about what layers, models and tf.Module find among their attributes, the same for
TensorFlow and Pelton: `K` and `L` are keras and its layers."""

_SEEDS = """
class Seeds(L.Layer):
    def __init__(self):
        super().__init__(name='seeds')
        self.first = K.random.SeedGenerator(1, name='first')
        self.w = self.add_weight(shape=(2,), name='w')
        self.some = [K.random.SeedGenerator(2, name='second')]
        self.inner = dense('inner')
    def build(self, shape):
        self.last = K.random.SeedGenerator(3, name='last')
    def call(self, x):
        return self.inner(x)
def states(layer):
    return [[v.path for v in vs] for vs in
            (layer.variables, layer.non_trainable_variables, layer.trainable_variables)]
s = Seeds()
m = K.Sequential([K.Input((2,)), s], name='m')
"""

START = """
import collections
K, L = tf.keras, tf.keras.layers
one = np.ones((1, 2), 'float32')
def dense(name):
    return L.Dense(2, name=name)
def of(thing):
    return [layer.name for layer in thing._layers]
def weights(layer):
    return [[w.path for w in ws] for ws in
            (layer.weights, layer.trainable_weights, layer.non_trainable_weights)]
class Block(L.Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d2, self.a1 = dense('d2'), dense('a1')
    def build(self, shape):
        self.own = self.add_weight(shape=(2,), name='own')
        self.fix = self.add_weight(shape=(2,), name='fix', trainable=False)
        self.own2 = self.add_weight(shape=(2,), name='own2')
    def call(self, x):
        return self.a1(self.d2(x)) + self.own
class Net(K.Model):
    def __init__(self):
        super().__init__(name='net')
        self.list = [dense('l0')]
        self.dict = {'z': dense('dz'), 'a': dense('da')}
        self.tuple = (dense('t0'), [dense('t1')])
        self.last = dense('last')
        self.list.append(dense('l1'))
        self.deep = {'k': [{'j': dense('deep')}]}
        self.set = {dense('set0')}
    def call(self, x):
        for layer in [*self.list, *self.dict.values(), self.tuple[0], self.tuple[1][0], self.last,
                      self.deep['k'][0]['j'], *self.set]:
            x = layer(x)
        return x
"""
_VARIABLES = """
class Held(L.Layer):
    def __init__(self):
        super().__init__(name='held')
        self.v = K.Variable(1.0, name='v')
        self.list = [K.Variable(1.0, name='v1'), K.Variable(2.0, name='v2', trainable=False)]
        self.inner = dense('inner')
        self.w = self.add_weight(shape=(), name='w')
    def call(self, x):
        return self.inner(x)
h = Held()
h(one)
def names(ws):
    return [w.name for w in ws]
"""
_BOTH = """
class Both(K.Model):
    def __init__(self):
        super().__init__()
        self.convs, self.norms = [], []
        for i in range(3):
            self.convs.append(dense(f'conv{i}'))
            self.norms.append(dense(f'norm{i}'))
"""
_METRICS = """
class Timed(L.Layer):
    def __init__(self):
        super().__init__()
        self.seen = K.metrics.Mean(name='seen')
    def call(self, x):
        return x
class Measured(K.Model):
    def __init__(self):
        super().__init__()
        self.d = L.Dense(1, kernel_initializer='ones')
        self.one, self.more = K.metrics.Mean(name='one'), [K.metrics.Mean(name='more')]
        self.timed = Timed()
    def call(self, x):
        return self.d(self.timed(x))
m = Measured()
"""
_BUILT = "b = Block()\nb(one)\n"
_BUILT_NET = "n = Net()\nn(one)\n"

_STATES = (
    "def told(layer):\n"
    "  return [[[v.path, str(v.dtype), list(v.shape)] for v in layer.variables],\n"
    "          len(layer.weights), len(layer.non_trainable_variables),\n"
    "          len(layer.trainable_weights)]\n"
)
_OPERATION = """
class Scale(K.Operation):
  def __init__(self, k, name=None):
    super().__init__(name=name)
    self.k = k
  def call(self, x, y=None):
    return {'a': x * self.k, 'b': x if y is None else y}
  def compute_output_spec(self, x, y=None):
    return {'a': K.KerasTensor(x.shape, x.dtype), 'b': K.KerasTensor(x.shape, x.dtype)}
i = K.Input((2,), name='i')
s = Scale(3.0, name='s')
made = s(i, y=dense('d')(i))
m = K.Model(i, L.Add(name='sum')([made['a'], made['b']]))
"""
_TRAINED = (
    "m.compile('sgd', 'mse')\nm.fit(np.ones((6, 2)), np.ones((6, 2)), batch_size=2, verbose=0)\n"
)
# What is among a layer's variables besides its weights, and layers inside of the engine's own.
INSIDE = {
    **{
        f"states_{i}": _STATES + f"told(L.{make})"
        for i, make in enumerate(
            (
                "Dropout(0.5, seed=3)",
                "Dropout(0.0)",
                "SpatialDropout1D(0.5)",
                "GaussianNoise(0.5)",
                "LSTMCell(2)",
                "GRU(2)",
                "SimpleRNN(2, dropout=0.5)",
                "Bidirectional(L.LSTM(2, name='l'), name='b')",
                "ConvLSTM2D(2, 2)",
                "Attention(dropout=0.5)",
                "Attention()",
                "StackedRNNCells([L.GRUCell(2), L.LSTMCell(2)])",
            )
        )
    },
    "states_of_attention": _STATES
    + "a = L.MultiHeadAttention(1, 2, dropout=0.5, name='a')\na(one[None], one[None])\ntold(a)",
    "states_of_a_model": _STATES
    + "m = K.Sequential([K.Input((2,)), dense('d'), L.Dropout(0.5)], name='m')\ntold(m)",
    "states_count": "d = L.Dropout(0.5, seed=7)\nd(one, training=True), d(one), "
    "d(one, training=True)\n[d.variables[0].numpy().tolist(), d.seed_generator.name,\n"
    " d.seed_generator.state is d.variables[0], d.count_params(), d.get_weights()]",
    "states_of_training": "d = L.Dropout(0.5, seed=7)\nm = K.Sequential([d, dense('d')])\n"
    + _TRAINED
    + "d.variables[0].numpy().tolist()",
    "states_set": "d = L.Dropout(0.5, seed=7)\na = d(np.ones((3, 3)), training=True)\n"
    "d.seed_generator.state.assign([7, 0])\nb = d(np.ones((3, 3)), training=True)\n"
    "[np.array_equal(a, b), a.numpy().tolist()]",
    "no_state": "L.Dropout(0.0).seed_generator",
    "inside_dense": "d = dense('d')\nd.extra = dense('e')\nd(one), d.extra(one)\n"
    "[weights(d), of(d), [layer.name for layer in d._flatten_layers()]]",
    "inside_a_list": "d = dense('d')\nd.some = [dense('e'), dense('f')]\n"
    "d.some[0](one)\n[weights(d), of(d)]",
    "inside_trains": "d = dense('d')\nd.extra = dense('e')\nd.extra.build((None, 2))\n"
    "d.trainable = False\nd.build((None, 2))\n[d.extra.trainable, weights(d)]",
    "activation": "d = L.Dense(2, activation=L.PReLU(name='p'), name='d')\nd(one)\n"
    "[weights(d), of(d), type(d.activation).__name__, d.get_config()['activation']]",
    "activation_trains": "minus = K.initializers.Constant(-1.0)\n"
    "d = L.Dense(2, L.PReLU(), kernel_initializer=minus)\n"
    "m = K.Sequential([d, dense('e')])\n"
    + _TRAINED
    + "n = K.Sequential.from_config(m.get_config())\nn(one)\n"
    "[[list(w.shape) for w in n.weights], bool(np.any(d.activation.alpha.numpy()))]",
    "activations_by_name": "[[L.Dense(2, a).get_config()['activation'],\n"
    "  L.Activation(a).get_config()['activation'],\n"
    "  L.Conv1D(2, 2, activation=a).activation.__name__,\n"
    "  L.Dense(2, activation=getattr(K.activations, a)).get_config()['activation'],\n"
    "  L.Dense.from_config(L.Dense(2, activation=a).get_config()).activation.__name__]\n"
    " for a in ('swish', 'hard_swish', 'sparsemax', 'threshold', 'relu', 'celu')]",
    "attention_called": "i = K.Input((3, 2))\nm = K.Model(i, L.MultiHeadAttention(1, 2)(i, i))\n"
    "[list(node) + [len(node['args']), sorted(node['kwargs'])]\n"
    " for node in m.get_config()['layers'][1]['inbound_nodes']]",
    "operation": _OPERATION
    + "[m(one).shape, [o.name for o in m.operations], [l.name for l in m.layers],\n"
    " [x.shape for x in s.input], [x.shape for x in s.output], s.get_config(), repr(s)]",
    "operation_config": _OPERATION + "m.get_config()['layers'][2]",
    "operation_trains": _OPERATION + _TRAINED + "m.predict(one, verbose=0).shape",
    "operation_is_cloned": _OPERATION + "n = K.models.clone_model(m)\n"
    "n.set_weights(m.get_weights())\n[np.allclose(n(one), m(one)), n.operations[2].k]",
    "operations": "class O(K.Operation):\n  def call(self, x):\n    return x + 1\n"
    "i = K.Input((2,))\n[O()(i).shape, O()(one).tolist(), O().name, O(name='n').get_config(),\n"
    " isinstance(dense('d'), K.Operation), issubclass(L.Layer, K.Operation)]",
    "operation_never_called": "K.Operation(name='o').output",
    "operation_name": "K.Operation(name='a/b')",
}

TRACKING = {
    "seed_states": _SEEDS + "[states(s), weights(s), states(m), weights(m)]",
    "seed_states_are_no_weights": _SEEDS
    + "[m.count_params(), [w.shape for w in m.get_weights()], m.set_weights(m.get_weights())]",
    "seed_state": _SEEDS + "v = s.first.state\n"
    "[v.name, str(v.dtype), v.trainable, v.numpy().tolist()]",
    "seed_states_of_a_frozen_layer": _SEEDS + "s.trainable = False\nstates(s)",
    "seed_generator_after_building": _SEEDS + "s.late = K.random.SeedGenerator(4)",
    "seed_generator_twice": _SEEDS + "t = Seeds()\nt.again = t.first\nstates(t)",
    "attributes": _BUILT + "[of(b), weights(b)]",
    "containers": _BUILT_NET + "[[l.name for l in n.layers], weights(n)]",
    "in_two_lists": _BOTH + "of(Both())",
    "list_grows": "n = Net()\nn.list.insert(0, dense('x'))\nn.list.extend([dense('y')])\n"
    "n.list += [dense('z')]\nof(n)",
    "list_shrinks": "n = Net()\nn.list.append(dense('x'))\nn.list.pop(0)\nof(n)",
    "list_removes": "n = Net()\nn.list.remove(n.list[0])\nof(n)",
    "list_deletes": "n = Net()\ndel n.list[0]\nof(n)",
    "list_clears": "n = Net()\nn.list.clear()\nof(n)",
    "list_of_lists": "n = Net()\nn.tuple[1].append(dense('x'))\nn.list.append([dense('y')])\nof(n)",
    "list_reversed": "n = Net()\nn.list.reverse()\nof(n)",
    "list_added": "n = Net()\nn.list = n.list + [dense('x')]\nof(n)",
    "dict_grows": "n = Net()\nn.dict['x'] = dense('x')\nn.dict.update({'y': dense('y')})\nof(n)",
    "dict_shrinks": "n = Net()\nn.dict.pop('z')\n[of(n), n.dict.pop('q', 7)]",
    "dict_deep": "n = Net()\nn.deep['k'].append(dense('x'))\nn.deep['k'][0]['m'] = dense('y')\n"
    "of(n)",
    "set_grows": "n = Net()\nn.set.add(dense('x'))\nn.set.update([dense('y')])\nof(n)",
    "set_shrinks": "n = Net()\nn.set.pop()\nof(n)",
    "plain_containers": "n = Net()\nn.sizes, n.table, n.pair = [1, 2], {'a': [3]}, (4, [5])\n"
    "[n.sizes, n.table, n.pair, n.sizes == [1, 2], isinstance(n.table, dict)]",
    "replaced": "n = Net()\nn.last = dense('other')\nof(n)",
    "set_to_none": "n = Net()\nn.last = None\nof(n)",
    "deleted": "n = Net()\ndel n.last\n[of(n), hasattr(n, 'last')]",
    "private_names": "n = Net()\nn._hidden = dense('hidden')\nof(n)",
    "named_tuple": "n = K.Model()\nn.p = collections.namedtuple('P', 'b a')(dense('b'), "
    "dense('a'))\n"
    "[of(n), [layer.name for layer in n.p], n.p.a.name]",
    "ordered_dict": "n = K.Model()\nn.o = collections.OrderedDict([('z', dense('z'))])\n"
    "n.o['b'] = dense('b')\n[of(n), list(n.o)]",
    "shared": "n, d = K.Model(), dense('d')\nn.a, n.b = [d, d], d\nof(n)",
    "itself": "n = Net()\nn.twice = n.list\nof(n)",
    "models_inside": "n = K.Model()\nn.s = K.Sequential([dense('d')], name='s')\nn.d = "
    "dense('e')\nof(n)",
    "new_layer_once_built": _BUILT + "b.more = dense('x')",
    "new_layer_in_a_built_model": _BUILT_NET + "n.more = dense('x')",
    "new_layer_in_a_list_once_built": _BUILT_NET + "n.list.append(dense('x'))",
    "new_variable_once_built": _BUILT + "b.more = K.Variable(1.0)",
    "new_weight_once_built": _BUILT + "b.add_weight(shape=(2,))",
    "new_metric_once_built": _BUILT + "b.more = K.metrics.Mean()",
    "plain_values_once_built": _BUILT + "b.note = [1]\nb.note.append(2)\nb.again = b.d2\nb.note",
    "built_by_hand": "b = Block(name='b')\nb.build((None, 2))\n[b.built, b.d2.built, weights(b)]",
    "sequential_may_grow": "s = K.Sequential([dense('d')])\ns(one)\ns.extra = dense('x')\n"
    "[[l.name for l in s.layers], len(s.weights)]",
    "functional_may_grow": "i = K.Input((2,))\nm = K.Model(i, dense('d')(i))\nm.extra = "
    "dense('x')\n"
    "m.extra.build((None, 2))\n[[l.name for l in m.layers], [w.path for w in m.weights]]",
    "part_frozen": _BUILT_NET + "n.list[0].trainable = False\nweights(n)[1:]",
    "frozen": _BUILT + "b.trainable = False\nweights(b)",
    "variables": _VARIABLES + "[names(h.weights), names(h.trainable_weights),"
    " names(h.non_trainable_weights)]",
    "variables_frozen": _VARIABLES + "h.trainable = False\n"
    "[names(h.weights), names(h.trainable_weights), names(h.non_trainable_weights)]",
    "variables_deleted": _VARIABLES + "del h.v\nnames(h.weights)",
    "variable": "v = K.Variable(1.0, name='v')\n"
    "[v.name, v.path, v.dtype, v.trainable, isinstance(v, K.Variable)]",
    "variable_names": "[K.Variable(1.0).name, K.Variable(np.ones(2)).name]",
    "variable_of_initializer": "v = K.Variable('ones', shape=(2, 3))\n[v.shape, v.numpy().sum()]",
    "variable_of_float64": "K.Variable(np.ones(2)).dtype",
    "variable_of_integers": "K.Variable(np.array([1, 2]), dtype='int32').dtype",
    "variable_without_shape": "K.Variable(K.initializers.Ones())",
    "metrics": _METRICS + "[[x.name for x in m.metrics], of(m)]",
    "metrics_compiled": _METRICS + "m.compile('sgd', 'mse')\n[x.name for x in m.metrics]",
    "metrics_in_order": _METRICS + "m.compile('sgd', 'mse', metrics=['mae'])\n"
    "m.fit(one, one[:, :1], verbose=0)\nm.metrics_names",
}

_LINEAR = """
class Linear(tf.Module):
    def __init__(self, name=None):
        super().__init__(name=name)
        self.w = tf.Variable(tf.ones([2, 2]), name='w')
        self.b = tf.Variable(tf.zeros([2]), name='b', trainable=False)
class Outer(tf.Module):
    def __init__(self):
        super().__init__()
        self.z = Linear()
        self.a = [Linear(), Linear(name='named')]
        self.d = {'q': tf.Variable(1.0, name='q'), 'c': Linear()}
        self.t = (tf.Variable(2.0),)
        self.same, self.me = self.z, self
def names(things):
    return [thing.name for thing in things]
"""
_SCOPED = """
class Lazy(tf.Module):
    @tf.Module.with_name_scope
    def __call__(self, x):
        if not hasattr(self, 'w'):
            self.w = tf.Variable(tf.ones([2, 2]), name='w')
        return x @ self.w
class Scoped(tf.Module):
    def __init__(self, name=None):
        super().__init__(name)
        with self.name_scope:
            self.inner, self.v = Lazy(), tf.Variable(1.0, name='v')
    @tf.Module.with_name_scope
    def __call__(self, x):
        return self.inner(x)
s = Scoped()
s(tf.ones([1, 2]))
"""

MODULES = {
    "variables": _LINEAR + "names(Outer().variables)",
    "trainable": _LINEAR + "names(Outer().trainable_variables)",
    "non_trainable": _LINEAR + "names(Outer().non_trainable_variables)",
    "submodules": _LINEAR + "names(Outer().submodules)",
    "types": _LINEAR + "[type(Outer().variables).__name__, type(Outer().submodules).__name__]",
    "names": "class MyNetV2(tf.Module): pass\nclass HTTPServer2(tf.Module): pass\n"
    "class ABCThing(tf.Module): pass\n[c().name for c in (MyNetV2, HTTPServer2, ABCThing)]",
    "name_given": _LINEAR + "Linear(name='A_b').name",
    **{
        f"name_{i}": f"tf.Module(name={name!r}).name"
        for i, name in enumerate(("a b", "", "1a", "a/b"))
    },
    "appended": _LINEAR
    + "o = Outer()\no.a.append(Linear(name='more'))\no.d['v'] = tf.Variable(3.0, "
    "name='v')\n[names(o.variables), names(o.submodules)]",
    "sorted_attributes": "m = tf.Module()\nfor n in ('_b', 'B', 'a'):\n"
    "  setattr(m, n, tf.Variable(1.0, name=n))\n[v.name for v in m.variables]",
    "shared": "v, m = tf.Variable(1.0), tf.Module()\nm.a, m.b = v, [v]\nlen(m.variables)",
    "ignored": "class M(tf.Module):\n  _TF_MODULE_IGNORED_PROPERTIES = frozenset(\n"
    "      ['w', *tf.Module._TF_MODULE_IGNORED_PROPERTIES])\nm = M()\n"
    "m.w, m.u = tf.Variable(1.0), tf.Variable(2.0, name='u')\n[v.name for v in m.variables]",
    "keys_that_do_not_compare": "m = tf.Module()\nm.d = {2: tf.Variable(1.0), 'a': 2}\nm.variables",
    "layers_are_not_searched": "m = tf.Module()\nm.d = tf.keras.layers.Dense(2)\n"
    "m.d.build((None, 2))\nlen(m.variables)",
    "scopes": _SCOPED + "[v.name for v in s.variables]",
    "scope_names": _SCOPED + "[s.name_scope.name, s.inner.name_scope.name, s.inner.name]",
    "name_scope": "with tf.name_scope('a') as a:\n  with tf.name_scope('b') as b:\n"
    "    v = tf.Variable(1.0, name='v')\n  with tf.name_scope(a):\n    w = tf.Variable(1.0)\n"
    "u = tf.Variable(1.0)\n[a, b, v.name, w.name, u.name]",
    "name_scope_left_by_an_error": "try:\n  with tf.name_scope('a'):\n    raise KeyError\n"
    "except KeyError:\n  v = tf.Variable(1.0)\nv.name",
    "name_scope_of_nothing": "tf.name_scope(None)",
    "trains": _LINEAR + "m = Linear()\nwith tf.GradientTape() as t:\n"
    "  loss = tf.reduce_sum(tf.ones([1, 2]) @ m.w + m.b)\n"
    "[g.numpy().tolist() for g in t.gradient(loss, m.trainable_variables)]",
    "in_a_function": _SCOPED
    + "f = tf.function(lambda x: s(x))\nf(tf.ones([1, 2])).numpy().tolist()",
}
