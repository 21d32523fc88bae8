"""What a GPU must do whatever its kernels compute: copies, bad indices, seeds, training as a CPU's.

Each rule is a function that raises where it is broken; their names are the report's facts. An
argument divides the work."""

import json
import sys
import traceback

import numpy as np

import pelton as tf

GPU, CPU = "/GPU:0", "/CPU:0"
SCALE = int(sys.argv[1]) if len(sys.argv) > 1 else 1  # above 1: less work, for a fake GPU


def bytes_travel_unchanged():
    """Of every dtype and of sizes around the staging slots'."""
    for dtype in ("bool", "int8", "uint16", "int32", "int64", "float16", "float32", "float64"):
        for size in (0, 1, 3, *((2**20 - 1, 2**20 + 1, 5 * 2**20) if SCALE == 1 else (1000,))):
            host = np.arange(size).astype(dtype)
            with tf.device(GPU):
                there = tf.constant(host)
            assert there.device.endswith("GPU:0"), there.device
            np.testing.assert_array_equal(there.numpy(), host)


def many_small_copies_keep_their_order():
    """The caller's memory may change as soon as a copy was asked for."""
    host = np.zeros(7, np.float32)
    with tf.device(GPU):
        tensors = []
        for i in range(20_000 // SCALE):
            host[:] = i
            tensors.append(tf.constant(host))
        total = sum(float(t.numpy()[3]) for t in tensors)
    assert total == sum(range(20_000 // SCALE)), total


def a_bad_index_is_an_error_and_the_gpu_goes_on():
    """A hundred times; the message names the index and its limit."""
    with tf.device(GPU):
        table = tf.ones((10, 4))
        for i in range(max(3, 100 // SCALE)):
            try:
                tf.gather(table, tf.constant([1, 12 + i])).numpy()
            except tf.errors.InvalidArgumentError as error:
                assert f"{12 + i}" in str(error) and "[0, 10)" in str(error), error
            else:
                raise AssertionError("no error")
            assert float(tf.reduce_sum(tf.gather(table, tf.constant([9]))).numpy()) == 4.0


def strided_views_are_read_right():
    """Transposed and reversed views, on the GPU as on the CPU."""
    host = np.arange(2 * 3 * 5, dtype=np.float32).reshape(2, 3, 5)
    with tf.device(GPU):
        x = tf.constant(host)
        np.testing.assert_array_equal(tf.transpose(x, [2, 0, 1]).numpy(), host.transpose(2, 0, 1))
        np.testing.assert_array_equal(x[:, ::-1, ::2].numpy(), host[:, ::-1, ::2])
        np.testing.assert_array_equal((tf.transpose(x) + 1.0).numpy(), host.T + 1)


def the_same_seed_gives_the_same_numbers():
    """Uniform and normal numbers, bit for bit."""
    found = []
    for device in (CPU, GPU):
        tf.random.set_seed(5)
        with tf.device(device):
            found.append((tf.random.uniform((1001,)).numpy(), tf.random.normal((1001,)).numpy()))
    np.testing.assert_array_equal(found[0][0], found[1][0])
    np.testing.assert_array_equal(found[0][1], found[1][1])


def a_model_trains_alike():
    """Losses of a small CNN on both devices, from the same weights."""
    layers, losses = tf.keras.layers, []
    images = 128 // min(SCALE, 8)
    x = np.random.default_rng(0).random((images, 13, 13, 1)).astype("float32")
    y = np.random.default_rng(1).integers(0, 4, images)
    for device in (CPU, GPU):
        tf.keras.utils.set_random_seed(3)
        with tf.device(device):
            stack = [layers.Conv2D(8, 3, activation="relu"), layers.MaxPooling2D(2)]
            stack += [layers.Flatten(), layers.Dense(16, activation="relu"), layers.Dense(4)]
            model = tf.keras.Sequential([tf.keras.Input((13, 13, 1)), *stack])
            loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
            model.compile(optimizer="adam", loss=loss)
            losses.append(model.fit(x, y, epochs=3, verbose=0, shuffle=False).history["loss"])
    np.testing.assert_allclose(losses[1], losses[0], rtol=2e-3)


def tf32_rounds_products_only_where_it_is_allowed():
    """To 10 bits of each factor; without it a product of 256 numbers is as exact as the CPU's."""
    switch = tf.config.experimental.enable_tensor_float_32_execution
    random = np.random.default_rng(4)
    a, b = (random.standard_normal((256, 256)) for _ in range(2))
    exact, errors = a @ b, {}
    for allowed in (True, False):
        switch(allowed)
        with tf.device(GPU):
            product = tf.matmul(tf.constant(a, tf.float32), tf.constant(b, tf.float32)).numpy()
        errors[allowed] = np.linalg.norm(product - exact) / np.linalg.norm(exact)
    switch(False)
    assert errors[False] < 1e-6 and errors[True] < 2e-3, errors


def memory_is_counted_and_given_back():
    """In use while a tensor lives, cached after it, nothing after empty_cache()."""
    config = tf.config.experimental
    with tf.device(GPU):
        before = config.get_memory_info("GPU:0")["current"]
        big = tf.zeros((64 // min(SCALE, 64), 1024, 1024))
        assert config.get_memory_info("GPU:0")["current"] - before >= 2**22
        del big
        assert config.get_memory_info("GPU:0")["current"] == before
        config.empty_cache("GPU:0")


RULES = (
    bytes_travel_unchanged,
    many_small_copies_keep_their_order,
    a_bad_index_is_an_error_and_the_gpu_goes_on,
    strided_views_are_read_right,
    the_same_seed_gives_the_same_numbers,
    a_model_trains_alike,
    tf32_rounds_products_only_where_it_is_allowed,
    memory_is_counted_and_given_back,
)


def main():
    """Plays all rules; one broken rule does not keep the others from being tried."""
    tf.config.experimental.enable_tensor_float_32_execution(False)
    facts, problems = {}, []
    for rule in RULES:
        try:
            rule()
            facts[rule.__name__] = "kept"
        except Exception:
            facts[rule.__name__] = "BROKEN"
            problems.append(f"{rule.__name__}: {traceback.format_exc(limit=-2)}")
    print(json.dumps({**facts, "problems": problems}))


if __name__ == "__main__":
    main()
