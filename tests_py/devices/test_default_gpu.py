"""Programs that name no device, where the default is a GPU: what lives on hosts stays there."""

import pytest

from devices.row_player import CPU0, printed

PROGRAMS = {
    "variables of strings": """
v = tf.Variable(["a", "b"])
v[0].assign("c")
with tf.device("/GPU:0"):
    w = tf.Variable(["d"])
joined = tf.function(lambda: tf.strings.join([v, "z"]))()
print(v.device == w.device == CPU0, v.numpy().tolist(), joined.numpy().tolist())
""",
    "parts of datasets": """
data = tf.data.Dataset
x = np.arange(12.0).reshape(4, 3)
numbers = tf.TensorSpec((), tf.float32)
made = [data.from_tensors(x), data.from_tensors(tf.constant(x)), data.from_tensor_slices(x),
    data.from_tensor_slices(tf.constant(x)), data.from_tensor_slices(x).batch(3),
    data.from_generator(lambda: iter([1.0]), output_signature=numbers), data.range(3).map(float)]
print(all(next(iter(each)).device == CPU0 for each in made))
filler = tf.constant(7.0, tf.float64)
padded = data.from_tensor_slices(x).padded_batch(2, padded_shapes=[5], padding_values=filler)
print(next(iter(padded)).numpy().tolist())
rows = tf.io.decode_csv(["1,2", ",3"], [tf.constant([5.0]), tf.constant([6])])
print([column.numpy().tolist() for column in rows])
""",
    "a step that is traced from signatures": """
k = tf.keras
model = k.Sequential([k.Input((4,)), k.layers.Dense(8, activation="relu"), k.layers.Dense(3)])
optimizer, loss = k.optimizers.Adam(), k.losses.SparseCategoricalCrossentropy(from_logits=True)
@tf.function(input_signature=[tf.TensorSpec([None, 4]), tf.TensorSpec([None], tf.int64)])
def step(x, y):
    with tf.GradientTape() as tape:
        value = loss(y, model(x))
    gradients = tape.gradient(value, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return value
step.get_concrete_function()
losses = [float(step(np.ones((8, 4), "float32"), np.zeros(8, "int64"))) for _ in range(5)]
print("GPU:0" in model.weights[0].device, losses[-1] < losses[0])
""",
    "a view on the host of what a GPU computed": """
@tf.function
def viewed(x):
    y = x * 2 + 1
    with tf.device("/CPU:0"):
        z = tf.reshape(y, (2, 8))
        return z, tf.reduce_sum(tf.transpose(z) * 3)
x = tf.ones((4, 4))
for _ in range(4):  # the third call runs the compiled program
    z, total = viewed(x)
print(z.device == CPU0, z.numpy().sum(), float(total))
""",
    "a loop whose limit is a tensor": """
@tf.function(input_signature=[tf.TensorSpec([None, 2])])
def repeated(x):
    for _ in tf.range(tf.shape(x)[0]):
        x = x + 1
    return x
print(repeated(tf.zeros((3, 2))).numpy().tolist(), repeated(tf.zeros((1, 2))).numpy().tolist())
""",
}
EXPECTED = {
    "variables of strings": "True [b'c', b'b'] [b'cz', b'bz']",
    "parts of datasets": "True\n"
    "[[0.0, 1.0, 2.0, 7.0, 7.0], [3.0, 4.0, 5.0, 7.0, 7.0]]\n[[1.0, 5.0], [2, 3]]",
    "a step that is traced from signatures": "True True",
    "a view on the host of what a GPU computed": "True 48.0 144.0",
    "a loop whose limit is a tensor": "[[3.0, 3.0], [3.0, 3.0], [3.0, 3.0]] [[1.0, 1.0]]",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name):
    code = f"import numpy as np\nCPU0 = {CPU0!r}\n{PROGRAMS[name]}"
    assert printed(code, 1).strip() == EXPECTED[name]
