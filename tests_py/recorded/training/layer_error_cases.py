"""Bad calls of layers, models and their parts whose exception class and text are recorded."""

CASES = {
    # Dense
    "dense_last_axis_changes": (
        "d = tf.keras.layers.Dense(3)\nd(tf.ones((2, 4)))\nd(tf.ones((2, 5)))"
    ),
    "dense_rank_1": "tf.keras.layers.Dense(3)(tf.ones((4,)))",
    "dense_rank_0": "tf.keras.layers.Dense(3)(tf.constant(1.0))",
    "dense_units_0": "tf.keras.layers.Dense(0)",
    "dense_units_negative": "tf.keras.layers.Dense(-1)",
    "dense_units_float": "tf.keras.layers.Dense(2.5)",
    "dense_units_text": "tf.keras.layers.Dense('3')",
    "dense_units_missing": "tf.keras.layers.Dense()",
    "dense_activation_unknown": "tf.keras.layers.Dense(3, activation='relux')",
    "dense_activation_number": "tf.keras.layers.Dense(3, activation=3)",
    "dense_initializer_unknown": "tf.keras.layers.Dense(3, kernel_initializer='glorot')",
    "dense_initializer_number": "tf.keras.layers.Dense(3, bias_initializer=5)",
    "dense_regularizer_unknown": "tf.keras.layers.Dense(3, kernel_regularizer='l3')",
    "dense_constraint_unknown": "tf.keras.layers.Dense(3, kernel_constraint='nope')",
    "dense_unknown_argument": "tf.keras.layers.Dense(3, unit=4)",
    "dense_dtype_unknown": "tf.keras.layers.Dense(3, dtype='float31')",
    "dense_no_input": "tf.keras.layers.Dense(3)()",
    "dense_open_last_axis": "tf.keras.layers.Dense(3)(tf.keras.Input((None,)))",
    "dense_text_input": "tf.keras.layers.Dense(3)('hello')",
    "dense_none_input": "tf.keras.layers.Dense(3)(None)",
    # Conv2D
    "conv_rank_3": "tf.keras.layers.Conv2D(2, 3)(tf.ones((5, 5, 1)))",
    "conv_rank_2": "tf.keras.layers.Conv2D(2, 3)(tf.ones((5, 5)))",
    "conv_channels_change": (
        "c = tf.keras.layers.Conv2D(2, 3)\nc(tf.ones((1, 5, 5, 1)))\nc(tf.ones((1, 5, 5, 3)))"
    ),
    "conv_filters_0": "tf.keras.layers.Conv2D(0, 3)",
    "conv_filters_negative": "tf.keras.layers.Conv2D(-4, 3)",
    "conv_filters_missing": "tf.keras.layers.Conv2D()",
    "conv_kernel_missing": "tf.keras.layers.Conv2D(4)",
    "conv_kernel_0": "tf.keras.layers.Conv2D(2, 0)",
    "conv_kernel_three": "tf.keras.layers.Conv2D(2, (3, 3, 3))",
    "conv_kernel_text": "tf.keras.layers.Conv2D(2, 'a')",
    "conv_strides_0": "tf.keras.layers.Conv2D(2, 3, strides=0)",
    "conv_strides_negative": "tf.keras.layers.Conv2D(2, 3, strides=(1, -1))",
    "conv_dilation_0": "tf.keras.layers.Conv2D(2, 3, dilation_rate=0)",
    "conv_strides_and_dilation": "tf.keras.layers.Conv2D(2, 3, strides=2, dilation_rate=2)",
    "conv_padding_unknown": "tf.keras.layers.Conv2D(2, 3, padding='sam')",
    "conv_padding_causal": "tf.keras.layers.Conv2D(2, 3, padding='causal')",
    "conv_groups_0": "tf.keras.layers.Conv2D(2, 3, groups=0)",
    "conv_groups_filters": "tf.keras.layers.Conv2D(3, 3, groups=2)",
    "conv_groups_channels": "tf.keras.layers.Conv2D(4, 3, groups=2)(tf.ones((1, 5, 5, 3)))",
    "conv_data_format": "tf.keras.layers.Conv2D(2, 3, data_format='NHWC')",
    "conv_kernel_over_image": "tf.keras.layers.Conv2D(2, 5)(tf.ones((1, 3, 3, 1)))",
    # Pooling and shaping
    "max_pool_rank_3": "tf.keras.layers.MaxPooling2D()(tf.ones((4, 4, 1)))",
    "max_pool_size_0": "tf.keras.layers.MaxPooling2D(0)",
    "max_pool_strides_0": "tf.keras.layers.MaxPooling2D(2, strides=0)",
    "max_pool_padding": "tf.keras.layers.MaxPooling2D(2, padding='full')",
    "max_pool_over_image": "tf.keras.layers.MaxPooling2D(5)(tf.ones((1, 3, 3, 1)))",
    "average_pool_no_size": "tf.keras.layers.AveragePooling2D()",
    "average_pool_three": "tf.keras.layers.AveragePooling2D((2, 2, 2))",
    "global_pool_rank_3": "tf.keras.layers.GlobalAveragePooling2D()(tf.ones((2, 3, 4)))",
    "flatten_data_format": "tf.keras.layers.Flatten(data_format='rows')",
    "flatten_rank_0": "tf.keras.layers.Flatten()(tf.constant(1.0))",
    "reshape_size": "tf.keras.layers.Reshape((5,))(tf.ones((2, 4)))",
    "reshape_two_open": "tf.keras.layers.Reshape((-1, -1))(tf.ones((2, 4)))",
    "reshape_does_not_divide": "tf.keras.layers.Reshape((-1, 3))(tf.ones((2, 4)))",
    "dropout_rate_over_1": "tf.keras.layers.Dropout(1.5)",
    "dropout_rate_negative": "tf.keras.layers.Dropout(-0.1)",
    "dropout_rate_text": "tf.keras.layers.Dropout('half')",
    "dropout_rate_missing": "tf.keras.layers.Dropout()",
    "dropout_seed_text": "tf.keras.layers.Dropout(0.5, seed='a')",
    "softmax_axis": "tf.keras.layers.Softmax(axis=3)(tf.ones((2, 3)))",
    "batch_norm_axis": "tf.keras.layers.BatchNormalization(axis=5)(tf.ones((2, 3)))",
    "batch_norm_channels_change": (
        "b = tf.keras.layers.BatchNormalization()\nb(tf.ones((2, 3)))\nb(tf.ones((2, 4)))"
    ),
    "batch_norm_axis_text": "tf.keras.layers.BatchNormalization(axis='last')(tf.ones((2, 3)))",
    "layer_norm_axis": "tf.keras.layers.LayerNormalization(axis=5)(tf.ones((2, 3)))",
    "layer_norm_axis_text": "tf.keras.layers.LayerNormalization(axis='last')",
    "layer_norm_axis_float": "tf.keras.layers.LayerNormalization(axis=1.5)",
    "layer_norm_axis_none": "tf.keras.layers.LayerNormalization(axis=None)",
    "layer_norm_axis_twice": "tf.keras.layers.LayerNormalization(axis=[1, 1])(tf.ones((2, 3)))",
    "layer_norm_axis_of_shape": (
        "tf.keras.layers.LayerNormalization(axis=[1, -5]).compute_output_shape((None, 3))"
    ),
    "layer_norm_size_changes": (
        "b = tf.keras.layers.LayerNormalization()\nb(tf.ones((2, 3)))\nb(tf.ones((2, 4)))"
    ),
    "layer_norm_open_axis": "tf.keras.layers.LayerNormalization()(tf.keras.Input((None,)))",
    "layer_norm_rank_0": "tf.keras.layers.LayerNormalization()(tf.constant(1.0))",
    "relu_max_negative": "tf.keras.layers.ReLU(max_value=-1.0)",
    "relu_slope_negative": "tf.keras.layers.ReLU(negative_slope=-1.0)",
    "relu_threshold_negative": "tf.keras.layers.ReLU(threshold=-1.0)",
    "relu_threshold_none": "tf.keras.layers.ReLU(threshold=None)",
    "rescaling_no_scale": "tf.keras.layers.Rescaling()",
    "activation_missing": "tf.keras.layers.Activation()",
    "activation_unknown": "tf.keras.layers.Activation('nope')",
    "input_nothing": "tf.keras.Input()",
    "input_negative": "tf.keras.Input((-3,))",
    "input_text": "tf.keras.Input('abc')",
    "input_layer_nothing": "tf.keras.layers.InputLayer()",
    # Layers in general
    "layer_set_weights_count": (
        "d = tf.keras.layers.Dense(3)\nd.build((None, 4))\nd.set_weights([np.ones((4, 3))])"
    ),
    "layer_set_weights_shape": (
        "d = tf.keras.layers.Dense(3)\nd.build((None, 4))\n"
        "d.set_weights([np.ones((3, 4)), np.ones(3)])"
    ),
    "layer_set_weights_unbuilt": "tf.keras.layers.Dense(3).set_weights([np.ones((4, 3))])",
    "layer_count_params_unbuilt": "tf.keras.layers.Dense(3).count_params()",
    "layer_name_number": "tf.keras.layers.Dense(3, name=5)",
    "layer_output_unbuilt": "tf.keras.layers.Dense(3).output",
    "layer_input_unbuilt": "tf.keras.layers.Dense(3).input",
    "layer_without_super": (
        "class Bad(tf.keras.layers.Layer):\n  def __init__(self):\n    self.x = 1\n"
        "Bad()(tf.ones((1, 2)))"
    ),
    "layer_without_call": ("class Bad(tf.keras.layers.Layer):\n  pass\nBad()(tf.ones((1, 2)))"),
    "layer_weight_after_build": (
        "d = tf.keras.layers.Dense(3)\nd.build((None, 2))\nd.units = 4\nd.extra = tf.Variable(1.0)"
    ),
    "activations_get": "tf.keras.activations.get('nope')",
    "initializers_get": "tf.keras.initializers.get('nope')",
    "regularizers_get": "tf.keras.regularizers.get('nope')",
    "set_floatx": "tf.keras.backend.set_floatx('float31')",
    "set_random_seed_text": "tf.keras.utils.set_random_seed('a')",
    "to_categorical_range": "tf.keras.utils.to_categorical([0, 3], num_classes=2)",
    # Sequential
    "sequential_text_layer": "tf.keras.Sequential(['dense'])",
    "sequential_add_function": "tf.keras.Sequential().add(lambda x: x)",
    "sequential_add_class": "tf.keras.Sequential().add(tf.keras.layers.Dense)",
    "sequential_same_layer_twice": ("d = tf.keras.layers.Dense(3)\ntf.keras.Sequential([d, d])"),
    "sequential_same_name_twice": (
        "D = tf.keras.layers.Dense\ntf.keras.Sequential([D(1, name='a'), D(1, name='a')])"
    ),
    "sequential_two_inputs": (
        "I = tf.keras.layers.InputLayer\ntf.keras.Sequential([I((3,)), I((3,))])"
    ),
    "sequential_input_late": (
        "tf.keras.Sequential([tf.keras.layers.Dense(1), tf.keras.Input((3,))])"
    ),
    "sequential_pop_empty": "tf.keras.Sequential().pop()",
    "sequential_wrong_input": (
        "m = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])\n"
        "m(tf.ones((2, 5)))"
    ),
    "sequential_wrong_rank": (
        "m = tf.keras.Sequential([tf.keras.Input((4, 4, 1)), tf.keras.layers.Flatten()])\n"
        "m(tf.ones((2, 5)))"
    ),
    "sequential_shapes_do_not_fit": (
        "L = tf.keras.layers\n"
        "tf.keras.Sequential([tf.keras.Input((6, 6)), L.Conv2D(2, 3), L.Dense(3)])"
    ),
    "sequential_image_too_small": (
        "L = tf.keras.layers\n"
        "tf.keras.Sequential([tf.keras.Input((4, 4, 1)), L.Conv2D(2, 3), L.Conv2D(2, 3)])"
    ),
    "sequential_empty_call": "tf.keras.Sequential()(tf.ones((2, 3)))",
    "sequential_unbuilt_weights": "tf.keras.Sequential([tf.keras.layers.Dense(3)]).weights",
    "sequential_unbuilt_count": "tf.keras.Sequential([tf.keras.layers.Dense(3)]).count_params()",
    "sequential_unbuilt_output": "tf.keras.Sequential([tf.keras.layers.Dense(3)]).output_shape",
    "sequential_unbuilt_inputs": "tf.keras.Sequential([tf.keras.layers.Dense(3)]).inputs",
    "sequential_unbuilt_layers": "len(tf.keras.Sequential([tf.keras.layers.Dense(3)]).layers)",
    "sequential_set_layers": "tf.keras.Sequential().layers = []",
    "get_layer_unknown": "tf.keras.Sequential([tf.keras.layers.Dense(3)]).get_layer('nope')",
    "get_layer_index": "tf.keras.Sequential([tf.keras.layers.Dense(3)]).get_layer(index=9)",
    "get_layer_nothing": "tf.keras.Sequential([tf.keras.layers.Dense(3)]).get_layer()",
    "get_layer_both": (
        "tf.keras.Sequential([tf.keras.layers.Dense(3)]).get_layer(name='dense', index=0)"
    ),
    "model_set_weights_count": (
        "m = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])\n"
        "m.set_weights([np.ones((4, 3))])"
    ),
}
