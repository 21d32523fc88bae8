"""The networks of net_list.py in Keras's API, for whichever library is handed in."""

from net_adversary import keras_adversary


def layer(layers, row):
    """The Keras layer of a row."""
    kind, *numbers = row
    if kind == "conv":
        filters, size, stride, padding, activation = numbers
        return layers.Conv2D(filters, size, strides=stride, padding=padding, activation=activation)
    if kind == "plain_conv":
        filters, size, stride = numbers
        return layers.Conv2D(filters, size, strides=stride, padding="same", use_bias=False)
    if kind == "dense":
        units, activation = numbers
        return layers.Dense(units, activation=activation)
    if kind == "conv1d":
        filters, size, activation = numbers
        return layers.Conv1D(filters, size, activation=activation)
    if kind == "conv_transpose":
        filters, size, stride, activation = numbers
        return layers.Conv2DTranspose(filters, size, stride, "same", activation=activation)
    if kind == "reshape":
        return layers.Reshape(numbers)
    if kind == "bidirectional_lstm":
        return layers.Bidirectional(layers.LSTM(*numbers))
    makers = {
        "leaky_relu": layers.LeakyReLU,
        "tanh": lambda: layers.Activation("tanh"),
        "max": layers.MaxPooling2D,
        "average": layers.AveragePooling2D,
        "norm": layers.BatchNormalization,
        "relu": layers.ReLU,
        "dropout": layers.Dropout,
        "flatten": layers.Flatten,
        "global_average": layers.GlobalAveragePooling2D,
        "global_max": layers.GlobalMaxPooling1D,
        "embedding": layers.Embedding,
        "lstm": layers.LSTM,
        "gru": layers.GRU,
    }
    return makers[kind](*numbers)


def sequence(keras, shape, rows):
    """The rows one after the other, for inputs of `shape`."""
    return keras.Sequential([keras.Input(shape), *(layer(keras.layers, row) for row in rows)])


def residual(layers, x, filters, stride):
    """A block of a residual network; where it strides, its input goes through a convolution too."""
    y = x
    for row in (
        ("plain_conv", filters, 3, stride),
        ("norm",),
        ("relu",),
        ("plain_conv", filters, 3, 1),
        ("norm",),
    ):
        y = layer(layers, row)(y)
    if stride > 1:
        x = layer(layers, ("plain_conv", filters, 1, stride))(x)
    return layers.ReLU()(layers.Add()([x, y]))


def encoder(layers, x, heads, units):
    """A transformer block."""
    width = x.shape[-1]
    y = layers.MultiHeadAttention(heads, width // heads)(x, x)
    x = layers.LayerNormalization()(layers.Add()([x, y]))
    y = layers.Dense(width)(layers.Dense(units, activation="relu")(x))
    return layers.LayerNormalization()(layers.Add()([x, y]))


def positions_average(layers, x):
    """The mean over the positions of sequences."""
    positions, width = x.shape[1:]
    return layers.GlobalAveragePooling2D()(layers.Reshape((positions, 1, width))(x))


BLOCKS = {"residual": residual, "encoder": encoder, "positions_average": positions_average}


def graph(layers, x, rows):
    """What the rows make of a symbolic tensor."""
    for kind, *numbers in rows:
        if kind in BLOCKS:
            x = BLOCKS[kind](layers, x, *numbers)
        else:
            x = layer(layers, (kind, *numbers))(x)
    return x


def graph_of_several(keras, net):
    """A model of several inputs that share an embedding, with two outputs."""
    layers = keras.layers
    inputs = {
        name: keras.Input((length,), dtype="int32", name=name)
        for name, length in net["input"].items()
    }
    embedding = layers.Embedding(net["words"], net["width"])
    means = [positions_average(layers, embedding(tokens)) for tokens in inputs.values()]
    x = graph(layers, layers.Concatenate()(means), net["layers"])
    outputs = {
        "priority": layers.Dense(1, name="priority")(x),
        "department": layers.Dense(net["departments"], name="department")(x),
    }
    return keras.Model(inputs, outputs)


def compiled(tf, net, **options):
    """The network, compiled with Adam, cross-entropy on logits (of numbers: squared errors) and
    accuracy."""
    keras = tf.keras
    if "generator" in net:
        generator = sequence(keras, (net["noise"],), net["generator"])
        critic = sequence(keras, net["input"], net["layers"])
        return keras_adversary(tf, net, generator, critic, **options)
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    if isinstance(net["input"], dict):
        model = graph_of_several(keras, net)
        losses = {"priority": "mse", "department": loss}
        model.compile("adam", losses, metrics={"department": ["accuracy"]}, **options)
        return model
    x = keras.Input(net["input"], dtype="int32" if "words" in net else None)
    if net.get("functional"):
        model = keras.Model(x, graph(keras.layers, x, net["layers"]))
    else:
        model = keras.Sequential([x, *(layer(keras.layers, row) for row in net["layers"])])
    if net.get("reconstructs"):
        model.compile("adam", "mse", **options)
    else:
        model.compile("adam", loss, metrics=["accuracy"], **options)
    return model
