"""Snippets about seeds, generators and keras.random: what holds whatever the numbers are."""

_G = "g = tf.random.Generator.from_seed(1)\n"
_U = "tf.random.stateless_uniform"
_K = "k = tf.keras.random\n"
_SAME = "bool(tf.reduce_all(a == b))"

STREAMS = {
    "uniform_kind": f"t = {_U}([2, 3], seed=[1, 2])\n[t.dtype, t.shape]",
    "uniform_int": f"{_U}([3], seed=[1, 2], minval=5, maxval=6, dtype=tf.int32)",
    "uniform_full": f"{_U}([2], seed=[1, 2], minval=None, maxval=None, dtype=tf.uint32).dtype",
    "uniform_other_seed": f"a = {_U}([9], [1, 2])\nb = {_U}([9], [1, 3])\n" + _SAME,
    "uniform_seed_tensor": f"a = {_U}([9], (1, 2))\nb = {_U}([9], tf.constant([1, 2]))\n" + _SAME,
    "uniform_half_range": f"{_U}([2], seed=[1, 2], minval=0, dtype=tf.int32)",
    "uniform_unsigned_range": f"{_U}([2], seed=[1, 2], maxval=5, dtype=tf.uint32)",
    "uniform_empty_range": f"{_U}([2], seed=[1, 2], minval=5, maxval=5, dtype=tf.int32)",
    "uniform_bool": f"{_U}([2], seed=[1, 2], dtype=tf.bool)",
    "uniform_float_seed": f"{_U}([2], seed=[1.5, 2])",
    "uniform_number_seed": f"{_U}([2], seed=3)",
    "uniform_negative_shape": f"{_U}([-2], seed=[1, 2])",
    "uniform_algorithm": f"{_U}([2], seed=[1, 2], alg='foo')",
    "normal_columns": "tf.random.stateless_normal([2], [1, 2], [1.0, 100.0], [0.0, 0.0])",
    "normal_float64": "tf.random.stateless_normal([2], [1, 2], dtype=tf.float64).dtype",
    "truncated": (
        "t = tf.random.stateless_truncated_normal([999], [1, 2], stddev=2.0)\n"
        "float(tf.reduce_max(tf.abs(t))) <= 4.0"
    ),
    "categorical": (
        "t = tf.random.stateless_categorical([[0.0, 99.0]], 3, seed=[1, 2])\n[t, t.dtype]"
    ),
    "categorical_rank_1": "tf.random.stateless_categorical([0.0, 0.0], 3, seed=[1, 2])",
    "stateless_shuffle": (
        "f = tf.random.experimental.stateless_shuffle\n"
        "sorted(f([3, 1, 2], seed=[1, 2]).numpy().tolist())"
    ),
    "split": "t = tf.random.split([1, 2], num=3)\n[t.dtype, t.shape]",
    "split_int64": "tf.random.split(tf.constant([1, 2], tf.int64)).dtype",
    "split_none": "tf.random.split([1, 2], num=0).shape",
    "split_seed_shape": "tf.random.split([1], num=2)",
    "fold_in": "t = tf.random.fold_in([1, 2], 3)\n[t.dtype, t[1]]",
    "normal_means": "tf.random.normal([2], mean=[1.0, 100.0], stddev=0.0)",
    "uniform_bounds": "tf.random.uniform([2], minval=[1.0, 9.0], maxval=[1.0, 9.0])",
    "state": _G + "[g.state, g.key, g.algorithm]",
    "state_moves": _G + "g.normal([3])\ng.uniform([2])\ng.state",
    "state_stays": _G + "g.normal([0])\ng.state",
    "state_name": _G + "g.state.name",
    "skip": _G + "g.skip(2)\ng.state",
    "carry": "g = tf.random.Generator.from_state([-256, 0, 7], 'philox')\ng.skip(1)\ng.state",
    "reset_seed": _G + "g.reset_from_seed(4)\ng.state",
    "reset": _G + "g.reset([4, 5, 6])\ng.state",
    "reset_key": _G + "g.reset_from_key_counter(7, [1, 2])\ng.state",
    "negative_seed": "tf.random.Generator.from_seed(-5).state",
    "two_seeds": "tf.random.Generator.from_seed([1, 2]).state",
    "from_state": "tf.random.Generator.from_state([1, 2, 3], alg='philox').state",
    "from_key": "tf.random.Generator.from_key_counter(7, [1, 2], alg='philox').state",
    "copy": _G
    + "h = tf.random.Generator(copy_from=g)\na = h.normal([2])\nb = g.normal([2])\n"
    + _SAME,
    "draws_differ": _G + "a = g.normal([9])\nb = g.normal([9])\n" + _SAME,
    "generators": _G + "[len(g.split(2)), g.state]",
    "split_states": _G + "[s.state.numpy().tolist()[:2] for s in g.split(2)]",
    "seeds": _G + "t = g.make_seeds(3)\n[t.dtype, t.shape, t[1]]",
    "rng_state": "tf.random.create_rng_state(1, 'philox')",
    "full_int": _G + "g.uniform_full_int([2]).dtype",
    "global_generator": (
        "tf.random.set_global_generator(tf.random.Generator.from_seed(3))\n"
        "tf.random.set_seed(5)\ntf.random.get_global_generator().state"
    ),
    "generator_int": _G + "g.uniform([2], maxval=5, dtype=tf.int64).dtype",
    "generator_int_range": _G + "g.uniform([2], dtype=tf.int32)",
    "generator_negative": _G + "g.normal([-1])",
    "generator_algorithm": "tf.random.Generator.from_seed(1, alg='foo')",
    "generator_state_shape": "tf.random.Generator.from_state([1, 2], alg='philox')",
    "seed_state": _K + "s = k.SeedGenerator(3)\n[s.state, s.next(), s.state]",
    "seed_config": _K + "s = k.SeedGenerator(3, name='s')\ns.get_config()",
    "seed_from_config": _K + "k.SeedGenerator.from_config({'seed': 4}).state",
    "seed_advances": (
        _K
        + "s = k.SeedGenerator(3)\na = k.normal((9,), seed=s)\nb = k.normal((9,), seed=s)\n"
        + _SAME
    ),
    "seed_first_draw": (
        _K + "a = k.normal((9,), seed=k.SeedGenerator(3))\nb = k.normal((9,), seed=3)\n" + _SAME
    ),
    "seed_float": _K + "k.SeedGenerator(1.5)",
    "seed_text": _K + "k.SeedGenerator('a')",
    "seed_bool": _K + "k.SeedGenerator(True)",
    "keras_seed_text": _K + "k.normal((2,), seed='a')",
    "keras_seed_list": _K + "k.normal((2,), seed=[1, 2])",
    "keras_seed_float": _K + "k.normal((2,), seed=1.5)",
    "keras_uniform_int": _K + "k.uniform((2,), dtype='int32')",
    "keras_randint": _K + "t = k.randint((2,), 4, 5)\n[t, t.dtype]",
    "keras_randint_int8": _K + "k.randint((2,), 4, 5, dtype='int8').dtype",
    "keras_randint_float": _K + "k.randint((2,), 0, 5, dtype='float32')",
    "keras_randint_empty": _K + "k.randint((2,), 5, 5)",
    "keras_categorical": _K + "t = k.categorical([[0.0, 99.0]], 3)\n[t, t.dtype]",
    "keras_categorical_rank": _K + "k.categorical([0.0, 1.0], 3)",
    "keras_dropout": _K + "sorted(set(k.dropout(tf.ones([99]), 0.5, seed=1).numpy().tolist()))",
    "keras_dropout_noise": (
        _K + "t = k.dropout(tf.ones([9, 4]), 0.5, noise_shape=[9, 1], seed=1)\n"
        "bool(tf.reduce_all(t == t[:, :1]))"
    ),
    "keras_dropout_rate": _K + "k.dropout(tf.ones([4]), 1.5)",
    "keras_shuffle": _K + "sorted(k.shuffle([3, 1, 2], seed=1).numpy().tolist())",
    "keras_shuffle_axis": _K + "k.shuffle([[1, 2, 3]], axis=1, seed=1).shape",
    "keras_truncated": _K + "k.truncated_normal((2,), seed=1, dtype='float16').dtype",
    "keras_seeded": (
        _K + "tf.keras.utils.set_random_seed(4)\na = k.uniform((9,))\n"
        "tf.keras.utils.set_random_seed(4)\nb = k.uniform((9,))\n" + _SAME
    ),
    "keras_unseeded": _K + "a = k.uniform((9,))\nb = k.uniform((9,))\n" + _SAME,
}
