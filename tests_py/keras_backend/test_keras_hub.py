"""Small models of KerasHub with random weights train and predict as on TensorFlow. It is installed
by `dev.py keras-suite keras_hub`, which runs these in the environment of Keras's suite."""

import importlib.util
import subprocess
import sys

import pytest

if importlib.util.find_spec("keras_hub") is None:
    pytest.skip("KerasHub is not installed", allow_module_level=True)

HEAD = """
import keras, keras_hub, numpy as np
keras.utils.set_random_seed(1)
rng = np.random.default_rng(0)
tokens = rng.integers(1, 100, (32, 16)).astype("int32")
mask, classes = np.ones((32, 16), "int32"), rng.integers(0, 3, 32)
of_text = {
    "vocabulary_size": 100, "num_layers": 2, "num_heads": 2, "hidden_dim": 16,
    "intermediate_dim": 32, "max_sequence_length": 16, "dropout": 0.0,
}
"""
TAIL = """
loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile(keras.optimizers.Adam(1e-3), loss, metrics=["accuracy"])
losses = model.fit(x, y, batch_size=8, epochs=2, verbose=0, shuffle=False).history["loss"]
outputs = model.predict(x, verbose=0)
print(keras.backend.backend(), *losses, np.abs(outputs).mean(), model.count_params())
"""
MODELS = {
    "bert": """
backbone = keras_hub.models.BertBackbone(**of_text)
model = keras_hub.models.BertTextClassifier(backbone, 3, preprocessor=None, dropout=0.0)
x = {"token_ids": tokens, "segment_ids": 0 * mask, "padding_mask": mask}
y = classes
""",
    "gpt2": """
backbone = keras_hub.models.GPT2Backbone(**of_text)
model = keras_hub.models.GPT2CausalLM(backbone=backbone, preprocessor=None)
x, y = {"token_ids": tokens, "padding_mask": mask}, np.roll(tokens, -1, 1)
""",
    "vit": """
backbone = keras_hub.models.ViTBackbone(
    image_shape=(32, 32, 3), patch_size=8, num_layers=2, num_heads=2, hidden_dim=16, mlp_dim=32,
    dropout_rate=0.0, attention_dropout=0.0,
)
model = keras_hub.models.ViTImageClassifier(backbone, 3, preprocessor=None)
x, y = rng.random((32, 32, 32, 3)).astype("float32"), classes
""",
}
# Of KerasHub 0.32 and Keras 3.15 on TensorFlow 2.21: the losses of two epochs, the mean size of
# what is predicted, and how many parameters there are.
RECORDED = {
    "bert": (1.0990517139434814, 1.0948799848556519, 0.017318085, 6691),
    "gpt2": (4.607461929321289, 4.583932399749756, 0.0401827, 6336),
    "vit": (1.6253597736358643, 1.053173542022705, 0.66830117, 7907),
}


@pytest.mark.parametrize(
    "way", (["-c"], ["-m", "pelton.run", "--keras=stock"]), ids=("import", "run")
)
@pytest.mark.parametrize("name", MODELS)
def test_trains_as_on_tensorflow(name, way, tmp_path):
    script = "import keras_pelton\n" * (way == ["-c"]) + HEAD + MODELS[name] + TAIL
    (tmp_path / "script.py").write_text(script)
    what = script if way == ["-c"] else str(tmp_path / "script.py")
    done = subprocess.run(
        [sys.executable, *way, what],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    backend, *numbers = done.stdout.split()
    assert backend == ("pelton" if way == ["-c"] else "tensorflow")
    assert [float(one) for one in numbers] == pytest.approx(RECORDED[name], rel=2e-5)
