"""Wrong uses, read by mypy alone: each line with `# error: CODE` must be refused with that code."""

import pelton as tf
from pelton.keras import layers

layers.Dense()  # error: call-arg
layers.Dense("ten")  # error: arg-type
layers.Dense(10, activatoin="relu")  # error: call-arg
layers.Conv2D(32, (3, 3, 3))  # error: arg-type
layers.Conv4D(32, 3)  # error: attr-defined
layers.Dense(10).units = 4  # error: misc
tf.keras.optimizers.Adam(learning_rate=[0.1])  # error: arg-type
tf.keras.losses.SparseCategoricalCrossentropy(from_logit=True)  # error: call-arg
tf.keras.losses.BinaryCrossentropy(label_smoothing="much")  # error: arg-type
tf.keras.Sequential(layers.Dense(1))  # error: arg-type
tf.keras.Sequential([]).fit(epochs="five")  # error: arg-type
tf.keras.Sequential([]).train()  # error: attr-defined
tf.matmul([[1.0]])  # error: call-arg
tf.add(1.0, "one")  # error: arg-type
tf.reduce_sum([1.0], axes=0)  # error: call-arg
tf.one_hot([1], depth=None)  # error: arg-type
tf.zeros((2, 2), dtype=32)  # error: arg-type
tf.constant({"a": 1})  # error: arg-type
tf.ones(2).mean()  # error: attr-defined
tf.ones(2).shape.ranks  # error: attr-defined
tf.Variable(1.0).assign()  # error: call-arg
tf.random.normal((2,), std=1.0)  # error: call-arg
tf.floatt32  # error: attr-defined
tf.GradientTape(persist=True)  # error: call-arg
tf.device(0)  # error: arg-type
