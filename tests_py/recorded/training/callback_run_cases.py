"""Snippets that train a small model with one callback, in an empty folder; each gives what the
callback left: events, files, histories, requests."""

START = """
keras = tf.keras

def model(optimizer="sgd", name="net", **options):
    made = keras.Sequential(name=name)
    made.add(keras.Input((4,)))
    made.add(keras.layers.Dense(3, kernel_initializer="ones", name="d"))
    made.add(keras.layers.Dense(1, kernel_initializer="ones", use_bias=False, name="e"))
    made.compile(optimizer, "mse", metrics=["mae"], **options)
    return made

x = np.linspace(-1, 1, 48, dtype="float32").reshape(12, 4)
y = x.sum(1, keepdims=True)

def events(folder="logs"):
    import os
    from tensorboard.backend.event_processing.event_file_loader import EventFileLoader
    from tensorboard.util.tensor_util import make_ndarray
    found = {}
    for part in sorted(os.listdir(folder)):
        rows = found[part] = []
        path = os.path.join(folder, part)
        for file in sorted(os.listdir(path)) if os.path.isdir(path) else []:
            if ".tfevents." in file:
                for event in EventFileLoader(os.path.join(path, file)).Load():
                    for value in event.summary.value:
                        rows.append([event.step, value.tag, *shown(value, make_ndarray)])
    return found

def shown(value, make_ndarray):
    plugin, array = value.metadata.plugin_data.plugin_name, make_ndarray(value.tensor)
    if plugin == "images":
        return plugin, [int(size) for size in array[:2]], len(array) - 2
    if plugin == "graph_keras_model":
        return plugin, value.metadata.plugin_data.content == b"1"
    if plugin == "scalars" and "second" not in value.tag:
        return plugin, float(array)
    return plugin, list(array.shape), float(array[:, 2].sum()) if array.ndim == 2 else None

def board(fit={}, **options):
    net = model()
    fit = {"batch_size": 4, "epochs": 2, "verbose": 0, **fit}
    net.fit(x, y, shuffle=False, callbacks=[keras.callbacks.TensorBoard(**options)], **fit)
    return events()

class Cut(keras.callbacks.Callback):
    def __init__(self, epoch, batch=None):
        super().__init__()
        self.place = epoch, batch

    def on_epoch_begin(self, epoch, logs=None):
        self.epoch = epoch
        if self.place == (epoch, None):
            raise RuntimeError("cut")

    def on_train_batch_end(self, batch, logs=None):
        if self.place == (self.epoch, batch):
            raise RuntimeError("cut")

def trained(net, epochs=4, callbacks=()):
    try:
        run = net.fit(x, y, batch_size=4, epochs=epochs, verbose=0, shuffle=False,
                      callbacks=list(callbacks))
    except RuntimeError as error:
        return str(error), float(net.get_weights()[0].sum())
    return run.epoch, run.history["loss"], float(net.get_weights()[0].sum())

def files(folder="backup"):
    import os
    return sorted(os.listdir(folder)) if os.path.isdir(folder) else None
"""

BACKUP = """
first = trained(model("adam"), callbacks=[keras.callbacks.BackupAndRestore("backup"), {cut}])
kept = files()
second = trained(model("adam"), callbacks=[keras.callbacks.BackupAndRestore("backup")])
[first, kept, second, files()]
"""

CASES = {
    "board of epochs": "board()",
    "board of no graph": "board(write_graph=False)",
    "board with validation": "board({'validation_data': (x, y)})",
    "board of batches": "board(update_freq='batch')",
    "board of every second batch": "board({'validation_split': 0.5}, update_freq=2)",
    "board of histograms": "board(histogram_freq=1)",
    "board of images": "board(histogram_freq=2, write_images=True)",
    "board of speed": "board(write_steps_per_second=True, update_freq=1)",
    "board in evaluate": """
net = model()
net.fit(x, y, verbose=0)
net.evaluate(x, y, verbose=0, callbacks=[keras.callbacks.TensorBoard()])
events()""",
    "board of a model class": """
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(1, kernel_initializer="ones")
    def call(self, x):
        return self.dense(x)
net = Net()
net.compile("sgd", "mse")
net.fit(x, y, verbose=0, callbacks=[keras.callbacks.TensorBoard(log_dir="logs")])
events()""",
    "board of embeddings": """
net = keras.Sequential([keras.Input((2,)), keras.layers.Embedding(5, 3, name="words")])
net.compile("sgd", "mse")
tokens = np.array([[1, 2], [3, 4]])
board = keras.callbacks.TensorBoard(embeddings_freq=1, embeddings_metadata={"words": "words.tsv"})
net.fit(tokens, np.zeros((2, 2, 3)), verbose=0, callbacks=[board])
import os
[sorted(name for name in os.listdir("logs/train") if "tfevents" not in name),
 open("logs/projector_config.pbtxt").read()]""",
    "board of an unknown embedding": """
board = keras.callbacks.TensorBoard(embeddings_freq=1, embeddings_metadata={"other": "a.tsv"})
board.set_model(model())""",
    "board of a bad profile": "keras.callbacks.TensorBoard(profile_batch=-1)",
    "board of a bad range": "keras.callbacks.TensorBoard(profile_batch=(5, 2))",
    "backup is gone at the end": BACKUP.format(cut="Cut(9)"),
    "backup of a cut training": BACKUP.format(cut="Cut(2)"),
    "backup of a first epoch": BACKUP.format(cut="Cut(0)"),
    "backup of two states": BACKUP.format(cut="Cut(3)").replace(
        '"backup")', '"backup", double_checkpoint=True, delete_checkpoint=False)'
    ),
    "backup that is torn": """
first = trained(model("adam"), callbacks=[
    keras.callbacks.BackupAndRestore("backup", double_checkpoint=True), Cut(3)])
open("backup/latest.weights.h5", "wb").write(b"torn")
[first, trained(model("adam"), callbacks=[keras.callbacks.BackupAndRestore("backup")])]""",
    "backup of an unbuilt model": """
net = keras.Sequential([keras.layers.Dense(1)])
net.compile("sgd", "mse")
net.fit(x, y, verbose=0, callbacks=[keras.callbacks.BackupAndRestore("backup")])""",
    "backup without a folder": "keras.callbacks.BackupAndRestore('')",
    "backup of a bad frequency": "keras.callbacks.BackupAndRestore('a', save_freq='batch')",
    "averages in evaluation": """
net = model(keras.optimizers.SGD(0.05, use_ema=True, ema_momentum=0.5))
run = net.fit(x, y, batch_size=4, epochs=3, verbose=0, shuffle=False, validation_data=(x, y),
              callbacks=[keras.callbacks.SwapEMAWeights()])
after = [float(w.sum()) for w in net.get_weights()]
swap = keras.callbacks.SwapEMAWeights()
[run.history["val_loss"], after, net.evaluate(x, y, verbose=0, callbacks=[swap])[0],
 float(net.predict(x, verbose=0, callbacks=[keras.callbacks.SwapEMAWeights()]).sum())]""",
    "averages between epochs": """
seen = []
note = keras.callbacks.LambdaCallback(
    on_epoch_end=lambda epoch, logs: seen.append(float(net.get_weights()[0].sum())))
net = model(keras.optimizers.Adam(0.05, use_ema=True))
run = net.fit(x, y, batch_size=4, epochs=3, verbose=0, shuffle=False, validation_data=(x, y),
              callbacks=[keras.callbacks.SwapEMAWeights(swap_on_epoch=True), note])
[run.history["val_loss"], seen, [float(w.sum()) for w in net.get_weights()]]""",
    "averages of no optimizer": """
model().fit(x, y, verbose=0, validation_data=(x, y), callbacks=[keras.callbacks.SwapEMAWeights()])
""",
    "a server that does not answer": """
monitor = keras.callbacks.RemoteMonitor(root="http://localhost:1")
monitor.on_epoch_end(0, {"loss": 1.0})""",
}
